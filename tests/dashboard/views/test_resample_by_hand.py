"""The page *Resample by hand*."""

import pytest

from core.teaching.by_hand import draw_by_hand
from dashboard.samples import load
from dashboard.views.resample_by_hand import words
from dashboard.wording.unbroken import unbroken
from tests.dashboard.steps import opened, press

TEN = load("ten_questions")


def page(**query):
    app = opened("resample_by_hand", **query)
    assert [error.value for error in app.error] == []
    return app


def figures(app):
    return [metric.value for metric in app.metric]


def test_a_link_shows_what_was_shown():
    app = page(by_hand="flip", flips="250", flip_seed="9")
    drawn = draw_by_hand(TEN, n_draws=250, test="permutation", seed=9)
    assert figures(app)[:3] == ["250", str(drawn.count), f"{drawn.pvalue:.4g}"]
    app = page(by_hand="flip", all_flips="1")
    assert any("**512 of all 1,024** ways" in each.value.replace("\xa0", " ") for each in app.markdown)


def test_what_cannot_be_drawn_by_hand_is_said():
    app = opened("resample_by_hand")
    app.session_state["source"] = "paste"
    app.session_state["_paste_baseline"] = "1 2 1 3\n1 1 1 1"
    app.session_state["_paste_experimental"] = "2 2 2 3\n1 1 1 2"
    app.run()
    assert next(error.value for error in app.error).startswith("Resampling by hand needs items that have a score")


def test_the_buttons_end_where_the_page_does():
    app = page(draws="99999")
    press(app, "Draw 10")
    assert figures(app)[0] == "100,000"
    assert next(button for button in app.button if button.label == "Draw 1").disabled


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"source": "upload", "draws": "1000", "choice": "1"}, "A link holds settings, never files"),
        ({"source": "synthetic", "n": "10", "helped": "20", "hurt": "5"}, "helped + hurt == 25"),
    ],
)
def test_where_items_are_missing_nothing_else_is_shown(query, sentence):
    app = opened("resample_by_hand", **query)
    [told] = [*app.info, *app.error]
    assert sentence in told.value
    [fold] = [each for each in app.expander if each.label.startswith("Use other items")]
    assert fold.proto.expanded
    assert not app.table
    app.segmented_control(key="source").set_value("sample").run()
    assert not app.info
    assert not app.error
    # The questions keep their texts.
    assert app.table[0].value["Item"][0].startswith("Which of")


def test_a_few_of_a_million_hold_what_changed_and_say_so():
    app = page(source="synthetic", n="1000000", helped="3", hurt="2")
    assert unbroken(words.picked(12, 1_000_000)) in [each.value for each in app.caption]
    changed = [cell for cell in app.table[0].value["Difference"] if "helped" in cell or "hurt" in cell]
    assert len(changed) == 5
