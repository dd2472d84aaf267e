"""Whole numbers with a few far from all others: exact by how often these are drawn, or the signs that they get."""

from functools import cache

import numpy as np
import pytest

import core
from core.exact import exact_sum
from core.exact.conditioned import ConditionedSum
from core.exact.outliers import without_outliers
from core.exact.sums import ResampledSum, SwappedSum
from core.paired import PairedScores
from tests.core.exact.test_fourier import from_sums
from tests.oracles import far_out, fine_lattice

NARROW = 2**17
OUTLIERS = {"one": [250_000], "a pair": [160_000, 160_000], "both sides": [160_000, -150_000, 90_000, -400_000]}


@cache
def data(outliers, n=100):
    generator = np.random.default_rng(4)
    values = np.rint(generator.normal(60, 600, n)).astype(int)
    return np.append(values, OUTLIERS[outliers])


@cache
def resampled(outliers):
    return fine_lattice.bootstrap(data(outliers))


def pair_of(outliers):
    values = data(outliers)
    return PairedScores.from_scores(np.zeros(len(values)), values)


@pytest.mark.parametrize("outliers", OUTLIERS)
def test_outliers_are_conditioned_on(outliers):
    total = int(data(outliers).sum())
    truths = from_sums(resampled(outliers), fine_lattice.permutation(data(outliers)), total)
    for (test, alternative), truth in truths.items():
        result = core.compare(pair_of(outliers), test=test, alternative=alternative)
        assert result.exact, (test, alternative, result.reason)
        assert abs(result.pvalue - truth) <= result.error_bound + 1e-11
        assert result.error_bound <= 1e-10


@pytest.mark.parametrize("outliers", ["a pair", "both sides"])
def test_intervals_with_outliers_are_quantiles(outliers):
    bootstrap = resampled(outliers)
    values = data(outliers)
    for level in (0.5, 0.9, 0.99):
        interval = core.compare(pair_of(outliers), confidence_level=level).confidence_interval()
        assert interval.method == "exact"
        for end, q in ((interval.low, (1 - level) / 2), (interval.high, (1 + level) / 2)):
            total = round(end * len(values))
            assert fine_lattice.at_most(bootstrap, total - 1) - 1e-11 <= q
            assert q <= fine_lattice.at_most(bootstrap, total) + 1e-11


@pytest.mark.parametrize("side", ["upper", "lower"])
@pytest.mark.parametrize("times", [6, 14, 20])
def test_a_tail_beneath_what_the_parts_leave_out_keeps_its_digits(times, side):
    values, outlier = np.random.default_rng(3).integers(-30, 31, 39), 20_000
    sign = 1 if side == "upper" else -1
    distinct, counts = np.unique(sign * np.append(values, outlier), return_counts=True)
    law = ResampledSum(distinct, counts.astype(float))
    engine = ConditionedSum(law, without_outliers(law, NARROW // 8), exact_sum)
    x = times * outlier
    tail = engine.at_least(x) if side == "upper" else engine.at_most(-x)
    truth = far_out.drawn_often(values, outlier, times)
    assert abs(tail.probability - truth) <= tail.error_bound + 1e-12 * truth
    assert tail.error_bound <= 0.02 * truth


def _few_items(generator):
    """A law of few whole numbers, of which one or two lie far out."""
    resampled = generator.random() < 0.5
    values = generator.normal(size=generator.integers(5, 8 if resampled else 14)) * generator.choice([1e-3, 1, 1e3])
    values[: generator.integers(1, 6)] += 10.0 ** generator.uniform(2, 7)
    values = np.unique(np.rint(10 * values).astype(np.int64))
    values = np.unique(values if resampled else np.abs(values[values != 0]))
    return (ResampledSum if resampled else SwappedSum)(values, np.ones(len(values), dtype=int))


def test_few_items_are_counted_at_every_threshold():
    # Also where nothing but outliers is drawn, and between the two largest sums.
    generator = np.random.default_rng(4)
    asked = 0
    for _ in range(150):
        law = _few_items(generator)
        parts = without_outliers(law, law.half_width() / 4) if len(law.values) > 3 else None
        every = far_out.every_resample if isinstance(law, ResampledSum) else far_out.every_swap
        sums, masses = every(law.values.tolist())
        if parts is None or len(np.unique(sums)) < 2:
            continue
        engine = ConditionedSum(law, parts, exact_sum)
        second, largest = np.unique(sums)[-2:]
        shares = law.mean + (largest - law.mean) * np.array([0.5, 0.9, 0.99999, 1 - 1e-9])
        edges = [largest - share * (largest - second) for share in (0.0, 1e-4, 0.5, 1 - 1e-4)]
        for x in [*shares, *edges, *generator.choice(sums, 3)]:
            x, upper, strict = round(x), *(generator.random(2) < 0.5)
            tail = (engine.at_least if upper else engine.at_most)(x, strict)
            beyond = (sums - x) * (1 if upper else -1)
            truth = masses[beyond > 0 if strict else beyond >= 0].sum()
            assert abs(tail.probability - truth) <= tail.error_bound + 1e-15 * truth, (law, x, upper, strict)
            asked += 1
    assert asked > 300


@pytest.mark.parametrize("upper", [True, False])
def test_the_outermost_sum_is_told_from_all_others_where_its_mean_is_rounded(upper):
    values = np.array([-3805, 33736809, 33739266, 33744936, 33746009, 33752165]) * (1 if upper else -1)
    law = ResampledSum(np.sort(values), np.ones(6, dtype=np.int64))
    engine = ConditionedSum(law, without_outliers(law, law.half_width() / 4), exact_sum)
    last = 6 * 33752165 * (1 if upper else -1)
    for strict, rest in ((True, 1), (False, 0)):
        tail = (engine.at_most if upper else engine.at_least)(last, strict)
        assert tail.probability == pytest.approx(1 - rest / 6**6, rel=1e-13, abs=0)


def engine_of(values, narrow):
    law = ResampledSum(*np.unique(values, return_counts=True))
    return ConditionedSum(law, without_outliers(law, narrow), exact_sum)


def test_a_picture_has_the_masses_of_all_parts():
    values = np.append(np.random.default_rng(5).integers(-9, 10, 50), [5_000])
    engine = engine_of(values, 1_000)
    sums, mass = engine.points()
    assert engine.quantile is None
    assert mass.sum() == pytest.approx(1)
    truth = fine_lattice.bootstrap(values)
    for x in (-20, 0, 5_000, 10_007):
        assert mass[sums <= x].sum() == pytest.approx(fine_lattice.at_most(truth, x), abs=1e-9)


def test_a_picture_of_many_sums_is_a_grid_and_its_quantiles_are_sums():
    engine, truth = engine_of(data("one"), NARROW), resampled("one")
    sums, mass = engine.points()
    step = float(np.diff(sums).max())
    for x in (-20_000, 0, 250_000, 260_000):
        near = [fine_lattice.at_most(truth, x + off) for off in (-2 * step, 2 * step)]
        assert near[0] - 1e-3 <= mass[sums <= x].sum() <= near[1] + 1e-3
    for q in (1e-6, 0.3, 0.36787, 0.9, 1 - 1e-6):
        x = engine.quantile(q)
        assert fine_lattice.at_most(truth, x - 1) < q + 1e-11
        assert q <= fine_lattice.at_most(truth, x) + 1e-11
