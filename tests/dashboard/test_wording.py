"""The texts of a page about a result."""

import core
from core.report.numbers import POINTS
from dashboard.panels.tests import evidence_rows
from dashboard.wording import evidence, pictures


def test_a_count_of_zero_is_no_stronger_than_its_limit():
    pair = core.helped_hurt(1000, 120, 20)
    for test in ("bootstrap", "permutation"):
        result = core.compare(pair, test=test, method="monte-carlo", n_resamples=1_000, alternative="greater")
        # A sampled p-value of 0 of 1,000 has the upper bound 0.0053: the evidence is not called very strong.
        assert "badge[strong]" in evidence.scale(result)
        assert pictures.evidence_alt({test: result}).endswith(" < 0.00528 (strong evidence)")
        [row] = [each for each in evidence_rows({test: result}, 0.05) if each["part"] == "test"]
        assert (row["where"], row["p"], row["left"]) == ("beyond", "< 0.00528", result.claimed_pvalue)
    assert "in none of 1,000 cases (orange)" in pictures.chance_caption(result, POINTS)
    assert "it is at or below zero (orange) in none of the draws" in pictures.spread_caption(result, POINTS)
