"""Strata: the macro average of tasks, each resampled separately, against enumeration of every outcome."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

import core
from core import compare, rank
from core.data.paired import PairedScores
from core.data.scores import Scores
from core.errors import NotExactError, OptionError
from tests.oracles import strata as oracle

TESTS = ("permutation", "bootstrap", "shifted-bootstrap")
# Both systems' numbers, by stratum; sizes without a common measure, so that no item counts as much as one elsewhere.
RIGHT_OR_WRONG = ([(0, 1), (1, 1)], [(0, 1), (1, 0), (0, 0)], [(0, 1), (1, 1), (0, 1)])
RATINGS = ([(3, 5), (1, 1), (2, 1)], [(4, 2), (1, 3)])
REAL = ([(0.313, 0.718), (0.52, 0.11)], [(0.9091, 0.41), (0.1234, 0.77), (0.25, 0.5)])


def pair_of(strata, decimals=None):
    rows = [(a, e, f"task {s}") for s, items in enumerate(strata) for a, e in items]
    baseline, experimental, names = zip(*rows, strict=True)
    return PairedScores.from_scores(baseline, experimental, decimals=decimals).with_strata(names)


def listed(strata):
    return [[((Fraction(str(a)), 1), (Fraction(str(e)), 1)) for a, e in items] for items in strata]


@pytest.mark.parametrize("data", [RIGHT_OR_WRONG, RATINGS])
@pytest.mark.parametrize("boundary", ["include", "exclude"])
@pytest.mark.parametrize("alternative", ["greater", "less", "two-sided"])
@pytest.mark.parametrize("test", TESTS)
def test_means_are_exact(test, alternative, boundary, data):
    result = compare(pair_of(data), test=test, alternative=alternative, boundary=boundary)
    truth = oracle.pvalue(test, alternative, boundary == "exclude", listed(data), oracle.share)
    assert result.computed
    assert result.pvalue == pytest.approx(float(truth), abs=1e-12)
    assert result.statistic == pytest.approx(float(oracle.difference(listed(data), oracle.share)), abs=1e-15)


@pytest.mark.parametrize("alternative", ["greater", "less", "two-sided"])
def test_real_scores_are_swapped_exactly(alternative):
    result = compare(pair_of(REAL), alternative=alternative)
    truth = oracle.pvalue("permutation", alternative, False, listed(REAL), oracle.share)
    assert result.computed
    assert result.pvalue == pytest.approx(float(truth), abs=1e-12)


def test_an_average_of_two_f1_is_exact_where_few_items_changed():
    counts = ([((1, 2), (2, 0)), ((0, 3), (1, 1)), ((2, 1), (2, 1))], [((1, 1), (0, 2)), ((3, 0), (2, 2))])
    pair = pair_of(counts)
    for alternative in ("greater", "less", "two-sided"):
        result = compare(pair, metric="f1-errors", alternative=alternative)
        assert result.computed
        assert result.pvalue == pytest.approx(
            float(oracle.pvalue("permutation", alternative, False, counts, oracle.f1)), abs=1e-12
        )


def test_a_ratio_whose_denominators_differ_is_sampled_within_strata():
    counts = ([((1, 2), (2, 2)), ((0, 3), (1, 3))], [((1, 1), (0, 1)), ((3, 4), (2, 4))])
    pair = pair_of(counts)
    exact = compare(pair, metric="ratio")
    assert exact.computed
    assert exact.pvalue == pytest.approx(
        float(oracle.pvalue("permutation", "two-sided", False, counts, oracle.share)), abs=1e-12
    )
    sampled = compare(pair, metric="ratio", test="bootstrap", alternative="greater", n_resamples=20_000)
    truth = float(oracle.pvalue("bootstrap", "greater", False, counts, oracle.share))
    assert not sampled.computed
    assert sampled.pvalue_interval[0] <= truth <= sampled.pvalue_interval[1]
    with pytest.raises(NotExactError, match="denominators differ"):
        compare(pair, metric="ratio", test="bootstrap", method="exact")


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("data", [RIGHT_OR_WRONG, REAL])
def test_samples_agree_with_the_list(data, test):
    result = compare(pair_of(data), test=test, alternative="greater", method="monte-carlo", n_resamples=5_000)
    truth = float(oracle.pvalue(test, "greater", False, listed(data), oracle.share))
    assert result.pvalue_interval[0] <= truth <= result.pvalue_interval[1]


@pytest.mark.parametrize("kind", ["percentile", "basic"])
def test_the_interval_is_that_of_all_resamples(kind):
    values = sorted(oracle.resamples(listed(RIGHT_OR_WRONG), oracle.share))
    quantiles = [float(values[int(np.ceil(q * len(values))) - 1]) for q in (0.05, 0.95)]
    result = compare(pair_of(RIGHT_OR_WRONG), confidence_level=0.9, interval=kind)
    interval = result.confidence_interval()
    wanted = quantiles if kind == "percentile" else [2 * result.statistic - q for q in reversed(quantiles)]
    assert interval.method == "exact"
    assert [interval.low, interval.high] == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("interval", ["percentile", "basic", "bca"])
def test_one_stratum_changes_nothing(test, interval):
    pair = pair_of([RATINGS[0] + RATINGS[1] * 9])
    alone = compare(pair.with_strata(None), test=test, interval=interval)
    result = compare(pair, test=test, interval=interval)
    assert result.pvalue == pytest.approx(alone.pvalue, rel=1e-12, abs=0)
    assert result.confidence_interval().low == pytest.approx(alone.confidence_interval().low, abs=1e-12)
    assert result.confidence_interval().high == pytest.approx(alone.confidence_interval().high, abs=1e-12)


def test_strata_of_one_size_weigh_as_the_items_do():
    # Swaps do not depend on strata, so equal sizes give the p-value of the unstratified test.
    pair = pair_of([[(0, 1)] * 3 + [(1, 0)] * 2 + [(1, 1)] * 5, [(0, 1)] * 6 + [(1, 1)] * 4])
    assert compare(pair).pvalue == pytest.approx(compare(pair.with_strata(None)).pvalue, rel=1e-12, abs=0)
    # Resamples do: each stratum keeps its size, so the variance is smaller.
    assert compare(pair, test="bootstrap").pvalue < compare(pair.with_strata(None), test="bootstrap").pvalue


def test_the_order_of_items_and_strata_changes_nothing():
    pair = pair_of(REAL)
    order = [4, 1, 3, 0, 2]
    shuffled = replace(
        pair,
        baseline=pair.baseline[order],
        experimental=pair.experimental[order],
        strata=tuple(pair.strata[i] for i in order),
    )
    for method in ("auto", "monte-carlo"):
        for test in TESTS:
            assert compare(pair, test=test, method=method).pvalue == compare(shuffled, test=test, method=method).pvalue


def test_identical_systems_get_one():
    pair = pair_of(([(0, 0), (1, 1)], [(0.25, 0.25)]))
    assert [compare(pair, test=test).pvalue for test in TESTS] == [1, 1, 1]


def test_studies_of_one_list_of_items_refuse_strata():
    pair = pair_of(RIGHT_OR_WRONG)
    for study in (core.disagreement, lambda pilot: core.plan(pilot=pilot)):
        with pytest.raises(OptionError, match="items of several tasks"):
            study(pair)


def test_a_ranking_says_what_the_pairs_say():
    systems = {"a": [0, 1, 1, 1, 0, 1, 1], "b": [1, 1, 0, 0, 1, 0, 1], "c": [0, 1, 0, 0, 0, 0, 1]}
    strata = ["x"] * 3 + ["y"] * 4
    ranking = rank(Scores.from_systems(systems, strata=strata), correction="none")
    scores = {each.name: each.score for each in ranking.systems}
    assert scores == pytest.approx({"a": (2 / 3 + 3 / 4) / 2, "b": (2 / 3 + 2 / 4) / 2, "c": (1 / 3 + 1 / 4) / 2})
    for pair in ranking.pairs:
        alone = compare(systems[pair.second], systems[pair.first], strata=strata)
        assert (pair.pvalue, pair.difference, pair.method) == (alone.pvalue, alone.statistic, "exact")
    assert ranking.to_dict()["strata"] == {"x": 3, "y": 4}
    # The interval of a score by rational arithmetic: every resample of both strata.
    nothing = [[((0, 1), (value, 1)) for value in systems["c"][of]] for of in (slice(0, 3), slice(3, 7))]
    values = sorted(oracle.resamples(nothing, oracle.share))
    [interval] = [each.interval for each in ranking.systems if each.name == "c"]
    assert interval == pytest.approx([float(values[int(q * len(values))]) for q in (0.025, 0.975)])


def test_runs_within_items_and_strata_together_are_refused():
    scores = Scores.from_systems({"a": [[[0], [1]], [[1], [1]]], "b": [[[1], [1]], [[0], [1]]]}, strata=["x", "y"])
    with pytest.raises(OptionError, match="cannot be combined with strata"):
        rank(scores, runs="nested")
    assert rank(scores).strata == {"x": 1, "y": 1}


def test_a_task_of_one_item_is_told():
    pair = pair_of(([(0, 1)], [(0, 1), (1, 0), (0, 0)]))
    assert any("1 task has only one item (task 0)" in note for note in compare(pair).notes)
    scores = Scores.from_systems({"a": pair.baseline[:, 0], "b": pair.experimental[:, 0]}, strata=pair.strata)
    assert any("has only one item" in note for note in rank(scores).notes)
    assert not any("only one item" in note for note in compare(pair_of(RIGHT_OR_WRONG)).notes)


@pytest.mark.parametrize("grouped", ["clusters", "strata"])
def test_a_ranking_needs_a_name_for_each_item(grouped):
    with pytest.raises(core.DataError, match="6"):
        rank({"old": [0, 1, 0, 1, 0, 1], "new": [1, 1, 1, 0, 1, 1]}, **{grouped: ["a", "b"]})
