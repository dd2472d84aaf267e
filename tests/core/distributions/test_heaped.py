"""Sums of values in heaps: against every swap, every resample, and the law of the centres in fractions."""

import math
from collections import Counter
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import core
from core.data.paired import PairedScores
from core.distributions import FourierSum, exact_sum
from core.distributions.brackets import OfPValue
from core.distributions.heap_rest import _at_all_angles, _one_by_one
from core.distributions.heaped import HeapedSum
from core.distributions.heaps import Heap, heaps_of
from core.distributions.stratified import SumOfResamples
from core.distributions.sums import ResampledSum, SwappedSum

TIED = 1e-12
CENTRES = ((1.0, math.sqrt(2)), (0.0, 1.0, math.pi), (0.25, 0.5, 1.0), (-1.0, 0.0, math.sqrt(2), 30.0))


def no_other(_):
    raise AssertionError("another engine")


def law_of(kind, values):
    values, counts = np.unique(np.abs(values) if kind is SwappedSum else values, return_counts=True)
    return kind(values[values > 0], counts[values > 0], TIED) if kind is SwappedSum else kind(values, counts, TIED)


def every_swap(values):
    return np.array(list(product([-1, 1], repeat=len(values)))) @ values, np.full(2 ** len(values), 0.5 ** len(values))


def every_resample(values):
    n, sums, masses = len(values), [], []
    for drawn in combinations_with_replacement(range(n), n):
        often = Counter(drawn).values()
        sums.append(math.fsum(values[each] for each in drawn))
        masses.append(math.factorial(n) / math.prod(map(math.factorial, often)) / n**n)
    return np.array(sums), np.array(masses)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from([SwappedSum, ResampledSum]),
    st.sampled_from(CENTRES),
    st.integers(-8, -2),
    st.sampled_from([3, 17]),
    st.integers(0, 10**6),
)
def test_every_outcome(kind, centres, noise, decimals, seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(6, 13)) if kind is SwappedSum else int(rng.integers(4, 7))
    values = np.round(rng.choice(centres, n) + 10.0**noise * rng.normal(size=n), decimals)
    law = law_of(kind, values)
    heaps = heaps_of(law) if len(law.values) > 1 else []
    if not heaps:
        return
    sums, masses = (every_swap if kind is SwappedSum else every_resample)(values)
    found = HeapedSum(law, heaps, no_other)
    for x in np.append(rng.choice(sums, 4), rng.choice(sums, 4) + 10.0**noise * rng.normal(size=4)).tolist():
        for upper, strict in product((True, False), repeat=2):
            tail = found._own(x, strict, upper, OfPValue())
            if tail is None:
                continue
            off = sums - x if upper else x - sums
            truth = float(masses[off > TIED if strict else off >= -TIED].sum())
            assert abs(tail.probability - truth) <= tail.error_bound + 1e-13 * truth


@pytest.mark.parametrize("of_each", [40, 180])
@pytest.mark.parametrize("beyond", [0.3, 2.0, 5.0, 8.0])
def test_between_the_sums_of_centres_signs_are_counted(of_each, beyond):
    rng = np.random.default_rng(of_each)
    values = np.repeat([1.0, math.sqrt(2)], of_each) + 1e-7 * rng.normal(size=2 * of_each)
    law = law_of(SwappedSum, values)
    two = (2 * np.arange(of_each + 1) - of_each).astype(float)
    at = np.unique(np.add.outer(two, math.sqrt(2) * two))
    near = np.flatnonzero(np.abs(at - beyond * math.sqrt(3 * of_each)) < 1)
    widest = near[np.argmax(np.diff(at)[near])]
    x = float(at[widest] + at[widest + 1]) / 2
    ways = sum(
        math.comb(of_each, one) * math.comb(of_each, other)
        for one in range(of_each + 1)
        for other in range(of_each + 1)
        if 2 * one - of_each + math.sqrt(2) * (2 * other - of_each) > x
    )
    truth = Fraction(ways, 4**of_each)
    tail = HeapedSum(law, heaps_of(law), no_other).at_least(x)
    assert abs(tail.probability - float(truth)) <= tail.error_bound
    assert tail.error_bound <= 1e-3 * float(truth)


@pytest.mark.parametrize("pluses", [0, 1, 3, 4, 6, 7])
def test_the_characteristic_function_given_the_pluses(pluses):
    rng = np.random.default_rng(pluses)
    rest = rng.normal(size=4)
    heap = Heap(5.0, rest - (rest @ [1, 2, 1, 3]) / 7, np.array([1.0, 2.0, 1.0, 3.0]))
    t = np.arange(9) * 0.4 + 0.2
    each = np.repeat(heap.rest, heap.counts.astype(int))
    sums = [2 * sum(some) - each.sum() for some in combinations(each.tolist(), pluses)]
    truth = np.exp(1j * np.multiply.outer(t, sums)).mean(axis=1)
    rows, table = _one_by_one(heap, np.array([pluses, 2]), t)
    assert table[rows[0]] == pytest.approx(truth, rel=1e-10, abs=1e-13)
    rows, table, error = _at_all_angles(heap, np.array([pluses, pluses]), np.arange(9), (0.2, 0.4, 9))
    assert np.abs(table[rows[0]] - truth).max() <= error < 1e-10


@pytest.mark.parametrize("m", [60, 400])
def test_both_ways_to_it_agree(m):
    rng = np.random.default_rng(m)
    rest = rng.normal(size=m)
    heap = Heap(5.0, rest - rest.mean(), np.ones(m))
    step, numbers = 0.3 / math.sqrt(m), np.array([m // 2, m // 2 + 3, m // 3])
    for some in (numbers[:2], numbers[2:]):
        rows, table = _one_by_one(heap, some, (np.arange(40) + 0.5) * step)
        others, angles, error = _at_all_angles(heap, some, np.arange(40), (step / 2, step, 40))
        assert np.abs(table[rows] - angles[others]).max() <= error + 1e-11
        assert error < 1e-9


def two_sizes(n, ahead, rng):
    signs = np.where(rng.random(n) < 0.5 + ahead / 2 / math.sqrt(n), 1, -1)
    return signs * rng.choice([1.0, math.sqrt(2)], n) + 1e-6 * rng.normal(size=n)


@pytest.mark.parametrize("test", ["bootstrap", "permutation"])
@pytest.mark.parametrize("n", [24, 46, 60])
def test_two_sizes_with_noise_are_exact(n, test):
    rng = np.random.default_rng(n)
    differences = two_sizes(n, 1.0, rng)
    result = core.compare(PairedScores.from_scores(np.zeros(n), differences), test=test, alternative="greater")
    assert result.exact
    assert result.error_bound <= 5e-4
    if test == "bootstrap":
        sums = rng.choice(differences, (40_000, n)).sum(axis=1)
        share = float((sums <= 0).mean())
    else:
        sums = rng.choice([-1, 1], (40_000, n)) @ np.abs(differences)
        share = float((sums >= differences.sum()).mean())
    assert result.pvalue == pytest.approx(share, rel=0, abs=4.5 * math.sqrt(share * (1 - share) / 40_000))


def test_far_tails_keep_their_digits_and_agree_with_the_whole_law_tilted():
    law = law_of(ResampledSum, two_sizes(60, 5.0, np.random.default_rng(3)))
    found, other = HeapedSum(law, heaps_of(law), no_other), FourierSum(law)
    for x in (-5.0, -15.0, -25.0):
        tail, tilted = found.at_most(x), other.at_most(x)
        assert tail.probability < 1e-3
        assert abs(tail.probability - tilted.probability) <= tail.error_bound + tilted.error_bound
        assert tail.error_bound <= 2e-3 * tail.probability


def test_quantiles_are_where_the_law_passes_them():
    law = law_of(SwappedSum, two_sizes(40, 0.0, np.random.default_rng(8)))
    found = HeapedSum(law, heaps_of(law), FourierSum)
    for q in (0.025, 0.4, 0.975):
        x = found.quantile(q)
        # Sums crowd, so that x is known to some 1e-4 standard deviations.
        below, up_to = found.at_most(x - 2e-3), found.at_most(x + 2e-3)
        assert below.probability - below.error_bound - 1e-4 <= q <= up_to.probability + up_to.error_bound + 1e-4


@pytest.mark.parametrize("beyond", [2.0, 3.8, 6.0])
@pytest.mark.parametrize("seed", range(3))
def test_a_wide_heap_beside_a_narrow_one_leaves_all_tails_certain(seed, beyond):
    rng = np.random.default_rng(seed)
    sizes = np.append(rng.uniform(0, 1, 500), 1.2 + 1e-3 * rng.normal(size=30))
    drawn = np.append(rng.uniform(-1, 1, 124), 2 + 1e-3 * rng.normal(size=5))
    for law in (law_of(SwappedSum, sizes), law_of(ResampledSum, drawn)):
        x = law.mean + beyond * math.sqrt(law.tilted(0.0).variance)
        tail, whole = exact_sum(law).at_least(x), FourierSum(law).at_least(x)
        assert abs(tail.probability - whole.probability) <= tail.error_bound + whole.error_bound
        assert tail.error_bound <= 5e-3 * tail.probability


def test_what_is_left_over_may_not_outweigh_the_tilted_centres():
    # Five thousand free signs carry nearly all of the variance: the tilt of the centres is not that of the sum.
    rng = np.random.default_rng(1)
    law = law_of(SwappedSum, np.append(rng.uniform(0, 1, 5_000), 1.05 + 1e-3 * rng.normal(size=30)))
    for beyond in (3.6, 5.0, 9.0):
        found = HeapedSum(law, heaps_of(law), no_other)
        x = beyond * math.sqrt(law.tilted(0.0).variance)
        tail = found._own(x, False, True, OfPValue())
        truth = FourierSum(law).at_least(x)
        assert tail is None or abs(tail.probability - truth.probability) <= tail.error_bound + truth.error_bound


@pytest.mark.parametrize("seed", range(6))
def test_quantiles_are_found_where_the_other_engine_finds_them(seed):
    rng = np.random.default_rng(seed)
    values = rng.choice([-2.2, -1.0, 0.0, 5.0], 144, p=[0.2, 0.3, 0.3, 0.2]) + 1e-4 * rng.normal(size=144)
    law = law_of(ResampledSum, values)
    sums = rng.choice(values, (20_000, 144)).sum(axis=1)
    for q in (0.025, 0.5, 0.975):
        assert float((sums <= exact_sum(law).quantile(q)).mean()) == pytest.approx(q, rel=0, abs=0.02)


@pytest.mark.parametrize("seed", range(6))
def test_every_resample_of_strata_beside_huge_values(seed):
    rng = np.random.default_rng(seed)
    strata = [rng.normal(size=5) * [1, 1, 1, 1, 10.0 ** rng.integers(2, 7)], near_one_and_root_two(rng, 4)]
    law = SumOfResamples(tuple(ResampledSum(np.sort(each), np.ones(len(each), dtype=int)) for each in strata))
    found = HeapedSum(law, heaps_of(law), FourierSum)
    draws = [np.array(list(product(each, repeat=len(each)))).sum(axis=1) for each in strata]
    sums = np.add.outer(*draws).ravel()
    for x in [*rng.choice(sums, 4), *rng.normal(law.mean, sums.std() / 3, 4)]:
        off = 1e-13 * np.abs(sums).max()
        tail, other = found.at_least(float(x)), found.at_most(float(x))
        low, high = (sums > x + off).mean(), (sums >= x - off).mean()
        assert low - tail.error_bound - 1e-14 <= tail.probability <= high + tail.error_bound + 1e-14
        assert 1 - high - other.error_bound - 1e-14 <= other.probability <= 1 - low + other.error_bound + 1e-14
        assert tail.error_bound < (high - low) + 0.02


def near_one_and_root_two(rng, n):
    return rng.choice([1.0, -1.0, math.sqrt(2)], n) + 1e-6 * rng.normal(size=n)


def test_a_bootstrap_in_strata_beside_outliers_is_exact():
    rng = np.random.default_rng(5)
    d = rng.normal(0.1, 1, 120)
    d[[3, 80]] = 2e4, -3e5
    result = core.compare(np.zeros(120), d, strata=["a", "b"] * 60, test="bootstrap", alternative="greater")
    samples = sum(rng.choice(half, (100_000, 60)).sum(axis=1) for half in (d[::2], d[1::2]))
    assert result.exact
    assert result.error_bound < 1e-3
    assert result.pvalue == pytest.approx((samples <= 0).mean(), rel=0, abs=0.007)
    interval = result.confidence_interval()
    assert interval.method == "exact"
    ends = [(samples <= end * 120).mean() for end in (interval.low, interval.high)]
    assert ends == pytest.approx([0.025, 0.975], rel=0, abs=0.003)


def test_strata_whose_values_lie_near_one_another_are_one_heap_beside_outliers_of_others():
    generator = np.random.default_rng(5)
    strata = [np.append(generator.normal(size=11), 1.5e5), np.append(generator.normal(size=11), 1.3e5)]
    strata.append(np.array([-0.278, -0.276, 0.188, 0.279, 0.669, 0.893, 1.202, 1.828]))
    law = SumOfResamples(tuple(ResampledSum(np.sort(each), np.ones(len(each), dtype=int)) for each in strata))
    assert [sum(heap.stratum == 2 for heap in heaps) for heaps in heaps_of(law)][-1] == 1
    found = exact_sum(law).at_most(0.0)
    # Whoever draws no outlier
    sums = sum(
        generator.choice(each[: 11 + 8 * (at == 2)], (400_000, len(each))).sum(axis=1) for at, each in enumerate(strata)
    )
    share = (11 / 12) ** 24 * (sums <= 0).mean()
    assert found.probability == pytest.approx(share, abs=4 * 0.12 * np.sqrt(0.25 / 400_000))
    assert found.error_bound < 1e-3 * found.probability
