"""Tilts of swapped sums: far tails with extreme outcomes on either side of the plane, against whole numbers."""

import numpy as np
import pytest

import core
from core.data.collapsed import Collapsed
from core.data.paired import PairedScores
from core.distributions.plane import PlaneSwaps
from core.distributions.plane_tilt import tilt_towards
from core.metrics import METRICS
from tests.core.plane_cases import Case
from tests.core.significance.test_tilted_sampling import tilted
from tests.oracles.plane import permutation_pvalue

# (right, all) of baseline and experimental with their multiplicities: where nearly all that the experimental system got
# right stays its own, δ' is as large where the baseline's denominator grows as where its own does.
EITHER_WAY = [
    ((0, 0), (1, 2), 36), ((0, 1), (2, 3), 33), ((0, 3), (1, 1), 30), ((2, 3), (1, 1), 30), ((1, 2), (1, 1), 25),
    ((3, 20), (1, 1), 4), ((30, 60), (30, 60), 1),
]  # fmt: skip


def sides(rows):
    return [np.repeat([row[i] for row in rows], [row[2] for row in rows], axis=0) for i in (0, 1)]


@pytest.mark.parametrize("alternative", ["greater", "two-sided"])
def test_a_far_tail_on_both_sides_is_exact(alternative):
    case = Case("ratio", *sides(EITHER_WAY), 0, alternative, "include")
    truth = float(permutation_pvalue(case))
    result = core.compare(
        PairedScores.from_scores(case.baseline.astype(float), case.experimental.astype(float)),
        metric="ratio",
        alternative=alternative,
    )
    assert result.exact
    assert result.pvalue == pytest.approx(truth, rel=1e-9, abs=0)
    assert abs(result.pvalue - truth) <= result.error_bound + 1e-13 * truth


def test_the_difference_expected_under_the_tilt_is_the_threshold():
    rows = Collapsed(*(each.astype(float) for each in sides(EITHER_WAY)), np.ones(159, dtype=np.int64))
    law = PlaneSwaps(rows, METRICS["ratio"], 0)
    theta = tilt_towards(law.law, law._difference_at, law.score.observed)
    assert law._difference_at(law.law.mean(theta)) == pytest.approx(law.score.observed, rel=1e-6, abs=0)


@pytest.mark.parametrize("alternative", ["greater", "less"])
def test_items_that_only_one_system_counts_are_computed(alternative):
    # Each denominator is 0 for one of the two, so that swaps could leave either system without any.
    rows = [((0, 0), (1, 2), 20), ((0, 0), (0, 1), 15), ((1, 3), (0, 0), 16), ((2, 3), (0, 0), 17)]
    case = Case("ratio", *sides(rows), 0, alternative, "include")
    result = core.compare(
        PairedScores.from_scores(case.baseline.astype(float), case.experimental.astype(float)),
        metric="ratio",
        alternative=alternative,
    )
    assert result.exact
    truth = float(permutation_pvalue(case))
    assert abs(result.pvalue - truth) <= result.error_bound <= 1e-6 * truth


@pytest.mark.parametrize("more", [[], [((38, 44), (0, 0), 1), ((13, 26), (6, 35), 1)]])
def test_a_tail_of_one_outcome_is_computed(more):
    rows = [((1, 1), (1, 2), 37), ((1, 1), (0, 3), 39), ((0, 0), (1, 2), 34), ((0, 0), (0, 2), 24), *more]
    case = Case("ratio", *sides(rows), 0, "less", "include")
    truth = float(permutation_pvalue(case))
    result = core.compare(
        PairedScores.from_scores(case.baseline.astype(float), case.experimental.astype(float)),
        metric="ratio",
        alternative="less",
    )
    assert result.exact
    assert abs(result.pvalue - truth) <= result.error_bound <= 1e-12 * truth


def test_samples_are_tilted_to_the_likelier_side():
    case = Case("ratio", *sides(EITHER_WAY), 0, "greater", "include")
    pair = PairedScores.from_scores(case.baseline.astype(float), case.experimental.astype(float))
    low, high = tilted(pair, "permutation", "greater", "ratio").interval
    assert low <= float(permutation_pvalue(case)) <= high < 1.3 * low
