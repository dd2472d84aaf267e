"""p against items hurt for one pair of counts, and the most items that any pair can hurt and still be significant."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.significance.cells import helped_hurt_pvalues

__all__ = ["Counts", "Curve", "largest_significant", "spread"]

Integers = NDArray[np.int64]
Floats = NDArray[Any]
# The fewest and the most right items, of the baseline and of the experimental system.
Counts = tuple[tuple[int, int], tuple[int, int]]

# With t items tied, a resample misses all of them with probability e^−t, which 2·_END = 40 make negligible.
_END = 20


@dataclass(frozen=True, slots=True)
class Curve:
    """p against items hurt where the baseline has b items right and the experimental system e."""

    test: str
    alternative: str
    n: int
    b: int
    e: int

    @property
    def first(self) -> int:
        """The fewest items that can be hurt."""
        return max(0, self.b - self.e)

    @property
    def last(self) -> int:
        """The most items that can be hurt."""
        return min(self.b, self.n - self.e)

    def pvalue(self, hurt: Any) -> Floats:
        """Return the p-values of these numbers of items hurt."""
        hurt = np.asarray(hurt)
        return helped_hurt_pvalues(
            self.n, hurt + self.e - self.b, hurt, test=self.test, alternative=self.alternative
        )  # fmt: skip

    @property
    def best(self) -> tuple[int, float]:
        """The items hurt with the smallest p-value, and that p-value."""
        hurt, pvalues = self._ends()
        lowest = int(np.argmin(pvalues))
        return int(hurt[lowest]), float(pvalues[lowest])

    @property
    def worst(self) -> tuple[int, float]:
        """The items hurt with the largest p-value, and that p-value."""
        hurt, pvalues = self._ends()
        highest = len(hurt) - 1 - int(np.argmax(pvalues[::-1]))
        return int(hurt[highest]), float(pvalues[highest])

    @property
    def independence(self) -> tuple[int, float]:
        """The items hurt that independent errors expect, b·(n − e)/n, and their p-value."""
        nearest = (2 * self.b * (self.n - self.e) + self.n) // (2 * self.n)
        hurt = min(max(nearest, self.first), self.last)
        return hurt, float(self.pvalue(hurt))

    def largest_significant(self, alpha: float) -> int | None:
        """Return the most items that can be hurt with p ≤ α, or None where there is none."""
        hurt, pvalues = self._ends()
        significant = hurt[pvalues <= alpha]
        if len(significant) == 0 or significant[-1] > self.first:
            return int(significant[-1]) if len(significant) else None
        return _last(lambda each: self.pvalue(each) <= alpha, self.first, max(self.first, self.last - _END))

    def _ends(self) -> tuple[Integers, Floats]:
        """The first number of items hurt and the last ones, among which p has its extremes.

        For a given gap p moves one way as more items are hurt, until hardly an item is tied: then nearly all sums have
        the parity of n, and p jumps.
        """
        hurt = np.unique([self.first, *range(max(self.first, self.last - _END), self.last + 1)])
        return hurt, self.pvalue(hurt)


def largest_significant(curves: list[Curve], alpha: float, counts: Counts) -> tuple[int | None, int | None]:
    """Return the least and the greatest, over all pairs of counts, of the most items hurt with p ≤ α.

    Parameters
    ----------
    curves : list of Curve
        The widest gap between the two systems, the narrowest, and equal counts where these are possible.
    alpha : float
    counts : Counts
    """
    found = [curve.largest_significant(alpha) for curve in curves]
    if any(each is None for each in found):
        low = None
    else:  # what the narrowest gap allows, unless the widest one cannot hurt so many
        low = min(each for each in (*found, curves[0].last) if each is not None)
    high = max((each for each in found if each is not None), default=None)
    # Where the baseline is ahead, the widest gap both can hurt the most items and hurts the most significantly.
    if curves[0].alternative != "less" and found[0] == curves[0].last and found[1] != curves[1].last:
        high = max(high or 0, _largest_between(curves[0], alpha, counts))
    return low, high


def _middle(n: int, gap: int, counts: Counts) -> int:
    (fewest, most), (least, largest) = counts
    return int(min(max((n + gap) // 2, fewest, least + gap), most, largest + gap))


def _largest_between(widest: Curve, alpha: float, counts: Counts) -> int:
    """Return the largest significant number of items hurt where the widest gap allows all of its few.

    Of the pairs of counts with the same gap, the one that can hurt the most items counts. The narrower the gap the more
    it can hurt, but the fewer of them significantly, so the largest number lies where the two cross.
    """
    (fewest, most), (least, largest) = counts

    def most_hurt(gap: int) -> Curve:
        b = _middle(widest.n, -gap, counts)
        return Curve(widest.test, widest.alternative, widest.n, b, b + gap)

    def all_significant(steps: Any) -> NDArray[np.bool_]:
        curves = [most_hurt(largest - fewest - int(step)) for step in np.atleast_1d(steps)]
        return np.array([curve.pvalue(curve.last) <= alpha for curve in curves])

    steps = _last(all_significant, 0, largest - fewest - (least - most))
    assert steps is not None
    gap = largest - fewest - steps
    return max(most_hurt(gap).last, most_hurt(gap - 1).largest_significant(alpha) or 0)


def _last(holds: Callable[[Any], NDArray[np.bool_]], low: int, high: int) -> int | None:
    """Return the last of low … high at which a condition holds that, once false, stays false; None if there is none."""
    if np.all(holds(high)):
        return high
    if not np.all(holds(low)):
        return None
    while high - low > 1:  # it holds at low and not at high
        tries = spread(low, high, 32)
        kept = int(np.argmin(holds(tries)))
        low, high = int(tries[kept - 1]), int(tries[kept])
    return low


def spread(low: int, high: int, count: int) -> Integers:
    """Return about ``count`` of the whole numbers low … high, ends included: evenly spread, and denser near low."""
    if high - low <= count:
        return np.arange(low, high + 1)
    near = low + np.rint(np.geomspace(1, high - low, count // 2))
    even = np.rint(np.linspace(low, high, count - count // 2))
    return np.unique(np.concatenate([[low], near, even]).astype(np.int64))
