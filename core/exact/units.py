"""The lattice that printed scores lie on: real files print 1/30 as 0.033333."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["find_lattice", "printed_unit"]

Floats = NDArray[Any]

_LARGEST_DENOMINATOR = 1_000
_MOST_DECIMALS = 9
# A double tells no more decimals than this of a score near 1.
_MOST_PRINTED = 15
# Whole numbers above 2^53 are no longer all representable, so no lattice step can be told from its neighbour there.
_LARGEST_STEP = 2.0**52
# How often chance alone may put a score on a lattice.
_BY_CHANCE = 1 / 100


def find_lattice(scores: Floats, decimals: int | None) -> int | None:
    """Return the L for which every score is a multiple of 1/L, as far as its printing can tell, or None.

    The smallest L for which every score lies within half a unit of the last printed decimal of some k/L; else the
    power of ten of the printed decimals. Numbers that were never printed (``decimals=None``), or that have more
    decimals than are said to be printed, must lie within one unit in the last place.

    Any score lies within ε of some k/L with probability 2εL, so that a fine lattice fits whatever is printed: 0.2, 0.3
    and 0.4 would be eighths. Only L ≤ 1,000 with 2εL ≤ 1/100 say something; with d printed decimals those are
    L ≤ 10^(d−2).

    The unit is that of the file: in a file that prints 0.333333 and 0.5, both are known to six decimals.

    Parameters
    ----------
    scores : (m,) float array
        Both systems' scores (not their differences).
    decimals : int or None
        The most decimals printed in the files.

    Examples
    --------
    >>> find_lattice(np.array([0.5, 0.333333, 0.0]), 6)
    6
    >>> find_lattice(np.array([0.2, 0.3, 0.4]), 1)
    10
    >>> find_lattice(np.array([0.123456, 3.1, 0.7]), 6)
    1000000
    >>> find_lattice(np.array([2**0.5, 3**0.5]), None) is None
    True
    """
    scores = np.unique(scores)
    if np.array_equal(scores, np.rint(scores)):
        return 1
    largest = float(np.abs(scores).max())
    tolerance = np.spacing(np.abs(scores))
    printed = printed_unit(scores, decimals)
    if printed is not None:
        tolerance = np.maximum(tolerance, 0.5 / printed * (1 + 1e-9))
    telling = _BY_CHANCE * (1 + 1e-6) / (2 * float(tolerance.max()))
    candidates = _near(scores, tolerance, int(min(_LARGEST_DENOMINATOR, telling)))
    powers = [10**k for k in range(4, _MOST_DECIMALS + 1)]
    candidates += [power for power in powers if power <= telling] if printed is None else [printed]
    for denominator in candidates:
        if largest * denominator < _LARGEST_STEP and _fits(scores, tolerance, denominator):
            return denominator
    return None


def printed_unit(scores: Floats, decimals: int | None) -> int | None:
    """Return 10^decimals, or None where a score has more decimals than that, up to the rounding of sums of them.

    Of scores so large that a double does not hold those decimals, what is said is believed.
    """
    if decimals is None or decimals > _MOST_PRINTED:
        return None
    power, largest = 10**decimals, float(np.abs(scores).max())
    if largest * power >= _LARGEST_STEP:
        return power
    off = np.abs(np.rint(scores * power) / power - scores)
    return power if (off <= 1024 * np.spacing(largest)).all() else None


def _near(scores: Floats, tolerance: Floats, most: int) -> list[int]:
    """The L ≤ most that fit a few of the scores: most denominators fail on those."""
    some = slice(None, None, max(1, len(scores) // 32))
    probe, slack = scores[some, None], tolerance[some, None]
    denominators = np.arange(1, most + 1)
    near = np.abs(np.rint(probe * denominators) / denominators - probe) <= slack
    return [int(each) for each in denominators[near.all(axis=0)]]


def _fits(scores: Floats, tolerance: Floats, denominator: int) -> bool:
    return bool((np.abs(np.rint(scores * denominator) / denominator - scores) <= tolerance).all())
