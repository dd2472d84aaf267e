"""The bootstrap of few changed items by its likely draws: against fractions, the lattice, and every threshold."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import core
from core.data.paired import PairedScores
from core.distributions.lattice import LatticeSum
from core.distributions.likely import LikelyResamples, likely_tail
from core.distributions.sums import ResampledSum
from core.errors import NotExactError
from tests.oracles import rational


def nothing_else(_):
    raise AssertionError("another engine")


def law_of(differences, unit=1):
    values, counts = np.unique(differences, return_counts=True)
    return ResampledSum(values if unit == 1 else values * unit, counts, 0.0 if unit == 1 else 1e-9)


def sums_of(differences):
    n = len(differences)
    return {int(mean * n): chance for mean, chance in rational.bootstrap(differences).items()}


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.integers(-40, 40), min_size=1, max_size=5),
    st.integers(1, 12),
    st.sampled_from([1, math.pi / 1000]),
    st.booleans(),
)
def test_every_threshold_in_fractions(changed, equal, unit, strict):
    differences = changed + [0] * equal
    truth, law = sums_of(differences), law_of(differences, unit)
    if len(law.values) < 2:
        return
    found = LikelyResamples(law, nothing_else)
    for x in {0, sum(differences), *sorted(truth)[:2], *sorted(truth)[-2:], *list(truth)[::7]}:
        at = x if unit == 1 else x * unit
        upper = sum((p for s, p in truth.items() if (s > x if strict else s >= x)), Fraction(0))
        lower = sum((p for s, p in truth.items() if (s < x if strict else s <= x)), Fraction(0))
        for tail, p in ((found.at_least(at, strict), upper), (found.at_most(at, strict), lower)):
            assert abs(tail.probability - float(p)) <= tail.error_bound + 1e-15
            assert tail.error_bound <= max(1e-10, 1e-9 * float(p))


@pytest.mark.parametrize("n", [40, 700, 20_000])
@pytest.mark.parametrize("changed", [[7, -4, 9], [60, -1, -2, -3, 5, 8, 13, 21, -34, 1]])
def test_tails_of_all_sizes_are_those_of_the_lattice(n, changed):
    law = law_of(changed + [0] * (n - len(changed)))
    found, truth = LikelyResamples(law, LatticeSum), LatticeSum(law)
    deviation = math.sqrt(law.tilted(0.0).variance)
    for share in (-8.3, -3.1, -1.2, 0.0, 0.4, 2.2, 4.7, 9.5):
        x = round(law.mean + share * deviation)
        for one, other in ((found.at_least(x), truth.at_least(x)), (found.at_most(x), truth.at_most(x))):
            assert abs(one.probability - other.probability) <= one.error_bound + other.error_bound
            assert one.error_bound <= 1e-3 * one.probability


def test_a_far_tail_keeps_its_digits():
    # Of 30 draws, each of the only gain: (1/30)^30.
    law = law_of([5] + [0] * 29, math.pi)
    tail = LikelyResamples(law, nothing_else).at_least(29.5 * 5 * math.pi)
    assert tail.log == pytest.approx(-30 * math.log(30), rel=1e-12, abs=0)
    # 12 or more draws of it, which is binomial
    truth = sum(Fraction(math.comb(30, k) * 29 ** (30 - k), 30**30) for k in range(12, 31))
    tail = LikelyResamples(law, nothing_else).at_least(12 * 5 * math.pi)
    assert abs(tail.probability - float(truth)) <= tail.error_bound
    assert tail.error_bound <= 1e-9 * float(truth)


def test_whole_numbers_beyond_a_million_billion_are_told_apart():
    big = 2**52 + 1
    law = law_of([big, 1, -1] + [0] * 9)
    found = LikelyResamples(law, nothing_else)
    never = (11 / 12) ** 12
    assert found.at_least(big).probability < found.at_least(big - 1).probability < 1 - never * 0.999
    truth = sums_of([big, 1, -1] + [0] * 9)
    for x in (big - 1, big, big + 1, 2 * big):
        p = float(sum(chance for s, chance in truth.items() if s >= x))
        tail = found.at_least(x)
        assert abs(tail.probability - p) <= tail.error_bound + 1e-15


@pytest.mark.parametrize(
    ("values", "counts"),
    [
        (np.linspace(-1, 1, 41) ** 3, np.ones(41)),  # too many values
        (np.arange(5) * math.e, np.full(5, 9_000.0)),  # or draws
        (np.arange(3) * math.e, np.array([400.0, 300.0, 300.0])),
    ],
)
def test_too_many_likely_draws_are_refused(values, counts):
    with pytest.raises(NotExactError, match="likely"):
        LikelyResamples(ResampledSum(values, counts), nothing_else)


@pytest.mark.parametrize("outlier", [0.0, 1e7])
def test_its_picture_and_its_quantiles(outlier):
    generator = np.random.default_rng(5)
    law = law_of(np.append(np.round(generator.normal(size=7), 3), [outlier + 0.1] + [0.0] * 60), 1.0000001)
    found = LikelyResamples(law, nothing_else)
    sums, mass = found.points()
    assert mass.sum() == pytest.approx(1, abs=1e-12)
    width = (sums[-1] - sums[0]) / 2**13
    assert mass @ sums == pytest.approx(law.mean, abs=2 * width)
    for q in (0.025, 0.5, 0.975):
        x = found.quantile(q)
        off = 1e-6 + 1e-9 * abs(x)
        assert found.at_most(x - off, strict=True).probability <= q + 1e-4
        assert found.at_most(x + off).probability >= q - 1e-4


@pytest.mark.parametrize("test", ["bootstrap", "shifted-bootstrap"])
def test_few_changed_items_are_computed_to_all_digits(test):
    generator = np.random.default_rng(8)
    d = np.append(generator.normal(0.2, 1, 9), np.zeros(71))
    pair = PairedScores.from_scores(0 * d, d)
    for alternative in ("two-sided", "greater", "less"):
        found = core.compare(pair, test=test, alternative=alternative)
        assert (found.method, found.engine) == ("exact", "enumeration")
        assert found.error_bound <= 1e-8
        sampled = core.compare(pair, test=test, alternative=alternative, method="monte-carlo", n_resamples=20_000)
        assert sampled.pvalue_interval[0] <= found.pvalue <= sampled.pvalue_interval[1]


@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize("unit", [1, 2.0**-20])
def test_a_far_tail_of_few_likely_draws_among_values_of_many_sizes(unit, strict):
    # Of 24 draws at least half are of -2 where the sum is at most 0, so that few sums need counting.
    values = np.array([-2, 1, 2, 3, 4, 8, 16, 64, 512, 2**14])
    counts = np.array([1, 3, 2, 1, 2, 2, 1, 4, 4, 4])
    ways = {0: 1}
    for _ in range(24):
        following = {}
        for total, number in ways.items():
            for value, count in zip(values.tolist(), counts.tolist(), strict=True):
                if total + value <= 48:  # more is never made up for
                    following[total + value] = following.get(total + value, 0) + number * count
        ways = following
    exact = Fraction(sum(number for total, number in ways.items() if total < 0 or (not strict and total == 0)), 24**24)
    law = ResampledSum(-values[::-1] * unit, counts[::-1], 0.0 if unit == 1 else 1e-12)
    tail = likely_tail(law, 0.0, strict)
    assert abs(Fraction(tail.probability) - exact) <= tail.error_bound
    assert tail.error_bound < 1e-6 * tail.probability
    assert 1e-30 < tail.probability < 1e-10


def test_draws_that_crowd_far_out_are_exact():
    d = np.array([-3.0517578e-05, 7.62939454e-06, *3.0517578e-05 * np.array([1, 2, 2, 2, 4, 4, 8, 8, 16, 32, 32, 32])])
    d = np.concatenate([d, 2.0 ** -np.arange(1, 11)]) * (1 + 1e-10 * np.random.default_rng(3).normal(size=24))
    result = core.compare(np.zeros(24), d, test="bootstrap", alternative="greater")
    assert result.exact
    assert result.pvalue < 1e-18
    assert result.error_bound < 1e-6 * result.pvalue
