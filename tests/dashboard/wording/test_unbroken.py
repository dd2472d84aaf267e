"""No line breaks within a number and its unit, nor within p-value, on any page."""

import pytest

from dashboard.pages import PAGES
from dashboard.wording.unbroken import unbroken
from tests.dashboard.steps import QUICK, opened

KINDS = ("title", "header", "subheader", "markdown", "caption", "info", "warning", "error", "success")
QUERIES = QUICK | {
    "resample_by_hand": {"draws": "20", "guess": "0.3", "revealed": "1"},
    "helped_and_hurt": {"lesson": "3", "counted_in": "percent"},
    "pvalue_grid": {"sampled": "1"},
    "plan_a_study": {"known": "accuracies"},
}


@pytest.mark.parametrize("page", PAGES.values(), ids=lambda page: page.folder)
def test_every_sentence_keeps_together_what_belongs_together(page):
    app = opened(page.folder, **QUERIES.get(page.folder, {}))
    said = [element.value for kind in KINDS for element in app.get(kind)]
    assert said
    assert [text for text in said if text != unbroken(text)] == []


@pytest.mark.parametrize(
    "text",
    ["p-value", "p-values", "macro-F1", "p = 0.03", "p ≤ 0.05", "p < .001", "95 %", "+2 points", "0.05 ± 0.005",
     "1,319 items", "[−1.5, 7.1]", "α = 0.05", "×2", "≥ 19 %", "2.2 times", "40 clusters", "8.8 ms"],
)  # fmt: skip
def test_these_stay_on_one_line(text):
    assert not any(character in unbroken(text).replace("-\N{WORD JOINER}", "") for character in " -")


def test_code_and_formulas_stay_as_they_are():
    for text in ("`p-value = 3`", "$p = 3$", r"\$5 items$"):
        assert (unbroken(text) == text) == (text[0] in "`$")
    assert unbroken(unbroken("a p-value, p = 0.03")) == unbroken("a p-value, p = 0.03")
