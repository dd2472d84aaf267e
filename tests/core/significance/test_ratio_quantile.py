"""Interval ends of ratios, against enumeration in integers, and against samples."""

from bisect import bisect_left, bisect_right
from collections import Counter
from fractions import Fraction
from functools import cache, partial
from itertools import product

import numpy as np
import pytest

import core
from core.data.paired import PairedScores
from core.metrics import METRICS
from core.significance.bootstrap import BootstrapDistribution, ratio_quantile
from core.significance.observed import Observed


def pair_of(d, w):
    d, w = np.asarray(d, dtype=float), np.asarray(w, dtype=float)
    return PairedScores.from_scores(np.column_stack([np.maximum(-d, 0), w]), np.column_stack([np.maximum(d, 0), w]))


def quantile(pair, q):
    scheme = BootstrapDistribution(Observed(pair, METRICS["ratio"]), 10, 0)
    return ratio_quantile(q, scheme.observed.linear, partial(scheme.computed_tail, "<="))


@cache
def listed(case):
    """Every resample's difference, sorted, all equally likely; 0 where none of its items counts."""
    d, w = CASES[case]
    every = product(range(len(d)), repeat=len(d))
    sums = Counter((sum(d[i] for i in drawn), sum(w[i] for i in drawn)) for drawn in every)
    differences = [(Fraction(above, below) if below else Fraction(0), times) for (above, below), times in sums.items()]
    return [difference for difference, times in sorted(differences) for _ in range(times)]


CASES = {
    "of all signs": ([3, -2, 1, 5, -1, 2], [7, 4, 9, 12, 3, 6]),
    "half tied": ([0, 0, 0, 1, -1, 2], [7, 4, 9, 12, 3, 6]),
    "never behind": ([0, 0, 0, 1, 0, 2], [7, 4, 9, 12, 3, 6]),
    "some that do not count": ([0, 0, 2, -1, 3], [0, 0, 9, 4, 5]),
    "alike but for their weights": ([1, 2, 3, 4], [2, 4, 6, 8]),
}


@pytest.mark.thorough
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("q", [0.005, 0.1, 0.5, 0.975])
def test_it_is_the_quantile_of_all_resamples(case, q):
    d, w = CASES[case]
    all_of_them = listed(case)
    found, n = quantile(pair_of(d, w), q), len(all_of_them)
    # To 1e-4 in probability, or to some millionths of a difference
    off = 1e-5
    below, at_most = (bisect_left(all_of_them, side) / n for side in (found - off, found + off))
    assert below - 1e-4 <= q <= at_most + 1e-4
    zero = [bisect_left(all_of_them, 0) / n, bisect_right(all_of_them, 0) / n]
    assert (found == 0) == (zero[0] < q <= zero[1])


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("kind", "n"), [("tokens", 300), ("real", 40), ("heavy", 300), ("few changed", 40), ("clusters", 40)]
)
def test_it_is_near_that_of_samples(kind, n):
    generator = np.random.default_rng(n)
    w = generator.integers(1, 40, n).astype(float)
    d = {
        "tokens": np.rint(w * generator.normal(0.02, 0.1, n)),
        "real": w * generator.normal(0.1, 1, n),
        "heavy": w * generator.standard_t(1.5, n),
        "few changed": np.where(generator.random(n) < 0.2, generator.integers(-1, 3, n), 0),
    }.get(kind, w)
    options, pair = {"metric": "ratio"}, pair_of(d, w)
    if kind == "clusters":
        of = np.repeat(np.arange(n), w.astype(int))
        scores = generator.normal(size=len(of)) + np.linspace(-1, 1, len(of))
        options, pair = {}, PairedScores.from_scores(np.zeros(len(of)), scores, clusters=[str(each) for each in of])
    interval = core.compare(pair, **options).confidence_interval()
    assert interval.method != "monte-carlo"
    samples = core.compare(pair, **options, method="monte-carlo", n_resamples=20_000).resampled
    values = BootstrapDistribution(samples, 20_000, 3).sampled_distribution()
    for q, end in ((0.025, interval.low), (0.975, interval.high)):
        below, at_most = (values.mass[values.values < end + side * 1e-9].sum() for side in (-1, 1))
        assert below - 0.005 < q < at_most + 0.005


@pytest.mark.parametrize("kind", ["basic", "bca"])
def test_other_intervals_are_computed_too(kind):
    generator = np.random.default_rng(2)
    pair = pair_of(generator.integers(-3, 5, 80), generator.integers(1, 30, 80))
    found = core.compare(pair, metric="ratio", interval=kind).confidence_interval()
    sampled = core.compare(pair, metric="ratio", interval=kind, method="monte-carlo", n_resamples=50_000)
    assert found.method != "monte-carlo"
    assert [found.low, found.high] == pytest.approx(
        [sampled.confidence_interval().low, sampled.confidence_interval().high], rel=0.05, abs=0
    )


def test_a_systems_own_ratio_has_an_exact_interval():
    generator = np.random.default_rng(3)
    w = generator.integers(1, 30, 60).astype(float)
    right = [generator.binomial(w.astype(int), share).astype(float) for share in (0.7, 0.75)]
    pair = PairedScores.from_scores(*(np.column_stack([each, w]) for each in right))
    for own, each in zip(core.compare(pair, metric="ratio").own_intervals(), right, strict=True):
        assert own.method != "monte-carlo"
        drawn = generator.integers(0, 60, (20_000, 60))
        ratios = each[drawn].sum(axis=1) / w[drawn].sum(axis=1)
        assert [(ratios <= own.low).mean(), (ratios <= own.high).mean()] == pytest.approx([0.025, 0.975], abs=0.005)


@cache
def in_units_of(unit, n):
    """Return the p-value of each test, the methods and ends of all intervals, and the counts."""
    generator = np.random.default_rng(n)
    w = generator.integers(2, 9, n).astype(float)
    sides = [generator.binomial(w.astype(int), share).astype(float) for share in (0.4, 0.6)]
    pair = PairedScores.from_scores(*(np.column_stack([side * unit, w]) for side in sides))
    results = {test: core.compare(pair, metric="ratio", test=test) for test in core.TESTS}
    # Intervals are those of the bootstrap, whatever the test.
    result = results["bootstrap"]
    intervals = [result.confidence_interval(), *(result.own_intervals() if n < 10 else ())]
    ends = np.array([[each.low, each.high] for each in intervals]) / unit
    counts = (result.helped, result.hurt, result.tied)
    return [each.pvalue for each in results.values()], [each.method for each in intervals], ends, counts


@pytest.mark.parametrize(("n", "unit"), [(5, 7.3), (5, 1e110), (60, 1e-140)])
def test_the_unit_of_scores_changes_nothing(n, unit):
    (plain, methods, ends, counts), other = in_units_of(1.0, n), in_units_of(unit, n)
    assert "monte-carlo" not in methods
    assert (other[1], other[3]) == (methods, counts)
    assert other[0] == pytest.approx(plain, rel=1e-9, abs=0)
    assert other[2] == pytest.approx(ends, rel=1e-4, abs=1e-12)


@pytest.mark.parametrize("unit", [1e-120, 0.1, 1.0, 3e7])
@pytest.mark.parametrize(
    ("baseline", "experimental"),
    [
        ([[2, 1], [4, 10**8], [-1, 2], [-1, 2]], [[1, 2], [-2, 10**8], [4, 1], [5, 2]]),
        ([[-2, 10**5], [-3, 2], [0, 0], [2, 1], [0, 1]], [[0, 10**5], [-2, 1], [3, 3], [0, 0], [0, 0]]),
        ([[0, 2], [2, 3], [0, 0], [0, 10**7]], [[-2, 1], [1, 3], [0, 0], [5, 10**7]]),
    ],
)
def test_ties_beside_an_item_of_a_huge_denominator(baseline, experimental, unit):
    # Resamples without that item have far larger scores than all items together, and are rounded to those.
    def difference(drawn):
        tops, bottoms = ([sum(side[i][at] for i in drawn) for side in (baseline, experimental)] for at in (0, 1))
        scores = [Fraction(top, below) if below else Fraction(0) for top, below in zip(tops, bottoms, strict=True)]
        return scores[1] - scores[0]

    every = [difference(drawn) for drawn in product(range(len(baseline)), repeat=len(baseline))]
    observed = difference(range(len(baseline)))
    columns = [np.array(side, dtype=float) * [unit, 1.0] for side in (baseline, experimental)]
    pair = PairedScores.from_scores(*columns)
    for test, at in (("bootstrap", Fraction(0)), ("shifted-bootstrap", 2 * observed)):
        result = core.compare(pair, metric="ratio", test=test, alternative="less")
        counted = [each >= at if test == "bootstrap" else each <= at for each in every]
        assert result.pvalue == pytest.approx(np.mean(counted), rel=1e-9, abs=0)
