"""Permutation tests of F1 and similar metrics, against exact counts of every sum of swaps."""

import math
from fractions import Fraction

import numpy as np
import pytest

import core
from core.data.paired import PairedScores
from core.significance.pvalue import PValue
from tests.core.plane_cases import Case, by_plane, pair_of, random_case
from tests.oracles.plane import permutation_pvalue

# (tp, errors) of baseline and experimental, with their multiplicities, and the two-sided p by integer arithmetic.
FAR_OUT = [
    ([((1, 2), (2, 1), 60), ((0, 1), (1, 0), 40), ((2, 0), (1, 1), 15), ((1, 1), (0, 2), 10)], 8.08544054685349e-12),
    (
        [
            ((1, 2), (2, 1), 90), ((0, 2), (1, 0), 70), ((2, 0), (1, 2), 25), ((1, 0), (0, 2), 20),
            ((3, 1), (4, 0), 30),
        ],
        1.7247166030866524e-16,
    ),
]  # fmt: skip


def compared(case):
    options = {"alternative": case.alternative, "boundary": case.boundary}
    return core.compare(pair_of(case), metric=case.metric, test="permutation", **options)


def assert_holds(case, truth):
    """Compare p-values with the exact ones; return the number of exact results."""
    exact = 0
    for ask in (compared, by_plane):
        try:
            result = ask(case)
        except core.NotExactError:
            continue
        if result.engine == "sampling":
            assert "more than two independent sums" in result.reason or "possible totals" in result.reason, case
            continue
        exact += 1
        allowed = Fraction(result.error_bound) + truth / 10**14
        assert abs(Fraction(_value(result)) - truth) <= allowed, (result, case)
        if truth > 0:
            assert result.error_bound <= 1e-6 * truth, (result, float(truth), case)
    return exact


@pytest.mark.filterwarnings("ignore:The two systems are identical")
@pytest.mark.parametrize("seed", range(5))
def test_random_cases_are_within_the_stated_bound(seed):
    random = np.random.default_rng([8, seed])
    counted = [(case, permutation_pvalue(case, most=15_000)) for case in (random_case(random) for _ in range(6))]
    assert sum(assert_holds(case, truth) for case, truth in counted if truth is not None) >= 3


@pytest.mark.parametrize(("rows", "truth"), FAR_OUT)
def test_far_tails_keep_their_digits(rows, truth):
    result = compared(_of_kinds(rows))
    assert result.pvalue == pytest.approx(truth, rel=1e-12, abs=0)
    assert result.error_bound < 1e-10 * truth


def test_a_tail_of_1e_30_is_that_of_whole_numbers():
    case = _of_kinds([((1, 2), (3, 1), 75), ((0, 2), (2, 0), 45), ((2, 1), (1, 2), 9), ((1, 1), (0, 2), 4)])
    truth = permutation_pvalue(case)
    assert 1e-31 < truth < 1e-26
    assert_holds(case, truth)


@pytest.mark.parametrize("m", [1, 2, 5, 60, 400])
def test_where_every_item_gains_only_the_two_edges_count(m):
    case = _of_kinds([((0, 1), (1, 0), m), ((1, 1), (1, 1), 10)])
    assert compared(case).pvalue == pytest.approx(2.0 ** (1 - m), rel=1e-10, abs=0)


def test_below_the_smallest_double_the_logarithm_goes_on():
    result = compared(_of_kinds([((0, 1), (1, 0), 1_200)]))
    assert result.log10_pvalue == pytest.approx(-1_199 * math.log10(2), rel=1e-12, abs=0)


def test_a_fraction_of_three_statistics_is_a_law_of_two():
    counts = np.random.default_rng(3).integers(0, 4, (2, 40, 3))
    f1 = core.Metric("f1-counts", ("tp", "fp", "fn"), fraction=((1, 0, 0), (1, 0.5, 0.5)))
    of_two = np.stack([counts[..., 0], counts[..., 1:].sum(axis=-1)], axis=-1)
    result, same = core.compare(*counts, metric=f1), core.compare(*of_two, metric="f1-errors")
    assert (result.engine, result.pvalue) == ("plane", pytest.approx(same.pvalue, rel=1e-9, abs=0))


def test_one_changed_item_is_its_own_mirror_image():
    one = PairedScores.from_scores([[0, 1]], [[3, 3]], decimals=0)
    assert core.compare(one, metric="f1-errors").pvalue == 1
    strict = core.compare(one, metric="f1-errors", boundary="exclude")
    assert strict.pvalue <= strict.error_bound


def test_proportional_steps_tie():
    case = Case("f1-errors", np.array([[3, 0]] * 3), np.array([[0, 1]] * 3), 0, "two-sided", "exclude")
    assert permutation_pvalue(case) == 0
    assert_holds(case, Fraction(0))


def test_sums_nearer_than_floating_point_are_told_apart():
    # F1 is 2·tp/(2·tp + errors): swapping changes it in the seventeenth digit, and the other way.
    big = 10**8
    case = Case("f1-errors", np.array([[big, big]]), np.array([[big + 1, big + 1]]), 0, "greater", "exclude")
    pair = np.array([[big, big], [3, 4]]), np.array([[big + 1, big + 1], [4, 3]])
    assert_holds(case, permutation_pvalue(case))
    for boundary in ("include", "exclude"):
        near = Case("f1-errors", *pair, 0, "greater", boundary)
        assert_holds(near, permutation_pvalue(near))


def _of_kinds(rows):
    a, e = (np.repeat([row[i] for row in rows], [row[2] for row in rows], axis=0) for i in range(2))
    return Case("f1-errors", a, e, 0, "two-sided", "include")


def _value(result):
    return result.value if isinstance(result, PValue) else result.pvalue
