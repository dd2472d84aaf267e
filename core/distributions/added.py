"""The exact law of Σ ±d on a lattice, counted by adding up: one pass over the sums for every difference.

With X the sum of the differences whose sign is positive, Σ ±d = 2X − Σd, and the number of ways to reach X = x grows by
N(x − d) with each difference d (the dynamic program of subset sums; Pagano & Tritchler 1983 for ranks). Nothing is ever
subtracted, so every count, however far out, has a relative error of at most one rounding for each difference.
"""

import math
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.common.cached import cached_property
from core.distributions.sums import SwappedSum
from core.distributions.tail import NO_MASS, Tail

__all__ = ["AddedSwaps", "additions"]

Floats = NDArray[Any]

# Beyond, 2^m ways no longer fit in a double.
_MOST_SIGNS = 1_000
_LARGEST_SUM = 2**23
_ROUNDING = 2.0**-53


def additions(law: SwappedSum) -> float:
    """Return how many additions it takes to count the law, infinitely many where there is no room for the counts."""
    signs, total = int(law.counts.sum()), float(law.support[1])
    return math.inf if signs > _MOST_SIGNS or total > _LARGEST_SUM else signs * (total + 1) / 2


class AddedSwaps:
    """The law of a sum of whole-numbered differences with random signs.

    Examples
    --------
    >>> law = AddedSwaps(SwappedSum(np.array([1, 2]), np.array([1, 1])))
    >>> law.at_least(3).probability, law.at_most(-1).probability
    (0.25, 0.5)
    """

    engine = "lattice"
    quantile = None

    def __init__(self, law: SwappedSum) -> None:
        self.law = law

    def at_least(self, x: float | Fraction, strict: bool = False) -> Tail:
        """P(S ≥ x), or P(S > x)."""
        # S = 2X − Σd ≥ x
        least = (Fraction(x) + self.law.support[1]) / 2
        first = math.floor(least) + 1 if strict else math.ceil(least)
        if first <= 0:
            return Tail.of(1.0, 0.0, self.engine)
        signs = int(self.law.counts.sum())
        probability = math.ldexp(math.fsum(self._ways[first:]), -signs)
        # Whole numbers below 2^53 are added without any rounding.
        roundings = 2 + (signs if signs > 53 else 0)
        return Tail.of(probability, roundings * _ROUNDING * probability, self.engine)

    def at_most(self, x: float | Fraction, strict: bool = False) -> Tail:
        """P(S ≤ x), or P(S < x): the law is its own mirror image."""
        return self.at_least(-Fraction(x), strict)

    def points(self) -> tuple[Floats, Floats]:
        """The sums that carry mass, and their probabilities."""
        mass = np.ldexp(self._ways, -int(self.law.counts.sum()))
        present = np.flatnonzero(mass > NO_MASS)
        return (2 * present - self.law.support[1]).astype(float), mass[present]

    @cached_property
    def _ways(self) -> Floats:
        """In how many ways each X is reached; the smallest differences first, while few sums are."""
        ways = np.zeros(self.law.support[1] + 1)
        ways[0], last = 1.0, 0
        for d in np.repeat(self.law.values, self.law.counts).tolist():
            ways[d : last + d + 1] += ways[: last + 1]
            last += d
        return ways
