"""Listed outcomes as points of a picture, against a list by hand."""

import itertools
import math
from collections import Counter

import numpy as np
import pytest

import core
from core.distributions.enumeration import EnumeratedResamples, EnumeratedSwaps
from core.distributions.sums import ResampledSum, SwappedSum

REAL = np.array([0.5, np.sqrt(2), np.pi])


def test_points_of_swaps_are_all_signed_sums():
    sums, mass = EnumeratedSwaps(SwappedSum(REAL, np.array([2, 1, 1]))).points()
    differences = [0.5, 0.5, *REAL[1:]]
    signed = (np.dot(signs, differences) for signs in itertools.product([-1, 1], repeat=4))
    right = Counter(round(each, 9) for each in signed)
    assert [round(each, 9) for each in sums] == sorted(right)
    assert mass.tolist() == [right[each] / 16 for each in sorted(right)]


def test_points_of_millions_of_swaps_share_cells():
    values = np.random.default_rng(2).normal(1, 0.1, 22)
    sums, mass = EnumeratedSwaps(SwappedSum(np.sort(values), np.ones(22))).points()
    assert len(sums) <= 2 * 4_096 + 1
    assert mass.sum() == pytest.approx(1, abs=1e-12)
    assert mass == pytest.approx(mass[::-1])
    assert sums @ mass == pytest.approx(0, abs=1e-9)
    assert mass @ sums**2 == pytest.approx(values @ values, rel=1e-4, abs=0)


def test_points_of_resamples_are_all_multisets():
    counts = np.array([2, 1, 1])
    sums, mass = EnumeratedResamples(ResampledSum(REAL, counts)).points()
    drawn = itertools.product([0.5, 0.5, *REAL[1:]], repeat=4)
    right = Counter(round(sum(each), 9) for each in drawn)
    assert [round(each, 9) for each in sums] == sorted(right)
    assert mass == pytest.approx([right[each] / 4**4 for each in sorted(right)], rel=1e-12, abs=0)


def test_nothing_changed_is_one_point():
    sums, mass = EnumeratedSwaps(SwappedSum(np.zeros(0), np.zeros(0))).points()
    assert (sums.tolist(), mass.tolist()) == ([0], [1])


@pytest.mark.parametrize("unit", [1e-9, 1.0, 1e9])
def test_points_that_differ_by_rounding_are_one(unit):
    values = unit * np.array([0.1, 0.2, 0.3])  # 0.1 + 0.2 − 0.3 is 6e-17
    sums, mass = EnumeratedSwaps(SwappedSum(values, np.ones(3))).points()
    assert (10 * sums / unit).round(6).tolist() == [-6, -4, -2, 0, 2, 4, 6]
    assert mass.tolist() == [0.125, 0.125, 0.125, 0.25, 0.125, 0.125, 0.125]


@pytest.mark.parametrize("counts", [[40, 1, 1, 2, 1], [180, 3, 9, 4]], ids=["five values", "four values"])
def test_resamples_met_in_the_middle_are_those_listed(counts):
    law = ResampledSum(np.sort(np.append(0.0, np.random.default_rng(4).normal(size=len(counts) - 1))), np.array(counts))
    engine = EnumeratedResamples(law)
    sums, log_mass = engine.sums
    assert len(sums) > 20_000
    for x in np.quantile(sums, [0, 0.001, 0.2, 0.5, 0.9, 0.999, 1]):
        for strict in (False, True):
            for ask, beyond in ((engine.at_least, np.greater), (engine.at_most, np.less)):
                far = beyond(sums, x + (1e-12 if strict == (ask == engine.at_least) else -1e-12))
                expected = float(np.exp(log_mass[far]).sum())
                tail = ask(float(x), strict)
                assert tail.probability == pytest.approx(expected, rel=1e-10, abs=5e-324)
                assert abs(tail.probability - expected) <= tail.error_bound + 1e-13 * expected


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


@pytest.mark.parametrize("whole", [False, True])
def test_points_and_quantiles_of_millions_of_resamples_are_the_law(whole):
    values = np.random.default_rng(5).normal(size=11)
    law = ResampledSum(np.sort(np.rint(1e4 * values).astype(int) if whole else values), np.ones(11))
    engine = EnumeratedResamples(law)
    sums, mass = engine.points()
    every, log_mass = engine.sums
    order = np.argsort(every)
    every, below = every[order], np.cumsum(np.exp(log_mass[order]))
    assert len(sums) <= 4_097
    assert mass.sum() == pytest.approx(1, abs=1e-12)
    assert mass @ sums == pytest.approx(law.mean, rel=1e-3, abs=0)
    for q in (0.025, 0.5, 0.9):
        x = engine.quantile(q)
        assert below[np.searchsorted(every, x - 1e-9) - 1] - 1e-4 <= q
        assert below[np.searchsorted(every, x + 1e-9, "right") - 1] + 1e-4 >= q
        assert sums[np.searchsorted(np.cumsum(mass), q)] == pytest.approx(x, abs=0.01 * np.ptp(every))


def test_points_of_many_draws_of_three_values_are_the_law():
    law = ResampledSum(np.array([0.0, 0.31, 1.07]), np.array([500, 400, 100]))
    sums, mass = EnumeratedResamples(law).points()
    assert mass.sum() == pytest.approx(1, abs=1e-12)
    assert mass @ sums == pytest.approx(law.mean, rel=1e-4, abs=0)
    assert mass @ (sums - law.mean) ** 2 == pytest.approx(law.tilted(0.0).variance, rel=1e-2, abs=0)


@pytest.mark.parametrize("huge", [1e6, -1e12, 1e15])
def test_quantiles_of_millions_of_resamples_beside_a_huge_score_are_exact(huge):
    law = ResampledSum(np.sort(np.append(np.random.default_rng(7).normal(size=10), huge)), np.ones(11))
    engine = EnumeratedResamples(law)
    every, log_mass = engine.sums
    order = np.argsort(every)
    every, below = every[order], np.cumsum(np.exp(log_mass[order]))
    for q in (0.025, 0.2, 0.5, 0.8, 0.975):
        x, off = engine.quantile(q), 1e-14 * abs(huge)
        first, last = np.searchsorted(every, x - off), np.searchsorted(every, x + off, "right")
        assert (below[first - 1] if first else 0) - 1e-4 <= q <= below[last - 1] + 1e-4


def test_a_threshold_beyond_every_resample_has_no_mass():
    law = ResampledSum(np.sort(np.random.default_rng(6).uniform(1, 2, 13)), np.ones(13))
    for tail in (EnumeratedResamples(law).at_most(0.0), EnumeratedResamples(law).at_least(26.1)):
        assert (tail.probability, tail.error_bound, tail.log) == (0.0, 0.0, -math.inf)
