"""Exponentials of a square in cosines: against the exponential itself, and against an integral by quadrature."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.special import erf

from core.distributions.chirps import CLOSE, in_cosines, tapered


@settings(max_examples=60, deadline=None)
@given(st.floats(0, 4), st.floats(0, 90), st.integers(0, 2**31))
def test_the_cosines_are_the_exponential_where_they_must_be(real, imaginary, seed):
    power = np.array([0.3j, 0.5 + 0.5j, 1.0]) * imaginary + real * np.array([0.2, 0.5, 1.0])
    power = np.append(power, 1.01 * np.abs(power).max())
    c, t, off = in_cosines(power)
    m = np.random.default_rng(seed).uniform(-1, 1, 200)
    found = np.cos(np.multiply.outer(m, t)) @ c
    if off <= CLOSE:
        assert np.abs(found - np.exp(np.multiply.outer(m**2, power))).max() <= off + 1e-12 * np.exp(np.abs(power).max())


@pytest.mark.parametrize("power", [0.0, 1e-9j, 0.02 + 0.3j, 1 + 8j, 0.5 + 40j, 3 + 100j])
def test_few_cosines_are_close_enough(power):
    c, t, off = in_cosines(np.array([power]))
    assert off <= CLOSE
    assert len(t) <= 8 + 2.5 * abs(power)
    assert np.abs(c).sum() < 1e5


def test_what_no_cosines_come_close_to_is_off_by_everything():
    assert in_cosines(np.array([1000j]))[2] == np.inf
    assert len(in_cosines(np.zeros(0))[0]) == 1


@pytest.mark.parametrize(("real", "imaginary"), [(0.0, 0.0), (0.0, 3.0), (0.4, 1.0), (1.0, 6.0)])
def test_beyond_its_end_a_tapered_transform_is_negligible(real, imaginary):
    (end,), (log,) = tapered(real, np.array([imaginary]), 12.0)
    rho = min((1 / 8, 1 / 32), key=lambda each: abs(_end(each, real, imaginary) - end))
    transform = np.array([abs(_transform(t, rho, real, imaginary)) for t in np.linspace(end, 1.5 * end, 7)])
    assert (transform * end <= np.exp(-12)).all()
    inside = 2 * quad(lambda t: abs(_transform(t, rho, real, imaginary)), 0, end, limit=200, epsrel=1e-2)[0]
    assert inside <= np.exp(log)


def _end(rho, real, imaginary):
    smallest = np.geomspace(0.05, 20, 400) * rho
    side = 1 + 8 * rho
    slope, left = 2 * smallest * imaginary, 1 - 2 * real * rho**2
    logs = real * side**2 + slope * side + ((2 * real * side + slope) * rho) ** 2 / (2 * left)
    return ((smallest / rho) ** 2 / 2 + logs + 12).min() / rho


def _transform(t, rho, real, imaginary):
    side = 1 + 8 * rho
    m = np.linspace(-side - 9 * rho, side + 9 * rho, 20_001)
    taper = (erf((m + side) / (rho * 2**0.5)) - erf((m - side) / (rho * 2**0.5))) / 2
    values = np.exp((real + 1j * imaginary) * m**2 - 1j * t * m) * taper
    return values.sum() * (m[1] - m[0]) / (2 * np.pi)


def test_where_it_grows_too_fast_nothing_is_negligible():
    ends, _ = tapered(200.0, np.array([1.0, 2.0]), 10.0)
    assert (ends > 1e8).all()
    assert np.isfinite(ends).all()
