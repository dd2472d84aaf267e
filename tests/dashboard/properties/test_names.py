"""Two widgets of a page never have the same name."""

from collections import Counter

import pytest

from dashboard.pages import PAGES
from dashboard.samples.examples import EXAMPLES
from tests.dashboard.steps import QUICK, opened

CHOICES = (
    "button_group",
    "checkbox",
    "file_uploader",
    "multiselect",
    "number_input",
    "radio",
    "select_slider",
    "selectbox",
    "slider",
    "text_area",
    "text_input",
)
# Settings under which a page draws other widgets.
WAYS = [
    ("two_systems", {"source": "synthetic"}),
    ("two_systems", {"source": "paste"}),
    ("two_systems", {"source": "many"}),
    ("many_systems", {"many": "paste"}),
    ("preferences", {"judged": "paste"}),
    ("plan_a_study", {"known": "accuracies"}),
    ("plan_a_study", {"known": "pilot"}),
    ("resample_by_hand", {"by_hand": "flip"}),
    ("pvalue_grid", {"map": "n-effect", "cells": "own"}),
    ("exact_or_sampled", {"study": "own"}),
    ("why_tools_disagree", {"data": "own"}),
]
VIEWS = [page.script.split("/")[-2] for page in PAGES.values()]


def twice(app):
    named = Counter(each.proto.label for kind in CHOICES for each in app.get(kind))
    assert named
    return [name for name, number in named.items() if number > 1]


@pytest.mark.parametrize(("view", "query"), [*((view, QUICK.get(view, {})) for view in VIEWS), *WAYS])
def test_no_two_choices_of_a_page_have_one_name(view, query):
    assert twice(opened(view, **query)) == []


FIRST = ("table", "long", "labels", "lm-eval")
DROPPED = [
    *((view, format) for view in ("two_systems", "many_systems") for format in FIRST),
    *(pytest.param("two_systems", each, marks=pytest.mark.thorough) for each in EXAMPLES if each not in FIRST),
]


@pytest.mark.parametrize(("view", "format"), DROPPED)
def test_no_two_choices_for_dropped_files_have_one_name(view, format):
    app = opened(view)
    app.session_state["_reading"] = True
    files = [(file.name, file.data, "text/plain") for file in EXAMPLES[format]()]
    app.get("file_uploader")[0].set_value(files).run()
    assert twice(app) == []
