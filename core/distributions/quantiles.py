"""Quantiles of a distribution function evaluated point by point, starting from an approximate grid.

Root finding (the Illinois method) on P(S ≤ x) − q, between two points of the grid. Cost: about ten tails.
"""

import math
from bisect import bisect_left
from collections.abc import Callable
from functools import cache

import numpy as np

from core.common.arrays import Floats
from core.common.roots import root
from core.distributions.probability import Probability
from core.errors import NotExactError

# Largest |P(S ≤ x) − q| at the returned quantile x, relative to the smaller of q and 1 − q: 1e-4 for the ends of a
# 95 % interval.
CLOSE = 4e-3
# Assumed error of the grid, relative to the smaller of q and 1 − q.
PICTURE_ERROR = 1 / 64
# The search stops at an interval this narrow, relative to the first interval.
NARROW = 1e-9


def quantile(
    q: float,
    at_most: Callable[[float], Probability],
    picture: tuple[Floats, Floats],
    support: tuple[float, float],
    *,
    whole: bool = False,
) -> float:
    """Return the smallest x with P(S ≤ x) ≥ q, within the error allowed for a result.

    ``picture`` is a grid: increasing sums ``(m,)`` and the mass near each. ``support`` is the smallest and the largest
    sum, and ``whole`` says whether sums are integers.

    Raises NotExactError if no x can be certified.
    """
    known, close = cache(at_most), CLOSE * min(q, 1 - q)

    def off(x: float) -> float:
        tail = known(math.floor(x) if whole else x)
        return 0.0 if not whole and abs(tail.value - q) <= close / 16 else tail.value - q

    low, high = _around(q, known, picture, support)
    if whole:
        low, high = math.floor(low), math.ceil(high)
        x: float = low + bisect_left(range(low, high), q, key=lambda s: known(s).value)
    else:
        x = root(off, low, high, narrow=NARROW * (high - low))
    tail = known(x)
    near = 1 if whole else NARROW * (high - low) + 1e-12 * (support[1] - support[0])
    below = known(x - near)
    if abs(tail.value - q) + tail.error_bound <= close or (  # or the probability passes q in a jump at x
        below.value - below.error_bound <= q + close and known(x + near).value + tail.error_bound >= q - close
        and max(below.error_bound, tail.error_bound) <= close
    ):  # fmt: skip
        return x
    raise NotExactError(
        f"the end of the interval at {q:g} is certain only within a probability of ±{tail.error_bound:.2g}"
    )


def _around(
    q: float, at_most: Callable[[float], Probability], picture: tuple[Floats, Floats], support: tuple[float, float]
) -> tuple[float, float]:
    """Two sums with the quantile between them, close together if the grid is accurate."""
    sums, mass = picture
    up_to, off = np.cumsum(mass), PICTURE_ERROR * min(q, 1 - q)
    while True:
        first, last = np.searchsorted(up_to, (q - off, q + off)) - (1, -1)
        low = float(sums[first]) if first >= 0 else float(support[0])
        high = float(sums[last]) if last < len(sums) else float(support[1])
        if (first < 0 and last >= len(sums)) or at_most(low).value < q <= at_most(high).value:
            return low, high
        off *= 8
