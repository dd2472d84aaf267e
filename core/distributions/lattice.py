"""Exact distributions of sums on a lattice, by Fourier inversion; far tails by exponential tilting."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.fft import next_fast_len
from scipy.special import expm1

from core.common.cached import cached_property
from core.common.phrases import about
from core.distributions.stratified import Law
from core.distributions.sums import SwappedSum, Tilted
from core.distributions.tail import NO_MASS, Tail
from core.distributions.tilting import tilt_to
from core.errors import NotExactError

__all__ = ["LatticeSum", "masses_of"]

Floats = NDArray[Any]
Complexes = NDArray[Any]

_LARGEST_WINDOW = 2**22
_LARGEST_WORK = 10**9
# Below this the plain inversion, good to about 1e-15, no longer keeps nine digits.
_TILT_BELOW = 1e-6
# The mass outside the window (1e-16 by Bernstein's or Hoeffding's bound) and what it adds by wrapping around.
_OUTSIDE = 2e-16
_ROUNDING = 4e-16


class LatticeSum:
    """The exact law of a sum whose values are whole numbers of lattice units.

    With φ_j the characteristic function at t = 2πj/M, where all but 1e-16 of the mass lies on M points, a tail is
    Σ_j φ_j·G_j / M with G_j the geometric series of e^{−2πij/M} over the tail's points. A relative error ε_j of φ_j
    moves it by at most Σ_j ε_j·|φ_j·G_j| / M, which is the error bound of a `Tail`.

    Raises
    ------
    NotExactError
        If the window that holds all but 1e-16 of the mass is too wide (2²² points, or 10⁹ points × distinct values
        for the permutation test's product of cosines).
    """

    engine = "lattice"
    quantile = None

    def __init__(self, law: Law) -> None:
        self.law = law
        width = self._width(None)
        if width > _LARGEST_WINDOW:
            raise NotExactError(
                f"the sum has {about(width)} possible values, more than the {_LARGEST_WINDOW:,} that are computed"
            )
        if isinstance(law, SwappedSum) and width * len(law.values) > _LARGEST_WORK:
            raise NotExactError(
                f"{len(law.values):,} distinct differences whose sum has {about(width)} possible values take "
                "too long to compute exactly"
            )

    def at_least(self, x: float | Fraction, strict: bool = False) -> Tail:
        """P(S ≥ x), or P(S > x); x in lattice units, whole or not."""
        return _upper(self, math.floor(x) + 1 if strict else math.ceil(x))

    def at_most(self, x: float | Fraction, strict: bool = False) -> Tail:
        """P(S ≤ x), or P(S < x)."""
        return self._reflection.at_least(-x, strict)

    def points(self) -> tuple[Floats, Floats]:
        """The sums of the window that carry mass, and their probabilities."""
        plain = self._plain
        masses = np.fft.irfft(np.conj(plain.phi), plain.window)
        masses = np.roll(masses, plain.centre - plain.first)
        # Points outside the support are wrapped-around rounding noise, and so is a mass too small to be told from it.
        present = np.flatnonzero(masses > NO_MASS)
        sums = plain.first + present
        low, high = self.law.support
        inside = (sums >= low) & (sums <= high)
        return sums[inside].astype(float), masses[present[inside]]

    @property
    def uncertainty(self) -> float:
        """How far the masses of all points together may be off."""
        plain = self._plain
        each = 2 * float(np.abs(plain.phi) @ (plain.error + 16 * _ROUNDING)) / plain.window
        return plain.window * (each + NO_MASS) + _OUTSIDE

    @cached_property
    def _plain(self) -> "_Spectrum":
        return self._spectrum(round(self.law.mean), None)

    @cached_property
    def _reflection(self) -> "LatticeSum":
        reflection = LatticeSum(self.law.reflected())
        plain = self._plain
        first = -(plain.first + plain.window - 1)
        reflection.__dict__["_plain"] = _Spectrum(plain.window, -plain.centre, first, np.conj(plain.phi), plain.error)
        return reflection

    def _width(self, tilt: Tilted | None) -> float:
        low, high = self.law.support
        return min(2 * math.ceil(self.law.half_width(tilt)) + 1, high - low + 1)

    def _spectrum(self, centre: int, tilt: Tilted | None) -> "_Spectrum":
        window = int(next_fast_len(int(self._width(tilt)) + 2, real=True))
        low, high = self.law.support
        # Where the window holds the whole support it must begin with it: the mean may lie far from its middle.
        first = low if window > high - low else centre - window // 2
        return _Spectrum(window, centre, first, *self.law.characteristic(window, centre, tilt))


def masses_of(law: Law) -> tuple[NDArray[np.int64], Floats, float]:
    """The sums of a law of whole numbers that carry mass, their probabilities, and how far these may be off together.

    Raises
    ------
    NotExactError
        If its lattice is too wide.
    """
    least, shift, step = law.reduced()
    engine = LatticeSum(least)
    sums, mass = engine.points()
    return shift + step * np.rint(sums).astype(np.int64), mass, engine.uncertainty


@dataclass(frozen=True, eq=False)
class _Spectrum:
    """The characteristic function of S − centre at 2πj/window, with the relative errors, for sums from ``first`` on."""

    window: int
    centre: int
    first: int
    phi: Complexes
    error: Floats

    @cached_property
    def _alive(self) -> NDArray[np.int64]:
        return np.flatnonzero(self.phi)

    def between(self, begin: int, end: int) -> tuple[float, float]:
        """P(begin ≤ S ≤ end) and its error bound; both ends lie in the window."""
        j, window = self._alive, self.window
        half_turn = np.pi / window
        size = end - begin + 1
        ends = begin + end - 2 * self.centre
        with np.errstate(divide="ignore", invalid="ignore"):
            series = np.sin(half_turn * (j * size % (2 * window))) / np.sin(half_turn * j)
        series[j == 0] = size
        return self._total(series * np.exp(-1j * half_turn * (j * ends % (2 * window))))

    def discounted(self, theta: float, last: int) -> tuple[float, float]:
        """Σ e^{−θr}·P(S = centre + r) over r = 0 … last − centre, and its error bound."""
        wave = 2 * np.pi / self.window * self._alive
        size = last - self.centre + 1
        turned = 2 * np.pi / self.window * (self._alive * size % self.window)
        series = np.full(len(wave), float(size), dtype=complex)
        step = theta + 1j * wave
        moves = step != 0
        series[moves] = expm1(-(theta * size + 1j * turned[moves])) / expm1(-step[moves])
        return self._total(series)

    def _total(self, series: Complexes) -> tuple[float, float]:
        j = self._alive
        share = np.where((j == 0) | (2 * j == self.window), 1.0, 2.0) / self.window
        terms = share * self.phi[j] * series
        bound = float(np.abs(terms) @ (self.error[j] + _ROUNDING)) + _OUTSIDE
        return float(terms.real.sum()), bound


def _upper(exact: LatticeSum, k: int) -> Tail:
    law = exact.law
    low, high = law.support
    if k <= low:
        return Tail.of(1.0, 0.0, exact.engine)
    if k > high:
        return Tail.of(0.0, 0.0, exact.engine)
    if k > high - law.gap_below_maximum:  # nothing but the largest sum, onto which no tilt moves the mean
        log = law.log_probability_of_maximum()
        return Tail.from_log(log, exact.engine, _ROUNDING * (1 - log))
    tilt = None
    if 2 * (k - law.mean) > law.half_width():  # mostly so far out that Chernoff's bound saves the plain inversion
        tilt = tilt_to(law, float(k))
    if tilt is None or tilt.cumulant - tilt.theta * (k - law.mean) > math.log(_TILT_BELOW):
        plain = exact._plain
        end = min(high, plain.first + plain.window - 1)
        probability, bound = plain.between(max(k, plain.first), end) if k <= end else (0.0, _OUTSIDE)
        if probability >= _TILT_BELOW or k <= law.mean:
            return Tail.of(min(max(probability, 0.0), 1.0), bound, exact.engine)
        tilt = tilt or tilt_to(law, float(k))
    tilted = exact._spectrum(k, tilt)
    # P(S ≥ k) = e^{K(θ) − θ(k − E S)} · Σ_{r≥0} P_θ(S = k + r)·e^{−θr}
    remainder, bound = tilted.discounted(tilt.theta, min(high, tilted.first + tilted.window - 1))
    descent = tilt.theta * (k - law.mean)
    relative = bound / remainder + tilt.rounding + _ROUNDING * abs(descent)
    return Tail.from_log(tilt.cumulant - descent + math.log(remainder), exact.engine, relative)
