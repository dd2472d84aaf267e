"""A sum shifted and stretched: every tail, mass and quantile is that of the sum listed."""

from fractions import Fraction

import numpy as np
import pytest

from core.exact.lattice import LatticeSum
from core.exact.rescaled import Rescaled
from core.exact.sums import ResampledSum

VALUES, SHIFT, STEP = np.array([0, 1, 3]), -6, 5


def engine():
    return Rescaled(LatticeSum(ResampledSum(VALUES, np.ones(3))), SHIFT, STEP)


def test_tails_and_masses_are_those_of_the_sums_listed():
    listed = SHIFT + STEP * np.add.outer(np.add.outer(VALUES, VALUES), VALUES).ravel()
    sums, mass = engine().points()
    assert dict(zip(sums, mass, strict=True)) == pytest.approx({x: (listed == x).mean() for x in set(listed.tolist())})
    for x in (-7, -6, -1, Fraction(-7, 2), 4, 8.5, 39, 40):
        for strict in (False, True):
            above, below = (listed > x, listed < x) if strict else (listed >= x, listed <= x)
            assert engine().at_least(x, strict).probability == pytest.approx(above.mean(), abs=1e-14)
            assert engine().at_most(x, strict).probability == pytest.approx(below.mean(), abs=1e-14)
    assert engine().engine == "lattice"
    assert engine().quantile is None


def test_quantiles_are_rescaled():
    class Known:
        def quantile(self, q):
            return 10 * q

    assert Rescaled(Known(), SHIFT, STEP).quantile(0.5) == SHIFT + STEP * 5
