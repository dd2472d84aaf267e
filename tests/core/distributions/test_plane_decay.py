"""Bounds of characteristic functions: nowhere above what they bound, of one item or of a law on whole cells."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.distributions.plane_decay import cosines_below, least_decay, least_on_cells

ANGLES = np.linspace(-np.pi / 2, np.pi / 2, 4_001)


@given(st.floats(0, 1), st.floats(0, 2))
def test_the_cosines_are_nowhere_above(q, reach):
    coefficients = cosines_below(np.array([q]), np.array([reach]))[0]
    below = np.cos(2 * np.outer(ANGLES, np.arange(len(coefficients)))) @ coefficients
    assert (below <= least_decay(ANGLES, q, reach) + 1e-12).all()


@pytest.mark.parametrize(("reach", "share"), [(0.0, 0.75), (0.1, 0.85), (0.5, 0.8)])
def test_they_keep_most_of_it(reach, share):
    least = least_decay(ANGLES, 1.0, reach).mean()
    assert cosines_below(np.ones(1), np.array([reach]))[0, 0] > share * least


def test_an_angle_that_may_be_anything_bounds_nothing():
    assert not cosines_below(np.ones(1), np.array([2.0])).any()
    assert not cosines_below(np.zeros(1), np.zeros(1)).any()


@given(
    st.lists(st.tuples(st.integers(-30, 30), st.integers(-30, 30), st.integers(1, 9)), min_size=1, max_size=12),
    st.tuples(st.floats(-0.3, 0.3), st.floats(-0.3, 0.3)),
    st.sampled_from([(8, 8), (9, 16), (64, 30)]),
    st.booleans(),
    st.integers(0, 9),
)
def test_no_characteristic_function_is_above_its_bound(rows, theta, sizes, whole, seed):
    steps, counts, sizes = np.array([row[:2] for row in rows]), np.array([row[2] for row in rows]), np.array(sizes)
    slope = np.tanh(steps @ np.array(theta))
    half = np.zeros(2) if whole else 0.5 / sizes
    waves = counts[:, None] * cosines_below(1 - slope**2, np.pi * np.abs(steps) @ half)
    least = least_on_cells(steps, waves, sizes)
    cells = np.argwhere(np.ones(least.shape))
    turns = cells / sizes + np.random.default_rng(seed).uniform(-1, 1, cells.shape) * half
    angles = np.pi * turns @ steps.T
    with np.errstate(divide="ignore"):
        decay = -np.log(np.abs(np.cos(angles) + 1j * slope * np.sin(angles))) @ counts
    assert (least.ravel() <= decay + 1e-9).all()
