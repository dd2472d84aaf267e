"""Characteristic functions of a sum of tilted signs and a square: by every choice of signs, and what is left out."""

from itertools import product

import numpy as np
import pytest

from core.distributions.curved_tilt import TiltedCurve
from core.distributions.curved_waves import Curved, CurvedWaves, characteristic
from core.distributions.deviations import Deviations
from core.errors import NotExactError

SIGNS = np.array(list(product((-1, 1), repeat=12)))


def waves(seed, kappa, counts=None, width=None):
    """Signs tilted at random, and all values of V with their chances."""
    generator = np.random.default_rng(seed)
    counts = np.ones(12, dtype=np.int64) if counts is None else np.array(counts)
    u, mu, x = generator.normal(size=(3, len(counts)))
    law = Curved(u, mu, counts, kappa, 1e-14)
    m = Deviations(x, mu, counts)
    width = float(m.reaches(35.0).max()) if width is None else width
    w = u + 2 * kappa * m.mean * mu
    found = CurvedWaves(law, np.tanh(x), w, m.mean, 0.7, width, m.probability(width, m.mean))
    each = np.repeat(np.column_stack([u, mu, x]), counts, axis=0)
    chances = np.prod(1 / (1 + np.exp(-2 * each[:, 2] * SIGNS)), axis=1)
    v = SIGNS @ np.repeat(w, counts) + kappa * (SIGNS @ each[:, 1] - m.mean) ** 2 - 0.7
    return found, v, chances


@pytest.mark.parametrize("counts", [None, [3, 1, 5, 1, 2]])
@pytest.mark.parametrize("kappa", [0.0, 0.03, 0.4])
def test_they_are_those_of_all_signs(kappa, counts):
    found, v, chances = waves(1, kappa, counts)
    j, phi, error, count = characteristic([found], [1.0], 0.05, 120, 14.0, 2**24)
    assert count > 30
    assert error < 1e-3
    for at, value in zip(j, phi, strict=True):
        assert abs(value - chances @ np.exp(1j * 0.05 * at * v)) <= error
    for at in np.setdiff1d(np.arange(count), j):
        assert abs(chances @ np.exp(1j * 0.05 * at * v)) <= error


def test_those_of_a_mixture_are_added_up():
    parts = [waves(1, 0.1, width=9.0), waves(2, 0.1, width=9.0)]
    laws, weights = [part for part, *_ in parts], [0.3, 0.7]
    j, phi, error, _ = characteristic(laws, weights, 0.05, 60, 14.0, 2**24)
    for at, value in zip(j, phi, strict=True):
        truth = sum(
            p * (chances @ np.exp(1j * 0.05 * at * v)) for p, (_, v, chances) in zip(weights, parts, strict=True)
        )
        assert abs(value - truth) <= error


def test_a_square_that_needs_too_many_cosines_is_refused():
    with pytest.raises(NotExactError, match="bends too much"):
        characteristic([waves(1, 1e6)[0]], [1.0], 0.05, 60, 14.0, 2**24)


def test_frequencies_that_are_left_out_are_negligible():
    generator = np.random.default_rng(7)
    u, mu = generator.normal(size=(2, 300))
    curve = TiltedCurve(Curved(u, mu, np.ones(300, dtype=np.int64), 1e-4, 1e-13), 30.0)
    step = 0.02
    j, _, error, count = characteristic([curve.waves(1e-3)], [1.0], step, 512, 12.0, 2**23)
    left_out = np.setdiff1d(np.arange(count), j)
    assert len(left_out) > 200
    signs = np.where(generator.random((40_000, 300)) < (1 + curve.slope) / 2, 1, -1)
    m = signs @ mu - curve.centre
    v = signs @ curve.w + 1e-4 * m**2 - curve.c
    for s in left_out[[0, 3, 10, -1]] * step:
        assert abs(np.exp(1j * s * v + curve.a * 1e-4 * m**2).mean()) < error + 5 / 200
