"""Whether a swapped score is as extreme as the observed one, in integers where rounding errors could decide."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

import core
from core.data.item_statistics import Collapsed
from core.data.paired import PairedScores
from tests.oracles.scores import ratio


def collapsed(baseline, experimental):
    return Collapsed(np.array(baseline, dtype=float), np.array(experimental, dtype=float), np.ones(len(baseline)))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("alternative", ["greater", "less"])
def test_what_rounding_leaves_of_a_denominator_of_0_is_0(seed, alternative):
    # Real numbers; each item counts in one system only, so after some swaps a system has no items.
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


HUGE = [  # a reader's example: two items, which only the experimental system has, are thousands of times the others
    ([0, 0, 0.95321696, 0.20151937, 0.49382708, 0.93110862], [0, 0, 0.36711208, 0.11129037, 0.34559224, 0.20106692]),
    (
        [9079.85659839737, 7814.933284782191, 1.17320745991121, 7.85063419643825, 1.25894745393018, 4.61746419363736],
        [6581.67554627626, 7234.360612319821, 3.34541368157236, 4.97148273935083, 4.91086358687682, 4.039985018693001],
    ),
]


@pytest.mark.parametrize(("alternative", "of_64"), [("greater", 64), ("less", 1), ("two-sided", 2)])
def test_what_is_left_of_large_sums_is_rounded_no_farther_than_ties(alternative, of_64):
    pair = PairedScores.from_scores(*(np.column_stack(side) for side in HUGE))
    assert core.compare(pair, metric="ratio", alternative=alternative).pvalue == of_64 / 64


def test_what_is_left_of_a_huge_sum_is_not_taken_for_0():
    pi, e = np.pi, np.e
    baseline = np.array([[0, 0], [0.02 / pi, 0.01], [0.003 * e, 0.011]])
    experimental = np.array([[1e13 * pi, 1e13 * e], [0.007, 0.01 * 2**0.5], [0.005 * 3**0.5, 0.012]])
    result = core.compare(
        PairedScores.from_scores(baseline, experimental), metric="ratio", alternative="greater", boundary="exclude"
    )
    assert result.pvalue == 0.375
