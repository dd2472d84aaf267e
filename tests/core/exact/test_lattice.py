"""Tails on a lattice where the tilted law is wider than the plain one, and at the largest sum."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from core.exact.lattice import LatticeSum
from core.exact.sums import ResampledSum


@pytest.mark.parametrize("drawn", [12, 20, 30])
def test_a_rare_value_far_out_widens_the_tilted_law(drawn):
    n = 200
    exact = LatticeSum(ResampledSum(np.array([0, 1, 90]), np.array([n - 2, 1, 1])))
    tail = exact.at_least(90 * drawn)
    # All sums are 90a + b with b < 90 but for a chance of 1e-140; so at least `drawn` large values are needed.
    right = sum(comb(n, k) * Fraction(1, n) ** k * Fraction(n - 1, n) ** (n - k) for k in range(drawn, n + 1))
    assert abs(tail.probability - float(right)) <= tail.error_bound
    assert tail.error_bound <= 1e-9 * tail.probability


@pytest.mark.parametrize("n", [5, 1_000])
def test_the_largest_sum_is_known_to_all_digits(n):
    exact = LatticeSum(ResampledSum(np.array([0, 3]), np.array([n - 2, 2])))
    tail = exact.at_least(3 * n)
    assert tail.log == pytest.approx(n * (np.log(2) - np.log(n)), rel=1e-14, abs=0)
    assert tail.error_bound <= 1e-12 * tail.probability + 5e-324
    assert exact.at_least(3 * n, strict=True).probability == 0
    assert exact.at_least(3 * n - 2).log == tail.log


@pytest.mark.parametrize("theta", [0.0, 0.0005])
def test_few_values_in_a_wide_window_are_inverted_as_many_are(monkeypatch, theta):
    values, counts = np.unique(np.random.default_rng(4).integers(-3_000, 3_000, 100), return_counts=True)
    law = ResampledSum(values, counts.astype(float))
    weights, window = law.weights(theta), 140_000
    monkeypatch.setattr("core.exact.sums._FEW", 100)
    few = law._alive(weights, window)
    monkeypatch.setattr("core.exact.sums._FEW", 0)
    by_fft = law._alive(weights, window)
    # One looks a little further than the other.
    assert set(by_fft) <= set(few)
    assert 10 < len(by_fft) <= len(few) < 2 * len(by_fft)
