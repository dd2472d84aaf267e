"""Whole numbers drawn by inversion: each law's cumulative probabilities are read off a table (Chen & Asau 1974).

Where the same laws are drawn from again and again, a draw costs a few nanoseconds: a twentieth of a binomial draw by
rejection.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

__all__ = ["Inversion", "binomial_draws", "poissons"]

Floats = NDArray[np.float64]

# A law ends so many standard deviations and so many numbers from its mean: what lies further has less than 1e-17.
_DEVIATIONS, _MORE = 9, 30
# Probabilities in all laws: at most 32 MB of them.
_MOST = 2**22
# Cells for each number, of one law and of all: as much as a processor's cache holds.
_CELLS, _MOST_CELLS, _MOST_CELLS_IN_ALL = 64, 2**16, 2**19
# So many numbers are looked up at once, which the cache holds beside the tables.
_AT_ONCE = 2**16


class Inversion:
    """Laws of whole numbers, each of neighbours.

    Parameters
    ----------
    ends : (u, w) float array
        The cumulative probabilities of each law, whose last is 1.
    start : (u,) integer array
        The first number of each law.
    law_of : (v,) integer array, optional
        The law of each number that is drawn together; one of each law, unless told otherwise.

    Examples
    --------
    A coin, and a die of four sides:

    >>> laws = Inversion(np.array([[0.5, 1, 1, 1], [0.25, 0.5, 0.75, 1]]), np.array([0, 1]))
    >>> laws(np.array([[0.2, 0.2], [0.5, 0.9]])).tolist()
    [[0, 1], [1, 4]]
    """

    def __init__(self, ends: Floats, start: NDArray[np.integer], law_of: NDArray[np.integer] | None = None) -> None:
        laws, wide = ends.shape
        cells = min(_power_of_two(_CELLS * wide), _power_of_two(_MOST_CELLS_IN_ALL // laws), _MOST_CELLS)
        each = np.arange(laws)
        # How many of a law's numbers end at or before the beginning of a cell, and of the one beyond the last.
        begins = np.ceil(ends * cells).astype(np.int64) + (cells + 1) * each[:, None]
        passed = np.bincount(begins.ravel(), minlength=laws * (cells + 1)).reshape(laws, cells + 1).cumsum(axis=1)
        passed[:, -1] -= 1
        self._cells = cells
        law_of = each if law_of is None else law_of
        self._first_cell = ((cells + 1) * law_of).astype(np.int32)
        self._passed = (passed + wide * each[:, None]).astype(np.int32).ravel()
        # Less than nothing where numbers end within the cell.
        ending = np.diff(passed, axis=1, append=0) > 0
        self._found = np.where(ending.ravel(), -1, self._passed)
        # All laws one after the other, to 1e-13 of each at worst.
        self._ends = (ends * cells + (cells + 1) * each[:, None]).ravel()
        self._offset = (wide * each - start).astype(np.int32)[law_of]

    def draw(self, random: np.random.Generator, size: int) -> NDArray[np.int32]:
        """Draw ``(size, v)`` numbers; so many rows take the same random numbers whether at once or one by one."""
        wide = len(self._offset)
        drawn = np.empty((size, wide), dtype=np.int32)
        each = max(1, _AT_ONCE // wide)
        for start in range(0, size, each):
            drawn[start : start + each] = self(random.random((min(each, size - start), wide)))
        return drawn

    def __call__(self, shares: Floats) -> NDArray[np.int32]:
        """Return where each law's cumulative probability passes each share of ``(b, v)`` in [0, 1)."""
        # A share so near 1 that it is rounded up comes to the cell beyond the last, of the law's last number.
        place = shares * self._cells
        place += self._first_cell
        cell = place.astype(np.int32)
        found = self._found.take(cell, mode="clip")  # which is faster, and clips none
        several = np.flatnonzero(found < 0)
        found.ravel()[several] = self._within(cell.ravel()[several], place.ravel()[several])
        found -= self._offset
        return found

    def _within(self, cell: NDArray[np.int32], place: Floats) -> NDArray[np.int32]:
        """Return what places ``(a,)`` pass of the numbers that end within their cells: in most cells, one."""
        low, high = self._passed.take(cell), self._passed.take(cell + 1)
        past = self._ends.take(low) <= place
        low += past
        several = np.flatnonzero(past & (low < high))
        low[several] = np.minimum(np.searchsorted(self._ends, place[several], "right"), high[several])
        return low


def poissons(means: Floats) -> Inversion | None:
    """Return the Poisson laws of those means ``(v,)``, or None where their tables would be too large."""
    means, law_of = np.unique(means, return_inverse=True)
    return _from_ratios(means, means, np.inf, lambda numbers: means[:, None] / numbers, law_of)


def binomial_draws(
    trials: NDArray[np.integer], chances: Floats | float
) -> Callable[[np.random.Generator, int], NDArray[np.integer]]:
    """Return what draws ``(size, v)`` numbers of successes in so many trials ``(v,)``."""
    pairs, law_of = np.unique(np.stack(np.broadcast_arrays(trials, chances)), axis=1, return_inverse=True)
    n, p = pairs
    odds = p / np.maximum(1 - p, np.finfo(float).epsneg)

    def ratios(numbers: NDArray[np.int64]) -> Floats:
        return np.maximum(n[:, None] - numbers + 1, 0) / numbers * odds[:, None]

    laws = _from_ratios(n * p, n * p * (1 - p), n, ratios, law_of) if len(trials) else None
    if laws is not None:
        return laws.draw
    return lambda random, size: random.binomial(trials, chances, size=(size, len(trials)))


def _from_ratios(
    means: Floats,
    variances: Floats,
    largest: Floats | float,
    ratios: Callable[[NDArray[np.int64]], Floats],
    law_of: NDArray[np.intp],
) -> Inversion | None:
    """Laws by the ratios ``(u, w)`` of each number's probability to that of the one before it."""
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
