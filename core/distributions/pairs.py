"""Pairs of boxes of two halves, and the planes that tell which of their sums are extreme but for those next to them."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from core.distributions.boxes import Boxes
from core.distributions.surfaces import Planes, Surface

__all__ = ["MOST_SORTED", "Pairs", "Spread", "halved_pairs"]

Floats = NDArray[Any]
Integers = NDArray[Any]

# Sums that are sorted for all pairs together at most, half of them before it is seen what is left open; and pairs.
MOST_SORTED, _MOST_PAIRS = 2**24, 2**12
# Pairs are halved whose gain is at least such a part of the largest, and which are more than a point.
_GAIN, _POINT = 1 / 4, 1e-9


@dataclass(frozen=True, eq=False)
class Spread:
    """The law of heights over places that are uncorrelated with a standard deviation of 1, as if it were normal."""

    slope: Floats  # (k,)
    deviation: float

    def between(self, places: Floats, low: Floats, high: Floats) -> Floats:
        """How likely a height is between low and high there."""
        low, high = ((each - places @ self.slope) / self.deviation for each in (low, high))
        above = low > 0  # where both would round to 1
        return np.asarray(ndtr(np.where(above, -low, high)) - ndtr(np.where(above, -high, low)))


@dataclass(frozen=True, eq=False)
class Pairs:
    """Boxes of either half, ``(m, 2)``, and their planes."""

    halves: tuple[Boxes, Boxes]
    surface: Surface
    slack: float  # differences so near x are left open
    boxes: Integers
    planes: Planes

    @classmethod
    def of(cls, halves: tuple[Boxes, Boxes], surface: Surface, slack: float, boxes: Integers) -> "Pairs":
        """Pairs of these boxes."""
        low, high = (
            sum(getattr(half, end)[each] for half, each in zip(halves, boxes.T, strict=True)) for end in ("low", "high")
        )
        return cls(halves, surface, slack, boxes, surface.planes(low, high, slack))

    @property
    def sizes(self) -> Integers:
        """How many sums are in each box ``(m, 2)``."""
        return self._each("sizes")

    @property
    def ways(self) -> Floats:
        """How many ways lead to the sums of each box ``(m, 2)``."""
        return self._each("ways")

    def _each(self, what: str) -> NDArray[Any]:
        found = [getattr(half, what)[each] for half, each in zip(self.halves, self.boxes.T, strict=True)]
        return np.stack(found, axis=1)

    def only(self, which: Integers) -> "Pairs":
        """Some of the pairs."""
        return replace(self, boxes=self.boxes[which], planes=self.planes.only(which))

    def and_(self, other: "Pairs") -> "Pairs":
        """Both."""
        boxes = np.concatenate([self.boxes, other.boxes])
        return replace(self, boxes=boxes, planes=self.planes.and_(other.planes))

    def halved(self, open_: Floats, most: int) -> "tuple[Integers, Pairs]":
        """Which pairs stay, and the new ones of those that are worth halving most.

        Parameters
        ----------
        open_ : numpy.ndarray
            What each leaves open ``(m,)``.
        most : int
            How many sums may be sorted for new pairs.
        """
        sizes, widths = self.sizes, self._each("widths")
        # To halve one box of a pair is to sort the other once more.
        wider = widths.argmax(axis=1)
        costs = sizes[np.arange(len(sizes)), 1 - wider]
        gains = np.where(widths.max(axis=1) > _POINT, open_ / costs, 0.0)
        best = np.argsort(-gains, kind="stable")[: _MOST_PAIRS - len(sizes)]
        worth = (gains[best] > 0) & (gains[best] >= _GAIN * gains.max()) & (np.cumsum(costs[best]) <= most)
        best = best[worth]
        boxes = np.repeat(self.boxes[best], 2, axis=0)
        for i, half in enumerate(wider[best]):
            boxes[2 * i : 2 * i + 2, half] = self.halves[half].halved(boxes[2 * i, half])
        return np.delete(np.arange(len(sizes)), best), Pairs.of(self.halves, self.surface, self.slack, boxes)


def halved_pairs(
    halves: tuple[Boxes, Boxes], surface: Surface, slack: float, spread: Spread, enough: float, few: int
) -> Pairs:
    """Return pairs of boxes that leave little open, as far as that can be told before anything is sorted.

    Parameters
    ----------
    halves : pair of Boxes
        The sums of both halves.
    surface : Surface
        The boundary of what is extreme.
    slack : float
        Differences so near x are left open.
    spread : Spread
        Tells where outcomes are.
    enough, few : float, int
        What probability may stay open, or how many pairs of sums.
    """
    pairs = Pairs.of(halves, surface, slack, np.zeros((1, 2), dtype=np.int64))
    total = pairs.ways.prod()
    while True:
        rise = (pairs.planes.slope * pairs.planes.middle).sum(axis=1)
        share = spread.between(pairs.planes.middle, *(end + rise for end in pairs.planes.ends))
        open_, sizes = pairs.ways.prod(axis=1) / total * share, pairs.sizes
        if open_.sum() <= enough or sizes.prod(axis=1) @ share <= few:
            return pairs
        kept, new = pairs.halved(open_, MOST_SORTED // 2 - int(sizes.sum()))
        if not len(new.boxes):
            return pairs
        pairs = pairs.only(kept).and_(new)
