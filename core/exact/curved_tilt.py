"""The tilted law of a random sum and the square of another, as a bracket around its tail that provably holds.

With M = M₀ + m and w = u + 2κM₀·μ, Σ ±u + κM² ≥ c is V = S + κm² − C ≥ 0, where S = Σ ±w and C = c + κM₀². Tilted by
a > 0 along w (K(a) = Σ ln cosh aw), with M₀ the mean of M then::

    P(V ≥ 0) = e^{K(a) − aC}·E_a[e^{−aV}·1(V ≥ 0)·e^{aκm²}]

is bracketed as in `tilted`, from E_a e^{isV + aκm²}. Where |m| ≤ W, which leaves out next to nothing, e^{(a + is)κm²}
is a short sum of c·cos tm (`chirps`), so that these are a few values of E_a e^{isS ± itm}: products over items.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import NotExactError
from core.exact.chirps import CLOSE, in_cosines, tapered
from core.exact.deviations import Deviations
from core.exact.sums import SwappedSum
from core.exact.tilted import FORGOTTEN, extremal, reach
from core.exact.tilting import tilt_to

__all__ = ["Curved", "TiltedCurve"]

Floats = NDArray[Any]
Complexes = NDArray[Any]
Integers = NDArray[Any]

# How often M₀ is moved to the mean of M, how near it need be, and how near the largest sum nothing is tilted.
_ROUNDS, _NEAR, _LARGEST = 30, 1e-2, 1e-9
# How many frequencies there are at least and at most, and at once.
_FEWEST, _MOST, _FIRST, _BLOCK = 2**9, 2**16, 16, 2**9
# The bracket's half-width, as a share of it, where so many frequencies do; and how much less may be forgotten.
_RELATIVE, _FORGETS = 1e-3, 100.0
_ROUNDING = 4e-16
# So much lies beyond W, or more the less is asked.
_BEYOND = 1e-10
# So many items tell which frequencies matter, then four times as many; a factor that is looked at takes half as long as
# one that is multiplied.
_TELLING, _CHUNK, _AT_ONCE, _LOOKED = 64, 2**20, 2**15, 2
# More than single precision rounds, and its least.
_SINGLE, _TINY = 1e-6, 1e-37
_BENT = "the difference of the quotients bends too much where its tail is"


@dataclass(frozen=True, eq=False)
class Curved:
    """Σ ±u + κ·(Σ ±μ)² of ``counts`` items each, all arrays ``(u,)``; sums are equal within the tolerance.

    Of ``whole`` numbers those may differ, which is decided by the sums of those ``steps`` ``(u, 2)`` with a minus.
    """

    u: Floats
    mu: Floats
    counts: Integers
    kappa: float
    tolerance: float
    whole: bool = False
    steps: Integers | None = None
    decided: Callable[[Integers], NDArray[np.bool_]] | None = None


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
        self.tilt, self.q = self.sums.tilted(self.a), 1 - self.slope**2
        self.log_scale = self.tilt.cumulant - self.a * self.c
        self.rounding = self.tilt.rounding + _ROUNDING * self.a * self.c + math.expm1(self.a * law.tolerance)
        self.frequencies = 0
        moves = spread + np.abs(law.mu) * math.sqrt(len(law.mu)) + _TINY
        telling = self.law.counts * self.q * np.abs(self.w) / moves
        self._telling = np.argsort(-telling, kind="stable")

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

    def _measure(self, relative: float) -> None:
        """W, how likely |m| is beyond, and how large E_a e^{aκm²} is there, which need not be less than that tells."""
        law, log = self.law, math.log(2 / _BEYOND) - 2 * math.log(relative / _RELATIVE)
        half = float((self._m.reaches(log) + np.array([1, -1]) * self.off).max())
        self.width = half if law.kappa else 0.0
        self.bend, self.outside, self.beyond = law.kappa * self.width**2, 0.0, 0.0
        if law.kappa:
            self.outside = self._m.probability(self.width, self.centre)
            beyond = self._m.log_beyond(self.width, self.centre, lambda t: self.a * law.kappa * t**2)
            self.beyond = math.exp(min(beyond, 0.0))
        if self.beyond > relative or self.a * self.bend > FORGOTTEN:
            raise NotExactError(_BENT)

    def bracket(self, work: int, relative: float = _RELATIVE) -> tuple[float, float]:
        """Bounds of E_a[e^{−aV}·1(V ≥ 0)·e^{aκm²}], as near as that to it where frequencies of so much work do.

        Work is in factors that are multiplied.

        Raises
        ------
        NotExactError
            If the square bends too much.
        """
        self._measure(relative)
        a, off = self.a, self.tilt.mean - self.c
        largest = math.exp(a * self.bend)
        forgotten = min(a * self.bend + math.log(_FORGETS / relative), FORGOTTEN)
        below, above = (reach(self.sums, self.tilt, side, forgotten) + side * off for side in (-1, 1))
        period = max(below + forgotten / a + self.bend, above + self.bend)
        count = min(max(_FEWEST, math.ceil(1.1 * a * period / (2 * relative))), _MOST)
        # As in `tilted`: how much all errors add up to, and what is negligible.
        adding = 1 / (a * period) + math.log(_MOST) + 4
        negligible = math.log(50 * adding * (2 + 2.5 * a * math.sqrt(self.tilt.variance)) / relative)
        j, phi, error, count = self._characteristic(2 * math.pi / period, count, negligible, work)
        self.frequencies = count
        low, high = extremal(j, phi, a * period / count, count)
        wrapped = largest * (math.exp(-a * (period - below)) + 2 * math.exp(-forgotten)) / -math.expm1(-a * period)
        noise = (error + _ROUNDING * largest) * adding + 4 * math.pi * self.law.tolerance * count / period * largest
        return max(float(low - wrapped - noise), 0.0), float(high + noise + self.beyond)

    def _characteristic(
        self, step: float, count: int, negligible: float, most: int
    ) -> tuple[Integers, Complexes, float, int]:
        """The j < count at which E_a e^{isV + aκm²}, s = j·step, may matter, it, its error, and the count.

        The count is smaller where the work is more, or the cosines too many.
        """
        found, values, error, work = [], [], math.exp(-negligible), 0
        begin, size, grows = 0, _FIRST, True
        while begin < count:
            s = step * np.arange(begin, min(begin + size, count))
            some, looked = self._matter(s, negligible)
            c, t, fit = in_cosines((self.a + 1j * s[some]) * self.bend)
            if fit > CLOSE and size > _FIRST:
                size, grows = size // 2, False
                continue
            work += looked // _LOOKED + len(some) * (2 * len(t) - 1) * len(self.w)
            if (work > most and begin >= _FEWEST) or fit > CLOSE:
                count = begin
                break
            if len(some):
                phi, off = self._products(s[some], c, t / (self.width or 1))
                found.append(begin + some)
                values.append(phi)
                error = max(error, fit + off)
            begin, size = begin + len(s), min(3 * size // 2, _BLOCK) if grows else size
        if not found:
            raise NotExactError(_BENT)
        return np.concatenate(found), np.concatenate(values), error + self.beyond, count

    def _matter(self, s: Floats, negligible: float) -> tuple[Integers, int]:
        """The frequencies at which E_a e^{isV + aκm²} is not known to be negligible, and how many factors tell.

        Tapered beyond W, e^{(a + is)κm²} is an integral of e^{itm} of which |t| > T are negligible, and at the others
        no factor |cos b + i·tanh(aw)·sin b|² = 1 − q·sin²b, b = sw + tμ, is more than where b is nearest a whole turn.
        """
        ends, sizes = tapered(self.a * self.bend, self.bend * s, negligible + 1)
        ends, needed = ends / (self.width or math.inf), negligible + 1 + sizes
        weights, moves = self.law.counts * self.q, np.abs(self.law.mu)
        # Where no angle is above π/2, sin²x ≥ 4x²/π² and (|x| − d)² ≥ x²/2 − d².
        squares = s**2 * float(weights @ self.w**2) / 2 - ends**2 * float(weights @ moves**2)
        left = np.flatnonzero((squares * 2 / math.pi**2 < needed) | (s * np.abs(self.w).max() > math.pi / 2))
        decay, looked, start, length = np.zeros(len(left)), 0, 0, _TELLING
        while start < len(self._telling) and len(left):
            some = self._telling[start : start + length]
            for part in np.array_split(np.arange(len(left)), max(1, len(left) * len(some) // _CHUNK)):
                turns = np.multiply.outer(s[left[part]], self.w[some] / math.pi)
                turns -= np.rint(turns)
                nearest = np.maximum(np.abs(turns, out=turns) - ends.max() / math.pi * moves[some], 0.0)
                decay[part] += self._decay(nearest, some)
            looked += len(left) * len(some)
            alive = decay < needed[left]
            left, decay = left[alive], decay[alive]
            start, length = start + length, 4 * length
        return left, looked

    def _decay(self, half_turns: Floats, some: Integers) -> Floats:
        """−ln Π(1 − q·sin²b)^½ of some items at least, in single precision, by the cosine of twice the angle."""
        half = self.q[some] / 2
        factors = np.cos((2 * math.pi * half_turns).astype(np.float32))
        factors *= half.astype(np.float32)
        factors += (1 - half + _SINGLE).astype(np.float32)
        if (self.law.counts > 1).any():
            factors **= self.law.counts[some].astype(np.float32)
        found: Floats = -np.log(np.maximum(factors.prod(axis=1), _TINY)) / 2
        return found

    def _products(self, s: Floats, c: Complexes, t: Floats) -> tuple[Complexes, float]:
        """Σ c·E_a[e^{isV}·cos tm], V without its square, at each s, and a bound of its error."""
        counts = self.law.counts
        both = np.append(-t[:0:-1], t)
        weights = np.concatenate([c[:0:-1] / 2, c[:1], c[1:] / 2]) * np.exp(-1j * both * self.centre)[:, None]
        turns, phi = np.exp(1j * np.multiply.outer(both, self.law.mu)), np.zeros(len(s), dtype=complex)
        single = bool((counts == 1).all())
        for part in np.array_split(np.arange(len(s)), turns.size * len(s) // _AT_ONCE + 1):
            factors = turns * np.exp(1j * np.multiply.outer(s[part], self.w))[:, None]
            factors = factors.real + 1j * self.slope * factors.imag
            phi[part] = ((factors if single else factors**counts).prod(axis=2) * weights[:, part].T).sum(axis=1)
        angles = s * float(counts @ np.abs(self.w)) + t[-1] * float(counts @ np.abs(self.law.mu))
        off = np.abs(weights).sum(axis=0) * (_ROUNDING * (8 * counts.sum() + angles) + self.outside)
        return phi * np.exp(-1j * s * self.c), float(off.max())
