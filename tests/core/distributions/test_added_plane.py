"""Masses of a plane added up step by step: every one of them by whole numbers, far tails by counts of all totals."""

import math
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import core
from core.data.paired import PairedScores
from core.distributions.added_plane import AddedPlane, additions
from core.errors import NotExactError
from tests.core.plane_cases import Case
from tests.oracles.plane import permutation_pvalue

# (right, all) of baseline and experimental with their multiplicities: of ratios of which the experimental system loses
# nearly all, far tails are left by the signs of two large items, which decide between outcomes far apart.
FAR_OUT = [
    ((0, 1), (0, 3), 13), ((0, 1), (0, 4), 13), ((0, 1), (1, 3), 13), ((0, 1), (1, 4), 9), ((0, 1), (0, 3), 3),
    ((0, 1), (1, 4), 3), ((1, 1), (0, 3), 18), ((1, 1), (0, 4), 10), ((1, 1), (1, 3), 12), ((1, 1), (1, 4), 7),
    ((36, 54), (6, 90), 1), ((44, 66), (0, 1), 1),
]  # fmt: skip

STEPS = st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4)).filter(any), min_size=1, max_size=5, unique=True)


def counted(steps, counts):
    """How many ways lead to each swapped sum."""
    ways = Counter({(0, 0): 1})
    for step, count in zip(steps, counts, strict=True):
        for _ in range(count):
            ways += Counter({(q + step[0], r + step[1]): n for (q, r), n in ways.items()})
    return ways


@settings(max_examples=40, deadline=None)
@given(STEPS, st.integers(0, 2**31))
def test_every_mass_is_the_fraction(steps, seed):
    counts = np.random.default_rng(seed).integers(1, 4, len(steps))
    plane = AddedPlane(np.array(steps), counts)
    low = counts @ np.minimum(steps, 0)
    found = {tuple((low + at).tolist()): plane.masses[tuple(at)] for at in np.argwhere(plane.masses)}
    truth = counted(steps, counts)
    assert set(found) == set(truth)
    for at, ways in truth.items():
        assert found[at] == ways
    assert plane.exponent == counts.sum()


def test_masses_of_thousands_of_items_neither_overflow_nor_vanish():
    plane = AddedPlane(np.array([[1, 0], [0, 1]]), np.array([1_500, 1]))
    assert not AddedPlane(np.array([[1, 0], [0, 1]]), np.array([1_999, 1])).soon
    assert plane.exponent == 501
    masses = plane.masses * 2.0**-501
    middle = Fraction(np.prod([Fraction(1_501 - i, i) for i in range(1, 751)])) / 2**1_501
    assert masses[750, 0] == pytest.approx(float(middle), rel=1e-12, abs=0)
    assert abs(Fraction(masses[750, 1]) - middle) <= Fraction(plane.relative) * middle
    assert masses.sum() == pytest.approx(1.0, rel=1e-12, abs=0)
    assert masses[20, 0] == pytest.approx(0.0, abs=1e-300)


def test_it_is_told_how_many_additions_that_takes():
    steps = np.array([[1, 2], [-3, 1]])
    assert additions(steps).tolist() == [1.0, 6.0, 20.0]
    assert AddedPlane(steps, np.array([5, 5])).soon
    large = AddedPlane(1_000 * steps, np.array([9, 9]))
    assert not large.soon
    with pytest.raises(NotExactError, match="too many possible totals to add up"):
        _ = large.masses


@pytest.mark.parametrize("alternative", ["greater", "less", "two-sided"])
@pytest.mark.parametrize("boundary", ["include", "exclude"])
@pytest.mark.parametrize("one_sided", [False, True])
def test_far_tails_hold_to_eleven_digits(alternative, boundary, one_sided):
    # Precision of one system that predicts far more than the other, or where the other predicts nothing.
    generator = np.random.default_rng(8)
    predicted = np.column_stack([generator.integers(4, 7, 150), generator.integers(1, 3, 150)])
    if one_sided:
        predicted[np.arange(150), generator.integers(0, 2, 150)] = 0
    right = np.minimum(np.floor(predicted * np.array([0.4, 0.7]) + generator.random((150, 2))), predicted).astype(int)
    sides = [np.column_stack([right[:, i], predicted[:, i]]) for i in (0, 1)]
    truth = permutation_pvalue(Case("ratio", *sides, 0, alternative, boundary))
    result = core.compare(
        PairedScores.from_scores(*(side.astype(float) for side in sides)),
        metric="ratio",
        alternative=alternative,
        boundary=boundary,
    )
    assert result.exact
    assert abs(Fraction(result.pvalue) - truth) <= Fraction(result.error_bound) + Fraction(1e-14) * truth
    assert result.error_bound <= 1e-11 * result.pvalue
    if alternative != "less":
        assert 0 < truth < Fraction(1, 10**9)


def test_a_far_tail_that_large_items_leave_is_exact():
    sides = [np.repeat([row[i] for row in FAR_OUT], [row[2] for row in FAR_OUT], axis=0) for i in (0, 1)]
    truth = permutation_pvalue(Case("ratio", *sides, 0, "less", "include"))
    result = core.compare(
        PairedScores.from_scores(*(side.astype(float) for side in sides)), metric="ratio", alternative="less"
    )
    assert result.engine == "plane"
    assert abs(Fraction(result.pvalue) - truth) <= Fraction(result.error_bound) + Fraction(1e-14) * truth
    assert 0 < result.error_bound <= 1e-11 * result.pvalue < 1e-25


@pytest.mark.parametrize(("n", "lose"), [(1_999, 0), (2_000, 0), (2_001, 1)])
def test_below_the_smallest_double_nothing_is_lost(n, lose):
    baseline, experimental = np.tile([0.0, 1.0], (n + 1, 1)), np.tile([1.0, 2.0], (n + 1, 1))
    baseline[:lose], experimental[:lose] = experimental[:lose].copy(), baseline[:lose].copy()
    baseline[-1] = experimental[-1] = [1.0, 2.0]
    result = core.compare(PairedScores.from_scores(baseline, experimental), metric="ratio", alternative="greater")
    assert result.log10_pvalue == pytest.approx(math.log10(1 + lose * n) - n * math.log10(2), rel=1e-9, abs=0)
