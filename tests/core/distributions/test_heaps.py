"""Values in heaps: which there are, and how likely their numbers are, against SciPy's laws."""

import math

import numpy as np
import pytest
from scipy import stats

from core.distributions.heaps import counts_of, heaps_of
from core.distributions.stratified import SumOfResamples
from core.distributions.sums import ResampledSum, SwappedSum

RNG = np.random.default_rng(5)


def near(*centres, noise=1e-6, each=9):
    return np.concatenate([centre + noise * RNG.normal(size=each) for centre in centres])


def test_sizes_are_parted_at_the_widest_jump_of_gaps():
    values = np.sort(near(1.0, math.sqrt(2), math.pi))
    [heaps] = heaps_of(SwappedSum(values, np.ones(len(values), dtype=int)))
    assert [heap.centre for heap in heaps] == pytest.approx([1.0, math.sqrt(2), math.pi], rel=1e-5, abs=0)
    assert np.concatenate([heap.centre + heap.rest for heap in heaps]) == pytest.approx(values, rel=1e-15, abs=0)
    for heap in heaps:
        assert heap.rest.sum() == pytest.approx(0, abs=1e-14)
        assert heap.span <= 2 * heap.farthest
        assert heap.variance == pytest.approx(heap.rest.var(), rel=1e-9, abs=0)


def test_signs_around_zero_have_no_centre_and_draws_do():
    values = np.append(np.abs(near(0.0)), near(1.0))
    [[around_0, _]] = heaps_of(SwappedSum(np.sort(values), np.ones(18, dtype=int)))
    [[drawn, _]] = heaps_of(ResampledSum(values, np.ones(18)))
    assert around_0.centre == 0.0
    assert drawn.centre == pytest.approx(values[:9].mean(), rel=1e-9, abs=0)


@pytest.mark.parametrize(
    "values",
    [
        RNG.normal(size=300),
        np.append(RNG.normal(size=40), 1e6),
        np.arange(30.0),
        np.ones(1),
    ],
    ids=["normal", "an outlier", "equal gaps", "one value"],
)
def test_other_values_have_none(values):
    assert heaps_of(ResampledSum(values, np.ones(len(values)))) == []


def test_sums_of_large_whole_numbers_are_left_to_whole_numbers():
    values = np.array([10**15, 10**15 + 1, 3 * 10**15, 3 * 10**15 + 1])
    assert heaps_of(SwappedSum(values, np.ones(4, dtype=int))) == []
    assert heaps_of(SwappedSum(values // 10**12, np.ones(4, dtype=int)))


def test_too_many_numbers_are_not_listed():
    law = ResampledSum(near(*range(12), each=200), np.ones(2400))
    assert counts_of(law, heaps_of(law)[0], 0.0) is None


@pytest.mark.parametrize("theta", [0.0, 0.4, -1.3, 40.0])
def test_numbers_of_draws_are_multinomial(theta):
    values = near(-1.0, 0.0, 2.5)
    law = ResampledSum(values, np.ones(27))
    [heaps] = heaps_of(law)
    shares = np.exp(theta * np.array([heap.centre for heap in heaps]))
    counts = counts_of(law, heaps, theta)
    truth = stats.multinomial(27, shares / shares.sum()).pmf(counts.numbers)
    assert counts.masses == pytest.approx(truth, rel=1e-10, abs=1e-250)
    assert counts.masses.sum() + counts.left_out >= 1 - 1e-13
    assert counts.left_out < 1e-11


@pytest.mark.parametrize("theta", [0.0, 0.4, 40.0])
def test_numbers_of_pluses_are_binomial(theta):
    values = np.append(near(1.0, 3.0, each=20), np.abs(near(0.0)))
    law = SwappedSum(np.sort(values), np.ones(49, dtype=int))
    [[around_0, one, three]] = heaps_of(law)
    counts = counts_of(law, [around_0, one, three], theta)
    assert not counts.numbers[:, 0].any()
    truth = math.prod(
        stats.binom(20, 1 / (1 + math.exp(-2 * theta * heap.centre))).pmf(counts.numbers[:, at])
        for at, heap in ((1, one), (2, three))
    )
    assert counts.masses == pytest.approx(truth, rel=1e-10, abs=1e-250)
    assert counts.masses.sum() + counts.left_out == pytest.approx(1, rel=1e-12, abs=0)


@pytest.mark.parametrize("theta", [0.0, 0.7, -30.0])
def test_numbers_of_draws_in_strata_are_multinomials_side_by_side(theta):
    noise = 1e-6 * np.array([0.0, 1.0, 1.9, 3.0])  # no gap of which is much wider than another
    parts = [np.add.outer([-1.0, 0.0], noise).ravel(), np.add.outer([0.5, 2.0, 300.0], noise).ravel(), np.array([7.0])]
    law = SumOfResamples(tuple(ResampledSum(np.unique(each), np.ones(len(each))) for each in parts))
    ways = heaps_of(law)
    strata = [[heap.stratum for heap in heaps] for heaps in ways]
    heaps, truth = ways[strata.index([0, 0, 1, 1, 1, 2])], 1.0
    counts = counts_of(law, heaps, theta)
    for at, part in enumerate(law.parts):
        own = [place for place, heap in enumerate(heaps) if heap.stratum == at]
        exponents = theta * np.array([heaps[place].centre for place in own])
        shares = np.array([heaps[place].size for place in own]) * np.exp(exponents - exponents.max())
        truth = truth * stats.multinomial(part.n, shares / shares.sum()).pmf(counts.numbers[:, own])
    assert counts.masses == pytest.approx(truth, rel=1e-9, abs=1e-250)
    assert counts.masses.sum() + counts.left_out >= 1 - 1e-12
    assert counts.left_out < 1e-11


@pytest.mark.parametrize("outlier", [False, True])
def test_of_many_strata_heaps_are_taken_beside_outliers_only(outlier):
    generator = np.random.default_rng(4)
    parts = [np.sort(generator.normal(size=generator.integers(2, 9))) for _ in range(80)]
    parts[3] = np.append(parts[3], 1e6 if outlier else 1.5)
    ways = heaps_of(SumOfResamples(tuple(ResampledSum(each, np.ones(len(each))) for each in parts)))
    assert bool(ways) == outlier
    assert all(sum(heap.stratum == 3 for heap in heaps) == 2 for heaps in ways[-1:])
