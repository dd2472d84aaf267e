"""The tilted law of a sum and a square as a mixture: its bracket by every choice of signs."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.distributions.curved_mixture import CurvedMixture
from core.distributions.curved_waves import Curved
from core.errors import NotExactError

SIGNS = np.array(list(product((-1, 1), repeat=14)))


def law(seed, kappa, drawn="normal"):
    generator = np.random.default_rng(seed)
    u, mu = generator.normal(size=(2, 14)) if drawn == "normal" else generator.choice([-2.0, -1.0, 1.0, 2.0], (2, 14))
    return Curved(u, mu, np.ones(14, dtype=np.int64), kappa, 1e-13)


def values(curved, c):
    """V of all signs."""
    return SIGNS @ curved.u + curved.kappa * (SIGNS @ curved.mu) ** 2 - c


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 2**31),
    st.sampled_from([1e-3, 0.02, 0.1, 0.5, 3.0]),
    st.floats(0.0, 1.0),
    st.sampled_from(["normal", "whole"]),
)
def test_its_bracket_holds_the_tail(seed, kappa, share, drawn):
    curved = law(seed, kappa, drawn)
    all_values = values(curved, 0.0)
    c = float(np.median(all_values) + share * (all_values.max() - np.median(all_values)))
    found = CurvedMixture(curved, c)
    v = values(curved, c)
    assert (v >= 1e-12).mean() <= found.most
    try:
        low, high = np.array(found.bracket(2**22, 0.05)) * np.exp(found.log_scale)
    except NotExactError:
        return
    assert low * (1 - found.rounding) <= (v >= 1e-12).mean()
    assert (v >= -1e-12).mean() <= high * (1 + found.rounding)


@pytest.mark.parametrize("kappa", [0.01, 0.3])
def test_the_scale_is_the_mean_of_an_exponential_and_v_is_0_on_average(kappa):
    curved = law(3, kappa)
    v = values(curved, 12.0)
    found = CurvedMixture(curved, 12.0)
    weights = np.exp(found.a * v)
    assert np.exp(found.log_scale) == pytest.approx(weights.mean(), rel=found.rounding, abs=0)
    assert weights @ v / weights.sum() == pytest.approx(0, abs=0.05)


def test_a_law_of_two_clusters_is_bracketed():
    # Only far from M = 0, on either side, is V ≥ 0, so that no one tilt leads there.
    generator = np.random.default_rng(4)
    u, mu = 0.3 * generator.normal(size=200), generator.normal(size=200)
    curved = Curved(u, mu, np.ones(200, dtype=np.int64), 0.05, 1e-13)
    found = CurvedMixture(curved, 60.0)
    low, high = np.array(found.bracket(2**28, 0.02)) * np.exp(found.log_scale)
    assert high < 1.6 * low
    signs = generator.choice([-1, 1], (200_000, 200))
    sampled = (signs @ u + 0.05 * (signs @ mu) ** 2 >= 60).mean()
    assert low - 5 * np.sqrt(high / 200_000) <= sampled <= high + 5 * np.sqrt(high / 200_000)


def test_what_hardly_any_signs_reach_is_at_most_so_likely():
    curved = law(5, 0.1)
    c = values(curved, 0.0).max() + 1.0
    found = CurvedMixture(curved, float(c))
    assert found.most <= 2.0**-14 * 1.01
    with pytest.raises(NotExactError, match="hardly any swap leads as far"):
        found.bracket(2**22, 0.05)


@pytest.mark.parametrize(
    ("u", "mu", "kappa"), [(1.0, 0.0, 0.1), (0.0, 1.0, 1e-300), (0.0, 0.0, 1.0), (1e-170, 1e-170, 1.0)]
)
def test_without_a_square_it_is_refused(u, mu, kappa):
    with pytest.raises(NotExactError, match="bends too much"):
        CurvedMixture(Curved(np.full(40, u), np.full(40, mu), np.ones(40, dtype=np.int64), kappa, 1e-14), 41.0)
