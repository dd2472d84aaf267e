"""Characteristic functions at equally spaced frequencies, against one sum or product after the other."""

import numpy as np
import pytest

from core.exact import spectrum
from core.exact.spectrum import characteristic
from core.exact.sums import ResampledSum, SwappedSum

# More values than are multiplied at once.
VALUES = np.sort(np.random.default_rng(5).normal(0.3, 1, 90))
FIRST, STEP, COUNT = 0.003, 0.004, 150
TIMES = FIRST + STEP * np.arange(COUNT)


@pytest.mark.parametrize("theta", [0.0, 0.2])
@pytest.mark.parametrize("counts", [np.ones(90), np.arange(90) % 3 + 1.0], ids=["each once", "some often"])
@pytest.mark.parametrize("telling", [90, 30, 2], ids=["all tell", "some tell", "too few to tell"])
def test_of_swaps_it_is_the_product_of_all_items(telling, counts, theta, monkeypatch):
    monkeypatch.setattr(spectrum, "_TELLING", telling)
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
