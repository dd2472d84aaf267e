"""Which values are outliers, in which clusters, and in which ways these come out."""

import math
from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from core.exact.clusters import beside_a_lattice, in_clusters
from core.exact.sums import ResampledSum, SwappedSum

REST = np.random.default_rng(1).normal(size=200)


def resampled(outliers):
    values = np.sort(np.append(REST, outliers))
    return ResampledSum(values, np.ones(len(values)))


def swapped(outliers):
    values = np.sort(np.abs(np.append(REST, outliers)))
    return SwappedSum(values, np.ones(len(values)))


def sizes(found):
    return sorted(round(cluster.size) for half in found.halves for cluster in half.clusters)


@pytest.mark.parametrize("law", [resampled, swapped])
def test_ordinary_values_have_no_outliers(law):
    assert in_clusters(law([])) is None
    assert in_clusters(law([6.0, -7.0])) is None


@pytest.mark.parametrize(
    ("outliers", "clusters"),
    [
        ([1e6], [1]),
        ([1e6, 3e6, 9e6], [1, 1, 1]),
        ([1e6, 1e6 + 1, 1e6 + 2], [3]),
        ([1e6, 1e6 + 1, -4e9, -4e9 + 2, -4e9 + 3], [2, 3]),
        ([1e9 + 0.1 * i for i in range(40)], [40]),
    ],
)
def test_outliers_near_one_another_are_one_cluster(outliers, clusters):
    assert sizes(in_clusters(resampled(outliers))) == clusters
    both = in_clusters(swapped(outliers))
    assert sizes(both) == clusters
    for found, law in ((both, swapped(outliers)), (in_clusters(resampled(outliers)), resampled(outliers))):
        assert found.core.values.tolist() == [v for v in law.values.tolist() if abs(v) < 10]
        for half in found.halves:
            for cluster in half.clusters:
                assert cluster.counts @ cluster.values == pytest.approx(0, abs=1e-9)
        values = [v for half in found.halves for c in half.clusters for v in (c.middle + c.mean + c.values).tolist()]
        truth = sorted(map(abs, outliers) if law.mean == 0 else outliers)
        assert sorted(values) == pytest.approx(truth, rel=1e-15, abs=0)


def test_too_many_ways_are_not_listed():
    far = 1e9 * np.sqrt(np.arange(2, 42))
    assert in_clusters(resampled(far)) is None


@pytest.mark.parametrize("outliers", [[1e6], [1e6, 1e6 + 1], [1e6, 5e6, 5e6 + 1, -7e7]])
def test_ways_of_signs_are_those_that_are_counted(outliers):
    for half in in_clusters(swapped(outliers)).halves:
        signs = [(0, 1)] * sum(round(cluster.size) for cluster in half.clusters)
        owners = [i for i, cluster in enumerate(half.clusters) for _ in range(round(cluster.size))]
        counted = Counter()
        for plus in product(*signs):
            times = tuple(sum(p for p, own in zip(plus, owners, strict=True) if own == i) for i in set(owners))
            counted[times] += Fraction(1, 2 ** len(plus))
        found = dict(zip(map(tuple, half.times.tolist()), half.probabilities.tolist(), strict=True))
        assert found == {times: float(share) for times, share in counted.items()}


def test_ways_of_draws_are_poissons():
    for half in in_clusters(resampled([1e6, 5e6, 5e6 + 1, -7e7, -7e7 + 1])).halves:
        assert math.fsum(half.probabilities) == pytest.approx(1, abs=1e-9)
        for times, share in zip(half.times.tolist(), half.probabilities.tolist(), strict=True):
            law = math.prod(
                math.exp(-cluster.size) * cluster.size**k / math.factorial(k)
                for k, cluster in zip(times, half.clusters, strict=True)
            )
            assert share == pytest.approx(law, rel=1e-12, abs=0)


@pytest.mark.parametrize("law", [resampled, swapped])
@pytest.mark.parametrize("spread", [1.0, 30.0, 1e4])
def test_what_a_way_leaves_open_stays_within_reach(law, spread):
    generator = np.random.default_rng(2)
    outliers = 1e7 + spread * generator.normal(size=12)
    found = in_clusters(law(outliers))
    assert found.reach >= (1 - 1e-12) * found.core.half_width()
    clusters = [cluster for half in found.halves for cluster in half.clusters]
    farthest = 0.0
    for _ in range(2_000):
        if law is swapped:
            off = generator.choice([-1, 1], len(found.core.values)) @ found.core.values
            for cluster in clusters:
                size = round(cluster.size)
                off += np.where(generator.permutation(size) < generator.integers(0, size + 1), 1, -1) @ cluster.values
        else:
            drawn = generator.poisson([cluster.size for cluster in clusters])
            off = (generator.choice(REST, found.core.n - drawn.sum()) - REST.mean()).sum()
            off += sum(generator.choice(c.values, k).sum() for c, k in zip(clusters, drawn, strict=True))
        farthest = max(farthest, abs(off))
    assert farthest < found.reach / 1.5


@pytest.mark.parametrize("kind", [ResampledSum, SwappedSum])
def test_outliers_beside_a_lattice_are_taken_one_by_one(kind):
    generator = np.random.default_rng(3)
    near = generator.integers(0, 2, 200) + 1e-6 * generator.normal(size=200)

    def law(*outliers):
        return kind(np.sort(np.abs(np.append(near, outliers))), np.ones(200 + len(outliers)))

    assert sizes(beside_a_lattice(law(1e5, 100_001.0, -700.0))) == [1, 1, 1]
    # None far out, and none near a lattice
    assert beside_a_lattice(law()) is None
    assert beside_a_lattice(resampled([1e5])) is None
