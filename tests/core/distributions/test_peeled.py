"""Values of all sizes: exact by drawing the largest first, and inverting what they leave."""

import math
from functools import cache

import numpy as np
import pytest

import core
from core.data.paired import PairedScores
from core.distributions import exact_sum
from core.distributions.enumeration import EnumeratedSwaps
from core.distributions.fourier import FourierSum
from core.distributions.jitter import jitter_of
from core.distributions.ordered import in_order
from core.distributions.peeled import PeeledSum, peelable
from core.distributions.sums import ResampledSum, SwappedSum
from tests.core.distributions.test_fourier import from_sums
from tests.core.pairs import without_steps
from tests.oracles import far_out, fine_lattice

# Real numbers to the program, whole ones to the oracle.
REAL = math.pi / 1000
OUTLIERS = {
    "one": [250_000],
    "a pair": [160_000, 160_000],
    "both sides": [60_000, -50_000, 60_003, -50_004, 59_998, 51_000, -49_990, 59_900],
    "many sizes": [100_000, -40_000, 25_000, -17_000, 11_000, -9_000, 7_000, -6_000],
    "nearly alike": [80_000, 81_000, 83_500, 86_000, 86_500, 90_000, -84_000, -84_900, -89_000],
    "of all sizes": [120_000, -40_000, 13_000, -5_000, 3_000],
}


# Each kind is tried when everything is, and these two at all times.
KINDS = [
    kind if kind in ("many sizes", "of all sizes") else pytest.param(kind, marks=pytest.mark.thorough)
    for kind in OUTLIERS
]


@pytest.fixture(autouse=True)
def real_to_the_program():
    with without_steps():
        yield


@cache
def data(outliers, n=100):
    values = np.rint(np.random.default_rng(4).normal(60, 600, n)).astype(int)
    return np.append(values, OUTLIERS[outliers])


@cache
def resampled(outliers):
    return fine_lattice.bootstrap(data(outliers))


def pair_of(outliers, unit):
    values = data(outliers)
    return PairedScores.from_scores(np.zeros(len(values)), values * unit)


@pytest.mark.parametrize("unit", [1, REAL])
@pytest.mark.parametrize("outliers", KINDS)
def test_the_p_values_of_an_fft(outliers, unit):
    total = int(data(outliers).sum())
    truths = from_sums(resampled(outliers), fine_lattice.permutation(data(outliers)), total)
    for (test, alternative), truth in truths.items():
        if alternative == "two-sided" and unit == REAL:
            continue  # of the lattice beneath, a tail's bound holds one atom in doubt, and two tails two
        result = core.compare(pair_of(outliers, unit), test=test, alternative=alternative)
        assert result.exact, (test, alternative, result.reason)
        assert abs(result.pvalue - truth) <= result.error_bound + 1e-11
        assert result.error_bound <= max(1e-4, 2e-3 * truth)


@pytest.mark.parametrize("outliers", [[250_000], [300_000, -41_000], [160_000, 90_001, -300_007]])
@pytest.mark.parametrize("n", [60, pytest.param(300, marks=pytest.mark.thorough)])
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
        assert result.error_bound <= max(5e-3 * truth, 5e-4)  # half an atom of the lattice beneath
    law = SwappedSum(*np.unique(np.abs(values[values != 0]) * REAL, return_counts=True))
    assert jitter_of(in_order(law).core(len(outliers))).alike


@pytest.mark.parametrize("unit", [1, REAL])
@pytest.mark.parametrize("outliers", KINDS)
def test_intervals_are_quantiles(outliers, unit):
    bootstrap, values = resampled(outliers), data(outliers)
    for level in (0.5, 0.9, 0.99):
        interval = core.compare(pair_of(outliers, unit), confidence_level=level).confidence_interval()
        assert interval.method == "exact"
        for end, q in ((interval.low, (1 - level) / 2), (interval.high, (1 + level) / 2)):
            total = end * len(values) / unit
            below, at_most = (fine_lattice.at_most(bootstrap, math.floor(total + off)) for off in (-1, 1))
            assert below - 1e-4 <= q <= at_most + 1e-4


@pytest.mark.parametrize("unit", [1, REAL])
@pytest.mark.parametrize("side", ["upper", "lower"])
@pytest.mark.parametrize("times", [6, 14, 20])
def test_a_tail_beneath_what_is_left_out_keeps_its_digits(times, side, unit):
    values, outlier = np.random.default_rng(3).integers(-30, 31, 39), 20_000
    sign = 1 if side == "upper" else -1
    distinct, counts = np.unique(sign * np.append(values, outlier), return_counts=True)
    engine = peeled(ResampledSum(distinct if unit == 1 else distinct * unit, counts.astype(float)))
    x = times * outlier * unit
    tail = engine.at_least(x) if side == "upper" else engine.at_most(-x)
    truth = far_out.drawn_often(values, outlier, times)
    assert abs(tail.probability - truth) <= tail.error_bound + 1e-12 * truth
    assert tail.error_bound <= 0.02 * truth


def peeled(law):
    return PeeledSum(law, FourierSum)


def _few_items(generator, whole):
    """A law of few items, of which some lie far out on one side or both, alike or not, in any units."""
    resampled = generator.random() < 0.5
    values = generator.normal(size=generator.integers(3, 8 if resampled else 14)) * generator.choice([1e-3, 1, 1e3])
    far = slice(generator.integers(0, len(values) - 1))
    spread = 1 + generator.choice([0, 1e-6, 1e-2]) * generator.normal(size=len(values[far]))
    values[far] += spread * generator.choice([-1, 1], len(spread)) * 10.0 ** generator.uniform(3, 7)
    values = np.unique(np.rint(10 * values).astype(np.int64)) if whole else np.unique(values)
    values = np.unique(values if resampled else np.abs(values[values != 0]))
    tolerance = 0.0 if whole else 1e-11 * float(np.abs(values).max(initial=0.0))
    return (ResampledSum if resampled else SwappedSum)(values, np.ones(len(values), dtype=int), tolerance)


@pytest.mark.parametrize("whole", [False, True])
def test_few_items_are_counted_at_every_threshold(whole):
    # Also where nothing but outliers is drawn, between the two largest sums, and at sums equal but for rounding.
    generator = np.random.default_rng(4)
    asked = 0
    for _ in range(60):
        law = _few_items(generator, whole)
        if len(law.values) < 2:
            continue
        engine = peeled(law)
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
            assert abs(tail.probability - truth) <= tail.error_bound + 1e-14 * truth, (law, x, upper, strict)
            assert tail.error_bound <= max(1e-4, 2e-3 * min(truth, 1 - truth))
            asked += 1
    assert asked > 200


def _doubtful(distances, tolerance):
    """Whether a sum is neither clearly equal nor clearly another."""
    return bool(((distances > 0.05 * tolerance) & (distances < 20 * tolerance)).any())


@pytest.mark.parametrize("x", [0.5, 3.5, 1_990.5, 2_005.5, 6_000.5])
def test_forty_swaps_are_those_that_are_listed(x):
    generator = np.random.default_rng(5)
    near_alike = 1e3 * (1 + 1e-3 * generator.normal(size=10))
    law = SwappedSum(np.sort(np.abs(np.append(near_alike, generator.normal(size=30)))), np.ones(40))
    wanted, found = EnumeratedSwaps(law).at_least(x), peeled(law).at_least(x)
    assert abs(found.probability - wanted.probability) <= found.error_bound + 1e-12
    assert found.error_bound <= 2e-3 * wanted.probability


@pytest.mark.parametrize("upper", [True, False])
def test_the_outermost_sum_is_told_from_all_others_where_its_mean_is_rounded(upper):
    values = np.array([-3805, 33736809, 33739266, 33744936, 33746009, 33752165]) * (1 if upper else -1)
    engine = peeled(ResampledSum(np.sort(values), np.ones(6, dtype=np.int64)))
    last = 6 * 33752165 * (1 if upper else -1)
    for strict, rest in ((True, 1), (False, 0)):
        near, far = (engine.at_most, engine.at_least) if upper else (engine.at_least, engine.at_most)
        tail = near(last, strict)
        assert abs(tail.probability - (1 - rest / 6**6)) <= tail.error_bound + 1e-13
        assert far(last, strict).probability == pytest.approx((1 - rest) / 6**6, rel=1e-13, abs=0)


@pytest.mark.parametrize("test", ["bootstrap", "shifted-bootstrap", "permutation"])
@pytest.mark.parametrize("outliers", [[1e6], [1e6, -3e4]])
def test_huge_scores_among_thousands(test, outliers):
    values = np.append(np.random.default_rng(5).normal(0.01, 1, 3_000), outliers)
    pair = PairedScores.from_scores(np.zeros(len(values)), values)
    result = core.compare(pair, test=test)
    assert result.exact
    assert "fourier" in result.engine
    low, high = core.compare(pair, test=test, method="monte-carlo").pvalue_interval
    assert low - 2e-4 <= result.pvalue <= high + 2e-4


@pytest.mark.parametrize(("n", "nonzero", "threshold"), [(118, 12, 0.0), (340, 33, 0.0)])
def test_rare_differences_make_small_tails_of_atoms(n, nonzero, threshold):
    # P(S ≤ 0) of positive differences but for one: no draw of any, or enough of that one
    values = np.random.default_rng(n).uniform(0.5, 3, nonzero)
    values[0] = -1.7
    law = ResampledSum(*np.unique(np.append(values, np.zeros(n - nonzero)), return_counts=True), 1e-13)
    tail = peeled(law).at_most(threshold)
    none = (1 - nonzero / n) ** n
    # Up to two draws of any, by hand; more are less likely than all that reach 0 with two
    others = values[1:]
    one = n * (1 / n) * (1 - nonzero / n) ** (n - 1)
    two = math.comb(n, 2) * (1 / n) ** 2 * (1 - nonzero / n) ** (n - 2) * (1 + 2 * (others <= 1.7).sum())
    assert tail.probability >= none + one + two
    assert tail.error_bound <= 0.01 * tail.probability
    generator, draws = np.random.default_rng(1), 200_000
    # Given how many of them are drawn, which of them
    number = generator.binomial(n, nonzero / n, draws)
    reached = sum(values[generator.integers(0, nonzero, k)].sum() <= 0 for k in number.tolist())
    assert abs(reached / draws - tail.probability) <= 5 * math.sqrt(tail.probability / draws) + 1e-5


def test_which_laws_are_peeled():
    ordinary = np.sort(np.random.default_rng(1).normal(size=300))
    assert not peelable(ResampledSum(ordinary, np.ones(300)))
    assert peelable(ResampledSum(np.append(ordinary, 200.0), np.ones(301)))
    assert peelable(ResampledSum(ordinary[:60], np.ones(60)))


def test_quantiles_reach_the_ends_of_the_picture():
    law = exact_sum(ResampledSum(np.append(np.sort(np.random.default_rng(1).normal(size=300)), 2_000.0), np.ones(301)))
    assert isinstance(law, PeeledSum)
    for q in (1e-9, 0.3, 1 - 1e-9):
        x = law.quantile(q)
        assert law.at_most(x).probability == pytest.approx(q, abs=1e-5)


@pytest.mark.parametrize("unit", [1, REAL])
@pytest.mark.parametrize("outliers", ["one", "a pair"])
def test_pictures_have_the_mass_of_the_law(outliers, unit):
    values = np.append(np.rint(np.random.default_rng(6).normal(2, 20, 200)).astype(int), OUTLIERS[outliers])
    truth = fine_lattice.bootstrap(values)
    distinct, counts = np.unique(values, return_counts=True)
    sums, mass = PeeledSum(
        ResampledSum(distinct if unit == 1 else distinct * unit, counts.astype(float)), FourierSum
    ).points()
    assert (np.diff(sums) >= 0).all()
    assert mass.sum() == pytest.approx(1)
    for x in (-60_000, -9_000, 400, 410, 55_000, 160_400, 250_380):
        near = [fine_lattice.at_most(truth, x + side * 40) for side in (-1, 1)]
        assert near[0] - 2e-3 <= mass[sums <= x * unit].sum() <= near[1] + 2e-3


def test_a_picture_without_large_values_is_of_the_whole_law():
    engine = peeled(ResampledSum(np.linspace(-1, 1, 50), np.ones(50)))
    sums, mass = engine.points()
    whole = FourierSum(engine.law).points()
    assert np.array_equal(sums, whole[0])
    assert np.array_equal(mass, whole[1])


def test_what_outliers_leave_near_a_lattice_is_not_inverted_without_a_budget(monkeypatch):
    # Four outliers among right or wrong with noise, whose inversion by itself multiplied a billion factors.
    generator = np.random.default_rng(156)
    rest = generator.choice([-1, 0, 1], 1_200) + 1e-5 * generator.normal(size=1_200)
    values = np.append(rest, [186.7, 202_930.3, -267_210.7, 858_974.3])

    def unasked(*_):
        raise AssertionError("asked without a budget")

    monkeypatch.setattr(FourierSum, "_upper", unasked)
    pair = PairedScores.from_scores(np.zeros(len(values)), values)
    result = core.compare(pair, alternative="greater")
    assert result.exact
    low, high = core.compare(pair, alternative="greater", method="monte-carlo", n_resamples=40_000).pvalue_interval
    assert low <= result.pvalue <= high
