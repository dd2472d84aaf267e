"""The tilted law of a random sum and the square of another as a mixture of sums of tilted signs.

By the transform of Stratonovich (1957) and Hubbard (1959), e^{aκM²} = ∫ φ(z)·e^{rzM} dz with r² = 2aκ and a normal φ,
or to a few digits a sum over evenly spaced z, whatever M. So of U = Σ ±u and V = U + κM² − c::

    E e^{aV} = Σ h·φ(z)·e^{K(z) − ac}    with K(z) = Σ ln cosh(au + rzμ),

and under the tilted law of V signs are tilted by au + rzμ with a z of that distribution. It is bracketed as in `tilted`
with an a at which V is 0 on average. Unlike one tilted law it bends with the square, and leads to either side.
"""

import math
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.distributions.curved_period import Period
from core.distributions.curved_waves import BENT, Curved, CurvedWaves, characteristic
from core.distributions.deviations import Deviations
from core.errors import NotExactError

__all__ = ["CurvedMixture"]

Floats = NDArray[Any]

# How far apart the z are, and by how much the sum over them is off, as a share (Trefethen and Weideman 2014, §5).
_STEP = 1.4
_OFF = 2.1 * math.exp(-2 * (math.pi / _STEP) ** 2)
# How far the z go beyond what any M needs, and how many of them × items there are at most.
_BEYOND, _MOST = 8.0, 2**22
# z of less weight tell nothing of the mean of V. How near to 0 that is brought, as a share of the tilt.
_NEGLIGIBLE, _NEAR = 1e-12, 1e-3
# Of the standard deviation's inverse, the least tilt.
_LEAST = 0.05
_TINY, _LARGEST = 1e-280, 1e280
# Of more frequencies, too few can be had to tell.
_MOST_WANTED = 2**13
# What the z that are left out may weigh, as a share of the bracket's half-width.
_LEFT_OUT = 1 / 300
# How likely |m| is beyond W; and so many times less than the bracket's half-width V may lie beyond a period, or given a
# z that hardly weighs, e^-3.
_OUTSIDE, _FORGETS, _FARTHEST = 3e-7, 1e3, 3.0


class CurvedMixture:
    """The law of V tilted until it is 0 on average.

    Parameters
    ----------
    law : Curved
        With κ above 0.
    c : float
        The threshold.

    Attributes
    ----------
    log_scale : float
        ln E e^{aV}.
    rounding : float
        How far that is off, as a share of it.
    frequencies : int
        How many the last bracket was made of.

    most : float
        What the tail is at most, by Chernoff's inequality.

    Raises
    ------
    NotExactError
        If that takes too many z.
    """

    def __init__(self, law: Curved, c: float) -> None:
        variance = float(law.counts @ law.u**2) + 2 * (law.kappa * float(law.counts @ law.mu**2)) ** 2
        if not (law.kappa and law.mu.any() and variance > _TINY):
            raise NotExactError(BENT)
        self.law, self._threshold, self.frequencies = law, c, 0
        # Near the middle nothing need be tilted, but for the bracket.
        low = high = _LEAST / math.sqrt(variance)
        mean = self._tilt(high)
        with suppress(NotExactError):
            while mean < 0 and high < _LARGEST:
                mean, low, high = self._tilt(2 * high), high, 2 * high
        self._reached = mean >= 0
        while self._reached and high - low > _NEAR * high:
            middle = (low + high) / 2
            low, high = (low, middle) if self._tilt(middle) >= 0 else (middle, high)
        self._tilt(high)
        size = high * float(law.counts @ np.abs(law.u)) + float(np.abs(self._z).max()) ** 2
        self.rounding = 1e-15 * (size + len(law.counts)) + math.expm1(min(high * law.tolerance, 700.0)) + _OFF

    @property
    def most(self) -> float:
        return min(math.exp(self.log_scale) * (1 + self.rounding), 1.0)

    def _tilt(self, a: float) -> float:
        """Take this tilt, and return the mean of V."""
        law, r = self.law, math.sqrt(2 * a * self.law.kappa)
        end = math.ceil((r * float(law.counts @ np.abs(law.mu)) + _BEYOND) / _STEP)
        if 2 * end * len(law.u) > _MOST:
            raise NotExactError(BENT)
        z = _STEP * np.arange(-end, end + 1)
        x = a * law.u + np.multiply.outer(r * z, law.mu)
        sizes = np.abs(x)
        logs = (sizes + np.log1p(np.exp(-2 * sizes)) - math.log(2)) @ law.counts - z**2 / 2
        logs += math.log(_STEP / math.sqrt(2 * math.pi)) - a * self._threshold
        largest = float(logs.max())
        weights = np.exp(logs - largest)
        self.a, self._z, self._r, self.log_scale = a, z, r, largest + math.log(weights.sum())
        self._weights = weights / weights.sum()
        some = self._weights > _NEGLIGIBLE
        slope = np.tanh(x[some])
        m, variance = slope @ (law.counts * law.mu), (1 - slope**2) @ (law.counts * law.mu**2)
        v = slope @ (law.counts * law.u) + law.kappa * (m**2 + variance) - self._threshold
        return float(self._weights[some] @ v)

    def bracket(self, work: int, relative: float) -> tuple[float, float]:
        """Bounds of E[e^{−aV}·1(V ≥ 0)] of the tilted law, as near as that to it where frequencies of so much work do.

        Raises
        ------
        NotExactError
            If the square bends too much, or hardly any outcome reaches the threshold.
        """
        if not self._reached:
            raise NotExactError("hardly any swap leads as far")
        order = np.argsort(-self._weights, kind="stable")
        cut = int(np.searchsorted(np.cumsum(self._weights[order]), 1 - _LEFT_OUT * relative)) + 1
        weights = self._weights[order[:cut]]
        left_out = max(1 - float(weights.sum()), 0.0) + 1e-14
        slants = self._r * self._z[order[:cut]]
        tilted = [self.a * self.law.u + slant * self.law.mu for slant in slants]
        square = [Deviations(x, self.law.mu, self.law.counts) for x in tilted]
        width = max(float(m.reaches(math.log(2 / _OUTSIDE)).max()) for m in square)
        parts = [self._part(x, m, width) for x, m in zip(tilted, square, strict=True)]
        ends, variance, farther = [], 0.0, 0.0
        forgotten = math.log(_FORGETS / relative)
        for part, x, weight in zip(parts, tilted, weights, strict=True):
            sums = Deviations(x, part.w, self.law.counts)
            above, below = sums.reaches(max(forgotten + math.log(len(parts) * weight), _FARTHEST))
            off = sums.mean - part.c
            ends.append((below - off, above + off + part.bend))
            farther += float(weight) * part.outside
            variance += float(weight * ((self.law.counts * part.q) @ part.w**2 + off**2))
        below, above = np.max(ends, axis=0).tolist()
        period = Period(self.a, below, above, forgotten)
        wanted, negligible = period.frequencies(relative), period.negligible(relative, variance)
        if wanted > _MOST_WANTED:
            raise NotExactError(BENT)
        found = characteristic(parts, weights.tolist(), period.step, wanted, negligible, work, fewest=1)
        self.frequencies = found[-1]
        low, high = period.bracket(*found, self.law.tolerance)
        return max(low - farther, 0.0), high + farther + left_out

    def _part(self, x: Floats, m: Deviations, width: float) -> CurvedWaves:
        """The law of V with signs tilted by x."""
        law = self.law
        w, c = law.u + 2 * law.kappa * m.mean * law.mu, self._threshold + law.kappa * m.mean**2
        return CurvedWaves(law, np.tanh(x), w, m.mean, c, width, m.probability(width, m.mean))
