"""Sums of waves of values on a grid lie as near the exact ones as they say."""

import numpy as np
import pytest

from core.distributions.gridded import gridded_sums


@pytest.mark.parametrize("scale", [1e-120, 1e-6, 1.0, 1e3, 1e120])
@pytest.mark.parametrize("count", [1, 2, 7, 500])
@pytest.mark.parametrize("first", [0.0, 0.31, 40.0])
def test_every_sum_is_within_its_bound(scale, count, first):
    rng = np.random.default_rng(count)
    x, weights = scale * rng.standard_cauchy(300), rng.dirichlet(np.ones(300))
    first, step = first / scale, 0.37 / scale
    sums, off = gridded_sums(x, weights, first, step, count)
    exact = np.exp(1j * np.outer(first + step * np.arange(count), x)) @ weights
    assert (np.abs(sums - exact) <= off).all()


def test_the_bound_is_small():
    x = np.random.default_rng(1).normal(size=2_000)
    _, off = gridded_sums(x, np.full(2_000, 1 / 2_000), 0.0, 0.1, 1_000)
    assert off.max() < 0.01
    assert off[500] < 1e-10  # in the middle of the frequencies


def test_values_far_out_are_told_by_their_rounding():
    x = np.append(np.random.default_rng(2).normal(size=200), 1e15)
    weights = np.full(201, 1 / 201)
    sums, off = gridded_sums(x, weights, 0.0, 0.1, 100)
    exact = np.exp(1j * np.outer(0.1 * np.arange(100), x[:-1])) @ weights[:-1]
    assert (np.abs(sums - exact) <= off + weights[-1]).all()
    assert off.max() > 0.1


def test_small_weights_have_small_bounds():
    x, weights = np.random.default_rng(3).normal(size=300), np.full(300, 1 / 300)
    whole, part = (gridded_sums(x, w, 0.5, 0.1, 64)[1] for w in (weights, weights / 1_000))
    assert np.allclose(part, whole / 1_000, rtol=1e-6, atol=0)
