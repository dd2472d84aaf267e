"""Between what scores lie, against every score of random resamples."""

import math

import numpy as np
import pytest

import core
from core.metrics import METRICS, Metric, resolve_metric
from core.metrics.bounds import difference_bounds, score_bounds
from core.observed import Observed
from core.tests.bootstrap import Resampling


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


@pytest.mark.parametrize("metric", ["f1", "f1-errors", "recall", "precision", "ratio"])
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("least", [0, 1])
def test_no_resample_of_two_systems_lies_outside(metric, seed, least):
    generator = np.random.default_rng(seed)
    columns = len(METRICS[metric].columns or ()) or counts(generator, 1).shape[1]
    n = int(generator.integers(1, 10))
    sides = [counts(generator, n) + least * np.array([0, 1, 0, 1]) for _ in range(2)]
    sides = [rows[:, :columns] for rows in sides]
    low, high = difference_bounds(METRICS[metric], *sides)
    # Every pair of items as well as many of all: the ends are those of two items.
    drawn = generator.multinomial(n, generator.dirichlet(np.full(n, 0.2), 3_000))
    baseline, experimental = (METRICS[metric].score(drawn @ rows) for rows in sides)
    assert low - 1e-12 <= (experimental - baseline).min()
    assert (experimental - baseline).max() <= high + 1e-12


def test_who_is_ahead_in_every_document_is_ahead_in_all():
    generator = np.random.default_rng(2)
    hits, errors = generator.integers(1, 60, (2, 30))
    sides = [np.column_stack([hits + more, errors + 1 - more]) for more in (0, 1)]
    for order, alternative in ((sides, "greater"), (sides[::-1], "less")):
        result = core.compare(*order, metric="f1-errors", test="bootstrap", alternative=alternative)
        assert (result.pvalue, result.engine, result.error_bound) == (0, "bounds", 0)
    assert difference_bounds(METRICS["f1-errors"], *sides)[0] > 0
    # Behind in one document, and a resample may be nothing but that one.
    sides[1][7] = sides[0][7] - [1, 0]
    assert difference_bounds(METRICS["f1-errors"], *sides)[0] < 0


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


@pytest.mark.parametrize(("test", "alternative"), [("bootstrap", "greater"), ("shifted-bootstrap", "two-sided")])
def test_beyond_all_scores_p_is_0(test, alternative):
    # Every document of the one is better than any of the other: 2·0.8 is more than recall can be ahead.
    gold = np.arange(5.0, 65)
    sides = [np.column_stack([gold - missed, gold, gold - missed, gold]) for missed in (gold - 1, 0 * gold)]
    result = core.compare(core.PairedScores.from_scores(*sides), metric="f1", test=test, alternative=alternative)
    assert (result.pvalue, result.exact, result.error_bound) == (0, True, 0)
    assert result.claimable_pvalue() == "0"


@pytest.mark.parametrize("size", [1e-3, 1.0, 1e6, 1e13])
def test_rounding_makes_no_threshold_impossible(size):
    pair = core.PairedScores.from_scores([[0, 1], [0, 1]], [[size, 3], [0, 3]])
    law = Resampling(Observed(pair, METRICS["ratio"]), 100, 0)
    for side, x in ((">=", size / 3), ("<=", 0.0)):
        sign = 1 if side == ">=" else -1
        assert not law.is_impossible(side, x + sign * 1e-12 * size)
        assert law.is_impossible(side, x + sign * (1e-6 * size + 1e-6))
