"""Numbers from inversion tables are those at which the cumulative probability passes a given share."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from core.significance.inversion import Inversion, binomial_draws, poissons

SHARES = np.concatenate([np.random.default_rng(1).random(3_000), np.arange(1, 4_096) / 4_096])[:, None]


def shares(laws):
    return np.broadcast_to(SHARES, (len(SHARES), laws)).copy()


class Given:
    """A generator that returns given numbers."""

    def random(self, shape):
        return shares(shape[1])


def test_poisson_numbers_are_scipys():
    means = np.array([0.0, 1e-9, 0.3, 1.0, 7.5, 200.0, 5_000.0, 0.3])
    laws = poissons(means)
    assert np.array_equal(laws(shares(8)), stats.poisson.ppf(SHARES, means))


def test_binomial_numbers_are_scipys(monkeypatch):
    monkeypatch.setattr("core.significance.inversion._AT_ONCE", 10**9)
    trials = np.array([0, 1, 5, 100, 10**6, 50, 50, 100])
    chances = np.array([0.5, 0.3, 0.9, 0.5, 0.25, 1.0, 0.0, 0.5])
    found = binomial_draws(trials, chances)(Given(), len(SHARES))
    assert np.array_equal(found, stats.binom.ppf(SHARES, trials, chances))


def test_any_share_is_within_the_law():
    edges = np.array([[0.0], [1 - 2**-53], [0.5], [np.nextafter(0.5, 0)]])
    law = Inversion(np.array([[0.0, 0.5, 0.5, 1.0, 1.0]]), np.array([-2]))
    assert law(edges).ravel().tolist() == [-1, 1, 1, -1]


def test_any_share_is_within_its_law_of_many():
    ends = np.tile([0.25, 0.5, 1 - 2**-53, 1.0], (300, 1))
    law = Inversion(ends, np.arange(300))
    edges = np.array([0.0, np.nextafter(0.25, 0), 0.25, np.nextafter(1, 0)])
    found = law(np.repeat(edges[:, None], 300, axis=1)) - np.arange(300)
    # The offset of a law is added to its shares, so the shares of the last laws are exact to 1e-13 only.
    assert found.min(axis=1).tolist() == [0, 0, 1, 3]
    assert found.max(axis=1).tolist() == [0, 1, 1, 3]


@given(st.lists(st.floats(1e-12, 1), min_size=1, max_size=40), st.integers(0, 9))
def test_rows_of_any_weights_are_found(weights, seed):
    ends = np.cumsum(weights) / np.cumsum(weights)[-1]
    shares = np.append(np.random.default_rng(seed).random(200), [0.0, 1 - 2**-53, *ends[ends < 1]])
    found = Inversion(ends[None], np.zeros(1, dtype=int))(shares[:, None])[:, 0]
    assert found.tolist() == np.searchsorted(ends, shares, side="right").tolist()


def test_batches_change_no_number():
    laws = poissons(np.linspace(0.1, 90, 700))
    at_once = laws.draw(np.random.default_rng(0), 300)
    random = np.random.default_rng(0)
    assert np.array_equal(at_once, np.concatenate([laws.draw(random, size) for size in (1, 99, 200)]))


def test_tables_that_would_be_too_large_are_not_made():
    assert poissons(np.full(3, 1e14)) is None
    drawn = binomial_draws(np.array([10**15]), np.array([0.5]))(np.random.default_rng(0), 1_000)
    assert drawn.mean() == pytest.approx(5e14, rel=1e-7, abs=0)
