"""Gold labels and predictions: files, tables, label sets."""

import numpy as np
import pytest

import core
from core.errors import OptionError
from core.metrics import fitting_metrics
from core.readers import Upload, read_label_table, read_labels
from tests.core.readers.parts import of_lines, of_rows, refusal

GOLD = ["b", "a", "b", "c", "a"]
OLD = ["b", "b", "b", "a", "a"]
NEW = ["b", "a", "a", "c", "a"]


def read(gold=GOLD, old=OLD, new=NEW, **options):
    return read_labels(of_lines(gold, "gold.txt"), of_lines(old, "old.txt"), of_lines(new, "new.txt"), **options)


def by_definition(gold, predicted, labels):
    return [
        [float(value) for label in labels for value in (g == p == label, p == label, g == label)]
        for g, p in zip(gold, predicted, strict=True)
    ]


def test_counts_of_every_label():
    pair = read()
    assert pair.labels == ("a", "b", "c")
    assert pair.columns[3:6] == ("tp:b", "predicted:b", "gold:b")
    assert pair.baseline.tolist() == by_definition(GOLD, OLD, "abc")
    assert pair.experimental.tolist() == by_definition(GOLD, NEW, "abc")
    assert (pair.baseline_name, pair.experimental_name, pair.decimals) == ("old", "new", 0)


def test_the_label_set_holds_what_is_predicted_and_never_gold():
    pair = read(new=["d", "a", "a", "c", "a"])
    assert pair.labels == ("a", "b", "c", "d")
    assert pair.notes[0] == "Never gold, but predicted in new.txt: d."


@pytest.mark.parametrize(
    ("arguments", "options", "expected"),
    [
        (
            (),
            {"labels": ["a", "b"]},
            "gold.txt, line 4: 'c' is not in the label set (a, b), which must hold every label that occurs: add it.",
        ),
        ((GOLD, ["x", *OLD[1:]]), {"labels": ["a", "b", "c"]}, "old.txt, line 1: 'x' is not in the label set"),
        ((), {"labels": ["a", "a"]}, "labels == ['a', 'a'], must be different names"),
        ((), {"labels": []}, "labels == [], must be different names, at least one"),
        ((GOLD[:4],), {}, "old.txt has 5 labels and gold.txt has 4: line i"),
        ((GOLD, ["b", "", *OLD[2:]]), {}, "old.txt, line 2: a blank line where a label should be"),
        ((GOLD, OLD, ["1\tb", *NEW[1:]]), {}, "new.txt, line 1: 2 fields separated by tabs, must be one label"),
    ],
)
def test_refusals(arguments, options, expected):
    assert expected in refusal(read, *arguments, **options)


def test_headers_are_told_and_quotes_removed():
    pair = read(["gold", *GOLD], OLD, [f'"{label}"' for label in NEW])
    assert pair.digest == read().digest
    assert pair.notes == ("Line 1 of gold.txt, 'gold', is taken as a header.",)
    assert read(["gold", "gold"], ["a", "gold"], ["a", "gold"]).labels == ("a", "gold")


def rows(labels, header="id,label", order=(0, 1, 2, 3, 4), delimiter=","):
    header = [header.replace(",", delimiter)] if header else []
    return [*header, *(f"q{i}{delimiter}{labels[i]}" for i in order)]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", " "])
def test_tables_are_joined_on_their_id(delimiter):
    shuffled = rows(OLD, order=(4, 2, 0, 1, 3), delimiter=delimiter)
    pair = read(rows(GOLD, delimiter=delimiter), shuffled, rows(NEW, delimiter=delimiter))
    assert np.array_equal(pair.baseline, read().baseline)
    assert np.array_equal(pair.experimental, read().experimental)
    assert (pair.ids, pair.labels) == (("q0", "q1", "q2", "q3", "q4"), ("a", "b", "c"))
    assert pair.notes == ("Joined on column 'id'.",)


def test_columns_of_label_tables_can_be_chosen():
    def wide(labels):
        return ["name,doc,tag", *(f"q{i},d{i // 2},{label}" for i, label in enumerate(labels))]

    tables = [wide(labels) for labels in (GOLD, OLD, NEW)]
    pair = read(*tables, id="name", columns="tag", cluster="doc")
    assert pair.clusters == ("d0", "d0", "d1", "d1", "d2")
    assert pair.units.ids == ("d0", "d1", "d2")
    assert pair.baseline.sum(axis=0).tolist() == read().baseline.sum(axis=0).tolist()
    assert read(*tables, id="name", cluster="doc").digest == pair.digest
    by_value = read(*tables, columns="tag")
    assert np.array_equal(by_value.baseline, read().baseline)
    assert by_value.ids == ("q0", "q1", "q2", "q3", "q4")
    by_position = read(*tables, columns="tag", id="position")
    assert by_position.digest == read().digest
    assert by_position.notes[0] == "Joined by position: row i with row i."


def test_predictions_need_no_column_called_like_that_of_gold():
    gold = ["id,text,gold", *(f"q{i},some words,{label}" for i, label in enumerate(GOLD))]
    pair = read(gold, rows(OLD, "id,pred"), rows(NEW, "id,pred"), columns="gold")
    assert np.array_equal(pair.baseline, read().baseline)
    assert pair.notes == (
        "Joined on column 'id'.",
        "old.txt has no column 'gold': its labels are those of 'pred'.",
        "new.txt has no column 'gold': its labels are those of 'pred'.",
    )
    named = read(gold, [gold[0].replace("gold", "pred"), *gold[1:]], rows(NEW, "id,pred"), columns="gold")
    assert named.baseline.sum() == 3 * len(GOLD)
    message = refusal(
        read, gold, ["id,a,b", *(f"q{i},{x},{y}" for i, (x, y) in enumerate(zip(OLD, NEW, strict=True)))], rows(NEW)
    )
    assert message == "old.txt has the columns 'a', 'b': say which holds the labels (columns=, --columns)."
    assert "gold.txt has no column 'glod'" in refusal(read, *TABLES, columns="glod")


TABLES = tuple(map(rows, (GOLD, OLD, NEW)))


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        ((TABLES[0], TABLES[1][:-1], TABLES[2]), "1 id of gold.txt is not in old.txt ('q4'): all need the same"),
        ((TABLES[0], [*TABLES[1], "q0,b"], TABLES[2]), "old.txt: 1 id occurs more than once: 'q0' (line 2, 7)."),
        ((TABLES[0], [*TABLES[1], "accuracy,0.6"], TABLES[2]), "old.txt, line 7: 'accuracy 0.6' looks like a summary"),
        ((TABLES[0], [*TABLES[1], "q5"], TABLES[2]), "old.txt, line 7: 1 field where the header has 2"),
        ((TABLES[0], [*TABLES[1][:-1], "q4,"], TABLES[2]), "old.txt, line 6: nothing in column 'label'"),
        (
            [["New York", "San Jose", "New York"]] * 3,
            "gold.txt, line 1: 2 fields, as on every line, and no column that names the items is among 'column 1', ",
        ),
        ([["token,tag", "a,x", "a,y"]] * 3, "is among 'token', 'tag': put a header"),
        (
            [[f"{line},{line[-1]}" for line in rows(labels, "id,p1")] for labels in (GOLD, OLD, NEW)],
            "gold.txt has the columns 'p1', '1': say which holds the labels (columns=, --columns)",
        ),
        ((TABLES[0], OLD, NEW), "gold.txt, line 1: 'id,label' has columns, as has every line, but old.txt holds one"),
        ((TABLES[0], TABLES[1], NEW), "gold.txt, line 1: 'id,label' has columns"),
        ((GOLD, OLD, rows(NEW, "", delimiter=" ")), "new.txt, line 1: 'q0 b' has columns, as has every line, but gold"),
        (([*rows(GOLD, "item,label"), "q9,a"], *TABLES[1:]), "gold.txt in 'item' and old.txt in 'id' and new.txt"),
    ],
)  # fmt: skip
def test_table_refusals_name_the_file(columns, expected):
    message = refusal(read, *columns)
    assert expected in message
    assert len(message) < 400


@pytest.mark.parametrize(
    "words", [("New York", "Paris"), ("sports, outdoors", "news"), ("a b", "a,b"), ("x; y z", "x")]
)
def test_labels_may_hold_what_separates_columns_elsewhere(words):
    both, first = [*words, *words], [words[0]] * 4
    assert read(both, both, first).labels == tuple(sorted(words))
    # A file whose labels are all aligned is not a table if the other files have the same labels.
    assert read(first, both, both).labels == tuple(sorted(words))
    quoted = [f'"{words[0]}"'] * 4
    assert read(quoted, quoted, quoted).labels == (words[0],)


def test_free_text_does_not_fill_the_memory():
    texts = [f"text{i}" for i in range(10_000)]
    wrong = ["text1", *texts[1:]]
    pair = read(texts, wrong, texts)
    assert "10,000 labels of 10,000 items" in pair.notes[-1]
    assert fitting_metrics(pair) == ["mean"]
    assert pair.baseline[:, 0].tolist() == [0, *[1] * 9_999]
    assert (pair.experimental == 1).all()


@pytest.mark.parametrize(
    "summary",
    [
        "accuracy 0.857",
        "accuracy\t0.857\t0.880",
        "Accuracy: 85.7%",
        "macro avg  0.81  0.80  0.80  1000",
        "f1 = 0.5",
        "total 5",
    ],
)
def test_summary_lines_are_no_items(summary):
    expected = f"line 6: {summary!r} looks like a summary row: delete it, every line belongs to one item."
    assert "new.txt, " + expected in refusal(read, GOLD, OLD, [*NEW, summary])
    with_it = [[*labels, summary, "macro-f1 0.8"] for labels in (GOLD, OLD, NEW)]
    assert "gold.txt, " + expected in refusal(read, *with_it)


@pytest.mark.parametrize(
    "labels", [["f1", "accuracy"], ["total", "mean"], ["f1 0", "f1"], ["mean 1", "other"], ["0", "1"]]
)
def test_labels_that_are_called_like_a_summary_are_labels(labels):
    both = [*labels, *labels]
    assert read(both, both, both[::-1]).labels == tuple(sorted(labels))
    rows = [("gold", "old", "new"), *zip(both, both, both[::-1], strict=True)]
    assert len(read_label_table(of_rows(rows), gold="gold", baseline="old", experimental="new")) == 4


@pytest.mark.parametrize(("above", "last"), [(["a"], 1), (["a", "a", "a"], 3)])
def test_an_item_called_sum_is_no_summary_of_the_labels(above, last):
    """Its labels occur above, or it is one of several."""
    items = [*above, *["sum"] * last]
    rows = [("word", "g", "a", "b"), *((item, "01"[i % 2], "0", "1") for i, item in enumerate(items))]
    assert len(read_label_table(of_rows(rows), gold="g", baseline="a", experimental="b")) == len(items)
    single = [",".join((item, f"i{i}", "0" if item == "a" else "1")) for i, item in enumerate(items)]
    files = [["task,id,label", "b,j,1", *single]] * 3
    assert len(read(*files, columns="label")) == len(items) + 1
    rows = [["id,label", "a,0", "b,1", "sum,1"]] * 3
    assert read(*rows).ids == ("a", "b", "sum")


TABLE = [("id", "gold", "old", "new"), *zip("vwxyz", GOLD, OLD, NEW, strict=True)]


def test_a_table_holds_the_same():
    pair = read_label_table(of_rows(TABLE), gold="gold", baseline="old", experimental="new")
    assert np.array_equal(pair.baseline, read().baseline)
    assert pair.ids == tuple("vwxyz")
    assert pair.notes == ("Items are named by column 'id'.",)
    without = [row[1:] for row in TABLE]
    assert read_label_table(of_rows(without), gold="gold", baseline="old", experimental="new").digest == read().digest


@pytest.mark.parametrize(
    ("rows", "options", "expected"),
    [
        ([*TABLE, ("u", "a", "", "b")], {}, "a.csv, line 7: nothing in column 'old': every item needs a label"),
        (TABLE, {"labels": ["a", "b"]}, "column 'gold' of a.csv, line 5: 'c' is not in the label set (a, b)"),
        (TABLE, {"gold": "right"}, "a.csv has no column 'right': choose among 'id', 'gold', 'old', 'new'."),
        (TABLE, {"baseline": "new"}, "baseline and experimental both name column 'new'"),
        (TABLE, {"id": "gold"}, "a.csv: 2 ids occur more than once"),
        (
            [*TABLE, ("accuracy", ".6", ".6", ".8")],
            {},
            "line 7: 'accuracy .6 .6 .8' looks like a summary row: delete it",
        ),
        ([*TABLE, ("", "f1", "0.6", "0.8")], {}, "line 7: 'f1 0.6 0.8' looks like a summary row"),
        ([*TABLE, ("u", "acc", "6", "8")], {}, "line 7: 'acc 6 8' looks like a summary row"),
    ],
)
def test_refusals_of_one_table(rows, options, expected):
    chosen = {"gold": "gold", "baseline": "old", "experimental": "new"} | options
    assert expected in refusal(read_label_table, of_rows(rows), **chosen)


@pytest.mark.parametrize("gold", ["gold", "expected", "answer"])
@pytest.mark.parametrize("score", ["correct", "em", "passed", "match"])
def test_what_says_who_is_right_is_the_score_of_free_answers_beside_it(gold, score):
    def one(name, answers):
        rows = [f"q{i},{'ABCD'[i % 4]},{each},{str(each == 'ABCD'[i % 4]).lower()}" for i, each in enumerate(answers)]
        return Upload(name, "\n".join([f"question,{gold},response,{score}", *rows]).encode())

    files = one("old.csv", "ABCDAAAA"), one("new.csv", "ABCDABCA")
    right = core.read_systems(*files).statistics[:, 0, :, 0].sum(axis=-1)
    assert right.tolist() == [5, 7]


@pytest.mark.parametrize("name", ["toxic", "invalid", "wrong"])
def test_classes_with_names_of_judgments_are_asked_about(name):
    rows = [f"q{i},{i % 2},{(i * i) % 3 % 2},{i // 3 % 2}" for i in range(24)]
    table = Upload("table.csv", "\n".join([f"id,gold,{name}_old,{name}_new", *rows]).encode())
    with pytest.raises(OptionError, match="are all among those of 'gold', as predicted classes are"):
        core.read_systems(table)


def test_any_number_of_systems_is_read_as_each_pair_is():
    rng = np.random.default_rng(1)
    gold = rng.choice(list("abc"), 40).tolist()
    systems = {name: [g if rng.random() < 0.6 else "b" for g in gold] for name in ("old", "new", "newest")}
    items = [(f"q{i}", g, *row) for i, (g, *row) in enumerate(zip(gold, *systems.values(), strict=True))]
    wide = core.read_systems(of_rows([("id", "gold", *systems), *items]), gold="gold")
    held = [[(f"q{i}", g, p) for i, (g, p) in enumerate(zip(gold, each, strict=True))] for each in systems.values()]
    moved = [[("id", "gold", "pred"), *(rows[i] for i in rng.permutation(40))] for rows in held]
    tables = core.read_systems(*map(of_rows, moved, [f"{name}.csv" for name in systems]), gold="gold")
    files = [of_lines(each, f"{name}.txt") for name, each in systems.items()]
    lines = core.read_systems(*files, gold=of_lines(gold, "gold.txt"))
    for scores in (wide, lines, tables):
        assert scores.names == tuple(systems)
        order = [int(name[1:]) for name in scores.ids or [f"q{i}" for i in range(40)]]
        own = [by_definition([gold[i] for i in order], [each[i] for i in order], "abc") for each in systems.values()]
        assert scores.statistics[:, 0].tolist() == own
    few = core.read_systems(*map(of_rows, [moved[0][:-3], *moved[1:]]), gold="gold", missing="drop")
    assert (len(few), "3 of 40 items dropped" in " ".join(few.notes)) == (37, True)
