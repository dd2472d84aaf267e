"""Logs of every evaluation tool on the page: a single score is compared at once, otherwise the page asks for one."""

import pytest

from core.readers import Upload
from tests.core.readers.logs.made import REAL, needs_real_logs
from tests.core.readers.logs.test_inspect import eval_log
from tests.dashboard.properties.test_new_format import drop, printed_code, widget
from tests.dashboard.steps import has_verdict, result, told, visit

__all__ = ["visit"]

ONE = {
    "lm_eval/real_gsm8k/*.json*": (1, 0, 3),
    "inspect/real_arc_json/*.json": (2, 0, 3),
    "comet/comet_score.to_json*": (23, 17, 40),
    "comet/comet_compare.to_json*": (23, 17, 40),
    "comet/comet_score.stdout*": (23, 17, 40),
    "sacrebleu/sentence_chrf*": (387, 489, 1012),
    "deepeval/*.json": (7, 4, 30),
}
SEVERAL = {
    "lm_eval/ours/*/*sums_mc*": ("acc", 26, 5, 160),
    "lm_eval/ours/*/*sums_gen*": ("exact_match,maj@5", 32, 7, 160),
    "inspect/ours_eval_zstd/*.eval": ("graded", 22, 7, 36),
    "inspect/ours_json/*.json": ("match", 6, 2, 18),
    "trec_eval/*.full.eval": ("map", 67, 33, 100),
    "trec_eval/*.tsv": ("AP", 67, 33, 100),
    "trec_eval/*.jsonl": ("AP", 67, 33, 100),
    "helm/*/per_instance_stats.json": ("exact_match", 11, 3, 18),
    "promptfoo/*.json": ("success", 8, 0, 20),
}


def first_alone(patterns):
    """Leave all patterns but the first to the thorough run: the readers' own tests read the same files."""
    first, *others = patterns
    return [first, *(pytest.param(each, marks=pytest.mark.thorough) for each in others)]


def uploads(pattern):
    return [Upload(path.name, path.read_bytes()) for path in sorted(REAL.glob(pattern))]


def counts(app):
    shown = result(app)
    return shown["helped"], shown["hurt"], shown["n_items"]


def test_the_page_asks_what_a_log_holds_several_of_and_shows_the_code(visit):
    values = ({"exact": 1, "length": 2}, {"exact": 0, "length": 2})
    app = drop(visit(), eval_log("old", values), eval_log("new", values[::-1]))
    assert "**Still to choose:** Measure." in told(app)
    assert not has_verdict(app)
    assert widget(app, "Measure").options == ["match/exact", "match/length"]
    widget(app, "Measure").select("match/exact").run()
    assert counts(app) == (1, 1, 2)
    assert "compare old.eval new.eval --from inspect --measure match/exact" in printed_code(app)
    app.toggle(key="swap").set_value(True).run()
    assert (result(app)["baseline_name"], result(app)["experimental_name"]) == ("new", "old")


def test_a_task_is_optional_only_where_the_tasks_are_averaged(visit):
    logs = [
        eval_log(model, right, eval={"model": model, "task": task, "config": {}})._replace(name=f"{model}-{task}.eval")
        for model, right in (("old", ["C", "I"]), ("new", ["C", "C"]))
        for task in ("sums", "words")
    ]
    app = drop(visit(), *logs)
    assert not has_verdict(app)
    widget(app, "Task (scores averaged over tasks), optional").select("task").run()
    assert widget(app, "Task, optional").value is None
    widget(app, "Task (scores averaged over tasks), optional").select(None).run()
    widget(app, "Task").select("sums").run()
    assert counts(app) == (1, 0, 2)


@needs_real_logs
@pytest.mark.parametrize("pattern", first_alone(ONE))
def test_real_logs_of_one_measure_are_compared_at_once(visit, pattern):
    assert counts(drop(visit(), *uploads(pattern))) == ONE[pattern]


@needs_real_logs
@pytest.mark.parametrize("pattern", first_alone(SEVERAL))
def test_real_logs_of_several_measures_ask_which(visit, pattern):
    measure, *wanted = SEVERAL[pattern]
    app = drop(visit(), *uploads(pattern))
    assert "**Still to choose:** Measure." in told(app)
    widget(app, "Measure").select(measure).run()
    assert counts(app) == tuple(wanted)
