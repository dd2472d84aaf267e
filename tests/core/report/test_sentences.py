"""Sentences about comparisons."""

import json
import re
from dataclasses import replace

import numpy as np
import pytest

import core
from core import report
from core.common.claimed import pvalue_equation
from core.report.numbers import OWN, POINTS
from core.report.ranking import ranking_rows
from core.report.sentences import conclusion_sentence, equivalence_sentences, verdict_sentences

TEN = core.helped_hurt(10, helped=4, hurt=3)


@pytest.mark.parametrize("test", core.TESTS)
@pytest.mark.parametrize(
    ("alternative", "boundary"), [("greater", "include"), ("less", "exclude"), ("two-sided", "include")]
)
@pytest.mark.parametrize("pair", [TEN, TEN.swapped(), core.helped_hurt(20, 2, 2)], ids=["ahead", "behind", "even"])
def test_every_question_has_whole_sentences(pair, test, alternative, boundary):
    result = core.compare(pair, test=test, alternative=alternative, boundary=boundary, margin=0.1)
    unit = report.unit_of(pair, "mean")
    text = report.verdict(result, unit)
    assert pvalue_equation(result.claimable_pvalue()) in text
    assert not re.search(r"None|nan|  |\.\.|\{", text)
    assert report.markdown_report(result, unit).count("\n# ") == 0


@pytest.mark.parametrize(
    ("counts", "options", "answer"),
    [
        ((1319, 152, 209), {}, "Yes, worse: experimental scores 4.3 points lower [−7.1, −1.5]; only 0.32 % of random"),
        ((500, 30, 20), {"test": "bootstrap"}, "Cannot tell: experimental scores 2.0 points higher [−0.8, 4.8], but 8"),
        ((500, 20, 30), {"alternative": "greater"}, "Cannot tell: experimental scores 2.0 points lower [−4.8, 0.8], b"),
        ((40, 8, 8), {}, "Cannot tell: experimental and baseline score the same ["),
        ((50, 9, 0), {}, "Yes, better: experimental scores 18 points higher ["),
        ((50, 6, 0), {"test": "bootstrap"}, "Cannot tell: only 6 items changed, 6 helped and 0 hurt."),
        ((9, 0, 0), {}, "Experimental and baseline score the same on every one of 9 items: there is nothing to test."),
        ((1, 1, 0), {}, "Cannot tell: there is only one item."),
    ],
)
def test_the_headline_answers_the_question(counts, options, answer):
    assert report.headline(core.compare(core.helped_hurt(*counts), **options), POINTS).startswith(answer)


def test_not_significant_is_never_called_equal():
    for pair in (TEN, TEN.swapped()):
        for alternative in ("greater", "two-sided"):
            text = conclusion_sentence(core.compare(pair, alternative=alternative, test="bootstrap"))
            assert "show that the systems are equal" in text


def test_a_margin_is_tested_in_both_directions():
    result = core.compare(core.helped_hurt(2000, 64, 56), margin=0.02, test="bootstrap", alternative="greater")
    texts = equivalence_sentences(result, POINTS)
    assert len(texts) == 3
    assert texts[0] == (
        "Shown at α = 0.05: experimental is less than 2 points worse than baseline (p < .001, "
        "Tango's score test, approximate)."
    )
    assert all(text.startswith("Shown at α = 0.05: ") for text in texts)
    assert "simpler" in texts[1]


def test_a_sampled_zero_is_none_of_the_resamples():
    result = core.compare(core.helped_hurt(100, 60, 0), method="monte-carlo", test="bootstrap", alternative="greater")
    assert result.pvalue == 0
    assert report.chance_sentence(result) == (
        "In none of 10,000 resamples of the items, experimental comes out no better than baseline (p < .001)."
    )


@pytest.mark.parametrize(("off", "undecided"), [(-2e-3, False), (-5e-4, True), (5e-4, True), (2e-3, False)])
def test_an_exact_p_says_where_its_bound_does_not_tell_the_side_of_alpha(off, undecided):
    result = core.compare(core.helped_hurt(50, 17, 8))
    result = replace(result, error_bound=1e-3, alpha=result.pvalue + off)
    assert result.undecided == undecided
    assert ("It may lie on either side of α" in report.precision_sentence(result)) == undecided


def test_far_tails_print_powers_of_ten_and_then_only_a_bound():
    result = core.compare(core.helped_hurt(1000, 400, 0), test="permutation", alternative="greater")
    assert pvalue_equation(result.claimable_pvalue()) == "p = 3.87 × 10⁻¹²¹"  # 2^-400
    result = core.compare(core.helped_hurt(2000, 2000, 0), test="permutation", alternative="greater")
    assert pvalue_equation(result.claimable_pvalue()) == "p < 10⁻³⁰⁰"


def test_what_cannot_happen_is_told_from_what_is_too_rare_for_a_number():
    impossible = core.compare([0] * 5, [1] * 5, test="bootstrap", alternative="two-sided")
    assert "In none of the possible resamples of the items" in report.chance_sentence(impossible)
    rare = core.compare(core.helped_hurt(2000, 2000, 0), test="permutation", alternative="greater")
    assert "would come up in less than 0.01 % of random swaps" in report.chance_sentence(rare)
    sampled = replace(
        rare, method="monte-carlo", engine="tilted-sampling", reason="no", pvalue_interval=(5e-324, 5e-324)
    )
    assert report.precision_sentence(sampled).endswith("The exact value lies below 10⁻³⁰⁰ (99 % interval).")


def test_shares_are_points_and_other_scores_their_own_unit():
    assert report.unit_of(TEN, "mean") == POINTS
    assert report.unit_of(TEN.by_cluster(list("aabbccddee")), "mean") == POINTS
    assert report.unit_of(core.PairedScores.from_scores([0.2, 0.4], [0.1, 1]), "mean") == OWN
    assert report.unit_of(core.PairedScores.from_scores([[3, 2]], [[1, 2]]), "ratio") == OWN
    assert report.unit_of(core.PairedScores.from_scores([[3.5, 4, 1, 2]], [[1, 4, 1, 2]]), "f1") == POINTS


@pytest.mark.parametrize("scale", [1e-9, 3e-11, 1e-14, 1e-40])
def test_a_tiny_difference_is_printed_with_its_digits(scale):
    before, after = (scale * np.array(each) for each in ([1, 2, 3, 4, 5, 6, 7], [4, 5, 9, 7, 8, 9, 16]))
    result = core.compare(before, after)
    said = verdict_sentences(result, OWN)[0]
    for text in (said, report.latex_report(result, OWN), str(ranking_rows(core.rank({"a": before, "b": after}), OWN))):
        assert not re.search("0.000000000|seem to differ", text)
    gap, low, high = map(float, re.search(r"by (\S+) \(mean\) \[(\S+), (\S+)\]", said.replace("−", "-")).groups())
    interval = result.confidence_interval()
    assert (gap, low, high) == pytest.approx((result.statistic, interval.low, interval.high), rel=0.05, abs=0)


def test_a_sampled_companion_says_so_beside_an_exact_p():
    # The swaps of F1 have an exact law, its resamples have none.
    random = np.random.default_rng(3)
    rows = random.integers(0, 5, (300, 2))
    changed = rows + random.integers(-1, 2, (300, 2)) * (random.random((300, 1)) < 0.5)
    pair = core.PairedScores.from_scores(rows, np.maximum(changed, 0))
    result = core.compare(pair, metric="f1-errors", margin=0.3)
    assert result.computed
    test = result.equivalence
    assert (test.equivalence.method, test.n_resamples, test.seed) == ("monte-carlo", 10_000, 0)
    assert test.equivalence_pvalue == 0
    assert test.equivalence.interval == pytest.approx((0, 1 - 0.005 ** (1 / 10_000)))
    told = json.loads(report.to_json(result))["equivalence"]
    assert told["equivalence_pvalue"] is None
    assert told["equivalence_pvalue_text"] == "< 0.000530"
    assert told["equivalence_method"] == "monte-carlo"
    assert told["equivalence_pvalue_interval"] == list(test.equivalence.interval)
    assert "p = 0" not in repr(result.equivalence)
    for text in (report.markdown_report(result, POINTS), *equivalence_sentences(result, POINTS)):
        assert "10,000 resamples" in text
        assert "10⁻³⁰⁰" not in text


@pytest.mark.parametrize(
    ("counts", "options", "said"),
    [
        ((1_200, 1_200, 0), {}, "p < 1e-300 (exact)"),
        ((100, 101 - 1, 0), {}, "p = 1.57772e-30 (exact)"),
        ((100, 60, 0), {"test": "bootstrap", "method": "monte-carlo", "n_resamples": 50}, "(50 resamples)"),
        ((100, 100, 0), {"test": "bootstrap", "alternative": "greater"}, "p = 0 (exact)"),
    ],
)
def test_repr_shows_a_zero_only_where_p_is_zero(counts, options, said):
    result = core.compare(core.helped_hurt(*counts), **options)
    assert said in repr(result)
    assert ("p = 0 " in repr(result)) == (said == "p = 0 (exact)")
    assert (result.to_dict()["pvalue"] == 0) == (said == "p = 0 (exact)")
