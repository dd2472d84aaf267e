"""The texts of a page about a result."""

import pytest

import core
from core.report.items import items_of
from core.report.numbers import POINTS
from dashboard.charts.evidence import evidence_rows
from dashboard.wording import agreement, evidence, pictures

TEN = core.helped_hurt(10, helped=4, hurt=3)


@pytest.mark.parametrize(
    ("pvalue", "band"),
    [(0, "very strong"), (0.001, "very strong"), (0.0011, "strong"), (0.05, "moderate"), (0.1, "weak"), (0.11, "none")],
)
def test_bands_include_their_upper_end(pvalue, band):
    assert evidence.band_of(pvalue) == band


def test_scale_marks_one_band_and_keeps_the_order():
    strong = evidence.scale(core.compare(core.helped_hurt(1319, 209, 152), test="bootstrap", alternative="greater"))
    assert strong == ":gray[none · weak · moderate ·] :blue-badge[strong] :gray[· very strong]"


def _all_tests(pair, alternative):
    return {test: core.compare(pair, test=test, alternative=alternative) for test in core.TESTS}


def test_tests_that_agree_need_no_explanation():
    assert agreement.agreement(_all_tests(TEN, "greater")) is None


def test_disagreement_on_few_items_points_to_the_permutation_test():
    text = agreement.agreement(_all_tests(core.helped_hurt(50, 6, 1), "greater"))
    assert "the bootstrap and the shifted bootstrap are below it, the permutation test is above" in text
    assert "Only 7 items changed" in text


def test_disagreement_near_the_line_is_called_that():
    text = agreement.agreement(_all_tests(core.helped_hurt(500, 17, 7), "two-sided"))
    assert "the bootstrap is below it" in text
    assert "neither answer is certain" in text


def test_one_item_is_no_evidence():
    one = core.compare(core.helped_hurt(1, 1, 0), test="bootstrap", alternative="greater")
    assert one.pvalue == 0
    assert evidence.scale(one).startswith(":blue-badge[none]")
    assert pictures.evidence_alt({"bootstrap": one}) == "p-values: Bootstrap 0 (none evidence)"
    assert "Tied: 0 of 1 item." in pictures.changes_caption(
        one, items_of(core.helped_hurt(1, 1, 0), "mean"), POINTS, (-100, 100)
    )


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
    assert "In none of them it is at or below zero" in pictures.spread_caption(result, POINTS)
