"""Few items on a wide plane, counted: the very fractions that counting every sum of swaps gives."""

from fractions import Fraction

import numpy as np
import pytest

import core
from core.data.collapsed import Collapsed
from core.data.paired import PairedScores
from core.distributions import counted_rows
from core.distributions.counted_rows import CountedRowSwaps
from core.distributions.plane import PlaneSwaps
from core.distributions.plane_rows import CoarseRowSwaps
from core.distributions.quotients import QuotientSwaps
from core.errors import NotExactError
from core.metrics import METRICS
from tests.core.distributions.test_plane_rows import counts
from tests.core.plane_cases import Case, by_plane
from tests.oracles.plane import permutation_pvalue


@pytest.mark.parametrize("metric", ["f1", "precision", "f1-errors", "ratio"])
@pytest.mark.parametrize(("n", "largest"), [(3, 900), (9, 60), (14, 300)])
@pytest.mark.parametrize("asked", [0, 3, 20])
def test_it_is_the_fraction(metric, n, largest, asked, monkeypatch):
    monkeypatch.setattr(counted_rows, "_MOST_ASKED", asked)
    sides = [side.astype(int) for side in counts(metric, n, largest, 0.9, n)]
    for alternative, boundary in (("greater", "include"), ("less", "exclude"), ("two-sided", "include")):
        case = Case(metric, *sides, 0, alternative, boundary)
        truth = permutation_pvalue(case)
        found = by_plane(case, CountedRowSwaps)
        assert abs(Fraction(found.value) - truth) <= Fraction(found.error_bound)
        assert found.error_bound <= 3e-16 * truth


@pytest.mark.parametrize(("n", "largest"), [(45, 12), (60, 8), (70, 5)])
def test_it_agrees_with_the_plane_listed_whole(n, largest):
    rows = Collapsed(*counts("f1", n, largest, 0.72, 3), np.ones(n, dtype=np.int64))
    counted, listed = (engine(rows, METRICS["f1"], 0) for engine in (CountedRowSwaps, PlaneSwaps))
    for multiple in (1, -1, 0):
        for strict in (False, True):
            one, other = counted.at_least(multiple, strict), listed.at_least(multiple, strict)
            assert abs(one.probability - other.probability) <= other.error_bound + 1e-15
    for a, b in zip(counted.points(), listed.points(), strict=True):
        assert a == pytest.approx(b, abs=1e-12)


@pytest.mark.parametrize(("metric", "n", "largest"), [("f1", 50, 300), ("ratio", 62, 200), ("f1-errors", 70, 100)])
def test_inverted_to_few_digits_it_is_within_their_bound(metric, n, largest):
    rows = Collapsed(*counts(metric, n, largest, 0.72, 3), np.ones(n, dtype=np.int64))
    counted, inverted = (engine(rows, METRICS[metric], 0) for engine in (CountedRowSwaps, CoarseRowSwaps))
    bracket = QuotientSwaps(rows, METRICS[metric])
    for multiple in (1, -1, 0):
        one, other, wide = (each.at_least(multiple) for each in (counted, inverted, bracket))
        assert abs(one.probability - other.probability) <= other.error_bound + one.error_bound
        assert other.error_bound < 2.5e-4
        assert abs(one.probability - wide.probability) <= wide.error_bound + one.error_bound
        assert wide.error_bound < one.probability / 50


def test_few_documents_of_large_counts_are_computed():
    pair = PairedScores.from_scores(*counts("f1", 40, 300, 0.8, 2))
    for alternative in ("greater", "two-sided"):
        exact = core.compare(pair, metric="f1", alternative=alternative)
        sampled = core.compare(pair, metric="f1", alternative=alternative, method="monte-carlo", n_resamples=8_000)
        assert exact.engine == "enumeration"
        assert sampled.pvalue_interval[0] - 1e-4 <= exact.pvalue <= sampled.pvalue_interval[1] + 1e-4
    null, other = exact.null_distribution, sampled.null_distribution
    spreads = [np.sqrt(each.mass @ each.values**2) for each in (null, other)]
    assert spreads[0] == pytest.approx(spreads[1], rel=0.06, abs=0)
    assert exact.counted_in_null.share(null) == pytest.approx(exact.pvalue, abs=0.01)


def test_it_says_what_is_too_much():
    many = Collapsed(*counts("f1", 100, 8, 0.7, 7), np.ones(100, dtype=np.int64))
    with pytest.raises(NotExactError, match="items changed, too many to count every way to swap them"):
        CountedRowSwaps(many, METRICS["f1"], 0)
    wide = Collapsed(*counts("f1", 60, 20_000, 0.7, 7), np.ones(60, dtype=np.int64))
    with pytest.raises(NotExactError, match="lead to too many possible totals to count"):
        CountedRowSwaps(wide, METRICS["f1"], 0)
