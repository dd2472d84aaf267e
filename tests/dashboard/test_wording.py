"""The texts of a page about a result, and what stays on one line."""

import pytest

import core
from core.report.numbers import POINTS
from dashboard.panels.tests import evidence_rows
from dashboard.wording import evidence, pictures
from dashboard.wording.unbroken import unbroken


def _all_tests(pair, alternative):
    return {test: core.compare(pair, test=test, alternative=alternative) for test in core.TESTS}


def test_disagreement_on_few_items_points_to_the_permutation_test():
    text = evidence.agreement(_all_tests(core.helped_hurt(50, 6, 1), "greater"))
    assert "the bootstrap and the shifted bootstrap are below it, the permutation test is above" in text
    assert "Only 7 items changed" in text


def test_a_count_of_zero_is_no_stronger_than_its_limit():
    pair = core.helped_hurt(1000, 120, 20)
    for test in ("bootstrap", "permutation"):
        result = core.compare(pair, test=test, method="monte-carlo", n_resamples=1_000, alternative="greater")
        # A sampled p-value of 0 of 1,000 has the upper bound 0.0053: the evidence is not called very strong.
        assert "badge[strong]" in evidence.scale(result)
        assert pictures.evidence_alt({test: result}).endswith(" < 0.00528 (strong evidence)")
        [row] = [each for each in evidence_rows({test: result}, 0.05, evidence.BANDS) if each["part"] == "test"]
        assert (row["where"], row["p"], row["left"]) == ("beyond", "< 0.00528", result.claimed_pvalue)
    assert "in none of 1,000 cases (orange)" in pictures.chance_caption(result, POINTS)
    assert "it is at or below zero (orange) in none of the draws" in pictures.spread_caption(result, POINTS)


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
