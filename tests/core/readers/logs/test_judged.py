"""Judgments of MT-bench, tasks of MTEB, instructions of IFEval, and events of OpenAI evals, as the tools write them."""

import json
import random

import pytest

import core
from core.errors import DataError, OptionError
from tests.core.readers.logs.made import lines, scores_of


def judgment(model, item, turn, score, judge="gpt-4", at=1.0):
    prompt = "single-v1" if turn == 1 else "single-v1-multi-turn"
    return {"question_id": item, "model": model, "judge": [judge, prompt], "score": score, "turn": turn, "tstamp": at}


def test_turns_are_runs_and_the_latest_judgment_counts():
    rows = [
        judgment("b", 82, 2, 10, at=9.0), judgment("a", 81, 1, 8), judgment("a", 81, 2, 6), judgment("a", 82, 1, -1),
        judgment("a", 82, 2, 4), judgment("b", 82, 1, 9), judgment("b", 82, 2, 1, at=3.0), judgment("b", 81, 1, 7),
        judgment("b", 81, 2, 7),
    ]  # fmt: skip
    file = lines("gpt-4_single.jsonl", rows)
    scores = core.read(file)
    assert scores_of(scores, "a") == {"81": 7, "82": 4}
    assert scores_of(scores, "b") == {"81": 7, "82": 9.5}
    assert any("1 judgment made again" in note for note in scores.notes)


def task(name, subsets, split="test"):
    held = [{"main_score": score, "hf_subset": subset, "languages": []} for subset, score in subsets.items()]
    return {"task_name": name, "scores": {split: held}, "mteb_version": "1", "evaluation_time": 3.0}


def test_tasks_of_models_in_folders(tmp_path):
    for model, add in (("org__small", 0.0), ("org__large", 0.25)):
        folder = tmp_path / model / "5617a9f61b028005a4858fdac845db406aefb181"
        folder.mkdir(parents=True)
        (folder / "model_meta.json").write_text(json.dumps({"name": model}))
        for held in (task("STS", {"default": 0.5 + add}), task("Mining", {"de-en": 0.25, "fr-en": 0.5 + add})):
            (folder / f"{held['task_name']}.json").write_text(json.dumps(held))
    scores = core.read(tmp_path / "org__small", tmp_path / "org__large")
    assert scores.names == ("org__small", "org__large")
    assert scores_of(scores, "org__large") == {"Mining, de-en": 0.25, "Mining, fr-en": 0.75, "STS": 0.75}


def answer(prompt, followed):
    return {"prompt": prompt, "follow_all_instructions": all(followed), "follow_instruction_list": followed,
            "instruction_id_list": ["x"] * len(followed)}  # fmt: skip


def test_instructions_are_a_ratio_of_sums():
    old = lines("old.jsonl", [answer("p", [True, False, False]), answer("q", [True])])
    new = lines("new.jsonl", [answer("q", [True]), answer("p", [True, True, False])])
    with pytest.raises(OptionError, match="prompts, instructions"):
        core.read(old, new)
    pair = core.read(old, new, measure="instructions").pair("old", "new")
    assert (pair.columns, pair.baseline.tolist()) == (("followed", "instructions"), [[1, 3], [1, 1]])
    assert core.compare(pair, metric="ratio").baseline == pytest.approx(2 / 4)
    assert scores_of(core.read(old, new, measure="prompts"), "new") == {"p": 0, "q": 1}


def run(name, correct, accuracy=None, model=None):
    events = [{"run_id": "r", "event_id": i, "sample_id": sample, "type": "match", "data": {"correct": right}}
              for i, (sample, right) in enumerate(correct)]  # fmt: skip
    events += [{"run_id": "r", "event_id": 99, "sample_id": "s.0", "type": "sampling", "data": {"prompt": "x"}}]
    random.Random(0).shuffle(events)
    spec = {"spec": {"completion_fns": [model or name], "eval_name": "sums.dev"}}
    total = sum(right for _, right in correct) / len(correct) if accuracy is None else accuracy
    return lines(f"{name}.jsonl", [spec, *events, {"final_report": {"accuracy": total}}])


def test_events_in_any_order_are_matched_by_sample():
    old = run("x", [("s.0", False), ("s.1", True), ("s.2", False)], model="small")
    new = run("y", [("s.2", True), ("s.1", True), ("s.0", False)], model="large")
    scores = core.read(old, new)
    assert scores_of(scores, "small") == {"s.0": 0, "s.1": 1, "s.2": 0}
    assert scores_of(scores, "large") == {"s.0": 0, "s.1": 1, "s.2": 1}
    with pytest.raises(DataError, match=r"states 0.9 in correct, and the mean of its 3 items is 0.333333"):
        core.read(run("x", [("s.0", False), ("s.1", True), ("s.2", False)], accuracy=0.9), new)
