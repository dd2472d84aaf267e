"""Sums of values in a few heaps, as sizes 1 and √2 with noise.

The sum of all centres takes few values, by how many of each heap are drawn, or get a plus (`heaps`). Given those
numbers what is left over has a narrow window (Hoeffding 1963), so that nearly all of them are decided; of the others it
is inverted for all at once (`heap_rest`).

A small tail is counted as a share of e^{K(θ) − θ(x − E S)}, the centres tilted by θ: its digits hold whatever its size.
"""

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.common.cached import cached_property, latest
from core.distributions.brackets import BackedSum, Bracket, OfPValue
from core.distributions.heap_rest import Left, Open, inverted
from core.distributions.heaps import MOST_LISTED, Counts, Heap, counts_of
from core.distributions.stratified import Law, SumOfResamples
from core.distributions.sums import ResampledSum, SwappedSum, bernstein, grouped
from core.distributions.tail import Tail
from core.distributions.tilting import tilt_to

__all__ = ["HeapedSum"]

Floats = NDArray[Any]

# So many numbers of the heaps may be open. Of the others what a tail is off is such a share of it, and what lies
# outside a window e^−40.
_MOST_OPEN, _FAR, _LOG_OUTSIDE = 2**11, 1e-9, 40.0
# Tails smaller than e^−6 by Chernoff's bound are tilted.
_LOG_SMALL = -6.0
# The rounding of many sums and products, as a share of them, and of values.
_ROUNDING, _EPSILON, _TINY = 1e-13, 4e-16, 1e-300
# What is left over may weigh e^20 at most where the centres are tilted, and what is inverted e^12 times a tail.
_LARGEST_WEIGHT, _MOST_LIKELY = 20.0, 12.0


class HeapedSum(BackedSum):
    """The law of a sum of values in heaps, as a bracket around each tail that provably holds.

    Parameters
    ----------
    law : ResampledSum, SwappedSum or SumOfResamples
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
        super().__init__(law, otherwise)
        self._ways = [_Parted(law, heaps, most) for heaps in ways]

    @cached_property
    def _picture(self) -> tuple[Floats, Floats]:
        picture: tuple[Floats, Floats] = self._other.points()
        return picture

    def _own(self, x: float, strict: bool, upper: bool, aim: OfPValue) -> Tail | None:
        """From the most heaps whose numbers can be listed, or None where those of none can, or too many are open."""
        edge = self._edge(x, strict, upper)
        tails = (way.tail(edge, upper, aim) for way in self._ways)
        return next((tail for tail in tails if tail is not None), None)


class _Parted:
    """A law whose values are parted into heaps."""

    def __init__(self, law: Law, heaps: list[Heap], most: int) -> None:
        self._spread, self._deviation = _Spread(law, heaps), math.sqrt(law.tilted(0.0).variance)
        # Of what centres and sums are rounded
        self._tolerance = _EPSILON * float(law.counts @ np.abs(law.values))
        self._centres = _law_of_centres(law, heaps)
        # Both tails of the law that is not tilted are asked, one after the other.
        self._counts = latest(partial(counts_of, law, heaps, most=most))
        self._rows = latest(self._listed)

    def _listed(self, theta: float, sign: int) -> "_Listed | None":
        counts = self._counts(theta)
        return None if counts is None else _Listed(self._spread, counts, sign)

    def tail(self, x: float, upper: bool, aim: OfPValue) -> Tail | None:
        """P(S ≥ x) or P(S ≤ x), or None where too many numbers are likely or open, or too much is left over."""
        centres, sign = (self._centres, 1) if upper else (self._centres.reflected(), -1)
        at, log_scale, theta, rounding = sign * x, 0.0, 0.0, 0.0
        if at - centres.mean > self._deviation:
            tilt = tilt_to(centres, min(at, centres.support[1] - centres.gap_below_maximum / 4))
            descent = tilt.theta * (at - centres.mean)
            if tilt.cumulant - descent < _LOG_SMALL:
                theta, rounding = tilt.theta, tilt.rounding + _EPSILON * abs(descent)
                log_scale, aim = tilt.cumulant - descent, OfPValue()
        # What is left over is not tilted: where it matters as much as the centres, their tilt is not that of the sum.
        weight = self._spread.log_weight(theta)
        if weight > _LARGEST_WEIGHT or (listed := self._rows(sign * theta, sign)) is None:
            return None
        found = _reaching(self._spread, listed, at, theta, self._tolerance, aim)
        if found is None:
            return None
        off = listed.left_out * math.exp(weight) + (_ROUNDING + listed.rounding) * found.high
        low, high = max(found.low - off, 0.0), found.high + off
        if not theta:
            low, high = min(low, 1.0), min(high, 1.0)
            return Tail.of((low + high) / 2, (high - low) / 2, HeapedSum.engine)
        middle = (low + high) / 2
        relative = (high - low) / (2 * middle) + rounding + math.expm1(theta * self._tolerance)
        return Tail.from_log(log_scale + math.log(middle), HeapedSum.engine, relative)


def _law_of_centres(law: Law, heaps: list[Heap]) -> Law:
    centres, sizes = _of_each(heaps, "centre", "size")
    if isinstance(law, SwappedSum):
        return SwappedSum(*grouped(centres[centres > 0], sizes[centres > 0]))
    strata = np.array([heap.stratum for heap in heaps])
    parts = [ResampledSum(*grouped(centres[strata == at], sizes[strata == at])) for at in range(strata[-1] + 1)]
    return SumOfResamples(tuple(parts)) if isinstance(law, SumOfResamples) else parts[0]


class _Spread:
    """How far what is left over lies from its mean, given the numbers of the heaps.

    Of m signs with k pluses, whose r add up to 0, it is twice the sum of k of the r, or of the m − k others turned,
    drawn without being put back: every bound of independent draws holds (Hoeffding 1963, Theorem 4).
    """

    def __init__(self, law: Law, heaps: list[Heap]) -> None:
        self.heaps, self.signs = heaps, isinstance(law, SwappedSum)
        self.centres, self.sizes = _of_each(heaps, "centre", "size")
        self._free = (self.centres == 0) & self.signs  # whose every sign counts by itself
        twice = np.where(self._free | (not self.signs), 1.0, 2.0)
        self._variances, self._farthest, spans = twice ** [[2], [1], [1]] * _of_each(
            heaps, "variance", "farthest", "span"
        )
        # Hoeffding's lemma: E e^{sr} ≤ e^{s²·span²/8}
        self._proxies, self._step = spans**2 / 4, float(self._farthest.max())

    def of(self, numbers: NDArray[Any]) -> tuple[Floats, Floats, Floats]:
        """For each row of numbers a bound of the variance, of the sub-Gaussian one, and of the largest size."""
        drawn = np.where(self._free, self.sizes, np.minimum(numbers, self.sizes - numbers)) if self.signs else numbers
        return drawn @ self._variances, drawn @ self._proxies, drawn @ self._farthest

    def log_weight(self, theta: float) -> float:
        """ln E e^{θR} at most, whatever the numbers."""
        n = float(self.sizes.sum())
        return n * min(theta * self._step, theta**2 * float(self._proxies.max()) / 2)

    def log_chance(self, numbers: NDArray[Any], distance: Floats) -> Floats:
        """Of lying so far off on one side, at most."""
        variance, proxy, most = self.of(numbers)
        within, least = distance <= most, np.minimum(variance + self._step * distance / 3, proxy)
        return np.where(within, -(distance**2) / np.where(within, 2 * least + _TINY, 1.0), -np.inf)

    def window(self, numbers: NDArray[Any], log: Floats) -> Floats:
        """Half a window that what is left over lies in, but for 2e^−log."""
        variance, proxy, most = self.of(numbers)
        return np.minimum(np.minimum(bernstein(variance, self._step, log), np.sqrt(2 * log * proxy)), most)


class _Listed:
    """All likely numbers of the heaps by the sums of their centres from the lowest up, or with a sign of −1 down.

    Attributes
    ----------
    numbers, sums, logs : arrays of rows
        With ln P of each.
    above, largest : arrays of rows and one more
        How likely this row and all later ones are, and the largest ln P of them.
    farthest : float
        What is left over of any row at most.
    """

    def __init__(self, spread: "_Spread", counts: Counts, sign: int) -> None:
        added = 2 * counts.numbers - spread.sizes if spread.signs else counts.numbers
        sums = sign * (added @ spread.centres)
        order = np.argsort(sums, kind="stable")
        self.sign, self.left_out, self.rounding = sign, counts.left_out, counts.rounding
        self.sums, self.numbers = sums[order], counts.numbers[order].astype(np.int32)
        with np.errstate(divide="ignore"):
            self.logs = np.log(counts.masses[order])
        self.above = np.append(np.cumsum(counts.masses[order][::-1])[::-1], 0.0)
        self.largest = np.append(np.maximum.accumulate(self.logs[::-1])[::-1], -np.inf)
        self.farthest = float(spread.of(self.numbers)[2].max(initial=0.0))


def _reaching(
    spread: _Spread, listed: _Listed, x: float, theta: float, tolerance: float, aim: OfPValue
) -> Bracket | None:  # fmt: skip
    """What P(S ≥ x) and P(S > x) of all rows lie between, as a share of e^{K(θ) − θ(x − E S)}.

    None where too many rows, or too likely ones, are open.
    """
    room = listed.farthest + tolerance
    first, last = np.searchsorted(listed.sums, (x - room, x + room))  # beyond the last all count
    near = slice(int(first), int(last))
    if theta:
        beyond = listed.logs[last:] - theta * (listed.sums[last:] - x)
        above, largest = float(np.exp(beyond).sum()), float(beyond.max(initial=-np.inf))
    else:
        above, largest = float(listed.above[last]), float(listed.largest[last])
    numbers, over = listed.numbers[near], listed.sums[near] - x
    logs = listed.logs[near] - theta * over
    # How likely what is left over reaches x against the centres' sum
    crossing = logs + spread.log_chance(numbers, np.maximum(np.abs(over) - tolerance, 0.0))
    likely = max(largest, float(logs[over >= 0].max(initial=-np.inf)), float(crossing.max(initial=-np.inf)))
    is_open = crossing > likely + math.log(_FAR / max(len(logs), 1))
    at = np.flatnonzero(is_open)
    if len(at) > _MOST_OPEN or likely == -np.inf:
        return None
    above += float(np.exp(logs[~is_open & (over > 0)]).sum())
    off = float(np.exp(crossing[~is_open]).sum())
    sure = Bracket(above - off, above + off)
    if not len(at):
        return sure
    if logs[at].max() > likely + _MOST_LIKELY:  # where nothing is told but that so little is reached
        return Bracket(sure.low, sure.high + float(np.exp(crossing[at]).sum()))
    windows = spread.window(numbers[at], _LOG_OUTSIDE + np.maximum(logs[at] - likely, 0.0))
    reach = float(max(windows.max(), np.abs(over[at]).max())) + tolerance
    left = Left(spread.heaps, spread.signs, listed.sign, reach, tolerance)
    rows = Open(numbers[at].astype(np.int64), over[at], np.exp(logs[at]))
    return sure.plus(inverted(left, rows, 2 * len(at) * math.exp(likely - _LOG_OUTSIDE), sure, aim))


def _of_each(heaps: list[Heap], *names: str) -> Floats:
    return np.array([[getattr(heap, name) for heap in heaps] for name in names])
