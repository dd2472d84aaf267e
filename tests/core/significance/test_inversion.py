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


@given(st.lists(st.floats(1e-12, 1), min_size=1, max_size=40), st.integers(0, 9))
def test_rows_of_any_weights_are_found(weights, seed):
    ends = np.cumsum(weights) / np.cumsum(weights)[-1]
    shares = np.append(np.random.default_rng(seed).random(200), [0.0, 1 - 2**-53, *ends[ends < 1]])
    found = Inversion(ends[None], np.zeros(1, dtype=int))(shares[:, None])[:, 0]
    assert found.tolist() == np.searchsorted(ends, shares, side="right").tolist()


def test_tables_that_would_be_too_large_are_not_made():
    assert poissons(np.full(3, 1e14)) is None
    drawn = binomial_draws(np.array([10**15]), np.array([0.5]))(np.random.default_rng(0), 1_000)
    assert drawn.mean() == pytest.approx(5e14, rel=1e-7, abs=0)
