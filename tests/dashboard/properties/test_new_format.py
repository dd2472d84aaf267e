"""A format added in one file appears in the upload panel, is recognised there, and gives a verdict."""

import pytest

from core.readers import FORMATS
from tests.core.readers.new_format import NEW, OLD, QUIZ
from tests.dashboard.steps import result


@pytest.fixture
def formats(monkeypatch):
    """Register a new format."""
    monkeypatch.setitem(FORMATS, "quiz", QUIZ)


def drop(app, *uploads):
    return app.get("file_uploader")[0].set_value([(*upload, "text/plain") for upload in uploads]).run()


def widget(app, label):
    return next(each for each in app.selectbox if each.label == label)


def printed_code(app):
    return " ".join(block.value for block in app.code)


def test_files_of_a_new_format_are_recognised_and_compared(formats, visit):
    app = drop(visit(), OLD, NEW)
    assert widget(app, "What the files are").options[-1] == "Marks of a quiz"
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
