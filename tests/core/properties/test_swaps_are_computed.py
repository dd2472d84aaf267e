"""Permutation tests of ratios and F1 that no size of counts and no document is a reason to sample."""

import numpy as np
import pytest

import core
from core.data.paired import PairedScores
from tests.core.properties.test_still_sampled import counts
from tests.oracles.documents import b_cubed


def rates(n, spread, gain):
    """Tokens and seconds: real numbers, and ratios that differ so much."""
    generator = np.random.default_rng(n)
    sides = []
    for more in (0, gain):
        tokens, seconds = generator.uniform(5, 60, n), generator.uniform(0.5, 4, n)
        sides.append(np.column_stack([tokens * np.exp(spread * generator.normal(size=n) + more), seconds]))
    return PairedScores.from_scores(*sides)


@pytest.mark.parametrize(("kind", "metric"), [("differing", "ratio"), ("f1", "f1")])
@pytest.mark.parametrize(("n", "largest"), [(80, 60), (150, 300), (400, 12), (1_000, 60), (2_000, 300)])
def test_swaps_of_counts_are_computed(kind, metric, n, largest):
    assert core.compare(counts(kind, n, largest), metric=metric).exact


@pytest.mark.parametrize(("n", "largest"), [(66, 3_000), (150, 30_000), (1_000, 3_000)])
@pytest.mark.parametrize("unit", [1.0, np.pi])
def test_swaps_of_large_or_real_counts_are_computed(n, largest, unit):
    pair = counts("f1", n, largest)
    sides = [
        side * unit * np.random.default_rng(n).uniform(0.9, 1, (n, 1)) ** (unit > 1)
        for side in (pair.baseline, pair.experimental)
    ]
    for alternative in ("greater", "two-sided"):
        assert core.compare(PairedScores.from_scores(*sides), metric="f1", alternative=alternative).exact


@pytest.mark.parametrize(("n", "largest"), [(42, 6_000), (100, 50), (142, 34), (216, 200), (260, 30), (300, 3_000)])
@pytest.mark.parametrize("metric", ["ratio", "f1"])
def test_swaps_are_computed_where_nearly_every_item_gains(n, largest, metric):
    generator = np.random.default_rng(n)
    gold, sides = generator.integers(0, largest + 1, n), []
    for rate in (0.6, 0.95):
        predicted = np.maximum(gold + np.rint(generator.normal(0, 0.2 * largest, n)), 0).astype(int)
        right = generator.binomial(np.minimum(gold, predicted), rate)
        columns = [right, predicted] if metric == "ratio" else [right, gold, right, predicted]
        sides.append(np.column_stack(columns).astype(float))
    for alternative in ("greater", "two-sided"):
        result = core.compare(PairedScores.from_scores(*sides), metric=metric, alternative=alternative)
        assert result.exact
        assert result.error_bound <= 0.1 * result.pvalue < 1e-7


@pytest.mark.parametrize("n", [25, 40, 60, 206, 348, 2_000])
@pytest.mark.parametrize("alternative", ["two-sided", "greater"])
def test_swaps_of_fractions_are_computed(n, alternative):
    pair = PairedScores.from_scores(*b_cubed(n, 1, apart=0.1))
    assert core.compare(pair, metric="f1", alternative=alternative).exact


@pytest.mark.parametrize(("n", "spread", "gain"), [(45, 0.2, 0.0), (70, 3, 2), (200, 0.5, 0.1), (3_000, 0.5, 0.02)])
def test_swaps_of_rates_are_computed(n, spread, gain):
    assert core.compare(rates(n, spread, gain), metric="ratio").exact


def beside_huge_documents(seed, n, sizes, left_out=False):
    """Documents far larger than the others, which one system may have left out."""
    generator = np.random.default_rng(seed)
    under = generator.integers(1, 6, (n, 2))
    under[: len(sizes)] = np.multiply.outer(sizes, generator.uniform(0.9, 1.1, 2)).astype(int)
    sides = [np.column_stack([generator.binomial(under[:, i], (0.6, 0.62)[i]), under[:, i]]) for i in (0, 1)]
    sides[1][: len(sizes) * left_out] = 0
    return PairedScores.from_scores(*(side.astype(float) for side in sides))


@pytest.mark.parametrize(
    ("n", "sizes"), [(50, [300] * 3), (90, [40, 25]), (120, [1_500]), (200, [900, 200, 90]), (400, [60, 2_000])]
)
@pytest.mark.parametrize("left_out", [False, True])
def test_swaps_beside_huge_documents_are_computed(n, sizes, left_out):
    pair = beside_huge_documents(n, n, sizes, left_out)
    for alternative in ("greater", "two-sided"):
        result = core.compare(pair, metric="ratio", alternative=alternative)
        assert result.exact
        low, high = core.compare(
            pair, metric="ratio", alternative=alternative, method="monte-carlo", n_resamples=40_000
        ).pvalue_interval
        assert low - 2e-3 <= result.pvalue <= high + 2e-3
