"""Certified Fourier inversion for sums of real values off any lattice."""

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq

from core.cached import cached_property
from core.errors import NotExactError
from core.exact.sums import ResampledSum, SwappedSum
from core.exact.tail import Tail, is_certain

__all__ = ["FourierSum"]

Floats = NDArray[Any]
Complexes = NDArray[Any]
Integers = NDArray[Any]

_FEWEST, _MOST = 2_048, 131_072
# So many tell a whole distribution function well enough for pictures.
_COMMON = 4_096
# Angles that are held at once.
_BLOCK = 2**20
# How certain a quantile must be in probability, and how certain it is made where a few frequencies do.
_LARGEST_HALF_WIDTH = 1e-4
_QUANTILE = 1e-6


class FourierSum:
    """The law of a sum of real values, as a bracket around each tail probability that provably holds.

    With φ the characteristic function of the centred sum, h = π/(B + |x|), t = (k + ½)h, T = Nh, u = t/T and Vaaler's
    J(u) = πu(1−u)cot(πu) + u (Vaaler 1985), P(S < x) and P(S ≤ x) both lie in::

        ½ − (h/π)·Σ J(u)·Im(φ·e^{−itx})/t  ±  (h/T)·Σ (1−u)·Re(φ·e^{−itx})

    The second sum is the mass near x that N frequencies cannot tell from x: atoms and near-lattices keep it wide by
    themselves, which no look at the last |φ| would notice.
    """

    engine = "fourier"

    def __init__(self, law: ResampledSum | SwappedSum, because: str = "") -> None:
        self.law = law
        self.because = because + "; " if because else ""
        self.reach = law.half_width()
        self._computed: dict[float, tuple[Integers, Complexes, float, int]] = {}
        if not self.reach > 0:
            raise NotExactError("the differences do not vary")

    def at_least(self, x: float | Fraction, strict: bool = False) -> Tail:
        """P(S ≥ x), or P(S > x): a tail of continuous data does not depend on which, and the bracket holds both."""
        return _edge(self.law, x) or self._certified(float(x) - self.law.mean, upper=True)

    def at_most(self, x: float | Fraction, strict: bool = False) -> Tail:
        """P(S ≤ x), or P(S < x)."""
        return _edge(self.law.reflected(), -x) or self._certified(float(x) - self.law.mean, upper=False)

    def bracket(self, x: float, frequencies: int) -> tuple[float, float]:
        """Return the middle and the half-width of the bracket of P(S − E S < x) and P(S − E S ≤ x)."""
        h, k, phi, error = self._waves(x, frequencies)
        t, u = (k + 0.5) * h, (k + 0.5) / frequencies
        turned = phi * np.exp(-1j * t * x)
        middle = 0.5 - h / np.pi * float(np.sum(_vaaler(u) * turned.imag / t))
        half_width = float(np.sum((1 - u) * turned.real)) / frequencies
        # An error e in every φ moves the middle by at most (e/π)·Σ h/t < e·(ln N + 2) and the half-width by e/2.
        rounding = error * (float(np.log(frequencies)) + 2.5) + 1e-15 * frequencies**0.5 + 1e-16
        return middle, abs(half_width) + rounding

    def points(self) -> tuple[Floats, Floats]:
        """About 4,000 sums across the distribution with the mass between each and its predecessor, for pictures."""
        x = np.linspace(-self.reach, self.reach, 4001)
        mass = np.maximum(np.diff(self.middles(x)), 0.0)
        return self.law.mean + x[1:], mass / mass.sum()

    def middles(self, x: Floats) -> Floats:
        """The middles of the brackets of many |x| ≤ reach at once, from one set of frequencies."""
        t, weights = self._common
        middles = np.empty(len(x))
        size = max(1, _BLOCK // len(t))
        for start in range(0, len(x), size):
            angles = np.outer(x[start : start + size], t)
            # Im(w·e^{−ixt}) = Im w·cos xt − Re w·sin xt
            middles[start : start + size] = 0.5 - np.cos(angles) @ weights.imag + np.sin(angles) @ weights.real
        return middles

    def quantile(self, q: float) -> float:
        """The x for which q lies between P(S < x) and P(S ≤ x), each to within 1e-4 and for smooth laws to 1e-6.

        Raises
        ------
        NotExactError
            If no x can be certified.
        """
        x = float(
            brentq(lambda x: float(self.middles(np.array([x]))[0]) - q, -self.reach, self.reach, xtol=self._close)
        )
        frequencies = _FEWEST
        while True:
            x = self._nearer(x, q, frequencies)
            middle, half_width = self.bracket(x, frequencies)
            error = abs(middle - q) + half_width
            if error <= _QUANTILE or (frequencies == _MOST and error <= _LARGEST_HALF_WIDTH):
                return self.law.mean + x
            if frequencies == _MOST:
                raise NotExactError(
                    f"the end of the interval at {q:g} is certain only within a probability of ±{error:.2g}"
                )
            frequencies *= 2

    def _nearer(self, x: float, q: float, frequencies: int) -> float:
        """Where the middle of the bracket is q, looked for among the thresholds that share the frequencies of x."""
        band = self.reach / 16
        ends = float(np.floor(x / band)) * band, float(np.floor(x / band)) * band + band
        if abs(self.bracket(x, frequencies)[0] - q) <= _QUANTILE / 4:
            return x
        low, high = (self.bracket(end, frequencies)[0] - q for end in ends)
        if low * high > 0:
            return x
        return float(brentq(lambda x: self.bracket(x, frequencies)[0] - q, *ends, xtol=self._close))

    @property
    def _close(self) -> float:
        return 1e-13 * self.reach

    @cached_property
    def _common(self) -> tuple[Floats, Complexes]:
        """The frequencies t and weights (h/π)·J(u)·φ/t of `middles`."""
        h, k, phi, _ = self._waves(self.reach, _COMMON)
        t = (k + 0.5) * h
        return t, h / np.pi * _vaaler((k + 0.5) / _COMMON) * phi / t

    def _waves(self, x: float, frequencies: int) -> tuple[float, Integers, Complexes, float]:
        """The step h of the frequencies for a threshold x, the k < N whose φ is not negligible, φ there, and its error.

        Thresholds within the same sixteenth of the reach share their step, and N only ever doubles, so that a
        p-value and both ends of an interval are read off one set of φ.
        """
        span = self.reach * float(np.ceil(16 * abs(x) / self.reach)) / 16
        h = np.pi / (self.reach + span)
        k, phi, error, done = self._computed.get(span, (np.zeros(0, dtype=np.int64), np.zeros(0, complex), 0.0, 0))
        while done < frequencies:
            new = np.arange(done, max(_FEWEST, 2 * done))
            more, latest = self.law.characteristic_at((new + 0.5) * h)
            alive = np.abs(more) > 1e-20
            k, phi = np.concatenate([k, new[alive]]), np.concatenate([phi, more[alive]])
            error, done = max(error, latest), len(new) + done
            self._computed[span] = (k, phi, error, done)
        within = k < frequencies
        return h, k[within], phi[within], error

    def _certified(self, x: float, *, upper: bool) -> Tail:
        """The tail, from as many frequencies as make it certain, or from the most; the p-value judges what it gets."""
        frequencies = _FEWEST
        while True:
            middle, half_width = self.bracket(x, frequencies)
            probability = min(max(1 - middle if upper else middle, 0.0), 1.0)
            # Half of what is allowed is aimed at, because a two-sided p-value adds two tails.
            if is_certain(probability, 2 * half_width):
                return Tail.of(probability, half_width, self.engine)
            if frequencies == _MOST:
                because = f"{self.because}with {_MOST:,} frequencies of the Fourier inversion, "
                return Tail.of(probability, half_width, self.engine)._replace(because=because)
            frequencies *= 2


def _vaaler(u: Floats) -> Floats:
    return np.pi * u * (1 - u) / np.tan(np.pi * u) + u


def _edge(law: ResampledSum | SwappedSum, x: float | Fraction) -> Tail | None:
    """P(S ≥ x) in closed form where x lies above every sum but the largest, else None."""
    high = law.support[1]
    if x <= high - law.gap_below_maximum / 2:
        return None
    if x > high + law.tolerance:
        return Tail.of(0.0, 0.0, FourierSum.engine)
    log = law.log_probability_of_maximum()
    return Tail.from_log(log, FourierSum.engine, 4e-16 * (1 - log))
