"""Distributions that can be counted by hand."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import core
from core.distributions.distribution import Distribution
from core.readers import Upload, read_labels
from tests.oracles import definitions

TWENTY = Distribution(np.arange(-2.0, 3.0), np.array([1, 4, 5, 6, 4]) / 20)


@pytest.mark.parametrize(
    ("q", "value"), [(0.0, -2), (0.05, -2), (0.051, -1), (0.25, -1), (0.5, 0), (0.8, 1), (0.81, 2), (1.0, 2)]
)
def test_quantile_is_the_smallest_value_that_reaches_q(q, value):
    assert TWENTY.quantile(q) == value


def test_probabilities_below_and_at_a_value():
    assert TWENTY.probability_below(0) == pytest.approx(5 / 20)
    assert TWENTY.probability_at(0) == pytest.approx(5 / 20)
    assert TWENTY.probability_below(1e-13, tolerance=1e-12) == pytest.approx(5 / 20)
    assert TWENTY.probability_at(1e-13, tolerance=1e-12) == pytest.approx(5 / 20)
    assert TWENTY.probability_at(0.5) == 0


@given(st.lists(st.integers(-6, 6), min_size=1, max_size=60), st.integers(1, 60))
def test_quantiles_of_samples_follow_the_definition(samples, k):
    found = Distribution.from_samples(np.array(samples, dtype=float))
    shares = {x: Fraction(samples.count(x), len(samples)) for x in samples}
    q = Fraction(min(k, len(samples)), len(samples))
    assert found.quantile(float(q)) == definitions.quantile(shares, q)
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


@pytest.mark.parametrize("n", [30, 60, 100, 200])
def test_swaps_of_a_macro_f1_give_no_comb(n):
    draw = np.random.default_rng(n)
    gold = draw.choice(list("abc"), n)
    systems = (np.where(draw.random(n) < right, gold, draw.choice(list("abc"), n)) for right in (0.6, 0.7))
    pair = read_labels(*(Upload("labels", "\n".join(labels).encode()) for labels in (gold, *systems)))
    null = core.compare(pair, metric="macro-f1", test="permutation").null_distribution
    for max_bins in (43, 80):
        assert _teeth(null.histogram(max_bins)[2], 10_000) <= 1


@pytest.mark.parametrize("size", [100, 1_000, 10_000])
def test_smooth_samples_keep_their_bins(size):
    samples = np.random.default_rng(1).normal(size=size)
    _left, _right, mass = Distribution.from_samples(samples).histogram(40)
    assert len(mass) == 40
    assert mass.sum() == pytest.approx(1)


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
