"""The tilted law of a sum and a square: its values by every choice of signs, and what it leaves out."""

from itertools import product

import numpy as np
import pytest

from core.distributions.curved_tilt import TiltedCurve
from core.distributions.curved_waves import Curved, characteristic
from core.errors import NotExactError

SIGNS = np.array(list(product((-1, 1), repeat=12)))


def tilted(seed, kappa, c, n=12):
    generator = np.random.default_rng(seed)
    u, mu = generator.normal(size=(2, n))
    return TiltedCurve(Curved(u, mu, np.ones(n, dtype=np.int64), kappa, 1e-14), c)


def expectation(curve, function):
    """E_a of a function of V and m by all signs."""
    weights = np.exp(curve.a * (SIGNS @ curve.w))
    m = SIGNS @ curve.law.mu - curve.centre
    v = SIGNS @ curve.w + curve.law.kappa * m**2 - curve.c
    return (weights / weights.sum()) @ function(v, m)


@pytest.mark.parametrize(("seed", "kappa", "c"), [(1, 0.0, 2.0), (1, 0.01, 2.0), (2, 0.05, 4.0), (3, 0.02, 0.0)])
def test_its_values_and_its_bracket_are_those_of_all_signs(seed, kappa, c):
    curve = tilted(seed, kappa, c)
    a = curve.a
    bent = a * kappa
    low, high = curve.bracket(2**23)
    truth = expectation(curve, lambda v, m: np.exp(-a * v + bent * m**2) * (v >= 0))
    assert low <= truth <= high
    total = SIGNS @ curve.law.u + kappa * (SIGNS @ curve.law.mu) ** 2 >= c - 1e-12
    assert np.exp(curve.log_scale) * truth == pytest.approx(total.mean(), rel=1e-9, abs=0)
    step = 0.07
    j, phi, error, count = characteristic([curve.waves(1e-3)], [1.0], step, 600, 20.0, 2**23)
    assert count == 600
    for at, value in list(zip(j, phi, strict=True))[::41]:
        exact = expectation(curve, lambda v, m, s=at * step: np.exp(1j * s * v + bent * m**2))
        assert abs(value - exact) <= error


def test_the_largest_sum_is_out_of_reach():
    with pytest.raises(NotExactError, match="hardly any swap leads as far"):
        tilted(1, 0.0, 1_000.0)


def test_less_work_makes_a_wider_bracket_that_holds():
    generator = np.random.default_rng(8)
    u, mu = generator.normal(size=(2, 200))
    curve = TiltedCurve(Curved(u, mu, np.ones(200, dtype=np.int64), 2e-5, 1e-13), 12.0)
    (low, high), (least, most) = curve.bracket(2**23), curve.bracket(2**17)
    assert least <= high
    assert low <= most
    assert most - least > high - low
