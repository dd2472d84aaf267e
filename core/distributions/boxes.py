"""The swapped sums of half of the items, in boxes that are halved where asked."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Boxes"]

Floats = NDArray[Any]
Integers = NDArray[Any]


class Boxes:
    """All swapped sums of some items' coordinates, measured from their mean, with the number of their ways.

    Parameters
    ----------
    heights, places : numpy.ndarray
        What swapping an item of each kind adds to the height ``(u,)`` and to the other coordinates ``(u, k)``.
    counts : numpy.ndarray
        How many items there are of each kind ``(u,)``.
    bends : numpy.ndarray
        How much more it helps to halve a box along one of these coordinates than along another ``(k,)``.

    Attributes
    ----------
    sizes, ways : numpy.ndarray
        How many sums are in each box, and how many ways lead to them.
    low, high : numpy.ndarray
        Between what their places lie, ``(boxes, k)``.
    """

    def __init__(self, heights: Floats, places: Floats, counts: Integers, bends: Floats) -> None:
        self._bends, self._counts = bends, counts
        self._heights, self._places, self._ways = np.zeros(1), np.zeros((len(bends), 1)), np.ones(1)
        for height, place, count in zip(heights, places, counts.tolist(), strict=True):
            swapped = np.arange(count + 1)[:, None]
            from_mean, ways = swapped - count / 2, [[math.comb(count, k)] for k in range(count + 1)]
            self._heights = (self._heights + from_mean * height).ravel()
            self._places = np.stack([(row + from_mean * x).ravel() for row, x in zip(self._places, place, strict=True)])
            self._ways = (self._ways * np.array(ways, dtype=float)).ravel()
        # Digits of a sum's number tell how many of each kind are swapped, the lowest of the first.
        self._numbers = np.arange(len(self._heights))
        self._spans = [slice(0, len(self._heights))]
        self._halves: dict[int, tuple[int, int]] = {}
        self.sizes, self.ways = np.zeros(0, dtype=np.int64), np.zeros(0)
        self.low, self.high = np.zeros((2, 0, len(bends)))
        self._measure()

    @property
    def widths(self) -> Floats:
        """How much each box leaves open."""
        return np.asarray((self._bends * (self.high - self.low)).max(axis=1))

    def above(self, box: int, slope: Floats) -> tuple[Floats, Floats]:
        """How high the sums of the box lie above that slope, and how many ways lead to each."""
        span = self._spans[box]
        return self._heights[span] - slope @ self._places[:, span], self._ways[span]

    def swapped(self, box: int, which: Integers) -> Integers:
        """How many of each kind ``(m, u)`` are swapped in those sums of the box."""
        return self._digits(self._numbers[self._spans[box]][which])

    def _digits(self, numbers: Integers) -> Integers:
        radix = self._counts + 1
        return numbers[:, None] // (np.cumprod(radix) // radix) % radix

    def halved(self, box: int) -> tuple[int, int]:
        """Return both halves of the box, which is cut in the middle when first asked."""
        if box not in self._halves:
            span, axis = self._spans[box], int((self._bends * (self.high - self.low)[box]).argmax())
            below = self._places[axis, span] < (self.low[box, axis] + self.high[box, axis]) / 2
            order = np.argsort(~below, kind="stable")
            for each in (self._heights, self._ways, self._numbers, *self._places):
                each[span] = each[span][order]
            cut = span.start + int(below.sum())
            self._halves[box] = len(self._spans), len(self._spans) + 1
            self._spans += [slice(span.start, cut), slice(cut, span.stop)]
            self._measure()
        return self._halves[box]

    def thinned(self, most: int) -> tuple[Integers, Floats]:
        """How many of each kind are swapped in so many sums at most, each for those about as high, and their share."""
        order = np.argsort(self._heights, kind="stable")
        cut = np.minimum(np.cumsum(self._ways[order]) / self.ways[0] * most, most - 1).astype(np.int64)
        ways = np.bincount(cut, self._ways[order], minlength=most)
        middle = np.searchsorted(cut, np.arange(most), "right") + np.searchsorted(cut, np.arange(most)) >> 1
        return self._digits(self._numbers[order[middle[ways > 0]]]), ways[ways > 0] / self.ways[0]

    def _measure(self) -> None:
        new = self._spans[len(self.sizes) :]
        places = [self._places[:, span] for span in new]
        self.sizes = np.append(self.sizes, [each.shape[1] for each in places])
        self.ways = np.append(self.ways, [self._ways[span].sum() for span in new])
        self.low = np.concatenate([self.low, [each.min(axis=1) for each in places]])
        self.high = np.concatenate([self.high, [each.max(axis=1) for each in places]])
