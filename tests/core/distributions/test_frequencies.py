"""Waves at equally spaced frequencies, against one after the other."""

import numpy as np
import pytest

from core.distributions import frequencies
from core.distributions.frequencies import Grid, sums_of_waves

VALUES = np.sort(np.random.default_rng(5).normal(0.3, 1, 90))


@pytest.mark.parametrize("count", [1, 2, 1_000, 70_000])
def test_waves_are_no_further_off_than_said(count):
    x = 50 * VALUES
    grid = Grid(x, 0.5, 0.37, count)
    k = np.arange(count)
    times = np.longdouble(0.5) + np.longdouble(0.37) * k
    for value in x[[0, 40, 89]]:
        right = np.exp(np.clongdouble(1j) * times * np.longdouble(value))
        found = sums_of_waves(np.array([value]), np.array([1.0]), 0.5, 0.37, count)
        assert np.abs(found - right).max() <= grid.rounding(k) < 1e-6
    assert grid.rounding(k[:0]) <= grid.rounding(k)


@pytest.mark.parametrize("count", [100, 70_000])
def test_means_are_left_out_only_where_they_are_below_the_floor(count):
    # Half of the 70,000 are not looked at.
    weights = np.exp(-VALUES)
    weights /= weights.sum()
    first, step, floor = 0.1, 0.003, 0.4
    k, mean = Grid(VALUES, first, step, count, float(weights @ np.abs(VALUES))).means(weights, floor)
    right = np.array([weights @ np.exp(1j * (first + step * each) * VALUES) for each in range(count)])
    assert np.abs(mean - right[k]).max() < 1e-10
    assert np.abs(np.delete(right, k)).max(initial=0) < floor
    assert (len(k) < count / 2) == (count > 100)


@pytest.mark.parametrize(("floor", "looked_at"), [(0.95, 0.1), (0.7, 1.0)])
def test_some_values_tell_where_means_are_below_a_high_floor(floor, looked_at, monkeypatch):
    monkeypatch.setattr(frequencies, "_SOME", 30)
    weights = np.exp(VALUES) / np.exp(VALUES).sum()
    times = 0.1 + 0.003 * np.arange(4_000)
    k, mean = Grid(VALUES, 0.1, 0.003, 4_000, float(weights @ np.abs(VALUES))).means(weights, floor)
    right = np.exp(1j * np.multiply.outer(times, VALUES)) @ weights
    assert np.abs(mean - right[k]).max() < 1e-10
    assert np.abs(np.delete(right, k)).max(initial=0) < floor
    assert 0 < len(k) <= looked_at * 4_000


@pytest.mark.parametrize("theta", [0.0, 1.0])
def test_products_are_those_of_all_factors(theta):
    slope = np.tanh(theta * VALUES)
    counts = np.arange(90) % 3 + 1
    k = np.arange(0, 400, 3)
    phi = Grid(VALUES, 0.0, 0.01, 400).products(k, theta, counts, 1e-8)
    right = np.ones(len(k), dtype=complex)
    for x, by, count in zip(VALUES, slope, counts, strict=True):
        right *= (np.cos(0.01 * k * x) + 1j * by * np.sin(0.01 * k * x)) ** count
    alive = phi != 0
    assert 10 < alive.sum() < len(k)
    assert np.abs(phi - right)[alive].max() < 1e-12
    assert np.abs(right[~alive]).max() <= 1e-8 * (1 + 1e-9)


@pytest.mark.parametrize("first", [0.0, 0.7, -30.0])
@pytest.mark.parametrize("largest", [1.0, 40.0, 1e9])
def test_small_values_are_summed_by_a_power_series(first, largest):
    values = np.random.default_rng(1).exponential(size=500)
    values[::60] *= largest
    weights = np.linspace(1, 3, 500) / 1_000
    k, mean = Grid(values, first, 0.01, 3_000).means(weights, 0.0)
    assert len(k) == 3_000
    assert (
        np.abs(mean - np.exp(1j * np.multiply.outer(first + 0.01 * k, values)) @ weights).max() < 1e-10 * largest**0.5
    )


@pytest.mark.parametrize("theta", [0.0, 0.03])
@pytest.mark.parametrize("largest", [1.0, 40.0])
def test_small_factors_are_multiplied_by_a_power_series(theta, largest):
    values = np.random.default_rng(1).exponential(size=500)
    values[::60] *= largest
    counts, k = np.arange(500) % 3 + 1, np.arange(0, 900, 2)
    phi = Grid(values, 0.0003, 0.0005, 900).products(k, theta, counts, 1e-9)
    t = 0.0003 + 0.0005 * k
    factors = np.cos(np.outer(t, values)) + 1j * np.tanh(theta * values) * np.sin(np.outer(t, values))
    right = (factors**counts).prod(axis=1)
    alive = phi != 0
    assert 20 < alive.sum() < len(k)
    assert np.abs(phi / right - 1)[alive].max() < 1e-9
    assert np.abs(right[~alive]).max() <= 1e-9 * (1 + 1e-9)
