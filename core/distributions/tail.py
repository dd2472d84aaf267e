"""The probability of one tail, with its logarithm, a bound of its error, and the engine that computed it."""

import math
from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import NamedTuple

from core.errors import NotExactError

__all__ = ["NO_MASS", "Tail", "certified", "first_that_tells", "largest_error", "surest", "tells"]

# Of a distribution, less mass at one point is left out.
NO_MASS = 1e-16

_ROUNDING = 4e-16
# The logarithm below which floating point has no probability.
_UNDERFLOW = -740.0

# A probability p is called exact where it is certain within this, or within this share of p(1 − p). That is always more
# than 10,000 samples tell: none of them leaves 5.3e-4 open, and many leave 2.58·√(p(1 − p)/10,000) on either side, of
# which four fifths are enough above ½. There the third decimal tells nothing, either.
_LARGEST_ERROR, _LARGEST_SHARE, _OF_SAMPLES, _ABOVE_HALF = 2.5e-4, 1 / 20, 0.02, 2e-3


class Tail(NamedTuple):
    """P(S ≥ x) or P(S ≤ x) of an exact distribution.

    ``log`` is its natural logarithm, which stays finite where the probability itself underflows. A tail names its own
    ``engine``, because the two tails of one p-value may come from different ones.
    """

    probability: float
    log: float
    error_bound: float
    engine: str
    because: str = ""  # why the error could not be made smaller

    @classmethod
    def of(cls, probability: float, error_bound: float, engine: str) -> "Tail":
        """From a probability of ordinary size."""
        log = math.log(probability) if probability > 0 else -math.inf
        return cls(probability, log, error_bound, engine)

    @classmethod
    def of_ways(cls, ways: int, signs: int) -> "Tail":
        """So many of the 2^signs ways to swap, which were listed."""
        log = math.log(ways) - signs * math.log(2) if ways else -math.inf
        probability = math.ldexp(ways, -signs)
        return cls(probability, log, max(_ROUNDING * probability, math.ulp(0.0)) if ways else 0.0, "enumeration")

    @classmethod
    def from_log(cls, log: float, engine: str, relative: float) -> "Tail":
        """From a logarithm, known to ``relative``, the error bound as a share of the probability."""
        probability = min(math.exp(log), 1.0)
        return cls(probability, min(log, 0.0), max(relative * probability, math.ulp(0.0)), engine)

    def doubled(self) -> "Tail":
        """Twice this."""
        return self._replace(
            probability=2 * self.probability, log=self.log + math.log(2), error_bound=2 * self.error_bound
        )


def surest(*tails: Tail) -> Tail:
    """The one with the least error bound, of several that hold."""
    return min(tails, key=attrgetter("error_bound"))


def tells(tail: Tail, share: float) -> bool:
    """Whether a tail is certain within such a share of it, and of the other; or too small for floating point."""
    return -math.inf < tail.log < _UNDERFLOW or tail.error_bound <= share * tail.probability * max(
        1 - tail.probability, share
    )


def first_that_tells(ways: Iterable[Callable[[], Tail]], share: float) -> Tail:
    """The first tail that is certain within such a share of it, or else the surest of those that can be computed.

    Raises
    ------
    NotExactError
        If none can: why the last cannot.
    """
    found, failed = [], None
    for way in ways:
        try:
            found.append(way())
        except NotExactError as error:
            failed = error
        else:
            if tells(found[-1], share):
                break
    if not found:
        assert failed is not None
        raise failed
    return surest(*found)


def largest_error(probability: float) -> float:
    """How far off a probability that is called exact may be."""
    variance = probability * (1 - probability)
    samples = max(_OF_SAMPLES * math.sqrt(max(variance, 0.0)), _ABOVE_HALF) if probability > 1 / 2 else 0.0
    return max(_LARGEST_ERROR, _LARGEST_SHARE * variance, samples)


def certified(*tails: Tail) -> Tail:
    """Return the sum of the tails, which is more certain than the least of them.

    Raises
    ------
    NotExactError
        If 10,000 samples could be more certain.
    """
    probability = math.fsum(each.probability for each in tails)
    bound = math.fsum(each.error_bound for each in tails)
    because = next((each.because for each in tails if each.because), "")
    if bound > largest_error(probability):
        raise NotExactError(f"{because}p ≈ {max(probability, 0.0):.2g} is certain only within ±{bound:.2g}")
    largest = max(each.log for each in tails)
    log = largest + math.log(sum(math.exp(each.log - largest) for each in tails)) if largest > -math.inf else largest
    return Tail(probability, log, bound, "+".join(dict.fromkeys(each.engine for each in tails)), because)
