"""Planes that are bracketed before they are added up: against added rows, and where a bracket tells too little."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

import core
from core.data.collapsed import Collapsed
from core.data.paired import PairedScores
from core.distributions.plane_rows import CoarseRowSwaps, RowSwaps
from core.distributions.wide_swaps import IrregularSwaps, WideSwaps
from core.errors import NotExactError
from core.metrics import METRICS
from tests.core.distributions.test_plane_rows import counts, few_kinds


def laws(metric, sides, *engines):
    rows = Collapsed(*(side.astype(float) for side in sides), np.ones(len(sides[0]), dtype=np.int64))
    return [engine(rows, METRICS[metric], 0) for engine in engines]


@pytest.mark.parametrize("metric", ["f1", "ratio"])
@pytest.mark.parametrize(("n", "largest", "engine"), [(300, 4_000, WideSwaps), (200, 900, IrregularSwaps)])
@pytest.mark.parametrize("rate", [0.7, 0.71])
def test_it_agrees_with_rows_added_up(metric, n, largest, engine, rate):
    bracketed, added = laws(metric, counts(metric, n, largest, rate, n), engine, CoarseRowSwaps)
    for multiple in (1, -1, 0):
        one, other = bracketed.at_least(multiple), added.at_least(multiple)
        if engine is WideSwaps:
            assert one.engine == "tilted-fourier"
        assert abs(one.probability - other.probability) <= one.error_bound + other.error_bound
        assert one.error_bound <= 0.01 * one.probability
        assert bracketed.at_most(-multiple) == one
    values, mass = bracketed.points()
    assert (np.diff(values) > 0).all()
    assert mass.sum() == pytest.approx(1)


def test_where_outcomes_crowd_at_the_threshold_rows_are_added_up():
    # Thousands of steps of one size: a bracket leaves open on which side the ties lie.
    sides = [1_000 * side for side in few_kinds("ratio", (40, 30, 40), 5)]
    for side in sides:
        side[-1] += [1, 2]
    bracketed, added = laws("ratio", sides, IrregularSwaps, RowSwaps)
    for strict in (False, True):
        one, other = bracketed.at_least(0, strict), added.at_least(0, strict)
        assert one.engine == "plane"
        assert one.probability == pytest.approx(other.probability, abs=one.error_bound + other.error_bound)
        assert one.error_bound < 1e-6


def test_small_planes_and_other_scores_are_left_to_others():
    with pytest.raises(NotExactError, match="soon added up"):
        laws("f1", counts("f1", 300, 12, 0.7, 1), WideSwaps)
    with pytest.raises(NotExactError, match="no quotient"):
        laws("conll", [np.hstack([side] * 3) for side in counts("f1", 100, 9, 0.7, 1)], IrregularSwaps)


@pytest.mark.parametrize(("base", "unit", "decimals"), [(1e7, 1_000, None), (1e8, 1_000, None), (1e6, 3, 6)])
@pytest.mark.parametrize("seed", range(3))
def test_ties_of_printed_numbers_are_told_in_whole_numbers(base, unit, decimals, seed):
    # Only a few swaps of so many reach as far, two of which take from one what they give to the other.
    generator = np.random.default_rng(seed)
    steps = np.column_stack([generator.integers(2_000, 9_000, 40), generator.integers(-3_000, 3_000, 40)]) * 10
    steps[:2] = [[700, 50], [-700, -50]]
    whole = generator.integers(1, 1_000, (40, 2)) + int(base)
    sums = [side.sum(axis=0).tolist() for side in (whole, whole + steps)]

    def difference(swapped):
        (a, b), (c, d), (s, t) = *sums, swapped
        return Fraction(int(c - s), int(d - t)) - Fraction(int(a + s), int(b + t))

    found = [difference(np.sum(steps[list(some)], axis=0)) for k in range(5) for some in combinations(range(40), k)]
    observed = difference([0, 0])
    sides = [side / unit if decimals is None else np.round(side / unit, decimals) for side in (whole, whole + steps)]
    pair = PairedScores.from_scores(*sides, decimals=decimals)
    truth = {"include": sum(x >= observed for x in found), "exclude": sum(x > observed for x in found)}
    for boundary, ways in truth.items():
        result = core.compare(pair, metric="ratio", alternative="greater", boundary=boundary)
        assert result.pvalue == pytest.approx(ways / 2**40, rel=1e-12, abs=0)


def test_large_items_are_peeled_where_a_bracket_of_all_tells_too_little():
    kinds = [(1, 1, 0, 1, 31), (1, 1, 0, 2, 29), (1, 1, 1, 2, 25), (2, 2, 1, 2, 50), (19595, 19595, 5402, 13808, 1)]
    kinds += [(21439, 21439, 22806, 45494, 1), (29433, 29433, 36452, 39115, 1), (67535, 67535, 30153, 36672, 1)]
    kinds += [(72297, 72297, 9697, 72017, 1), (99026, 99026, 628, 3150, 1)]
    rows = np.repeat([kind[:4] for kind in kinds], [kind[4] for kind in kinds], axis=0).astype(float)
    pair = PairedScores.from_scores(rows[:, :2], rows[:, 2:])
    result = core.compare(pair, metric="ratio", alternative="less")
    assert result.exact
    assert abs(result.pvalue - 1 / 64) <= result.error_bound < 1e-4


@pytest.mark.parametrize("seed", [4, 10])
def test_a_picture_keeps_to_denominators_that_swaps_can_lead_to(seed):
    generator = np.random.default_rng(seed)
    sides = [np.ceil(20_000 * (generator.random((60, 2)) + 0.2)) for _ in range(2)]
    for side in sides:
        side[0] *= 2_000 * generator.random()
    sides[1][0, 1] = np.ceil(sides[0][0, 1] / 300)
    result = core.compare(PairedScores.from_scores(*sides), metric="ratio")
    sampled = core.compare(PairedScores.from_scores(*sides), metric="ratio", method="monte-carlo", n_resamples=8_000)
    null, other = result.null_distribution, sampled.null_distribution
    spreads = [np.sqrt(each.mass @ each.values**2) for each in (null, other)]
    assert spreads[0] == pytest.approx(spreads[1], rel=0.05, abs=0)
    assert null.mass[np.abs(null.values) > 1.3 * np.abs(other.values).max()].sum() < 1e-3
