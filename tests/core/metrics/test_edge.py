"""The rows that reach a threshold without others, against every resample of a few rows."""

import math
from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np
import pytest

import core
from core.metrics import METRICS
from core.metrics.bounds import rows_at_most
from core.significance.bootstrap import BootstrapDistribution
from core.significance.observed import Observed


def kinds_of_rows(generator, n):
    """Return documents of both systems: one is better on most, some are equal, and some have nothing to find."""
    gold = generator.integers(0, 4, n)
    baseline = generator.binomial(gold, 0.4)
    experimental = np.minimum(gold, baseline + generator.binomial(2, 0.6, n))
    wrong = generator.integers(0, 2, (2, n)) * (generator.random(n) < 0.5)
    if generator.random() < 0.7:
        wrong[1] = np.minimum(*wrong)
    sides = zip((baseline, experimental), wrong, strict=True)
    return [np.column_stack([right, gold, right, right + more]).astype(float) for right, more in sides]


def exact_score(sums):
    right, gold, _, predicted = (Fraction(int(each)) for each in sums)
    return 2 * right / (gold + predicted) if gold + predicted else Fraction(0)


def every_difference(sides, n):
    """Each difference that n of these rows can have, and which rows it takes, of exact numbers."""
    for drawn in combinations_with_replacement(range(n), n):
        scores = [exact_score(rows[list(drawn)].sum(axis=0)) for rows in sides]
        yield scores[1] - scores[0], drawn


def test_resamples_at_the_edge_are_those_of_the_rows_named():
    named = none = 0
    for seed in range(40):
        generator = np.random.default_rng(seed)
        n = int(generator.integers(2, 6))
        sides = kinds_of_rows(generator, n)
        differences = list(every_difference(sides, n))
        thresholds = {
            Fraction(0), min(differences)[0], max(differences)[0], Fraction(-1, 7), *(d for d, _ in differences[::9]),
        }  # fmt: skip
        for x in thresholds:
            rows = rows_at_most(METRICS["f1"], *sides, float(x), 1e-12)
            if rows is None:
                continue
            named, none = named + rows.any(), none + (not rows.any())
            inside = {drawn for difference, drawn in differences if difference <= x}
            assert inside == {drawn for _, drawn in differences if rows[list(drawn)].all()}
            assert all(difference == x for difference, drawn in differences if drawn in inside)
    assert named > 25
    assert none > 25


@pytest.mark.parametrize(
    ("test", "alternative"), [("bootstrap", "greater"), ("bootstrap", "less"), ("bootstrap", "two-sided")]
)
@pytest.mark.parametrize("ties", [1, 7])
def test_ties_are_all_that_a_lead_in_every_document_leaves(ties, test, alternative):
    generator = np.random.default_rng(ties)
    gold = generator.integers(5, 60, 40)
    right = generator.integers(1, gold - 2)
    sides = [np.column_stack([found, gold, found, gold + 3]) for found in (right, right + (np.arange(40) >= ties))]
    result = core.compare(core.PairedScores.from_scores(*sides), metric="f1", test=test, alternative=alternative)
    expected = {"greater": 1, "less": 0, "two-sided": 2}[alternative] * Fraction(ties, 40) ** 40
    assert (result.method, result.engine) == ("exact", "bounds")
    if alternative == "less":
        assert result.pvalue == 1
    else:
        assert result.log10_pvalue == pytest.approx(math.log10(expected), rel=1e-12, abs=0)
    excluded = core.compare(
        core.PairedScores.from_scores(*sides), metric="f1", test=test, alternative=alternative, boundary="exclude"
    )
    assert excluded.pvalue == (1 if alternative == "less" else 0)


def test_what_a_pair_of_documents_loses_may_be_less_than_each_gains():
    # 0/7 < 5/15 and 12/17 < 12/16: together the larger denominator loses 11, but each alone gains 35 and 12.
    baseline, experimental = np.array([[0.0, 7], [12, 17]]), np.array([[5.0, 15], [12, 16]])

    def lead(baseline, experimental):
        drawn = np.column_stack([np.arange(61), 60 - np.arange(61)])
        return METRICS["ratio"].score(drawn @ experimental) - METRICS["ratio"].score(drawn @ baseline)

    assert lead(baseline, experimental).min() > 0
    assert not rows_at_most(METRICS["ratio"], baseline, experimental, 0.0, 1e-12).any()
    # With a still larger one some resamples are lost, although no document is.
    larger = experimental + np.array([[0, 30], [0, 0]])
    assert lead(baseline, larger).min() < 0
    assert lead(baseline, larger)[[0, -1]].min() > 0
    assert rows_at_most(METRICS["ratio"], baseline, larger, 0.0, 1e-12) is None


def test_who_is_ahead_in_every_document_is_ahead_in_all():
    generator = np.random.default_rng(2)
    hits, errors = generator.integers(1, 60, (2, 30))
    sides = [np.column_stack([hits + more, errors + 1 - more]) for more in (0, 1)]
    for order, alternative in ((sides, "greater"), (sides[::-1], "less")):
        result = core.compare(*order, metric="f1-errors", test="bootstrap", alternative=alternative)
        assert (result.pvalue, result.engine, result.error_bound) == (0, "bounds", 0)
    # Worse in one document, and a resample may contain only that document.
    sides[1][7] = sides[0][7] - [1, 0]
    assert rows_at_most(METRICS["f1-errors"], *sides, 0.0, 1e-12) is None


@pytest.mark.parametrize(("test", "alternative"), [("bootstrap", "greater"), ("shifted-bootstrap", "two-sided")])
def test_beyond_all_scores_p_is_0(test, alternative):
    # Every document of the one is better than any of the other: 2·0.8 is more than recall can be ahead.
    gold = np.arange(5.0, 65)
    sides = [np.column_stack([gold - missed, gold, gold - missed, gold]) for missed in (gold - 1, 0 * gold)]
    result = core.compare(core.PairedScores.from_scores(*sides), metric="f1", test=test, alternative=alternative)
    assert (result.pvalue, result.computed, result.error_bound) == (0, True, 0)
    assert result.claimable_pvalue() == "0"


@pytest.mark.parametrize("size", [1e-3, 1.0, 1e6, 1e13])
def test_rounding_makes_no_threshold_impossible(size):
    pair = core.PairedScores.from_scores([[0, 1], [0, 1]], [[size, 3], [0, 3]])
    law = BootstrapDistribution(Observed(pair, METRICS["ratio"]), 100, 0)
    for side, x in ((">=", size / 3), ("<=", 0.0)):
        sign = 1 if side == ">=" else -1
        near = law.edge_tail(side, x + sign * 1e-13 * size, strict=False)
        assert near.value == pytest.approx(1 / 4)
        assert law.edge_tail(side, x + sign * (1e-6 * size + 1e-6), strict=False).value == 0


@pytest.mark.parametrize("seed", range(12))
def test_a_denominator_of_a_trillion_makes_no_other_difference_a_tie(seed):
    generator = np.random.default_rng(seed)
    n = int(generator.integers(2, 5))
    exponents = generator.choice([0, 0, 6, 13], n)
    bottom = 10.0**exponents * generator.integers(1, 4, n)
    # Differences are integers over their denominator; the largest ones differ by 1e-13 of 1.
    top = generator.integers(0, 3, (2, n)).astype(float) * 10.0 ** (exponents * generator.integers(0, 2, n))
    pair = core.PairedScores.from_scores(*(np.column_stack([each, bottom]) for each in top))
    for side in ("greater", "less"):
        result = core.compare(pair, metric="ratio", test="bootstrap", alternative=side)
        sign, counted, of = 1 if side == "greater" else -1, 0, 0
        for drawn in np.ndindex(*(n,) * n):
            gain = sum(int(top[1][i]) - int(top[0][i]) for i in drawn)
            counted, of = counted + (sign * gain <= 0), of + 1
        assert result.computed
        assert result.pvalue == pytest.approx(counted / of, abs=1e-12)
