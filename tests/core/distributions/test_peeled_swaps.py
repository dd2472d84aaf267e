"""Swaps beside a few items that move far more than all others: against every swap listed, whole numbers and samples."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import core
from core.data.collapsed import Collapsed
from core.data.paired import PairedScores
from core.distributions.peeled_swaps import peeled_plane, peeled_quotient
from core.distributions.plane_rows import RowSwaps
from core.distributions.quotients import QuotientSwaps
from core.errors import NotExactError
from core.metrics import METRICS
from core.significance.permutation import permutation_question
from core.significance.pvalue import exact_pvalue
from tests.core.distributions.test_plane_rows import few_kinds
from tests.core.distributions.test_quotients import SCORES, check_inside, rates
from tests.core.plane_cases import Case, by_plane
from tests.oracles import enumeration
from tests.oracles.plane import permutation_pvalue


def with_huge(metric, each, size, seed):
    """Rows of a few kinds, and two documents so many times as large."""
    sides = few_kinds(metric, each, seed)
    rows = [[(4, 1), (1, 3)], [(3, 5), (3, 2)]]
    if metric in ("f1", "precision"):
        rows = [[(tp, 5, tp, tp + fp) for tp, fp in huge] for huge in rows]
    return [np.vstack([side, size * np.array(huge)]) for side, huge in zip(sides, rows, strict=True)]


@pytest.mark.parametrize("metric", ["f1", "precision", "f1-errors", "ratio"])
@pytest.mark.parametrize("size", [30, 300, 5_000])
@pytest.mark.parametrize("each", [(26, 20, 26), (90, 10, 20)])
def test_it_counts_as_whole_numbers_do(metric, size, each):
    sides = with_huge(metric, each, size, size)
    for alternative, boundary in (("greater", "include"), ("less", "include"), ("two-sided", "exclude")):
        case = Case(metric, *sides, 0, alternative, boundary)
        truth = float(permutation_pvalue(case))
        found = by_plane(case, peeled_plane)
        assert abs(found.value - truth) <= found.error_bound + 1e-13 * truth
        assert found.error_bound <= 1e-6 * truth


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**31), st.integers(4, 9), st.integers(1, 3), st.sampled_from([0, 0.1, 0.4]))
@example(seed=7, n=5, huge=1, gain=0)
def test_the_truth_of_few_items_is_inside_the_bound(seed, n, huge, gain):
    sides = rates(n, gain, seed)
    sides[:, :huge] *= np.random.default_rng(seed).uniform(10, 500, (huge, 1))
    law = enumeration.swapped(*(side.tolist() for side in sides), SCORES["ratio"])
    observed = enumeration.observed(*(side.tolist() for side in sides), SCORES["ratio"])
    try:
        found = peeled_quotient(Collapsed(*sides, np.ones(n)), METRICS["ratio"])
    except NotExactError:
        return
    for multiple in (1, -1):
        for strict in (False, True):
            check_inside(found, law, float(observed), multiple, strict)


@pytest.mark.parametrize("n", [40, 150, 600])
@pytest.mark.parametrize("gain", [0.0, 0.1])
def test_real_numbers_have_the_p_of_samples_and_of_the_law_as_a_whole(n, gain):
    sides = rates(n, gain, n)
    sides[:, :3] *= np.array([[40.0], [90.0], [300.0]])
    pair = PairedScores.from_scores(*sides)
    whole, peeled = (law(pair.collapsed, METRICS["ratio"]) for law in (QuotientSwaps, peeled_quotient))
    for multiple in (1, -1):
        one, other = whole.at_least(multiple), peeled.at_least(multiple)
        assert abs(one.probability - other.probability) <= one.error_bound + other.error_bound
        assert other.error_bound <= 0.01 * other.probability
    exact, sampled = (
        core.compare(pair, metric="ratio", method=method, n_resamples=20_000) for method in ("exact", "monte-carlo")
    )
    low, high = sampled.pvalue_interval
    assert low - exact.error_bound <= exact.pvalue <= high + exact.error_bound
    null, other = exact.null_distribution, sampled.null_distribution
    spreads = [np.sqrt(each.mass @ each.values**2) for each in (null, other)]
    assert spreads[0] == pytest.approx(spreads[1], rel=0.05, abs=0)
    assert null.mass.sum() == pytest.approx(1)


@pytest.mark.parametrize("metric", ["f1", "ratio"])
def test_swapping_the_systems_mirrors_p(metric):
    sides = with_huge(metric, (60, 50, 55), 200, 3)
    for alternative, mirrored in (("greater", "less"), ("less", "greater"), ("two-sided", "two-sided")):
        one = by_plane(Case(metric, *sides, 0, alternative, "include"), peeled_plane)
        other = by_plane(Case(metric, *sides[::-1], 0, mirrored, "include"), peeled_plane)
        assert one.value == pytest.approx(other.value, rel=1e-9, abs=0)


def test_ties_with_the_largest_sum_of_some_signs_are_told_apart():
    # Whether the nine small ones all keep their signs decides P(δ' > δ) where the large one has its own.
    small, large = [[3, 5]] * 9, [[700, 1_000]]
    sides = [np.array(small + large), np.array([[4, 5]] * 9 + [[900, 1_000]])]
    for engine in (peeled_plane, lambda *rows: peeled_quotient(*rows[:2])):
        rows = Collapsed(*(side.astype(float) for side in sides), np.ones(10, dtype=np.int64))
        law = engine(rows, METRICS["ratio"], 0)
        for strict, truth in ((False, 2.0**-10), (True, 0.0)):
            tail = law.at_least(1, strict)
            assert abs(tail.probability - truth) <= tail.error_bound < 1e-12
            found = exact_pvalue(
                permutation_question("less", 1.0), lambda side, _, law=law, strict=strict: law.at_most(1, strict)
            )
            assert abs(found.value - (1 - 2.0**-10 * strict)) <= found.error_bound < 1e-12


def test_items_of_one_size_are_left_to_others():
    rows = Collapsed(*few_kinds("ratio", (30, 30, 30), 1), np.ones(90, dtype=np.int64))
    with pytest.raises(NotExactError, match="far larger than the others"):
        peeled_plane(rows, METRICS["ratio"], 0)
    assert RowSwaps(rows, METRICS["ratio"], 0).at_least(0).probability > 0.5


def test_a_pair_is_told_in_a_picture():
    sides = [side.astype(float) for side in with_huge("f1", (90, 60, 80), 400, 1)]
    result = core.compare(PairedScores.from_scores(*sides), metric="f1")
    null = result.null_distribution
    assert result.engine == "plane"
    assert (np.diff(null.values) > 0).all()
    assert null.mass.sum() == pytest.approx(1)
    assert result.counted_in_null.share(null) == pytest.approx(result.pvalue, abs=0.02)


def test_items_that_stand_out_in_one_column_only_are_peeled():
    generator = np.random.default_rng(1)
    right = generator.integers(0, 2, (271, 2))
    small = [np.column_stack([right[:, i], right[:, i] + generator.integers(0, 2, 271)]) for i in (0, 1)]
    gains = np.array([1_497_316, -3_056_433, -5_697_318, 674_585])
    huge = [np.column_stack([6_000_000 + gain, np.full(4, 9_000_000)]) for gain in (0 * gains, gains)]
    sides = [np.vstack([large, others]).astype(float) for large, others in zip(huge, small, strict=True)]
    result = core.compare(PairedScores.from_scores(*sides), metric="ratio", alternative="greater")
    assert result.engine == "plane"
    assert result.error_bound < 1e-9
    low, high = core.compare(
        PairedScores.from_scores(*sides), metric="ratio", alternative="greater", method="monte-carlo"
    ).pvalue_interval
    assert low <= result.pvalue <= high
