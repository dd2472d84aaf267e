"""pass@k and pass^k against enumeration of all sets of k samples, reference values, and refused input."""

from itertools import combinations

import numpy as np
import pytest

import core
from core.inference.reliability import reliability
from core.metrics.samples import item_scores, scored_by_samples
from core.teaching.convergence import exact_permutation
from core.teaching.disagreement import disagreement

SUCCESSES = [0] * 14 + [1] * 12 + [2] * 10 + [3] * 4 + [4] * 10
REFERENCE = {"pass^": [0.42, 0.273333, 0.22, 0.20], "pass@": [0.42, 0.566667, 0.66, 0.72]}


def tried(successes, n=4):
    runs = np.array([[[float(j < c)] for c in successes] for j in range(n)])
    return core.Scores.from_systems({"old": runs, "new": runs[::-1]})


@pytest.mark.parametrize("kind", REFERENCE)
@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_reference_values(kind, k):
    result = core.compare(tried(SUCCESSES).pair("old", "new"), metric=f"{kind}{k}")
    assert result.baseline == pytest.approx(REFERENCE[kind][k - 1], abs=1e-6)
    assert (result.pvalue, result.method) == (1, "exact")


@pytest.mark.parametrize("n", [1, 2, 5])
def test_scores_are_those_of_all_sets_of_samples(n):
    for c in range(n + 1):
        samples = [1] * c + [0] * (n - c)
        for k in range(1, n + 1):
            sets = list(combinations(samples, k))
            for metric, share in (
                (f"pass@{k}", np.mean([any(each) for each in sets])),
                (f"pass^{k}", np.mean([all(each) for each in sets])),
            ):
                ((part, whole),) = item_scores([c], [n], metric)
                assert part / whole == pytest.approx(share)


def test_everywhere_the_metric_is_taken():
    rng = np.random.default_rng(4)
    runs = {name: (rng.random((5, 60, 1)) < p).astype(float) for name, p in (("a", 0.3), ("b", 0.5), ("c", 0.55))}
    scores = core.Scores.from_systems(runs)
    pair = scores.pair("a", "b")
    compared = core.compare(pair, metric="pass@3")
    ranking = core.rank(scores, metric="pass@3")
    assert {each.name: each.score for each in ranking.systems}["b"] == pytest.approx(compared.experimental)
    assert core.by_group(pair, ["x", "y"] * 30, metric="pass^2").overall.metric == "pass^2"
    assert core.plan(pilot=pair, metric="pass@3", n=200, n_studies=40).power is not None
    assert compared.helped + compared.hurt + compared.tied == 60
    assert "flip between samples" in " ".join(compared.notes)
    assert {"pass@5", "pass^5"} <= set(core.metrics.fitting_metrics(pair))
    assert "pass@3" in compared.report()


def test_reliability_against_plain_formulas():
    rng = np.random.default_rng(0)
    runs = {name: (rng.random((4, 50, 1)) < rng.random((1, 50, 1))).astype(float) for name in ("a", "b")}
    found = reliability(core.Scores.from_systems(runs).pair("a", "b"))
    for name, flips, icc in zip(runs, found.flips, found.icc, strict=True):
        x = runs[name][..., 0]
        assert flips == np.mean([len(set(x[:, i])) > 1 for i in range(50)])
        between = 4 * x.mean(axis=0).var(ddof=1)
        within = x.var(axis=0, ddof=1).mean()
        assert icc == pytest.approx((between - within) / (between + 3 * within))
    d = runs["b"][..., 0].mean(axis=0) - runs["a"][..., 0].mean(axis=0)
    noise = sum(each[..., 0].var(axis=0, ddof=1).mean() / 4 for each in runs.values())
    assert found.share_of_samples == pytest.approx(min(1, noise / d.var(ddof=1)))


@pytest.mark.parametrize(
    ("metric", "said"),
    [("pass@5", "take k of at most 4"), ("pass@0", "must be one of"), ("pass^5", "5 samples of each item")],
)
def test_more_than_the_samples_is_refused(metric, said):
    with pytest.raises(core.OptionError, match=said):
        core.compare(tried(SUCCESSES).pair("old", "new"), metric=metric)


def test_scores_that_are_no_samples_are_refused():
    with pytest.raises(core.OptionError, match="several samples of each item"):
        core.compare([0, 1], [1, 1], metric="pass@2")
    graded = core.Scores.from_systems({"a": [[[0.5], [1]], [[1], [1]]], "b": [[[0], [1]], [[1], [1]]]})
    with pytest.raises(core.OptionError, match="right or wrong"):
        scored_by_samples(graded.pair("a", "b"), "pass@2")


def test_lessons_score_the_items_too():
    generator = np.random.default_rng(8)
    runs = {name: (generator.random((3, 30, 1)) < rate).astype(float) for name, rate in (("a", 0.4), ("b", 0.6))}
    pair = core.Scores.from_systems(runs).pair("a", "b")
    asked = {row.definition.key: row.pvalue for row in disagreement(pair, metric="pass^3").rows}
    expected = core.compare(pair, metric="pass^3", test="permutation", alternative="two-sided").pvalue
    assert asked["permutation"] == pytest.approx(expected, rel=1e-12, abs=0)
    assert expected != core.compare(pair, test="permutation", alternative="two-sided").pvalue
    with pytest.raises(core.errors.OptionError, match="scored_by_samples"):
        exact_permutation(pair, "pass^3")


@pytest.mark.parametrize(("new", "taken_off"), [([[0, 1, 1], [1, 0, 1]], "100"), ([[0, 1, 1], [0, 1, 1]], "0")])
def test_what_further_samples_take_off_is_a_plain_number(new, taken_off):
    runs = {"old": np.zeros((2, 3, 1)), "new": np.array(new, dtype=float)[..., None]}
    compared = core.compare(core.Scores.from_systems(runs).pair("old", "new"), metric="pass@2")
    assert f"any number of further samples at most {taken_off} %." in " ".join(compared.notes)
