"""Exact p-values printed in books and in the documentation of other packages."""

import csv
import re
from fractions import Fraction

import pytest

import core
from core.data.paired import PairedScores
from tests.oracles import rational


def rows(data):
    with (data / "exact_pvalues" / "exact_pvalues.tsv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def differences(text):
    """Read '4 -1 2' or '121x(+1) 59x(-1)'."""
    out = []
    for part in text.split():
        repeated = re.fullmatch(r"(\d+)x\(([+-]\d+)\)", part)
        out += [int(repeated[2])] * int(repeated[1]) if repeated else [int(part)]
    return out


@pytest.mark.parametrize("method", ["auto", "exact"])
def test_every_published_value(data, method):
    checked = 0
    for row in rows(data):
        values = differences(row["differences"])
        alternative = {"two": "two-sided", "greater": "greater"}[row["alternative"]]
        exact = Fraction(row["exact_fraction"])
        assert rational.pvalue("permutation", alternative, values) == exact, row["case"]
        pair = PairedScores.from_scores([0] * len(values), values)
        result = core.compare(pair, test="permutation", alternative=alternative, method=method)
        assert result.computed
        assert result.pvalue == pytest.approx(float(exact), rel=1e-9, abs=0), row["case"]
        checked += row["check"] == "OK"
    assert checked == 28
