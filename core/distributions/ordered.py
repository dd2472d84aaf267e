"""The values of a sum from the largest down, and what is left once the first are drawn, or have their signs."""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.distributions.fading import Law, middle
from core.distributions.sums import ResampledSum, SwappedSum, bernstein

__all__ = ["ALL", "OUTSIDE", "Draws", "Order", "Signs", "in_order", "numbers"]

Floats = NDArray[Any]
Integers = NDArray[np.int64]

# What lies outside a window, so little that a p-value of 1e-20 is certain.
OUTSIDE, _LOG_TAIL = 1e-22, math.log(2e22)
# A value drawn more often than so many times is not large beside the others, and so many are drawn by themselves.
_OFTEN, _MOST = 64.0, 48
# One that is drawn more often than so has many ways to be, of whose logarithm so much is hopeless.
_SELDOM, _LOG_WAYS = 8.0, 20.0
# So few values are all drawn, and so few far from all others are drawn sooner than any others.
ALL, _FAR = 8, 12
# How often a value is drawn at most: beyond its mean by so many standard deviations and draws.
_DEVIATIONS, _DRAWS = 9.0, 12.0


class Draws:
    """Values of a resampled sum from the farthest from their middle to the nearest.

    Attributes
    ----------
    values, counts : arrays of shape (u,)
        How far each lies from the middle, and how many of the n draws are its own on average.
    """

    def __init__(self, law: ResampledSum) -> None:
        self.middle, self.n = middle(law).item(), law.n
        off = (law.values - self.middle).astype(float)
        order = np.argsort(-np.abs(off), kind="stable")
        self.values, self.counts = off[order], law.counts[order] * (law.n / float(law.counts.sum()))
        # Of what is left after j values: how many draws are its own on average, their mean and variance, and its span
        self.size, first, second = (
            np.cumsum((self.counts * each)[::-1])[::-1] for each in (1.0, self.values, self.values**2)
        )
        self.mean = first / self.size
        self.variance = np.maximum(second / self.size - self.mean**2, 0.0)
        self.span = np.where(np.arange(len(order)) < len(order) - 1, np.abs(self.values) + np.abs(self.mean), 0.0)

    def start(self, x: float | Fraction) -> float:
        """The sum of draws of the middle, less the threshold."""
        return _less(self.n * self.middle, x)

    def deviations(self) -> Floats:
        """The standard deviation of what is left after j values."""
        return np.sqrt(self.n * self.variance)

    def left(self, j: int, drawn: Integers) -> tuple[Floats, Floats]:
        """The mean of what is left after j values and so many draws, and half a window around it."""
        draws = self.n - drawn
        reach = np.minimum(bernstein(draws * self.variance[j], self.span[j], _LOG_TAIL), draws * self.span[j])
        return draws * self.mean[j], reach

    def chances(self, j: int, drawn: Integers) -> tuple[Integers, Floats, Floats]:
        """How often the j-th value may be drawn next, what that adds, and ``(len(drawn), k)`` how likely it is."""
        draws, share = (self.n - drawn)[:, None], min(float(self.counts[j] / self.size[j]), 1.0)
        often = float(draws.max()) * share
        most = min(int(draws.max()), math.ceil(often + _DEVIATIONS * math.sqrt(often) + _DRAWS))
        k = np.arange(most + 1)
        with np.errstate(divide="ignore"):
            # ln C(r, k) by its factors: the logarithms of such factorials lose digits where r is large.
            factors = np.log(np.maximum(draws - k[:-1], 0)) - np.log(k[1:])
            ways = np.cumsum(np.pad(factors, ((0, 0), (1, 0))), axis=1)
            others = (draws - k) * math.log1p(-share) if share < 1 else np.where(draws > k, -np.inf, 0.0)
        return k, k * self.values[j], np.exp(ways + k * math.log(share) + others)

    def core(self, j: int, drawn: int = 0) -> ResampledSum:
        """The law of what is left after j values and so many draws."""
        return ResampledSum(self.values[j:], self.counts[j:] * ((self.n - drawn) / self.size[j]))


class Signs:
    """Values of a swapped sum from the largest down."""

    def __init__(self, law: SwappedSum) -> None:
        order = np.argsort(-law.values, kind="stable")
        self.values, self.counts = law.values[order].astype(float), law.counts[order]
        self.squares = np.append(np.cumsum((self.counts * self.values**2)[::-1])[::-1], 0.0)
        self.total = np.append(np.cumsum((self.counts * self.values)[::-1])[::-1], 0.0)

    def start(self, x: float | Fraction) -> float:
        """The sum of no signs, less the threshold."""
        return _less(0, x)

    def deviations(self) -> Floats:
        """The standard deviation of what is left after j values."""
        return np.sqrt(self.squares[:-1])

    def left(self, j: int, drawn: Integers) -> tuple[Floats, Floats]:
        """The mean of what is left after j values, and half a window around it (Hoeffding's bound)."""
        reach = min(math.sqrt(2 * _LOG_TAIL * self.squares[j]), float(self.total[j]))
        return np.zeros(len(drawn)), np.full(len(drawn), reach)

    def chances(self, j: int, drawn: Integers) -> tuple[Integers, Floats, Floats]:
        """What the signs of the j-th value may add, and how likely that is."""
        count = int(self.counts[j])
        chances = np.array([math.comb(count, k) / 2**count for k in range(count + 1)])
        sums = (2 * np.arange(count + 1) - count) * self.values[j]
        return np.zeros(count + 1, dtype=np.int64), sums, np.tile(chances, (len(drawn), 1))

    def core(self, j: int, drawn: int = 0) -> SwappedSum:
        """The law of what is left after j values."""
        return SwappedSum(self.values[j:][::-1], self.counts[j:][::-1])


Order = Draws | Signs


def in_order(law: Law) -> Order:
    """The values of a law from the largest down."""
    return Signs(law) if isinstance(law, SwappedSum) else Draws(law)


def numbers(order: Order, shares: Sequence[float], gap: float) -> list[int]:
    """After how many values none is larger than such a share of the standard deviation of what is left, if so few do.

    And before the widest gap between two sizes, if one is so many times the next, of a few far values first; and after
    all of a few values.
    """
    sizes = np.abs(order.values)
    large = sizes / np.maximum(order.deviations(), np.finfo(float).tiny)
    large[len(sizes) - isinstance(order, Draws) :] = 0.0  # one value that is left does not vary
    often = np.append(order.counts[:_MOST] > _OFTEN, True)
    most = min(int(np.argmax(often)), len(sizes) - isinstance(order, Draws))  # so many may be drawn by themselves
    large = np.append(large, 0.0)[: most + 1]
    found = [int(np.argmax(large <= share)) for share in shares if (large <= share).any()]
    following = np.append(sizes[1:], 0.0)[:most]
    gaps = np.divide(sizes[:most], following, out=np.zeros(most), where=following > 0)
    if most and gaps.max() >= gap:
        far = 1 + int(np.argmax(gaps))
        found.insert(0 if far <= _FAR else len(found), far)
    if len(sizes) <= ALL:
        found.append(len(sizes) - isinstance(order, Draws))
    # Those of values that are often drawn, in far too many ways together, come last.
    ways = np.where(order.counts > _SELDOM, np.log1p(_DEVIATIONS * np.sqrt(order.counts)), 0.0)
    hopeless = np.append(0.0, np.cumsum(ways)) > _LOG_WAYS
    return sorted(found, key=lambda number: bool(hopeless[number])) or [0]


def _less(sum_: Any, x: float | Fraction) -> float:
    """A sum less x, without a rounding that would count beside a narrow window where both are whole or nearly."""
    if isinstance(sum_, int):
        return float(sum_ - Fraction(x))
    return float(sum_) - float(x)
