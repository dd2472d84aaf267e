"""Bounds of scores, against the scores of random resamples."""

import math
from itertools import product

import numpy as np
import pytest

import core
from core.data.paired import PairedScores
from core.metrics import METRICS, Metric, resolve_metric
from core.metrics.bounds import score_bounds


def counts(generator, n):
    gold, guessed = generator.integers(0, 6, (2, n))
    right = generator.binomial(np.minimum(gold, guessed), 0.6)
    other = generator.binomial(right, 0.9)
    return np.column_stack([right, gold, other, guessed]).astype(float)


@pytest.mark.parametrize("metric", ["f1", "recall", "precision"])
@pytest.mark.parametrize("seed", range(10))
def test_no_resample_of_counts_lies_outside(metric, seed):
    generator = np.random.default_rng(seed)
    rows = counts(generator, int(generator.integers(1, 12)))
    low, high = score_bounds(METRICS[metric], rows)
    drawn = generator.multinomial(len(rows), generator.dirichlet(np.full(len(rows), 0.3)), 2_000)
    scores = METRICS[metric].score(drawn @ rows)
    assert low - 1e-12 <= scores.min()
    assert scores.max() <= high + 1e-12
    if metric != "f1":  # one item again and again
        alone = METRICS[metric].score(rows)
        assert (low, high) == (alone.min(), alone.max())


def test_f1_of_one_numerator_lies_between_its_documents():
    # The one is perfectly precise, the other recalls all: no resample of the two is perfect.
    rows = np.array([[5.0, 10.0, 5.0, 5.0], [5.0, 5.0, 5.0, 20.0]])
    assert score_bounds(METRICS["f1"], rows) == pytest.approx((0.4, 2 / 3))


def test_numerator_and_denominator_may_share_a_column():
    rows = np.array([[3.0, 2.0], [5.0, 0.0]])
    assert score_bounds(METRICS["f1-errors"], rows) == (0.75, 1.0)


def test_a_share_and_what_is_none():
    pair = core.read_labels(
        *(core.Upload(f"{i}.txt", text) for i, text in enumerate([b"a\nb\nc", b"a\nb\nb", b"a\na\nc"]))
    )
    assert score_bounds(resolve_metric("macro-f1", pair), pair.baseline) == (0.0, 1.0)
    assert score_bounds(resolve_metric("mcc", pair), pair.baseline) == (-math.inf, math.inf)


def test_what_grows_with_a_ratio_is_bounded_by_itself():
    rows = np.array([[2.0, 1.0], [6.0, 2.0]])
    assert score_bounds(METRICS["perplexity"], rows) == pytest.approx((math.exp(2), math.exp(3)))


@pytest.mark.parametrize("row", [[1.0, 0.0], [1.0, -2.0]])
def test_what_has_no_denominator_is_not_bounded(row):
    ratio = Metric("ratio", ("right", "all"), fraction=((1, 0), (0, 1)))
    assert score_bounds(ratio, np.array([[1.0, 2.0], row])) == (-math.inf, math.inf)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", ["f1-errors", "f1", "ratio"])
def test_a_mean_of_strata_lies_between_the_means_of_their_bounds(name, seed):
    generator, metric = np.random.default_rng(seed), METRICS[name]
    n = 6
    right, more = generator.integers(0, 4, (2, n)), generator.integers(0, 4, (2, n))
    if name == "f1":
        sides = [np.column_stack([r, r + m, r, r + m[::-1]]) for r, m in zip(right, more, strict=True)]
    else:
        sides = [np.column_stack([r, m + (name == "ratio") * (r + 1)]) for r, m in zip(right, more, strict=True)]
    pair = PairedScores.from_scores(*sides, columns=metric.columns).with_strata(["x", "y", "y"] * 2)
    strata = [np.flatnonzero(np.array(pair.strata) == each) for each in "xy"]
    drawn = [[np.array(each) for each in product(of, repeat=len(of))] for of in strata]
    sides = (pair.baseline, pair.experimental)
    scores = [[metric.score(np.array([side[rows].sum(axis=0) for rows in of])) for of in drawn] for side in sides]
    gains = [e - a for a, e in zip(*scores, strict=True)]
    for alternative, sign in (("greater", 1), ("less", -1)):
        result = core.compare(pair, metric=name, test="bootstrap", alternative=alternative, n_resamples=4_000)
        truth = (sign * np.add.outer(*gains) / 2 <= 1e-12).mean()
        assert result.pvalue == pytest.approx(truth, abs=1e-9 if result.computed else 0.04)
