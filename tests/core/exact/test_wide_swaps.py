"""Planes that are bracketed before they are added up: against added rows, and where a bracket tells too little."""

import numpy as np
import pytest

from core.collapsed import Collapsed
from core.errors import NotExactError
from core.exact.plane_rows import CoarseRowSwaps, RowSwaps
from core.exact.wide_swaps import IrregularSwaps, WideSwaps
from core.metrics import METRICS
from tests.core.exact.test_plane_rows import counts, few_kinds


def laws(metric, sides, *engines):
    rows = Collapsed(*(side.astype(float) for side in sides), np.ones(len(sides[0]), dtype=np.int64))
    return [engine(rows, METRICS[metric], 0) for engine in engines]


@pytest.mark.parametrize("metric", ["f1", "ratio"])
@pytest.mark.parametrize(("n", "largest", "engine"), [(300, 4_000, WideSwaps), (200, 900, IrregularSwaps)])
@pytest.mark.parametrize("rate", [0.7, 0.71])
def test_it_agrees_with_rows_added_up(metric, n, largest, engine, rate):
    bracketed, added = laws(metric, counts(metric, n, largest, rate, n), engine, CoarseRowSwaps)
    for multiple in (1, -1, 0):
        one, other = bracketed.at_least(multiple), added.at_least(multiple)
        if engine is WideSwaps:
            assert one.engine == "tilted-fourier"
        assert abs(one.probability - other.probability) <= one.error_bound + other.error_bound
        assert one.error_bound <= 0.01 * one.probability
        assert bracketed.at_most(-multiple) == one
    values, mass = bracketed.points()
    assert (np.diff(values) > 0).all()
    assert mass.sum() == pytest.approx(1)


def test_where_outcomes_crowd_at_the_threshold_rows_are_added_up():
    # Thousands of steps of one size: a bracket leaves open on which side the ties lie.
    sides = [1_000 * side for side in few_kinds("ratio", (40, 30, 40), 5)]
    for side in sides:
        side[-1] += [1, 2]
    bracketed, added = laws("ratio", sides, IrregularSwaps, RowSwaps)
    for strict in (False, True):
        one, other = bracketed.at_least(0, strict), added.at_least(0, strict)
        assert one.engine == "plane"
        assert one.probability == pytest.approx(other.probability, abs=one.error_bound + other.error_bound)
        assert one.error_bound < 1e-6


def test_small_planes_and_other_scores_are_left_to_others():
    with pytest.raises(NotExactError, match="soon added up"):
        laws("f1", counts("f1", 300, 12, 0.7, 1), WideSwaps)
    with pytest.raises(NotExactError, match="no quotient"):
        laws("conll", [np.hstack([side] * 3) for side in counts("f1", 100, 9, 0.7, 1)], IrregularSwaps)
