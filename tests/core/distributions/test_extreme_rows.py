"""The extreme outcomes of a plane, row by row, against a look at each."""

import numpy as np
import pytest

from core.data.collapsed import Collapsed
from core.distributions.coordinates import integer_coordinates
from core.distributions.extreme_rows import check_quotient, extreme_rows
from core.distributions.quotients import QuotientSwaps
from core.distributions.swapped_score import in_whole_units
from core.errors import NotExactError
from core.metrics import METRICS
from tests.core.distributions.test_plane_rows import counts


def plane(metric, n, largest, seed, huge=0):
    sides = counts(metric, n, largest, 0.8, seed)
    for side in sides:
        side[:huge] *= np.random.default_rng(seed).integers(2, 60 // largest + 20, (huge, 1))
    rows = Collapsed(*sides, np.ones(n, dtype=np.int64))
    score, steps, each = in_whole_units(rows, METRICS[metric], 0)
    coordinates, basis = integer_coordinates(steps, each, metric)
    box = each @ np.minimum(coordinates, 0), each @ np.maximum(coordinates, 0)
    return score, basis, box, QuotientSwaps(rows, METRICS[metric], score.lattice)


def looked_for(low, high, rows, along):
    found = np.zeros(high - low + 1, dtype=np.int64)
    for r, first, last in zip(*rows, strict=True):
        where = (slice(first - low[along], last - low[along] + 1), r - low[1 - along])
        found[where if along == 0 else where[::-1]] += 1
    return found.ravel()


@pytest.mark.parametrize("metric", ["f1", "precision", "f1-errors", "ratio"])
@pytest.mark.parametrize(("n", "largest", "huge"), [(12, 12, 0), (30, 30, 0), (8, 6, 1), (10, 4, 2), (14, 3, 3)])
@pytest.mark.parametrize("seed", range(4))
def test_it_finds_what_a_look_at_each_finds(metric, n, largest, huge, seed):
    score, basis, (low, high), quotient = plane(metric, n, largest, seed, huge)
    cells = np.argwhere(np.ones(high - low + 1)) + low
    swapped = cells @ basis
    # Where denominators would be smaller than any swaps make them nothing need be known.
    least = np.minimum((score.experimental - swapped) @ quotient.bottom, (score.baseline + swapped) @ quotient.bottom)
    possible = least >= quotient.least
    for multiple, strict in ((1, False), (1, True), (-1, False), (-1, True), (2, False), (0, True)):
        rows, along = extreme_rows(score, basis, (low, high), multiple, strict, quotient)
        found = looked_for(low, high, rows, along)
        assert np.array_equal(found[possible], score.beyond(swapped[possible], multiple, strict))


def test_a_score_that_is_no_quotient_is_refused():
    sides = [np.hstack([side, side + np.array([0, 5, 0, 3]), side]) for side in counts("f1", 50, 8, 0.7, 8)]
    score, steps, each = in_whole_units(Collapsed(*sides, np.ones(50, dtype=np.int64)), METRICS["conll"], 0)
    _, basis = integer_coordinates(steps, each, "conll")
    with pytest.raises(NotExactError, match="conll is no quotient of two sums"):
        check_quotient(score, basis)
