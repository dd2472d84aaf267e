"""On every page, two widgets never have the same name, no line breaks within a number, and steps begin undone."""

from collections import Counter
from functools import cache

import pytest

from core.readers import FORMATS
from dashboard.lessons.plan import LESSONS
from dashboard.pages import PAGES
from dashboard.samples.examples import example
from dashboard.wording.unbroken import unbroken
from tests.dashboard.steps import listed, opened

# Every page and every format: in the gate.
pytestmark = pytest.mark.thorough

CHOICES = (
    "button_group", "checkbox", "file_uploader", "multiselect", "number_input", "radio", "select_slider", "selectbox",
    "slider", "text_area", "text_input",
)  # fmt: skip
SENTENCES = ("title", "header", "subheader", "markdown", "caption", "info", "warning", "error", "success")
# Settings under which a page draws other widgets and sentences.
WAYS = [
    ("two_systems", {"source": "synthetic"}), ("two_systems", {"source": "paste"}),
    ("two_systems", {"source": "many"}), ("many_systems", {"many": "paste"}), ("preferences", {"judged": "paste"}),
    ("plan_a_study", {"known": "accuracies"}), ("plan_a_study", {"known": "pilot"}),
    ("resample_by_hand", {"by_hand": "flip"}), ("resample_by_hand", {"draws": "20", "guess": "0.3", "revealed": "1"}),
    ("helped_and_hurt", {"lesson": "3", "counted_in": "percent"}),
    ("pvalue_grid", {"map": "n-effect", "cells": "own", "sampled": "1"}),
    ("exact_or_sampled", {"study": "own", "sample": "ten_questions"}),
    ("why_tools_disagree", {"data": "own", "sample": "ten_questions"}),
]  # fmt: skip
VIEWS = [page.script.split("/")[-2] for page in PAGES.values()]

page = cache(opened)


def twice(app):
    named = Counter(each.proto.label for kind in CHOICES for each in app.get(kind))
    assert named
    return [name for name, number in named.items() if number > 1]


@pytest.mark.parametrize(("view", "query"), [*((view, {}) for view in VIEWS), *WAYS])
def test_names_differ_and_sentences_keep_together_what_belongs_together(view, query):
    app = page(view, **query)
    assert twice(app) == []
    said = [element.value for kind in SENTENCES for element in app.get(kind)]
    assert said
    assert [text for text in said if text != unbroken(text)] == []


@pytest.mark.parametrize("address", LESSONS)
def test_nothing_is_done_at_first(address):
    app = page(address.replace("-", "_"))
    assert listed(app)[:2] == (0, len(LESSONS[address].steps))
    assert [each.label for each in app.expander][-5:] == [unbroken(each.asked) for each in LESSONS[address].questions]


FIRST = ("table", "long", "labels", "lm-eval")
# One format for each set of questions that the page can ask.
ASKED = {tuple(asked.name for asked in (*each.slots, *each.options)): name for name, each in reversed(FORMATS.items())}
DROPPED = [
    *((view, format) for view in ("two_systems", "many_systems") for format in FIRST),
    *(("two_systems", each) for each in ASKED.values() if each not in FIRST),
]


@pytest.mark.parametrize(("view", "format"), DROPPED)
def test_no_two_choices_for_dropped_files_have_one_name(view, format):
    # Without the example, which takes longer to compare than the files.
    app = opened(view, **{"many" if view == "many_systems" else "source": "upload"})
    app.session_state["_reading"] = True
    files = [(file.name, file.data, "text/plain") for file in example(format)]
    app.get("file_uploader")[0].set_value(files).run()
    assert twice(app) == []
