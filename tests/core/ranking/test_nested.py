"""Items, then runs within each: the variance of both, against the formula, and against drawing by hand."""

import numpy as np
import pytest

from core import OptionError, rank
from core.data.provenance import share_of_runs
from core.data.scores import Scores
from core.metrics import METRICS
from core.ranking.joint import joint_scores


def with_runs(items, runs, *, between, within, n_systems=2, seed=0):
    generator = np.random.default_rng(seed)
    truth = between * generator.normal(size=(1, 1, items, 1))
    values = truth + within * generator.normal(size=(n_systems, runs, items, 1))
    return Scores.from_systems({f"s{i}": each for i, each in enumerate(values)})


def test_the_spread_is_that_of_both_levels():
    scores = with_runs(40, 3, between=1, within=2)
    drawn = joint_scores(scores, METRICS["mean"], n_resamples=20_000, seed=1)
    for system in range(2):
        values = scores.statistics[system, :, :, 0]
        # Drawing n items of n, then r runs of r within each, is a sum of two variances.
        expected = values.mean(axis=0).var() / 40 + values.var(axis=0).mean() / 3 / 40
        assert drawn[:, system].var() == pytest.approx(expected, rel=0.05, abs=0)
        assert drawn[:, system].mean() == pytest.approx(values.mean(), abs=4 * np.sqrt(expected / 20_000))


def test_a_run_that_is_lacking_is_never_drawn():
    values = np.array([[[1.0], [2.0]], [[np.nan], [4.0]]])
    drawn = joint_scores(Scores.from_systems({"a": values, "b": values}), METRICS["mean"], n_resamples=500, seed=0)
    # A drawn first item is always 1, the second the mean of two of 2 and 4: 2, 3 or 4.
    possible = {(x + y) / 2 for x in (1, 2, 3, 4) for y in (1, 2, 3, 4)}
    assert set(drawn.ravel().tolist()) <= possible
    assert (drawn.min(), drawn.max()) == (1, 4)


def test_the_same_bits_whatever_the_number_of_resamples():
    scores = with_runs(10, 2, between=1, within=1)
    few = joint_scores(scores, METRICS["mean"], n_resamples=10, seed=3)
    many = joint_scores(scores, METRICS["mean"], n_resamples=1_500, seed=3)
    assert np.array_equal(few, many[:10])


@pytest.mark.parametrize(("between", "within", "share"), [(1, 1, 0.5), (1, 2, 0.8), (2, 1, 0.2)])
def test_the_share_of_runs_is_found_again(between, within, share):
    assert share_of_runs(with_runs(4_000, 3, between=between, within=within).statistics) == pytest.approx(
        share, abs=0.03
    )


def test_one_run_has_no_share():
    assert share_of_runs(Scores.from_systems({"a": [0, 1, 1]}).statistics) is None
    assert share_of_runs(Scores.from_systems({"a": [[[1, 2], [1, 3]], [[0, 2], [1, 3]]]}).statistics) is None


def test_nested_intervals_are_wider_and_the_permutation_stays_exact():
    scores = with_runs(60, 3, between=0.2, within=2)
    means, nested = rank(scores), rank(scores, runs="nested")
    for one, other in zip(means.systems, nested.systems, strict=True):
        assert other.interval[1] - other.interval[0] > 1.2 * (one.interval[1] - one.interval[0])
        assert one.score == other.score
    assert nested.pairs == means.pairs
    assert nested.pairs[0].method == "exact"


def test_the_nested_bootstrap_test_counts_the_same_resamples():
    scores = with_runs(30, 3, between=1, within=2, n_systems=3)
    result = rank(scores, runs="nested", test="bootstrap", n_resamples=3_000)
    drawn = joint_scores(scores, METRICS["mean"], n_resamples=3_000, seed=0)
    for pair in result.pairs:
        difference = drawn[:, scores.system(pair.first)] - drawn[:, scores.system(pair.second)]
        tails = ((difference <= 0).mean(), (difference >= 0).mean())
        assert pair.pvalue == pytest.approx(min(1, 2 * min(tails)))
        assert pair.method == "monte-carlo"


def test_one_run_is_the_same_either_way():
    scores = {"a": [0, 1, 1, 1], "b": [1, 0, 0, 0]}
    assert rank(scores, runs="nested").systems == rank(scores).systems


def test_nested_runs_and_clusters_are_refused_together():
    scores = Scores.from_systems({"a": [[[1], [0]], [[1], [1]]], "b": [[[0], [0]], [[0], [0]]]}, clusters=["x", "y"])
    with pytest.raises(OptionError, match="cannot be had with clusters"):
        rank(scores, runs="nested")
