"""Characteristic functions at equally spaced frequencies, against one sum or product after the other."""

import numpy as np
import pytest

from core.distributions import spectrum
from core.distributions.spectrum import characteristic
from core.distributions.stratified import SumOfResamples
from core.distributions.sums import ResampledSum, SwappedSum

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


@pytest.mark.parametrize("theta", [0.0, 0.3])
@pytest.mark.parametrize("sizes", [(6, 25), (9, 9, 9), (150, 300), (40, 1)])
@pytest.mark.parametrize("at_once", [2**20, 2**9])
def test_over_strata_it_is_multiplied(sizes, theta, at_once, monkeypatch):
    monkeypatch.setattr(spectrum, "_AT_ONCE", at_once)
    generator = np.random.default_rng(sizes)
    parts = [
        ResampledSum(np.sort(generator.normal(at, 1, n)), generator.integers(1, 3, n)) for at, n in enumerate(sizes)
    ]
    first, step, count = 0.02, 0.04, 4_000
    k, phi, error = characteristic(SumOfResamples(tuple(parts)), first, step, count, theta)
    times, right = first + step * np.arange(count), np.ones(count, dtype=complex)
    for part in parts:
        weights = part.counts * np.exp(theta * part.values)
        weights /= weights.sum()
        right *= (np.exp(1j * np.multiply.outer(times, part.values - weights @ part.values)) @ weights) ** part.n
    assert 2 < len(k) < count / 2
    assert np.all(np.diff(k) > 0)
    assert np.abs(right[k] - phi).max() < min(error, 1e-9)
    assert np.abs(np.delete(right, k)).max(initial=0) < error
