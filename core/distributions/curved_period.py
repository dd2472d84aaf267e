"""The period of frequencies from which a tail of a sum and a square is bracketed."""

import math
from typing import Any

from numpy.typing import NDArray

from core.distributions.tilted import extremal

__all__ = ["Period"]

Complexes = NDArray[Any]
Integers = NDArray[Any]

# How many frequencies there are at most.
_MOST = 2**16
_ROUNDING = 4e-16


class Period:
    """How a period of V is chosen, and what a bracket of E[e^{−aV}·1(V ≥ 0)] is made of.

    Parameters
    ----------
    a : float
        The tilt.
    below, above : float
        How far V reaches on either side of 0, but for e^−forgotten.
    largest : float
        How much each V weighs at most.
    """

    def __init__(self, a: float, below: float, above: float, forgotten: float, largest: float = 1.0) -> None:
        self.a, self._below, self._forgotten, self._largest = a, below, forgotten, largest
        self.length = max(below + (forgotten + math.log(largest)) / a, above)
        # As in `tilted`: how much all errors add up to, and what is negligible.
        self._adding = 1 / (a * self.length) + math.log(_MOST) + 4

    @property
    def step(self) -> float:
        """From one frequency to the next."""
        return 2 * math.pi / self.length

    def frequencies(self, relative: float) -> int:
        """How many a bracket needs that is as near as that."""
        return min(math.ceil(1.1 * self.a * self.length / (2 * relative)), _MOST)

    def negligible(self, relative: float, variance: float) -> float:
        """−ln of a characteristic function that then does not matter, of a V of that variance."""
        return math.log(50 * self._adding * (2 + 2.5 * self.a * math.sqrt(variance)) / relative)

    def bracket(self, j: Integers, phi: Complexes, error: float, count: int, tolerance: float) -> tuple[float, float]:
        """The bounds from so many frequencies, of which φ matters at j; V is equal to 0 within the tolerance."""
        low, high = extremal(j, phi, self.a * self.length / count, count)
        wrapped = math.exp(-self.a * (self.length - self._below)) + 2 * math.exp(-self._forgotten)
        wrapped *= self._largest / -math.expm1(-self.a * self.length)
        noise = (error + _ROUNDING * self._largest) * self._adding
        noise += 4 * math.pi * tolerance * count / self.length * self._largest
        return max(float(low - wrapped - noise), 0.0), float(high + noise)
