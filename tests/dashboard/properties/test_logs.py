"""Logs of evaluation tools and files of a new format on the page, which asks for what they hold several of."""

import pytest

from core.readers import FORMATS
from tests.core.readers import new_format
from tests.core.readers.logs.test_gold import GOLD, NEW, OLD
from tests.core.readers.logs.test_inspect import eval_log
from tests.dashboard.steps import drop, has_verdict, result, told


def widget(app, label):
    return next(each for each in app.selectbox if each.label == label)


def printed_code(app):
    return " ".join(block.value for block in app.code)


def counts(app):
    shown = result(app)
    return shown["helped"], shown["hurt"], shown["n_items"]


def test_the_page_asks_what_a_log_holds_several_of_and_shows_the_code(visit):
    values = ({"exact": 1, "length": 2}, {"exact": 0, "length": 2})
    app = drop(visit(source="upload"), eval_log("old", values), eval_log("new", values[::-1]))
    assert "**Still to choose:** Measure." in told(app)
    assert not has_verdict(app)
    assert widget(app, "Measure").options == ["match/exact", "match/length"]
    widget(app, "Measure").select("match/exact").run()
    assert counts(app) == (1, 1, 2)
    assert "compare old.eval new.eval --from inspect --measure match/exact" in printed_code(app)
    app.toggle(key="swap").set_value(True).run()
    assert (result(app)["baseline_name"], result(app)["experimental_name"]) == ("new", "old")


@pytest.mark.thorough
def test_a_task_is_optional_only_where_the_tasks_are_averaged(visit):
    logs = [
        eval_log(model, right, eval={"model": model, "task": task, "config": {}})._replace(name=f"{model}-{task}.eval")
        for model, right in (("old", ["C", "I"]), ("new", ["C", "C"]))
        for task in ("sums", "words")
    ]
    app = drop(visit(source="upload"), *logs)
    assert not has_verdict(app)
    widget(app, "Task (scores averaged over tasks), optional").select("task").run()
    assert widget(app, "Task, optional").value is None
    widget(app, "Task (scores averaged over tasks), optional").select(None).run()
    widget(app, "Task").select("sums").run()
    assert counts(app) == (1, 0, 2)


def test_a_gold_file_is_told_by_its_name_and_the_measure_is_chosen(visit):
    app = drop(visit(source="upload"), OLD, NEW, GOLD)
    assert "**Still to choose:** Measure." in told(app)
    widget(app, "Measure").select("f1").run()
    assert has_verdict(app)


def test_a_new_format_is_recognised_and_its_option_chosen_among_what_the_files_hold(monkeypatch, visit):
    monkeypatch.setitem(FORMATS, "quiz", new_format.QUIZ)
    app = drop(visit(), new_format.OLD, new_format.NEW)
    kinds = widget(app, "What the files are").options
    assert (kinds[0], kinds[-1]) == ("Marks of a quiz (recognised)", "Marks of a quiz")
    assert "old.quiz: a quiz" in [each.value for each in app.text]
    assert counts(app) == (2, 0, 4)
    assert "core.read('old.quiz', 'new.quiz', format='quiz')" in printed_code(app).replace('"', "'")
    assert "compare old.quiz new.quiz --from quiz" in printed_code(app)
    assert widget(app, "Judge, optional").options == ["Ann", "Bo"]
    widget(app, "Judge, optional").select("Bo").run()
    assert counts(app)[:2] == (1, 1)
    assert "--judge Bo" in printed_code(app)
