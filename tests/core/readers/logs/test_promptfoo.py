"""Results of promptfoo, real and made."""

import pytest

import core
from core.errors import DataError, OptionError
from core.readers import preview, suggest
from tests.core.readers.logs.made import REAL, needs_real_logs, whole
from tests.core.test_cli import error, printed


def row(provider, test, score, question=None, prompt=0, **more):
    held = {"promptIdx": prompt, "testIdx": test, "provider": {"id": "file://p.js", "label": provider}}
    held |= {"vars": {"q": f"{test}+1" if question is None else question}, "score": score, "success": score == 1}
    return held | {"namedScores": {}, "failureReason": 0, "prompt": {"label": f"prompt {prompt}"}} | more


def output(rows, name="output.json", **more):
    return whole(name, {"evalId": "e", "results": {"version": 3, "prompts": [], "results": rows} | more, "config": {}})


BOTH = [row("old", i, i % 2) for i in range(4)] + [row("new", i, 1, prompt=1) for i in range(4)]


def read(rows, **options):
    return core.read(output(rows), measure="score", **options)


def test_both_systems_are_in_one_file():
    file = output(BOTH)
    assert preview(file).kind == "promptfoo"
    assert suggest(file).open == ("measure",)
    with pytest.raises(OptionError, match="2 measures: score, success: choose one"):
        core.read(file)
    result = core.compare(read(BOTH))
    assert (result.baseline_name, result.experimental_name, result.helped, result.n_items) == ("old", "new", 2, 4)


def test_what_comes_again_is_a_run():
    rows = [row(name, place * 2 + again, (place + again) % 2, f"{place}", prompt=k)
            for k, name in enumerate(("old", "new")) for place in range(3) for again in range(2)]  # fmt: skip
    scores = read(rows)
    assert (scores.n_runs, len(scores)) == (2, 3)
    assert scores.mean_over_runs().statistics[0, 0, :, 0].tolist() == [0.5, 0.5, 0.5]


def test_errors_are_missing_and_not_zero():
    rows = [*BOTH[:-1], BOTH[-1] | {"failureReason": 2, "score": 0}]
    scores = read(rows)
    assert len(scores) == 3
    assert any("1 item left out that new has no score of (error)" in note for note in scores.notes)


def test_named_scores_and_clusters():
    rows = [each | {"namedScores": {"close": 0.5}, "vars": {"q": each["vars"]["q"], "part": "xxyy"[each["testIdx"]]}}
            for each in BOTH]  # fmt: skip
    scores = core.read(output(rows), measure="namedScores/close", cluster="part")
    assert (scores.statistics[0, 0, :, 0].tolist(), scores.clusters) == ([0.5] * 4, ("x", "x", "y", "y"))


def test_the_mean_that_the_file_states_is_checked():
    prompts = [{"metrics": {"score": score, "testPassCount": 2}} for score in (2, 4)]
    assert len(core.read(output(BOTH, prompts=prompts), measure="score")) == 4
    prompts[0]["metrics"]["score"] = 3
    with pytest.raises(DataError, match=r"states 0.75 in score, and the mean of its 4 items is 0.5"):
        core.read(output(BOTH, prompts=prompts), measure="score")


def test_what_holds_nothing_is_refused():
    with pytest.raises(DataError, match="holds no results: was the evaluation stopped"):
        read([])
    for broken in ([1], [{"testIdx": "x"}], [{"vars": 1, "provider": 1, "namedScores": 3, "promptIdx": []}]):
        with pytest.raises(DataError, match=r"not built as results of promptfoo are"):
            read(broken)


@needs_real_logs
def test_a_real_evaluation():
    file = REAL / "promptfoo" / "output.json"
    assert "4 measures: score, success, namedScores/exact, namedScores/closeness" in error("compare", str(file))
    means = {"score": (24.6, 29.0), "success": (12, 20), "namedScores/closeness": (37.2, 38.0)}
    for measure, sums in means.items():
        shown = printed("compare", str(file), "--measure", measure)
        assert (shown["baseline"], shown["experimental"]) == pytest.approx(
            [each / 40 for each in sums], rel=1e-12, abs=0
        )
        assert (shown["n_items"], shown["helped"], shown["hurt"]) == (20, 8, 0)
