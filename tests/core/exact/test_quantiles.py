"""Where a distribution function passes a probability, beside functions whose inverse is known."""

import numpy as np
import pytest
from scipy import stats

from core.errors import NotExactError
from core.exact.quantiles import real_quantile, whole_quantile
from core.exact.tail import Tail

GRID = np.linspace(-3, 3, 61)
MASS = np.diff(stats.norm.cdf(GRID), prepend=0)


def normal(x):
    return Tail.of(float(stats.norm.cdf(x)), 1e-6, "normal")


@pytest.mark.parametrize("q", [1e-7, 0.01, 0.5, 0.975, 1 - 1e-7])
def test_a_quantile_is_found_inside_the_picture_and_beyond(q):
    x = real_quantile(q, normal, (GRID, MASS), (-40.0, 40.0))
    assert stats.norm.cdf(x) == pytest.approx(q, abs=1e-5)


def test_a_picture_that_is_off_only_begins_the_search():
    x = real_quantile(0.2, normal, (GRID + 2, MASS), (-40.0, 40.0))
    assert x == pytest.approx(stats.norm.ppf(0.2), abs=1e-4)


def test_what_is_not_certain_is_no_quantile():
    with pytest.raises(NotExactError, match=r"the end of the interval at 0.2 is certain only within"):
        real_quantile(0.2, lambda x: normal(x)._replace(error_bound=2e-4), (GRID, MASS), (-40.0, 40.0))


@pytest.mark.parametrize("q", [1e-9, 0.05, 0.5, 0.95, 1 - 1e-9])
def test_a_whole_quantile_is_the_smallest_that_reaches_it(q):
    law = stats.binom(100, 0.3)
    sums = np.arange(0, 101, 7.0)
    mass = np.diff(law.cdf(sums), prepend=0)
    x = whole_quantile(q, lambda x: Tail.of(float(law.cdf(x)), 0.0, "binomial"), (sums, mass), (0, 100))
    assert x == law.ppf(q)
