"""Scores in another notation are read, with a note, if every score of the file has the same notation."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.cli.inputs import read_files
from core.errors import DataError, OptionError
from core.readers import Upload, preview, read_labels, read_scores, read_systems, read_table, read_tables, suggest
from core.readers.parsing.numeric import fault_message, parse_numbers

WAYS = {
    "True": (lambda x: str(x > 0.5), lambda x: float(x > 0.5), "true and false are read as 1 and 0"),
    "true": (lambda x: str(x > 0.5).lower(), lambda x: float(x > 0.5), "true and false are read as 1 and 0"),
    "53.2%": (lambda x: f"{100 * x:.1f}%", lambda x: round(100 * x, 1), "in per cent"),
    "53.2 %": (lambda x: f"{100 * x:.1f} %", lambda x: round(100 * x, 1), "in per cent"),
    "53,2%": (lambda x: f"{100 * x:.1f}%".replace(".", ","), lambda x: round(100 * x, 1), "decimal commas"),
    '"0.5"': (lambda x: f'"{x}"', float, "quotes are left out"),
    "'0.5'": (lambda x: f"'{x}'", float, "quotes are left out"),
    '"True"': (lambda x: f'"{x > 0.5}"', lambda x: float(x > 0.5), "quotes are left out, and true and false"),
}
OLD, NEW = [0.25, 0.875, 0.125, 0.75, 0.5], [0.5, 1.0, 0.0, 0.875, 0.125]


def written(values, way, name="old.txt"):
    return Upload(name, "\n".join(WAYS[way][0](value) for value in values).encode())


@pytest.mark.parametrize("way", WAYS)
def test_score_files(way):
    pair = read_scores(written(OLD, way), written(NEW, way, "new.txt"))
    _, value, note = WAYS[way]
    assert pair.baseline[:, 0].tolist() == [value(x) for x in OLD]
    assert pair.experimental[:, 0].tolist() == [value(x) for x in NEW]
    assert any(note in each for each in pair.notes)
    assert preview(written(OLD, way)).kind == "scores"
    assert suggest(written(OLD, way), written(NEW, way)).kind == "scores"


@pytest.mark.parametrize("way", ["True", "true", "53.2%", "53.2 %"])
def test_tables(way):
    rows = [f"q{i},{WAYS[way][0](old)},{WAYS[way][0](new)}" for i, (old, new) in enumerate(zip(OLD, NEW, strict=True))]
    table = Upload("both.csv", "\n".join(["id,old,new", *rows]).encode())
    pair = read_table(table, baseline="old", experimental="new")
    assert pair.experimental[:, 0].tolist() == [WAYS[way][1](x) for x in NEW]
    assert any(WAYS[way][2] in each for each in pair.notes)
    assert all(column.is_numeric for column in preview(table).columns[1:])


@settings(deadline=None)
@given(st.lists(st.sampled_from([*WAYS, "bare"]), min_size=2, max_size=6))
def test_ways_are_never_mixed(ways):
    lines = [WAYS[way][0](0.75) if way in WAYS else "0.75" for way in ways]
    file = Upload("old.txt", "\n".join(lines).encode())
    try:
        pair = read_scores(file, file)
    except DataError:
        return
    alike = {"true": "True", "53.2 %": "53.2%", "'0.5'": '"0.5"'}
    assert len({alike.get(way, way) for way in ways}) == 1
    assert len(set(pair.baseline[:, 0].tolist())) == 1


def test_truth_values_are_labels_beside_gold():
    gold, old, new = (
        Upload(name, text)
        for name, text in [("g", b"True\nFalse\nTrue"), ("o", b"True\nTrue\nTrue"), ("n", b"True\nFalse\nFalse")]
    )
    assert read_labels(gold, old, new).labels == ("False", "True")


@pytest.mark.parametrize(
    "lines",
    [", O\n; O\n\nAda B-PER\n1,5 O\n", "a\tO\n,\tO\n\nb\tB-X\n", '" O\n\n, O\n. O\n', "a X O\n, Y O\n\nb Z B-X\n"],
)
def test_tokens_may_be_marks(lines, tmp_path):
    file = Upload("gold.bio", lines.encode())
    assert preview(file).kind == "entities"
    paths = [tmp_path / name for name in ("gold", "old", "new")]
    for path in paths:
        path.write_text(lines)
    options = {"gold": str(paths[0]), "missing": "error"}
    assert len(read_files([str(path) for path in paths[1:3]], "auto", options).pair) == 2


@pytest.mark.parametrize(("right", "wrong"), [
    ("C", "I"), ("correct", "incorrect"), ("Right", "Wrong"), ("PASS", "FAIL"), ("Passed", "Failed"), ("p", "f"),
    ("resolved", "unresolved"), ("✓", "✗"), ("✅", "❌"), ("Win", "Lose"), ("OK", "KO"), ("ok", "wrong"),
    ("correct", "wrong"), ("juste", "faux"), ("vero", "falso"), ("对", "错"),
])  # fmt: skip
def test_words_for_right_and_wrong(right, wrong):
    old, new = (Upload(f"{name}.txt", "\n".join(lines).encode()) for name, lines in
                (("old", [right, wrong, wrong, right]), ("new", [right, right, wrong, right])))  # fmt: skip
    assert suggest(old, new).kind == "scores"
    pair = read_scores(old, new)
    assert pair.baseline[:, 0].tolist() == [1, 0, 0, 1]
    words = f"{right} and {wrong}" if right == "C" else f"{right} and {wrong}".casefold()
    assert f"In old.txt {words} are read as 1 and 0." in pair.notes
    tables = [Upload(each.name, b"id,verdict\n" + b"".join(b"q%d,%s\n" % row for row in enumerate(each.data.split())))
              for each in (old, new)]  # fmt: skip
    assert read_tables(*tables).experimental[:, 0].tolist() == [1, 1, 0, 1]


@pytest.mark.parametrize("header", ["", "id,score\n"])
def test_a_minus_sign_is_read(header):
    rows = [f"q{i},−.{i}" if header else f"−.{i}" for i in range(3)]
    files = [Upload(f"{name}.csv", (header + "\n".join(rows)).encode()) for name in "ab"]
    pair = read_tables(*files) if header else read_scores(*files)
    assert pair.baseline[:, 0].tolist() == [0, -0.1, -0.2]
    assert "In a.csv − is read as minus." in pair.notes


def test_words_that_are_not_right_and_wrong():
    # A name above other words, a property of the items, and classes.
    headed = [Upload(f"{name}.txt", b"correct\nright\nwrong\nwrong\n") for name in "ab"]
    assert read_scores(*headed).baseline[:, 0].tolist() == [1, 0, 0]
    table = read_table(Upload("a.csv", b"id,state,old,new\na,ok,0,1\nb,ko,1,1\nc,ok,0,1\n"))
    assert (table.baseline_name, table.experimental[:, 0].tolist()) == ("old", [1, 1, 1])
    assert "Not used: 'state'." in table.notes
    classes = [Upload(f"{name}.txt", b"left\nright\nleft\n") for name in "ab"]
    assert suggest(*classes).kind == "labels"


def test_yes_and_no_are_scores_where_the_column_is_called_so():
    table = Upload("a.csv", b"id,old_correct,new_correct,old\na,yes,no,yes\nb,No,yes,no\n")
    pair = read_table(table, baseline="old_correct", experimental="new_correct")
    assert (pair.baseline[:, 0].tolist(), pair.experimental[:, 0].tolist()) == ([1, 0], [0, 1])
    assert "In a.csv yes and no are read as 1 and 0." in pair.notes
    with pytest.raises(DataError, match="column 'old': 'yes' is not a number: call its column correct"):
        read_table(table, baseline="old", experimental="new_correct")
    both = Upload("b.csv", b"case,old_correct,new_correct\na,yes,no\nb,No,yes\nc,no,no\n")
    assert read_table(both).digest == read_table(both, baseline="old_correct", experimental="new_correct").digest
    files = [Upload(f"{name}.txt", b"correct\nyes\nno\n") for name in ("old", "new")]
    assert read_scores(*files).baseline[:, 0].tolist() == [1, 0]
    # Without a name they may be labels.
    with pytest.raises(DataError, match="'yes' is not a number"):
        read_scores(Upload("old.txt", b"yes\nno\n"), Upload("new.txt", b"no\nno\n"))


@pytest.mark.parametrize(("one", "nought"), [("[true]", "[false]"), ("[1.0]", "[ 0 ]"), ("[True]", "[False]")])
def test_a_list_of_one_is_its_value(one, nought):
    tables = [Upload(f"{name}.csv", f"id,ok\na,{first}\nb,{one}\n".encode())
              for name, first in (("old", nought), ("new", one))]  # fmt: skip
    pair = read_tables(*tables)
    assert (pair.baseline[:, 0].tolist(), pair.experimental[:, 0].tolist()) == ([0, 1], [1, 1])
    assert any("lists of one are read as their value" in note for note in pair.notes)


@pytest.mark.parametrize(
    "cell", ["84.2±0.3", "84.2 ± 0.3", "84.2 (0.3)", "84.2 +/- 0.3", "$84.2_{\\pm 0.3}$", "84.2% ±0.3%"]
)
def test_a_mean_and_its_spread_is_quoted_with_the_mean(cell):
    tables = [Upload(f"{name}.csv", f"id,score\na,{cell}\nb,{cell}\nc,1.5\n".encode()) for name in ("old", "new")]
    with pytest.raises(DataError, match="is a mean and its spread") as caught:
        read_tables(*tables, columns="score")
    assert "the mean alone (84.2)" in str(caught.value)
    bare = [Upload(each.name, each.data.replace(cell.encode(), b"84.2")) for each in tables]
    assert read_tables(*bare, columns="score").baseline[:, 0].tolist() == [84.2, 84.2, 1.5]


def test_whole_numbers_that_floating_point_changes_are_faults():
    fields = [str(2**53), str(2**53 + 1), str(-(2**53) - 1), str(2**60), "1e300", "9007199254740993.5"]
    values, faults = parse_numbers(fields)
    assert faults == [1, 2]
    assert values[[0, 3]].tolist() == [2.0**53, 2.0**60]
    assert "a whole number above 2^53" in fault_message(fields[1])


@pytest.mark.parametrize(("numbers", "is_read"), [("1.009 906 872", False), ("33.333 100 66.667", True),
                                                  ("1.009 906.000", True), ("1.009 906 1200", True)])  # fmt: skip
def test_points_that_may_mark_thousands_are_refused(numbers, is_read):
    files = [Upload(name, numbers.replace(" ", "\n").encode()) for name in ("a.txt", "b.txt")]
    if is_read:
        assert len(read_scores(*files)) == len(numbers.split())
    else:
        with pytest.raises(DataError, match=r"a.txt: the point of '1.009' .* write 1009, or 906.000"):
            read_scores(*files)


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        (["1,044", "1,234", "997"], "'1,044' may count thousands or have three decimals: write it with a point, or"),
        (
            ["1,234.664", "987.5", "2,000.000"],
            "'1,234.664' has commas between its thousands: write it without them (1234.",
        ),
        (
            ["1,234,567", "1,000,000", "2,500,000"],
            "'1,234,567' has commas between its thousands: write it without them",
        ),
    ],
)
@pytest.mark.parametrize("layout", ["wide", "long", "tables"])
def test_thousands_are_named_with_their_cell(cells, said, layout):
    if layout == "tables":
        rows = [["id", "score"], *([f"q{i}", cell] for i, cell in enumerate(cells))]
    elif layout == "wide":
        rows = [["id", "old", "new"], *([f"q{i}", cell, cell] for i, cell in enumerate(cells))]
    else:
        of_both = [[f"q{i}", system, cell] for system in ("a", "b") for i, cell in enumerate(cells)]
        rows = [["id", "system", "score"], *of_both]
    content = "\n".join(";".join(row) for row in rows).encode()
    files = [Upload(name, content) for name in ("a.csv", "b.csv")[: 1 + (layout == "tables")]]
    with pytest.raises(DataError, match=r"line 2: column '(old|score)': ") as caught:
        read_systems(*files)
    assert said in str(caught.value)


def test_thousands_in_a_column_of_another_quantity_are_left_alone():
    rows = ["id;tokens;old;new", "a;1,044;0.5;0.25", "b;2,100;0.25;0.75", "c;1,000;1;0.5"]
    assert len(read_table(Upload("a.csv", "\n".join(rows).encode()))) == 3
    with pytest.raises(OptionError, match="not two of numbers that may be systems"):
        read_table(Upload("a.csv", "\n".join(row.rpartition(";")[0] for row in rows).encode()))
