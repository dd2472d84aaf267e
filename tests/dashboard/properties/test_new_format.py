"""A format added in one file appears in the upload panel, is recognised there, and gives a verdict."""

import pytest

from core.readers import FORMATS
from tests.core.readers.new_format import LOG, LOGS, NEW, OLD, QUIZ
from tests.dashboard.steps import has_verdict, result, told, visit

__all__ = ["visit"]


@pytest.fixture
def formats(monkeypatch):
    """Register two new formats."""
    monkeypatch.setitem(FORMATS, "quiz", QUIZ)
    monkeypatch.setitem(FORMATS, "log", LOG)


def drop(app, *uploads):
    return app.get("file_uploader")[0].set_value([(*upload, "text/plain") for upload in uploads]).run()


def widget(app, label):
    return next(each for each in app.selectbox if each.label == label)


def printed_code(app):
    return " ".join(block.value for block in app.code)


def test_files_of_a_new_format_are_recognised_and_compared(formats, visit):
    app = drop(visit(), OLD, NEW)
    assert widget(app, "What the files are").options[-2:] == ["Marks of a quiz", "Evaluation logs"]
    assert widget(app, "What the files are").options[0] == "Marks of a quiz (recognised)"
    assert "old.quiz: a quiz" in [each.value for each in app.text]
    assert (result(app)["helped"], result(app)["hurt"], result(app)["n_items"]) == (2, 0, 4)
    assert "core.read('old.quiz', 'new.quiz', format='quiz')" in printed_code(app).replace('"', "'")
    assert "compare old.quiz new.quiz --from quiz" in printed_code(app)


def test_an_option_of_a_new_format_is_chosen_among_what_the_files_hold(formats, visit):
    app = drop(visit(), OLD, NEW)
    assert widget(app, "Judge, optional").options == ["Ann", "Bo"]
    widget(app, "Judge, optional").select("Bo").run()
    assert (result(app)["helped"], result(app)["hurt"]) == (1, 1)
    assert "--judge Bo" in printed_code(app)


def test_logs_of_many_systems_ask_which_two(formats, visit):
    app = drop(visit(), *LOGS)
    assert "**Still to choose:** Baseline is; Experimental is." in told(app)
    assert not has_verdict(app)
    assert widget(app, "Baseline is").options == ["small", "large", "huge"]
    widget(app, "Baseline is").select("small").run()
    widget(app, "Experimental is").select("huge").run()
    assert result(app)["experimental_name"] == "huge"
    assert result(app)["difference"] == pytest.approx(2 / 3)
    assert "compare small.log large.log huge.log --from log" in printed_code(app)
