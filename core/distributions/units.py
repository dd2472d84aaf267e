"""Find the lattice of the scores: files print 1/30 as 0.033333, and standardised ratings have steps of 1/sd."""

import math

import numpy as np
from numpy.typing import NDArray

from core.common.arrays import Floats, Integers

# Largest L of 1/L, and most decimals, in the search.
LARGEST_DENOMINATOR = 1_000
MOST_DECIMALS = 9
# A double holds at most this many decimals of a score near 1.
MOST_PRINTED_DECIMALS = 15
# Above 2⁵³ not all integers are doubles: adjacent lattice points may have the same double.
LARGEST_INTEGER = 2.0**52
# Largest probability that a random score lies on the lattice.
BY_CHANCE = 1 / 100
# `find_step`: the most steps in the largest value, and the largest relative error of the step.
MOST_STEPS, LARGEST_STEP_ERROR = 2**22, 1e-2
# The relative rounding error of a 32-bit and of a 64-bit number.
SINGLE, EPSILON = 2.0**-23, 2.0**-52


def find_lattice(scores: Floats, decimals: int | None) -> int | None:
    """Return the L for which every score, within its printed precision, is a multiple of 1/L, or None.

    The smallest L for which every score lies within half a unit of the last printed decimal of some k/L; else the
    power of ten of the printed decimals. Numbers that were never printed (``decimals=None``), or that have more
    decimals than are said to be printed, must lie within one unit in the last place.

    Any score lies within ε of some k/L with probability 2εL, so that a fine lattice fits any printed score: 0.2, 0.3
    and 0.4 would be eighths. Only L ≤ 1,000 with 2εL ≤ 1/100 are evidence; with d printed decimals those are
    L ≤ 10^(d−2).

    The unit is that of the file: in a file that prints 0.333333 and 0.5, both are known to six decimals.

    ``scores`` ``(m,)`` are those of both systems, not their differences; ``decimals`` the most that the files print.

    >>> find_lattice(np.array([0.5, 0.333333, 0.0]), 6)
    6
    >>> find_lattice(np.array([0.2, 0.3, 0.4]), 1)
    10
    >>> find_lattice(np.array([0.123456, 3.1, 0.7]), 6)
    1000000
    >>> find_lattice(np.array([2**0.5, 3**0.5]), None) is None
    True
    >>> find_lattice(np.array([0.31, 0.02]), None)
    100
    """
    scores = np.unique(scores)
    largest = float(np.abs(scores).max())
    # Beyond this, every double is an integer and may differ from the printed number.
    if largest <= 2 * LARGEST_INTEGER and np.array_equal(scores, np.rint(scores)):
        return 1
    tolerance = np.spacing(np.abs(scores))
    printed = printed_unit(scores, decimals)
    if printed is not None:
        tolerance = np.maximum(tolerance, 0.5 / printed * (1 + 1e-9))
    telling = BY_CHANCE * (1 + 1e-6) / (2 * float(tolerance.max()))
    return _denominator(scores, tolerance, telling, printed, LARGEST_INTEGER / largest)


def snapped(scores: Floats) -> tuple[Floats, int] | None:
    """Return scores that 32-bit rounding moved off a lattice on it, and its L; or None if no score moves.

    A score s lies within 2⁻²³·|s| of a multiple of 1/L. As in `find_lattice`, L is so small that random scores would
    not lie on the lattice.

    >>> snapped(np.array([0.99999994, 0.33333334, 0.0]))
    (array([1.        , 0.33333333, 0.        ]), 3)
    >>> snapped(np.array([0.25, 0.5])) is None
    True
    """
    if np.array_equal(scores, np.rint(scores)):
        return None
    distinct = np.unique(scores)
    tolerance = SINGLE * np.abs(distinct)
    if not np.isfinite(distinct).all() or not tolerance.any():  # all so small that their tolerance is 0
        return None
    telling = BY_CHANCE / (2 * float(tolerance.max()))
    denominator = _denominator(distinct, tolerance, telling)
    if denominator is None:
        return None
    moved = np.rint(scores * denominator) / denominator
    # Multiples of π lie near those of 355/113 but have an exact step of their own.
    if np.allclose(moved, scores, 4 * EPSILON, 0.0) or find_step(distinct, np.spacing(np.abs(distinct))):
        return None
    return moved, denominator


def printed_unit(scores: Floats, decimals: int | None) -> int | None:
    """Return 10^decimals, or None if a score has more decimals, up to the rounding of their sums.

    For scores too large for a double to hold those decimals, ``decimals`` is used unchecked.
    """
    if decimals is None or decimals > MOST_PRINTED_DECIMALS:
        return None
    power, largest = 10**decimals, float(np.abs(scores).max())
    if largest * power >= LARGEST_INTEGER:
        return power
    off = np.abs(np.rint(scores * power) / power - scores)
    return power if (off <= 1024 * np.spacing(largest)).all() else None


def find_step(values: Floats, rounding: Floats) -> float | None:
    """Return the largest step such that all values are multiples of it within their rounding error, or None.

    Whole numbers that were divided by a standard deviation, or weighted by π, have such a step. The smallest gap
    between two sizes is a small multiple of it; two random values of 15 digits have no such step.

    ``rounding`` ``(m,)`` is the rounding error of each value.

    >>> values = np.array([6, 15, -25]) * np.pi
    >>> round(find_step(values, np.spacing(np.abs(values))) / np.pi, 9)
    1.0
    >>> find_step(np.sqrt([2.0, 3.0, 5.0]), np.full(3, 1e-15)) is None
    True
    """
    sizes, slack = np.abs(values), float(rounding.max(initial=0.0))
    largest = float(sizes.max(initial=0.0))
    gaps = np.diff(np.sort(sizes), prepend=0.0)
    step, error = float(gaps[gaps > 4 * slack].min(initial=np.inf)), 2 * slack
    left, errors = sizes.copy(), np.full(len(sizes), slack)
    # Euclid's algorithm on all values at once: the remainders give the next step. Dividing the remainders rather than
    # the sizes limits the error to the number of steps in the largest size.
    while np.isfinite(step) and largest <= MOST_STEPS * step and error <= LARGEST_STEP_ERROR * step:
        times = np.rint(left / step)
        left, errors = np.abs(left - step * times), errors + error * times
        some = left > 2 * errors
        if not some.any():
            step = _measured(np.sort(sizes), step)
            return step if (np.abs(sizes - step * np.rint(sizes / step)) <= rounding).all() else None
        least = int(np.argmin(np.where(some, left, np.inf)))
        (step, left[least]), (error, errors[least]) = (float(left[least]), step), (float(errors[least]), error)
    return None


def _measured(sizes: Floats, step: float) -> float:
    """Refine the step from ever larger multiples, each of which determines more digits."""
    some = np.unique(np.searchsorted(sizes, np.geomspace(step / 2, sizes[-1], 32)))
    for size in sizes[some]:
        step = float(size / np.rint(size / step))
    return step


def _denominator(
    scores: Floats, tolerance: Floats, telling: float, printed: int | None = None, below: float = math.inf
) -> int | None:
    """The smallest L for which all scores lie within their tolerance of some k/L; None if chance would find one."""
    some = slice(None, None, max(1, len(scores) // 32))  # a few of the scores exclude most L
    candidates = np.arange(1, int(min(LARGEST_DENOMINATOR, telling)) + 1)
    near = candidates[_fits(scores[some, None], tolerance[some, None], candidates).all(axis=0)].tolist()
    powers = [10**k for k in range(4, MOST_DECIMALS + 1) if 10**k <= telling] if printed is None else [printed]
    fitting = (each for each in [*near, *powers] if each < below and _fits(scores, tolerance, each).all())
    return next(fitting, None)


def _fits(scores: Floats, tolerance: Floats, denominator: int | Integers) -> NDArray[np.bool_]:
    return np.asarray(np.abs(np.rint(scores * denominator) / denominator - scores) <= tolerance)
