"""Where a distribution function that is only asked at single points passes a probability, from a picture of it."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from core.errors import NotExactError
from core.exact.tail import Tail
from core.roots import root

__all__ = ["real_quantile", "whole_quantile"]

Floats = NDArray[np.float64]
AtMost = Callable[[float], Tail]

# How certain a quantile must be in probability, and how close it is looked for.
_LARGEST_ERROR, _CLOSE = 1e-4, 5e-6


def real_quantile(
    q: float,
    at_most: AtMost,
    picture: tuple[Floats, Floats],
    support: tuple[float, float],
    rough: AtMost | None = None,
) -> float:
    """Return the x for which q lies between P(S < x) and P(S ≤ x), each to within 1e-4.

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
    error = 1.0
    for ask in (rough, at_most):
        if ask is None or error <= _LARGEST_ERROR:
            continue
        low, high = _around(q, ask, picture, support)
        x = root(lambda x, ask=ask: ask(x).probability - q, low, high, _CLOSE)  # type: ignore[misc]
        tail = at_most(x)
        error = abs(tail.probability - q) + tail.error_bound
    if error > _LARGEST_ERROR:
        raise NotExactError(f"the end of the interval at {q:g} is certain only within a probability of ±{error:.2g}")
    return x


def whole_quantile(q: float, at_most: AtMost, picture: tuple[Floats, Floats], support: tuple[int, int]) -> int:
    """Return the smallest whole number x with P(S ≤ x) ≥ q, as `real_quantile`."""
    low, high = map(round, _around(q, at_most, picture, support))
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if at_most(middle).probability >= q else (middle + 1, high)
    return low


def _around(
    q: float, at_most: AtMost, picture: tuple[Floats, Floats], support: tuple[float, float]
) -> tuple[float, float]:
    """Two sums with the quantile between them, near one another where the picture is right."""
    sums, mass = picture
    at, off = int(np.searchsorted(np.cumsum(mass), q)), 2
    while True:
        low = float(sums[at - off]) if at >= off else float(support[0])
        high = float(sums[at + off]) if at + off < len(sums) else float(support[1])
        if off > len(sums) or at_most(low).probability < q <= at_most(high).probability:
            return low, high
        off *= 4
