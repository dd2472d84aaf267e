"""Recall's denominator is the gold count of an item, so it is the same in the files of two systems, in every form."""

import pytest

from core.errors import DataError
from core.readers import Upload, read_scores, read_table, read_tables

HEADER = "recall_numerator,recall_denominator,precision_numerator,precision_denominator"
OLD = ["1,2,1,3", "0,4,0,1"]
NEW = ["2,2,2,3", "1,5,1,1"]


def lines(rows, header=""):
    return Upload("x.csv", "\n".join([header, *rows] if header else rows).encode())


def with_ids(rows):
    return lines([f"d{i},{row}" for i, row in enumerate(rows)], "id," + HEADER)


READINGS = {
    "scores": lambda: read_scores(lines(OLD), lines(NEW)),
    "scores with a header": lambda: read_scores(lines(OLD, HEADER), lines(NEW, HEADER)),
    "tables": lambda: read_tables(with_ids(OLD), with_ids(NEW)),
    "table": lambda: read_table(
        lines([f"{old},{new}" for old, new in zip(OLD, NEW, strict=True)], "a,b,c,d,e,f,g,h"),
        baseline="a,b,c,d",
        experimental="e,f,g,h",
    ),
}


@pytest.mark.parametrize("name", READINGS)
def test_other_gold_counts_are_refused(name):
    with pytest.raises(DataError, match=r"count different gold for 1 of 2 items.*4 and 5"):
        READINGS[name]()


def test_gold_of_dropped_items_does_not_matter():
    old, new = lines(["1,2,1,3", "nan,4,0,1"]), lines(["2,2,2,3", "1,5,1,1"])
    assert len(read_scores(old, new, missing="drop")) == 1


def test_ratios_may_have_any_denominators():
    assert len(read_scores(Upload("a", b"right total\n1 2\n3 4"), Upload("b", b"right total\n1 3\n3 5"))) == 2
