"""The tilted law of a random sum and the square of another, as a bracket around its tail that provably holds.

With M = M₀ + m and w = u + 2κM₀·μ, Σ ±u + κM² ≥ c is V = S + κm² − C ≥ 0, where S = Σ ±w and C = c + κM₀². Tilted by
a > 0 along w (K(a) = Σ ln cosh aw), with M₀ the mean of M then::

    P(V ≥ 0) = e^{K(a) − aC}·E_a[e^{−aV}·1(V ≥ 0)·e^{aκm²}]

is bracketed as in `tilted`, from E_a e^{isV + aκm²} (`curved_waves`).
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.distributions.curved_period import Period
from core.distributions.curved_waves import BENT, FEWEST, Curved, CurvedWaves, characteristic
from core.distributions.deviations import Deviations
from core.distributions.sums import SwappedSum
from core.distributions.tilted import FORGOTTEN, reach
from core.distributions.tilting import tilt_to
from core.errors import NotExactError

__all__ = ["TiltedCurve"]

Floats = NDArray[Any]

# How often M₀ is moved to the mean of M, how near it need be, and how near the largest sum nothing is tilted.
_ROUNDS, _NEAR, _LARGEST = 30, 1e-2, 1e-9
# The bracket's half-width, as a share of it, where so many frequencies do; and how much less may be forgotten.
_RELATIVE, _FORGETS = 1e-3, 100.0
_ROUNDING = 4e-16
# So much lies beyond W, or more the less is asked.
_BEYOND = 1e-10


class TiltedCurve:
    """The law tilted towards c.

    Attributes
    ----------
    log_scale : float
        K(a) − aC.
    rounding : float
        How far e^{K(a) − aC} is off, as a share of it.
    frequencies : int
        How many the last bracket was made of.

    Raises
    ------
    NotExactError
        If c is the largest sum, or nearly so.
    """

    def __init__(self, law: Curved, c: float) -> None:
        self.law, self._least = law, c
        # From no tilt; or, where no signs of w reach c then, from all signs as they are, or all turned, which do.
        everything = float(law.counts @ law.mu)
        if not (self._tilt(0.0) or self._tilt(everything) or self._tilt(-everything)):
            raise NotExactError("hardly any swap leads as far")
        spread = math.sqrt(float(law.counts @ law.mu**2))
        for _ in range(_ROUNDS):
            if not law.kappa or abs(self.off) <= _NEAR * spread or not self._tilt(self.centre + self.off):
                break
        # In the middle of where m may be, which is not its mean where few signs are turned.
        above, below = self._turned().reaches(math.log(2 / _BEYOND))
        self._tilt(self.centre + self.off + (above - below) / 2 if law.kappa else self.centre)
        self._m = self._turned()
        self.tilt = self.sums.tilted(self.a)
        self.log_scale = self.tilt.cumulant - self.a * self.c
        self.rounding = self.tilt.rounding + _ROUNDING * self.a * self.c + math.expm1(self.a * law.tolerance)
        self.frequencies = 0

    def _turned(self) -> Deviations:
        return Deviations(self.a * self.w, self.law.mu, self.law.counts)

    def _tilt(self, centre: float) -> bool:
        """Take this M₀ with the tilt that it needs, and say so; or keep what was, where no signs of w reach C."""
        law = self.law
        w, c = law.u + 2 * law.kappa * centre * law.mu, self._least + law.kappa * centre**2
        sums = SwappedSum(np.abs(w), law.counts)
        if not c < sums.support[1] * (1 - _LARGEST):
            return False
        # Near the middle nothing need be tilted, but for the bracket.
        least = 1 / math.sqrt(sums.tilted(0.0).variance)
        self.a = max(tilt_to(sums, c).theta, least) if c > 0 else least
        self.slope = np.tanh(self.a * w)
        self.w, self.c, self.sums, self.centre = w, c, sums, centre
        self.off = float(law.counts @ (law.mu * self.slope)) - centre
        return True

    def waves(self, relative: float) -> CurvedWaves:
        """The tilted law, with as wide a W as a bracket needs that is to be as near as that.

        Raises
        ------
        NotExactError
            If the square bends too much.
        """
        law, log = self.law, math.log(2 / _BEYOND) - 2 * math.log(relative / _RELATIVE)
        width = float((self._m.reaches(log) + np.array([1, -1]) * self.off).max()) if law.kappa else 0.0
        outside = beyond = 0.0
        if law.kappa:
            outside = self._m.probability(width, self.centre)
            farther = self._m.log_beyond(width, self.centre, lambda t: self.a * law.kappa * t**2)
            beyond = math.exp(min(farther, 0.0))
        if beyond > relative or self.a * law.kappa * width**2 > FORGOTTEN:
            raise NotExactError(BENT)
        return CurvedWaves(law, self.slope, self.w, self.centre, self.c, width, outside, beyond, self.a)

    def bracket(self, work: int, relative: float = _RELATIVE) -> tuple[float, float]:
        """Bounds of E_a[e^{−aV}·1(V ≥ 0)·e^{aκm²}], as near as that to it where frequencies of so much work do.

        Work is in factors that are multiplied.

        Raises
        ------
        NotExactError
            If the square bends too much.
        """
        waves, a, off = self.waves(relative), self.a, self.tilt.mean - self.c
        bend = a * waves.bend
        forgotten = min(bend + math.log(_FORGETS / relative), FORGOTTEN)
        below, above = (reach(self.sums, self.tilt, side, forgotten) + side * off for side in (-1, 1))
        period = Period(a, below, above + waves.bend, forgotten, math.exp(bend))
        wanted = max(period.frequencies(relative), FEWEST)
        negligible = period.negligible(relative, self.tilt.variance)
        found = characteristic([waves], [1.0], period.step, wanted, negligible, work)
        self.frequencies = found[-1]
        low, high = period.bracket(*found, self.law.tolerance)
        return low, high + waves.beyond
