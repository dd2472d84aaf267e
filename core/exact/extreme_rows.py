"""Which swapped sums of a plane are as extreme as the observed one, row by row, without looking at each.

Where a score is a quotient of two sums, as F1 is, it moves one way along a row, and a row's extreme outcomes are those
up to some place or from it on. Where that is, is decided in whole numbers.
"""

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.errors import NotExactError
from core.exact.swapped_score import SwappedScore

__all__ = ["Rows", "check_quotient", "extreme_rows"]

Integers = NDArray[Any]
Booleans = NDArray[np.bool_]
Extreme = Callable[[Integers, Integers], Booleans]  # of rows and places along them

# Of more rows, one in so many is looked at first.
_FEW_ROWS = 64


class Rows(NamedTuple):
    """In row ``r``, the outcomes from ``first`` to ``last``; no row is empty."""

    r: Integers
    first: Integers
    last: Integers


def extreme_rows(
    score: SwappedScore, basis: Integers, box: tuple[Integers, Integers], multiple: int, strict: bool
) -> tuple[Rows, int]:
    """Return the outcomes whose difference is at least (or more than) that multiple of δ, and along what rows run.

    Parameters
    ----------
    score : SwappedScore
        A quotient of two sums.
    basis : numpy.ndarray
        What a coordinate stands for, ``(2, k)``.
    box : tuple of numpy.ndarray
        The least and the largest coordinates of the outcomes, ``(2,)`` each.

    Raises
    ------
    NotExactError
        If the score moves both ways along a row, in either direction.
    """
    low, high = box
    for along in np.argsort(low - high):  # the fewest rows
        rows = _along(int(along), score, basis, low, high, multiple, strict)
        if rows is not None:
            return rows, int(along)
    raise NotExactError(f"{score.metric.name} moves both ways along a row of possible totals")


def _along(
    along: int, score: SwappedScore, basis: Integers, low: Integers, high: Integers, multiple: int, strict: bool
) -> Rows | None:
    across = 1 - along
    r = np.arange(low[across], high[across] + 1)

    def at(r: Integers, q: Integers) -> Integers:
        cells = np.empty((len(r), 2), dtype=np.int64)
        cells[:, across], cells[:, along] = r, q
        swapped: Integers = cells @ basis
        return swapped

    def extreme(r: Integers, q: Integers) -> Booleans:
        return score.beyond(at(r, q), multiple, strict)

    begin, end = (np.full(len(r), each[along]) for each in (low, high))
    if not score.moves_one_way(*(at(r, q) for q in (begin, (begin + end) // 2, end))):
        return None
    first, last = begin.copy(), end.copy()
    at_begin, at_end = extreme(r, begin), extreme(r, end)
    changes = np.flatnonzero(at_begin != at_end)
    ends = at_begin[changes]
    same = _last_as_begun(extreme, r[changes], begin[changes], end[changes], ends)
    first[changes], last[changes] = np.where(ends, begin[changes], same + 1), np.where(ends, same, end[changes])
    some = at_begin | at_end
    return Rows(r[some], first[some], last[some])


def _last_as_begun(extreme: Extreme, r: Integers, begin: Integers, end: Integers, at_begin: Booleans) -> Integers:
    """Where each row's answer is for the last time that of its beginning; at its end it is the other, and never both.

    From some rows to the next the place moves evenly: between them it is guessed, and looked for where it is not.
    """
    if len(r) > _FEW_ROWS:
        known = np.append(np.arange(0, len(r) - 1, _FEW_ROWS), len(r) - 1)
        places = _last_as_begun_by_halves(extreme, r[known], begin[known], end[known], at_begin[known])
        guess = np.rint(np.interp(r, r[known], places)).astype(np.int64)
        near, far = np.maximum(guess - 1, begin), np.minimum(guess + 2, end)
        begin = np.where((near == begin) | (extreme(r, near) == at_begin), near, begin)
        end = np.where((far == end) | (extreme(r, far) != at_begin), far, end)
    return _last_as_begun_by_halves(extreme, r, begin, end, at_begin)


def _last_as_begun_by_halves(
    extreme: Extreme, r: Integers, begin: Integers, end: Integers, at_begin: Booleans
) -> Integers:
    same, other = begin.copy(), end.copy()
    while len(left := np.flatnonzero(other - same > 1)):
        middle = (same[left] + other[left]) // 2
        as_begun = extreme(r[left], middle) == at_begin[left]
        same[left], other[left] = np.where(as_begun, middle, same[left]), np.where(as_begun, other[left], middle)
    return same


def check_quotient(score: SwappedScore, basis: Integers) -> None:
    """See that the score is a quotient of two linear functions on the plane: then it keeps cross ratios on all lines.

    Of other rational functions, hardly any whole numbers drawn at random would (Schwartz 1980).

    Raises
    ------
    NotExactError
        If it is not.
    """
    if not _is_quotient(score, basis):
        raise NotExactError(f"{score.metric.name} is no quotient of two sums, which many totals would need")


def _is_quotient(score: SwappedScore, basis: Integers) -> bool:
    drawn = Random(1)
    for sums in (score.experimental, score.baseline):
        for _ in range(3):
            begin, step = (
                sum(
                    (drawn.randrange(1, 10**6) * row.astype(object) for row in basis), start=0 * basis[0].astype(object)
                )
                for _ in range(2)
            )
            at = np.stack([sums.astype(object) + begin + t * step for t in range(4)])
            found = score.metric.rational_score(at)
            if found is None or not all(found[1]):
                return False
            a, b, c, d = (Fraction(int(top), int(bottom)) for top, bottom in zip(*found, strict=True))
            if 3 * (a - c) * (b - d) != 4 * (a - d) * (b - c):
                return False
    return True
