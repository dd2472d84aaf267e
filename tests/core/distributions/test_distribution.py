"""Distributions that can be counted by hand."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.distributions.distribution import Distribution
from tests.oracles import definitions


@given(st.lists(st.integers(-6, 6), min_size=1, max_size=60), st.integers(1, 60))
def test_quantiles_of_samples_follow_the_definition(samples, k):
    found = Distribution.from_samples(np.array(samples, dtype=float))
    shares = {x: Fraction(samples.count(x), len(samples)) for x in samples}
    q = Fraction(min(k, len(samples)), len(samples))
    assert [found.quantile(float(q))] == definitions.quantiles(shares, q)
    assert found.n_resamples == len(samples)
    assert not found.exact


@given(st.lists(st.floats(-1e3, 1e3), min_size=1, max_size=200))
def test_histogram_keeps_the_mass_in_order_and_covers_the_values(samples):
    found = Distribution.from_samples(np.array(samples))
    left, right, mass = found.histogram(max_bins=20)
    assert mass.sum() == pytest.approx(1, abs=1e-9)
    assert (left < right).all()
    assert left[1:] == pytest.approx(right[:-1])
    assert left[0] <= found.values[0]
    assert found.values[-1] <= right[-1] + 1e-9 * max(1, abs(right[-1]))
    assert len(mass) <= 41


def _teeth(mass, n):
    """Count the valleys of a histogram that are deeper than four standard errors of a bin's share."""
    deep = 4 * np.sqrt(mass[1:-1] / n + 1 / n**2)
    left, right = np.maximum.accumulate(mass)[:-2], np.maximum.accumulate(mass[::-1])[::-1][2:]
    return int((mass[1:-1] < np.minimum(left, right) - deep).sum())


@pytest.mark.parametrize("step", [0.004, 0.01, 0.0173, 0.03])
@pytest.mark.parametrize("max_bins", [20, 43, 80])
def test_values_that_crowd_around_a_grid_give_no_comb(step, max_bins):
    draw = np.random.default_rng(0)
    samples = 0.0123 + step * draw.binomial(60, 0.5, 10_000) + draw.normal(0, step / 10, 10_000)
    left, right, mass = Distribution.from_samples(samples).histogram(max_bins)
    assert _teeth(mass, 10_000) == 0
    whole = (right[0] - left[0]) / step
    assert whole == pytest.approx(round(whole), abs=0.03)


def test_histogram_gives_every_bin_of_a_grid_the_same_number_of_points():
    points = np.arange(-300, 301) / 700
    left, right, mass = Distribution(points, np.full(601, 1 / 601)).histogram(max_bins=80)
    inside = [((points > a) & (points < b)).sum() for a, b in zip(left, right, strict=True)]
    assert len(set(inside[:-1])) == 1
    assert mass == pytest.approx(np.array(inside) / 601)


def test_a_few_heaps_are_shown_as_they_are():
    # The signs of three outliers give eight clusters; two bars would not show them.
    rng = np.random.default_rng(2)
    heaps = rng.choice([-1, 1], (50_000, 3)) @ np.array([5.0, 2.2, 0.1])
    drawn = Distribution.from_samples(heaps + rng.normal(0, 0.02, len(heaps)))
    left, _, mass = drawn.histogram()
    assert len(left) > 40
    assert (mass > 0.02).sum() <= 16


def test_equal_values_of_a_picture_are_no_step():
    values, mass = np.array([0.0, 0.0, 1.0, 2.0, 2.0]), np.array([0.1, 0.1, 0.5, 0.2, 0.1])
    left, right, shares = Distribution(values, mass).histogram()
    assert shares[shares > 0] == pytest.approx([0.2, 0.5, 0.3])
    assert ((left < right) & np.isfinite(left)).all()
    left, right, shares = Distribution(np.zeros(2), np.full(2, 0.5)).histogram()
    assert (left.size, shares.tolist()) == (1, [1.0])
