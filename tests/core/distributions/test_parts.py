"""Parts of a sum that have few points: which there are, and what is left over at each, by its definition."""

from itertools import product

import numpy as np
import pytest

from core.distributions.parts import parts_of
from core.distributions.stratified import SumOfResamples
from core.distributions.sums import ResampledSum, SwappedSum

NOISE = 1e-5 * np.random.default_rng(2).normal(size=12)
DRAWS = np.array(list(product(range(5), repeat=5)))
KINDS = {
    "near a lattice": np.array([-1.0, 0, 0, 1, 2]) + 0.3 + NOISE[:5],
    "in heaps": np.array([-1.0, 0, 0, 2**0.5, 2**0.5]) + NOISE[:5],
}


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_left_over_at_each_point(kind):
    values = np.sort(KINDS[kind])
    law, other = ResampledSum(values, np.ones(5)), ResampledSum(np.array([0.0, 1.0, 1.001, 2.0]), np.ones(4))
    part = parts_of(SumOfResamples((law, other)))[0][0]
    step, sums = 7.0, values[DRAWS].sum(axis=1)
    points = part.points(step)
    assert points.masses.sum() == pytest.approx(1, abs=1e-9)
    nearest = np.argmin(np.abs(np.subtract.outer(sums - points.mean, points.sums)), axis=1)
    left = sums - points.mean - points.sums[nearest]
    assert np.abs(left).max() < part.gap / 10
    largest = points.largest(64)
    k = np.flatnonzero(largest)
    table = points.table(k, np.arange(len(points.sums)))
    for at in range(len(points.sums)):
        own = nearest == at
        assert points.masses[at] == pytest.approx(own.mean(), abs=1e-9)
        truth = np.exp(1j * np.multiply.outer((k + 0.5) * step, left[own])).sum(axis=1) / len(sums)
        assert np.abs(table.values[:, at] - truth).max() < 1e-9
    assert (np.abs(table.values).sum(axis=1) <= largest[k] + 1e-9).all()


def test_signs_are_parted_by_the_smallest_size_that_they_are_multiples_of():
    sizes = np.array([1.0, 1, 2, 3, 3, 3, 1.3, 1.3, 2.6, 2.6, 3.9, 3.9]) + 1e-2 * NOISE
    [parts] = parts_of(SwappedSum(np.sort(sizes), np.ones(12)))
    assert [part.gap for part in parts] == pytest.approx([1, 1.3], rel=1e-6, abs=0)
    assert [part.left_over.signs for part in parts] == [6, 6]


def test_a_stratum_that_does_not_vary_is_all_left_over():
    still, moving = ResampledSum(np.array([1e-5]), np.array([2.0])), ResampledSum(KINDS["in heaps"], np.ones(5))
    parts = parts_of(SumOfResamples((still, moving, moving)))[0]
    assert [part.about > 1 for part in parts] == [False, True, True]
    assert parts_of(SumOfResamples((still, moving))) == []


def test_there_are_none():
    generator = np.random.default_rng(3)
    smooth = ResampledSum(np.sort(generator.normal(size=40)), np.ones(40))
    for law in (smooth, SwappedSum(np.abs(smooth.values), smooth.counts)):
        assert parts_of(law) == []
