"""Certified Fourier inversion for sums of real values off any lattice."""

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import NotExactError
from core.exact.sums import ResampledSum, SwappedSum
from core.exact.tail import Tail

__all__ = ["FourierSum"]

Floats = NDArray[Any]
Complexes = NDArray[Any]

_FEWEST, _MOST = 512, 65_536
_LARGEST_HALF_WIDTH = 1e-4
_LARGEST_SHARE = 1 / 20


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
        if not self.reach > 0:
            raise NotExactError("the differences do not vary")

    def at_least(self, x: float, strict: bool = False) -> Tail:
        """P(S ≥ x), or P(S > x): a tail of continuous data does not depend on which, and the bracket holds both."""
        return _edge(self.law, x) or self._certified(x - self.law.mean, upper=True)

    def at_most(self, x: float, strict: bool = False) -> Tail:
        """P(S ≤ x), or P(S < x)."""
        return _edge(self.law.reflected(), -x) or self._certified(x - self.law.mean, upper=False)

    def bracket(self, x: float, frequencies: int) -> tuple[float, float]:
        """Return the middle and the half-width of the bracket of P(S − E S < x) and P(S − E S ≤ x)."""
        h = np.pi / (self.reach + abs(x))
        t = (np.arange(frequencies) + 0.5) * h
        phi, error = self.law.characteristic_at(t)
        u = (np.arange(frequencies) + 0.5) / frequencies
        vaaler = np.pi * u * (1 - u) / np.tan(np.pi * u) + u
        turned = phi * np.exp(-1j * t * x)
        middle = 0.5 - h / np.pi * float(np.sum(vaaler * turned.imag / t))
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
        """The middles of the brackets of many x at once, from one set of frequencies."""
        t, weights = self._common
        with np.errstate(under="ignore"):
            waves = np.exp(-1j * np.outer(x, t)) * weights
        return 0.5 - waves.imag.sum(axis=1)

    def quantile(self, q: float) -> float:
        """The x with F(x) = q, where the bracket at x is as narrow as for a tail probability.

        Raises
        ------
        NotExactError
            If the bracket there is too wide.
        """
        low, high = -self.reach, self.reach
        for _ in range(12):  # each round narrows the range 32-fold, to 1e-18 of the window
            x = np.linspace(low, high, 33)
            place = int(np.clip(np.searchsorted(self.middles(x) >= q, True), 1, 32))
            low, high = float(x[place - 1]), float(x[place])
        upper = q > 0.5
        tail = self._certified(high, upper=upper)
        # The common frequencies are fewer than those that certify: what they blur must not have moved the quantile.
        if abs(tail.probability - (1 - q if upper else q)) > _LARGEST_HALF_WIDTH:
            raise NotExactError(f"the distribution is too uneven near its {q:g} quantile for the Fourier inversion")
        return self.law.mean + high

    @cached_property
    def _common(self) -> tuple[Floats, Complexes]:
        """Frequencies for any |x| ≤ reach whose φ is not negligible, and their weights (h/π)·J(u)·φ/t."""
        h = np.pi / (2 * self.reach)
        t = (np.arange(_MOST // 16) + 0.5) * h
        phi, _ = self.law.characteristic_at(t)
        u = t / (len(t) * h)
        weights = h / np.pi * (np.pi * u * (1 - u) / np.tan(np.pi * u) + u) * phi / t
        alive = np.abs(phi) > 1e-15
        return t[alive], weights[alive]

    def _certified(self, x: float, *, upper: bool) -> Tail:
        frequencies = _FEWEST
        while frequencies <= _MOST:
            middle, half_width = self.bracket(x, frequencies)
            probability = 1 - middle if upper else middle
            # Half of what is allowed is aimed at, because a two-sided p-value adds two tails.
            allowed = _LARGEST_HALF_WIDTH / (2 if frequencies < _MOST else 1)
            if half_width <= min(allowed, probability * _LARGEST_SHARE):
                return Tail.of(min(max(probability, 0.0), 1.0), half_width)
            frequencies *= 2
        raise NotExactError(
            f"{self.because}with {_MOST:,} frequencies the Fourier inversion is certain only within ±{half_width:.2g} "
            f"of p ≈ {max(probability, 0.0):.2g}"
        )


def _edge(law: ResampledSum | SwappedSum, x: float) -> Tail | None:
    """P(S ≥ x) in closed form where x lies above every sum but the largest, else None."""
    high = law.support[1]
    if x <= high - law.gap_below_maximum / 2:
        return None
    return Tail.from_log(law.log_probability_of_maximum()) if x <= high else Tail.of(0.0)
