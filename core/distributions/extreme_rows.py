"""Which swapped sums of a plane are as extreme as the observed one, row by row, without looking at each.

Where a score is a quotient of two sums, as F1 is, with denominators D and D' above 0, the difference is at least x
where U − x·D·D' ≥ 0 of a linear U: along a row a parabola. Up to where it turns, and from there on, a row's extreme
outcomes are those up to some place or from it on. Where that is, is decided in whole numbers.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.distributions.quotients import QuotientSwaps
from core.distributions.swapped_score import SwappedScore
from core.errors import NotExactError

__all__ = ["Rows", "check_quotient", "extreme_rows"]

Integers = NDArray[Any]
Booleans = NDArray[np.bool_]
Extreme = Callable[[Integers, Integers], Booleans]  # of rows and places along them
_Piece = tuple[Integers, Integers, Integers]  # rows, and the first and last places

# Of more rows, one in so many is looked at first.
_FEW_ROWS = 64
# Places are whole numbers within this.
_WHOLE = 1e-9


class Rows(NamedTuple):
    """In row ``r``, the outcomes from ``first`` to ``last``; no row is empty, and a row may come twice."""

    r: Integers
    first: Integers
    last: Integers


def extreme_rows(
    score: SwappedScore,
    basis: Integers,
    box: tuple[Integers, Integers],
    multiple: int,
    strict: bool,
    quotient: QuotientSwaps | None,
) -> tuple[Rows, int]:
    """Return the outcomes whose difference is at least (or more than) that multiple of δ, and along what rows run.

    Outcomes that swaps cannot lead to, because a denominator would be too small, may be missing.

    Parameters
    ----------
    score : SwappedScore
        A quotient of two sums.
    basis : numpy.ndarray
        What a coordinate stands for, ``(2, k)``.
    box : tuple of numpy.ndarray
        The least and the largest coordinates of the outcomes, ``(2,)`` each.
    quotient : QuotientSwaps or None
        Knows the sums.

    Raises
    ------
    NotExactError
        If the sums are not known and the score moves both ways along a row, in either direction.
    """
    low, high = box
    for along in np.argsort(low - high).tolist():  # the fewest rows
        rows = np.arange(low[1 - along], high[1 - along] + 1)
        line = _Lines(score, basis, along)
        whole = rows, np.full(len(rows), low[along]), np.full(len(rows), high[along])
        if quotient is not None:
            pieces = line.pieces(*whole, multiple * score.observed, quotient)
        elif line.moves_one_way(*whole):
            pieces = [whole]
        else:
            continue

        def extreme(r: Integers, q: Integers, line: _Lines = line) -> Booleans:
            return score.beyond(line.at(r, q), multiple, strict)

        return _joined([_extreme(extreme, *each) for each in pieces if len(each[0])]), along
    raise NotExactError(f"{score.metric.name} moves both ways along a row of possible totals")


@dataclass(frozen=True, eq=False)
class _Lines:
    """The rows of a plane in one direction."""

    score: SwappedScore
    basis: Integers
    along: int

    def at(self, r: Integers, q: Integers) -> Integers:
        """What has been swapped ``(m, k)`` at place q of row r."""
        cells = np.empty((len(r), 2), dtype=np.int64)
        cells[:, 1 - self.along], cells[:, self.along] = r, q
        swapped: Integers = cells @ self.basis
        return swapped

    def moves_one_way(self, r: Integers, begin: Integers, end: Integers) -> bool:
        return self.score.moves_one_way(*(self.at(r, q) for q in (begin, (begin + end) // 2, end)))

    def pieces(self, r: Integers, begin: Integers, end: Integers, x: float, quotient: QuotientSwaps) -> list[_Piece]:
        """Pieces of rows on which U − x·D·D' moves one way, but for places at which no denominator can be as small.

        Where a denominator is 0 is a piece by itself.
        """
        swapped, step = self.at(r, begin), self.basis[self.along]
        e, a = self.score.experimental - swapped, self.score.baseline + swapped
        of_e, of_a, slope = e @ quotient.bottom, a @ quotient.bottom, float(step @ quotient.bottom)
        if not slope:
            return [(r, begin, end)]
        least = max(quotient.least, 1.0) / 2  # of whole numbers
        ends = np.sort([(of_e - least) / slope, (least - of_a) / slope], axis=0)
        last = np.minimum(end, begin + np.floor(np.minimum(ends[1], end - begin)).astype(np.int64))
        first = begin + np.ceil(np.maximum(ends[0], 0)).astype(np.int64)
        turn = np.full(len(r), np.inf)
        if x:
            rise = (e + a) @ (slope * quotient.top - float(step @ quotient.top) * quotient.bottom)
            turn = np.rint((x * slope * (of_e - of_a) - rise) / (2 * x * slope**2))
        turns = (first < begin + turn) & (begin + turn < last)
        one, both = (some & (first <= last) for some in (~turns, turns))
        middle = begin[both] + turn[both].astype(np.int64)
        # The turn by itself, because it is rounded: none of the pieces beside it holds both of its sides.
        parts = (first[both], middle - 1), (middle, middle), (middle + 1, last[both])
        pieces = [(r[one], first[one], last[one]), *((r[both], *part) for part in parts)]
        if not quotient.least:  # all that a system has may be swapped
            for zero in (of_e / slope, -of_a / slope):
                place = np.rint(zero)
                there = (np.abs(zero - place) < _WHOLE) & (place >= 0) & (place <= end - begin)
                at = begin[there] + place[there].astype(np.int64)
                pieces.append((r[there], at, at))
        return pieces


def _extreme(extreme: Extreme, r: Integers, begin: Integers, end: Integers) -> Rows:
    """The extreme outcomes of pieces that move one way."""
    first, last = begin.copy(), end.copy()
    at_begin, at_end = extreme(r, begin), extreme(r, end)
    changes = np.flatnonzero(at_begin != at_end)
    ends = at_begin[changes]
    same = _last_as_begun(extreme, r[changes], begin[changes], end[changes], ends)
    first[changes], last[changes] = np.where(ends, begin[changes], same + 1), np.where(ends, same, end[changes])
    some = at_begin | at_end
    return Rows(r[some], first[some], last[some])


def _joined(pieces: list[Rows]) -> Rows:
    """Pieces of rows, of which those that touch are one."""
    r, first, last = (np.concatenate(each) for each in zip(*pieces, strict=True))
    order = np.lexsort([first, r])
    r, first, last = r[order], first[order], last[order]
    starts = np.append(True, (np.diff(r) != 0) | (first[1:] != last[:-1] + 1))[: len(r)]
    return Rows(r[starts], first[starts], last[np.append(starts[1:], True)[: len(r)]])


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
