"""Far tails of real scores: certified bounds of p-values of any size, against sums of integers."""

import math

import numpy as np
import pytest

import core
from core.data.paired import PairedScores
from tests.core.pairs import MIRROR, without_steps
from tests.oracles import far_lattice


@pytest.fixture(autouse=True)
def real_to_the_program():
    with without_steps():
        yield


LOG_TEN = math.log(10)


def thousandths(n, deviations, seed=1):
    """Return integer differences with a mean at a given number of standard errors from 0."""
    values = np.rint(1_000 * np.random.default_rng(seed).normal(size=n)).astype(int)
    return values + round(deviations * values.std() / math.sqrt(n) - values.mean())


def truths(values):
    """Return ln p of each test, for ``alternative="greater"``."""
    total = int(values.sum())
    return {
        "bootstrap": lambda: far_lattice.bootstrap_at_least(-values, 0),
        "permutation": lambda: far_lattice.permutation_at_least(values, total),
    }


@pytest.mark.parametrize("deviations", [4.5, 12.0])
@pytest.mark.parametrize("test", ["bootstrap", "permutation"])
def test_the_truth_is_inside_the_bound_however_far_out(test, deviations):
    values = thousandths(90, deviations)
    truth = truths(values)[test]()
    # An irrational unit: real numbers to the program, whole ones to the oracle.
    pair = PairedScores.from_scores(np.zeros(len(values)), values * (math.pi / 1000))
    for one, alternative in ((pair, "greater"), (pair.swapped(), MIRROR["greater"])):
        result = core.compare(one, test=test, alternative=alternative)
        assert (result.method, result.engine) == ("numerical", "tilted-fourier")
        log = result.log10_pvalue * LOG_TEN
        assert abs(math.exp(truth - log) - 1) <= result.error_bound / result.pvalue + 1e-9
        assert result.error_bound <= 2e-3 * result.pvalue


def test_below_the_smallest_double_the_logarithm_goes_on():
    values = thousandths(4_000, 80.0)
    pair = PairedScores.from_scores(np.zeros(len(values)), values * (math.pi / 1000))
    result = core.compare(pair, test="bootstrap", alternative="greater")
    assert (result.method, result.pvalue) == ("numerical", 0.0)
    assert result.claimable_pvalue() == "< 10⁻³⁰⁰"
    assert result.log10_pvalue == pytest.approx(truths(values)["bootstrap"]() / LOG_TEN, abs=1e-2)


def test_real_scores_with_a_clear_effect_are_never_sampled():
    generator = np.random.default_rng(3)
    for n in (30, 100, 1_000):
        baseline = generator.normal(0.5, 0.2, n)
        pair = PairedScores.from_scores(baseline, baseline + generator.normal(0.12, 0.1, n))
        for test in core.significance.TESTS:
            result = core.compare(pair, test=test)
            assert result.computed, (n, test, result.reason)
            assert result.log10_pvalue < -5
            assert result.error_bound <= max(2e-3 * result.pvalue, 1e-320)


def test_nothing_lies_beyond_the_edge_of_the_support():
    values = np.random.default_rng(6).integers(4, 25, 60) * (math.pi / 1000)
    result = core.compare(PairedScores.from_scores(np.zeros(60), values), alternative="greater", boundary="exclude")
    assert (result.pvalue, result.computed) == (0, True)


def sums_of(masses, times):
    """Return the distribution of a sum of ``times`` draws, computed with positive numbers only."""
    law = np.ones(1)
    for _ in range(times):
        law = np.convolve(law, masses)
    return law


@pytest.mark.parametrize("size", [1e4, 6.2e8, 1e12])
@pytest.mark.parametrize("outliers", [1, 12])
@pytest.mark.parametrize("test", ["bootstrap", "permutation"])
def test_small_tails_of_whole_numbers_beside_outliers_keep_their_digits(test, outliers, size):
    n = 150
    generator = np.random.default_rng(outliers)
    rest = np.rint(generator.normal(2, 3, n - outliers)).astype(int)
    far = np.rint(size * generator.uniform(0.5, 1, outliers)).astype(int)
    result = core.compare(np.zeros(n), np.append(rest, far) / 100, test=test, alternative="greater")
    # No outlier is drawn, or flipped, because it cannot be compensated.
    if test == "bootstrap":
        low = int(rest.min())
        law = sums_of(np.bincount(rest - low) / n, n)
        truth = law[: -n * low + 1].sum()
    else:
        law, reach = np.ones(1), np.abs(rest).sum()
        for size_of in np.abs(rest[rest != 0]).tolist():
            law = np.convolve(law, np.bincount([0, 2 * size_of]) / 2)
        truth = 0.5**outliers * law[reach + rest.sum() :].sum()
    assert truth < 1e-9
    assert result.computed
    assert abs(result.pvalue - truth) <= result.error_bound + 1e-11 * truth
    assert result.error_bound <= 0.05 * truth
