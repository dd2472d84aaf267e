"""Instances of HELM, real and made."""

import pytest

import core
from core.errors import DataError, OptionError
from core.readers import Upload, preview, suggest
from tests.core.readers.logs.made import REAL, needs_real_logs, whole
from tests.core.test_cli import error, printed


def stat(name, mean, split="test"):
    held = {"name": {"name": name, "split": split}, "count": 1, "sum": mean, "mean": mean}
    return held if mean is not None else {"name": held["name"], "count": 0, "sum": 0}


def instances(name, means, trial=0, more=()):
    rows = [{"instance_id": f"id{i}", "train_trial_index": trial, "stats": [stat("exact_match", mean)]}
            for i, mean in enumerate(means)]  # fmt: skip
    return whole(name, [*rows, *more])


def spec(name, model, scenario="mmlu:subject=law"):
    return whole(name, {"name": f"{scenario},model={model}", "adapter_spec": {"model": model}, "scenario_spec": {}})


TWO = (instances("per_instance_stats.json", [1, 0, 1]), instances("per_instance_stats (2).json", [1, 1, 0]))


def values(scores, place=0):
    return scores.statistics[place, 0, :, 0].tolist()


def test_instances_are_recognised_and_joined():
    assert preview(TWO[0]).kind == "helm"
    assert suggest(*TWO).options["measure"] == "exact_match"
    scores = core.read(*TWO)
    assert (scores.ids, values(scores), scores.lower_is_better) == (("id0", "id1", "id2"), [1, 0, 1], False)
    assert "Without the run_spec.json of a run, its model is called as the file." in scores.notes


def test_an_instance_comes_once_for_each_class_of_metrics():
    row = {"instance_id": "id0", "train_trial_index": 0, "stats": [stat("f1_score", 0.5), stat("exact_match", 1)]}
    files = [instances(f"{name}.json", [1, 0], more=[row]) for name in ("a", "b")]
    with pytest.raises(OptionError, match="2 measures: exact_match, f1_score: choose one"):
        core.read(*files)
    assert core.read(*files, measure="f1_score").ids == ("id0",)
    assert values(core.read(*files, measure="exact_match")) == [1, 0]
    other = row | {"stats": [stat("exact_match", 0)]}
    with pytest.raises(DataError, match="item 'id0' has two scores of exact_match in one run"):
        core.read(instances("a.json", [1, 0], more=[other]), TWO[0])


def test_perturbed_copies_are_a_measure_of_their_own():
    more = [{"instance_id": "id0", "perturbation": {"name": "typos"}, "stats": [stat("exact_match", 0)]}]
    files = [instances(f"{name}.json", [1, 0], more=more) for name in ("a", "b")]
    with pytest.raises(OptionError, match="2 measures: exact_match, exact_match,typos"):
        core.read(*files)
    assert values(core.read(*files, measure="exact_match")) == [1, 0]
    assert values(core.read(*files, measure="exact_match,typos")) == [0]


def test_other_splits_are_left_out_and_named():
    more = [{"instance_id": "id9", "train_trial_index": 0, "stats": [stat("exact_match", 1, "valid")]}]
    scores = core.read(instances("a.json", [1, 0], more=more), TWO[1])
    assert "1 instance of a left out (not of the split test): id9." in scores.notes
    assert scores.ids == ("id0", "id1")


def test_the_mean_of_the_run_is_checked():
    stats = whole("stats.json", [{"name": {"name": "exact_match", "split": "test"}, "count": 1, "mean": 2 / 3,
                                  "sum": 1, "sum_squared": 1}])  # fmt: skip
    assert core.read(*TWO, stats)
    wrong = Upload("stats.json", stats.data.replace(b"0.6666666666666666", b"0.5"))
    with pytest.raises(DataError, match=r"states 0.5 in exact_match, and the mean of its 3 items is 0.666667"):
        core.read(*TWO, wrong)


def test_files_without_instances_are_refused():
    with pytest.raises(DataError, match=r"no score of any instance: give the run's per_instance_stats.json"):
        core.read(spec("run_spec.json", "small"), spec("run_spec (2).json", "large"))
    for broken in ([{"instance_id": 1, "stats": [1]}], [{"instance_id": 1, "stats": [{"name": "x"}]}]):
        with pytest.raises(DataError, match=r"not built as statistics of HELM are"):
            core.read(whole("a.json", broken), TWO[0])


@needs_real_logs
def test_real_runs_give_helms_own_means():
    shown = error("compare", str(REAL / "helm"))
    assert "8 measures of custom_mcqa,path=" in shown
    shown = printed("compare", str(REAL / "helm"), "--measure", "exact_match")
    assert (shown["baseline"], shown["experimental"]) == (0.3888888888888889, 0.6944444444444444)
    assert (shown["baseline_name"], shown["experimental_name"]) == ("hh/baseline", "hh/experimental")
    files = [str(REAL / "helm" / f"ours_{name}" / "per_instance_stats.json") for name in ("baseline", "experimental")]
    assert printed("compare", *files, "--measure", "exact_match") == shown
