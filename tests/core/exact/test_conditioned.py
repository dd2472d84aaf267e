"""One or two scores far from all others: exact by the number of times they are drawn, or the signs that they get."""

import math
from collections import Counter
from functools import cache
from itertools import combinations_with_replacement, product

import numpy as np
import pytest

import core
from core.exact import exact_sum
from core.exact.conditioned import ConditionedSum
from core.exact.enumeration import EnumeratedSwaps
from core.exact.fourier import FourierSum
from core.exact.outliers import without_outliers
from core.exact.sums import ResampledSum, SwappedSum
from core.paired import PairedScores
from tests.core.exact.test_fourier import from_sums
from tests.core.pairs import without_steps
from tests.oracles import fine_lattice


@pytest.fixture(autouse=True)
def real_to_the_program():
    with without_steps():
        yield


# Real numbers to the program, whole ones to the oracle.
REAL = math.pi / 1000
OUTLIERS = {"one": [250_000], "a pair": [160_000, 160_000]}


@cache
def data(outliers, n=100):
    generator = np.random.default_rng(4)
    values = np.rint(generator.normal(60, 600, n)).astype(int)
    return np.append(values, OUTLIERS[outliers])


@cache
def resampled(outliers):
    return fine_lattice.bootstrap(data(outliers))


@cache
def swapped(outliers):
    return fine_lattice.permutation(data(outliers))


def pair_of(outliers, unit):
    values = data(outliers)
    return PairedScores.from_scores(np.zeros(len(values)), values * unit)


@pytest.mark.parametrize(("outliers", "unit"), [("one", 1.0), ("one", REAL)])
def test_outliers_are_conditioned_on(outliers, unit):
    bootstrap, null = resampled(outliers), swapped(outliers)
    total = int(data(outliers).sum())
    for (test, alternative), truth in from_sums(bootstrap, null, total).items():
        if unit == REAL and alternative == "two-sided":
            continue  # of the lattice beneath, a tail's bound holds one atom in doubt, and two tails two
        result = core.compare(pair_of(outliers, unit), test=test, alternative=alternative)
        assert result.exact, (test, alternative, result.reason)
        assert abs(result.pvalue - truth) <= result.error_bound + 1e-11
        assert result.error_bound <= 1e-4
        assert unit != 1 or result.error_bound <= 1e-10


@pytest.mark.parametrize(("outliers", "unit"), [("a pair", 1.0), ("a pair", REAL)])
def test_intervals_with_outliers_are_quantiles(outliers, unit):
    bootstrap = resampled(outliers)
    values = data(outliers)
    for level in (0.5, 0.9, 0.99):
        interval = core.compare(pair_of(outliers, unit), confidence_level=level).confidence_interval()
        assert interval.method == "exact"
        for end, q in ((interval.low, (1 - level) / 2), (interval.high, (1 + level) / 2)):
            total = end * len(values) / unit
            below, at_most = (fine_lattice.at_most(bootstrap, math.floor(total + off)) for off in (-1, 1))
            assert below - 1e-4 <= q <= at_most + 1e-4


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
    assert isinstance(law, ConditionedSum)
    for q in (1e-9, 0.3, 1 - 1e-9):
        x = law.quantile(q)
        assert law.at_most(x).probability == pytest.approx(q, abs=1e-5)


def test_parts_that_add_next_to_nothing_cost_no_certainty():
    # Outliers of several sizes, each a law of its own: whichever is likeliest adds nothing to this tail.
    scores = np.random.default_rng(1).standard_cauchy(200)
    asked = []
    tail = FourierSum.at_most
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(FourierSum, "at_most", lambda *args, **options: asked.append(args) or tail(*args, **options))
        patch.setattr("core.exact.fourier.tilted_tail", lambda *_: pytest.fail("a tail of no weight was tilted"))
        result = core.compare(np.zeros(200), scores, test="bootstrap")
    assert result.exact
    assert asked
    sampled = core.compare(np.zeros(200), scores, test="bootstrap", method="monte-carlo", n_resamples=100_000)
    assert sampled.pvalue_interval[0] <= result.pvalue <= sampled.pvalue_interval[1]


def drawn_often(values, outlier, times):
    """P(S ≥ times·outlier) of a bootstrap of these values and the outlier, by adding up positive numbers."""
    n, low = len(values) + 1, int(values.min())
    once = np.bincount(values - low) / len(values)
    laws = [np.ones(1)]
    for _ in range(n):
        laws.append(np.convolve(laws[-1], once))
    total = 0.0
    for k in range(n + 1):
        sums = low * (n - k) + np.arange(len(laws[n - k]))
        beyond = laws[n - k][sums >= (times - k) * outlier].sum()
        total += math.comb(n, k) * (1 / n) ** k * (1 - 1 / n) ** (n - k) * float(beyond)
    return total


@pytest.mark.parametrize("unit", [1, REAL])
@pytest.mark.parametrize("side", ["upper", "lower"])
@pytest.mark.parametrize("times", [6, 14, 20])
def test_a_tail_beneath_what_the_parts_leave_out_keeps_its_digits(times, side, unit):
    values, outlier = np.random.default_rng(3).integers(-30, 31, 39), 20_000
    sign = 1 if side == "upper" else -1
    distinct, counts = np.unique(sign * np.append(values, outlier), return_counts=True)
    law = ResampledSum(distinct if unit == 1 else distinct * unit, counts.astype(float))
    engine = ConditionedSum(law, without_outliers(law), exact_sum)
    x = times * outlier * unit
    tail = engine.at_least(x) if side == "upper" else engine.at_most(-x)
    truth = drawn_often(values, outlier, times)
    assert abs(tail.probability - truth) <= tail.error_bound + 1e-12 * truth
    assert tail.error_bound <= 0.02 * truth


def _all_sums(law):
    """Every sum of a law of few items with its probability, added up one by one."""
    values, counts = law.values.tolist(), law.counts.astype(int).tolist()
    items = [value for value, count in zip(values, counts, strict=True) for _ in range(count)]
    n = len(items)
    if isinstance(law, ResampledSum):
        drawn = list(combinations_with_replacement(range(n), n))
        ways = [math.factorial(n) / math.prod(map(math.factorial, Counter(each).values())) for each in drawn]
        return np.array([math.fsum(items[i] for i in each) for each in drawn]), np.array(ways) / n**n
    signs = np.array(list(product([-1, 1], repeat=n)))
    return np.array([math.fsum(each) for each in signs * items]), np.full(2**n, 2.0**-n)


def _few_items(generator, whole):
    """A law of few items, of which one or two lie far out, in any units."""
    resampled = generator.random() < 0.5
    values = generator.normal(size=generator.integers(5, 8 if resampled else 14)) * generator.choice([1e-3, 1, 1e3])
    values[: generator.integers(1, 6)] += 10.0 ** generator.uniform(2, 7)
    values = np.unique(np.rint(10 * values).astype(np.int64)) if whole else np.sort(values)
    values = np.unique(values if resampled else np.abs(values[values != 0]))
    tolerance = 0.0 if whole else 1e-11 * float(np.abs(values).max())
    return (ResampledSum if resampled else SwappedSum)(values, np.ones(len(values), dtype=int), tolerance)


@pytest.mark.parametrize("whole", [False, True])
def test_few_items_are_counted_at_every_threshold(whole):
    # Also where nothing but outliers is drawn, between the two largest sums, and at sums equal but for rounding.
    generator = np.random.default_rng(4)
    asked = 0
    for _ in range(100 if whole else 40):
        law = _few_items(generator, whole)
        parts = without_outliers(law) if len(law.values) > 3 else None
        sums, masses = _all_sums(law)
        if len(np.unique(sums)) < 2:
            continue
        second, largest = np.unique(sums)[-2:]
        shares = law.mean + (largest - law.mean) * np.array([0.5, 0.9, 0.99999, 1 - 1e-9])
        edges = [largest - share * (largest - second) for share in (0.0, 1e-4, 0.5, 1 - 1e-4)]
        for x in [*shares, *edges, *generator.choice(sums, 3)]:
            if whole:
                x = round(x)
            elif _doubtful(np.abs(sums - x), law.tolerance):
                continue
            engines = [] if whole else [FourierSum(law)]
            for engine in engines + ([ConditionedSum(law, parts, exact_sum)] if parts else []):
                upper, strict = generator.random(2) < 0.5
                tail = (engine.at_least if upper else engine.at_most)(x, strict)
                beyond = (sums - x) * (1 if upper else -1)
                truth = masses[beyond > law.tolerance if strict else beyond >= -law.tolerance].sum()
                assert abs(tail.probability - truth) <= tail.error_bound + 1e-15 * truth, (law, x, upper, strict)
                asked += 1
    assert asked > 300


def _doubtful(distances, tolerance):
    """Whether a sum is neither clearly equal nor clearly another."""
    return bool(((distances > 0.05 * tolerance) & (distances < 20 * tolerance)).any())


@pytest.mark.parametrize("upper", [True, False])
def test_the_outermost_sum_is_told_from_all_others_where_its_mean_is_rounded(upper):
    values = np.array([-3805, 33736809, 33739266, 33744936, 33746009, 33752165]) * (1 if upper else -1)
    law = ResampledSum(np.sort(values), np.ones(6, dtype=np.int64))
    engine = ConditionedSum(law, without_outliers(law), exact_sum)
    last = 6 * 33752165 * (1 if upper else -1)
    for strict, rest in ((True, 1), (False, 0)):
        tail = (engine.at_most if upper else engine.at_least)(last, strict)
        assert tail.probability == pytest.approx(1 - rest / 6**6, rel=1e-13, abs=0)


def test_the_rest_is_not_listed_once_for_each_of_many_parts():
    generator = np.random.default_rng(5)
    near_alike = 1e3 * (1 + 1e-3 * generator.normal(size=10))
    values = np.sort(np.abs(np.append(near_alike, generator.normal(size=30))))
    law = SwappedSum(values, np.ones(40))
    # Of no more than 40 values all are listed; of one more, those that are not outliers would be, a thousand times.
    truth = exact_sum(law)
    more = exact_sum(SwappedSum(np.append(1e-9, values), np.ones(41)))
    assert isinstance(truth, EnumeratedSwaps)
    assert isinstance(more, ConditionedSum)
    for x in (0.5, 3.5, 1_990.5, 2_005.5, 6_000.5):
        wanted, found = truth.at_least(x), more.at_least(x)
        assert found.engine == "fourier"
        assert abs(found.probability - wanted.probability) <= found.error_bound + 1e-12
        assert found.error_bound <= 4e-4
