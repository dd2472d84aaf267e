"""Exact permutation tests of harmonic means of few items on no lattice, such as B³: two halves met in the middle.

Either half of 40 items has 2^20 swapped sums, but which of their 2^40 pairs are extreme is told by a bent surface. Of
the sums of two boxes all but those next to a plane are told by that plane, and how many lie on one side of it is
counted by sorting both. Boxes are halved where most is left open. What is left at last is looked at one by one, or is
how uncertain the tail remains.
"""

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from core.data.collapsed import Collapsed
from core.distributions.boxes import Boxes
from core.distributions.harmonic import harmonic_of
from core.distributions.pairs import MOST_SORTED, Pairs, Spread, halved_pairs
from core.distributions.plane_picture import distinct
from core.distributions.surfaces import SLACK, coordinates
from core.distributions.swapped_score import swapped_score
from core.distributions.tail import Tail
from core.errors import NotExactError
from core.metrics import Metric

__all__ = ["HalvedSwaps"]

Floats = NDArray[Any]
Integers = NDArray[Any]
# Where sums are, and how many ways lead to each.
Sums = tuple[Floats, Floats]

# Of each half at most; and 2^m must be a double of full precision.
_MOST_SUMS, _MOST_CHANGED = 2**20, 1_000
# So many pairs of sums are looked at one by one, but no more than some are left open where that is cheaper; or about
# such a share of the tail is.
_LOOKED, _SOME, _AT_ONCE, _OPEN = 2**20, 2**17, 2**16, 2e-3
# Heights vary by no less than such a part, given all else.
_THIN = 1e-2
_TINY = 1e-300
# A picture is made of so many sums of each half.
_SHOWN, _DIGITS = 2**9, 12
# Whole numbers up to here are exact in double precision; what is added to more is rounded by such a share.
_LARGEST, _ROUNDING = 2**53, 1e-9


class HalvedSwaps:
    """The law of a harmonic mean's difference after random swaps of some 40 items, or of more that are alike.

    Parameters
    ----------
    rows : Collapsed
        The distinct rows of the pair with their multiplicities.
    metric : Metric
        The harmonic mean of two fractions.
    decimals : int or None
        The most decimals printed in the files that the statistics came from.

    Raises
    ------
    NotExactError
        If there are more than 2²⁰ ways to choose how many of each kind are swapped in a half of the items, or the
        metric is no such mean.
    """

    engine = "enumeration"

    def __init__(self, rows: Collapsed, metric: Metric, decimals: int | None) -> None:
        weights = harmonic_of(rows, metric)
        self._score, self._steps, counts = swapped_score(rows, metric, decimals)
        self._changed, self._alike = int(counts.sum()), bool((counts == 1).all())
        self._surface, heights, places = coordinates(self._score, self._steps, counts, weights)
        slope, variance = (counts * heights) @ places / 4, max(counts @ heights**2 / 4, _TINY)
        self._spread = Spread(slope, float(np.sqrt(max(variance - slope @ slope, _THIN**2 * variance))))
        self._likely = float(ndtr(self._surface.height(np.zeros((1, len(slope))))[0] / np.sqrt(variance)))
        self._kinds = _dealt(counts, np.argsort(-np.abs(heights) * np.sqrt(counts), kind="stable"))
        self._items = heights, places, counts
        self._tails: dict[tuple[int, bool], Tail] = {}

    def at_least(self, multiple: int, strict: bool = False) -> Tail:
        """P(δ' ≥ multiple·δ), or P(δ' > multiple·δ)."""
        if (multiple, strict) not in self._tails:
            self._tails[multiple, strict] = self._tail(multiple, strict)
        return self._tails[multiple, strict]

    def at_most(self, multiple: int, strict: bool = False) -> Tail:
        """P(δ' ≤ multiple·δ), or P(δ' < multiple·δ): swapping all items turns δ' into −δ'."""
        return self.at_least(-multiple, strict)

    def points(self) -> tuple[Floats, Floats]:
        """Up to 2^18 differences, told apart to twelve digits and sorted, and their probabilities, for pictures."""
        thinned = [half.thinned(_SHOWN) for half in self._halves()]
        first, second = (swapped @ self._steps[kinds] for kinds, (swapped, _) in zip(self._kinds, thinned, strict=True))
        differences = self._score.differences((first[:, None] + second).reshape(-1, first.shape[1]))
        return distinct(np.round(differences, _DIGITS), np.outer(*(share for _, share in thinned)).ravel())

    def _halves(self) -> tuple[Boxes, Boxes]:
        """The sums of both halves, up to 80 MB that nothing holds on to."""
        bends = np.sqrt(self._surface.bends)
        heights, places, counts = self._items
        one, other = (Boxes(heights[kinds], places[kinds], counts[kinds], bends) for kinds in self._kinds)
        return one, other

    def _tail(self, multiple: int, strict: bool) -> Tail:
        surface, slack = replace(self._surface, x=multiple * self._score.observed), SLACK * self._score.tolerance
        pairs = halved_pairs(self._halves(), surface, slack, self._spread, _OPEN * self._likely, _SOME)
        counts, room = self._counted(pairs), MOST_SORTED - int(pairs.sizes.sum())
        while counts[:, 2].sum() > _LOOKED and counts[:, 1].sum() > _OPEN * counts[:, 0].sum():
            kept, new = pairs.halved(counts[:, 1], room)
            if not len(new.boxes):
                break
            pairs, counts = pairs.only(kept).and_(new), np.concatenate([counts[kept], self._counted(new)])
            room -= int(new.sizes.sum())
        ways, open_, near = counts.sum(axis=0)
        if near <= _LOOKED:
            for each in np.flatnonzero(counts[:, 2]):
                ways += self._looked_at(pairs.only(np.array(each)), multiple, strict)
            open_ = 0.0
        rounding = _ROUNDING if 2.0**self._changed > _LARGEST else 0.0
        if not open_ and not rounding:
            return Tail.of_ways(int(ways), self._changed)
        p, error = ((each / 2.0**self._changed) for each in (ways + open_ / 2, open_ / 2))
        return Tail.of(float(p), float(error + rounding * p), self.engine)

    def _counted(self, pairs: Pairs) -> Floats:
        """Of each pair: how many ways are extreme, how many are left open, and how many sums these are ``(m, 3)``."""
        found = [
            _below(*_above(pairs.halves, boxes, slope), ends, self._alike)
            for boxes, slope, *ends in zip(pairs.boxes, pairs.planes.slope, *pairs.planes.ends, strict=True)
        ]
        return np.array(found).reshape(-1, 3)

    def _looked_at(self, pair: Pairs, multiple: int, strict: bool) -> float:
        """How many of the ways that one pair leaves open lead to a difference as extreme."""
        boxes, ends = pair.boxes, pair.planes.ends
        (first, ways), (second, others) = _above(pair.halves, boxes, pair.planes.slope)
        order = np.argsort(second)
        start, stop = (np.searchsorted(second, end - first, "right", sorter=order) for end in ends)
        counts = stop - start
        one = np.repeat(np.arange(len(first)), counts)
        other = order[np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts - start, counts)]
        found = 0.0
        for some in np.array_split(np.arange(len(one)), len(one) // _AT_ONCE + 1):
            which = one[some], other[some]
            sums = [
                half.swapped(box, each) @ self._steps[kinds]
                for half, box, each, kinds in zip(pair.halves, boxes, which, self._kinds, strict=True)
            ]
            beyond = self._score.beyond(sums[0] + sums[1], multiple, strict)
            found += float((beyond * ways[which[0]]) @ others[which[1]])
        return found


def _dealt(counts: Integers, order: Integers) -> tuple[Integers, Integers]:
    """Both halves of the kinds of items, each with at most so many sums.

    Raises
    ------
    NotExactError
        If they have more.
    """
    halves: tuple[list[int], list[int]] = [], []
    sums = [1, 1]
    for kind in order.tolist():
        fewer = int(sums[1] < sums[0])
        halves[fewer].append(kind)
        sums[fewer] *= int(counts[kind]) + 1
    if max(sums) > _MOST_SUMS or counts.sum() > _MOST_CHANGED:
        raise NotExactError(f"{int(counts.sum()):,} items changed, too many to list every way to swap half of them")
    first, second = (np.array(half, dtype=np.int64) for half in halves)
    return first, second


def _above(halves: tuple[Boxes, Boxes], boxes: Integers, slope: Floats) -> tuple[Sums, Sums]:
    one, other = (half.above(box, slope) for half, box in zip(halves, boxes, strict=True))
    return one, other


def _below(first: Sums, second: Sums, ends: list[float], alike: bool) -> tuple[float, float, float]:
    """Of the sums of one of each: how many ways are at most the lower end, and how many and which many between both.

    ``alike`` says that one way leads to each.
    """
    (one, ways), (other, others) = first, second
    least, most = one.min() + other.min(), one.max() + other.max()
    if all(most <= end or least > end for end in ends):
        low, high = (float(most <= end) for end in ends)
        every = float(ways.sum() * others.sum())
        return every * low, every * (high - low), len(one) * len(other) * (high - low)
    if alike:
        one, other = np.sort(one)[::-1], np.sort(other)  # searching is fastest from one end to the other
        low, high = (float(np.searchsorted(other, end - one, "right").sum()) for end in ends)
        return low, high - low, high - low
    order, along = np.argsort(other), np.argsort(one)[::-1]
    at = [np.searchsorted(other[order], end - one[along], "right") for end in ends]
    below = np.append(0.0, np.cumsum(others[order]))
    low, high = (float(below[each] @ ways[along]) for each in at)
    return low, high - low, float((at[1] - at[0]).sum())
