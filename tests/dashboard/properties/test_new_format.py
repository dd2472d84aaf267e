"""A format added in one file appears in the upload panel, is recognised there, and gives a verdict."""

from core.readers import FORMATS
from tests.core.readers.new_format import NEW, OLD, QUIZ
from tests.dashboard.steps import result


def printed_code(app):
    return " ".join(block.value for block in app.code)


def test_a_new_format_is_recognised_and_its_option_is_chosen_among_what_the_files_hold(monkeypatch, visit):
    monkeypatch.setitem(FORMATS, "quiz", QUIZ)
    app = visit().get("file_uploader")[0].set_value([(*upload, "text/plain") for upload in (OLD, NEW)]).run()
    lists = {each.label: each for each in app.selectbox}
    kinds = lists["What the files are"].options
    assert (kinds[0], kinds[-1]) == ("Marks of a quiz (recognised)", "Marks of a quiz")
    assert "old.quiz: a quiz" in [each.value for each in app.text]
    assert (result(app)["helped"], result(app)["hurt"], result(app)["n_items"]) == (2, 0, 4)
    assert "core.read('old.quiz', 'new.quiz', format='quiz')" in printed_code(app).replace('"', "'")
    assert "compare old.quiz new.quiz --from quiz" in printed_code(app)
    assert lists["Judge, optional"].options == ["Ann", "Bo"]
    lists["Judge, optional"].select("Bo").run()
    assert (result(app)["helped"], result(app)["hurt"]) == (1, 1)
    assert "--judge Bo" in printed_code(app)
