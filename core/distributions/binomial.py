"""The permutation test of differences that all have one size: the sign test, for 0/1 scores McNemar's exact test."""

import math
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import betainc, gammaln, logsumexp

from core.distributions.sums import SwappedSum
from core.distributions.tail import Tail
from core.errors import NotExactError

__all__ = ["BinomialSum"]

Floats = NDArray[Any]

# Above this the distribution function is as exact as its logarithm.
_SMALL = 1e-200


class BinomialSum:
    """The exact law of d·(2·Binomial(m, ½) − m).

    Raises
    ------
    NotExactError
        If the differences have more than one size.
    """

    engine = "binomial"
    quantile = None

    def __init__(self, law: SwappedSum) -> None:
        if len(law.values) > 1:
            raise NotExactError("the differences have more than one size")
        self.m = int(law.counts.sum())
        self.size = law.values[0].item() if self.m else 1
        self.tolerance = law.tolerance

    def at_least(self, x: float | Fraction, strict: bool = False) -> Tail:
        """P(S ≥ x), or P(S > x); x in the unit of the differences."""
        # S ≥ x ⟺ the number of minus signs is at most (m − x/d)/2.
        slack = (-self.tolerance if strict else self.tolerance) / self.size / 2
        most = (self.m - x / self.size) / 2 if slack else (self.m - Fraction(x) / Fraction(self.size)) / 2
        return self._at_most_minus(math.ceil(most + slack) - 1 if strict else math.floor(most + slack))

    def at_most(self, x: float | Fraction, strict: bool = False) -> Tail:
        """P(S ≤ x), or P(S < x); the law is symmetric."""
        return self.at_least(-x, strict)

    def points(self) -> tuple[Floats, Floats]:
        """The sums within 9 standard deviations and their probabilities."""
        reach = min(self.m / 2, 4.5 * math.sqrt(self.m) + 1)
        plus = np.arange(math.floor(self.m / 2 - reach), math.ceil(self.m / 2 + reach) + 1)
        plus = plus[(plus >= 0) & (plus <= self.m)]
        return self.size * (2.0 * plus - self.m), np.exp(_log_mass(self.m, plus))

    def _at_most_minus(self, k: int) -> Tail:
        if k < 0:
            return Tail.of(0.0, 0.0, self.engine)
        if k >= self.m:
            return Tail.of(1.0, 0.0, self.engine)
        # P(Binomial(m, ½) ≤ k) = I_½(m − k, k + 1); `bdtr` is off by 1e-9 at a million trials.
        probability = float(betainc(self.m - k, k + 1, 0.5))
        if probability > _SMALL:
            return Tail.of(probability, 1e-12 * probability, self.engine)
        # Masses fall at least by k/(m − k) a step, so those more than 10,000 steps down add nothing.
        log = float(logsumexp(_log_mass(self.m, np.arange(max(0, k - 10_000), k + 1))))
        # Each of the four logarithms of a mass is known to a few of its last places.
        return Tail.from_log(log, self.engine, 4e-15 * (1 + float(gammaln(self.m + 1))))


def _log_mass(m: int, k: NDArray[np.int64]) -> Floats:
    mass: Floats = gammaln(m + 1) - gammaln(k + 1) - gammaln(m - k + 1) - m * math.log(2)
    return mass
