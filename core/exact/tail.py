"""The probability of one tail, with its logarithm, a bound of its error, and the engine that computed it."""

import math
from typing import NamedTuple

__all__ = ["Tail"]


class Tail(NamedTuple):
    """P(S ≥ x) or P(S ≤ x) of an exact distribution.

    ``log`` is its natural logarithm, which stays finite where the probability itself underflows. A tail names its own
    ``engine``, because the two tails of one p-value may come from different ones.
    """

    probability: float
    log: float
    error_bound: float
    engine: str

    @classmethod
    def of(cls, probability: float, error_bound: float, engine: str) -> "Tail":
        """From a probability of ordinary size."""
        log = math.log(probability) if probability > 0 else -math.inf
        return cls(probability, log, error_bound, engine)

    @classmethod
    def from_log(cls, log: float, engine: str) -> "Tail":
        """From a logarithm, computed to about ten digits relative to the probability."""
        probability = min(math.exp(log), 1.0)
        return cls(probability, min(log, 0.0), 1e-9 * probability, engine)
