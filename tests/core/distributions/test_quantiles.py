"""Where a distribution function passes a probability, beside functions whose inverse is known."""

import numpy as np
import pytest
from scipy import stats

import core
from core.data.paired import PairedScores
from core.distributions.quantiles import real_quantile, whole_quantile
from core.distributions.tail import Tail
from core.errors import NotExactError

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


@pytest.mark.parametrize("q", [0.001, 0.025, 0.2, 0.975])
def test_a_quantile_is_as_certain_as_a_pvalue_or_none(q):
    def vague(off):
        return real_quantile(q, lambda x: normal(x)._replace(error_bound=off), (GRID, MASS), (-40.0, 40.0))

    # p(1 − p)/20, or 2.5e-4; the end itself is found to a quarter of the bound.
    most = max(q * (1 - q) / 20, 2.5e-4)
    assert abs(stats.norm.cdf(vague(0.7 * most)) - q) <= most / 2
    with pytest.raises(NotExactError, match=rf"the end of the interval at {q:g} is certain only within"):
        vague(1.01 * most)


@pytest.mark.parametrize("q", [1e-9, 0.05, 0.5, 0.95, 1 - 1e-9])
def test_a_whole_quantile_is_the_smallest_that_reaches_it(q):
    law = stats.binom(100, 0.3)
    sums = np.arange(0, 101, 7.0)
    mass = np.diff(law.cdf(sums), prepend=0)
    x = whole_quantile(q, lambda x: Tail.of(float(law.cdf(x)), 0.0, "binomial"), (sums, mass), (0, 100))
    assert x == law.ppf(q)


@pytest.mark.parametrize("q", [0.025, 0.5, 0.975])
def test_a_whole_quantile_is_looked_for_no_closer_than_probabilities_tell(q):
    asked = []

    def uncertain(x):
        asked.append(x)
        return Tail.of(float(stats.norm.cdf(x / 1e9)), 4e-5, "normal")

    x = whole_quantile(q, uncertain, (1e9 * GRID, MASS), (-(10**11), 10**11))
    assert stats.norm.cdf(x / 1e9) == pytest.approx(q, rel=0, abs=1e-5)
    # A picture of 61 sums leaves 10⁸ whole numbers, which halving would tell apart in 27.
    assert len(asked) <= 12


def test_a_whole_quantile_at_a_jump_is_where_it_is():
    def uncertain(x):
        return Tail.of(0.1 if x < 123_456_789 else 0.9, 4e-5, "a jump")

    x = whole_quantile(0.5, uncertain, (1e9 * GRID, MASS), (-(10**11), 10**11))
    assert x == 123_456_789


def test_a_quantile_of_listed_sums_is_where_their_probability_jumps():
    def listed(x):
        return Tail.of(0.02 if x < 1.2345678 else 0.03, 1e-13, "listed")

    x = real_quantile(0.025, listed, (GRID, MASS), (-40.0, 40.0))
    assert x == pytest.approx(1.2345678, rel=0, abs=1e-8)


def test_where_sums_crowd_a_quantile_is_certain_by_where_it_is():
    # Uncertain by 0.004 within 1e-7 of a crowd of sums, and certain beside it.
    asked = []

    def crowded(x):
        asked.append(x)
        near = abs(x - 1.2345678) < 1e-7
        return Tail.of(0.0251 if near else 0.02 if x < 1.2345678 else 0.03, 4e-3 if near else 1e-6, "a crowd")

    x = real_quantile(0.025, crowded, (GRID, MASS), (-40.0, 40.0))
    assert x == pytest.approx(1.2345678, rel=0, abs=1e-4)
    assert len(asked) <= 40


@pytest.mark.parametrize("changed", [2, 7])
def test_intervals_of_few_changed_items_end_at_their_resamples(changed):
    generator = np.random.default_rng(changed)
    values = np.append(generator.normal(size=changed), np.zeros(48))
    interval = core.compare(PairedScores.from_scores(0 * values, values)).confidence_interval()
    assert interval.method == "exact"
    means = generator.choice(values, (40_000, len(values))).mean(axis=1)
    for x, q in ((interval.low, 0.025), (interval.high, 0.975)):
        assert float((means < x - 1e-9).mean()) <= q + 0.004
        assert float((means <= x + 1e-9).mean()) >= q - 0.004


def test_a_whole_quantile_that_is_not_certain_is_none():
    def vague(x):
        return Tail.of(float(stats.norm.cdf(x / 1e9)), 1e-2, "vague")

    with pytest.raises(NotExactError, match=r"the end of the interval at 0.2 is certain only within"):
        whole_quantile(0.2, vague, (1e9 * GRID, MASS), (-(10**11), 10**11))
