"""A common step that only the differences have, against integers multiplied by any number."""

import math

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

import core
from core.data.paired import PairedScores
from core.distributions.units import find_step
from tests.core.pairs import TESTS

UNITS = st.one_of(st.floats(1e-6, 1e6), st.integers(1, 999).map(lambda k: math.sqrt(2) / k))


def last_places(values):
    return 4 * np.spacing(np.abs(values))


@given(st.lists(st.integers(-2_000, 2_000), min_size=1, max_size=60), UNITS)
@example([1_683, 2_000], 17.0)  # each remainder is a small part of the one before
@example([196_418, 317_811], 1.0)  # and here a large one, 25 times
def test_the_step_is_the_greatest_common_divisor(whole, unit):
    divisor = math.gcd(*whole)
    assume(divisor)
    values = np.array(whole) * unit
    assert find_step(values, last_places(values)) == pytest.approx(divisor * unit, rel=1e-9, abs=0)


@pytest.mark.parametrize("n", [2, 3, 10, 100, 1_000])
def test_chance_makes_no_step(n):
    for seed in range(50):
        values = np.random.default_rng(seed).normal(size=n)
        assert find_step(values, last_places(values)) is None


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("n", [9, 60, 900])
def test_standardised_ratings_have_the_p_of_the_ratings(test, n):
    generator = np.random.default_rng(n)
    ratings = generator.integers(1, 6, (2, n))
    standardised = (ratings - ratings.mean()) / ratings.std()
    for alternative in ("greater", "less", "two-sided"):
        options = {"test": test, "alternative": alternative}
        plain = core.compare(PairedScores.from_scores(*ratings.astype(float)), **options)
        result = core.compare(PairedScores.from_scores(*standardised), **options)
        assert result.computed
        assert result.pvalue == pytest.approx(plain.pvalue, rel=1e-9, abs=0)


@pytest.mark.parametrize("margin", [0.25, 0.5])
def test_a_margin_on_the_lattice_is_reached(margin):
    # A tenth of all resampled means of 40 ratings are the same few numbers.
    ratings = np.random.default_rng(2).integers(1, 6, (2, 40)).astype(float)
    plain = core.compare(PairedScores.from_scores(*ratings), margin=margin)
    scaled = core.compare(PairedScores.from_scores(*(ratings * math.pi)), margin=margin * math.pi)
    for name in ("noninferiority_pvalue", "baseline_noninferiority_pvalue"):
        expected = getattr(plain.equivalence, name)
        assert getattr(scaled.equivalence, name) == pytest.approx(expected, rel=1e-9, abs=0)


@pytest.mark.parametrize("unit", [1.0, 8e19])
def test_sums_that_rounding_parts_are_equal_at_any_size(unit):
    thirds = np.array([1, 2, 3, -3, 3.75, 4]) * (unit / 3)
    assert core.compare(PairedScores.from_scores(0 * thirds, thirds)).pvalue == 12 / 64
