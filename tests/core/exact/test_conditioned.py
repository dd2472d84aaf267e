"""One or two scores far from all others: exact by the number of times they are drawn, or the signs that they get."""

import math
from functools import cache

import numpy as np
import pytest

import core
from core.exact import exact_sum
from core.exact.conditioned import ConditionedSum, without_outliers
from core.exact.fourier import FourierSum
from core.exact.sums import ResampledSum
from core.paired import PairedScores
from tests.core.exact.test_fourier import from_sums
from tests.oracles import fine_lattice

# Real numbers to the program, whole ones to the oracle.
REAL = math.pi / 1000
OUTLIERS = {"one": [250_000], "a pair": [160_000, 160_000]}


@cache
def data(outliers, n=100):
    generator = np.random.default_rng(4)
    values = np.rint(generator.normal(60, 600, n)).astype(int)
    return np.append(values, OUTLIERS[outliers])


@cache
def resampled(outliers):
    return fine_lattice.bootstrap(data(outliers))


@cache
def swapped(outliers):
    return fine_lattice.permutation(data(outliers))


def pair_of(outliers, unit):
    values = data(outliers)
    return PairedScores.from_scores(np.zeros(len(values)), values * unit)


@pytest.mark.parametrize(("outliers", "unit"), [("one", 1.0), ("one", REAL)])
def test_outliers_are_conditioned_on(outliers, unit):
    bootstrap, null = resampled(outliers), swapped(outliers)
    total = int(data(outliers).sum())
    for (test, alternative), truth in from_sums(bootstrap, null, total).items():
        if unit == REAL and alternative == "two-sided":
            continue  # of the lattice beneath, a tail's bound holds one atom in doubt, and two tails two
        result = core.compare(pair_of(outliers, unit), test=test, alternative=alternative)
        assert result.exact, (test, alternative, result.reason)
        assert abs(result.pvalue - truth) <= result.error_bound + 1e-11
        assert result.error_bound <= 1e-4
        assert unit != 1 or result.error_bound <= 1e-10


@pytest.mark.parametrize(("outliers", "unit"), [("a pair", 1.0), ("a pair", REAL)])
def test_intervals_with_outliers_are_quantiles(outliers, unit):
    bootstrap = resampled(outliers)
    values = data(outliers)
    for level in (0.5, 0.9, 0.99):
        interval = core.compare(pair_of(outliers, unit), confidence_level=level).confidence_interval()
        assert interval.method == "exact"
        for end, q in ((interval.low, (1 - level) / 2), (interval.high, (1 + level) / 2)):
            total = end * len(values) / unit
            below, at_most = (fine_lattice.at_most(bootstrap, math.floor(total + off)) for off in (-1, 1))
            assert below - 1e-4 <= q <= at_most + 1e-4


@pytest.mark.parametrize("test", ["bootstrap", "shifted-bootstrap", "permutation"])
@pytest.mark.parametrize("outliers", [[1e6], [1e6, -3e4]])
def test_huge_scores_among_thousands(test, outliers):
    generator = np.random.default_rng(5)
    values = np.append(generator.normal(0.01, 1, 3_000), outliers)
    pair = PairedScores.from_scores(np.zeros(len(values)), values)
    result = core.compare(pair, test=test)
    assert result.exact
    assert "fourier" in result.engine
    low, high = core.compare(pair, test=test, method="monte-carlo").pvalue_interval
    assert low - 2e-4 <= result.pvalue <= high + 2e-4


def test_quantiles_reach_the_ends_of_the_picture():
    law = exact_sum(ResampledSum(np.append(np.sort(np.random.default_rng(1).normal(size=300)), 2_000.0), np.ones(301)))
    assert isinstance(law, ConditionedSum)
    for q in (1e-9, 0.3, 1 - 1e-9):
        x = law.quantile(q)
        assert law.at_most(x).probability == pytest.approx(q, abs=1e-5)


def test_parts_that_add_next_to_nothing_cost_no_certainty():
    # Outliers of several sizes, each a law of its own: whichever is likeliest adds nothing to this tail.
    scores = np.random.default_rng(1).standard_cauchy(200)
    asked = []
    tail = FourierSum.at_most
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(FourierSum, "at_most", lambda *args, **options: asked.append(args) or tail(*args, **options))
        patch.setattr("core.exact.fourier.tilted_tail", lambda *_: pytest.fail("a tail of no weight was tilted"))
        result = core.compare(np.zeros(200), scores, test="bootstrap")
    assert result.exact
    assert asked
    sampled = core.compare(np.zeros(200), scores, test="bootstrap", method="monte-carlo", n_resamples=100_000)
    assert sampled.pvalue_interval[0] <= result.pvalue <= sampled.pvalue_interval[1]


def drawn_often(values, outlier, times):
    """P(S ≥ times·outlier) of a bootstrap of these values and the outlier, by adding up positive numbers."""
    n, low = len(values) + 1, int(values.min())
    once = np.bincount(values - low) / len(values)
    laws = [np.ones(1)]
    for _ in range(n):
        laws.append(np.convolve(laws[-1], once))
    total = 0.0
    for k in range(n + 1):
        sums = low * (n - k) + np.arange(len(laws[n - k]))
        beyond = laws[n - k][sums >= (times - k) * outlier].sum()
        total += math.comb(n, k) * (1 / n) ** k * (1 - 1 / n) ** (n - k) * float(beyond)
    return total


@pytest.mark.parametrize("unit", [1, REAL])
@pytest.mark.parametrize("side", ["upper", "lower"])
@pytest.mark.parametrize("times", [6, 14, 20])
def test_a_tail_beneath_what_the_parts_leave_out_keeps_its_digits(times, side, unit):
    values, outlier = np.random.default_rng(3).integers(-30, 31, 39), 20_000
    sign = 1 if side == "upper" else -1
    distinct, counts = np.unique(sign * np.append(values, outlier), return_counts=True)
    law = ResampledSum(distinct if unit == 1 else distinct * unit, counts.astype(float))
    engine = ConditionedSum(law, without_outliers(law), exact_sum)
    x = times * outlier * unit
    tail = engine.at_least(x) if side == "upper" else engine.at_most(-x)
    truth = drawn_often(values, outlier, times)
    assert abs(tail.probability - truth) <= tail.error_bound + 1e-12 * truth
    assert tail.error_bound <= 0.02 * truth
