"""Differences as sums of integers, also beyond 64 bits."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

import core
from core.data.paired import PairedScores


@pytest.mark.parametrize("unit", [1, 10**6, 10**10])
@pytest.mark.parametrize("decimals", [0, 3])
def test_ratios_of_large_counts_are_compared_without_rounding(unit, decimals):
    # Coprime denominators, so that the threshold has all their digits.
    sizes = [unit + 1, 2 * unit + 3, 3 * unit + 1, unit + 7]
    right = [(unit, unit + 1), (2 * unit, unit - 1), (unit + 5, 2 * unit + 1), (3, 5)]
    scale = Fraction(1, 10**decimals)
    rows = [[(Fraction(top) * scale, size) for top in tops] for tops, size in zip(right, sizes, strict=True)]
    sides = [[[float(row[i][0]), float(row[i][1])] for row in rows] for i in range(2)]
    pair = PairedScores.from_scores(*(np.array(side) for side in sides), decimals=decimals)
    for alternative, sign in (("greater", 1), ("less", -1)):
        beyond = 0
        for drawn in itertools.product(range(4), repeat=4):
            moved = sum(rows[i][1][0] - rows[i][0][0] for i in drawn)
            beyond += sign * moved <= 0
        result = core.compare(pair, metric="ratio", test="bootstrap", alternative=alternative)
        assert result.pvalue == pytest.approx(beyond / 256, abs=1e-14)
        observed = sum(row[1][0] - row[0][0] for row in rows) / sum(sizes)
        beyond = 0
        for drawn in itertools.product(range(4), repeat=4):
            moved = sum(rows[i][1][0] - rows[i][0][0] for i in drawn)
            # δ* ≥ 2δ: the resample is as far from the difference as that is from none.
            beyond += sign * moved >= sign * 2 * observed * sum(sizes[i] for i in drawn)
        result = core.compare(pair, metric="ratio", test="shifted-bootstrap", alternative=alternative)
        assert result.pvalue == pytest.approx(beyond / 256, abs=1e-14)


@pytest.mark.parametrize("test", ["permutation", "bootstrap"])
def test_differences_given_in_place_of_scores_lie_on_their_lattice(test):
    rng = np.random.default_rng(8)
    old, new = np.round(rng.lognormal(4, 0.6, (2, 70)), 1)
    subtracted = core.compare(np.zeros(70), new - old, test=test, alternative="greater")
    assert subtracted.engine == "lattice"
    given = core.compare(old, new, test=test, alternative="greater")
    assert subtracted.pvalue == pytest.approx(given.pvalue, rel=1e-12, abs=0)


def test_what_is_more_than_rounding_breaks_a_tie():
    d = np.array([0.1, 0.2, -0.3, 0.5, -0.5, 0.7, 0.4, -0.2])
    noisy = d + 1e-6 * np.array([1, 1, -1, 1, 1, -1, 1, 1])
    sizes = [Fraction(float(each)) for each in noisy]
    sums = [
        sum(map(Fraction.__mul__, sizes, signs)) for signs in itertools.product(map(Fraction, (1, -1)), repeat=len(d))
    ]
    expected = np.mean([total >= sums[0] for total in sums])
    assert core.compare(np.zeros(len(d)), noisy, alternative="greater").pvalue == expected


@pytest.mark.parametrize("test", ["permutation", "bootstrap", "shifted-bootstrap"])
@pytest.mark.parametrize("strata", [1, 3])
def test_rounding_of_scores_breaks_no_tie(strata, test):
    generator = np.random.default_rng(5)
    sizes = generator.choice([math.sqrt(2), math.e], 40) * generator.choice([-1, 0, 0, 1], 40)
    scores, places = generator.normal(0, 100, 40), [str(each % strata) for each in range(40)]
    given, rounded = (
        PairedScores.from_scores(each, each + sizes).with_strata(places if strata > 1 else None)
        for each in (0 * scores, scores)
    )
    for alternative in ("greater", "less", "two-sided"):
        one, other = (core.compare(pair, test=test, alternative=alternative) for pair in (given, rounded))
        assert other.computed
        assert other.pvalue == pytest.approx(one.pvalue, rel=1e-6, abs=one.error_bound + other.error_bound)


def test_whether_a_ratio_is_above_zero_does_not_depend_on_its_denominators():
    rng = np.random.default_rng(12)
    d, w = rng.choice([-1, 0, 1, 2], 60), rng.lognormal(2, 0.5, 60)
    rows = (np.column_stack([top, w]) for top in (np.zeros(60), d))
    ratio = core.compare(PairedScores.from_scores(*rows), metric="ratio", test="bootstrap", alternative="greater")
    mean = core.compare(np.zeros(60), d, test="bootstrap", alternative="greater")
    assert ratio.engine == mean.engine == "lattice"
    assert ratio.pvalue == pytest.approx(mean.pvalue, rel=1e-12, abs=0)
