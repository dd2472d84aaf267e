"""One table of gold labels and both systems' predictions."""

import numpy as np
import pytest

import core
from core.errors import DataError, OptionError
from core.readers import Upload, read_label_table, read_labels

GOLD = ["b", "a", "b", "c", "a"]
OLD = ["b", "b", "b", "a", "a"]
NEW = ["b", "a", "a", "c", "a"]


def column(labels, name="gold.txt"):
    return Upload(name, "\n".join(labels).encode())


def read(gold=GOLD, old=OLD, new=NEW, **options):
    return read_labels(column(gold), column(old, "old.txt"), column(new, "new.txt"), **options)


def table(rows):
    return Upload("labels.csv", "\n".join(",".join(row) for row in rows).encode())


ROWS = [("id", "gold", "old", "new"), *zip("vwxyz", GOLD, OLD, NEW, strict=True)]


def test_a_table_holds_the_same():
    pair = read_label_table(table(ROWS), gold="gold", baseline="old", experimental="new")
    assert np.array_equal(pair.baseline, read().baseline)
    assert pair.ids == tuple("vwxyz")
    assert pair.notes == ("Items are named by column 'id'.",)
    without = [row[1:] for row in ROWS]
    assert read_label_table(table(without), gold="gold", baseline="old", experimental="new").digest == read().digest


@pytest.mark.parametrize(
    ("rows", "options", "expected"),
    [
        ([*ROWS, ("u", "a", "", "b")], {}, "labels.csv, line 7: nothing in column 'old': every item needs a label"),
        (ROWS, {"labels": ["a", "b"]}, "column 'gold' of labels.csv, line 5: 'c' is not in the label set (a, b)"),
        (ROWS, {"gold": "right"}, "labels.csv has no column 'right': choose among 'id', 'gold', 'old', 'new'."),
        (ROWS, {"baseline": "new"}, "baseline and experimental both name column 'new'"),
        (ROWS, {"id": "gold"}, "labels.csv: 2 ids occur more than once"),
        (
            [*ROWS, ("accuracy", ".6", ".6", ".8")],
            {},
            "line 7: 'accuracy .6 .6 .8' looks like a summary row: delete it",
        ),
        ([*ROWS, ("", "f1", "0.6", "0.8")], {}, "line 7: 'f1 0.6 0.8' looks like a summary row"),
        ([*ROWS, ("u", "acc", "6", "8")], {}, "line 7: 'acc 6 8' looks like a summary row"),
    ],
)
def test_table_refusals(rows, options, expected):
    chosen = {"gold": "gold", "baseline": "old", "experimental": "new"} | options
    with pytest.raises((DataError, OptionError)) as caught:
        read_label_table(table(rows), **chosen)
    assert expected in str(caught.value)


@pytest.mark.parametrize("gold", ["gold", "expected", "answer"])
@pytest.mark.parametrize("score", ["correct", "em", "passed", "match"])
def test_what_says_who_is_right_is_the_score_of_free_answers_beside_it(gold, score):
    def one(name, answers):
        rows = [f"q{i},{'ABCD'[i % 4]},{each},{str(each == 'ABCD'[i % 4]).lower()}" for i, each in enumerate(answers)]
        return Upload(name, "\n".join([f"question,{gold},response,{score}", *rows]).encode())

    files = one("old.csv", "ABCDAAAA"), one("new.csv", "ABCDABCA")
    right = core.read_systems(*files).statistics[:, 0, :, 0].sum(axis=-1)
    assert right.tolist() == [5, 7]
