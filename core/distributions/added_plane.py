"""The law of a plane's sums added up step by step, to as many digits however small a mass is.

A step adds what two sums lead to, and of positive numbers a sum is known as well as its terms: after n steps to n
roundings. Tails hold to some thirteen digits, of outcomes that crowd anywhere, which tilts and inversions need not do.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.common.cached import cached_property
from core.errors import NotExactError

__all__ = ["AddedPlane", "add_steps", "additions"]

Integers = NDArray[Any]
Floats = NDArray[Any]

# A mass is off by so much of itself for each step.
_RELATIVE = 1.2e-16
_MOST_CELLS, _MOST_ADDITIONS, _SOON = 2**24, 4 * 10**8, 3 * 10**7
# A sum of many masses is rounded by so many roundings more.
_OF_SUM = 100
# After so many steps, counts are divided by two as often, so that they do not overflow.
_SCALED = 1_000


def additions(steps: Integers) -> Floats:
    """How many cells the sums of the first 0, 1, 2 … steps ``(n, 2)`` have, each added up from those before it."""
    sizes = np.cumsum(np.abs(steps), axis=0, dtype=float)
    return np.append(1.0, (sizes + 1).prod(axis=1))


def add_steps(ways: NDArray[Any], steps: Integers) -> None:
    """Count in how many ways to take steps or not they add up to each sum from the least on, in place.

    Parameters
    ----------
    ways : numpy.ndarray
        Zeros, as many in a coordinate as the steps' sizes add up to, and one. Floating-point numbers are divided by
        2^1000 after each thousand steps.
    steps : numpy.ndarray
        Whole numbers ``(n, 2)``, best from the smallest to the largest.
    """
    first = last = -np.minimum(steps, 0).sum(axis=0)
    ways[tuple(first)] = 1
    for i, step in enumerate(steps, start=1):
        before, after = (
            tuple(slice(a, b + 1) for a, b in zip(first + move, last + move, strict=True)) for move in (0, step)
        )
        ways[after] += ways[before]  # NumPy copies what overlaps
        first, last = np.minimum(first, first + step), np.maximum(last, last + step)
        if not i % _SCALED:
            ways *= 2.0**-_SCALED


@dataclass(frozen=True, eq=False)
class AddedPlane:
    """The masses of the swapped sums of ``counts`` items of each of the ``steps``."""

    steps: Integers  # (u, 2)
    counts: Integers  # (u,)

    @cached_property
    def _each(self) -> Integers:
        """Steps one by one, from the smallest to the largest."""
        size = (np.abs(self.steps) / np.maximum(self.counts @ np.abs(self.steps), 1)).max(axis=1)
        order = np.argsort(size, kind="stable")
        return np.repeat(self.steps[order], self.counts[order], axis=0)

    @cached_property
    def _additions(self) -> Floats:
        return additions(self._each)

    @property
    def soon(self) -> bool:
        """Whether they are added up in the blink of an eye."""
        return not self._too_many and bool(self._additions.sum() <= _SOON)

    @property
    def _too_many(self) -> bool:
        """Whether there is no room for the masses, or the least of them would vanish: a count that is scaled twice."""
        return bool(self._additions[-1] > _MOST_CELLS) or len(self._each) >= 2 * _SCALED

    @cached_property
    def masses(self) -> Floats:
        """2^``exponent`` times the masses from the least sum on.

        Raises
        ------
        NotExactError
            If there are 2,000 items or more, or that takes more than 400 million additions.
        """
        if self._too_many or self._additions.sum() > _MOST_ADDITIONS:
            raise NotExactError(f"{len(self._each):,} changed items lead to too many possible totals to add up")
        ways = np.zeros(self.counts @ np.abs(self.steps) + 1)
        add_steps(ways, self._each)
        return ways

    @property
    def exponent(self) -> int:
        """By how many powers of two masses are larger than they are."""
        return len(self._each) % _SCALED

    @property
    def relative(self) -> float:
        """How far off the sum of some masses may be, as a share of it."""
        return _RELATIVE * (len(self._each) + _OF_SUM)
