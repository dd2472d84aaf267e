"""Quantiles of distribution functions whose inverse is known."""

import numpy as np
import pytest
from scipy import stats

from core.distributions.probability import Probability
from core.distributions.quantiles import quantile
from core.errors import NotExactError

GRID = np.linspace(-3, 3, 61)
MASS = np.diff(stats.norm.cdf(GRID), prepend=0)


def normal(x, error=1e-9):
    return Probability.of(float(stats.norm.cdf(x)), error, "normal")


@pytest.mark.parametrize("q", [1e-4, 0.01, 0.5, 0.975, 1 - 1e-4])
@pytest.mark.parametrize("shift", [0, 2])
def test_a_quantile_is_found_inside_the_picture_and_beyond(q, shift):
    x = quantile(q, normal, (GRID + shift, MASS), (-40.0, 40.0))
    assert abs(stats.norm.cdf(x) - q) <= 2e-3 * min(q, 1 - q)


def test_a_quantile_is_certain_or_none():
    most = 4e-3 * 0.025
    x = quantile(0.025, lambda x: normal(x, 0.8 * most), (GRID, MASS), (-40.0, 40.0))
    assert abs(stats.norm.cdf(x) - 0.025) <= most
    with pytest.raises(NotExactError, match=r"the end of the interval at 0\.025 is certain only within"):
        quantile(0.025, lambda x: normal(x, 1.01 * most), (GRID, MASS), (-40.0, 40.0))


@pytest.mark.parametrize("q", [1e-6, 0.05, 0.5, 0.95, 1 - 1e-6])
def test_a_whole_quantile_is_the_smallest_that_reaches_it(q):
    law = stats.binom(100, 0.3)
    sums = np.arange(0, 101, 7.0)
    mass = np.diff(law.cdf(sums), prepend=0)
    x = quantile(q, lambda x: Probability.of(float(law.cdf(x)), 0.0, "binomial"), (sums, mass), (0, 100), whole=True)
    assert x == law.ppf(q)
