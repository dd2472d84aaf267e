"""Sums of values in a few heaps, as sizes 1 and √2 with noise.

The sum of all centres takes few values, by how many of each heap are drawn, or get a plus (`heaps`). Given those
numbers what is left over has a narrow window (Hoeffding 1963), so that nearly all of them are decided; of the others it
is inverted for all at once (`heap_rest`).

A small tail is counted as a share of e^{K(θ) − θ(x − E S)}, the centres tilted by θ: its digits hold whatever its size.
"""

import math
from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.cached import cached_property
from core.exact.brackets import Bracket, OfPValue, OfQuantile
from core.exact.fading import Law
from core.exact.heap_rest import Open, inverted
from core.exact.heaps import MOST_LISTED, Counts, Heap, counts_of
from core.exact.inversion import CERTAIN, InvertedSum, edge_tail
from core.exact.quantiles import real_quantile, whole_quantile
from core.exact.sums import SwappedSum, bernstein, grouped
from core.exact.tail import Tail, surest
from core.exact.tilting import tilt_to

__all__ = ["HeapedSum"]

Floats = NDArray[Any]

# So many numbers of the heaps may be open. Of the others what a tail is off is such a share of it, and what lies
# outside a window e^−40.
_MOST_OPEN, _FAR, _LOG_OUTSIDE = 2**11, 1e-9, 40.0
# Tails so many standard deviations out are tilted.
_OUT = 3.5
# The rounding of many sums and products, as a share of them, and of values.
_ROUNDING, _EPSILON, _TINY = 1e-13, 4e-16, 1e-300
# A tail so uncertain, as a share of it or of the other, is asked of another engine.
_UNCERTAIN, _UNCERTAIN_SMALL = 0.02, 1 / 8
_LARGEST_EXPONENT = 600.0


class HeapedSum(InvertedSum):
    """The law of a sum of values in heaps, as a bracket around each tail that provably holds.

    Parameters
    ----------
    law : ResampledSum or SwappedSum
        The whole sum.
    ways : list of lists of Heap
        As `heaps_of` returns them.
    otherwise : callable
        Another engine of the law, for pictures and for tails that are not certain enough.
    most : int
        How many numbers of the heaps are listed.
    """

    law: Law

    def __init__(
        self, law: Law, ways: list[list[Heap]], otherwise: Callable[[Law], Any], most: int = MOST_LISTED
    ) -> None:
        super().__init__(law)
        self._ways, self._otherwise = [_Parted(law, heaps, most) for heaps in ways], otherwise

    def points(self) -> tuple[Floats, Floats]:
        """Sums across the distribution with the mass near each, for pictures."""
        picture: tuple[Floats, Floats] = self._other.points()
        return picture

    def quantile(self, q: float) -> float:
        """The x for which q lies between P(S < x) and P(S ≤ x), each to within 1e-4.

        Raises
        ------
        NotExactError
            If no x can be certified.
        """
        find = whole_quantile if self.law.whole else real_quantile
        return find(q, partial(self._at_most, aim=OfQuantile(q)), self.points(), self.law.support)

    def _at_most(self, x: float, aim: OfPValue) -> Tail:
        at = math.floor(x) + 0.5 if self.law.whole else x
        return edge_tail(self.law.reflected(), -at, False) or self._tail(at, False, upper=False, aim=aim)

    @cached_property
    def _other(self) -> Any:
        return self._otherwise(self.law)

    def _tail(self, x: float | Fraction, strict: bool, *, upper: bool, aim: OfPValue | None = None) -> Tail:
        tail = self._listed(float(x), upper, aim or OfPValue())
        if tail is None or not _certain(tail):
            other = (self._other.at_least if upper else self._other.at_most)(x, strict)
            tail = surest(tail, other) if tail else other
        return tail

    def _listed(self, x: float, upper: bool, aim: OfPValue) -> Tail | None:
        """From the most heaps whose numbers can be listed, or None where those of none can, or too many are open."""
        return next((tail for way in self._ways if (tail := way.tail(x, upper, aim))), None)


def _certain(tail: Tail) -> bool:
    """Whether no other engine is asked."""
    rest = Bracket(tail.probability - tail.error_bound, tail.probability + tail.error_bound).rest
    return tail.error_bound <= max(min(CERTAIN, _UNCERTAIN_SMALL * rest), _UNCERTAIN * rest)


class _Parted:
    """A law whose values are parted into heaps."""

    def __init__(self, law: Law, heaps: list[Heap], most: int) -> None:
        self._law, self._heaps = law, heaps
        self._tolerance = max(law.tolerance, _EPSILON * float(law.counts @ np.abs(law.values)))
        centres, sizes = _of_each(heaps, "centre", "size")
        some = centres > 0 if isinstance(law, SwappedSum) else slice(None)
        self._centres = type(law)(*grouped(centres[some], sizes[some]))
        self._counts = cache(partial(counts_of, law, heaps, most=most))

    def tail(self, x: float, upper: bool, aim: OfPValue) -> Tail | None:
        """P(S ≥ x) or P(S ≤ x), or None where too many numbers are likely or open."""
        centres, sign = (self._centres, 1) if upper else (self._centres.reflected(), -1)
        at, log_scale, theta, rounding = sign * x, 0.0, 0.0, 0.0
        if at - centres.mean > _OUT * math.sqrt(centres.tilted(0.0).variance):
            tilt = tilt_to(centres, min(at, centres.support[1] - centres.gap_below_maximum / 4))
            descent = tilt.theta * (at - centres.mean)
            theta, rounding = tilt.theta, tilt.rounding + _EPSILON * abs(descent)
            log_scale, aim = tilt.cumulant - descent, OfPValue()
        if (counts := self._counts(sign * theta)) is None:
            return None
        rows = _Rows(self._law, self._heaps, counts, x, sign, theta, self._tolerance)
        if (found := rows.reaching(aim)) is None:
            return None
        off = counts.left_out * math.exp(min(rows.spread.largest(theta), _LARGEST_EXPONENT))
        off += (_ROUNDING + counts.rounding) * found.high
        low, high = max(found.low - off, 0.0), found.high + off
        if not theta:
            low, high = min(low, 1.0), min(high, 1.0)
            return Tail.of((low + high) / 2, (high - low) / 2, HeapedSum.engine)
        middle = (low + high) / 2
        relative = (high - low) / (2 * middle) + rounding + math.expm1(theta * self._tolerance)
        return Tail.from_log(log_scale + math.log(middle), HeapedSum.engine, relative)


class _Rows:
    """All likely numbers of the heaps, and which sums they leave open: P as a share of e^{K(θ) − θ(x − E S)}.

    Attributes
    ----------
    open : array of rows
        Which are not decided.
    spread : _Spread
        How far what is left over may lie off.
    reach : float
        How far from x and from its own centre the sum of any of them lies, but for a small share of the tail.
    """

    def __init__(
        self, law: Law, heaps: list[Heap], counts: Counts, x: float, sign: int, theta: float, tolerance: float
    ) -> None:
        self._law, self._heaps, self._counts, self._sign, self._tolerance = law, heaps, counts, sign, tolerance
        centres, sizes = _of_each(heaps, "centre", "size")
        numbers = 2 * counts.numbers - sizes if isinstance(law, SwappedSum) else counts.numbers
        self._above = sign * (numbers @ centres - x)
        with np.errstate(divide="ignore"):
            self._logs = np.log(counts.masses) - theta * self._above
        self.spread = _Spread(law, heaps, counts)
        distance = np.maximum(np.abs(self._above) - tolerance, 0.0)
        # How likely what is left over reaches x against the centres' sum
        self._crossing = self._logs + self.spread.log_chance(distance)
        reached = self._logs[self._above >= 0].max(initial=-np.inf)
        self._likely = max(float(reached), float(self._crossing.max(initial=-np.inf)))
        self.open = np.flatnonzero(self._crossing > self._likely + math.log(_FAR / max(len(self._logs), 1)))
        outside = _LOG_OUTSIDE + np.maximum(self._logs[self.open] - self._likely, 0.0)
        windows = self.spread.window(self.open, outside)
        self.reach = float(max(windows.max(initial=0.0), np.abs(self._above[self.open]).max(initial=0.0)))

    def reaching(self, aim: OfPValue) -> Bracket | None:
        """What P(S ≥ x) and P(S > x) of all rows lie between, or None where too many are open."""
        if len(self.open) > _MOST_OPEN or self._likely == -np.inf:
            return None
        decided = np.ones(len(self._logs), dtype=bool)
        decided[self.open] = False
        above = float(np.exp(self._logs[decided & (self._above > 0)]).sum())
        off = float(np.exp(self._crossing[decided]).sum())
        sure = Bracket(above - off, above + off)
        if not len(self.open):
            return sure
        rows = Open(self._counts.numbers[self.open], self._above[self.open], np.exp(self._logs[self.open]))
        outside = 2 * len(self.open) * math.exp(self._likely - _LOG_OUTSIDE)
        reach, signs = self.reach + self._tolerance, isinstance(self._law, SwappedSum)
        return sure.plus(inverted(self._heaps, rows, signs, self._sign, reach, outside, self._tolerance, sure, aim))


class _Spread:
    """How far what is left over lies from its mean, given the numbers of the heaps.

    Of m signs with k pluses, whose r add up to 0, it is twice the sum of k of the r, or of the m − k others turned,
    drawn without being put back: every bound of independent draws holds (Hoeffding 1963, Theorem 4).
    """

    def __init__(self, law: Law, heaps: list[Heap], counts: Counts) -> None:
        sizes, centres = _of_each(heaps, "size", "centre")
        variances, farthest, spans = _of_each(heaps, "variance", "farthest", "span")
        drawn: Floats = counts.numbers.astype(float)
        if isinstance(law, SwappedSum):
            free = centres == 0  # whose every sign counts by itself
            drawn = np.where(free, sizes, np.minimum(drawn, sizes - drawn))
            twice = np.where(free, 1.0, 2.0)
            variances, farthest, spans = variances * twice**2, farthest * twice, spans * twice
        self._variance, self._most, self._step = drawn @ variances, drawn @ farthest, float(farthest.max())
        # Hoeffding's lemma: E e^{sr} ≤ e^{s²·span²/8}
        self._proxy = drawn @ (spans**2 / 4)
        self._largest = float(sizes.sum()) * np.array([self._step, float(spans.max()) ** 2 / 8])

    def largest(self, theta: float) -> float:
        """The logarithm of E e^{θR} at most, whatever the numbers."""
        return float(min(theta * self._largest[0], theta**2 * self._largest[1]))

    def log_chance(self, distance: Floats) -> Floats:
        """Of lying so far off on one side, at most."""
        least = np.minimum(self._variance + self._step * distance / 3, self._proxy)
        within = distance <= self._most
        return np.where(within, -(distance**2) / np.where(within, 2 * least + _TINY, 1.0), -np.inf)

    def window(self, rows: NDArray[Any], log: Floats) -> Floats:
        """Half a window that some rows lie in, but for 2e^−log."""
        far = np.minimum(bernstein(self._variance[rows], self._step, log), np.sqrt(2 * log * self._proxy[rows]))
        return np.minimum(far, self._most[rows])


def _of_each(heaps: list[Heap], *names: str) -> list[Floats]:
    return [np.array([getattr(heap, name) for heap in heaps]) for name in names]
