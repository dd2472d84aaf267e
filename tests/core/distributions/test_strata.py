"""Sums of independent resampled sums, against integer convolutions and against one resampled sum."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from core.distributions import SumDistribution
from core.distributions.enumeration import EnumeratedSum
from core.distributions.fourier import FourierSum
from core.distributions.lattice import LatticeSum
from core.distributions.sums import bootstrap_sum, grouped
from tests.oracles.sums import resampled

STRATA = {
    "two sizes": ([-3] * 2 + [0] * 11 + [3] * 9, [-5] * 4 + [0] * 3 + [5] * 6),
    "one of them still": ([2] * 7, [-1] * 5 + [0] * 20 + [1] * 8),
    "three": ([-4, 0, 0, 4, 4], [-7] * 3 + [0] * 9 + [7] * 5, [0] * 12 + [3] * 4),
}


def law_of(strata, whole=True):
    kind = np.int64 if whole else float
    parts = [grouped(np.array(values, dtype=kind), np.ones(len(values))) for values in strata]
    return bootstrap_sum(parts, 0.0 if whole else 1e-9)


def convolved(strata):
    """Return the probability of each sum as a fraction."""
    law = {0: Fraction(1)}
    for values in strata:
        ways, total = resampled(values), len(values) ** len(values)
        following = Counter()
        for before, chance in law.items():
            for more, count in ways.items():
                following[before + more] += chance * Fraction(count, total)
        law = following
    return law


@pytest.mark.parametrize("engine", [LatticeSum, EnumeratedSum, SumDistribution])
@pytest.mark.parametrize("name", STRATA)
def test_every_tail_is_that_of_the_convolution(name, engine):
    law, truth = law_of(STRATA[name]), convolved(STRATA[name])
    found = engine(law)
    low, high = min(truth), max(truth)
    assert (low, high) == law.support
    for x in (low, low + 1, -10, -1, 0, 1, 7, Fraction(29, 2), high - 1, high, high + 1):
        for strict in (False, True):
            up = float(sum(p for s, p in truth.items() if (s > x if strict else s >= x)))
            down = float(sum(p for s, p in truth.items() if (s < x if strict else s <= x)))
            for tail, exact in ((found.at_least(x, strict), up), (found.at_most(x, strict), down)):
                assert abs(tail.value - exact) <= tail.error_bound + 1e-300
                assert tail.error_bound <= 1e-10


def test_a_far_tail_keeps_its_digits():
    strata = STRATA["two sizes"]
    truth = convolved(strata)
    x = max(truth) - 11
    exact = float(sum(p for s, p in truth.items() if s >= x))
    assert exact < 1e-9
    assert LatticeSum(law_of(strata)).at_least(x).value == pytest.approx(exact, rel=1e-10, abs=0)


@pytest.mark.parametrize("name", STRATA)
def test_the_inversion_of_real_values_holds_what_it_promises(name):
    truth = convolved(STRATA[name])
    engine = FourierSum(law_of(STRATA[name], whole=False))
    for x in (-6.5, 0.5, 8.5, 20.5):
        exact = float(sum(p for s, p in truth.items() if s >= x))
        tail = engine.at_least(x)
        assert abs(tail.value - exact) <= tail.error_bound


@pytest.mark.parametrize("name", STRATA)
def test_the_points_are_the_whole_law(name):
    truth = convolved(STRATA[name])
    for engine in (LatticeSum, EnumeratedSum):
        sums, mass = engine(law_of(STRATA[name])).points()
        assert {s for s, p in truth.items() if p > 1e-13} <= set(np.rint(sums)) <= set(truth) | {0}
        assert mass == pytest.approx([float(truth[round(s)]) for s in sums], abs=1e-13)
