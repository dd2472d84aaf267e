"""Certified Fourier inversion for sums of real values off any lattice."""

import math
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.common.roots import root
from core.distributions.frequencies import sums_of_waves
from core.distributions.inversion import CERTAIN, DOUBLED, ENOUGH, SHARE, TELLS, InvertedSum, Known, bracketed, vaaler
from core.distributions.spectrum import characteristic
from core.distributions.stratified import Law, SumOfResamples
from core.distributions.tail import Tail, largest_error
from core.distributions.tilted import tilted_tail
from core.errors import NotExactError

__all__ = ["FourierSum"]

Floats = NDArray[Any]
Complexes = NDArray[Any]
Integers = NDArray[Any]

# How many frequencies there are at least, for digits, and for any certainty at all: one huge value spaces them closely.
_FEWEST, _MOST, _UTMOST = 4_096, 2**18, 2**21
# The rounding of a mean, as a share of what is added up.
_MEAN = 1e-15
# So many frequencies of all strata are soon computed.
_QUICK = 2**19
# A bracket that many more frequencies hardly narrow is left so wide, as a share of p(1 − p).
_HARDLY, _CROWDED = 0.5, 0.025
# A picture has so many.
_CELLS = 4_000
# Smaller tails, and those so many standard deviations out, are tilted.
_TILT_BELOW, _TILT_BEYOND = 1e-3, 4.0
# Frequencies × values of a law most of whose φ matter, unless none of the last matter.
_LARGEST_WORK, _LASTING = 2**28, 0.9
# How certain a quantile is made where a few frequencies do.
_QUANTILE = 1e-6
# Where a middle meets a quantile.
_CLOSE = 1e-13


class FourierSum(InvertedSum):
    """The law of a sum of real values, as a bracket around each tail probability that provably holds.

    With φ the characteristic function of the centred sum, of which all but 1e-16 lies within ±B, |x| ≤ B, h = π/2B,
    t = (k + ½)h, T = Nh, u = t/T and Vaaler's J(u) = πu(1−u)cot(πu) + u (Vaaler 1985), P(S < x) and P(S ≤ x) both lie
    in::

        ½ − (h/π)·Σ J(u)·Im(φ·e^{−itx})/t  ±  (h/T)·Σ (1−u)·Re(φ·e^{−itx})

    The second sum is the mass near x that N frequencies cannot tell from x: atoms and near-lattices keep it wide by
    themselves, which no look at the last |φ| would notice.
    """

    def __init__(self, law: Law, because: str = "") -> None:
        super().__init__(law)
        self.because = because + "; " if because else ""
        self.reach = law.half_width()
        self._strata = len(law.parts) if isinstance(law, SumOfResamples) else 1
        self.deviation = math.sqrt(law.tilted(0.0).variance)
        if not self.reach > 0:
            raise NotExactError("the differences do not vary")
        self.step = math.pi / (2 * self.reach)
        self._known = Known(self._characteristic)

    def bracket(self, x: float, frequencies: int) -> tuple[float, float]:
        """Return the middle and the half-width of the bracket of P(S − E S < x) and P(S − E S ≤ x)."""
        k, phi, error = self._waves(frequencies)
        turned = phi * np.exp(-1j * x * (k + 0.5) * self.step)
        return bracketed(1.0, turned, k, self.step, frequencies, 0.0, error)

    def _tied(self, x: float, frequencies: int) -> tuple[float, float]:
        """The bracket, but for sums that are equal within the tolerance."""
        middle, half_width = self.bracket(x, frequencies)
        tolerance = max(self.law.tolerance, _MEAN * (abs(x) + abs(self.law.mean) + self.reach))
        # By Bernstein's inequality no slope of both ends is above N·h.
        blur = tolerance * frequencies * self.step
        if blur <= half_width / 8:
            return middle, half_width + blur
        (below, lower), (above, upper) = (self.bracket(x + off, frequencies) for off in (-tolerance, tolerance))
        low, high = below - lower, above + upper
        return (low + high) / 2, (high - low) / 2

    def points(self) -> tuple[Floats, Floats]:
        """About 4,000 sums across the distribution with the mass between each and its predecessor, for pictures."""
        k, phi, _ = self._waves(_FEWEST)
        t, step = (k + 0.5) * self.step, 2 * self.reach / _CELLS
        # Of the middle of the bracket only what depends on x.
        weights = vaaler((k + 0.5) / _FEWEST) * phi / t
        waves = sums_of_waves(-t, weights, -self.reach, step, _CELLS + 1)
        mass = np.maximum(-np.diff(waves.imag), 0.0)
        return self.law.mean + step * np.arange(1, _CELLS + 1) - self.reach, mass / mass.sum()

    def quantile(self, q: float) -> float:
        """The x for which q lies between P(S < x) and P(S ≤ x), for smooth laws to within 1e-5.

        Where sums crowd, each is as certain as a p-value of q.

        Raises
        ------
        NotExactError
            If no x can be certified.
        """
        x = root(partial(self._below, _FEWEST, q), -self.reach, self.reach, _CLOSE)
        middle, half_width = self.bracket(x, _FEWEST)
        if half_width > _QUANTILE:
            near = self.reach / 64
            ends = max(x - near, -self.reach), min(x + near, self.reach)
            for utmost in (_MOST, _UTMOST):
                most = self._most(_FEWEST, utmost)
                x = root(partial(self._below, most, q), *ends, _CLOSE)
                middle, half_width = self.bracket(x, most)
                if half_width <= CERTAIN:
                    break
        error = abs(middle - q) + half_width
        if error > largest_error(min(q, 1 - q)):
            raise NotExactError(
                f"the end of the interval at {q:g} is certain only within a probability of ±{error:.2g}"
            )
        return self.law.mean + x

    def _below(self, frequencies: int, q: float, x: float) -> float:
        return self.bracket(x, frequencies)[0] - q

    def _waves(self, frequencies: int) -> tuple[Integers, Complexes, float]:
        """The k < N at which φ is not negligible, φ there, and its error.

        All thresholds share the step, and N only ever grows, so that a p-value, both ends of an interval and a picture
        are read off one set of φ.
        """
        return self._known.below(frequencies)

    def _characteristic(self, start: int, count: int) -> tuple[Integers, Complexes, float]:
        return characteristic(self.law, (start + 0.5) * self.step, self.step, count)

    def _tail(self, x: float | Fraction, strict: bool, *, upper: bool) -> Tail:
        law, sign = (self.law, 1) if upper else (self.law.reflected(), -1)
        return self._upper(sign * float(x), strict, law, sign)

    def _upper(self, x: float, strict: bool, law: Law, sign: int) -> Tail:
        """P(S ≥ x) of the law or its reflection, tilted where it is small.

        Else from as many frequencies as make it certain, or from the most; the p-value judges what it gets.
        """
        centred = x - law.mean
        if centred < -_TILT_BEYOND * self.deviation:
            rest = (self.at_most if sign > 0 else self.at_least)(sign * x, not strict)
            return Tail.of(1 - rest.probability, rest.error_bound + 1e-16, rest.engine)
        if centred > self.reach:  # where the bracket does not hold
            return tilted_tail(law, x, strict)
        frequencies, before = _FEWEST, math.inf
        while True:
            middle, half_width = self._tied(sign * centred, frequencies)
            probability = min(max(1 - middle if sign > 0 else middle, 0.0), 1.0)
            small = probability < _TILT_BELOW or centred > _TILT_BEYOND * self.deviation
            if small and centred > 0:
                return tilted_tail(law, x, strict)
            wanted = self._wanted(probability, half_width, frequencies)
            most = self._most(frequencies, _UTMOST if half_width > CERTAIN and frequencies >= _MOST else _MOST)
            # Sums that crowd are told from x no better by many more frequencies.
            certain = min(_CROWDED * probability * (1 - probability), DOUBLED)
            crowded = half_width > _HARDLY * before and half_width <= certain
            if half_width <= wanted or frequencies >= most or crowded:
                because = f"{self.because}with {frequencies:,} frequencies of the Fourier inversion, "
                return Tail.of(probability, half_width, self.engine)._replace(because=because)
            # The half-width of a smooth law halves with every doubling.
            needed, before = frequencies * half_width / wanted, half_width
            frequencies = min(most, 1 << math.ceil(math.log2(max(needed, 2 * frequencies))))

    def _wanted(self, probability: float, half_width: float, frequencies: int) -> float:
        """How certain a tail is made, or as certain as soon done where that takes long and it then tells."""
        soon = half_width * frequencies * self._strata / _QUICK
        return max(min(ENOUGH, SHARE * probability), min(TELLS * min(probability, 1 - probability), soon))

    def _most(self, frequencies: int, utmost: int) -> int:
        """How many frequencies are worth their time: fewer where many items leave most φ far from negligible."""
        k = self._waves(frequencies)[0]
        if 4 * len(k) < frequencies or k[-1] < _LASTING * frequencies:
            return utmost
        return min(_MOST, max(_FEWEST, 1 << int(math.log2(_LARGEST_WORK / len(self.law.values)))))
