"""Far tails of sums of signs, counted: of 2^m ways to draw them few reach so far.

Those with S ≥ x turn values of at most (Σ|d| − x)/2 in all. Every other value is in one half, so that the sums of both
halves are few, and pairs of them are found by searching (Horowitz and Sahni 1974).
"""

import math
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.distributions.enumeration import lowest
from core.distributions.stratified import Law
from core.distributions.sums import SwappedSum
from core.distributions.tail import Tail
from core.distributions.tilting import tilt_to

__all__ = ["few_ways"]

Floats = NDArray[Any]

# Up to about so many ways are counted, where each half of the signs has so few.
_LISTED, _LISTED_HALF = 2.0**24, 2**17
# Of more signs too many ways are left wherever floating point holds the tail.
_MOST_SIGNS = 2**11
# A tail not so many standard deviations out is not small; one huge value makes these wide.
_OUT = 0.5


def few_ways(law: Law, x: float | Fraction, strict: bool) -> Tail | None:
    """P(S ≥ x), or P(S > x), where the ways that reach so far can be counted, else None.

    Examples
    --------
    >>> law = SwappedSum(np.arange(1, 61), np.ones(60))  # Wilcoxon's signed ranks, of which at most 3 is lost
    >>> few_ways(law, 1_830 - 2 * 3, strict=False).probability * 2**60  # none, 1, 2, 3, or 1 and 2
    5.0
    """
    if not isinstance(law, SwappedSum) or law.signs > _MOST_SIGNS or not law.mean < x < law.support[1]:
        return None
    if float(x) ** 2 < _OUT**2 * law.tilted(0.0).variance or _log_ways(law, float(x)) > math.log(_LISTED):
        return None
    return _counted(law, lowest(law, x, strict))


def _log_ways(law: SwappedSum, x: float) -> float:
    """About the logarithm of how many ways reach so far (Bahadur and Rao 1960)."""
    tilt = tilt_to(law, x)
    spread = 2 + 2.5 * tilt.theta * math.sqrt(tilt.variance)
    return tilt.cumulant - tilt.theta * x - math.log(spread) + law.signs * math.log(2)


def _counted(law: SwappedSum, least: float) -> Tail | None:
    """Count the ways with S ≥ least, in whole numbers where the values are, or None where they are too many."""
    room = law.support[1] - least
    room = room // 2 if law.whole else room / 2
    values = np.sort(np.repeat(law.values, law.counts.astype(np.int64)))
    one, other = (_turned(values[start::2], room) for start in (0, 1))
    if one is None or other is None:
        return None
    partners = np.searchsorted(np.sort(other), room - one, "right")
    return Tail.of_ways(int(partners.sum()), law.signs)


def _turned(values: Floats, room: float) -> Floats | None:
    """The sums of some of these sorted values that find room, or None where they are too many."""
    turned = np.zeros(1, dtype=values.dtype)
    for value in values:
        if value > room:
            break
        more = turned + value
        turned = np.concatenate([turned, more[more <= room]])
        if len(turned) > _LISTED_HALF:
            return None
    return turned
