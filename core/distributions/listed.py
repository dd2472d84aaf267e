"""Exact laws of sums of a few independent parts with few values each, met in the middle.

Of differences in few sizes a sum has far fewer values than there are signs; of strata each has few by itself, and the
sum of all may still lie on no lattice that is narrow enough to invert.
"""

import math
from contextlib import suppress
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln

from core.common.cached import cached_property
from core.distributions.enumeration import lowest
from core.distributions.heaps import numbers_of_draws
from core.distributions.inversion import edge_tail
from core.distributions.lattice import LatticeSum, masses_of
from core.distributions.rescaled import reduced
from core.distributions.stratified import SumOfResamples
from core.distributions.sums import ResampledSum, SwappedSum
from core.distributions.tail import Tail, surest
from core.distributions.tilted import tilted_tail
from core.distributions.tilting import tilt_to
from core.errors import NotExactError

__all__ = ["ListedSum", "listable", "soon_listed"]

Floats = NDArray[Any]
Points = tuple[NDArray[Any], Floats]

# Values of half the parts, and of a sum whose values are listed.
_MOST, _MOST_LISTED = 2**18, 2**20
# Of half the parts so few are listed sooner than so many points of a lattice are inverted, and so many fewer of more.
_FEW, _FEWER = 2**12, 16
# A stratum of no more values is listed by how often each is drawn, and no more than so much of it is left out.
_FEW_VALUES, _LEFT_OUT = 12, 1e-9
# In steps, half the widest window that is inverted sooner on its lattice.
_WIDE = 2**16
# Of so few points of a lattice ways are not counted. A tail of strata less certain, as a share of it, is tilted, and
# inverted on a wide lattice if yet less certain.
_FEW_POINTS, _TELLS, _LITTLE = 2**9, 1e-3, 1e-2
_CELLS = 4096
# More than a cumulative sum of masses is rounded.
_ROUNDING, _SLACK = 4e-16, 1e-12
# Smaller tails are tilted, with exponents so far apart in a block.
_LOST, _REACHED = 1e-250, 300.0


class ListedSum:
    """The law of a sum, from the values of its parts and their probabilities.

    Raises
    ------
    NotExactError
        If half of the parts have more than 2¹⁸ values together.

    Examples
    --------
    >>> law = ListedSum(SwappedSum(np.array([1.0, 3.0]), np.array([2, 1])))
    >>> law.at_least(5.0).probability
    0.125
    """

    engine = "enumeration"

    def __init__(self, law: SwappedSum | SumOfResamples) -> None:
        self.law = law
        if not listable(law):
            raise NotExactError("the sums are too many to list")
        # Of strata the masses are certain to so much; of signs, to so large a share of any sum of them.
        self._off, self._share, parts = _signs(law) if isinstance(law, SwappedSum) else _strata(law)
        self.halves = _halves(parts)

    def at_least(self, x: float | Fraction, strict: bool = False) -> Tail:
        """P(S ≥ x), or P(S > x)."""
        law, least = self.law, lowest(self.law, x, strict)
        tail = self._tail(least, upper=True)
        if not isinstance(law, SwappedSum):
            return self._or_tilted(tail, law, x, strict)
        if tail.probability > _LOST:
            return tail
        edge = edge_tail(law, x, strict)
        return edge._replace(engine=self.engine) if edge else self._far(law, least)

    def at_most(self, x: float | Fraction, strict: bool = False) -> Tail:
        """P(S ≤ x), or P(S < x)."""
        if isinstance(self.law, SwappedSum):  # it is symmetric
            return self.at_least(-x, strict)
        return self._or_tilted(
            self._tail(lowest(self.law, x, not strict), upper=False), self.law.reflected(), -x, strict
        )

    def _or_tilted(self, tail: Tail, law: Any, x: float | Fraction, strict: bool) -> Tail:
        """The tail of strata, or that of the law tilted, where too much is left out of what is listed."""
        if tail.error_bound <= _TELLS * tail.probability or not law.mean < x:
            return tail
        between = lowest(law, x, strict) - 0.5 if law.whole else float(x)
        if edge := edge_tail(law, between, strict):
            return edge._replace(engine=self.engine)
        if not (law.whole and law.half_width() <= _WIDE):
            with suppress(NotExactError):
                tail = surest(tail, tilted_tail(law, between, strict))
        if law.whole and tail.error_bound > _LITTLE * tail.probability:
            with suppress(NotExactError):
                return surest(tail, LatticeSum(law).at_least(x, strict))
        return tail

    def _tail(self, least: float, *, upper: bool) -> Tail:
        (first, shares), (second, _) = self.halves
        below, above = self._cumulative
        at = np.searchsorted(second, least - first)
        probability = float(shares @ (above if upper else below)[at])
        # Masses are only ever added and multiplied.
        relative = self._share + _ROUNDING * (64 + len(first) ** 0.5 + len(second) ** 0.5)
        return Tail.of(min(probability, 1.0), self._off + relative * probability, self.engine)

    def _far(self, law: SwappedSum, least: float) -> Tail:
        """P(S ≥ least) of signs where masses underflow: of the law tilted by θ, Σ P_θ(s)·e^{K − θs}."""
        tilt = tilt_to(law, float(least))
        _, share, parts = _signs(law, tilt.theta)
        (first, mine), (second, others) = _halves(parts)
        kept = np.flatnonzero(mine)
        first, mine = first[kept], mine[kept]
        # For s of the first half the other counts from least − s on, as e^{−θ} of how far beyond. In blocks of s, each
        # as far from their first as floating point reaches.
        blocks = np.floor(tilt.theta * (first - first[0]) / _REACHED)
        starts = np.flatnonzero(np.diff(blocks, prepend=-1.0))
        total = 0.0
        for some in (slice(*ends) for ends in zip(starts, [*starts[1:], len(first)], strict=True)):
            sums, lowest_of_others = first[some], least - first[some][-1]
            at = int(np.searchsorted(second, lowest_of_others))
            falling = others[at:] * np.exp(-tilt.theta * (second[at:] - lowest_of_others).astype(float))
            above = np.append(np.cumsum(falling[::-1])[::-1], 0.0)
            beyond = above[np.searchsorted(second[at:], least - sums)]
            total += float((mine[some] * np.exp(tilt.theta * (sums[-1] - sums).astype(float))) @ beyond)
        log = tilt.cumulant - tilt.theta * float(least) + math.log(total)
        off = tilt.rounding + 4 * _ROUNDING * tilt.theta * float(law.support[1])
        off += share + _ROUNDING * (64 + len(first) ** 0.5 + len(second) ** 0.5)
        return Tail.from_log(log, self.engine, off)

    @cached_property
    def _cumulative(self) -> tuple[Floats, Floats]:
        """The mass of the second half below each of its values, and from each on."""
        mass = self.halves[1][1]
        return np.append(0.0, np.cumsum(mass)), np.append(np.cumsum(mass[::-1])[::-1], 0.0)

    def points(self) -> Points:
        """The sums and their probabilities; of more than 2²⁰ sums each half is first rounded to 4,096 steps."""
        first, second = self.halves
        if not self._many:
            return _added(first, second)
        step = sum(float(values[-1] - values[0]) for values, _ in self.halves) / _CELLS
        left, right = (_on_grid(half, step) for half in self.halves)
        mass = np.convolve(left, right)
        present = np.flatnonzero(mass)
        return float(first[0][0] + second[0][0]) + present * step, mass[present]

    @property
    def quantile(self) -> Any:
        """Inverts the distribution function where ``points`` are only a grid."""
        return self._quantile if self._many else None

    @property
    def _many(self) -> bool:
        return len(self.halves[0][0]) * len(self.halves[1][0]) > _MOST_LISTED

    def _quantile(self, q: float) -> float:
        """The smallest of the sums x with P(S ≤ x) ≥ q: from a picture, by halving, and at last from a list."""
        (first, mine), (second, others) = self.halves
        sums, mass = self.points()
        q = min(q, self._up_to(math.inf)[0])
        at, step = min(int(np.searchsorted(np.cumsum(mass), q)), len(sums) - 1), float(sums[1] - sums[0])
        low = high = float(sums[at])
        while self._up_to(low)[0] >= q and low >= first[0] + second[0]:
            low, step = low - step, 2 * step
        while self._up_to(high)[0] < q:
            high, step = high + step, 2 * step
        while self._up_to(high)[1].sum() - self._up_to(low)[1].sum() > _MOST:
            middle = (low + high) / 2
            if not low < middle < high:
                break
            low, high = (low, middle) if self._up_to(middle)[0] >= q else (middle, high)
        (below, begin), (_, end) = self._up_to(low), self._up_to(high)
        row = np.repeat(np.arange(len(first)), end - begin)
        column = np.arange(len(row)) - np.repeat(np.cumsum(end - begin) - end, end - begin)
        between = first[row] + second[column]
        order = np.argsort(between)
        reached = below + np.cumsum((mine[row] * others[column])[order])
        return between[order][min(int(np.searchsorted(reached, q - _SLACK)), len(row) - 1)].item()

    def _up_to(self, x: float) -> tuple[float, NDArray[np.int64]]:
        """P(S ≤ x), and how many of the second half do not exceed it beside each of the first."""
        (first, mine), (second, _) = self.halves
        at = np.searchsorted(second, x - first, side="right")
        return float(mine @ self._cumulative[0][at]), at


def listable(law: SwappedSum | SumOfResamples, most: int = _MOST) -> bool:
    """Whether half of the parts have few enough values together."""
    logs, halves = list[float](), [0.0, 0.0]
    for size in (law.counts + 1).tolist() if isinstance(law, SwappedSum) else map(_values_of, law.parts):
        logs.append(math.log(size))
        if sum(logs) > 2 * math.log(most):
            return False
    for size in sorted(logs, reverse=True):
        halves.sort()
        halves[0] += size
    return max(halves) <= math.log(most)


def soon_listed(law: SwappedSum | SumOfResamples) -> bool:
    """Whether few sums are on a wide lattice, or on none."""
    width = law.half_width()
    return width > _FEW and listable(law, int(min(max(width / _FEWER, _FEW), _MOST)))


def _values_of(part: ResampledSum) -> float:
    """About how many values of the sum carry mass."""
    points = _points_of(part)
    return points if points <= _FEW_POINTS else min(points, _ways_of(part))


def _points_of(part: ResampledSum) -> float:
    """How many points its lattice has."""
    least = reduced(part)[0]
    return 1 + min(float(np.ptp(least.support)), 2 * least.half_width()) if least.whole else math.inf


def _ways_of(part: ResampledSum) -> float:
    """In how many ways its few values are likely to be drawn."""
    counts = numbers_of_draws(part) if len(part.values) <= _FEW_VALUES else None
    return len(counts.masses) if counts and counts.left_out <= _LEFT_OUT else math.inf


def _signs(law: SwappedSum, theta: float = 0.0) -> tuple[float, float, list[Points]]:
    """The sums of the signs of each size, tilted by θ: a plus is then e^{2θ·size} times as likely as a minus."""
    parts, off = [], 0.0
    for value, count in zip(law.values, law.counts.astype(np.int64).tolist(), strict=True):
        k, exponent = np.arange(count + 1), 2 * theta * float(value)
        log = gammaln(count + 1) - gammaln(k + 1) - gammaln(count - k + 1)
        log -= k * np.logaddexp(0, -exponent) + (count - k) * np.logaddexp(0, exponent)
        parts.append(((2 * k - count) * value, np.exp(log)))
        off += 4 * _ROUNDING * (1 + math.lgamma(count + 1) + count * (1 + exponent))
    return 0.0, off, parts


def _strata(law: SumOfResamples) -> tuple[float, float, list[Points]]:
    parts, off = [], 0.0
    for part in law.parts:
        sums, mass, uncertainty = _on_lattice(part) if _values_of(part) == _points_of(part) else _drawn(part)
        parts.append((sums, mass))
        off += uncertainty
    return off, 0.0, parts


def _on_lattice(part: ResampledSum) -> tuple[NDArray[Any], Floats, float]:
    """The sums of a stratum that lies on a lattice, its own if not that of all, as `masses_of` has them."""
    if part.whole:
        return masses_of(part)
    least, shift, step, _ = reduced(part)
    sums, mass, uncertainty = masses_of(least)
    return float(shift) + float(step) * sums, mass, uncertainty


def _drawn(part: ResampledSum) -> tuple[Floats, Floats, float]:
    """The likely sums of a stratum of few values, their masses, and what all others may add."""
    counts = numbers_of_draws(part)
    assert counts is not None  # or it would not be listable
    sums, at = np.unique(counts.numbers @ part.values, return_inverse=True)
    return sums, np.bincount(at.ravel(), counts.masses), counts.left_out + counts.rounding


def _halves(parts: list[Points]) -> list[Points]:
    """The laws of two sums of about as many values, of half the parts each."""
    halves = [(np.zeros(1, dtype=parts[0][0].dtype), np.ones(1)) for _ in range(2)]
    for points in sorted(parts, key=lambda each: -len(each[0])):
        halves.sort(key=lambda each: len(each[0]))
        halves[0] = _added(halves[0], points)
    return halves


def _added(first: Points, second: Points) -> Points:
    """The law of the sum of two independent ones; values that rounding sets apart stay apart."""
    sums = np.add.outer(first[0], second[0]).ravel()
    mass = np.outer(first[1], second[1]).ravel()
    values, inverse = np.unique(sums, return_inverse=True)
    return values, np.bincount(inverse.ravel(), mass)


def _on_grid(half: Points, step: float) -> Floats:
    return np.bincount(np.rint((half[0] - half[0][0]) / step).astype(np.int64), half[1])
