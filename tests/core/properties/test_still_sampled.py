"""What ``method="auto"`` computes and what it still samples, and why: the whole list."""

import math

import numpy as np
import pytest

import core
from core.data.paired import PairedScores
from tests.oracles.documents import b_cubed

TESTS = tuple(core.TESTS)
RESAMPLES = ("bootstrap", "shifted-bootstrap")


def means(kind):
    return PairedScores.from_scores(*_scores()[kind])


def _scores(n=400):
    generator = np.random.default_rng(3)
    baseline = generator.normal(size=n)
    return {
        "right or wrong": (generator.integers(0, 2, n), generator.integers(0, 2, n)),
        "four decimals": (np.round(baseline, 4), np.round(baseline + generator.normal(0.1, 0.5, n), 4)),
        "real": (baseline, baseline + generator.normal(0.1, 0.5, n)),
        "a clear effect": (baseline, baseline + generator.normal(0.4, 0.5, n)),
        "heavy-tailed": (0 * baseline, generator.standard_t(1.5, n)),
        "Cauchy": (0 * baseline, generator.standard_cauchy(n)),
        "an outlier": (baseline, _with(baseline, generator, [1e6])),
        "three outliers": (baseline, _with(baseline, generator, [1e6, -4e5, 7e5])),
        "five outliers": (baseline, _with(baseline, generator, [1e6, -4e5, 7e5, 2e5, -9e5])),
        "six outliers": (baseline, _with(baseline, generator, [1e6, -4e5, 7e5, 2e5, -9e5, 5e5])),
        "outliers of many sizes": (baseline, _with(baseline, generator, [2e6, -4e5, 7e4, 2e4, -9e3, 5e2])),
        "seven outliers": (baseline, _with(baseline, generator, [1e6, -4e5, 7e5, 2e5, -9e5, 5e5, 3e5])),
        "ten outliers": (baseline, _with(baseline, generator, 1e6 * generator.normal(size=10))),
        "outliers that cancel": (baseline, _with(baseline, generator, 1e6 * np.tile([-1, 1], 10))),
        "outliers that nearly cancel": (baseline, _with(baseline, generator, _near(generator, 1e6, 1e-3))),
        "outliers of a billion": (baseline, _with(baseline, generator, _near(generator, 1e9, 1e-3))),
        "right or wrong with noise": (generator.integers(0, 2, n), generator.integers(0, 2, n) + 1e-7 * baseline),
        "outliers of all sizes up to ten trillion": (np.zeros(66), _spread(20)),
        "standardised ratings": (_standardised(generator, n), _standardised(generator, n)),
        "two incommensurable sizes with noise": (np.zeros(48), _two_sizes(48)),
        "many sizes, of which one is behind": (np.zeros(26), _halved(26)),
        "weights of two classes": (baseline, baseline + _weighted(generator, n, [math.e, 450 / math.pi])),
        "weights of two classes of four decimals": (np.zeros(n), _weighted(generator, n, [2.4495, 1.7321])),
    }


def _with(baseline, generator, outliers):
    rest = baseline[len(outliers) :]
    return np.append(rest + generator.normal(0.1, 0.5, len(rest)), outliers)


def _near(generator, size, spread):
    return size * np.tile([-1, 1], 10) * (1 + spread * generator.uniform(-1, 1, 20))


def _spread(seed):
    generator = np.random.default_rng(seed)
    n, m = int(generator.integers(42, 70)), int(generator.integers(15, 30))
    ordinary = generator.normal(size=n - m)
    return np.append(ordinary, 10 ** generator.uniform(2, 13, m) * generator.choice([-1, 1], m))


def _two_sizes(n):
    """Ones and roots of two with noise of 10⁻⁶: sums crowd at thousands of points that are on no lattice."""
    generator = np.random.default_rng(2)
    return generator.choice([-1, 1], n) * generator.choice([1, math.sqrt(2)], n) + 1e-6 * generator.normal(size=n)


def _of_rounding(seed):
    generator = np.random.default_rng(seed)
    noise = 2e-12 * generator.choice([0, 1, -1], 24) * generator.normal(size=24)
    return PairedScores.from_scores(np.zeros(26), np.append(noise, [636.0, -636.0 * (1 + 2e-15)]))


def _weighted(generator, n, weights):
    return generator.choice(weights, n) * generator.choice([-1, 1], n) * (generator.random(n) < 0.12)


def _halved(n):
    generator = np.random.default_rng(6)
    sizes = 2.0 ** -np.append([15, 17, 15], generator.integers(0, 15, n - 3)) * (1 + 1e-9 * generator.normal(size=n))
    return sizes * np.append(-1, np.ones(n - 1))


def _standardised(generator, n):
    ratings = generator.integers(1, 6, n)
    return (ratings - ratings.mean()) / ratings.std()


def counts(kind, n=400, largest=12):
    """Rows of numerators and denominators; ``shared`` says whether both systems have the same denominators."""
    generator = np.random.default_rng(4)
    gold = generator.integers(1, largest, n)
    sides = []
    for _ in range(2):
        predicted = gold if kind == "shared" else generator.integers(1, largest, n)
        right = generator.binomial(np.minimum(gold, predicted), 0.7)
        sides.append(np.column_stack([right, predicted] if kind != "f1" else [right, gold, right, predicted]))
    return PairedScores.from_scores(*(side.astype(float) for side in sides))


def conll(n):
    """Three metrics of coreference with fractions of their own."""
    parts = [b_cubed(n, seed) for seed in range(3)]
    return PairedScores.from_scores(*(np.hstack([part[side] for part in parts]) for side in (0, 1)))


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("kind", list(_scores()))
def test_means_are_computed(kind, test):
    for alternative in ("greater", "two-sided"):
        result = core.compare(means(kind), test=test, alternative=alternative)
        assert result.exact
        assert result.confidence_interval().method == "exact"


IN_STRATA = ["an outlier", "ten outliers", "outliers of many sizes", "right or wrong with noise", "real"]
SIZES = ["two incommensurable sizes with noise", "weights of two classes", "weights of two classes of four decimals"]


@pytest.mark.parametrize(
    ("kind", "strata"), [*((kind, 3) for kind in IN_STRATA + SIZES), *((kind, 6) for kind in SIZES)]
)
@pytest.mark.parametrize("test", TESTS)
def test_means_of_strata_are_computed(kind, strata, test):
    pair = means(kind)
    result = core.compare(pair.with_strata([str(each % strata) for each in range(len(pair))]), test=test)
    assert result.exact
    assert result.confidence_interval().method == "exact"


@pytest.mark.parametrize("test", RESAMPLES)
@pytest.mark.parametrize("seed", range(6))
def test_values_far_beyond_all_others_are_no_reason_to_sample(seed, test):
    values = np.random.default_rng(seed).standard_cauchy([50, 200, 1_000][seed % 3])
    pair = PairedScores.from_scores(0 * values, values)
    for alternative in ("greater", "less"):
        result = core.compare(pair, test=test, alternative=alternative)
        assert result.exact
        assert result.error_bound <= 2e-3 * result.pvalue
        low, high = core.compare(
            pair, test=test, alternative=alternative, method="monte-carlo", n_resamples=40_000
        ).pvalue_interval
        assert low - 1e-3 <= result.pvalue <= high + 1e-3


@pytest.mark.parametrize("test", RESAMPLES)
@pytest.mark.parametrize("decimals", [0, 2, None])
@pytest.mark.parametrize(("n", "kind"), [(50, "lognormal"), (50, "Pareto"), (200, "lognormal"), (1_000, "Pareto")])
def test_heavy_tails_of_any_size_are_no_reason_to_sample(n, kind, decimals, test):
    generator = np.random.default_rng(n)
    size = np.exp(3 * generator.normal(size=n)) if kind == "lognormal" else generator.pareto(0.6, n)
    values = size * generator.choice([-1, 1], n)
    pair = PairedScores.from_scores(0 * values, values if decimals is None else np.round(values, decimals))
    result = core.compare(pair, test=test)
    assert result.exact
    low, high = core.compare(pair, test=test, method="monte-carlo", n_resamples=40_000).pvalue_interval
    assert low - 2e-3 <= result.pvalue <= high + 2e-3


@pytest.mark.parametrize(("size", "outliers", "n"), [(1e4, 7, 50), (1e6, 7, 50), (1e6, 10, 200), (1e9, 7, 1_000)])
@pytest.mark.parametrize("test", ["bootstrap", "permutation"])
def test_many_outliers_on_one_side_are_no_reason_to_sample(size, outliers, n, test):
    generator = np.random.default_rng(outliers + n)
    rest = generator.normal(size=n - outliers)
    rest += 0.8 / np.sqrt(n) - rest.mean()
    values = np.append(size * generator.uniform(0.9, 1.1, outliers), rest)
    result = core.compare(PairedScores.from_scores(np.zeros(n), values), test=test, alternative="greater")
    assert result.exact
    # Nothing makes up for an outlier that is drawn, or that loses its sign, so that the rest alone decides.
    if test == "bootstrap":
        reached = generator.choice(rest, (20_000, n)).sum(axis=1) <= 0
        without = (1 - outliers / n) ** n
    else:
        reached = generator.choice([-1, 1], (20_000, len(rest))) @ np.abs(rest) >= rest.sum()
        without = 0.5**outliers
    assert result.pvalue == pytest.approx(without * reached.mean(), rel=0.05, abs=0)


@pytest.mark.parametrize("test", TESTS)
def test_ratios_of_shared_denominators_are_computed(test):
    result = core.compare(counts("shared"), metric="ratio", test=test)
    assert result.exact
    assert result.confidence_interval().method == "exact"


@pytest.mark.parametrize("kind", ["right or wrong", "real", "an outlier", "right or wrong with noise"])
@pytest.mark.parametrize("test", TESTS)
def test_means_of_clusters_are_computed(kind, test):
    sides = [side[:, 0] for side in (means(kind).baseline, means(kind).experimental)]
    clusters = np.random.default_rng(7).integers(0, 90, len(sides[0])).astype(str)
    result = core.compare(PairedScores.from_scores(*sides, clusters=clusters.tolist()), test=test)
    assert result.exact
    assert result.confidence_interval().method == "exact"


SWAPS = ("permutation",)
APART = [PairedScores.from_scores(*b_cubed(n, seed, apart)) for n, seed, apart in ((100, 0, 0.5), (41, 41, 0.15))]
SAMPLED = [
    ("ratio", counts("differing"), RESAMPLES, "the denominators of the two systems differ on some items"),
    ("f1", counts("f1"), RESAMPLES, "no exact method is known for F1"),
    *(("f1", pair, SWAPS, "differ too much for an exact p-value of F1: p ≈") for pair in APART),
    ("conll", conll(60), TESTS, "too many to list"),
    # Differences as small as the rounding of the others, which makes ties of some resamples.
    ("mean", _of_rounding(23), ("shifted-bootstrap",), "frequencies of the Fourier inversion, p ≈ .* is certain"),
]


@pytest.mark.parametrize(("metric", "pair", "tests", "why"), SAMPLED)
def test_this_is_still_sampled(metric, pair, tests, why):
    for test in tests:
        result = core.compare(pair, metric=metric, test=test, n_resamples=200)
        assert not result.exact
        assert result.engine in ("sampling", "tilted-sampling")
        with pytest.raises(core.NotExactError, match=why):
            core.compare(pair, metric=metric, test=test, method="exact")


def test_macro_f1_of_three_classes_is_still_sampled():
    generator = np.random.default_rng(5)
    gold = generator.choice(["a", "b", "c"], 300)
    sides = [np.where(generator.random(300) < 0.7, gold, generator.choice(["a", "b", "c"], 300)) for _ in range(2)]
    pair = core.read_labels(
        *(core.Upload(f"{i}.txt", "\n".join(each).encode()) for i, each in enumerate([gold, *sides]))
    )
    for test in TESTS:
        result = core.compare(pair, metric="macro-f1", test=test, n_resamples=200)
        assert result.reason
        assert ("macro-F1" in result.reason) == (test != "permutation")
