"""Real values with a few far from all others, in clusters: exact by the ways that the clusters come out."""

import math
from functools import cache

import numpy as np
import pytest

import core
from core.errors import NotExactError
from core.exact import exact_sum
from core.exact.clustered import ClusteredSum
from core.exact.clusters import beside_a_lattice, in_clusters
from core.exact.enumeration import EnumeratedSwaps
from core.exact.fourier import FourierSum
from core.exact.sums import ResampledSum, SwappedSum
from core.paired import PairedScores
from tests.core.exact.test_fourier import from_sums
from tests.core.pairs import without_steps
from tests.oracles import far_out, fine_lattice


@pytest.fixture(autouse=True)
def real_to_the_program():
    with without_steps():
        yield


# Real numbers to the program, whole ones to the oracle.
REAL = math.pi / 1000
OUTLIERS = {
    "one": [250_000],
    "a pair": [160_000, 160_000],
    "both sides": [60_000, -50_000, 60_003, -50_004, 59_998, 51_000, -49_990, 59_900],
    "many sizes": [400_000, -150_000, 100_000, -70_000, 45_000, -33_000, 28_000, -26_000],
    "a wide cluster": [80_000, 81_000, 83_500, 86_000, 86_500, 90_000, -84_000, -84_900, -89_000],
}


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
    return PairedScores.from_scores(np.zeros(len(values)), values * REAL)


@pytest.mark.parametrize("outliers", OUTLIERS)
def test_outliers_are_conditioned_on(outliers):
    total = int(data(outliers).sum())
    truths = from_sums(resampled(outliers), fine_lattice.permutation(data(outliers)), total)
    for (test, alternative), truth in truths.items():
        if alternative == "two-sided":
            continue  # of the lattice beneath, a tail's bound holds one atom in doubt, and two tails two
        result = core.compare(pair_of(outliers), test=test, alternative=alternative)
        assert result.exact, (test, alternative, result.reason)
        assert abs(result.pvalue - truth) <= result.error_bound + 1e-11
        assert result.error_bound <= 1e-4


@pytest.mark.parametrize("outliers", [[250_000], [300_000, -41_000], [160_000, 90_001, -300_007]])
@pytest.mark.parametrize("n", [60, 300])
def test_outliers_beside_values_near_a_lattice(n, outliers):
    generator = np.random.default_rng(n + len(outliers))
    near = 1_000 * generator.integers(-1, 2, n) + np.rint(generator.normal(0, 4, n)).astype(int)
    values = np.append(near, outliers)
    truths = from_sums(fine_lattice.bootstrap(values), fine_lattice.permutation(values), int(values.sum()))
    pair = PairedScores.from_scores(np.zeros(len(values)), values * REAL)
    for (test, alternative), truth in truths.items():
        if alternative == "two-sided":
            continue
        result = core.compare(pair, test=test, alternative=alternative)
        assert result.exact, (test, alternative, result.reason)
        assert abs(result.pvalue - truth) <= result.error_bound + 1e-11
        assert result.error_bound <= max(2e-3 * truth, 3e-4)  # half an atom of the lattice beneath
    kinds = (ResampledSum, values * REAL), (SwappedSum, np.abs(values) * REAL)
    laws = [kind(*np.unique(each[each != 0], return_counts=True)) for kind, each in kinds]
    assert [len(beside_a_lattice(law).core.values) for law in laws] == [
        len(each.values) - len(outliers) for each in laws
    ]


@pytest.mark.parametrize("kind", [ResampledSum, SwappedSum])
def test_a_core_that_refuses_leaves_the_bracket(kind):
    def refuses(law):
        raise NotExactError("too many frequencies")

    values = np.sort(np.abs(np.append(np.random.default_rng(2).normal(size=200), 2_000.0)))
    law = kind(values, np.ones(201))
    alone, plain = (ClusteredSum(law, in_clusters(law), refuses, apart=apart) for apart in (True, False))
    for x in (law.mean - 20, law.mean, law.mean + 2_000):
        assert alone.at_least(x)[:2] == plain.at_least(x)[:2]
        assert alone.at_least(x).error_bound < 1e-4


@pytest.mark.parametrize("outliers", OUTLIERS)
def test_intervals_with_outliers_are_quantiles(outliers):
    bootstrap, values = resampled(outliers), data(outliers)
    for level in (0.5, 0.9, 0.99):
        interval = core.compare(pair_of(outliers), confidence_level=level).confidence_interval()
        assert interval.method == "exact"
        for end, q in ((interval.low, (1 - level) / 2), (interval.high, (1 + level) / 2)):
            total = end * len(values) / REAL
            below, at_most = (fine_lattice.at_most(bootstrap, math.floor(total + off)) for off in (-1, 1))
            assert below - 1e-4 <= q <= at_most + 1e-4


def clustered(law):
    found = in_clusters(law)
    return None if found is None else ClusteredSum(law, found)


@pytest.mark.parametrize("unit", [1, REAL])
@pytest.mark.parametrize("side", ["upper", "lower"])
@pytest.mark.parametrize("times", [6, 14, 20])
def test_a_tail_beneath_what_the_ways_leave_out_keeps_its_digits(times, side, unit):
    values, outlier = np.random.default_rng(3).integers(-30, 31, 39), 20_000
    sign = 1 if side == "upper" else -1
    distinct, counts = np.unique(sign * np.append(values, outlier), return_counts=True)
    engine = clustered(ResampledSum(distinct if unit == 1 else distinct * unit, counts.astype(float)))
    x = times * outlier * unit
    tail = engine.at_least(x) if side == "upper" else engine.at_most(-x)
    truth = far_out.drawn_often(values, outlier, times)
    assert abs(tail.probability - truth) <= tail.error_bound + 1e-12 * truth
    assert tail.error_bound <= 0.02 * truth


def _few_items(generator, whole):
    """A law of few items, of which some lie far out on one side or both, alike or not, in any units."""
    resampled = generator.random() < 0.5
    values = generator.normal(size=generator.integers(5, 8 if resampled else 14)) * generator.choice([1e-3, 1, 1e3])
    far = slice(generator.integers(1, min(6, len(values) - 2)))
    spread = 1 + generator.choice([0, 1e-6, 1e-2]) * generator.normal(size=len(values[far]))
    values[far] += spread * generator.choice([-1, 1], len(spread)) * 10.0 ** generator.uniform(3, 7)
    values = np.unique(np.rint(10 * values).astype(np.int64)) if whole else np.unique(values)
    values = np.unique(values if resampled else np.abs(values[values != 0]))
    tolerance = 0.0 if whole else 1e-11 * float(np.abs(values).max())
    return (ResampledSum if resampled else SwappedSum)(values, np.ones(len(values), dtype=int), tolerance)


@pytest.mark.parametrize("whole", [False, True])
def test_few_items_are_counted_at_every_threshold(whole):
    # Also where nothing but outliers is drawn, between the two largest sums, and at sums equal but for rounding.
    generator = np.random.default_rng(4)
    asked = 0
    for _ in range(50 if whole else 15):
        law = _few_items(generator, whole)
        engine = clustered(law) if len(law.values) > 3 else None
        if engine is None:
            continue
        every = far_out.every_resample if isinstance(law, ResampledSum) else far_out.every_swap
        sums, masses = every(law.values.tolist())
        second, largest = np.unique(sums)[-2:]
        shares = law.mean + (largest - law.mean) * np.array([0.5, 0.9, 0.99999, 1 - 1e-9])
        edges = [largest - share * (largest - second) for share in (0.0, 1e-4, 0.5, 1 - 1e-4)]
        for x in [*shares, *edges, *generator.choice(sums, 3)]:
            if whole:
                x = round(x)
            elif _doubtful(np.abs(sums - x), law.tolerance):
                continue
            upper, strict = generator.random(2) < 0.5
            tail = (engine.at_least if upper else engine.at_most)(x, strict)
            beyond = (sums - x) * (1 if upper else -1)
            truth = masses[beyond > law.tolerance if strict else beyond >= -law.tolerance].sum()
            assert abs(tail.probability - truth) <= tail.error_bound + 1e-15 * truth, (law, x, upper, strict)
            asked += 1
    assert asked > 50


def _doubtful(distances, tolerance):
    """Whether a sum is neither clearly equal nor clearly another."""
    return bool(((distances > 0.05 * tolerance) & (distances < 20 * tolerance)).any())


@pytest.mark.parametrize("x", [0.5, 3.5, 1_990.5, 2_005.5, 6_000.5])
def test_forty_swaps_with_a_wide_cluster_are_those_that_are_listed(x):
    generator = np.random.default_rng(5)
    near_alike = 1e3 * (1 + 1e-3 * generator.normal(size=10))
    law = SwappedSum(np.sort(np.abs(np.append(near_alike, generator.normal(size=30)))), np.ones(40))
    wanted, found = EnumeratedSwaps(law).at_least(x), clustered(law).at_least(x)
    assert abs(found.probability - wanted.probability) <= found.error_bound + 1e-12
    assert found.error_bound <= 1e-4


@pytest.mark.parametrize("test", ["bootstrap", "shifted-bootstrap", "permutation"])
@pytest.mark.parametrize("outliers", [[1e6], [1e6, -3e4]])
def test_huge_scores_among_thousands(test, outliers):
    generator = np.random.default_rng(5)
    values = np.append(generator.normal(0.01, 1, 3_000), outliers)
    pair = PairedScores.from_scores(np.zeros(len(values)), values)
    result = core.compare(pair, test=test)
    assert result.exact
    assert "fourier" in result.engine
    low, high = core.compare(pair, test=test, method="monte-carlo").pvalue_interval
    assert low - 2e-4 <= result.pvalue <= high + 2e-4


def test_quantiles_reach_the_ends_of_the_picture():
    law = exact_sum(ResampledSum(np.append(np.sort(np.random.default_rng(1).normal(size=300)), 2_000.0), np.ones(301)))
    assert isinstance(law, ClusteredSum)
    for q in (1e-9, 0.3, 1 - 1e-9):
        x = law.quantile(q)
        assert law.at_most(x).probability == pytest.approx(q, abs=1e-5)


@pytest.mark.parametrize("outliers", ["one", "a pair", "both sides"])
def test_pictures_have_the_mass_of_the_law(outliers):
    values = np.append(np.rint(np.random.default_rng(6).normal(2, 20, 200)).astype(int), OUTLIERS[outliers])
    truth = fine_lattice.bootstrap(values)
    distinct, counts = np.unique(values, return_counts=True)
    sums, mass = clustered(ResampledSum(distinct * REAL, counts.astype(float))).points()
    assert (np.diff(sums) >= 0).all()
    assert mass.sum() == pytest.approx(1)
    for x in (-60_000, -9_000, 400, 410, 55_000, 160_400, 250_380):
        off = 40 if outliers in ("one", "a pair") else 600
        near = [fine_lattice.at_most(truth, x + side * off) for side in (-1, 1)]
        assert near[0] - 2e-3 <= mass[sums <= x * REAL].sum() <= near[1] + 2e-3


def test_a_picture_of_too_many_ways_is_of_the_whole_law():
    engine = clustered(ResampledSum(np.append(np.linspace(-1, 1, 50), 1e6 * np.sqrt(np.arange(2, 9))), np.ones(57)))
    sums, mass = engine.points()
    whole = FourierSum(engine.law).points()
    assert np.array_equal(sums, whole[0])
    assert np.array_equal(mass, whole[1])
