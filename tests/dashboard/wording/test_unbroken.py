"""No line breaks within a number and its unit, nor within p-value."""

import pytest

from dashboard.wording.unbroken import unbroken


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
