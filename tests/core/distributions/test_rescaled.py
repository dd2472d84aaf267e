"""A sum shifted and stretched: every tail, mass and quantile is that of the sum listed."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

import core
from core.data.paired import PairedScores
from core.distributions import exact_sum
from core.distributions.lattice import LatticeSum
from core.distributions.rescaled import Rescaled, reduced
from core.distributions.stratified import SumOfResamples
from core.distributions.sums import ResampledSum, SwappedSum
from tests.oracles import far_lattice

VALUES, SHIFT, STEP = np.array([0, 1, 3]), -6, 5


def engine():
    return Rescaled(LatticeSum(ResampledSum(VALUES, np.ones(3))), SHIFT, STEP)


def test_tails_and_masses_are_those_of_the_sums_listed():
    listed = SHIFT + STEP * np.add.outer(np.add.outer(VALUES, VALUES), VALUES).ravel()
    sums, mass = engine().points()
    assert dict(zip(sums, mass, strict=True)) == pytest.approx({x: (listed == x).mean() for x in set(listed.tolist())})
    for x in (-7, -6, -1, Fraction(-7, 2), 4, 8.5, 39, 40):
        for strict in (False, True):
            above, below = (listed > x, listed < x) if strict else (listed >= x, listed <= x)
            assert engine().at_least(x, strict).probability == pytest.approx(above.mean(), abs=1e-14)
            assert engine().at_most(x, strict).probability == pytest.approx(below.mean(), abs=1e-14)
    assert engine().engine == "lattice"
    assert engine().quantile is None


def test_quantiles_are_rescaled():
    class Known:
        def quantile(self, q):
            return 10 * q

    assert Rescaled(Known(), SHIFT, STEP).quantile(0.5) == SHIFT + STEP * 5


QUARTERS = np.random.default_rng(5).integers(-1, 5, 120)


@pytest.mark.parametrize("unit", [1, 1 / 3, 1e-140, 1e110])
@pytest.mark.parametrize("alternative", ["greater", "less", "two-sided"])
def test_draws_of_a_lattice_that_does_not_begin_at_zero(unit, alternative):
    # Less 0.1 of 32 bits, so that the mean is 0 or less where 120 quarters add up to 12 or less.
    differences = (QUARTERS / 4 - np.float32(0.1)) * unit
    result = core.compare(
        PairedScores.from_scores(np.zeros(120), differences), test="bootstrap", alternative=alternative
    )
    log = far_lattice.bootstrap_at_least(-QUARTERS, -48)
    truth = {"greater": np.exp(log), "less": 1.0, "two-sided": 2 * np.exp(log)}[alternative]
    assert result.engine == "lattice"
    assert result.pvalue == pytest.approx(truth, rel=1e-9, abs=0)
    interval = result.confidence_interval()
    assert interval.method == "exact"
    count = (differences.mean() - np.array([interval.low, interval.high])) * 480 / unit
    assert count == pytest.approx(np.rint(count), abs=1e-6)


def test_a_sum_so_near_the_threshold_that_rounding_decides_reaches_it():
    # As many quarters as make up for 120 times 0.1 leave 0, but for rounding.
    law = ResampledSum(np.array([-0.1, 0.15, 0.4, 0.9]), np.array([60.0, 30, 20, 10]), 1e-13)
    smallest, shift, step, tolerance = reduced(law)
    assert smallest.values.tolist() == [0, 1, 2, 4]
    engine = Rescaled(LatticeSum(smallest), shift, step, tolerance)
    for sign in (-1, 1):
        assert engine.at_least(sign * 1e-14).probability > engine.at_least(sign * 1e-14, strict=True).probability + 1e-9
    assert engine.at_least(0.01) == engine.at_least(0.01, strict=True)


def test_strata_may_each_begin_somewhere_else():
    one, other = np.array([-0.1, 0.15, 0.9]), np.array([0.33, 0.58, 1.83])
    law = SumOfResamples((ResampledSum(one, np.array([5.0, 3, 2])), ResampledSum(other, np.array([3.0, 4, 1]))), 1e-14)
    smallest, shift, step, tolerance = reduced(law)
    assert [part.values.tolist() for part in smallest.parts] == [[0, 1, 4], [0, 1, 6]]
    assert (float(shift), float(step)) == pytest.approx((-1 + 8 * 0.33, 0.25))
    # In quarters above the least sum: 10 draws of 0, 1 and 4, and 8 of 0, 1 and 6
    masses = np.ones(1)
    for once, n in (([0.5, 0.3, 0, 0, 0.2], 10), ([3 / 8, 4 / 8, 0, 0, 0, 0, 1 / 8], 8)):
        for _ in range(n):
            masses = np.convolve(masses, once)
    found = exact_sum(law)
    for quarters in (0, 7, 20, 41, 88):
        for strict in (False, True):
            tail = found.at_least(1.64 + quarters / 4, strict)
            assert tail.probability == pytest.approx(masses[quarters + strict :].sum(), rel=1e-9, abs=1e-14)
            assert tail.error_bound < 1e-12
    assert tolerance < 1e-13


def test_what_lies_on_no_lattice_is_left_as_it_is():
    values = np.random.default_rng(1).normal(size=50)
    for law in (ResampledSum(values, np.ones(50)), SwappedSum(np.abs(values), np.ones(50))):
        assert reduced(law) == (law,)


@pytest.mark.parametrize("strata", [1, 2])
def test_values_that_rounding_sets_apart_are_one(strata):
    # Three tenths and a tenth more two are two numbers, and one value.
    one = ResampledSum(np.array([-0.25, 0.05, 0.3, 0.1 + 0.2]), np.full(4, 20.0), 1e-12)
    still = ResampledSum(np.array([0.3, 0.1 + 0.2]), np.array([1.0, 2.0]))
    law = one if strata == 1 else SumOfResamples((ResampledSum(one.values, one.counts), still), 1e-12)
    smallest, *_ = reduced(law)
    parts = [smallest] if strata == 1 else smallest.parts
    assert parts[0].values.tolist() == [0, 6, 11]
    assert parts[-1].counts.tolist() == ([20, 20, 40] if strata == 1 else [3])
    found = exact_sum(law)
    assert found.at_least(law.support[1] - 0.01).probability == pytest.approx(0.5**80, rel=1e-9, abs=0)


@pytest.mark.parametrize("test", ["bootstrap", "shifted-bootstrap", "permutation"])
@pytest.mark.parametrize("seed", range(12))
def test_scores_plus_a_constant_against_every_resample(seed, test):
    # Subtracted again, what was added differs by rounding from item to item.
    generator = np.random.default_rng(seed)
    of = np.array([0, 0, 0, 1, 1, 1])
    baseline = np.round(generator.uniform(0, 100, 6), 3)
    experimental = baseline + generator.integers(-2, 3, 6) / 4 + np.array([3**-0.5, 2**-0.5])[of] / 10
    pair = PairedScores.from_scores(baseline, experimental).with_strata(of.astype(str).tolist())
    d = np.round(experimental - baseline, 9)
    if test == "permutation":
        sums = np.array(list(product((-1, 1), repeat=6))) @ d
    else:
        each = [d[of == stratum][np.array(list(product(range(3), repeat=3)))].sum(axis=1) for stratum in (0, 1)]
        sums = np.add.outer(*each).ravel()
    for alternative in ("greater", "less"):
        sign = 1 if alternative == "greater" else -1
        at = {"bootstrap": 0.0, "shifted-bootstrap": 2 * d.sum(), "permutation": d.sum()}[test]
        counted = -sign * sums >= -1e-7 if test == "bootstrap" else sign * sums >= sign * at - 1e-7
        result = core.compare(pair, test=test, alternative=alternative)
        assert result.pvalue == pytest.approx(counted.mean(), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("test", core.TESTS)
@pytest.mark.parametrize("strata", [1, 3])
@pytest.mark.parametrize("power", [-540, -700, -990])
def test_scores_whose_squares_underflow_are_compared_as_larger_ones(power, strata, test):
    d = np.random.default_rng(1).normal(0.3, 1, 60)
    results = []
    for values in (d, np.ldexp(d, power)):
        pair = PairedScores.from_scores(0 * values, values)
        pair = pair.with_strata([str(each % 3) for each in range(60)]) if strata > 1 else pair
        results.append(core.compare(pair, test=test))
    one, other = results
    assert other.exact
    assert other.pvalue == pytest.approx(one.pvalue, rel=1e-9, abs=0)
    ends = [(each.confidence_interval().low, each.confidence_interval().high) for each in results]
    assert np.ldexp(ends[1], -power) == pytest.approx(ends[0], rel=1e-6, abs=0)
