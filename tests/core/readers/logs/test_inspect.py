"""Logs of Inspect, real and made."""

import io
import json
import sys

import pytest

import core
from core.errors import DataError, OptionError
from core.readers import Upload, read_scores
from core.readers.logs import inspect
from tests.core.readers.logs.made import REAL, needs_real_logs, whole
from tests.core.test_cli import error, printed

zipfile = inspect._zipfile


def header(model, task="sums", **more):
    return {"version": 2, "status": "success", "eval": {"model": model, "task": task, "config": {}}, "plan": {}} | more


def samples(values, epoch=1, **more):
    """Return samples of one scorer, ``match``, whose ids are 1, 2 …"""
    return [
        {"id": i, "epoch": epoch, "input": f"{i}+1", "target": str(i + 1), "scores": {"match": {"value": value}}} | more
        for i, value in enumerate(values, 1)
    ]


def log(model, values, **more):
    return whole(f"{model}.json", header(model, **more) | {"samples": samples(values)})


def packed(model, members, method=zipfile.ZIP_DEFLATED):
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", method) as file:
        for name, value in members.items():
            file.writestr(name, value if isinstance(value, bytes) else json.dumps(value))
    return Upload(f"{model}.eval", held.getvalue())


def eval_log(model, values, method=zipfile.ZIP_DEFLATED, **more):
    members = {"_journal/start.json": {}, "header.json": header(model, **more), "summaries.json": samples(values)}
    return packed(model, members, method)


def stated(value, n=None, **more):
    scored = {} if n is None else {"scored_samples": n}
    return {"scores": [{"name": "match", "scorer": "match", "metrics": {"accuracy": {"value": value}}} | scored | more]}


def values(scores, name):
    return scores.statistics[scores.system(name), 0, :, 0].tolist()


@pytest.mark.parametrize("made", [log, eval_log])
def test_letters_are_as_inspect_counts_them(made):
    scores = core.read(made("old", ["C", "I", "P", "N", "C"]), made("new", [True, "yes", 0.25, "0.5", float("nan")]))
    assert scores.ids == ("1", "2", "3", "4")
    assert values(scores, "old") == [1, 0, 0.5, 0]
    assert values(scores, "new") == [1, 1, 0.25, 0.5]
    assert "1 item left out that new has no score of (unscored): 5." in scores.notes


def test_both_ways_of_packing_are_read():
    zstd = getattr(zipfile, "ZIP_ZSTANDARD", None)
    if zstd is None:
        pytest.skip("this Python has no zstd, and backports.zstd is not installed")
    scores = core.read(eval_log("old", ["C", "I"], zstd), eval_log("new", ["C", "C"]))
    assert values(scores, "old") == [1, 0]


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="Python reads zstd by itself")
def test_without_zstd_a_sentence_says_what_to_install(monkeypatch):
    import zipfile as plain

    file = eval_log("old", ["C", "I"], zipfile.ZIP_ZSTANDARD)
    monkeypatch.setattr(inspect, "_zipfile", plain)
    with pytest.raises(DataError, match=r"Zstandard, .* install backports.zstd, or give what `inspect log dump`"):
        core.read(file, file)


def test_a_cut_archive_is_refused():
    whole_file, other = eval_log("old", ["C", "I"]), eval_log("new", ["C", "C"])
    for end in (200, len(whole_file.data) // 2, len(whole_file.data) - 30):
        cut = whole_file._replace(data=whole_file.data[:end])
        with pytest.raises(DataError, match=r"old.eval is not a whole zip archive: it is cut or damaged"):
            core.read(cut, other)
    damaged = bytearray(whole_file.data)
    at = damaged.index(b"summaries.json") + 20
    damaged[at : at + 30] = bytes(30)
    with pytest.raises(DataError, match=r"old.eval is not a whole zip archive|not JSON"):
        core.read(whole_file._replace(data=bytes(damaged)), other)


def test_a_zip_bomb_is_stopped_at_a_stated_size(monkeypatch):
    monkeypatch.setattr(inspect, "LARGEST_MEMBER", 1_000_000)
    bomb = packed("old", {"header.json": header("old"), "summaries.json": b"[" + b" " * 5_000_000 + b"]"})
    assert len(bomb.data) < 10_000
    with pytest.raises(DataError, match=r"summaries.json in it holds more than 1 MB, which no log needs"):
        core.read(bomb, eval_log("new", ["C"]))


def test_only_the_header_and_the_summaries_are_read():
    members = {"header.json": header("old"), "summaries.json": samples("CI"), "samples/1_epoch_1.json": b"no JSON"}
    assert len(core.read(packed("old", members), eval_log("new", ["C", "C"]))) == 2


def test_a_run_that_did_not_end_is_read_from_its_journal():
    members = {"_journal/start.json": header("old", status="cancelled"), "_journal/summaries/1.json": samples("CI")}
    scores = core.read(packed("old", members), eval_log("new", ["C", "C"]))
    assert "The run of old did not end (cancelled): its finished samples are read." in scores.notes


def test_dictionaries_are_measures_of_their_own():
    held = [log(name, [{"exact": 1, "length": 2}, {"exact": 0, "length": None}]) for name in ("old", "new")]
    with pytest.raises(OptionError, match="2 measures of sums: match/exact, match/length: choose one"):
        core.read(*held)
    assert values(core.read(*held, measure="match/exact"), "old") == [1, 0]
    assert len(core.read(*held, measure="match/length")) == 1


def test_lists_and_words_are_refused_by_name():
    for value, why in (([1, 0], "a value is a list"), ("good", "its values are words such as 'good'")):
        with pytest.raises(DataError, match=f"match cannot be compared: {why}"):
            core.read(log("old", ["C", value]), log("new", ["C", "I"]), measure="match")


def test_epochs_are_runs_of_which_unscored_ones_are_left_out():
    more = {"samples": [*samples("CI"), *samples([float("nan"), "C"], epoch=2)], "results": stated(0.75)}
    old, new = whole("old.json", header("old") | more), log("new", ["C", "C"])
    scores = core.read(old, new)
    assert scores.n_runs == 2
    assert scores.pair("old", "new").baseline[:, 0].tolist() == [1, 0.5]


def test_a_mean_other_than_the_log_states_is_refused():
    # A scorer may count letters in its own way, and the log does not say so.
    with pytest.raises(DataError, match=r"old.json states 0.75 in match, and the mean of its 2 items is 0.5"):
        core.read(log("old", ["C", "I"], results=stated(0.75)), log("new", ["C", "C"]))
    reduced = log("old", ["C", "I"], results=stated(0.75, reducer="mode"))
    assert len(core.read(reduced, log("new", ["C", "C"]))) == 2
    fewer = log("old", ["C", "I"], results=stated(0.75, n=4))
    assert "old.json states 0.75 in match of 4 items; it holds 2." in core.read(fewer, log("new", ["C", "C"])).notes


def test_scores_in_the_first_build_of_logs_are_read():
    old = [{"id": i, "epoch": 1, "input": "", "target": "", "score": {"value": "CI"[i]}} for i in range(2)]
    held = [whole(f"{name}.json", header(name) | {"samples": old}) for name in ("old", "new")]
    assert values(core.read(*held), "new") == [1, 0]


def test_a_log_without_samples_is_refused():
    with pytest.raises(DataError, match=r"old.json holds no samples"):
        core.read(whole("old.json", header("old")), log("new", ["C"]))


def test_other_questions_below_the_same_ids_are_refused():
    other = whole("new.json", header("new") | {"samples": samples("CI", input="other")})
    with pytest.raises(DataError, match="asked different things in 2 of 2 items"):
        core.read(log("old", "CI"), other)


@pytest.mark.parametrize("held", [{"samples": [1]}, {"samples": {"a": 1}}, {"samples": [{"id": 1, "scores": [1]}]},
                                  {"eval": 1, "samples": samples("C")}, {"results": 1}])  # fmt: skip
def test_logs_of_another_build_are_refused_in_a_sentence(held):
    with pytest.raises(DataError, match=r"old.json"):
        core.read(whole("old.json", header("old") | held), log("new", ["C"]))


def test_a_log_is_no_file_of_scores():
    file = eval_log("old", ["C"])
    with pytest.raises(DataError, match=r"old.eval is an Inspect log: read it as one \(--from inspect\)"):
        read_scores(file, file)


@needs_real_logs
@pytest.mark.parametrize(
    ("measure", "means"),
    [
        ("match", (0.3796296296296296, 0.5092592592592593)),
        ("graded", (0.5277777777777776, 0.638888888888889)),
        ("detail/exact", (0.36111111111111105, 0.5)),
        ("detail/length", (1.9166666666666667, 1.898148148148148)),
    ],
)
def test_real_archives_give_inspects_own_means(measure, means):
    shown = printed("compare", str(REAL / "inspect" / "ours_eval_zstd"), "--measure", measure)
    assert (shown["baseline"], shown["experimental"]) == pytest.approx(means, rel=1e-15, abs=0)
    assert shown["baseline_name"] == "mockllm/baseline"


@needs_real_logs
def test_real_logs_of_other_limits_share_the_first_items():
    files = sorted(map(str, (REAL / "inspect" / "real_arc_json").glob("*.json")))
    shown = printed("compare", *files)
    assert (shown["n_items"], shown["helped"], shown["hurt"]) == (3, 2, 0)
    assert "2 items left out that ollama/qwen2.5:0.5b does not have: 4, 5." in core.read(*files).notes


@needs_real_logs
def test_a_real_log_of_two_epochs_is_one_system():
    file = REAL / "inspect" / "real_epochs" / "log_streaming.eval"
    scores = core.read(file)
    assert (scores.n_runs, scores.ids) == (2, ("2", "1"))
    assert scores.mean_over_runs().statistics[0, 0, :, 0].tolist() == [1, 0.5]
    assert "system only, azureai/Meta-Llama-3-1-405B-Instruct-jqf: give the other's too" in error("compare", str(file))


def test_a_mean_that_is_stated_in_per_cent_is_the_same_mean():
    right = ["C"] * 31 + ["I"] * 21  # 59.6154 %, as vitals in R states it
    scores = core.read(log("old", right, results=stated(59.6154)), log("new", right[::-1], results=stated(59.6154)))
    assert len(scores) == 52
    with pytest.raises(DataError, match=r"old.json states 59.7 in match"):
        core.read(log("old", right, results=stated(59.7)), log("new", right))
