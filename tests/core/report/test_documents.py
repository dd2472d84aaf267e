"""A comparison as a document: the facts that it names, and those that it never shows."""

import json
import re

import pytest

import core
from core import report
from core.report.escape import latex, markdown
from core.report.numbers import POINTS
from core.report.sentences import equivalence_sentences

GSM8K = core.helped_hurt(1319, helped=209, hurt=152, both_correct=306)


TEN = core.helped_hurt(10, helped=4, hurt=3)


def test_every_document_says_that_clusters_were_resampled():
    result = core.compare([0, 0, 1, 1], [1, 1, 1, 1], clusters=list("aabb"))
    assert "on the same 4 items in 2 clusters" in report.methods_paragraph(result, POINTS)
    assert "Clusters were resampled and swapped as a whole." in report.methods_paragraph(result, POINTS)
    assert "n = 4 in 2 clusters)" in report.latex_row(result, POINTS)
    assert "| Clusters | 2 |" in report.markdown_report(result, POINTS)
    alone = core.compare([0, 0, 1, 1], [1, 1, 1, 1])
    assert "luster" not in report.markdown_report(alone, POINTS) + report.latex_row(alone, POINTS)


@pytest.mark.parametrize("test", core.TESTS)
@pytest.mark.parametrize("alternative", ["greater", "two-sided"])
def test_no_document_shows_more_than_a_count_of_zero_can(test, alternative):
    pair = core.helped_hurt(1000, 120, 20)
    result = core.compare(pair, test=test, alternative=alternative, method="monte-carlo", margin=0.03)
    # Twice the limit where the smaller tail is doubled; of sampled permutations p itself is 1 / 10,001.
    doubled = (test, alternative) == ("bootstrap", "two-sided")
    limit = "0.00106" if doubled else "0.000530"
    assert result.none_counted
    assert result.claimed_pvalue == pytest.approx(2**doubled * (1 - 0.005 ** (1 / 10_000)))
    told = json.loads(report.to_json(result))
    assert told["pvalue"] == (result.pvalue or None)  # never a 0 that was only sampled
    assert told["pvalue_text"] == f"< {limit}"
    assert f"p < {(2 if doubled else 1) * 0.000529691:.6g} (10,000 resamples)" in repr(result)
    said = f"< {limit}" if doubled else "< .001"
    for text, shown in (
        (report.verdict(result, POINTS), said),
        (report.methods_paragraph(result, POINTS), said),
        (report.latex_row(result, POINTS), f"< {limit}"),
        (report.markdown_report(result, POINTS).replace("\\<", "<"), said),
    ):
        assert shown in text
        assert not re.search(r"p = 0\b(?!\.)|= 0\.0 |10⁻⁴|less than 0\.01|(?<![\d.])0 %|9\.999", text)
    # Right-or-wrong items need no resample.
    assert equivalence_sentences(result, POINTS)[0].endswith("(p < .001, Tango's score test, approximate).")


def test_methods_paragraph_has_what_reviewers_ask_for():
    result = core.compare(GSM8K, test="permutation", alternative="two-sided", method="monte-carlo", seed=7)
    text = report.methods_paragraph(result, POINTS)
    for part in (
        "1,319 items",
        "permutation test",
        "two-sided",
        "10,000 resamples",
        "seed 7",
        "95 % percentile",
        "α = 0.05",
    ):
        assert part in text


def test_names_are_harmless_in_every_document():
    pair = core.PairedScores.from_scores([0, 1], [1, 1], baseline_name="a_b|c", experimental_name="<i>&x_$50%$")
    result = core.compare(pair, test="bootstrap", alternative="greater")
    assert "| Baseline | a\\_b\\|c |" in report.markdown_report(result, POINTS)
    assert r"<i>\&x\_\$50\%\$" in report.latex_row(result, POINTS)


def test_escaping_leaves_ordinary_sentences_alone():
    sentence = "Experimental beats baseline by 4.3 points [1.5, 7.1] on 1,319 items: 209 helped (p = 0.03, α = 0.05)."
    assert markdown(sentence) == sentence
    assert markdown("- a\n1. b\n# c") == "\\- a 1. b \\# c"
    assert latex("a\\b^c~") == r"a\textbackslash{}b\textasciicircum{}c\textasciitilde{}"
