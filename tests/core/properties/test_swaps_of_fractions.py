"""F1 of documents whose counts are fractions, such as B³'s 2.33 of 4, whatever their number."""

from fractions import Fraction

import numpy as np
import pytest

import core
from core.data.paired import PairedScores
from tests.core.pairs import ALTERNATIVES, assert_exact
from tests.oracles import definitions, enumeration, scores
from tests.oracles.documents import b_cubed


def documents(changed, seed, distinct):
    """Return rows of four counts of both systems as `Fraction`: the last three documents are the same in both."""
    generator = np.random.default_rng(seed)

    def row(gold, predicted):
        thirds = [Fraction(int(generator.integers(0, 8 * size)), 8 * size) * size for size in (gold, predicted)]
        sevenths = Fraction(int(generator.integers(0, 3)), 7)
        return thirds[0], Fraction(gold), min(thirds[1] + sevenths, Fraction(predicted)), Fraction(predicted)

    baseline, experimental = [], []
    for i in range(changed):
        if i < distinct:
            gold = int(generator.integers(2, 9))
            pair = [row(gold, int(generator.integers(2, 9))) for _ in range(2)]
        baseline.append(pair[0])
        experimental.append(pair[1])
    same = [row(4, 5) for _ in range(3)]
    return baseline + same, experimental + same


@pytest.mark.parametrize(
    ("changed", "distinct"), [(1, 1), (4, 4), (7, 3), pytest.param(11, 11, marks=pytest.mark.thorough)]
)
def test_swaps_of_fractions_are_listed(changed, distinct):
    baseline, experimental = documents(changed, changed, distinct)
    pair = PairedScores.from_scores(*(np.array(side, dtype=float) for side in (baseline, experimental)))
    # Ties are equal fractions here, and equal to rounding there.
    null = enumeration.swapped(baseline, experimental, scores.f1)
    observed = enumeration.observed(baseline, experimental, scores.f1)
    for alternative in ALTERNATIVES:
        for boundary in ("include", "exclude"):
            result = core.compare(pair, metric="f1", method="exact", alternative=alternative, boundary=boundary)
            truth = definitions.pvalue("permutation", alternative, null, observed, boundary)
            assert_exact(result, truth)
            assert result.engine == "enumeration"
    assert result.null_distribution.mass.sum() == pytest.approx(1)


@pytest.mark.parametrize("changed", [21, 30, 40, 60, 348])
@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_any_number_of_documents_is_computed(changed, alternative):
    pair = PairedScores.from_scores(*b_cubed(changed, changed, apart=0.15))
    result = core.compare(pair, metric="f1", method="exact", alternative=alternative)
    sampled = core.compare(
        pair, metric="f1", method="monte-carlo", alternative=alternative, n_resamples=40_000, seed=changed
    )
    low, high = sampled.pvalue_interval
    assert low - result.error_bound <= result.pvalue <= high + result.error_bound
    assert result.error_bound <= 0.03 * result.pvalue
    assert result.null_distribution.mass.sum() == pytest.approx(1)
    assert result.null_distribution.histogram()[2].sum() == pytest.approx(1, abs=1e-5)


def test_documents_of_few_kinds_have_a_picture():
    # Of 41 documents ten kinds are swapped: many differences are equal but for rounding.
    baseline, experimental = (np.repeat(side, [11, 9, 4, 3, 3, 3, 2, 2, 1, 1, 1, 1], axis=0) for side in b_cubed(12, 3))
    result = core.compare(PairedScores.from_scores(baseline, experimental), metric="f1", method="exact")
    assert (np.diff(result.null_distribution.values) > 0).all()
    assert result.null_distribution.histogram()[2].sum() == pytest.approx(1, abs=1e-5)


def test_documents_that_are_told_apart_by_chance_alone_are_computed_too():
    baseline, experimental = documents(30, 30, 30)
    pair = PairedScores.from_scores(*(np.array(side, dtype=float) for side in (baseline, experimental)))
    assert core.compare(pair, metric="f1", method="exact").error_bound < 1e-12


@pytest.mark.parametrize("changed", [30, 60])
def test_swapped_systems_mirror_and_their_order_changes_nothing(changed):
    baseline, experimental = b_cubed(changed, 5, apart=0.15, gain=0.1)
    one = core.compare(PairedScores.from_scores(baseline, experimental), metric="f1", alternative="greater")
    other = core.compare(PairedScores.from_scores(experimental, baseline), metric="f1", alternative="less")
    assert one.pvalue == pytest.approx(other.pvalue, abs=one.error_bound + other.error_bound)
    order = np.random.default_rng(1).permutation(changed)
    again = PairedScores.from_scores(baseline[order], experimental[order])
    found = core.compare(again, metric="f1", alternative="greater")
    assert found.pvalue == pytest.approx(one.pvalue, abs=one.error_bound + found.error_bound)
