"""Few extreme outcomes of a sum and a square, listed: against every choice of signs."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import core
from core.data.paired import PairedScores
from core.distributions.curved_list import listed_tail
from core.distributions.curved_waves import Curved

SIGNS = np.array(list(product((-1, 1), repeat=13)))


@settings(max_examples=80, deadline=None)
@given(st.integers(0, 2**31), st.sampled_from([0.0, 1e-2, 0.1, 1.0]), st.floats(0.5, 1.0), st.booleans())
def test_few_extreme_outcomes_are_listed_wherever_they_are(seed, kappa, share, strict):
    # Whole numbers tie often, and with a large κ outcomes are extreme on either side of M = 0.
    generator = np.random.default_rng(seed)
    u, mu = generator.integers(-5, 6, (2, 13)).astype(float)
    sums = SIGNS @ u + kappa * (SIGNS @ mu) ** 2
    c = float(np.quantile(sums, share, method="nearest"))
    found = listed_tail(Curved(u, mu, np.ones(13, dtype=np.int64), kappa, 1e-11), c, strict)
    if found is not None:
        near = np.abs(sums - c) < 1e-9
        assert found.probability == ((sums > c) & ~near).mean() + (0 if strict else near.mean())


def test_neighbouring_corners_do_not_count_an_outcome_twice():
    # Sizes over fourteen decades: rounding may take an M past the corner between two extreme ones.
    curved = Curved(np.array([2.0, 0, 0]), np.array([0, 1, 4e-14]), np.ones(3, dtype=np.int64), 0.25, 5e-15)
    assert listed_tail(curved, 2.25 + 2e-14, False).probability == 0.25
    sums = np.array([s @ curved.u + 0.25 * (s @ curved.mu) ** 2 for s in np.array(list(product((-1, 1), repeat=3)))])
    assert (sums >= 2.25 + 1.9e-14).mean() == 0.25


def test_corners_that_rounding_does_not_tell_apart_separate_nothing():
    u = np.array([1.1, 0.13, -0.2, -0.34, 0.09, 1.3, 0.4, 0.65, -0.09])
    mu = np.array([-5e-15, 1.8e-7, -83.0, 103.0, -2e-15, 1e-11, 0, 127.0, 0])
    sums = np.array(list(product((-1, 1), repeat=9)))
    largest = (sums @ u + 0.83 * (sums @ mu) ** 2).max()
    curved = Curved(u, mu, np.ones(9, dtype=np.int64), 0.83, 4e-10)
    assert listed_tail(curved, float(largest), False).probability == 2.0**-9
    assert listed_tail(curved, float(largest), True).probability == 0


@pytest.mark.parametrize("n", [900, 4_000, 10_000])
def test_the_one_outcome_of_thousands_of_like_items_is_not_lost(n):
    size = np.full(n, math.pi / 10)
    pair = PairedScores.from_scores(np.column_stack([0.3 * size, 2 * size]), np.column_stack([0.9 * size, size]))
    result = core.compare(pair, metric="ratio", alternative="greater")
    assert result.log10_pvalue == pytest.approx(-n * math.log10(2), rel=1e-12, abs=0)
