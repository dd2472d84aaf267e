"""Characteristic functions at equally spaced frequencies, against one sum or product after the other."""

import numpy as np
import pytest

from core.exact.spectrum import _Grid, characteristic, sums_of_waves
from core.exact.sums import ResampledSum, SwappedSum

# More values than are multiplied at once.
VALUES = np.sort(np.random.default_rng(5).normal(0.3, 1, 90))
FIRST, STEP, COUNT = 0.003, 0.004, 150
TIMES = FIRST + STEP * np.arange(COUNT)


@pytest.mark.parametrize("theta", [0.0, 0.2])
@pytest.mark.parametrize("counts", [np.ones(90), np.arange(90) % 3 + 1.0], ids=["each once", "some often"])
def test_of_swaps_it_is_the_product_of_all_items(counts, theta):
    law = SwappedSum(np.abs(VALUES), counts)
    k, phi, error = characteristic(law, FIRST, STEP, COUNT, theta)
    right = np.ones(COUNT, dtype=complex)
    for d, count in zip(law.values, counts, strict=True):
        mean = np.tanh(theta * d)
        right *= ((np.cos(TIMES * d) + 1j * mean * np.sin(TIMES * d)) * np.exp(-1j * TIMES * d * mean)) ** count
    assert len(k) > 50
    assert np.abs(right[k] - phi).max() < min(error, 1e-12)
    assert np.abs(np.delete(right, k)).max(initial=0) < error


@pytest.mark.parametrize("theta", [0.0, 0.2])
def test_of_resamples_it_is_a_power_of_the_mean(theta):
    counts = np.arange(90) % 3 + 1.0
    law = ResampledSum(VALUES, counts)
    k, phi, error = characteristic(law, FIRST, STEP, COUNT, theta)
    weights = counts * np.exp(theta * VALUES)
    weights /= weights.sum()
    waves = np.exp(1j * np.multiply.outer(TIMES, VALUES - weights @ VALUES))
    right = (waves @ weights) ** law.n
    assert len(k) > 50
    assert np.abs(right[k] - phi).max() < min(error, 1e-11)
    assert np.abs(np.delete(right, k)).max(initial=0) < error


@pytest.mark.parametrize("count", [1, 2, 1_000, 70_000])
def test_waves_are_no_further_off_than_said(count):
    x = 50 * VALUES
    grid = _Grid(x, 0.5, 0.37, count)
    k = np.arange(count)
    times = np.longdouble(0.5) + np.longdouble(0.37) * k
    for value in x[[0, 40, 89]]:
        right = np.exp(np.clongdouble(1j) * times * np.longdouble(value))
        found = sums_of_waves(np.array([value]), np.array([1.0]), 0.5, 0.37, count)
        assert np.abs(found - right).max() <= grid.rounding(k) < 1e-6
    assert grid.rounding(k[:0]) <= grid.rounding(k)
