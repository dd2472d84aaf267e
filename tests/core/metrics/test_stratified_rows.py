"""Rows of strata are as narrow as an item for any number of strata, with the same results as wide rows."""

import tracemalloc

import numpy as np
import pytest

import core
from core.data.paired import PairedScores
from core.inference.stratified import resampled_units
from core.metrics import METRICS


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


def test_many_strata_need_no_more_memory_than_one():
    generator = np.random.default_rng(1)
    baseline = generator.normal(size=20_000)
    pair = PairedScores.from_scores(baseline, baseline + generator.normal(0.02, 1, 20_000))
    pair = pair.with_strata([str(each) for each in generator.integers(0, 400, 20_000)])
    tracemalloc.start()
    for test in core.TESTS:
        result = core.compare(pair, test=test)
        assert result.computed
        assert result.confidence_interval().method == "numerical"
    assert tracemalloc.get_traced_memory()[1] < 100e6  # wide rows of one system alone are 128 MB
    tracemalloc.stop()


def test_wide_rows_sum_to_the_same_scores():
    pair, _ = pair_of(60, 4)
    observed = resampled_units(pair, METRICS["f1"])
    wide, narrow = observed.pair.collapsed, observed.rows
    assert narrow.baseline.shape[1] == 4
    assert wide.baseline.shape[1] == 4 * 4 + 4
    sums = (wide.counts @ side for side in (wide.baseline, wide.experimental))
    assert observed.scores == pytest.approx([float(observed.metric.score(each)) for each in sums], abs=1e-15)


def test_exchanging_the_systems_mirrors_rows_of_strata():
    pair, _ = pair_of(60, 4)
    rows = resampled_units(pair, METRICS["f1"]).swapped().pair
    direct = resampled_units(pair.swapped(), METRICS["f1"]).pair
    assert rows.baseline_name == direct.baseline_name
    for one, other in zip((*rows.narrow, rows.places), (*direct.narrow, direct.places), strict=True):
        assert np.array_equal(one, other)


def test_resamples_of_each_stratum_are_scored_by_themselves():
    pair, names = pair_of(40, 3)
    result = core.compare(pair, metric="f1", test="bootstrap", n_resamples=4_000, seed=1)
    strata = [np.flatnonzero(np.array(names) == name) for name in sorted(set(names))]
    generator = np.random.default_rng(2)
    drawn = [np.concatenate([generator.choice(of, (4_000, len(of))) for of in [each]]) for each in strata]
    scores = []
    for side in (pair.baseline, pair.experimental):
        sums = np.stack([side[of].sum(axis=1) for of in drawn])
        recall, precision = sums[..., 0] / sums[..., 1], sums[..., 2] / sums[..., 3]
        scores.append((2 * precision * recall / (precision + recall)).mean(axis=0))
    low, high = np.quantile(scores[1] - scores[0], [0.025, 0.975])
    interval = result.confidence_interval()
    assert interval.method == "monte-carlo"
    assert (interval.low, interval.high) == pytest.approx((low, high), abs=0.006)


def test_the_acceleration_of_strata_leaves_one_item_out_of_its_own():
    pair, names = pair_of(30, 3)
    result = core.compare(pair, metric="f1", interval="bca", n_resamples=3_000, seed=1)
    strata = np.array(names)

    def score(side, kept):
        sums = [side[kept & (strata == name)].sum(axis=0) for name in sorted(set(names))]
        return np.mean([2 * s[0] / (s[1] + s[3]) for s in sums])

    n = len(names)
    left = np.array(
        [score(pair.experimental, np.arange(n) != i) - score(pair.baseline, np.arange(n) != i) for i in range(n)]
    )
    sizes = np.array([(strata == name).sum() for name in strata])
    means = np.array([left[strata == name].mean() for name in strata])
    centred = (means - left) * (sizes - 1) / sizes
    acceleration = (centred**3).sum() / (6 * (centred**2).sum() ** 1.5)
    from core.inference.intervals import _acceleration

    assert _acceleration(resampled_units(pair, METRICS["f1"])) == pytest.approx(acceleration, rel=1e-9, abs=0)
    assert result.confidence_interval().kind == "bca"
