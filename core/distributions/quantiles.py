"""Where a distribution function that is only asked at single points passes a probability, from a picture of it."""

import math
from collections.abc import Callable
from functools import cache, partial
from itertools import cycle

import numpy as np
from numpy.typing import NDArray

from core.common.roots import root
from core.distributions.tail import Tail, largest_error
from core.errors import NotExactError

__all__ = ["real_quantile", "whole_quantile"]

Floats = NDArray[np.float64]
AtMost = Callable[[float], Tail]

# How certain a quantile is made in probability where it can be, and how close it is looked for, also as a share of an
# error.
_WANTED, _CLOSE, _TOLD = 1e-4, 5e-6, 1 / 4
# A less certain probability may not tell one whole number from the next.
_ROUGH = 1e-9
# Where no closer look is taken, as a share of about a standard deviation, and of a width what rounding leaves; so many
# times farther on either side is looked whether the probability jumps in between.
_NARROW, _ROUNDING, _BESIDE = 1e-5, 1e-13, 16.0
# How far a picture is off at first, as a share of the smaller side's probability.
_NEAR = 1 / 64


def real_quantile(
    q: float,
    at_most: AtMost,
    picture: tuple[Floats, Floats],
    support: tuple[float, float],
    rough: AtMost | None = None,
) -> float:
    """Return the x for which q lies between P(S < x) and P(S ≤ x), each to within 1e-4.

    Where sums crowd, x is known to about 1e-4 standard deviations instead, or the probabilities as a p-value of q.

    Parameters
    ----------
    q : float
        A probability.
    at_most : callable
        P(S ≤ x).
    picture : two arrays of shape (m,)
        Sums from the lowest up, and the mass near each.
    support : two floats
        The lowest sum and the largest, which the picture may leave out.
    rough : callable, optional
        P(S ≤ x) in less time, whose quantile may do.

    Raises
    ------
    NotExactError
        If no x can be certified.
    """
    asked = [cache(ask) for ask in (rough, at_most) if ask]
    for ask in asked:
        low, high = _around(q, ask, picture, support)
        for narrow in (_NARROW * _scale(q, picture), 0.0):
            x = root(partial(_off, q, ask), low, high, narrow=narrow)
            tail = asked[-1](x)
            error = abs(tail.probability - q) + tail.error_bound
            if error <= _WANTED:
                return float(x)
            if tail.error_bound > _ROUGH:  # which a closer look only makes less certain
                break
        enough = largest_error(min(q, 1 - q)) if ask is asked[-1] else _WANTED
        if error <= enough or _jumps(q, ask, x, _BESIDE * max(narrow, _ROUNDING * (high - low))):
            return float(x)
    raise _uncertain(q, error)


def _scale(q: float, picture: tuple[Floats, Floats]) -> float:
    """How far the quantiles at q ± half the smaller of q and 1 − q lie apart: roughly a standard deviation."""
    sums, mass = picture
    off = min(q, 1 - q) / 2
    low, high = np.minimum(np.searchsorted(np.cumsum(mass), (q - off, q + off)), len(sums) - 1)
    return float(sums[high] - sums[low])


def _jumps(q: float, at_most: AtMost, x: float, off: float) -> bool:
    """Whether the probability passes q no farther from x."""
    below, above = (at_most(x + side * off) for side in (-1, 1))
    return below.probability + below.error_bound <= q + _WANTED and above.probability - above.error_bound >= q - _WANTED


def _off(q: float, at_most: AtMost, x: float) -> float:
    """How far above q P(S ≤ x) lies, or 0 where it can hardly be told."""
    tail = at_most(x)
    off = tail.probability - q
    return 0.0 if abs(off) <= max(_CLOSE, _TOLD * tail.error_bound) else off


def whole_quantile(q: float, at_most: AtMost, picture: tuple[Floats, Floats], support: tuple[int, int]) -> int:
    """Return the smallest whole number x with P(S ≤ x) ≥ q, or one that cannot be told from it, as `real_quantile`."""
    at_most = cache(at_most)
    low, high = map(round, _around(q, at_most, picture, support))
    by_turns = cycle((True, False))
    while low < high:
        below, above = (at_most(end) for end in (low, high))
        if below.probability < q < above.probability and below.error_bound > _ROUGH and next(by_turns):
            share = (q - below.probability) / (above.probability - below.probability)
        else:
            share = 1 / 2
        middle = low + min(int((high - low) * share), high - low - 1)
        tail = at_most(middle)
        if tail.error_bound > _ROUGH and not _off(q, at_most, middle):
            low = high = middle
        else:
            low, high = (low, middle) if tail.probability >= q else (middle + 1, high)
    found = at_most(low)
    if found.error_bound > _ROUGH:
        error = abs(found.probability - q) + found.error_bound
        beside = max(math.ceil(_BESIDE * _NARROW * _scale(q, picture)), 1)
        if error > largest_error(min(q, 1 - q)) and not _jumps(q, at_most, low, beside):
            raise _uncertain(q, error)
    return low


def _uncertain(q: float, error: float) -> NotExactError:
    return NotExactError(f"the end of the interval at {q:g} is certain only within a probability of ±{error:.2g}")


def _around(
    q: float, at_most: AtMost, picture: tuple[Floats, Floats], support: tuple[float, float]
) -> tuple[float, float]:
    """Two sums with the quantile between them, near one another where the picture is right."""
    sums, mass = picture
    up_to, off = np.cumsum(mass), _NEAR * min(q, 1 - q)
    while True:
        first, last = np.searchsorted(up_to, (q - off, q + off)) - (1, -1)
        low = float(sums[first]) if first >= 0 else float(support[0])
        high = float(sums[last]) if last < len(sums) else float(support[1])
        if (first < 0 and last >= len(sums)) or at_most(low).probability < q <= at_most(high).probability:
            return low, high
        off *= 8
