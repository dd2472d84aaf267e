"""Intervals of the difference and tests against a margin, compared with the oracles and SciPy."""

import random
from fractions import Fraction
from inspect import signature
from statistics import fmean

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import core
from core.data.paired import PairedScores
from tests.core.pairs import of_differences
from tests.oracles import definitions, enumeration, rational, scores
from tests.oracles.references import DARWIN, F1_BASELINE, F1_EXPERIMENTAL
from tests.oracles.references import helped_hurt as differences_of

# SciPy renamed the argument in version 1.15.
SEED = "rng" if "rng" in signature(stats.bootstrap).parameters else "random_state"
LEVELS = (Fraction(1, 2), Fraction(9, 10), Fraction(19, 20), Fraction(99, 100))

DATA = {
    "ten questions": differences_of(10, 4, 3),
    "primer": differences_of(100, 7, 2),
    "darwin": list(DARWIN),
    "skewed": random.Random(6).choices([-1, 0, 0, 0, 0, 1, 1, 5], k=50),
    "one item": [3],
    "all equal": [2] * 12,
    "identical": [0] * 9,
}
DISTRIBUTIONS = {name: rational.bootstrap(differences) for name, differences in DATA.items()}


def means_without_each(differences):
    """Return the mean of the others, for every item."""
    if len(differences) == 1:
        return [float(differences[0])]
    return [fmean(differences[:i] + differences[i + 1 :]) for i in range(len(differences))]


@pytest.mark.parametrize("data", DATA)
@pytest.mark.parametrize("level", LEVELS)
def test_exact_intervals_are_the_quantiles_of_the_exact_distribution(data, level):
    differences, distribution = DATA[data], DISTRIBUTIONS[data]
    observed = Fraction(sum(differences), len(differences))
    expected = {
        "percentile": definitions.percentile(distribution, level),
        "basic": definitions.basic(distribution, observed, level),
        "bca": definitions.bca(distribution, observed, means_without_each(differences), float(level)),
    }
    for scale, test in ((1, "bootstrap"), (8, "permutation"), (100, "bootstrap")):
        result = core.compare(of_differences(differences, scale), test=test, alternative="greater")
        for kind, ends in expected.items():
            interval = result.confidence_interval(float(level), kind)
            assert (interval.method, interval.n_resamples) == ("exact", None)
            assert (interval.level, interval.kind) == (float(level), kind)
            found = (interval.low * scale, interval.high * scale)
            assert found == pytest.approx(tuple(map(float, ends)), rel=1e-12, abs=1e-12), (kind, scale, test)


def test_bootstrap_distribution_of_the_result_is_the_exact_one():
    differences = DATA["skewed"]
    found = core.compare(of_differences(differences), test="bootstrap", alternative="greater").bootstrap_distribution
    truth = DISTRIBUTIONS["skewed"]
    masses = dict(zip(found.values.tolist(), found.mass.tolist(), strict=True))
    assert sum(masses.values()) == pytest.approx(1, abs=1e-12)
    for value, mass in masses.items():
        near = Fraction(round(value * 50), 50)
        assert value == pytest.approx(float(near), abs=1e-12)
        assert mass == pytest.approx(float(truth.get(near, 0)), abs=1e-13)
    assert sum(truth.values()) - sum(truth[Fraction(round(v * 50), 50)] for v in masses) < 1e-12


def test_null_distributions_of_the_result_are_the_exact_ones():
    differences = DATA["ten questions"]
    pair = of_differences(differences)
    assert core.compare(pair, test="bootstrap", alternative="greater").null_distribution is None
    shifted = {d - Fraction(1, 10): p for d, p in DISTRIBUTIONS["ten questions"].items()}
    expected = {"permutation": rational.permutation(differences), "shifted-bootstrap": shifted}
    for test, truth in expected.items():
        found = core.compare(pair, test=test, alternative="greater").null_distribution
        masses = {Fraction(round(v * 10), 10): m for v, m in zip(found.values, found.mass, strict=True)}
        for value, mass in truth.items():
            assert masses.get(value, 0) == pytest.approx(float(mass), abs=1e-13), test


@pytest.mark.parametrize("kind", ["percentile", "basic", "bca"])
def test_intervals_of_real_scores_agree_with_scipy(kind):
    generator = np.random.default_rng(11)
    baseline, experimental = generator.gamma(2, 1, 40), generator.gamma(2.5, 1, 40)
    result = core.compare(
        PairedScores.from_scores(baseline, experimental),
        n_resamples=100_000,
        interval=kind,
        test="bootstrap",
        alternative="greater",
    )
    method = {"bca": "BCa"}.get(kind, kind)
    theirs = stats.bootstrap(
        (experimental - baseline,), np.mean, n_resamples=100_000, batch=10_000, method=method, **{SEED: 12}
    ).confidence_interval
    interval = result.confidence_interval()
    # A sampled 2.5 % quantile of a normal has standard error sqrt(.025·.975/B)/.0584 standard deviations; two
    # samples and six standard errors make 0.072.
    error = 0.072 * (experimental - baseline).std() / np.sqrt(40)
    assert interval.low == pytest.approx(theirs.low, abs=error)
    assert interval.high == pytest.approx(theirs.high, abs=error)


@pytest.mark.thorough
@pytest.mark.parametrize("metric", ["f1-errors", "f1"])
def test_sampled_intervals_of_f1_bracket_the_quantiles_of_the_enumerated_distribution(metric):
    score = {"f1-errors": scores.f1_errors, "f1": scores.f1}[metric]
    baseline, experimental = F1_BASELINE[:8], F1_EXPERIMENTAL[:8]
    if metric == "f1":
        baseline, experimental = ([(tp, tp + fp, tp, tp + 1) for tp, fp in rows] for rows in (baseline, experimental))
    distribution = enumeration.resampled(baseline, experimental, score)
    observed = enumeration.observed(baseline, experimental, score)
    others = [
        float(enumeration.observed(baseline[:i] + baseline[i + 1 :], experimental[:i] + experimental[i + 1 :], score))
        for i in range(8)
    ]
    result = core.compare(
        PairedScores.from_scores(baseline, experimental),
        metric=metric,
        method="monte-carlo",
        n_resamples=50_000,
        test="bootstrap",
        alternative="greater",
    )
    ends = {
        "percentile": lambda level: definitions.percentile(distribution, level),
        "basic": lambda level: definitions.basic(distribution, observed, level),
        "bca": lambda level: definitions.bca(distribution, observed, others, float(level)),
    }
    for kind, at in ends.items():
        interval = result.confidence_interval(0.9, kind)
        assert (interval.method, interval.n_resamples) == ("monte-carlo", 50_000)
        # Six standard errors of a sampled 5 % tail among 50,000 are 0.006, of BCa's bias up to 0.008: together 0.01.
        inner, outer = at(Fraction(88, 100)), at(Fraction(92, 100))
        assert float(outer[0]) - 1e-12 <= interval.low <= float(inner[0]) + 1e-12
        assert float(inner[1]) - 1e-12 <= interval.high <= float(outer[1]) + 1e-12


def test_sampled_equivalence_counts_shares():
    truth = definitions.equivalence(DISTRIBUTIONS["skewed"], Fraction(1, 20))
    found = core.compare(
        of_differences(DATA["skewed"]),
        margin=0.05,
        method="monte-carlo",
        n_resamples=20_000,
        test="bootstrap",
        alternative="greater",
    ).equivalence
    p = (found.noninferiority_pvalue, found.baseline_noninferiority_pvalue, found.equivalence_pvalue)
    assert found.equivalence_pvalue == max(p[:2])
    for share, exact in zip(p, truth, strict=True):
        interval = stats.binomtest(round(share * 20_000), 20_000).proportion_ci(1 - 1e-6, "exact")
        assert interval.low <= float(exact) <= interval.high


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(-3, 4), min_size=1, max_size=20), st.integers(1, 39).map(lambda k: Fraction(k, 40)))
def test_quantile_intervals_of_any_differences(differences, level):
    distribution = rational.bootstrap(differences)
    observed = Fraction(sum(differences), len(differences))
    for kind, ends in (
        ("percentile", definitions.percentile(distribution, level)),
        ("basic", definitions.basic(distribution, observed, level)),
    ):
        result = core.compare(of_differences(differences), confidence_level=float(level), interval=kind)
        interval = result.confidence_interval()
        assert (interval.low, interval.high) == pytest.approx(tuple(map(float, ends)), rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("data", [name for name in DATA if name not in ("one item", "identical")])
@pytest.mark.parametrize("margin", [0.02, 0.1, 0.5, 0.9])
def test_exact_equivalence_counts_the_margin_itself(data, margin):
    scale = 10
    truth = definitions.equivalence(DISTRIBUTIONS[data], Fraction(str(margin)) * scale)
    found = core.compare(of_differences(DATA[data], scale), margin=margin).equivalence
    assert found.margin == margin
    p = (found.noninferiority_pvalue, found.baseline_noninferiority_pvalue, found.equivalence_pvalue)
    assert p == pytest.approx(tuple(map(float, truth)), rel=1e-9, abs=1e-13)


@pytest.mark.parametrize("margin", [1, 5])
@pytest.mark.parametrize("metric", ["mean", "ratio", "f1"])
def test_a_margin_that_no_difference_of_shares_reaches_is_refused(metric, margin):
    width = {"mean": 1, "ratio": 2, "f1": 4}[metric]
    scores = [np.ones((6, width)), np.tile([1.0, 2.0, 1.0, 2.0][:width], (6, 1))]
    why = rf"margin == {margin} is {margin}00 points, .* differ by at most 100: .* such as 0\.01 for one point"
    with pytest.raises(core.OptionError, match=why):
        core.compare(*scores, metric=metric, margin=margin)
    with pytest.raises(core.OptionError, match=why):
        core.gate(core.PairedScores.from_scores(*scores), margin, metric=metric)
    assert core.compare(*scores, metric=metric, margin=0.99).equivalence.margin == 0.99
    assert core.compare([0, 1, 2], [1, 1, 1], margin=margin).equivalence.margin == margin
