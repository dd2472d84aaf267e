"""Exact laws of sums of a few independent parts with few values each, met in the middle.

Of differences in few sizes a sum has far fewer values than there are signs; of strata each has few by itself, and the
sum of all may still lie on no lattice that is narrow enough to invert.
"""

import math
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln

from core.cached import cached_property
from core.errors import NotExactError
from core.exact.enumeration import lowest
from core.exact.lattice import LatticeSum
from core.exact.stratified import SumOfResamples
from core.exact.sums import ResampledSum, SwappedSum
from core.exact.tail import Tail
from core.roots import root

__all__ = ["ListedSum", "listable"]

Floats = NDArray[Any]
Points = tuple[NDArray[Any], Floats]

# Values of half the parts, and of a sum whose values are listed.
_MOST, _MOST_LISTED = 2**18, 2**20
_CELLS = 4096
_ROUNDING = 4e-16


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
        self._off, parts = _signs(law) if isinstance(law, SwappedSum) else _strata(law)
        self.halves: list[Points] = [(np.zeros(1, dtype=law.values.dtype), np.ones(1)) for _ in range(2)]
        for points in sorted(parts, key=lambda each: -len(each[0])):
            self.halves.sort(key=lambda each: len(each[0]))
            self.halves[0] = _added(self.halves[0], points)

    def at_least(self, x: float | Fraction, strict: bool = False) -> Tail:
        """P(S ≥ x), or P(S > x)."""
        return self._tail(lowest(self.law, x, strict), upper=True)

    def at_most(self, x: float | Fraction, strict: bool = False) -> Tail:
        """P(S ≤ x), or P(S < x)."""
        return self._tail(lowest(self.law, x, not strict), upper=False)

    def _tail(self, least: float, *, upper: bool) -> Tail:
        (first, shares), (second, _) = self.halves
        below, above = self._cumulative
        at = np.searchsorted(second, least - first)
        probability = float(shares @ (above if upper else below)[at])
        # Masses are only ever added and multiplied.
        relative = _ROUNDING * (64 + len(first) ** 0.5 + len(second) ** 0.5)
        return Tail.of(min(probability, 1.0), self._off + relative * probability, self.engine)

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
        low, high = (float(sum(values[end] for values, _ in self.halves)) for end in (0, -1))
        return root(lambda x: self.at_most(x).probability - q, low, high, 1e-13)


def listable(law: SwappedSum | SumOfResamples) -> bool:
    """Whether half of the parts have few enough values together."""
    sizes = (law.counts + 1).tolist() if isinstance(law, SwappedSum) else list(map(_values_of, law.parts))
    logs, halves = [math.log(size) for size in sizes], [0.0, 0.0]
    if sum(logs) > 2 * math.log(_MOST):
        return False
    for size in sorted(logs, reverse=True):
        halves.sort()
        halves[0] += size
    return max(halves) <= math.log(_MOST)


def _values_of(part: ResampledSum) -> float:
    """About how many values of the sum carry mass."""
    if not part.whole:
        return math.inf
    least, _, _ = part.reduced()
    return 1 + min(float(least.support[1]), 2 * least.half_width())


def _signs(law: SwappedSum) -> tuple[float, list[Points]]:
    parts, off = [], 0.0
    for value, count in zip(law.values, law.counts.astype(np.int64).tolist(), strict=True):
        k = np.arange(count + 1)
        log = gammaln(count + 1) - gammaln(k + 1) - gammaln(count - k + 1) - count * math.log(2)
        parts.append(((2 * k - count) * value, np.exp(log)))
        off += 4 * _ROUNDING * (1 + math.lgamma(count + 1))
    return off, parts


def _strata(law: SumOfResamples) -> tuple[float, list[Points]]:
    parts, off = [], 0.0
    for part in law.parts:
        least, shift, step = part.reduced()
        engine = LatticeSum(least)
        sums, mass = engine.points()
        parts.append((shift + step * np.rint(sums).astype(np.int64), mass))
        off += engine.uncertainty
    return off, parts


def _added(first: Points, second: Points) -> Points:
    """The law of the sum of two independent ones; values that rounding sets apart stay apart."""
    sums = np.add.outer(first[0], second[0]).ravel()
    mass = np.outer(first[1], second[1]).ravel()
    values, inverse = np.unique(sums, return_inverse=True)
    return values, np.bincount(inverse.ravel(), mass)


def _on_grid(half: Points, step: float) -> Floats:
    return np.bincount(np.rint((half[0] - half[0][0]) / step).astype(np.int64), half[1])
