"""The probability of a tail with its logarithm, its relative error, and the precision that a result must have.

================  ====================================================  ===========================
method            how the p-value was computed                          error
================  ====================================================  ===========================
``exact``         counted or summed; rounding error only                at most 1e-6 of p
``numerical``     a characteristic function inverted between            at most 2e-3 of p
                  proven bounds
``monte-carlo``   sampled, plainly or importance-weighted               its own 99 % interval
================  ====================================================  ===========================

If no engine has a relative error below 0.2 %, the p-value is sampled.
"""

import math
from typing import NamedTuple

from core.errors import NotExactError

# Largest error of a result, relative to p.
EXACT, NUMERICAL = 1e-6, 2e-3
# Points with less mass are omitted from a distribution.
LEAST_MASS = 1e-16


class Probability(NamedTuple):
    """P(S ≥ x) or P(S ≤ x)."""

    # The probability and its natural logarithm, which stays finite if the probability underflows.
    value: float
    log: float
    # A bound of the error relative to the probability; infinite if only an absolute bound is known.
    relative_error: float
    engine: str  # the name of the engine; the two tails of one p-value may come from different engines

    @classmethod
    def of(cls, value: float, error: float, engine: str) -> "Probability":
        """Make one from a probability and a bound of its absolute error."""
        if not value > 0:
            return cls(0.0, -math.inf, math.inf if error else 0.0, engine)
        return cls(min(value, 1.0), min(math.log(value), 0.0), error / value, engine)

    @classmethod
    def from_log(cls, log: float, relative_error: float, engine: str) -> "Probability":
        """Make one from a natural logarithm and a bound of the relative error."""
        return cls(min(math.exp(log), 1.0), min(log, 0.0), relative_error, engine)

    @property
    def error_bound(self) -> float:
        """A bound of the absolute error; at least the smallest double where the probability is not exact."""
        if not self.relative_error:
            return 0.0
        return max(self.relative_error * self.value, math.ulp(0.0)) if self.value else math.ulp(0.0)

    @property
    def is_certified(self) -> bool:
        """Whether the error is small enough for a result."""
        return self.relative_error <= NUMERICAL

    def doubled(self) -> "Probability":
        """Twice this probability."""
        return self._replace(value=2 * self.value, log=self.log + math.log(2))


def complement(tail: Probability) -> Probability:
    """1 − P, for a probability that is not close to 1."""
    return Probability.of(1 - tail.value, tail.error_bound + 1e-16, tail.engine)


def total(*tails: Probability) -> Probability:
    """The sum of disjoint tails."""
    engine = "+".join(dict.fromkeys(each.engine for each in tails))
    largest = max(each.log for each in tails)
    if largest == -math.inf:
        return Probability(0.0, -math.inf, max(each.relative_error for each in tails), engine)
    shares = [math.exp(each.log - largest) for each in tails]
    whole = math.fsum(shares)
    errors = math.fsum(share * each.relative_error for share, each in zip(shares, tails, strict=True) if share)
    return Probability(math.fsum(each.value for each in tails), largest + math.log(whole), errors / whole, engine)


def certified(tail: Probability) -> Probability:
    """Return the tail if its error is at most 0.2 % of it.

    Raises NotExactError if it is larger.
    """
    if not tail.is_certified:
        raise NotExactError(
            f"{tail.engine}: p ≈ {tail.value:.2g} is certain only within ±{tail.error_bound:.2g}, "
            "more than the 0.2 % that a result may be off"
        )
    return tail
