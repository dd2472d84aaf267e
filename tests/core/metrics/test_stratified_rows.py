"""Rows of strata are as narrow as an item for any number of strata, with the same results as wide rows."""

import tracemalloc

import numpy as np
import pytest

import core
from core.data.paired import PairedScores


def pair_of(n, strata, seed=0):
    generator = np.random.default_rng(seed)
    gold = generator.integers(1, 9, n)
    sides = []
    for _ in range(2):
        found = generator.integers(1, 9, n)
        right = generator.binomial(np.minimum(gold, found), 0.7)
        sides.append(np.column_stack([right, gold, right, found]))
    names = [str(each) for each in generator.integers(0, strata, n)]
    return PairedScores.from_scores(*sides).with_strata(names), names


@pytest.mark.thorough
def test_many_strata_need_no_more_memory_than_one():
    generator = np.random.default_rng(1)
    baseline = generator.normal(size=8_000)
    pair = PairedScores.from_scores(baseline, baseline + generator.normal(0.03, 1, 8_000))
    pair = pair.with_strata([str(each) for each in generator.integers(0, 400, 8_000)])
    tracemalloc.start()
    for test in ("bootstrap", "permutation"):
        result = core.compare(pair, test=test)
        assert result.computed
        assert result.confidence_interval().method == "numerical"
    assert tracemalloc.get_traced_memory()[1] < 40e6  # wide rows of one system alone are 51 MB
    tracemalloc.stop()


def test_resamples_of_each_stratum_are_scored_by_themselves():
    pair, names = pair_of(40, 3)
    result = core.compare(pair, metric="f1", test="bootstrap", n_resamples=4_000, seed=1)
    strata = [np.flatnonzero(np.array(names) == name) for name in sorted(set(names))]
    generator = np.random.default_rng(2)
    drawn = [generator.choice(of, (4_000, len(of))) for of in strata]
    scores = []
    for side in (pair.baseline, pair.experimental):
        sums = np.stack([side[of].sum(axis=1) for of in drawn])
        recall, precision = sums[..., 0] / sums[..., 1], sums[..., 2] / sums[..., 3]
        scores.append((2 * precision * recall / (precision + recall)).mean(axis=0))
    low, high = np.quantile(scores[1] - scores[0], [0.025, 0.975])
    interval = result.confidence_interval()
    assert interval.method == "monte-carlo"
    assert (interval.low, interval.high) == pytest.approx((low, high), abs=0.006)
