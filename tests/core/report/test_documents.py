"""A comparison as a document: the facts that it names, and those that it never shows."""

import json
import re

import pytest

import core
from core import report
from core.report.numbers import POINTS
from core.report.sentences import equivalence_sentences


@pytest.mark.parametrize(
    ("test", "alternative"),
    [("bootstrap", "two-sided"), ("shifted-bootstrap", "greater"), ("permutation", "two-sided")],
)
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
