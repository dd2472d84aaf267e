"""Learned tilts, for cases without a useful gradient, against exact probabilities."""

import math

import numpy as np
import pytest

import core
from core.distributions.counts import CountedResamples
from core.significance.learned import learned
from core.significance.tilted_sampling import TiltedDraws, estimate


def f1(sums):
    return 2 * sums[..., 0] / np.maximum(sums[..., 1] + sums[..., 2], 1)


def difference(sums):
    return f1(sums[..., 3:]) - f1(sums[..., :3])


def documents(seed, n, right):
    """Return (tp, gold, predicted) of a tagger and of a perfect one; the first is also right on ``right`` documents."""
    generator = np.random.default_rng(seed)
    gold = generator.integers(2, 30, n)
    found = np.where(np.arange(n) < right, gold, generator.binomial(gold - 1, 0.8))
    return np.column_stack([found, gold, gold, gold, gold, gold]).astype(float)


@pytest.mark.parametrize(("n", "right"), [(30, 12), (60, 30), (300, 200)])
def test_nothing_but_documents_without_an_error(n, right):
    law = TiltedDraws(documents(1, n, right), np.ones(n), difference, np.zeros(n))
    near = learned(law, 0.0, 1e-12, 0)
    found = estimate(near, lambda gap: gap <= 1e-12, 10_000, 1)
    low, high = found.interval()
    assert low <= (right / n) ** n <= high < 1.5 * low


@pytest.mark.thorough
def test_within_its_own_interval_of_what_is_counted():
    inside = asked = 0
    for seed in range(60):
        generator = np.random.default_rng(seed)
        rows = np.unique(generator.integers(0, 6, (5, 3)).cumsum(axis=1)[:, [0, 1, 2]], axis=0).astype(float)
        rows = np.hstack([rows, rows[generator.permutation(len(rows))]])
        counts = generator.integers(1, 8, len(rows))
        law = TiltedDraws(rows, counts, difference, np.zeros(len(rows)))
        exact = CountedResamples(rows, counts, difference, 1e-12)
        values, mass = exact.points()
        tails = np.cumsum(mass[::-1])[::-1]
        far = np.flatnonzero((tails < 1e-3) & (tails > 1e-12))
        if not len(far):
            continue
        x = float(values[far[0]])
        near = learned(law, x, 1e-9, seed)
        found = None if near is None else estimate(near, lambda gap, x=x: gap >= x - 1e-9, 10_000, seed)
        if found is None:
            continue
        low, high = found.interval()
        asked += 1
        inside += low <= exact.at_least(x - 1e-9).value <= high
    assert asked >= 30
    assert inside >= 0.95 * asked


def test_a_perfect_system_is_told_from_one_with_errors():
    rows = documents(3, 50, 20)
    sides = [side[:, [0, 1, 0, 2]] for side in (rows[:, :3], rows[:, 3:])]
    result = core.compare(*sides, metric="f1", test="bootstrap", alternative="greater")
    assert result.engine == "bounds"
    assert result.log10_pvalue == pytest.approx(50 * math.log10(0.4), rel=1e-12, abs=0)
    # With different numerators, as in B³, F1 is not a ratio of sums.
    sides[0][20:, 2] /= 2
    result = core.compare(*sides, metric="f1", test="bootstrap", alternative="greater")
    low, high = result.pvalue_interval
    assert result.engine == "tilted-sampling"
    assert low <= (20 / 50) ** 50 <= high
    assert result.log10_pvalue == pytest.approx(50 * math.log10(0.4), abs=0.1)
