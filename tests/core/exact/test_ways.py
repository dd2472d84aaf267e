"""Which ways leave open on which side of x a sum lies, beside ways listed one by one."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from core.errors import NotExactError
from core.exact.clusters import Cluster, Clusters, Half, in_clusters
from core.exact.sums import ResampledSum, SwappedSum
from core.exact.ways import Ways

REST = np.random.default_rng(1).integers(-30, 31, 90)


def resampled(outliers):
    values, counts = np.unique(np.append(REST, outliers), return_counts=True)
    return ResampledSum(values, counts.astype(float))


def swapped(outliers):
    values, counts = np.unique(np.abs(np.append(REST[REST != 0], outliers)), return_counts=True)
    return SwappedSum(values, counts)


def listed(law, clusters):
    """Each way with its probability and the mean of the sum, from multinomial coefficients or binomial ones."""
    sizes = [round(cluster.size) for half in clusters.halves for cluster in half.clusters]
    middles = [int(cluster.middle) for half in clusters.halves for cluster in half.clusters]
    if isinstance(law, SwappedSum):
        for times in product(*(range(size + 1) for size in sizes)):
            share = math.prod(Fraction(math.comb(m, k), 2**m) for k, m in zip(times, sizes, strict=True))
            yield share, sum((2 * k - m) * v for k, m, v in zip(times, sizes, middles, strict=True))
        return
    n, rest = law.n, law.n - sum(sizes)
    mean = Fraction(int(sum(v for v in np.repeat(law.values, law.counts.astype(int)) if abs(v) <= 30)), rest)
    for times in product(*(range(10 + 5 * size) for size in sizes)):
        drawn = sum(times)
        ways = math.factorial(n) // math.factorial(n - drawn) // math.prod(map(math.factorial, times))
        share = ways * math.prod(s**k for s, k in zip(sizes, times, strict=True)) * Fraction(rest ** (n - drawn), n**n)
        yield share, sum(k * v for k, v in zip(times, middles, strict=True)) + (n - drawn) * mean


@pytest.mark.parametrize("law", [resampled, swapped])
@pytest.mark.parametrize("outliers", [[10**7], [10**7, 10**7], [10**7, 10**7, 3 * 10**7], [10**7, -(10**7), 10**9]])
def test_ways_on_either_side_are_as_likely_as_they_are_listed(law, outliers):
    law = law(outliers)
    clusters = in_clusters(law)
    ways = Ways(clusters)
    all_ways = list(listed(law, clusters))
    for x in (0.5, 10**7 - 20.5, -2 * 10**7 + 0.5, 10**9 + 7.5, 3 * 10**7 + 1e5):
        near = ways.near(x)
        reach = clusters.reach
        assert near.below == pytest.approx(float(sum(p for p, m in all_ways if m < x - reach)), abs=1e-9)
        assert near.above == pytest.approx(float(sum(p for p, m in all_ways if m > x + reach)), abs=1e-9)
        found = sum(p for p, m in all_ways if abs(x - m) <= reach)
        assert near.shares.sum() == pytest.approx(float(found), abs=1e-7 * float(found) + 1e-9)
        assert near.left_out <= 1e-7
        for share, y in zip(near.shares[:3], near.y, strict=False):
            alike = [p for p, m in all_ways if abs(x - m - y) < 1e-6]
            assert any(share == pytest.approx(float(p), rel=1e-11, abs=0) for p in alike)


@pytest.mark.parametrize("n", [12, 100, 10_000_000])
def test_numbers_of_draws_weigh_as_rational_arithmetic_says(n):
    outliers = 3
    core = ResampledSum(np.array([-1.0, 0.0, 1.0]), np.full(3, n / 3))
    far = [Cluster(10.0**6 * i, 0.0, np.zeros(1), np.ones(1)) for i in range(1, outliers + 1)]
    halves = [_half(tuple(far[:2])), _half(tuple(far[2:]))]
    ways = Ways(Clusters(core, tuple(halves), 5.0))
    u, v, off = ways._product
    for one, other in product(range(9), range(7)):
        k = one + other
        multinomial = Fraction(math.perm(n, k), n**k) * Fraction(n - outliers, n) ** (n - k) if n < 1_000 else None
        truth = float(multinomial) * math.exp(outliers) if multinomial is not None else ways._weight[k]
        assert ways._weight[k] == pytest.approx(truth, rel=1e-12, abs=0)
        assert abs(u[:, one] @ v[:, other] - truth) <= off + 1e-12 * truth


def _half(clusters):
    times = np.array(list(product(range(12), repeat=len(clusters))))
    shares = np.array([math.prod(math.exp(-1) / math.factorial(k) for k in each) for each in times.tolist()])
    return Half(clusters, times, shares)


def test_more_pairs_than_four_million_are_refused():
    core = SwappedSum(np.array([1.0, 2.0]), np.ones(2))
    cluster = Cluster(1e-6, 0.0, np.zeros(1), np.full(1, 3_000))
    half = Half((cluster,), np.arange(3_001)[:, None], np.full(3_001, 1 / 3_001))
    with pytest.raises(NotExactError, match="too many ways"):
        Ways(Clusters(core, (half, half), 100.0)).near(0.0)
