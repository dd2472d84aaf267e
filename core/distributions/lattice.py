"""Sums on a lattice, by one Fourier inversion; small tails by exponential tilting.

All but 1e-16 of the mass lies on a window of M points (Bernstein's or Hoeffding's inequality). With φ_j the
characteristic function at t = 2πj/M, a tail is Σⱼ φ_j·G_j/M, G_j the geometric series of e^{−2πij/M} over the
tail's points: the inverse discrete Fourier transform, summed. A small tail is read off the law tilted onto the
threshold k (Daniels 1954)::

    P(S ≥ k) = e^{K(θ) − θk} · Σ_{r≥0} P_θ(S = k + r)·e^{−θr}

Cost: O(M log M) and the frequencies that matter × distinct values. A relative error ε_j of φ_j moves a tail by at most
Σⱼ ε_j·|φ_j·G_j|/M; that, and the mass outside the window, is the error bound.
"""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from scipy.fft import next_fast_len
from scipy.special import expm1

from core.common.arrays import Complexes, Floats, Integers
from core.common.cached import cached_property
from core.common.phrases import about
from core.distributions.characteristic import on_lattice
from core.distributions.probability import LEAST_MASS, Probability
from core.distributions.sums import ROUNDING, IndependentSum, tilt_to
from core.errors import NotExactError

MAX_WINDOW_POINTS = 2**22
MAX_POINTS_TIMES_VALUES = 10**9
# Below this probability, tilt the law: the relative error stays at rounding level.
TILT_BELOW = 1e-3
# The mass outside the window (1e-16) and what it adds by wrapping around.
OUTSIDE = 2e-16


class LatticeSum:
    """The law of a sum of integers.

    Raises NotExactError if the window has more than 2²² points, or 10⁹ points × distinct values.
    """

    engine = "lattice"
    quantile = None

    def __init__(self, law: IndependentSum, mirrored: "LatticeSum | None" = None) -> None:
        self.law = law
        self._mirrored = mirrored  # the law of −S, whose spectrum is this one's conjugate
        width = self._width(law)
        if width > MAX_WINDOW_POINTS or width * len(law.values) > MAX_POINTS_TIMES_VALUES:
            raise NotExactError(
                f"the sum of {len(law.values):,} distinct differences has {about(width)} possible values, "
                "too many to compute all their probabilities"
            )

    def at_least(self, x: float | Fraction, strict: bool = False) -> Probability:
        """P(S ≥ x), or P(S > x); x in lattice units, an integer or not."""
        law, k = self.law, math.floor(x) + 1 if strict else math.ceil(x)
        low, high = law.support
        if k <= low:
            return Probability.of(1.0, 0.0, self.engine)
        if k > high:
            return Probability.of(0.0, 0.0, self.engine)
        if k > high - law.gap_below_maximum:  # only the largest sum, which no tilted mean reaches
            log = law.log_probability_of_maximum()
            return Probability.from_log(log, ROUNDING * (1 - log), self.engine)
        tilt = None
        # Chernoff's bound of a normal law, e^{−z²/2}: where it is below, this law's bound mostly is, too.
        if k > law.mean and (k - law.mean) ** 2 > -2 * math.log(TILT_BELOW) * law.variance:
            tilt = tilt_to(law, k)
        if tilt is None or tilt.log_scale > math.log(TILT_BELOW):
            plain = self._plain
            end = min(high, plain.first + plain.window - 1)
            value, bound = plain.between(max(k, plain.first), end) if k <= end else (0.0, OUTSIDE)
            if value >= TILT_BELOW or k <= law.mean:
                return Probability.of(min(max(value, 0.0), 1.0), bound, self.engine)
            tilt = tilt or tilt_to(law, k)
        tilted = self._spectrum(tilt.law, k)
        remainder, bound = tilted.discounted(tilt.theta, min(high, tilted.first + tilted.window - 1))
        relative = bound / remainder + tilt.rounding
        return Probability.from_log(tilt.log_scale + math.log(remainder), relative, self.engine)

    def at_most(self, x: float | Fraction, strict: bool = False) -> Probability:
        """P(S ≤ x), or P(S < x)."""
        return LatticeSum(self.law.reflected(), mirrored=self).at_least(-x, strict)

    def points(self) -> tuple[Floats, Floats]:
        """The sums of the window that carry mass, and their probabilities."""
        plain = self._plain
        masses = np.roll(np.fft.irfft(np.conj(plain.phi), plain.window), plain.centre - plain.first)
        # Masses below 1e-16, and all outside the support, are rounding noise.
        present = np.flatnonzero(masses > LEAST_MASS)
        sums = plain.first + present
        low, high = self.law.support
        inside = (sums >= low) & (sums <= high)
        return sums[inside].astype(float), masses[present[inside]]

    @cached_property
    def _plain(self) -> "_Spectrum":
        if self._mirrored is None:
            return self._spectrum(self.law, round(self.law.mean))
        plain = self._mirrored._plain
        first = -(plain.first + plain.window - 1)
        return _Spectrum(plain.window, -plain.centre, first, np.conj(plain.phi), plain.error)

    def _width(self, law: IndependentSum) -> float:
        low, high = self.law.support
        return min(2 * math.ceil(law.half_width()) + 1, high - low + 1)

    def _spectrum(self, law: IndependentSum, centre: int) -> "_Spectrum":
        window = int(next_fast_len(int(self._width(law)) + 2, real=True))
        low, high = self.law.support
        # A window that holds the whole support starts at its minimum: the mean may lie far from its middle.
        first = low if window > high - low else centre - window // 2
        return _Spectrum(window, centre, first, *on_lattice(law, window, centre))


@dataclass(frozen=True, eq=False)
class _Spectrum:
    """The characteristic function of S − centre at 2πj/window, with the relative errors, for sums from ``first`` on."""

    window: int
    centre: int
    first: int
    phi: Complexes
    error: Floats

    @cached_property
    def _alive(self) -> Integers:
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
        bound = float(np.abs(terms) @ (self.error[j] + ROUNDING)) + OUTSIDE
        return float(terms.real.sum()), bound
