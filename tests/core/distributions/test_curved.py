"""A random sum and the square of another: against every choice of signs."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.distributions.curved import Curved, bent_tail, curved_tail
from core.errors import NotExactError

SIGNS = np.array(list(product((-1, 1), repeat=13)))


def law(seed, kappa, n=13, slant=1.0):
    generator = np.random.default_rng(seed)
    u, mu = generator.normal(0.2, 1, n), generator.normal(size=n)
    return Curved(u, mu + slant * u, np.ones(n, dtype=np.int64), kappa, 1e-14)


def truth(curved, c):
    sums = SIGNS @ curved.u + curved.kappa * (SIGNS @ curved.mu) ** 2
    return (sums >= c - 1e-12).mean(), (sums > c + 1e-12).mean(), sums


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**31), st.sampled_from([0, 1e-4, 0.01, 0.05]), st.floats(0.3, 1), st.booleans())
def test_the_truth_is_inside_the_bound(seed, kappa, share, strict):
    curved = law(seed, kappa)
    largest = truth(curved, 0.0)[2].max()
    c = share * largest
    found = curved_tail(curved, c, strict)
    at_least, above, _ = truth(curved, c)
    assert above - found.error_bound <= found.probability <= at_least + found.error_bound
    if found.engine == "enumeration":
        assert found.probability == pytest.approx(above if strict else at_least, rel=1e-12, abs=0)


def test_a_threshold_that_no_signs_reach_has_no_probability():
    curved = law(3, 0.01)
    assert curved_tail(curved, 2 * truth(curved, 0.0)[2].max()).probability == 0


@pytest.mark.parametrize("kappa", [0.0, 3e-4])
def test_many_items_are_bracketed(kappa):
    generator = np.random.default_rng(5)
    u, mu = generator.normal(size=(2, 400))
    curved = Curved(u, mu, np.ones(400, dtype=np.int64), kappa, 1e-13)
    signs = generator.choice([-1, 1], (40_000, 400))
    sums = signs @ u + kappa * (signs @ mu) ** 2
    for c in (1.0, 20.0, 40.0):
        found, sampled = curved_tail(curved, c), (sums >= c).mean()
        assert abs(found.probability - sampled) <= 4 * math.sqrt(sampled / 40_000) + found.error_bound
        assert found.error_bound <= 0.05 * found.probability


def test_a_square_that_bends_much_is_bracketed_otherwise():
    generator = np.random.default_rng(5)
    u, mu = generator.normal(size=(2, 400))
    curved = Curved(u, mu, np.ones(400, dtype=np.int64), 0.05, 1e-13)
    with pytest.raises(NotExactError, match="bends too much"):
        curved_tail(curved, 30.0)
    signs = generator.choice([-1, 1], (40_000, 400))
    sums = signs @ u + 0.05 * (signs @ mu) ** 2
    for c in (30.0, 60.0):
        found, sampled = bent_tail(curved, c), (sums >= c).mean()
        assert abs(found.probability - sampled) <= 4 * math.sqrt(sampled / 40_000) + found.error_bound
        assert found.error_bound <= 0.15 * found.probability


def test_what_no_signs_reach_is_known_to_be_small():
    u, mu = np.random.default_rng(5).normal(size=(2, 400))
    curved = Curved(u, mu, np.ones(400, dtype=np.int64), 0.01, 1e-13)
    assert curved_tail(curved, 1e4).probability == 0
    found = bent_tail(curved, 1e4)
    assert 0 <= found.probability <= found.error_bound < 1e-60
