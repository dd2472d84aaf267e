"""Test runs of DeepEval, real and made."""

import pytest

import core
from core.errors import DataError
from core.readers import preview, suggest
from tests.core.readers.logs.made import REAL, needs_real_logs, whole
from tests.core.test_cli import printed


def metric(name, score, success=None, judge=None, **more):
    held = {"name": name, "threshold": 0.5, "score": score, "success": score is not None and score > 0.5}
    return held | ({} if success is None else {"success": success}) | {"evaluationModel": judge} | more


def case(name, *metrics, asked=None):
    return {"name": name, "input": asked or f"ask {name}", "expectedOutput": "", "metricsData": list(metrics)}


def run(name, cases):
    return whole(f"{name}.json", {"testCases": cases, "conversationalTestCases": [], "metricsScores": []})


def two(old, new, **options):
    return core.read(run("old", old), run("new", new), **options)


OLD = [case("a", metric("Exact", 0.0)), case("b", metric("Exact", 1.0))]
NEW = [case("b", metric("Exact", 1.0)), case("a", metric("Exact", 1.0))]


def test_cases_are_recognised_and_joined_by_name():
    assert preview(run("old", OLD)).kind == "deepeval"
    found = suggest(run("old", OLD), run("new", NEW))
    assert found.options == {"measure": "Exact", "baseline": "old", "experimental": "new"}
    scores = two(OLD, NEW)
    assert (scores.ids, scores.statistics[1, 0, :, 0].tolist()) == (("a", "b"), [1, 1])


def test_cases_that_are_only_numbered_are_joined_by_their_input():
    old = [case(f"test_case_{i}", metric("Exact", i), asked="xy"[i]) for i in range(2)]
    new = [case(f"test_case_{i}", metric("Exact", i), asked="yx"[i]) for i in range(2)]
    scores = two(old, new)
    assert (scores.ids, scores.statistics[1, 0, :, 0].tolist()) == (("x", "y"), [1, 0])


def test_the_direction_is_told_by_what_passes():
    old, new = ([case("a", metric("Bias", score, score < 0.5))] for score in (0.75, 0.25))
    scores = two(old, new)
    assert scores.lower_is_better
    assert core.compare(scores).helped == 1
    assert not two(OLD, NEW).lower_is_better


def test_other_questions_of_one_name_and_empty_runs_are_refused():
    with pytest.raises(DataError, match="asked different things in 1 of 2 items"):
        two(OLD, [NEW[0], case("a", metric("Exact", 1), asked="other")])
    with pytest.raises(DataError, match="holds no score of a test case"):
        two([], NEW)
    for broken in ([1], [{"metricsData": [{}]}], [{"metricsData": 3}]):
        with pytest.raises(DataError, match="not built as test runs of DeepEval are"):
            two(broken, NEW)


@needs_real_logs
def test_a_real_pair_of_test_runs():
    shown = printed("compare", *(str(REAL / "deepeval" / f"{name}.json") for name in ("baseline", "experimental")))
    assert (shown["baseline"], shown["experimental"], shown["n_items"]) == (0.6, 0.7, 30)
    assert (shown["helped"], shown["hurt"]) == (7, 4)
