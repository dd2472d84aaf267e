"""Planes added up row by row: against whole-number counts, against the plane listed whole, and against samples."""

from fractions import Fraction

import numpy as np
import pytest

import core
from core.data.collapsed import Collapsed
from core.data.paired import PairedScores
from core.distributions import quotients
from core.distributions.counted_rows import CountedRowSwaps
from core.distributions.plane import PlaneSwaps
from core.distributions.plane_rows import CoarseRowSwaps, RowSwaps
from core.errors import NotExactError
from core.metrics import METRICS
from tests.core.plane_cases import Case, by_plane
from tests.core.significance.test_tilted_sampling import tilted
from tests.oracles.plane import permutation_pvalue

STEPS = np.array([[1, 0], [0, 1], [-1, 0]])


def few_kinds(metric, each, seed):
    """Items of three kinds, each so many times, on which the experimental system does a little or far better."""
    generator = np.random.default_rng(seed)
    a, e = [], []
    for step, count in zip(STEPS, each, strict=True):
        right, wrong = (int(x) for x in generator.integers(2, 6, 2))
        rows = [(right, wrong), (right + step[0], wrong + step[1])]
        if metric in ("f1", "precision"):
            rows = [(tp, 9, tp, tp + fp) for tp, fp in rows]
        a += [rows[0]] * count
        e += [rows[1]] * count
    return np.array(a), np.array(e)


@pytest.mark.parametrize("metric", ["f1", "precision", "f1-errors", "ratio"])
@pytest.mark.parametrize("each", [(70, 60, 70), (150, 30, 20)])
def test_it_counts_as_whole_numbers_do(metric, each):
    baseline, experimental = few_kinds(metric, each, sum(each))
    for alternative, boundary in (("greater", "include"), ("two-sided", "exclude")):
        case = Case(metric, baseline, experimental, 0, alternative, boundary)
        truth = permutation_pvalue(case)
        found = by_plane(case, RowSwaps)
        assert abs(Fraction(found.value) - truth) <= Fraction(found.error_bound) + truth / 10**13
        assert found.error_bound <= max(1e-7 * found.value, 5e-324)


def counts(metric, n, largest, rate, seed):
    generator = np.random.default_rng(seed)
    gold, rows = generator.integers(0, largest, n), []
    for share in (0.7, rate):
        predicted = generator.integers(0, largest, n)
        right = generator.binomial(np.minimum(gold, predicted), share)
        columns = {
            "f1": [right, gold, right, predicted],
            "precision": [0 * gold, 0 * gold, right, predicted],
            "f1-errors": [right, gold + predicted - 2 * right],
            "ratio": [right, predicted],
        }
        rows.append(np.column_stack(columns[metric]).astype(float))
    return rows


@pytest.mark.parametrize("metric", ["f1", "precision", "f1-errors", "ratio"])
@pytest.mark.parametrize("rate", [0.7, 0.72, 0.85])
def test_it_agrees_with_the_plane_listed_whole(metric, rate):
    rows = Collapsed(*counts(metric, 600, 8, rate, 3), np.ones(600, dtype=np.int64))
    listed, by_row = (engine(rows, METRICS[metric], 0) for engine in (PlaneSwaps, RowSwaps))
    for multiple in (1, -1, 0):
        for strict in (False, True):
            tails = [engine.at_least(multiple, strict) for engine in (listed, by_row)]
            off = abs(tails[0].probability - tails[1].probability)
            assert off <= tails[0].error_bound + tails[1].error_bound
            assert tails[1].error_bound <= 1e-9 * tails[1].probability
    assert by_row.points()[1].sum() == pytest.approx(1)


@pytest.mark.parametrize("metric", ["f1", "precision", "f1-errors", "ratio"])
@pytest.mark.parametrize("size", [40, 90])
def test_it_counts_beside_documents_of_many_times_the_others_size(metric, size):
    # The difference then moves both ways along a row.
    sides = few_kinds(metric, (26, 20, 26), size)
    rows = [[(4, 1), (1, 3)], [(3, 5), (3, 2)]]
    if metric in ("f1", "precision"):
        rows = [[(tp, 5, tp, tp + fp) for tp, fp in each] for each in rows]
    sides = [np.vstack([side, size * np.array(huge)]) for side, huge in zip(sides, rows, strict=True)]
    for alternative, boundary in (("greater", "include"), ("less", "include"), ("two-sided", "exclude")):
        case = Case(metric, *sides, 0, alternative, boundary)
        for engine in (CountedRowSwaps, CoarseRowSwaps):
            found = by_plane(case, engine)
            assert abs(found.value - permutation_pvalue(case)) <= found.error_bound <= 1e-4 * found.value


@pytest.mark.parametrize(("n", "largest"), [(1_000, 60), (1_500, 300)])
@pytest.mark.parametrize("metric", ["f1", "ratio"])
def test_large_counts_are_as_samples_say(metric, n, largest):
    pair = PairedScores.from_scores(*counts(metric, n, largest, 0.71, 5))
    for alternative in ("greater", "two-sided"):
        exact = core.compare(pair, metric=metric, alternative=alternative)
        sampled = core.compare(pair, metric=metric, alternative=alternative, method="monte-carlo", n_resamples=8_000)
        assert exact.engine == "plane"
        assert exact.error_bound < 1e-9
        assert sampled.pvalue_interval[0] - 1e-4 <= exact.pvalue <= sampled.pvalue_interval[1] + 1e-4
    null, other = exact.null_distribution, sampled.null_distribution
    assert null.mass.sum() == pytest.approx(1)
    spreads = [np.sqrt(each.mass @ each.values**2) for each in (null, other)]
    assert spreads[0] == pytest.approx(spreads[1], rel=0.06, abs=0)
    assert exact.counted_in_null.share(null) == pytest.approx(exact.pvalue, abs=0.01)


def test_a_clear_gain_of_large_counts_keeps_its_digits():
    pair = PairedScores.from_scores(*counts("f1", 1_200, 60, 0.78, 6))
    exact = core.compare(pair, metric="f1", alternative="greater")
    assert exact.pvalue < 1e-9
    assert exact.error_bound <= 1e-6 * exact.pvalue
    low, high = tilted(pair, "permutation", "greater", "f1").interval
    assert low <= exact.pvalue <= high < 1.2 * low


def test_what_is_only_known_to_be_small_is_bracketed_or_sampled_by_tilted_draws(monkeypatch):
    # Nearly every document gains, and a tilted window holds too many totals.
    rng = np.random.default_rng(150)
    gold, rows = rng.integers(1, 3_001, 300), []
    for rate in (0.8, 0.83):
        found = rng.binomial(gold, rate)
        rows.append(np.column_stack([found, gold, found, found + rng.binomial(gold, 0.2)]).astype(float))
    pair = PairedScores.from_scores(*rows)
    bracket = core.compare(pair, metric="f1", alternative="greater")
    low, high = tilted(pair, "permutation", "greater", "f1").interval
    assert bracket.engine == "tilted-fourier"
    assert low - bracket.error_bound <= bracket.pvalue <= high + bracket.error_bound
    assert bracket.error_bound <= 0.1 * bracket.pvalue

    def refused(*_args):
        raise NotExactError("it is refused here")

    for name in ("curved_tail", "bent_tail"):
        monkeypatch.setattr(quotients, name, refused)
    result = core.compare(pair, metric="f1", alternative="greater")
    assert result.engine == "tilted-sampling"
    assert "at most" in result.reason
    low, high = result.pvalue_interval
    assert low < result.pvalue < high < 1.3 * low
    assert core.compare(pair, metric="f1", alternative="greater", method="exact").error_bound > result.pvalue


def test_what_it_cannot_add_up_it_refuses():
    few = Collapsed(*counts("f1", 60, 60, 0.7, 7), np.ones(60, dtype=np.int64))
    with pytest.raises(NotExactError, match="too few items changed to tell"):
        RowSwaps(few, METRICS["f1"], 0)
    sides = [np.hstack([side, side + np.array([0, 5, 0, 3]), side]) for side in counts("f1", 500, 8, 0.7, 8)]
    with pytest.raises(NotExactError, match="conll is no quotient of two sums"):
        RowSwaps(Collapsed(*sides, np.ones(500, dtype=np.int64)), METRICS["conll"], 0)


@pytest.mark.parametrize(("n", "largest"), [(60, 12), (80, 60), (150, 300)])
def test_fewer_digits_are_those_of_the_finest_law(n, largest):
    sides = counts("f1", n, largest, 0.7, 7)
    rows = Collapsed(*sides, np.ones(n, dtype=np.int64))
    coarse = CoarseRowSwaps(rows, METRICS["f1"], 0)
    fine = RowSwaps if n > 100 else PlaneSwaps
    truth = fine(rows, METRICS["f1"], 0)
    for multiple in (-1, 0, 1):
        one, other = coarse.at_least(multiple), truth.at_least(multiple)
        assert abs(one.probability - other.probability) <= one.error_bound + other.error_bound
        assert one.error_bound < 1e-4
