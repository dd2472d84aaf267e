"""F1 of any number of documents with fractional counts, such as B³'s 2.33 of 4."""

from fractions import Fraction

import numpy as np
import pytest

import core
from core.data.paired import PairedScores
from tests.core.pairs import ALTERNATIVES, assert_exact
from tests.oracles import definitions, enumeration, scores


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


@pytest.mark.thorough
@pytest.mark.parametrize(("changed", "distinct"), [(1, 1), (4, 4), (6, 6), (7, 3)])
def test_swaps_of_fractions_are_listed(changed, distinct):
    baseline, experimental = documents(changed, changed, distinct)
    pair = PairedScores.from_scores(*(np.array(side, dtype=float) for side in (baseline, experimental)))
    # The oracle finds ties by equal fractions, the engine by equality up to rounding.
    null = enumeration.swapped(baseline, experimental, scores.f1)
    observed = enumeration.observed(baseline, experimental, scores.f1)
    for alternative in ALTERNATIVES:
        for boundary in ("include", "exclude"):
            result = core.compare(pair, metric="f1", method="exact", alternative=alternative, boundary=boundary)
            truth = definitions.pvalue("permutation", alternative, null, observed, boundary)
            assert_exact(result, truth)
            assert result.engine == "enumeration"
    assert result.null_distribution.mass.sum() == pytest.approx(1)
