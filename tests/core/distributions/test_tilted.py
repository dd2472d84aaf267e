"""Real scores far out: certified brackets around p-values of any size, against sums of whole numbers."""

import math
from itertools import product

import numpy as np
import pytest
from scipy.stats import binom

import core
from core.data.paired import PairedScores
from core.distributions import spectrum, tilted
from core.distributions.sums import SwappedSum
from core.distributions.tilted import reach
from tests.core.pairs import MIRROR, without_steps
from tests.oracles import far_lattice


@pytest.fixture(autouse=True)
def real_to_the_program():
    with without_steps():
        yield


LOG_TEN = math.log(10)


def thousandths(n, deviations, seed=1):
    """Return whole differences whose mean is about so many standard errors from 0."""
    values = np.rint(50 * np.random.default_rng(seed).normal(size=n)).astype(int)
    return values + round(deviations * values.std() / math.sqrt(n) - values.mean())


def truths(values):
    """Return ln p of each test, for ``alternative="greater"``."""
    total = int(values.sum())
    return {
        "bootstrap": far_lattice.bootstrap_at_least(-values, 0),
        "shifted-bootstrap": far_lattice.bootstrap_at_least(values, 2 * total),
        "permutation": far_lattice.permutation_at_least(values, total),
    }


def compared(values, jitter, **options):
    off = np.random.default_rng(2).uniform(-jitter, jitter, len(values))
    return core.compare(PairedScores.from_scores(np.zeros(len(values)), values / 1000 + off), **options)


@pytest.mark.parametrize(("n", "deviations"), [(200, 7.3), (200, 8.5), (2_000, 8.5), (10_000, 8.0)])
def test_a_lattice_with_jitter_has_nearly_the_p_of_the_lattice(n, deviations):
    values = thousandths(n, deviations)
    for test, log in truths(values).items():
        assert -19 < log / LOG_TEN < -10
        result = compared(values, 1e-9, test=test, alternative="greater")
        assert (result.method, result.engine) == ("exact", "tilted-fourier")
        assert result.pvalue == pytest.approx(math.exp(log), rel=0.05, abs=0)
        assert result.error_bound <= result.pvalue / 20
        mirrored = compared(-values, 1e-9, test=test, alternative="less")
        assert mirrored.pvalue == pytest.approx(math.exp(log), rel=0.05, abs=0)
        if test != "shifted-bootstrap":
            assert compared(values, 1e-9, test=test).pvalue == pytest.approx(2 * math.exp(log), rel=0.05, abs=0)


@pytest.mark.parametrize("deviations", [4.5, 12.0, 34.0])
@pytest.mark.parametrize("test", ["bootstrap", "permutation"])
def test_the_truth_is_inside_the_bound_however_far_out(test, deviations):
    values = thousandths(2_000, deviations)
    truth = truths(values)[test]
    # An irrational unit: real numbers to the program, whole ones to the oracle.
    pair = PairedScores.from_scores(np.zeros(len(values)), values * (math.pi / 1000))
    for one, alternative in ((pair, "greater"), (pair.swapped(), MIRROR["greater"])):
        result = core.compare(one, test=test, alternative=alternative)
        assert (result.method, result.engine) == ("exact", "tilted-fourier")
        log = result.log10_pvalue * LOG_TEN
        assert abs(math.exp(truth - log) - 1) <= result.error_bound / result.pvalue + 1e-9
        assert result.error_bound <= result.pvalue / 20


def test_below_the_smallest_double_the_logarithm_goes_on():
    values = thousandths(4_000, 80.0)
    pair = PairedScores.from_scores(np.zeros(len(values)), values * (math.pi / 1000))
    result = core.compare(pair, test="bootstrap", alternative="greater")
    assert (result.method, result.pvalue) == ("exact", 0.0)
    assert result.claimable_pvalue() == "< 10⁻³⁰⁰"
    assert result.log10_pvalue == pytest.approx(truths(values)["bootstrap"] / LOG_TEN, abs=1e-2)


def test_the_few_swaps_that_are_as_extreme_are_counted():
    # All but the two smallest of 60 differences are gains: 2^60 swaps, of which a handful reach the observed sum.
    generator = np.random.default_rng(5)
    values = np.sort(generator.integers(200, 9_000, 60))
    values[:2] *= -1
    result = compared(values, 0, test="permutation", alternative="greater")
    room = int(-values[:2].sum())
    sizes = np.abs(values)
    subsets = sum(
        1
        for chosen in range(2**12)  # no more than the twelve smallest can matter
        if sum(int(sizes[i]) for i in range(12) if chosen >> i & 1) <= room
    )
    assert sizes[12] > room
    pair = PairedScores.from_scores(np.zeros(60), values * (math.pi / 1000))
    real = core.compare(pair, test="permutation", alternative="greater")
    assert (
        real.pvalue == pytest.approx(subsets / 2**60, rel=1e-12, abs=0) == pytest.approx(result.pvalue, rel=1e-6, abs=0)
    )
    assert real.engine == "enumeration"


def test_real_scores_with_a_clear_effect_are_never_sampled():
    generator = np.random.default_rng(3)
    for n in (30, 100, 1_000):
        baseline = generator.normal(0.5, 0.2, n)
        pair = PairedScores.from_scores(baseline, baseline + generator.normal(0.12, 0.1, n))
        for test in core.significance.TESTS:
            result = core.compare(pair, test=test)
            assert result.exact, (n, test, result.reason)
            assert result.log10_pvalue < -5
            assert result.error_bound <= max(result.pvalue / 20, 1e-320)


def test_nothing_lies_beyond_the_edge_of_the_support():
    values = np.random.default_rng(6).integers(4, 25, 60) * (math.pi / 1000)
    result = core.compare(PairedScores.from_scores(np.zeros(60), values), alternative="greater", boundary="exclude")
    assert (result.pvalue, result.exact) == (0, True)


@pytest.mark.parametrize("theta", [0.0, 0.3, 2.0])
@pytest.mark.parametrize("side", [-1, 1])
def test_hardly_anything_lies_beyond_its_reach(theta, side):
    values = np.random.default_rng(8).exponential(size=12)
    # All sums of 12 signs, and their tilted probabilities.
    signs = np.array(list(product([-1, 1], repeat=12)))
    sums = signs @ values
    weights = np.exp(theta * (sums - sums.max()))
    weights /= weights.sum()
    law = SwappedSum(np.sort(values), np.ones(12))
    tilt = law.tilted(theta)
    found = reach(law, tilt, side)
    assert weights[side * (sums - tilt.mean) > found].sum() <= math.exp(-25)
    assert found <= abs(side * values.sum() - tilt.mean) + 1e-9


def sums_of(masses, times):
    """The law of a sum of so many draws, by adding up positive numbers only."""
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
    # No outlier is drawn, or turned: nothing would make up for it.
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
    assert result.exact
    assert abs(result.pvalue - truth) <= result.error_bound + 1e-11 * truth
    assert result.error_bound <= 0.05 * truth


def test_frequencies_that_do_not_fade_are_no_more_than_are_worth_their_time(monkeypatch):
    factors = []

    def counted(law, first, step, count, *rest):
        found = spectrum.characteristic(law, first, step, count, *rest)
        factors.append(len(found[0]) * len(law.values))
        return found

    monkeypatch.setattr(tilted, "characteristic", counted)
    generator = np.random.default_rng(7)
    for n in (90, 5_000):
        values = np.ones(n) + 1e-9 * generator.normal(size=n)  # all sums crowd at whole numbers
        law = SwappedSum(np.sort(np.abs(values)), np.ones(n, dtype=np.int64))
        x = 2 * round(2.1 * math.sqrt(n)) + n % 2  # and x is where they do
        tail = tilted.tilted_tail(law, x, False)
        assert sum(factors) <= 2.5 * 2**23
        at, beyond = (binom.sf((x + n) // 2 - more, n, 0.5) for more in (1, 0))
        assert beyond - tail.error_bound <= tail.probability <= at + tail.error_bound
        factors.clear()
