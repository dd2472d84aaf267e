"""Gold labels and predictions: files, tables, label sets."""

import time

import numpy as np
import pytest

from core.errors import DataError, OptionError
from core.metrics import resolve_metric
from core.readers import Upload, read_label_table, read_labels

GOLD = ["b", "a", "b", "c", "a"]
OLD = ["b", "b", "b", "a", "a"]
NEW = ["b", "a", "a", "c", "a"]


def column(labels, name="gold.txt"):
    return Upload(name, "\n".join(labels).encode())


def read(gold=GOLD, old=OLD, new=NEW, **options):
    return read_labels(column(gold), column(old, "old.txt"), column(new, "new.txt"), **options)


def refusal(*columns, **options):
    with pytest.raises((DataError, OptionError)) as caught:
        read(*columns, **options)
    assert "\n" not in str(caught.value)
    return str(caught.value)


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
    assert (pair.baseline_name, pair.experimental_name, pair.decimals) == ("old.txt", "new.txt", 0)


def test_the_label_set_holds_what_is_predicted_and_never_gold():
    pair = read(new=["d", "a", "a", "c", "a"])
    assert pair.labels == ("a", "b", "c", "d")
    assert pair.notes == ("Never gold, but predicted in new.txt: d.",)


def test_a_given_label_set_keeps_its_order():
    assert read(labels=["c", "b", "a", "z"]).labels == ("c", "b", "a", "z")


@pytest.mark.parametrize(
    ("arguments", "options", "expected"),
    [
        ((), {"labels": ["a", "b"]}, "gold.txt, line 4: 'c' is not in the label set (a, b)."),
        ((GOLD, ["x", *OLD[1:]]), {"labels": ["a", "b", "c"]}, "old.txt, line 1: 'x' is not in the label set"),
        ((), {"labels": ["a", "a"]}, "labels == ['a', 'a'], must be different names"),
        ((), {"labels": []}, "labels == [], must be different names, at least one"),
        ((GOLD[:4],), {}, "old.txt has 5 labels and gold.txt has 4: line i"),
        ((GOLD, ["b", "", *OLD[2:]]), {}, "old.txt, line 2: a blank line where a label should be"),
        ((GOLD, OLD, ["1\tb", *NEW[1:]]), {}, "new.txt, line 1: 2 fields separated by tabs, must be one label"),
    ],
)
def test_refusals(arguments, options, expected):
    assert expected in refusal(*arguments, **options)


def test_headers_are_told_and_quotes_removed():
    pair = read(["gold", *GOLD], OLD, [f'"{label}"' for label in NEW])
    assert pair.digest == read().digest
    assert pair.notes == ("Line 1 of gold.txt, 'gold', is taken as a header.",)
    assert read(["gold", "gold"], ["a", "a"], ["a", "a"]).labels == ("a", "gold")


def test_free_text_does_not_fill_the_memory():
    texts = [f"text {i}" for i in range(10_000)]
    assert "10,000 labels of 10,000 items do not fit in memory" in refusal(texts, texts, texts)


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
        ([*ROWS, ("mean", "a", "a", "b")], {}, "line 7: 'mean' in column 'id' looks like a summary row"),
    ],
)
def test_table_refusals(rows, options, expected):
    chosen = {"gold": "gold", "baseline": "old", "experimental": "new"} | options
    with pytest.raises((DataError, OptionError)) as caught:
        read_label_table(table(rows), **chosen)
    assert expected in str(caught.value)


def test_accuracy_of_a_million_items_takes_seconds():
    generator = np.random.default_rng(0)
    columns = [np.array(["no", "yes"])[generator.integers(0, 2, 1_000_000)] for _ in range(3)]
    begin = time.perf_counter()
    pair = read(*columns)
    # Ten times what it takes on a slow machine: this guards against quadratic work, not against a busy hour.
    assert time.perf_counter() - begin < 30
    accuracy = resolve_metric("accuracy", pair).score(pair.baseline.sum(axis=0))
    assert accuracy == (columns[0] == columns[1]).mean()
