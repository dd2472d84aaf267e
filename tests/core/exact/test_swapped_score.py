"""Whether a swapped score is as extreme as the observed one, in whole numbers where rounding cannot tell."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

import core
from core.collapsed import Collapsed
from core.exact.swapped_score import as_they_are, in_whole_units
from core.metrics import METRICS
from core.paired import PairedScores
from tests.oracles.scores import ratio

RATIO = METRICS["ratio"]


def collapsed(baseline, experimental):
    return Collapsed(np.array(baseline, dtype=float), np.array(experimental, dtype=float), np.ones(len(baseline)))


@pytest.mark.parametrize("units", [in_whole_units, lambda rows, metric, _: as_they_are(rows, metric)])
def test_equal_fractions_are_equal_whatever_their_rounding(units):
    # A third more, and a third less after both items swap: -1/3 by rounding alone is not 1/3 off.
    score, steps, _ = units(collapsed([[1, 3], [5, 7]], [[2, 3], [5, 7]]), RATIO, None)
    swapped = np.zeros((1, 2)), steps[:1].astype(float)
    for both in (each.astype(steps.dtype) for each in swapped):
        assert score.beyond(both, 1, strict=False).tolist() == [not both.any()]
        assert score.beyond(both, 1, strict=True).tolist() == [False]


@pytest.mark.parametrize("strict", [True, False])
def test_of_a_metric_without_fractions_what_is_near_is_equal(strict):
    chrf = METRICS["chrf"]
    rows = np.arange(1.0, 1 + 2 * len(chrf.columns)).reshape(2, -1)
    score, steps, _ = in_whole_units(collapsed(rows, rows[::-1] + [[2.0], [0.0]] * np.ones_like(rows)), chrf, 0)
    nothing = np.zeros((1, rows.shape[1]), dtype=steps.dtype)
    assert score.beyond(nothing, 1, strict).tolist() == [not strict]


def test_differences_are_of_the_sums_after_the_swaps():
    score, steps, counts = in_whole_units(collapsed([[1, 3], [5, 7]], [[2, 4], [5, 7]]), RATIO, 0)
    assert counts.tolist() == [1]
    right = [Fraction(7, 11) - Fraction(6, 10), Fraction(6, 10) - Fraction(7, 11)]
    assert score.differences(np.vstack([0 * steps, steps])).tolist() == pytest.approx([float(each) for each in right])


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("alternative", ["greater", "less"])
def test_what_rounding_leaves_of_a_denominator_of_0_is_0(seed, alternative):
    # Real numbers, and each item counts in one system only: some swaps leave a system nothing.
    generator = np.random.default_rng(seed)
    one = np.arange(8) % 2 == 0
    size = generator.uniform(0.1, 2, 8)
    rows = np.column_stack([size * generator.uniform(0, 1, 8), size])
    baseline, experimental = np.where(one[:, None], 0, rows), np.where(one[:, None], rows, 0)
    exact = [[tuple(map(Fraction, row)) for row in side.tolist()] for side in (baseline, experimental)]
    differences = []
    for swaps in product((False, True), repeat=8):
        sides = [[exact[side ^ swap][i] for i, swap in enumerate(swaps)] for side in (0, 1)]
        first, second = (ratio([sum(column) for column in zip(*side, strict=True)]) for side in sides)
        differences.append(second - first)
    far = [each >= differences[0] if alternative == "greater" else each <= differences[0] for each in differences]
    result = core.compare(PairedScores.from_scores(baseline, experimental), metric="ratio", alternative=alternative)
    assert result.pvalue == sum(far) / 2**8
