"""How far a sum of tilted signs lies from its mean, against every choice of signs."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.distributions.deviations import Deviations

SIGNS = np.array(list(product((-1, 1), repeat=11)))


def every(seed, skew):
    generator = np.random.default_rng(seed)
    x, mu = skew * generator.normal(size=11), generator.normal(size=11) * np.exp(generator.normal(size=11))
    chances = np.prod(1 / (1 + np.exp(-2 * x * SIGNS)), axis=1)
    return Deviations(x, mu, np.ones(11)), SIGNS @ mu, chances


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**31), st.sampled_from([0.0, 0.5, 3.0]), st.floats(0, 1), st.floats(-1, 1))
def test_no_bound_is_exceeded(seed, skew, share, off):
    found, sums, chances = every(seed, skew)
    assert found.mean == pytest.approx(chances @ sums, rel=1e-9, abs=1e-9)
    t, centre = share * np.ptp(sums), found.mean + off * sums.std()
    t *= 1 + 1e-12  # sums are rounded
    far = np.abs(sums - centre)
    assert chances[far > t].sum() <= found.probability(t, centre) * (1 + 1e-9)
    assert chances[(sums - found.mean > t) | (found.mean - sums > t / 2)].sum() <= found.outside(t, t / 2) * (1 + 1e-9)
    weights = np.exp(0.1 * far + 0.01 * far**2)
    bound = np.exp(found.log_beyond(t, centre, lambda distance: 0.1 * distance + 0.01 * distance**2))
    assert (chances * weights)[far > t].sum() <= bound * (1 + 1e-9)


@pytest.mark.parametrize("skew", [0.0, 0.5, 3.0])
@pytest.mark.parametrize("log", [1.0, 5.0, 20.0])
def test_no_more_than_so_much_is_out_of_reach(skew, log):
    found, sums, chances = every(7, skew)
    above, below = found.reaches(log)
    assert chances[sums - found.mean > above + 1e-9].sum() <= np.exp(-log)
    assert chances[found.mean - sums > below + 1e-9].sum() <= np.exp(-log)
    assert found.mean + above <= sums.max() + 1e-9


def test_a_bound_of_weights_beyond_floating_point_is_no_smaller_for_it():
    found, sums, chances = every(3, 0.5)
    far = np.abs(sums - found.mean)
    t, heavy = float(np.median(far)), 5_000 / float(np.ptp(sums))
    truth = np.logaddexp.reduce(np.log(chances[far > t]) + heavy * far[far > t])
    assert truth > 1_000
    assert found.log_beyond(t, found.mean, lambda distance: heavy * distance) >= truth
