"""Random integers by inversion: look up each law's cumulative probabilities in a table (Chen & Asau 1974).

For repeated draws from the same laws, a draw costs a few nanoseconds, a twentieth of a binomial draw by rejection.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from core.common.arrays import Floats, Integers

# A law is cut off this many standard deviations, plus this many integers, from its mean: the rest is below 1e-17.
_DEVIATIONS, _MORE = 9, 30
# Probabilities in all laws: at most 32 MB of them.
_MOST = 2**22
# Cells per number, per law and in all: the tables fit a processor's cache.
_CELLS, _MOST_CELLS, _MOST_CELLS_IN_ALL = 64, 2**16, 2**19
# Numbers per lookup: they fit the cache together with the tables.
_AT_ONCE = 2**16


class Inversion:
    """Laws on consecutive integers.

    ``ends`` ``(u, w)`` are the cumulative probabilities of each law, the last of them 1, and ``start`` ``(u,)`` its
    first number. ``law_of`` ``(v,)`` is the law of each number in a joint draw; by default there is one number of each
    law.

    A coin, and a die with four sides:

    >>> laws = Inversion(np.array([[0.5, 1, 1, 1], [0.25, 0.5, 0.75, 1]]), np.array([0, 1]))
    >>> laws(np.array([[0.2, 0.2], [0.5, 0.9]])).tolist()
    [[0, 1], [1, 4]]
    """

    def __init__(self, ends: Floats, start: NDArray[np.integer], law_of: NDArray[np.integer] | None = None) -> None:
        laws, wide = ends.shape
        cells = min(_power_of_two(_CELLS * wide), _power_of_two(_MOST_CELLS_IN_ALL // laws), _MOST_CELLS)
        each = np.arange(laws)
        # The number of a law's integers that end at or before the start of each cell, and of the cell after the last.
        begins = np.ceil(ends * cells).astype(np.int64) + (cells + 1) * each[:, None]
        passed = np.bincount(begins.ravel(), minlength=laws * (cells + 1)).reshape(laws, cells + 1).cumsum(axis=1)
        passed[:, -1] -= 1
        self._cells = cells
        law_of = each if law_of is None else law_of
        self._first_cell = ((cells + 1) * law_of).astype(np.int32)
        self._passed = (passed + wide * each[:, None]).astype(np.int32).ravel()
        # Negative if integers end within the cell.
        ending = np.diff(passed, axis=1, append=0) > 0
        self._found = np.where(ending.ravel(), -1, self._passed)
        # All laws one after the other, with an error of at most 1e-13 each.
        self._ends = (ends * cells + (cells + 1) * each[:, None]).ravel()
        self._offset = (wide * each - start).astype(np.int32)[law_of]

    def draw(self, random: np.random.Generator, size: int) -> NDArray[np.int32]:
        """Draw ``(size, v)`` numbers; the result does not depend on how rows are split into calls."""
        wide = len(self._offset)
        drawn = np.empty((size, wide), dtype=np.int32)
        each = max(1, _AT_ONCE // wide)
        for start in range(0, size, each):
            drawn[start : start + each] = self(random.random((min(each, size - start), wide)))
        return drawn

    def __call__(self, shares: Floats) -> NDArray[np.int32]:
        """Return the inverse of each law's distribution function at the shares ``(b, v)`` in [0, 1)."""
        # A share that is rounded up to 1 falls in the cell after the last, which holds the law's last number.
        place = shares * self._cells
        place += self._first_cell
        cell = place.astype(np.int32)
        found = self._found.take(cell, mode="clip")  # which is faster, and clips none
        several = np.flatnonzero(found < 0)
        found.ravel()[several] = self._within(cell.ravel()[several], place.ravel()[several])
        found -= self._offset
        return found

    def _within(self, cell: NDArray[np.int32], place: Floats) -> NDArray[np.int32]:
        """Return how many integers end before the places ``(a,)`` within their cells: mostly at most one."""
        low, high = self._passed.take(cell), self._passed.take(cell + 1)
        past = self._ends.take(low) <= place
        low += past
        several = np.flatnonzero(past & (low < high))
        low[several] = np.minimum(np.searchsorted(self._ends, place[several], "right"), high[several])
        return low


def poissons(means: Floats) -> Inversion | None:
    """Return the Poisson laws of those means ``(v,)``, or None if their tables would be too large."""
    means, law_of = np.unique(means, return_inverse=True)
    return _from_ratios(means, means, np.inf, lambda numbers: means[:, None] / numbers, law_of)


def binomial_draws(
    trials: NDArray[np.integer], chances: Floats | float
) -> Callable[[np.random.Generator, int], NDArray[np.integer]]:
    """Return a function that draws ``(size, v)`` binomial counts for the trials ``(v,)``."""
    pairs, law_of = np.unique(np.stack(np.broadcast_arrays(trials, chances)), axis=1, return_inverse=True)
    law_of = law_of.ravel()  # NumPy 2.0.0 returns a column
    n, p = pairs
    odds = p / np.maximum(1 - p, np.finfo(float).epsneg)

    def ratios(numbers: Integers) -> Floats:
        return np.maximum(n[:, None] - numbers + 1, 0) / numbers * odds[:, None]

    laws = _from_ratios(n * p, n * p * (1 - p), n, ratios, law_of) if len(trials) else None
    if laws is not None:
        return laws.draw
    return lambda random, size: random.binomial(trials, chances, size=(size, len(trials)))


def _from_ratios(
    means: Floats,
    variances: Floats,
    largest: Floats | float,
    ratios: Callable[[Integers], Floats],
    law_of: NDArray[np.intp],
) -> Inversion | None:
    """Laws from the ratios ``(u, w)`` of each integer's probability to that of its predecessor."""
    middle, off = np.floor(means), np.ceil(_DEVIATIONS * np.sqrt(variances)) + _MORE
    start = np.maximum(middle - off, 0).astype(np.int64)
    wide = float((np.minimum(middle + off, largest) - start).max()) + 1
    if wide * len(means) > _MOST or float(start.max()) + wide > np.iinfo(np.int32).max:
        return None
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = np.log(ratios(start[:, None] + np.arange(int(wide))))
    logs[:, 0] = 0.0
    logs = logs.cumsum(axis=1)
    ends = np.exp(logs - logs.max(axis=1, keepdims=True)).cumsum(axis=1)
    return Inversion(ends / ends[:, -1:], start, law_of)


def _power_of_two(most: int) -> int:
    return 1 << max(most.bit_length() - 1, 0)
