"""The distribution beside a p-value has that p-value as its tail, for every engine."""

import numpy as np
import pytest

import core
from core.data.paired import PairedScores
from core.data.synthetic import helped_hurt

GENERATOR = np.random.default_rng(8)
REAL = GENERATOR.normal(size=60)
COUNTS = np.column_stack([GENERATOR.integers(0, 4, 40), GENERATOR.integers(4, 9, 40)]).astype(float)


def pair_of(differences):
    return PairedScores.from_scores(np.zeros(len(differences)), differences)


def f1_rows(changed, n=12):
    rows = np.tile([[2.0, 3.0, 2.0, 4.0]], (n, 1))
    other = rows.copy()
    other[:changed, 0] = other[:changed, 2] = GENERATOR.integers(0, 4, changed)
    other[:changed, 3] += GENERATOR.integers(0, 3, changed)
    return PairedScores.from_scores(rows, other)


# The engine of the p-value, the pair, and the error of the p-value of a binned chart.
SWAPS = {
    "binomial": (helped_hurt(60, 14, 5), "mean", 1e-12),
    "enumeration": (pair_of(REAL[:9]), "mean", 1e-12),
    "enumeration of millions": (pair_of(REAL[:22]), "mean", 2e-3),
    "lattice": (pair_of(np.round(40 * REAL)), "mean", 1e-12),
    "fourier": (pair_of(REAL), "mean", 2e-3),
    "plane": (
        PairedScores.from_scores(np.tile(COUNTS, (4, 1)), np.tile(np.roll(COUNTS, 1, axis=0), (4, 1))),
        "ratio",
        1e-12,
    ),
    "plane of totals": (PairedScores.from_scores(COUNTS, np.roll(COUNTS, 1, axis=0)), "ratio", 1e-12),
    "enumeration of counts": (f1_rows(5), "f1", 1e-12),
}
RESAMPLES = {
    "enumeration": (pair_of(REAL[:6]), 1e-12),
    "lattice": (pair_of(np.round(40 * REAL)), 1e-12),
    "fourier": (pair_of(REAL), 2e-3),
    "an outlier": (pair_of(np.append(REAL, 1e3)), 1e-2),
}


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
@pytest.mark.parametrize("kind", SWAPS)
def test_the_null_distribution_holds_the_pvalue(kind, alternative):
    pair, metric, near = SWAPS[kind]
    result = core.compare(pair, metric=metric, alternative=alternative)
    null = result.null_distribution
    assert result.engine == kind.split(" of ", maxsplit=1)[0]
    assert null.mass.sum() == pytest.approx(1, abs=1e-12)
    assert null.values @ null.mass == pytest.approx(0, abs=max(near, 1e-9) * np.abs(null.values).max())
    assert result.counted_in_null.share(null) == pytest.approx(result.pvalue, abs=near)


@pytest.mark.parametrize("alternative", ["greater", "less"])
@pytest.mark.parametrize("kind", RESAMPLES)
def test_the_bootstrap_distribution_holds_the_pvalue(kind, alternative):
    pair, near = RESAMPLES[kind]
    result = core.compare(pair, test="bootstrap", alternative=alternative)
    spread = result.bootstrap_distribution
    assert result.computed
    assert spread.mass.sum() == pytest.approx(1, abs=1e-12)
    scale = np.abs(spread.values).max()
    assert spread.values @ spread.mass == pytest.approx(result.statistic, abs=max(near, 1e-9) * scale)
    assert result.counted_in_bootstrap.share(spread) == pytest.approx(result.pvalue, abs=near)


def test_with_a_progress_bar_all_that_samples_is_done_at_once():
    rounds = []
    result = core.compare(f1_rows(40, 40), metric="f1", n_resamples=3_000, progress=lambda *done: rounds.append(done))
    assert rounds[-1] == (3_000, 3_000)
    rounds.clear()
    assert result.confidence_interval().method == "monte-carlo"
    assert rounds == []
    assert result.n_resamples == 3_000


def test_outliers_of_many_decimals_have_a_picture_and_an_interval():
    # On a lattice too fine to be one: whole numbers of 10⁻⁹, whose rest is inverted as real values are.
    rng = np.random.default_rng(4)
    differences = np.round(rng.normal(0.01, 0.05, 400), 9)
    differences[:6] += [900, -40, 30, 2_000, -7, 66]
    pair = PairedScores.from_scores(np.zeros(400), differences)
    exact = core.compare(pair, test="bootstrap")
    sampled = core.compare(pair, test="bootstrap", method="monte-carlo", n_resamples=20_000)
    assert sampled.pvalue_interval[0] <= exact.pvalue <= sampled.pvalue_interval[1]
    ends, others = exact.confidence_interval(), sampled.confidence_interval()
    assert ends.low == pytest.approx(others.low, abs=0.05)
    assert ends.high == pytest.approx(others.high, abs=0.5)
    picture = exact.bootstrap_distribution
    assert len(picture.values) < 2**20
    assert picture.mass[picture.values <= 0].sum() == pytest.approx(exact.pvalue / 2, abs=1e-2)


CLUSTERED = core.Scores.from_systems(
    {"a": np.zeros(60), "b": np.round(40 * REAL)}, clusters=[f"c{i // 3}" for i in range(60)]
)
SAME_SCORES = {
    "right or wrong": (helped_hurt(60, 14, 5), {}),
    "sampled": (pair_of(REAL), {"method": "monte-carlo", "seed": 3, "n_resamples": 2_000}),
    "a ratio": (PairedScores.from_scores(COUNTS, np.roll(COUNTS, 1, axis=0)), {"metric": "ratio"}),
    "F1": (f1_rows(5), {"metric": "f1", "boundary": "exclude"}),
    "clusters": (CLUSTERED, {"alternative": "less"}),
    "runs": (core.Scores.from_systems({name: GENERATOR.normal(size=(4, 30, 1)) for name in "ab"}), {"runs": "crossed"}),
}


@pytest.mark.parametrize("other", core.TESTS)
@pytest.mark.parametrize("first", core.TESTS)
@pytest.mark.parametrize("kind", SAME_SCORES)
def test_another_test_of_the_same_scores_gives_what_compare_gives(kind, first, other):
    scores, options = SAME_SCORES[kind]
    again = core.compare(scores, test=first, **options).with_test(other)
    compared = core.compare(scores, test=other, **options)
    one, two = again.to_dict(), compared.to_dict()
    # The ends of an interval depend in the last bit on what its distribution was asked before.
    ends = [each.pop("confidence_interval") for each in (one, two)]
    assert one == two
    assert [ends[0][name] for name in ("low", "high")] == pytest.approx([ends[1][name] for name in ("low", "high")])
    assert again.notes == compared.notes
    for name in ("null_distribution", "bootstrap_distribution"):
        one, two = getattr(again, name), getattr(compared, name)
        assert one is two is None or np.array_equal(one.mass, two.mass)
