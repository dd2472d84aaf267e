"""Scores are read with their printed decimals: 0.2 is exactly 2/10, and 0.333333 is 1/3."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import core
from core.data.paired import PairedScores
from core.distributions.units import find_lattice
from tests.core.pairs import ALTERNATIVES, TESTS
from tests.oracles import rational

SCALES = (1, 5, 100)


@st.composite
def files(draw):
    """Two columns of printed scores, and the most decimals among them."""
    decimals = [draw(st.integers(0, 6)) for _ in range(2)]
    size = 10 ** max(decimals)
    scale, low = draw(st.sampled_from(SCALES)), draw(st.sampled_from((0, -1, 10_000)))
    few = draw(st.lists(st.integers(low * size, (low + scale) * size), min_size=2, max_size=4))
    n = draw(st.integers(1, 6))
    columns = [[Fraction(draw(st.sampled_from(few)), size) for _ in range(n)] for _ in range(2)]
    # Each file prints its own number of decimals.
    printed = [[f"{float(x):.{d}f}" for x in column] for column, d in zip(columns, decimals, strict=True)]
    return printed[0], printed[1], max(decimals)


def check(baseline, experimental, decimals, scores):
    """Compare the p-value with rational arithmetic on the scores, and the difference with the printed one."""
    pair = PairedScores.from_scores(*([float(x) for x in side] for side in (baseline, experimental)), decimals=decimals)
    differences = [e - a for a, e in zip(*scores, strict=True)]
    printed = sum(Fraction(x) for x in experimental) - sum(Fraction(x) for x in baseline)
    for test in TESTS:
        for alternative in ALTERNATIVES:
            result = core.compare(pair, test=test, alternative=alternative)
            assert result.pvalue == pytest.approx(
                float(rational.pvalue(test, alternative, differences)), rel=1e-9, abs=0
            )
            assert result.statistic == pytest.approx(float(printed / len(baseline)), rel=1e-12, abs=1e-15)
    return result


@settings(max_examples=30, deadline=None)
@given(files())
def test_pvalues_are_those_of_the_printed_numbers(files):
    baseline, experimental, decimals = files
    pair = PairedScores.from_scores(*([float(x) for x in side] for side in (baseline, experimental)), decimals=decimals)
    lattice = core.compare(pair).lattice
    scores = [[Fraction(round(Fraction(x) * lattice), lattice) for x in side] for side in (baseline, experimental)]
    half = Fraction(1, 2 * 10**decimals)
    moved = [[x - Fraction(y) for x, y in zip(*sides, strict=True)] for sides in zip(scores, files, strict=False)]
    assert max(abs(each) for side in moved for each in side) <= half
    assert abs(sum(moved[1]) - sum(moved[0])) <= half * len(baseline)
    assert lattice == 1 or lattice == 10**decimals or 100 * lattice <= 10**decimals
    check(baseline, experimental, decimals, scores)


@settings(max_examples=15, deadline=None)
@given(
    st.sampled_from([3, 6, 7, 12, 30, 60]),
    st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), min_size=1, max_size=6),
    st.integers(5, 8),
)
def test_fractions_printed_with_enough_decimals_are_fractions(denominator, items, decimals):
    # Items come in both orders, so that what printing adds to one difference it takes from another.
    items = items + [(e, a) for a, e in items[1:]]
    columns = [[Fraction(k, denominator) for k in side] for side in zip(*items, strict=True)]
    printed = [[f"{float(x):.{decimals}f}" for x in column] for column in columns]
    check(*printed, decimals, columns)


def test_a_gain_is_no_loss():
    pair = PairedScores.from_scores([0.2] * 60 + [0.4] * 20, [0.3] * 80, decimals=1)
    result = core.compare(pair)
    interval = result.confidence_interval()
    assert result.lattice == 10
    assert result.statistic == 0.05
    assert interval.low < 0.05 < interval.high


def test_a_lattice_never_moves_the_difference():
    # Thirds, but each difference would grow by two thirds of a unit: the numbers count as printed.
    pair = PairedScores.from_scores([0.333333] * 5, [0.666667] * 5, decimals=6)
    result = core.compare(pair)
    assert (result.lattice, result.statistic) == (10**6, 0.333334)


@pytest.mark.parametrize(
    ("scores", "decimals", "lattice"),
    [
        ([0.25, 0.5, 0.75], 2, 100),
        ([0.333, 0.667], 3, 3),
        ([0.143, 0.286, 0.5], 3, 1000),
        ([0.14286, 0.5, 0.28571], 5, 14),
        ([-0.033333, 2.0, -1.5], 6, 30),
        ([4.0, 17.0, -3.0], 2, 1),
        ([1e15, 2e15 + 1], 0, 1),
        ([2.0**53, 1.0], None, 1),
        ([1e300, 3e300], None, None),  # every double is a whole number there
        ([0.123456], 2, 10**6),  # more decimals than are said to be printed
        ([1e-310, 2e-310], 310, None),
        ([0.1, 0.2, 0.7], None, 10),
        ([123456.123456789, 654321.2], None, None),
    ],
)
def test_lattices(scores, decimals, lattice):
    assert find_lattice(np.array(scores), decimals) == lattice
