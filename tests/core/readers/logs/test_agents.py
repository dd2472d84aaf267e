"""Results of agents and tools (SWE-bench, τ-bench, Terminal-bench, BFCL, EvalPlus), built as the tools write them."""

import json

import pytest

import core
from core.errors import DataError, OptionError
from tests.core.readers.logs.made import lines, scores_of, whole


def report(name, resolved, submitted, **more):
    rest = [each for each in submitted if each not in resolved]
    return whole(name, {"total_instances": 500, "resolved_ids": resolved, "unresolved_ids": rest,
                        "submitted_ids": submitted, "schema_version": 2} | more)  # fmt: skip


def test_a_run_is_the_instances_that_were_submitted():
    old = report("model-a.run1.json", ["x-1"], ["x-1", "x-2", "x-3"])
    new = report("model-b.run1.json", ["x-3", "x-2"], ["x-3", "x-2", "x-1"], empty_patch_ids=["x-1"], error_ids=[])
    scores = core.read(old, new)
    assert scores.names == ("model-a.run1", "model-b.run1")
    assert scores_of(scores, "model-a.run1") == {"x-1": 1, "x-2": 0, "x-3": 0}
    assert scores_of(scores, "model-b.run1") == {"x-1": 0, "x-2": 1, "x-3": 1}


def test_a_partial_run_is_compared_on_what_both_submitted_or_counts_as_not_resolved():
    old, new = report("old.json", ["a", "b"], ["a", "b", "c"]), report("new.json", ["c"], ["b", "c"])
    scores = core.read(old, new)
    assert (scores.ids, scores.notes[1]) == (("b", "c"), "1 item left out that new does not have: a.")
    assert scores_of(core.read(old, new, absent="zero"), "new") == {"a": 0, "b": 0, "c": 1}


def test_the_reports_of_instances_are_gathered_by_the_folder_of_their_run(tmp_path):
    for system, resolved in {"small": (True, False, False), "large": (True, True, False)}.items():
        for item, is_resolved in zip(("p__p-1", "p__p-2", "p__p-3"), resolved, strict=True):
            folder = tmp_path / "run" / system / item
            folder.mkdir(parents=True)
            held = {
                "patch_is_None": False,
                "patch_successfully_applied": True,
                "resolved": is_resolved,
                "tests_status": {},
            }
            (folder / "report.json").write_text(json.dumps({item: held}))
    scores = core.read(tmp_path / "run" / "small", tmp_path / "run" / "large")
    assert scores.names == ("small", "large")
    assert scores_of(scores, "large") == {"p__p-1": 1, "p__p-2": 1, "p__p-3": 0}


def test_leaderboard_results_ask_for_the_number_of_instances_and_take_it():
    old, new = (whole(f"{name}.json", {"no_generation": [], "no_logs": ["z-1"], "resolved": resolved})
                for name, resolved in (("old", ["a-1", "b-1"]), ("new", ["b-1", "c-1", "d-1"])))  # fmt: skip
    with pytest.raises(OptionError, match=r"say how many there are \(total=500, --total 500\)"):
        core.read(old, new)
    result = core.compare(core.read(old, new, total=20))
    assert (result.n_items, result.helped, result.hurt) == (20, 2, 1)
    with pytest.raises(DataError, match="there are 3 items, and the files name 5"):
        core.read(old, new, total=3)
    with pytest.raises(OptionError, match="must be how many instances there are"):
        core.read(old, new, total="many")


def trial(task, trial, reward, **more):
    return {"task_id": task, "reward": reward, "trial": trial, "info": {}, "traj": []} | more


def test_trials_are_the_runs_of_their_task():
    old = whole("old.json", [trial(7, 0, 1.0), trial(3, 0, 0.0), trial(7, 1, 0.0), trial(3, 1, 0.0)])
    new = whole("new.json", [trial(3, 0, 1.0), trial(7, 0, 1.0), trial(3, 1, 1.0), trial(7, 1, None)])
    scores = core.read(old, new)
    assert (scores.runs, scores.n_runs) == (("0", "1"), 2)
    assert scores_of(scores, "old") == {"7": 0.5, "3": 0}
    assert scores_of(scores, "new") == {"7": 1, "3": 1}


def test_simulations_of_the_second_tau_bench():
    old, new = (
        whole(f"{name}.json", {"info": {}, "tasks": [], "simulations": [
            {"task_id": str(task), "trial": 0, "reward_info": {"reward": reward}} for task, reward in rewards
        ]}) for name, rewards in (("old", [(1, 0.0), (2, 1.0)]), ("new", [(2, 1.0), (1, 1.0)]))
    )  # fmt: skip
    assert scores_of(core.read(old, new), "new") == {"1": 1, "2": 1}


def test_trials_of_terminal_bench_in_folders(tmp_path):
    for system, resolved in {"old": (False, None), "new": (True, False)}.items():
        trials = [
            {"task_id": task, "trial_name": f"{task}.1-of-1.{system}", "is_resolved": each, "failure_mode": "unset"}
            for task, each in zip(("vim", "git"), resolved, strict=True)
        ]
        for each in trials:
            folder = tmp_path / system / each["task_id"] / each["trial_name"]
            folder.mkdir(parents=True)
            (folder / "results.json").write_text(json.dumps(each))
        (tmp_path / system / "results.json").write_text(json.dumps({"results": trials, "accuracy": 0.5}))
    scores = core.read(tmp_path / "old", tmp_path / "new")
    assert scores_of(scores, "old") == {"git": 0, "vim": 0}
    assert scores_of(scores, "new") == {"git": 0, "vim": 1}
    assert scores.n_runs == 1


def failures(name, total, wrong, correct=None):
    correct = total - len(wrong) if correct is None else correct
    counts = {"accuracy": correct / total, "correct_count": correct, "total_count": total}
    return lines(name, [counts, *({"id": item, "valid": False, "error": ["x"]} for item in wrong)])


def test_items_that_are_not_listed_are_right():
    old, new = failures("old.json", 6, ["simple_0", "simple_5"]), failures("new.json", 6, ["simple_5"])
    scores = core.read(old, new)
    assert scores.ids == tuple(f"simple_{i}" for i in range(6))
    assert scores_of(scores, "old") == {"simple_0": 0, "simple_5": 0} | {f"simple_{i}": 1 for i in range(1, 5)}
    assert scores_of(scores, "new")["simple_0"] == 1


def test_failures_that_are_not_all_there_and_other_totals_are_refused():
    with pytest.raises(DataError, match="4 of 6 are correct, and 1 failures are listed"):
        core.read(failures("old.json", 6, ["a_1"], correct=4), failures("new.json", 6, ["a_1"]))
    with pytest.raises(DataError, match="all need the same"):
        core.read(failures("old.json", 6, ["a_1"]), failures("new.json", 7, ["a_1"]))


def test_categories_of_bfcl_are_tasks_of_the_folders_model(tmp_path):
    for system, wrong in (("old", ["simple_1"]), ("new", [])):
        (tmp_path / system).mkdir()
        for task in ("simple", "parallel"):
            upload = failures("x", 3, wrong if task == "simple" else [])
            (tmp_path / system / f"BFCL_v3_{task}_score.json").write_bytes(upload.data)
    scores = core.read(tmp_path / "old", tmp_path / "new", task="simple")
    assert (scores.names, scores_of(scores, "old")["simple_1"]) == (("old", "new"), 0)


STATUS = ("fail", "pass")


def evalplus(name, tasks, **more):
    """Return a file of EvalPlus: for each task, whether its samples passed the base tests and the extra ones."""
    held = {
        task: [
            {"task_id": task, "solution": "…", "base_status": STATUS[base], "plus_status": STATUS[plus]}
            for base, plus in samples
        ]
        for task, samples in tasks.items()
    }
    return whole(name, {"date": "2024-01-01 12:00", "hash": "x", "eval": held} | more)


OF_EVALPLUS = {"HumanEval/0": [(1, 1), (1, 0)], "HumanEval/1": [(0, 0), (0, 1)], "HumanEval/2": [(1, 1), (1, 1)]}
BETTER = {task: [(1, 1), (1, 1)] for task in OF_EVALPLUS}


def test_a_sample_of_evalplus_is_right_by_plus_if_it_passes_the_base_tests_too():
    passed = {"base": {"pass@1": 2 / 3}, "plus": {"pass@1": 0.5}}
    old, new = evalplus("old.json", OF_EVALPLUS, pass_at_k=passed), evalplus("new.json", BETTER)
    assert scores_of(core.read(old, new, measure="base"), "old") == dict(zip(OF_EVALPLUS, (1, 0, 1), strict=True))
    assert scores_of(core.read(old, new, measure="plus"), "old") == dict(zip(OF_EVALPLUS, (0.5, 0, 1), strict=True))
    with pytest.raises(OptionError, match="2 measures: base, plus: choose one"):
        core.read(old, new)


def test_the_tasks_of_evalplus_may_be_saved_alone_and_be_of_version_0_1():
    alone = [whole(name, json.loads(evalplus(name, tasks).data)["eval"])
             for name, tasks in (("old.json", OF_EVALPLUS), ("new.json", BETTER))]  # fmt: skip
    first = [
        whole(each.name, {"eval": {
            task: {"nfiles": 2, "base": [[s["base_status"].replace("pass", "success"), []] for s in samples],
                   "plus": [[s["plus_status"].replace("pass", "success"), []] for s in samples]}
            for task, samples in json.loads(each.data).items()}}) for each in alone
    ]  # fmt: skip
    for measure in ("base", "plus"):
        expected = core.read(evalplus("old.json", OF_EVALPLUS), evalplus("new.json", BETTER), measure=measure)
        assert scores_of(core.read(*alone, measure=measure), "old") == scores_of(expected, "old")
        assert scores_of(core.read(*first, measure=measure), "old") == scores_of(expected, "old")
    with_one_status = [
        whole(each.name, {"eval": {
            task: [{"solution": "…", "status": s["base_status"]} for s in samples]
            for task, samples in json.loads(each.data).items()}}) for each in alone
    ]  # fmt: skip
    expected = core.read(*alone, measure="base")
    assert scores_of(core.read(*with_one_status), "old") == scores_of(expected, "old")


def test_base_tests_alone_and_tasks_without_extra_tests():
    base_only = [whole(name, {task: [{"base_status": "pass", "plus_status": None}] for task in OF_EVALPLUS})
                 for name in ("old.json", "new.json")]  # fmt: skip
    assert core.read(*base_only).ids == tuple(OF_EVALPLUS)
    partly = json.loads(evalplus("old.json", OF_EVALPLUS).data)
    partly["eval"]["HumanEval/1"] = [{"base_status": "pass"}]
    with pytest.raises(DataError, match="some tasks have a status of the extra tests, and others none"):
        core.read(whole("old.json", partly), evalplus("new.json", BETTER), measure="plus")
