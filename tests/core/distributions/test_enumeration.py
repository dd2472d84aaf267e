"""Enumerated outcomes as points of a distribution, against a list made by hand."""

import itertools
import math

import numpy as np
import pytest

import core
from core.distributions.enumeration import EnumeratedSum
from core.distributions.sums import bootstrap_sum, sign_flip_sum


@pytest.mark.parametrize("unit", [1e-9, 1.0, 1e9])
def test_points_that_differ_by_rounding_are_one(unit):
    values = unit * np.array([0.1, 0.2, 0.3])  # 0.1 + 0.2 − 0.3 is 6e-17
    sums, mass = EnumeratedSum(sign_flip_sum(values, np.ones(3))).points()
    assert (10 * sums / unit).round(6).tolist() == [-6, -4, -2, 0, 2, 4, 6]
    assert mass.tolist() == [0.125, 0.125, 0.125, 0.25, 0.125, 0.125, 0.125]


def listed(values, counts):
    """Return the sum and the probability of every multiset of draws."""
    n, found = int(sum(counts)), [(0.0, 0, 0.0)]
    for value, count in zip(values, counts, strict=True):
        found = [
            (total + k * value, drawn + k, log + k * math.log(count / n) - math.lgamma(k + 1))
            for total, drawn, log in found
            for k in range(n - drawn + 1)
        ]
    whole = [(total, math.exp(log + math.lgamma(n + 1))) for total, drawn, log in found if drawn == n]
    return np.array(sorted(whole)).T


@pytest.mark.parametrize("counts", [[20, 1, 1, 2], [9, 1, 1, 1, 1]], ids=["four values", "five values"])
def test_resamples_met_in_the_middle_are_those_listed(counts):
    values = np.sort(np.append(0.0, np.random.default_rng(4).normal(size=len(counts) - 1)))
    engine = EnumeratedSum(bootstrap_sum([(values, np.array(counts))]))
    sums, mass = listed(values, counts)
    for x in np.quantile(sums, [0, 0.001, 0.2, 0.5, 0.9, 0.999, 1]):
        for strict in (False, True):
            for ask, beyond in ((engine.at_least, np.greater), (engine.at_most, np.less)):
                off = 1e-12 if strict == (ask == engine.at_least) else -1e-12
                x_off = float(x) + off
                expected = float(mass[beyond(sums, x_off)].sum())
                tail = ask(x_off, strict)
                assert tail.value == pytest.approx(expected, rel=1e-10, abs=5e-324)


@pytest.mark.parametrize(
    "scores",
    [
        [1e12, 0, 1, 2, 5],
        [-1e12, 0, 1, 2, 5],
        [-1e12, 0.1, 0.33, 0.7, 1.9],
        [-1e13, 3, 8, 20],
        [7e4, 7e4 * (1 + 1e-12), -0.5, 0.25],
    ],
)
def test_intervals_beside_a_huge_score_are_those_of_all_resamples(scores):
    resamples = np.array(list(itertools.product(scores, repeat=len(scores))))
    means = np.array([math.fsum(each) for each in resamples]) / len(scores)
    found = core.compare(np.zeros(len(scores)), np.array(scores), test="bootstrap").confidence_interval()
    rounding = 1e-14 * np.abs(scores).max()
    for end, q in ((found.low, 0.025), (found.high, 0.975)):
        below, at_most = (means < end - rounding).mean(), (means <= end + rounding).mean()
        assert below <= q <= at_most


@pytest.mark.parametrize(("whole", "huge"), [(False, None), (True, 1e6)])
def test_points_and_quantiles_of_many_resamples_are_the_law(whole, huge):
    values = np.random.default_rng(5).normal(size=9 if huge is None else 8)
    values = np.sort(values if huge is None else np.append(values, huge))
    values = np.rint(1e4 * values).astype(int) if whole else values
    values = np.append(values, values[-1] + 1) if len(values) < 10 else values
    law = bootstrap_sum([(values, np.full(len(values), 1))])
    engine = EnumeratedSum(law)
    sums, mass = engine.points()
    every, chances = listed(values.tolist(), [1] * len(values))
    below = np.cumsum(chances)
    assert mass.sum() == pytest.approx(1, abs=1e-12)
    assert mass @ sums == pytest.approx(law.mean, rel=1e-3, abs=0)
    for q in (0.025, 0.5, 0.9):
        x = engine.quantile(q) if engine.quantile else float(sums[np.searchsorted(np.cumsum(mass), q - 1e-12)])
        first, last = np.searchsorted(every, x - 1e-7), np.searchsorted(every, x + 1e-7, "right")
        assert (below[first - 1] if first else 0) - 2e-3 * q <= q <= below[last - 1] + 2e-3 * q


def test_a_threshold_beyond_every_resample_has_no_mass():
    law = bootstrap_sum([(np.sort(np.random.default_rng(6).uniform(1, 2, 12)), np.ones(12))])
    for tail in (EnumeratedSum(law).at_most(0.0), EnumeratedSum(law).at_least(26.1)):
        assert (tail.value, tail.error_bound, tail.log) == (0.0, 0.0, -math.inf)
