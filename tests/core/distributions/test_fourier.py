"""Real scores without a usable lattice: an exact p-value is within its own error bound, or p was sampled.

The data are real to the program, but multiples of a unit that only the test knows, so that the truth can be found
by adding whole numbers. The first kinds are those on which Fourier inversion without a certificate goes wrong.
"""

from functools import cache

import numpy as np
import pytest

import core
from core.data.paired import PairedScores
from tests.core.pairs import assert_sampled, without_steps
from tests.oracles import fine_lattice


@pytest.fixture(autouse=True)
def real_to_the_program():
    with without_steps():
        yield


def near_lattice(reals):
    """Return 50 scores, 0 and ±1 except for a few reals, in units of 1/7919."""
    generator = np.random.default_rng(reals)
    values = 7919 * generator.integers(-1, 2, 50)
    values[:reals] = generator.integers(-16_000, 16_000, reals)
    return values, 1 / 7919


def sevenths_with_jitter():
    """Return 1,000 sevenths, each off by up to 1e-3, in units of 1/7000."""
    generator = np.random.default_rng(2)
    return 1000 * generator.integers(-3, 4, 1000) + generator.integers(-7, 8, 1000), 1 / 7000


def outlier():
    """Return 49 normal scores and one 40 standard deviations away."""
    return np.append(smooth(49, 3)[0], 40_000), UNIT


def mostly_zero(n):
    """Return scores that are zero with probability 0.9 and else normal."""
    return np.append(smooth(n // 10, 4)[0], np.zeros(n - n // 10, dtype=int)), UNIT


def smooth(n, seed, deviation=1000):
    """Return normal scores with a small mean: the main case of inversion."""
    generator = np.random.default_rng(seed)
    return np.rint(deviation * generator.normal(0.1, 1, n)).astype(int), UNIT


UNIT = np.pi / 1000

DATA = {
    "0/±1 plus twelve reals": near_lattice(12),
    "sevenths with jitter": sevenths_with_jitter(),
    "one outlier": outlier(),
    "nine in ten zero": mostly_zero(40),
    "nine in ten of 150 zero": mostly_zero(150),
    "smooth, 60": smooth(60, 5),
    "smooth, 1000": smooth(1000, 7, deviation=300),
}
QUESTIONS = (("bootstrap", "greater"), ("shifted-bootstrap", "two-sided"), ("permutation", "two-sided"))


@cache
def truths(data):
    """Return the p-value for each test and alternative, to 1e-12 or so, from sums of whole numbers."""
    values, _ = DATA[data]
    return from_sums(fine_lattice.bootstrap(values), fine_lattice.permutation(values), int(values.sum()))


def from_sums(bootstrap, null, total):
    below, above = fine_lattice.at_most(bootstrap, 0), fine_lattice.at_least(bootstrap, 0)
    near, far = sorted((0, 2 * total))
    outer = fine_lattice.at_most(null, -abs(total)) + fine_lattice.at_least(null, abs(total))
    both = fine_lattice.at_most(bootstrap, near) + fine_lattice.at_least(bootstrap, far)
    return {
        ("bootstrap", "greater"): below,
        ("bootstrap", "less"): above,
        ("bootstrap", "two-sided"): min(1.0, 2 * min(below, above)),
        ("shifted-bootstrap", "greater"): fine_lattice.at_least(bootstrap, 2 * total),
        ("shifted-bootstrap", "less"): fine_lattice.at_most(bootstrap, 2 * total),
        ("shifted-bootstrap", "two-sided"): min(1.0, both),
        ("permutation", "greater"): fine_lattice.at_least(null, total),
        ("permutation", "less"): fine_lattice.at_most(null, total),
        ("permutation", "two-sided"): min(1.0, outer),
    }


def pair_of(data):
    values, unit = DATA[data]
    return PairedScores.from_scores(np.zeros(len(values)), values * unit)


@pytest.mark.parametrize("data", DATA)
@pytest.mark.parametrize(("test", "alternative"), QUESTIONS)
def test_exact_answers_lie_within_their_bound(data, test, alternative):
    result = core.compare(pair_of(data), test=test, alternative=alternative, n_resamples=2000)
    truth = truths(data)[test, alternative]
    if result.computed:
        assert abs(result.pvalue - truth) <= (result.error_bound or 0) + 1e-11
    else:
        assert_sampled(result, truth)
    if data.startswith("smooth"):
        assert (result.method, result.engine) == ("numerical", "fourier"), result.reason
        assert 0 < result.error_bound <= 2e-3 * result.pvalue


@pytest.mark.parametrize(("changed", "alternative"), [(21, "less"), (24, "two-sided"), (40, "greater")])
def test_forty_nonzero_differences_are_met_in_the_middle(changed, alternative):
    values, unit = smooth(changed, changed)
    pair = PairedScores.from_scores(np.zeros(changed + 20), np.append(values, np.zeros(20, int)) * unit)
    null = fine_lattice.permutation(values)
    result = core.compare(pair, test="permutation", alternative=alternative)
    assert (result.method, result.engine) == ("exact", "enumeration")
    truth = from_sums(null, null, int(values.sum()))["permutation", alternative]
    assert result.pvalue == pytest.approx(truth, abs=1e-11)


@pytest.mark.parametrize("test", ["bootstrap", "permutation"])
@pytest.mark.parametrize("scale", [1e-120, 1e-90, 1e80, 1e120])
def test_p_does_not_depend_on_the_unit_of_scores(test, scale):
    d = np.random.default_rng(1).normal(0.1, 1, 400)
    one, other = (core.compare(np.zeros(400), unit * d, test=test) for unit in (1.0, scale))
    assert other.computed
    assert other.pvalue == pytest.approx(one.pvalue, rel=1e-6, abs=0)
