"""Exact distributions of sums on a lattice, by one FFT; far tails by exponential tilting."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.fft import next_fast_len
from scipy.optimize import brentq

from core.cached import cached_property
from core.errors import NotExactError
from core.exact.sums import ResampledSum, SwappedSum, Tilted
from core.exact.tail import Tail

__all__ = ["LatticeSum"]

Floats = NDArray[Any]

_LARGEST_WINDOW = 2**22
_LARGEST_WORK = 10**9
# Below this a plain FFT, good to about 1e-15, no longer keeps nine digits.
_TILT_BELOW = 1e-6


class LatticeSum:
    """The exact law of a sum whose values are whole numbers of lattice units.

    Raises
    ------
    NotExactError
        If the window that holds all but 1e-16 of the mass is too wide (2²² points, or 10⁹ points × distinct values
        for the permutation test's product of cosines).
    """

    engine = "lattice"

    def __init__(self, law: ResampledSum | SwappedSum) -> None:
        self.law = law
        width = self._width(None)
        if width > _LARGEST_WINDOW:
            raise NotExactError(
                f"the sum spreads over {width:.2g} lattice points, more than the {_LARGEST_WINDOW:,} of an FFT window"
            )
        if isinstance(law, SwappedSum) and width * len(law.values) > _LARGEST_WORK:
            raise NotExactError(
                f"{len(law.values):,} distinct differences over {width:.2g} lattice points need more than "
                f"{_LARGEST_WORK:,} cosines"
            )

    @cached_property
    def masses(self) -> tuple[int, Floats]:
        """The lowest sum of the window and the probabilities of it and its successors."""
        return self._invert(round(self.law.mean), None)

    def at_least(self, x: float, strict: bool = False) -> Tail:
        """P(S ≥ x), or P(S > x); x in lattice units, whole or not."""
        k = int(np.floor(x + 1e-9)) + 1 if strict else int(np.ceil(x - 1e-9))
        return _upper(self, k)

    def at_most(self, x: float, strict: bool = False) -> Tail:
        """P(S ≤ x), or P(S < x)."""
        return self._reflection.at_least(-x, strict)

    def points(self) -> tuple[Floats, Floats]:
        """The sums of the window that carry mass, and their probabilities."""
        low, masses = self.masses
        # Less than the FFT's rounding says nothing: such a sum may not even be reachable.
        present = np.flatnonzero(masses > 1e-16)
        return (low + present).astype(float), masses[present]

    @cached_property
    def _reflection(self) -> "LatticeSum":
        reflection = LatticeSum(self.law.reflected())
        low, masses = self.masses
        reflection.__dict__["masses"] = (-(low + len(masses) - 1), masses[::-1])
        return reflection

    def _width(self, tilt: Tilted | None) -> float:
        low, high = self.law.support
        return min(2 * np.ceil(self.law.half_width(tilt)) + 1, high - low + 1)

    def _invert(self, centre: int, tilt: Tilted | None) -> tuple[int, Floats]:
        window = next_fast_len(int(self._width(tilt)) + 2, real=True)
        masses = np.fft.irfft(np.conj(self.law.characteristic(window, centre, tilt)), window)
        low, high = (round(end) for end in self.law.support)
        # Where the window holds the whole support it must begin with it: the mean may lie far from its middle.
        first = low if window > high - low else centre - window // 2
        masses = np.roll(masses, centre - first)
        # Points outside the support are wrapped-around rounding noise, as is any negative mass.
        begin, end = max(low - first, 0), min(high - first + 1, window)
        return first + begin, np.maximum(masses[begin:end], 0.0)


def _upper(exact: LatticeSum, k: int) -> Tail:
    law = exact.law
    low, high = (round(end) for end in law.support)
    if k <= low:
        return Tail.of(1.0, 0.0, exact.engine)
    if k > high:
        return Tail.of(0.0, 0.0, exact.engine)
    if k == high:  # no tilt moves the mean onto the edge of the support
        return Tail.from_log(law.log_probability_of_maximum(), exact.engine)
    first, masses = exact.masses
    probability = float(masses[max(k - first, 0) :].sum()) if k - first < len(masses) else 0.0
    if probability >= _TILT_BELOW or k <= law.mean:
        return Tail.of(min(probability, 1.0), 1e-14, exact.engine)
    tilt = _tilt_to(law, float(k))
    start, tilted = exact._invert(k, tilt)
    beyond = tilted[k - start :]
    # P(S ≥ k) = e^{κ(θ) − θk} · Σ_{r≥0} P_θ(S = k + r)·e^{−θr}
    remainder = float(beyond @ np.exp(-tilt.theta * np.arange(len(beyond))))
    return Tail.from_log(tilt.cumulant - tilt.theta * k + float(np.log(remainder)), exact.engine)


def _tilt_to(law: ResampledSum | SwappedSum, target: float) -> Tilted:
    """Find the tilt θ > 0 whose mean is the target, which lies strictly inside the support."""
    high = 1.0 / max(float(np.abs(law.values).max()), 1.0)
    while law.tilted(high).mean < target:
        high *= 2
    theta = brentq(lambda each: law.tilted(each).mean - target, 0.0, high, xtol=1e-14 * high, rtol=1e-14)
    return law.tilted(float(theta))
