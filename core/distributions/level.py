"""Permutation tests of harmonic means of many items on no lattice, such as B³: the boundary between two planes.

Over all places w that matter, what is extreme ends between two planes (`surfaces`), so that its probability lies
between those of Σ ±h being at most either level, h an item's height above the planes. Places matter in a polygon B₁
around their mean where the sum is at the boundary. It leaves out no more than

    P(w ∉ B₂) + P(w ∉ B₁, Σ ±h ≤ T),

T the highest boundary over the wide polygon B₂: side by side by Hoeffding's and by Chernoff's inequality.
"""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.data.collapsed import Collapsed
from core.distributions.harmonic import harmonic_of
from core.distributions.plane_picture import distinct
from core.distributions.sums import SwappedSum, Tilted
from core.distributions.surfaces import SLACK, Surface, coordinates
from core.distributions.swapped_score import swapped_score
from core.distributions.tail import Tail
from core.distributions.tilting import tilt_to
from core.errors import NotExactError
from core.metrics import Metric

__all__ = ["LevelSwaps"]

Floats = NDArray[Any]

# The polygons leave out about such a share of the tail, whichever leaves it most certain; where such a share is open at
# best, nothing is asked for.
_OUTSIDE, _HOPELESS = (1e-4, 1e-3, 1e-2), 0.4
# Of the largest sum, where nothing is tilted any more; and what the sum of halves is rounded by.
_LARGEST, _ROUNDING = 1 - 1e-9, 1e-14
# Tilts of a place, of which each side takes the best; of so many items at once.
_TILTS, _AT_ONCE = np.geomspace(1.0, 12.0, 16), 2**10
# A polygon in the plane has so many sides, and one of k dimensions is in so many cells in each.
_SIDES, _CELLS = 16, {1: 8, 2: 8, 3: 6}
# A slope is that of heights so many standard deviations away, and twice as many.
_FAR = 2.0


class LevelSwaps:
    """The law of a harmonic mean's difference after random swaps, as a bracket around each tail that provably holds.

    Parameters
    ----------
    rows : Collapsed
        The distinct rows of the pair with their multiplicities.
    metric : Metric
        The harmonic mean of two fractions.
    decimals : int or None
        The most decimals printed in the files that the statistics came from.
    exact_sum : callable
        Returns the engine of a random sum.

    Raises
    ------
    NotExactError
        If the metric is no such mean.
    """

    def __init__(
        self, rows: Collapsed, metric: Metric, decimals: int | None, exact_sum: Callable[[SwappedSum], Any]
    ) -> None:
        weights = harmonic_of(rows, metric)
        self._score, steps, self._counts = swapped_score(rows, metric, decimals)
        self._surface, self._heights, self._places = coordinates(self._score, steps, self._counts, weights)
        self._because = f"the two systems' items differ too much for an exact p-value of {metric.label}"
        self._exact_sum, self._ways = exact_sum, _around(self._places.shape[1])
        self._tails: dict[tuple[int, bool], Tail] = {}

    def at_least(self, multiple: int, strict: bool = False) -> Tail:
        """P(δ' ≥ multiple·δ), or P(δ' > multiple·δ)."""
        x = multiple * self._score.observed
        if x < 0:
            rest = self.at_least(-multiple, not strict)
            return Tail.of(1 - rest.probability, rest.error_bound + 1e-16, rest.engine)
        if (multiple, strict) not in self._tails:
            self._tails[multiple, strict] = self._upper(replace(self._surface, x=x))
        return self._tails[multiple, strict]

    def at_most(self, multiple: int, strict: bool = False) -> Tail:
        """P(δ' ≤ multiple·δ), or P(δ' < multiple·δ): swapping all items turns δ' into −δ'."""
        return self.at_least(-multiple, strict)

    def points(self) -> tuple[Floats, Floats]:
        """The differences at the sums of heights, each at the place to be expected there, for pictures."""
        heights, mass = self._exact_sum(self._swapped(self._heights)).points()
        places = (self._counts * self._heights) @ self._places / (self._counts @ self._heights**2)
        at = self._surface.origin + heights[:, None] * (self._surface.up + places @ self._surface.axes)
        return distinct(self._surface.law.difference(at), mass)

    def _upper(self, surface: Surface) -> Tail:
        slack, k = SLACK * self._score.tolerance, self._places.shape[1]
        tilt, log_p, middle = self._tilted(float(surface.height(np.zeros((1, k)))[0]))
        around = middle + _FAR * np.concatenate([self._ways, 2 * self._ways])
        heights = surface.height(around)
        slope = np.linalg.lstsq(around - middle, np.nan_to_num(heights - heights.mean()), rcond=None)[0]
        cumulants = self._cumulants(slope, tilt.theta)
        found = [self._between(surface, slack, slope, tilt.theta, log_p, cumulants, share) for share in _OUTSIDE]
        # A height is worth such a share of the tail.
        worth = max(tilt.theta, 1 / math.sqrt(tilt.variance))
        uncertain, (low, high, share) = min((each[2] + worth * (each[1] - each[0]), each) for each in found)
        if not uncertain < _HOPELESS:
            raise NotExactError(self._because)
        law = self._exact_sum(self._swapped(self._heights - self._places @ slope))
        least, most = law.at_most(low), law.at_most(high)
        outside = share * math.exp(log_p)
        ends = max(least.probability - least.error_bound - outside, 0.0), most.probability + most.error_bound + outside
        tail = Tail.of(sum(ends) / 2, (ends[1] - ends[0]) / 2, most.engine)
        return tail._replace(because=f"{self._because}: ")

    def _between(
        self, surface: Surface, slack: float, slope: Floats, theta: float, log_p: float, cumulants: Floats, share: float
    ) -> tuple[float, float, float]:
        """Between what heights above that slope the boundary is in B₁, where both leave out that share of p."""
        log_few = math.log(2 * len(self._ways) / share) - log_p  # each of the sides of two polygons
        wide = np.full(len(self._ways), math.sqrt(2 * log_few))
        highest = _ends(surface, slack, slope, self._ways, wide)[1]
        if not math.isfinite(highest):
            return -math.inf, math.inf, share
        near = ((cumulants + theta * highest + log_few) / _TILTS[:, None]).min(axis=0)
        return *_ends(surface, slack, slope, self._ways, np.minimum(near, wide)), share

    def _tilted(self, height: float) -> tuple[Tilted, float, Floats]:
        """The law tilted by θ so that −Σ ±h is that low, about ln P(Σ ±h ≤ height), and the mean place there."""
        law = self._swapped(self._heights)
        if height >= 0:
            return law.tilted(0.0), math.log(1 / 2), np.zeros((1, self._places.shape[1]))
        if -height > _LARGEST * law.support[1]:
            raise NotExactError("the observed difference is the largest of all swaps, or nearly so")
        tilt = tilt_to(law, -height)
        places = -(self._counts * np.tanh(tilt.theta * self._heights / 2)) @ self._places / 2
        width = 2 + tilt.theta * math.sqrt(2 * math.pi * tilt.variance)  # about, of the tail of a normal law
        return tilt, tilt.cumulant + tilt.theta * height - math.log(width), places[None]

    def _swapped(self, heights: Floats) -> SwappedSum:
        sizes, place = np.unique(np.abs(heights) / 2, return_inverse=True)
        counts = np.bincount(place.ravel(), self._counts).astype(np.int64)
        return SwappedSum(sizes[sizes > 0], counts[sizes > 0], _ROUNDING * float(counts @ sizes))

    def _cumulants(self, slope: Floats, theta: float) -> Floats:
        """ln E e^{−θ·Σ ±h + φ·v} for tilts φ of how far v the place is each way ``(tilts, ways)``."""
        heights, places = theta * (self._heights - self._places @ slope), self._places @ self._ways.T
        total = np.zeros((len(_TILTS), len(self._ways)))
        for some in np.array_split(np.arange(len(heights)), len(heights) // _AT_ONCE + 1):
            x = (_TILTS[:, None] * places[some, None] - heights[some, None, None]) / 2
            total += np.tensordot(self._counts[some], np.logaddexp(x, -x) - math.log(2), 1)
        return total


def _around(k: int) -> Floats:
    """The directions of the sides of a polygon in k dimensions ``(m, k)``."""
    if k == 2:
        turns = 2 * np.pi * np.arange(_SIDES) / _SIDES
        return np.column_stack([np.cos(turns), np.sin(turns)])
    ways = np.stack(np.meshgrid(*[[-1, 0, 1]] * k, indexing="ij"), axis=-1).reshape(-1, k)
    ways = ways[ways.any(axis=1)]
    return np.asarray(ways / np.linalg.norm(ways, axis=1, keepdims=True))


def _ends(surface: Surface, slack: float, slope: Floats, ways: Floats, reaches: Floats) -> tuple[float, float]:
    """Between what heights above that slope the boundary is where a place is no further than that each way."""
    k = ways.shape[1]
    edge = np.array([[reaches[(ways @ way).argmax()] for way in sign * np.eye(k)] for sign in (-1, 1)])
    cells = np.stack(np.meshgrid(*[np.arange(_CELLS[k])] * k, indexing="ij"), axis=-1).reshape(-1, k) / _CELLS[k]
    low = -edge[0] + cells * edge.sum(axis=0)
    high = low + edge.sum(axis=0) / _CELLS[k]
    nearest = np.maximum(ways, 0) @ low.T + np.minimum(ways, 0) @ high.T  # of each cell
    reached = (nearest <= reaches[:, None]).all(axis=0)
    if not reached.any():
        return -math.inf, math.inf
    low, high = low[reached], high[reached]
    sure, maybe = surface.planes(low, high, slack, np.tile(slope, (len(low), 1))).ends
    return float(sure.min()), float(maybe.max())
