"""Power series of waves and of ln cosh, against sums of every value's own."""

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy.special import bernoulli

from core.distributions.series import SMALL, log_cosh_sums, wave_means

GENERATOR = np.random.default_rng(4)


@pytest.mark.parametrize("unit", [1e-200, 1.0, 1e200])
def test_waves(unit):
    x, weights = GENERATOR.uniform(-1, 1, 200), GENERATOR.normal(size=200)
    t = np.append(GENERATOR.uniform(-SMALL[0], SMALL[0], 40), [-SMALL[0], 0, SMALL[0]])
    right = [
        math.fsum(weights * np.cos(each * x)) + 1j * math.fsum(weights * np.sin(each * x)) for each in t
    ]  # fmt: skip
    assert wave_means(t / unit, x * unit, weights) == pytest.approx(np.array(right), rel=0, abs=1e-13)


def test_one_value_at_the_end_of_the_series():
    [mean] = wave_means(np.array([1.0]), np.array([SMALL[0]]), np.ones(1))
    assert abs(mean - np.exp(1j * SMALL[0])) < 3e-16
    for angle in (0.3, 1.2, math.pi / 2):
        z = SMALL[1] * np.exp(1j * angle)
        [log] = log_cosh_sums(np.array([z.imag]), z.real, np.ones(1), np.ones(1))
        assert log == pytest.approx(np.log(np.cosh(z)) - np.log(np.cosh(z.real)), rel=1e-14, abs=0)


@pytest.mark.parametrize("theta", [0.0, 1e-9, 0.2, -0.35])
@pytest.mark.parametrize("unit", [1e-150, 1.0, 1e150])
def test_products_of_hyperbolic_cosines(theta, unit):
    d, counts = GENERATOR.uniform(0, 1, 300), GENERATOR.integers(1, 9, 300)
    t = math.sqrt(SMALL[1] ** 2 - theta**2) * np.linspace(0, 1, 30)
    z = np.multiply.outer(theta + 1j * t, d)
    right = np.array([np.log(np.cosh(row)) - np.log(np.cosh(theta * d)) for row in z]) @ counts
    found = log_cosh_sums(t / unit, theta / unit, d * unit, counts)
    assert found == pytest.approx(right, rel=2e-13, abs=1e-13)


def test_small_angles_lose_nothing_to_cancellation():
    # ln cos x = −x²/2 − x⁴/12 − …, by Bernoulli's numbers and rational arithmetic
    numbers = [Fraction(each).limit_denominator(10**9) for each in bernoulli(12)]
    for x in (1e-160, 1e-8, 1e-3, 0.4):
        terms = [
            Fraction((-1) ** k * 2 ** (2 * k - 1) * (2 ** (2 * k) - 1)) * numbers[2 * k] / (k * math.factorial(2 * k))
            for k in range(1, 7)
        ]
        right = sum(float(abs(term)) * x ** (2 * k) for k, term in enumerate(terms, 1))
        [log] = log_cosh_sums(np.array([x]), 0.0, np.ones(1), np.ones(1))
        assert log == pytest.approx(-right, rel=1e-7 if x > 0.1 else 1e-15, abs=0)
