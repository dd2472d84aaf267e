"""Samples of every_eval_ever."""

import json

import pytest

import core
from core.errors import DataError, OptionError
from core.readers import preview, suggest
from tests.core.readers.logs.made import lines, whole


def sample(model, item, score, name="arc", **more):
    held = {"schema_version": "0.2.1", "evaluation_id": f"{name}/{model}", "model_id": model, "evaluation_name": name}
    held |= {"sample_id": item, "sample_hash": f"h{item}", "evaluation": {"score": score, "is_correct": score == 1}}
    return held | {"metadata": {"part": "xy"[item % 2]}} | more


def samples(model, scores, **more):
    return lines(f"{model}_samples.jsonl", [sample(model, i, score, **more) for i, score in enumerate(scores)])


def aggregate(model, lower, name="arc"):
    result = {"evaluation_name": name, "metric_config": {"lower_is_better": lower}, "score_details": {"score": 1}}
    held = {"schema_version": "0.2.1", "evaluation_id": f"{name}/{model}", "evaluation_results": [result]}
    return whole(f"{model}.json", held)


def test_samples_of_every_eval_ever_are_recognised_and_joined():
    files = samples("small", [0, 1, 1]), samples("large", [1, 1, 0])
    assert preview(files[0]).kind == "every-eval-ever"
    assert suggest(*files).options["measure"] == "score"
    scores = core.read(*files)
    assert (scores.names, scores.ids) == (("small", "large"), ("0", "1", "2"))
    assert any("do not say whether higher is better" in note for note in scores.notes)
    assert core.read(*files, cluster="part").clusters == ("x", "y", "x")


def test_the_direction_stands_in_the_aggregate(tmp_path):
    files = samples("small", [0, 1]), samples("large", [1, 1])
    more = [aggregate(model, True) for model in ("small", "large")]
    assert core.read(*files, *more).lower_is_better
    for upload in (*files, *more):
        (tmp_path / upload.name).write_bytes(upload.data)
    assert core.read(*(tmp_path / file.name for file in files)).lower_is_better
    with pytest.raises(DataError, match="no sample's score: give the file of samples"):
        core.read(*more)


def test_several_evaluations_and_other_samples_are_never_pooled():
    files = [lines(f"{model}.jsonl", [json.loads(line) for name in ("arc", "gsm") for line in
                                      samples(model, [0, 1], name=name).data.decode().splitlines()])
             for model in ("small", "large")]  # fmt: skip
    with pytest.raises(OptionError, match=r"2 tasks: arc, gsm: choose one, or all \(task=, --task\)"):
        core.read(*files)
    assert len(core.read(*files, task="gsm")) == 2
    with pytest.raises(DataError, match="asked different things in 2 of 2 items"):
        core.read(samples("small", [0, 1]), samples("large", [1, 1], sample_hash="other"))
    with pytest.raises(DataError, match="not built as samples of every_eval_ever are"):
        core.read(samples("small", [0, 1]), samples("large", [1, 1], evaluation=1))
