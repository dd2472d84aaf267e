"""Sampled p-values: correct within sampling error, reproducible, and with the correct stated error."""

import random
from functools import cache

import numpy as np
import pytest
from scipy import stats

import core
from core.data.paired import PairedScores
from core.data.synthetic import helped_hurt
from tests.core.pairs import ALTERNATIVES, TESTS, assert_sampled, labelled, of_differences, sampled_count
from tests.oracles import definitions, enumeration, rational, scores
from tests.oracles.references import DARWIN, F1_BASELINE, F1_EXPERIMENTAL

SEED = 20261120
SIDES = pytest.mark.parametrize(
    ("alternative", "boundary"),
    [("greater", "include"), ("less", "exclude"), ("two-sided", "include"), ("two-sided", "exclude")],
)
GREATER = {"test": "bootstrap", "alternative": "greater", "method": "monte-carlo", "n_resamples": 500}

DATA = {
    "ten questions": [1] * 4 + [-1] * 3 + [0] * 3,
    "few changed": [1] * 7 + [-1] * 2 + [0] * 91,
    "darwin": list(DARWIN),
    "graded": random.Random(7).choices([-2, -1, 0, 0, 1, 2, 3], k=60),
}
DISTRIBUTIONS = {
    name: (rational.bootstrap(differences), rational.permutation(differences)) for name, differences in DATA.items()
}


@pytest.mark.parametrize("data", DATA)
@pytest.mark.parametrize("test", TESTS)
@SIDES
def test_sampled_mean_agrees_with_rational_arithmetic(data, test, alternative, boundary):
    distribution = DISTRIBUTIONS[data][test == "permutation"]
    observed = sum(p * d for d, p in DISTRIBUTIONS[data][0].items())
    truth = definitions.pvalue(test, alternative, distribution, observed, boundary)
    result = core.compare(
        of_differences(DATA[data]), test=test, alternative=alternative, boundary=boundary,
        method="monte-carlo", n_resamples=5000, seed=SEED,
    )  # fmt: skip
    assert result.engine == "sampling"
    assert result.seed == SEED
    assert result.n_resamples == 5000
    assert_sampled(result, truth)


SMALL = {
    "ratio": (scores.ratio, [(2, 3), (0, 1), (3, 4), (1, 4), (0, 2), (2, 2), (1, 1)],
              [(3, 4), (1, 2), (3, 3), (0, 4), (1, 1), (2, 3), (1, 2)]),
    "f1": (scores.f1, [(1, 2, 1, 1), (0, 1, 0, 2), (2, 2, 2, 3), (1, 1, 1, 2), (0, 3, 0, 0), (2, 4, 2, 2)],
           [(2, 2, 2, 3), (0, 1, 0, 0), (1, 2, 1, 1), (1, 1, 1, 1), (1, 3, 1, 2), (3, 4, 3, 3)]),
    "f1-errors": (scores.f1_errors, F1_BASELINE[:7], F1_EXPERIMENTAL[:7]),
}  # fmt: skip


@cache
def enumerated(metric, swapped):
    """Return every outcome of the items of ``SMALL``: 18 questions about a metric need two distributions."""
    return (enumeration.swapped if swapped else enumeration.resampled)(*SMALL[metric][1:], SMALL[metric][0])


@pytest.mark.parametrize("metric", SMALL)
@pytest.mark.parametrize("test", TESTS)
@SIDES
def test_sampled_scores_of_sums_agree_with_enumeration(metric, test, alternative, boundary):
    score, baseline, experimental = SMALL[metric]
    observed = enumeration.observed(baseline, experimental, score)
    truth = definitions.pvalue(test, alternative, enumerated(metric, test == "permutation"), observed, boundary)
    result = core.compare(
        PairedScores.from_scores(baseline, experimental), metric=metric, test=test, alternative=alternative,
        boundary=boundary, method="monte-carlo", n_resamples=5_000, seed=2,
    )  # fmt: skip
    assert result.statistic == pytest.approx(float(observed), rel=1e-14, abs=0)
    assert_sampled(result, truth)


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("alternative", ["greater", "two-sided"])
def test_sampled_macro_f1_agrees_with_enumeration(test, alternative):
    pair, baseline, experimental = labelled(random.Random(8), 6, "abc")
    every = enumeration.swapped if test == "permutation" else enumeration.resampled
    observed = enumeration.observed(baseline, experimental, scores.macro_f1)
    truth = definitions.pvalue(test, alternative, every(baseline, experimental, scores.macro_f1), observed)
    result = core.compare(
        pair, metric="macro-f1", test=test, alternative=alternative, method="monte-carlo", n_resamples=5_000
    )
    assert result.statistic == pytest.approx(float(observed), rel=1e-14, abs=0)
    assert_sampled(result, truth)


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_interval_of_a_sampled_pvalue_is_clopper_pearson_of_its_count(test, alternative):
    result = core.compare(
        helped_hurt(100, 7, 2), test=test, alternative=alternative, method="monte-carlo", n_resamples=2000
    )
    expected = stats.binomtest(sampled_count(result), 2000).proportion_ci(0.99, "exact")
    both = test == "bootstrap" and alternative == "two-sided"
    expected = [min(1, (1 + both) * end) for end in expected]
    assert result.pvalue_interval == pytest.approx(expected, rel=1e-9, abs=0)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_sampled_permutation_is_never_zero_and_sampled_bootstrap_says_its_limit(alternative):
    pair = helped_hurt(100, 60, 0) if alternative != "less" else helped_hurt(100, 0, 60)
    permutation = core.compare(pair, test="permutation", alternative=alternative, method="monte-carlo", n_resamples=999)
    assert permutation.pvalue == pytest.approx(1 / 1000, rel=1e-12, abs=0)
    bootstrap = core.compare(pair, alternative=alternative, method="monte-carlo", n_resamples=999, test="bootstrap")
    assert bootstrap.pvalue == 0
    low, high = bootstrap.pvalue_interval
    limit = stats.binomtest(0, 999).proportion_ci(0.99, "exact").high
    assert low == 0
    assert high == pytest.approx(limit * (2 if alternative == "two-sided" else 1), rel=1e-9, abs=0)


def test_undecided_exactly_when_the_interval_straddles_alpha():
    result = core.compare(helped_hurt(100, 7, 2), **GREATER)
    low, high = result.pvalue_interval
    for alpha in (low / 2, (low + high) / 2, min(1 - 1e-9, high * 1.5)):
        again = core.compare(helped_hurt(100, 7, 2), **GREATER, alpha=alpha)
        assert again.pvalue == result.pvalue
        assert again.undecided == (low <= alpha < high)


def test_another_seed_is_another_sample_and_the_same_seed_the_same():
    pair = of_differences(DATA["graded"])
    for test in TESTS:
        options = GREATER | {"test": test, "n_resamples": 5000}
        counts = [core.compare(pair, **options, seed=seed).pvalue for seed in (0, 0, 1, 2, 3)]
        assert counts[0] == counts[1]
        assert len(set(counts)) > 1


def test_sampling_neither_uses_nor_moves_the_global_generator():
    before = np.random.get_state()[1].tolist()  # noqa: NPY002
    one = core.compare(helped_hurt(100, 7, 2), **GREATER)
    assert np.random.get_state()[1].tolist() == before  # noqa: NPY002
    np.random.random()  # noqa: NPY002  another state of the global generator
    assert core.compare(helped_hurt(100, 7, 2), **GREATER).pvalue == one.pvalue
