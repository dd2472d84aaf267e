"""The lattice that printed scores lie on: real files print 1/30 as 0.033333."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["find_lattice"]

Floats = NDArray[Any]

_LARGEST_DENOMINATOR = 1_000
_MOST_DECIMALS = 9
# Whole numbers above 2^53 are no longer all representable, so no lattice step can be told from its neighbour there.
_LARGEST_STEP = 2.0**52


def find_lattice(scores: Floats, decimals: int | None) -> int | None:
    """Return the L for which every score is a multiple of 1/L, as far as its printing can tell, or None.

    The smallest L ≤ 1,000 for which every score lies within half a unit of the last printed decimal of some k/L; else
    the power of ten of the printed decimals. Numbers that were never printed (``decimals=None``) must lie within one
    unit in the last place.

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
    >>> find_lattice(np.array([0.123456, 3.1, 0.7]), 6)
    1000000
    >>> find_lattice(np.array([2**0.5, 3**0.5]), None) is None
    True
    """
    scores = np.unique(scores)
    largest = float(np.abs(scores).max(initial=0.0))
    if largest < _LARGEST_STEP and np.array_equal(scores, np.rint(scores)):
        return 1
    tolerance = np.spacing(np.abs(scores))
    if decimals is not None:
        tolerance = np.maximum(tolerance, 0.5 * 10.0**-decimals * (1 + 1e-9))
    # Most denominators fail on a few scores, so a few are tried before all.
    probe = scores[:: max(1, len(scores) // 32)]
    probe_tolerance = tolerance[:: max(1, len(scores) // 32)]
    denominators = np.arange(1, _LARGEST_DENOMINATOR + 1)
    near = np.abs(np.rint(probe[:, None] * denominators) / denominators - probe[:, None]) <= probe_tolerance[:, None]
    candidates = [int(each) for each in denominators[near.all(axis=0)]]
    powers = range(4, _MOST_DECIMALS + 1) if decimals is None else [decimals]
    candidates += [10**power for power in powers if 10**power > _LARGEST_DENOMINATOR]
    for denominator in candidates:
        if largest * denominator < _LARGEST_STEP and _fits(scores, tolerance, denominator):
            return denominator
    return None


def _fits(scores: Floats, tolerance: Floats, denominator: int) -> bool:
    return bool((np.abs(np.rint(scores * denominator) / denominator - scores) <= tolerance).all())
