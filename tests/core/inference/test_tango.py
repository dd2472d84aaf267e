"""Tango's score test against published values, and against a likelihood that is maximised numerically."""

import math

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from core import PairedScores, compare, helped_hurt
from core.inference.tango import interval, largest_margin, noninferiority


@pytest.mark.parametrize(
    ("counts", "pvalue"),
    [
        ((1, 0, 20, 0.06), 0.06302755774370139),
        ((0, 0, 20, 0.06), 0.12926647989278095),
        ((0, 0, 3, 0.01), 0.43090221652450544),
        ((0, 0, 100, 0.05), 0.010890731395559749),
    ],
)
def test_reference_values(counts, pvalue):
    assert noninferiority(*counts) == pytest.approx(pvalue, rel=1e-9, abs=0)


def maximised(helped, hurt, n, margin):
    """The test with P(hurt) where the likelihood of counts with P(hurt) − P(helped) = margin is largest."""

    def surprise(p):
        shares = {p - margin: helped, p: hurt, 1 - 2 * p + margin: n - helped - hurt}
        return -sum(count * math.log(share) for share, count in shares.items() if count)

    ends = (margin + 1e-12, (1 + margin) / 2 - 1e-12)
    p = minimize_scalar(surprise, bounds=ends, method="bounded", options={"xatol": 1e-13}).x
    z = (helped - hurt + n * margin) / math.sqrt(n * (2 * p - margin - margin**2))
    return math.erfc(z / math.sqrt(2)) / 2


@pytest.mark.parametrize("counts", [(5, 3, 50, 0.05), (2, 10, 200, 0.02), (30, 20, 100, 0.1), (1, 7, 60, 0.1)])
def test_the_likelihood_is_at_its_largest(counts):
    assert noninferiority(*counts) == pytest.approx(maximised(*counts), rel=1e-6, abs=0)


def test_false_alarms_are_no_more_than_published():
    # Tango's test is approximate: at most .0566 at α = .05 (here of n = 50, helped rate .02, margin .05).
    n, helped, margin = 50, 0.02, 0.05
    hurt, total = helped + margin, 0.0
    for b in range(n + 1):
        for c in range(n - b + 1):
            if noninferiority(b, c, n, margin) <= 0.05:
                ways = math.lgamma(n + 1) - math.lgamma(b + 1) - math.lgamma(c + 1) - math.lgamma(n - b - c + 1)
                log = b * math.log(helped) + c * math.log(hurt) + (n - b - c) * math.log(1 - helped - hurt)
                total += math.exp(ways + log)
    assert total <= 0.0566


def test_the_complement_and_the_margin_that_is_ruled_out():
    for b, c, n in ((1, 0, 20), (4, 9, 100), (0, 0, 30), (7, 0, 7)):
        assert noninferiority(b, c, n, 0.1) + noninferiority(c, b, n, -0.1) == pytest.approx(1)
        margin = largest_margin(b, c, n, 0.05)
        if margin < 1:
            assert max(noninferiority(b, c, n, margin), noninferiority(c, b, n, margin)) == pytest.approx(0.05)


def test_equivalence_is_not_shown_where_hardly_an_item_changed():
    test = compare(helped_hurt(20, 1, 0), margin=0.06).equivalence
    assert test.noninferiority_pvalue == pytest.approx(0.06302755774370139, rel=1e-9, abs=0)
    assert test.equivalence_pvalue == test.baseline_noninferiority_pvalue > 0.05
    assert test.to_dict()["equivalence_method"] == "approximate"
    assert (test.n_resamples, test.seed) == (None, None)


@pytest.mark.parametrize("kind", ["clusters", "ratings", "strata"])
def test_other_scores_keep_the_bootstrap(kind):
    pair = helped_hurt(20, 6, 2)
    pair = PairedScores.from_scores(pair.baseline[:, 0], pair.experimental[:, 0])
    if kind == "clusters":
        pair = pair.with_clusters([str(i // 2) for i in range(20)])
    if kind == "strata":
        pair = pair.with_strata([str(i % 2) for i in range(20)])
    if kind == "ratings":
        pair = PairedScores.from_scores(*(np.array(side[:, 0]) / 2 for side in (pair.baseline, pair.experimental)))
    result = compare(pair, margin=0.2)
    assert result.right_or_wrong is None
    assert result.equivalence.noninferiority.method != "approximate"


def test_the_interval_is_where_no_one_sided_test_rejects():
    low, high = interval(12, 5, 60, 0.9)
    assert maximised(12, 5, 60, -low) == pytest.approx(0.05, rel=1e-5, abs=0) if low < 0 else low > 0
    assert maximised(5, 12, 60, high) == pytest.approx(0.05, rel=1e-5, abs=0)
