"""Corrections against their definitions, published examples and SciPy."""

import csv
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import false_discovery_control

from core import OptionError
from core.ranking.corrections import PVALUE_CORRECTIONS, adjust
from tests.real_data.conftest import DATA

PVALUES = st.lists(st.floats(0, 1), min_size=1, max_size=12)


def holm_by_definition(p):
    """Reject while p₍ₖ₎ ≤ α/(m − k + 1): the smallest α at which each is rejected."""
    m, order = len(p), sorted(range(len(p)), key=lambda i: p[i])
    adjusted, worst = [None] * m, Fraction(0)
    for k, i in enumerate(order):
        worst = max(worst, Fraction(p[i]) * (m - k))
        adjusted[i] = float(min(worst, 1))
    return adjusted


@given(PVALUES)
def test_holm_is_its_definition(p):
    assert adjust(p).tolist() == pytest.approx(holm_by_definition(p), rel=1e-12, abs=0)


@given(PVALUES)
def test_benjamini_and_hochberg_is_scipys(p):
    assert adjust(p, "bh").tolist() == pytest.approx(false_discovery_control(p).tolist(), rel=1e-9, abs=0)


@given(PVALUES)
def test_hochberg_rejects_up_to_the_last_small_one(p):
    # Hochberg's rule: find the largest k with p₍ₖ₎ ≤ α/(m − k + 1), reject it and all smaller.
    for alpha in (0.01, 0.05, 0.5):
        ordered = sorted(p)
        passing = [k for k, each in enumerate(ordered) if each * (len(p) - k) <= alpha]
        rejected = 0 if not passing else sum(each <= ordered[passing[-1]] for each in p)
        assert int((adjust(p, "hochberg") <= alpha).sum()) == rejected


@given(PVALUES, st.randoms())
def test_the_order_changes_nothing(p, random):
    places = list(range(len(p)))
    random.shuffle(places)
    for correction in PVALUE_CORRECTIONS:
        shuffled = adjust([p[i] for i in places], correction)
        assert shuffled.tolist() == [adjust(p, correction)[i] for i in places]


@given(PVALUES)
def test_no_correction_makes_anything_smaller_and_holm_is_the_most_careful(p):
    raw = adjust(p, "none")
    assert all((adjust(p, correction) >= raw - 1e-15).all() for correction in PVALUE_CORRECTIONS)
    assert all((adjust(p, correction) <= adjust(p, "holm") + 1e-12).all() for correction in ("hochberg", "bh"))


def test_nothing_to_correct():
    assert adjust([]).tolist() == []
    assert adjust([0.03]).tolist() == [0.03]


@pytest.mark.parametrize("wrong", [[0.5, 1.2], [float("nan")], [-0.1], [[0.1]]])
def test_what_is_no_pvalue_is_refused(wrong):
    with pytest.raises(OptionError, match="list of numbers from 0 to 1"):
        adjust(wrong)


@pytest.mark.skipif(not DATA.exists(), reason="the real inputs are not there: ../shared/data beside the project")
def test_published_corrections_of_36_pairs():
    path = DATA / "eval_logs" / "oracles" / "langchain_mcnemar_36pairs.csv"
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    p = [float(row["p"]) for row in rows]
    for correction, column in (("holm", "adj_holm"), ("bh", "adj_fdr_bh")):
        assert adjust(p, correction).tolist() == pytest.approx([float(row[column]) for row in rows], rel=1e-12, abs=0)
    counts = [int(np.count_nonzero(adjust(p, each) <= 0.05)) for each in ("none", "holm", "bh")]
    assert counts == [22, 10, 21]
