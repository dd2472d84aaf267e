"""Sums of few values, listed: random signs of differences in a few sizes."""

import math
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest

import core
from core.distributions import exact_sum, listed
from core.distributions.listed import ListedSum
from core.distributions.stratified import SumOfResamples
from core.distributions.sums import ResampledSum, SwappedSum
from core.errors import NotExactError

SIZES, COUNTS = (0.31, 1.07, 2.53), (30, 25, 20)


def truth(sizes, counts):
    law = {Fraction(0): Fraction(1)}
    for size, count in zip(sizes, counts, strict=True):
        following = Counter()
        for before, chance in law.items():
            for k in range(count + 1):
                share = Fraction(math.comb(count, k), 2**count)
                following[before + (2 * k - count) * Fraction(str(size))] += chance * share
        law = following
    return law


@pytest.mark.parametrize("x", [-4.0, 0.0, 0.31, 17.92, 60.0, 90.0])
@pytest.mark.parametrize("strict", [False, True])
def test_tails_are_counted(x, strict):
    law = SwappedSum(np.array(SIZES), np.array(COUNTS), tolerance=1e-9)
    exact = [p for s, p in truth(SIZES, COUNTS).items() if (s > Fraction(str(x)) if strict else s >= Fraction(str(x)))]
    tail = ListedSum(law).at_least(x, strict)
    assert abs(tail.probability - float(sum(exact))) <= tail.error_bound
    assert tail.error_bound < 1e-11
    assert ListedSum(law).at_most(-x, strict).probability == pytest.approx(tail.probability, abs=1e-12)


def test_more_than_forty_swaps_of_a_few_sizes_are_listed():
    law = SwappedSum(np.array(SIZES), np.array(COUNTS), tolerance=1e-9)
    assert exact_sum(law).engine == "enumeration"


def test_its_points_and_quantiles_are_the_whole_law():
    law = SwappedSum(np.array(SIZES[:2]), np.array(COUNTS[:2]))
    engine = ListedSum(law)
    sums, mass = engine.points()
    exact = truth(SIZES[:2], COUNTS[:2])
    assert engine.quantile is None
    assert len(sums) == len(exact)
    assert mass == pytest.approx([float(p) for _, p in sorted(exact.items())], abs=1e-13)


def test_quantiles_of_very_many_sums_are_searched_for():
    law = SwappedSum(np.array([0.31, 1.07, 2.53, 3.1415]), np.array([60, 50, 40, 30]))
    engine = ListedSum(law)
    sums, mass = engine.points()
    assert mass.sum() == pytest.approx(1)
    for q in (0.025, 0.5, 0.975):
        x = engine.quantile(q)
        assert engine.at_most(x - 1e-6).probability <= q + 1e-9
        assert engine.at_most(x + 1e-6).probability >= q - 1e-9
    assert sums[np.searchsorted(np.cumsum(mass), 0.975)] == pytest.approx(engine.quantile(0.975), rel=0.01, abs=0)


def test_too_many_sums_are_refused():
    with pytest.raises(NotExactError, match="too many to list"):
        ListedSum(SwappedSum(np.arange(1.0, 50.0) ** 0.5, np.ones(49, dtype=int)))


@cache
def ways_of_signs(sizes, counts):
    """How many signs add up to each sum of so many values of such sizes."""
    ways = {0: 1}
    for size, count in zip(sizes, counts, strict=True):
        following = Counter()
        for k in range(count + 1):
            times = math.comb(count, k)
            for before, number in ways.items():
                following[before + (2 * k - count) * size] += number * times
        ways = following
    return ways


@pytest.mark.parametrize("share", [0.3, 0.7, 0.9, 0.97, 0.999, 1.0])
def test_small_tails_are_as_certain_as_large_ones(share):
    sizes, counts = (0.3, 0.7, 1.1), (500, 400, 300)
    law = SwappedSum(np.array(sizes), np.array(counts), tolerance=1e-9)
    ways = ways_of_signs((3, 7, 11), counts)
    x = math.floor(share * max(ways))
    number = sum(times for s, times in ways.items() if s >= x)
    shift = max(number.bit_length() - 900, 0)
    log = math.log(number >> shift) + (shift - sum(counts)) * math.log(2)
    tail = ListedSum(law).at_least(x / 10)
    assert abs(tail.log - log) <= 1e-9
    if log > -700:
        assert abs(tail.probability - math.exp(log)) <= tail.error_bound < 1e-9 * tail.probability
    assert ListedSum(law).at_most(-x / 10).log == tail.log
    whole = ListedSum(SwappedSum(np.array([3, 7, 11]), np.array(counts)))
    assert abs(whole.at_least(x).log - log) <= 1e-9
    assert ListedSum(law).at_least(sum(s * c for s, c in zip(sizes, counts, strict=True)) + 1).log == -math.inf


def every_draw(values):
    drawn = np.array(list(product(values, repeat=len(values)))).sum(axis=1)
    return drawn, np.full(len(drawn), len(values) ** -len(values), dtype=float)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("whole", [False, True])
def test_few_values_of_strata_are_drawn_in_every_way(seed, whole):
    generator = np.random.default_rng(seed)
    strata = [np.append(generator.normal(size=2), np.zeros(2)), np.append(generator.normal(size=1), np.zeros(3))]
    if whole:  # on a lattice too wide to be inverted soon
        strata = [np.rint(1e8 * each).astype(np.int64) for each in strata]
    parts = (ResampledSum(*np.unique(each, return_counts=True)) for each in strata)
    law = SumOfResamples(tuple(parts), 0.0 if whole else 1e-12)
    (first, left), (second, right) = map(every_draw, strata)
    sums, masses = np.add.outer(first, second).ravel(), np.outer(left, right).ravel()
    found = exact_sum(law)
    assert isinstance(getattr(found, "inner", found), ListedSum)
    for x in generator.choice(sums, 9).tolist():
        for strict in (False, True):
            at = sums > x + 1e-12 if strict else sums >= x - 1e-12
            tail = found.at_least(x, strict)
            assert abs(tail.probability - float(masses[at].sum())) <= tail.error_bound + 1e-15
            assert tail.error_bound < 1e-10


@pytest.mark.parametrize("changed", [2, 4, 6])
def test_a_bootstrap_in_strata_of_few_changed_scores_is_exact(changed):
    generator = np.random.default_rng(changed)
    values = np.zeros(80)
    values[generator.choice(80, changed, replace=False)] = generator.normal(size=changed)
    result = core.compare(np.zeros(80), values, strata=["a"] * 40 + ["b"] * 40, test="bootstrap", alternative="greater")
    halves = (generator.choice(half, (40_000, 40)).sum(axis=1) for half in (values[:40], values[40:]))
    share = float((sum(halves) <= 1e-12).mean())
    assert result.exact
    assert result.confidence_interval().method == "exact"
    assert result.pvalue == pytest.approx(share, rel=0, abs=0.012)


@pytest.mark.parametrize("unit", [1, 1_000])
def test_far_tails_of_strata_keep_their_digits(unit):
    # Of each stratum of 30 all but one are ahead by whole numbers, so that few sums are not above 0.
    steps = [np.array([-1, *[3] * 20, *[7] * 9]), np.array([-2, *[4] * 20, *[9] * 9])]
    law = SumOfResamples(tuple(ResampledSum(*np.unique(unit * each, return_counts=True)) for each in steps))
    ways = {0: 1}
    for each in (steps[0],) * 30 + (steps[1],) * 30:
        following = {}
        for total, number in ways.items():
            for value, count in zip(*(side.tolist() for side in np.unique(each, return_counts=True)), strict=True):
                following[total + value] = following.get(total + value, 0) + number * count
        ways = following
    tail = ListedSum(law).at_most(0)
    exact = Fraction(sum(number for total, number in ways.items() if total <= 0), 30**60)
    assert 0 < exact < 1e-30
    assert abs(Fraction(tail.probability) - exact) <= tail.error_bound
    assert tail.error_bound < 0.01 * tail.probability


@pytest.mark.parametrize("most", [2**18, 2**8])
@pytest.mark.parametrize("unit", [1, math.pi, 1e-90])
@pytest.mark.parametrize("q", [1e-6, 0.025, 0.3, 0.5, 0.975, 1 - 1e-7, 1 - 1e-15])
def test_a_quantile_is_the_smallest_sum_that_reaches_it(q, unit, most, monkeypatch):
    strata = [8, -3, 5, 0, 1], [20, 7, -9, -9, 4, 2]
    sums = Counter({0: 1})
    for values in strata:
        for _ in values:
            following = Counter()
            for before, ways in sums.items():
                for value in values:
                    following[before + value] += ways
            sums = following
    total, reached, truth = sum(sums.values()), 0, None
    for each in sorted(sums):
        reached += sums[each]
        if truth is None and reached >= q * total * (1 - 1e-11):
            truth = each
    parts = (ResampledSum(*np.unique(np.array(values) * unit, return_counts=True)) for values in strata)
    found = ListedSum(SumOfResamples(tuple(parts)))
    monkeypatch.setattr(listed, "_MOST_LISTED", 2**5)
    monkeypatch.setattr(listed, "_MOST", most)
    assert found.quantile(q) == pytest.approx(truth * unit, rel=1e-12, abs=0)


@pytest.mark.parametrize("unit", [1, math.pi])
def test_beyond_the_largest_sum_of_strata_there_is_nothing(unit):
    strata = np.array([8, -3, 5, 1, 0]), np.array([20, 7, -9, 4, 2, -8])
    law = ListedSum(SumOfResamples(tuple(ResampledSum(np.sort(each) * unit, np.ones(len(each))) for each in strata)))
    largest, least = unit * (5 * 8 + 6 * 20), unit * (5 * -3 + 6 * -9)
    for tail in (law.at_least(largest + 0.4 * unit), law.at_most(least - 0.4 * unit)):
        assert (tail.probability, tail.error_bound) == (0.0, 0.0)
    for tail in (law.at_least(largest - 0.4 * unit), law.at_most(least + 0.4 * unit)):
        assert tail.probability == pytest.approx(5.0**-5 * 6.0**-6, rel=1e-9, abs=0)


@pytest.mark.parametrize("share", [-6.0, -2.0, 0.0, 1.0, 7.0])
def test_strata_on_lattices_of_their_own(share):
    # Quarters, and quarters of π that begin elsewhere: too many ways to list how often each is drawn
    generator = np.random.default_rng(9)
    strata = generator.integers(-4, 5, 30), generator.integers(-4, 5, 40)
    values = strata[0] / 4, (strata[1] + 0.3) / 4 * math.pi
    law = SumOfResamples(tuple(ResampledSum(*np.unique(each, return_counts=True)) for each in values), 1e-13)
    found = exact_sum(law)
    assert found.engine == "enumeration"
    masses, sums = [], []
    for each, unit, begin in zip(strata, (0.25, math.pi / 4), (0.0, 0.3), strict=True):
        mass = np.ones(1)
        for _ in each:
            mass = np.convolve(mass, np.bincount(each + 4, minlength=9) / len(each))
        masses.append(mass)
        sums.append((np.arange(len(mass)) - 4 * len(each) + begin * len(each)) * unit)
    # At a sum that some resamples have: a tie
    together = np.add.outer(*sums)
    x = law.mean + share * math.sqrt(law.tilted(0.0).variance)
    x = float(together.ravel()[np.argmin(np.abs(together - x))])
    for strict in (False, True):
        truth = np.outer(*masses)[together > x + 1e-9 if strict else together > x - 1e-9].sum()
        tail = found.at_least(x, strict)
        assert abs(tail.probability - truth) <= tail.error_bound + 1e-12 * truth + 1e-14
        assert tail.error_bound <= 1e-9 or "fourier" in tail.engine
