"""Tables: one for both systems, one for each, and long ones."""

import json

import pytest

from core.errors import DataError, OptionError
from core.readers import Upload, read, read_long, read_table, read_tables, suggest
from tests.core.readers.parts import refusal
from tests.core.readers.parts import upload as table

ROWS = [("q1", "0.5", "1"), ("q2", "1", "1"), ("q3", "0", "0.25")]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "  ", ", "])
def test_one_table(delimiter):
    text = "\n".join(delimiter.join(row) for row in [("id", "old", "new"), *ROWS])
    pair = read_table(table(text), baseline="old", experimental="new")
    assert pair.ids == ("q1", "q2", "q3")
    assert pair.baseline[:, 0].tolist() == [0.5, 1, 0]
    assert pair.experimental[:, 0].tolist() == [1, 1, 0.25]
    assert (pair.baseline_name, pair.experimental_name, pair.decimals) == ("old", "new", 2)
    assert pair.notes == ("Items are named by column 'id'.",)


@pytest.mark.parametrize("lines", [True, False])
def test_json(lines):
    records = [{"id": i, "sub": {"old": float(b), "new": bool(float(e))}} for i, b, e in ROWS]
    text = "\n".join(map(json.dumps, records)) if lines else json.dumps(records, indent=1)
    pair = read_table(table(text), baseline="sub.old", experimental="sub.new", id="id")
    assert pair.ids == ("q1", "q2", "q3")
    assert pair.experimental[:, 0].tolist() == [1, 1, 1]
    assert pair.decimals == 1


def test_quotes_newlines_in_fields_and_line_numbers():
    text = 'id,"the text",old,new\nq1,"a, ""b""\nc",1,0\nq2,d,1,x\n'
    message = refusal(read_table, table(text), baseline="old", experimental="new")
    assert message.startswith("a.csv, line 4: column 'new': 'x' is not a number")


def test_several_columns_a_system():
    text = "id,a_num,a_den,b_num,b_den\nx,1,2,2,2\ny,0,1,1,1\n"
    pair = read_table(table(text), baseline="a_num,a_den", experimental=["b_num", "b_den"])
    assert pair.columns == ("numerator", "denominator")
    assert pair.experimental.tolist() == [[2, 2], [1, 1]]
    assert (pair.baseline_name, pair.experimental_name) == ("a", "b")


def test_ids_that_do_not_name_one_row_each_are_used_only_where_asked():
    text = "document,old,new\nd1,1,0\nd1,0,1\nd2,1,1\n"
    message = refusal(read_table, table(text), baseline="old", experimental="new")
    assert message.startswith("a.csv: column 'document' has 2 names on 3 lines.")
    assert read_table(table(text), cluster="document").ids is None
    pair = read_table(table(text), id="document")
    assert (pair.ids, pair.baseline[:, 0].tolist()) == (("d1", "d2"), [0.5, 1])
    assert pair.runs.statistics[:, :, 0, 0].tolist() == [[1, 0], [0, 1]]
    assert pair.notes[0] == "2 items, 1 to 2 samples each: an item's score is their mean."


@pytest.mark.parametrize(
    ("name", "sizes", "is_read"),
    [
        ("lang", [10, 10, 10], True),  # a language names no item
        ("lang", [2, 2, 2], False),  # as few as an item has samples
        ("document", [6, 30, 12], True),  # an item has as many samples as the others
        ("document", [12, 12, 12], False),
        ("task_id", [6, 30, 12], False),
    ],
)
def test_a_group_of_many_items_is_no_item(name, sizes, is_read):
    groups = [f"g{i}" for i, size in enumerate(sizes) for _ in range(size)]
    upload = table(f"{name},old,new\n" + "".join(f"{group},{i % 2},1\n" for i, group in enumerate(groups)))
    message = ""
    try:
        pair = read_table(upload)
        assert (pair.ids, len(pair)) == (None, len(groups))
        message = pair.notes[0]
    except OptionError as error:
        message = str(error)
    assert message.startswith("a.csv: column") is not is_read
    assert f"(id='{name}', --id {name})" in message
    assert f"(cluster='{name}', --cluster {name})" in message
    assert read_table(upload, cluster=name).clusters == tuple(groups)
    assert len(read_table(upload, id=name)) == len(sizes)


def test_missing_scores_are_named_by_id():
    text = "id,old,new\nx,1,\ny,null,0\nz,1,1\n"
    message = refusal(read_table, table(text), baseline="old", experimental="new")
    assert "1 of 3 items of column 'old' of a.csv (id y) and 1 of 3 items of column 'new' of a.csv (id x)" in message
    pair = read_table(table(text), baseline="old", experimental="new", missing="drop", cluster="id")
    assert pair.ids == ("z",)
    assert pair.notes[-1] == "2 of 3 items dropped: a score is missing (id x, y)."


def test_json_null_and_absent_keys_are_missing():
    text = '{"id": 1, "old": null, "new": 1}\n{"id": 2, "new": NaN}\n{"id": 3, "old": 1, "new": 1, "extra": [1]}'
    pair = read_table(table(text), baseline="old", experimental="new", missing="drop")
    assert pair.ids == ("3",)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("id,old,new\n1,2\n", "line 2: 2 fields where the header has 3, in '1,2': give each line as many."),
        ("July\nid,old,new\n1,2,3\n", "give each line as many; if the first line is a title, delete it."),
        ("q,old,new\na,1,0\nb,0,1\nc,1,1\n,.7,.7\n", "line 5: '' in column 'q' looks like a summary row: delete it"),
        ("q,old,new\na,1,0\nb,0,1\n,1,1\nc,1,1\n", "line 4: nothing in column 'q': fill it in for each item"),
        ("id,old,new\na,1,1\n\nb,1,1", "line 3: a blank line: delete it"),
        ("id,old,new\na,1,1\nb;1;1", "line 3: semicolons where the header has commas"),
        ("id;old,new\na;1,1\n", "line 1: commas and semicolons on one line"),
        ('id,old,new\na,"1,1\nb,1,1', "line 2: a quote never closes"),
        ('id,old,new\na,"1"x,1\n', "line 2: text follows a closing quote"),
        (f"id,old,new\na,{'x' * 200_000},1\n", "line 2: a field is longer than 131,072 characters"),
        ("id,old,new\n", "a.csv names columns and holds no rows"),
        ("\nid,old,new\n1,2,3", "line 1 is blank"),
        ("1,0,1\n2,1,1\n", "a.csv, line 1: '1, 0, 1' stands where the columns should be named"),
        ("id,old,nu\n1,2,3", "a.csv has no column 'new': choose among 'id', 'old', 'nu'."),
        ("id,old,new,new\n1,2,3,4", "a.csv has 2 columns 'new': give each its own name"),
        ("id,old,new\na,1,0\nb,inf,1\n", "line 3: column 'old': 'inf' is infinite"),
        ('{"old": 1, "new": 0}\n{"old": 1\n', "line 2: not JSON (Expecting ',' delimiter at column 10)"),
        ('{"old": 1, "new": 0}\n[1]\n', "line 2: \"['1']\" is no JSON object"),
        ('{"old": 1, "new": 0}\n\n{"old": 1, "new": 0}\n', "line 2: a blank line"),
        ('[{"old": 1, "new": 0}, 3]', "record 2: '3' is no JSON object"),
        ('[{"old": 1, "new": 0}, {"old": "x", "new": 2}]', "record 2: column 'old': 'x' is not a number"),
        ('[{"old": 1,\n "new": 0}, }', "line 2: not JSON"),
        ('{"a": {"b": 1}, "a.b": 2}', "line 1: two keys have the same dotted path"),
        ('{"old": ' * 100_000, "nested too deeply"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_refusals_name_the_line(text, expected):
    assert expected in refusal(read_table, table(text), baseline="old", experimental="new")


def test_columns_may_be_called_by_numbers():
    text = "2019,2020\n1,0\n0,1\n"
    pair = read_table(table(text), baseline="2019", experimental="2020")
    assert pair.baseline[:, 0].tolist() == [1, 0]
    assert len(read_tables(table(text), table(text), columns="2020")) == 2
    records = '{"1": 0.5, "2": 0.7}\n{"1": 1, "2": 0.9}'
    assert len(read_table(table(records), baseline="1", experimental="2")) == 2
    assert "say which holds the scores" in refusal(read_tables, table(records), table(records))
    assert "choose among '1', '2'" in refusal(read_table, table(records), baseline="1", experimental="3")


@pytest.mark.parametrize("n_last", [2, 10])
def test_a_category_called_sum_is_no_summary(n_last):
    tasks = ["qa"] * 10 + ["sum"] * n_last
    text = "\n".join(["task,id,score", *(f"{task},q{i},1" for i, task in enumerate(tasks))])
    assert len(read_tables(table(text), table(text), columns="score")) == len(tasks)
    text = "\n".join(["dataset,old,new", *(f"{task},1,0" for task in tasks)])
    assert len(read_table(table(text), baseline="old", experimental="new", strata="dataset")) == len(tasks)
    text = "\n".join(["task,id,old,new", *(f"{task},q{i},1,0" for i, task in enumerate(tasks))])
    assert len(read_table(table(text), baseline="old", experimental="new")) == len(tasks)
    text = "\n".join(["task,item,system,f1", *(f"{t},q{i},{s},1" for i, t in enumerate(tasks) for s in ("old", "new"))])
    assert len(read_long(table(text), **options())) == len(tasks)


@pytest.mark.parametrize("id", [None, "id"])
def test_a_summary_is_looked_for_where_the_items_are_named(id):
    text = "task,id,score\nqa,x,1\nqa,y,0\nsum,z,1\n"
    assert len(read_tables(table(text), table(text), id=id, columns="score")) == 3
    text += "qa,mean,0.7\n"
    message = refusal(read_tables, table(text), table(text), id=id, columns="score")
    assert message.startswith("a.csv, line 5: 'mean' in column 'id' looks like a summary row")


OLD = "id,score\nx,1\ny,0\nz,0.5\n"


def test_two_tables_joined_by_position():
    pair = read_tables(table("score\n1\n0\n"), table("score\n0\n0\n"))
    assert pair.ids is None
    assert pair.notes == ("Joined by position: neither table names its items.",)
    pair = read_tables(table("id,score\nx,1\ny,0\n"), table("score\n0\n0\n"), columns="score")
    assert pair.notes == ("Joined by position: only a.csv names its items.", "Not used: 'id'.")
    assert "a.csv has 2 items and b.csv has 1" in refusal(read_tables, table("f1\n1\n0\n"), table("f1\n0\n", "b.csv"))


def test_score_columns_by_name_or_by_what_they_are_called():
    text = "document,recall_numerator,recall_denominator,precision_numerator,precision_denominator\nd,1,2,1,3\n"
    assert read_tables(table(text), table(text)).baseline.tolist() == [[1, 2, 1, 3]]
    text = "id,bleu,length\nx,1,7\n"
    said = "a.csv has the columns 'bleu', 'length': say which holds the scores (columns='bleu', --columns bleu)."
    assert refusal(read_tables, table(text), table(text)) == said
    assert read_tables(table(text), table(text), columns="bleu").columns == ("score", "items")
    assert read_tables(table(text), table(text), columns="bleu,length").columns == ("numerator", "denominator")


def test_unmatched_ids_are_counted_and_named():
    message = refusal(read_tables, table(OLD), table("id,score\nx,1\nw,0\n", "b.csv"))
    assert message == (
        "2 ids of a.csv are not in b.csv ('y', 'z'), and 1 id of b.csv is not in a.csv ('w'): all need the same items, "
        'or leave these out and be told how many (missing="drop", --missing drop).'
    )
    pair = read_tables(table(OLD), table("id,score\nx,1\nw,0\n", "b.csv"), missing="drop")
    assert pair.ids == ("x",)
    assert pair.notes[-1] == "3 of 4 items dropped: a score is missing (id y, z, w)."


def test_missing_after_a_join_names_lines_of_its_own_file():
    other = table("id,score\nz,1\ny,NA\nx,1\n", "b.csv")
    assert "1 of 3 items of b.csv (id y)" in refusal(read_tables, table(OLD), other)
    assert read_tables(table(OLD), other, missing="drop").ids == ("x", "z")


@pytest.mark.parametrize("mark", ["NA", "nan", "None", "null", "N/A", "-", "?", "k.A.", "#NV", "UNK"])
def test_items_whose_cluster_is_not_known_do_not_form_one(mark):
    text = f"id,doc,old,new\na,{mark},0,1\nb,d1,1,1\nc,d1,0,1\nd,{mark},1,0\n"
    with pytest.raises(DataError, match=r"line 2: .* in column 'doc', as on 1 other line, .* no cluster is known"):
        read_table(table(text), cluster="doc")
    alone = read_table(table(text.replace(f"d,{mark}", "d,e")), cluster="doc")
    assert alone.clusters == (mark, "d1", "d1", "e")
    assert read_table(table(text), strata="doc").strata == (mark, "d1", "d1", mark)


def test_clusters_of_two_tables_must_agree():
    old = table("id,d,score\nx,1,1\ny,1,0\nz,2,1\n")
    new = table("id,d,score\nz,2,1\nx,1,1\ny,1,1\n", "b.csv")
    assert read_tables(old, new, cluster="d", columns="score").units.experimental.tolist() == [[2, 2], [1, 1]]
    alone = table("id,score\nz,1\nx,1\ny,1\n")
    assert read_tables(old, alone, cluster="d", columns="score").clusters == ("1", "1", "2")
    new = table("id,d,score\nz,1,1\nx,1,1\ny,1,1\n", "b.csv")
    message = refusal(read_tables, old, new, cluster="d", columns="score")
    assert message.startswith("b.csv, line 2: cluster '1' of item 'z', which is in '2' elsewhere")


LONG = "item,system,f1,group\na,old,.5,g\na,new,.75,g\na,other,0,g\nb,new,1,g\nb,old,1,g\n"


def options(**changes):
    return {"system": "system", "score": "f1", "item": "item", "baseline": "old", "experimental": "new"} | changes


def test_long_tables():
    pair = read_long(table(LONG), **options())
    assert pair.ids == ("a", "b")
    assert pair.baseline[:, 0].tolist() == [0.5, 1]
    assert pair.experimental[:, 0].tolist() == [0.75, 1]
    assert (pair.baseline_name, pair.experimental_name) == ("old", "new")
    assert pair.notes == (
        "Read as a long table: system 'system', item 'item', score 'f1'.",
        "Not used: 'group'.",
        "Other systems in the file were not used: other.",
    )
    assert read_long(table(LONG), **options(cluster="group")).clusters == ("g", "g")


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"baseline": "nobody"}, "No system is called 'nobody': choose among 'old', 'new', 'other'"),
        ({"baseline": "new"}, "baseline and experimental are both 'new'"),
        (
            {"experimental": "other"},
            "1 id of system 'old' of a.csv is not in system 'other' of a.csv ('b'): all need the same items",
        ),
        ({"score": "group"}, "line 2: column 'group': 'g' is not a number"),
        ({"system": "who"}, "no column 'who'"),
    ],
)
def test_long_refusals(changes, expected):
    assert expected in refusal(read_long, table(LONG), **options(**changes))


def test_items_keep_their_tasks():
    text = "task,old,new\nt1,1,0\nt2,0,1\nt1,,1\n"
    pair = read_table(table(text), baseline="old", experimental="new", strata="task", missing="drop")
    assert pair.strata == ("t1", "t2")
    old, new = table("id,task,score\nx,1,1\ny,1,0\n"), table("id,task,score\ny,1,1\nx,2,1\n", name="b.csv")
    message = refusal(read_tables, old, new, strata="task", columns="score")
    assert message.startswith("b.csv, line 3: task '2' of item 'x', which is in '1' elsewhere: an item belongs to one")
    assert read_tables(old, old, strata="task").strata == ("1", "1")
    long = table("item,system,f1,group\na,old,.5,g\na,new,.75,g\nb,new,1,h\nb,old,1,h\n")
    assert read_long(long, **options(strata="group")).strata == ("g", "h")


def test_the_column_that_is_called_the_baseline_is_the_baseline():
    file = Upload("a.csv", b"id,f1,f1_baseline\nq1,.1,.2\nq2,.3,.5\n")
    found = read(file)
    assert (found.baseline_name, found.experimental_name) == ("f1_baseline", "f1")
    assert "Baseline is f1_baseline, by its name." in found.notes
    assert suggest(file).options["baseline"] == "f1_baseline"


def test_two_uploads_of_one_name_are_two_systems():
    old, new = (table("id,score\n" + "".join(f"q{i // 2},{i % k}\n" for i in range(12))) for k in (2, 3))
    pair = read_tables(old, new, id="id")
    assert pair.baseline[:, 0].tolist() == [0.5] * 6
    assert pair.experimental[:, 0].tolist() == [0.5, 1, 1.5] * 2
    assert (pair.baseline_name, pair.experimental_name) == ("a", "a")
