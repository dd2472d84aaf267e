"""The characteristic function of a sum of tilted signs and the square of another, as sums of cosines.

Where |m| ≤ W, which leaves out next to nothing, e^{(a + is)κm²} is a short sum of c·cos tm (`chirps`), so that
E e^{isV + aκm²} of V = S + κm² − C is a few values of E e^{isS ± itm}: products over items.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.common.cached import cached_property
from core.distributions.chirps import CLOSE, in_cosines, tapered
from core.errors import NotExactError

__all__ = ["BENT", "FEWEST", "Curved", "CurvedWaves", "characteristic"]

Floats = NDArray[Any]
Complexes = NDArray[Any]
Integers = NDArray[Any]

# How many frequencies there are at least, whatever they take, at first, and at once.
FEWEST, _FIRST, _BLOCK = 2**9, 16, 2**9
_ROUNDING = 4e-16
# So many items tell which frequencies matter, then four times as many; so much is multiplied at once. A factor that is
# looked at takes as long as a few that are multiplied, and cosines are fitted in so many times the square of how many.
_TELLING, _CHUNK, _AT_ONCE, _LOOKED, _FITTED = 64, 2**20, 2**14, 2, 1
# How far a square bends in a cell of t: there are a few cosines in each. Of more cells there are too many cosines.
_CELL, _MOST_CELLS = 4.0, 256
# How often it is looked whether a product is negligible already.
_LOOKS = 8
# More than single precision rounds, and its least.
_SINGLE, _TINY = 1e-6, 1e-37
BENT = "the difference of the quotients bends too much where its tail is"


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


@dataclass(frozen=True, eq=False)
class CurvedWaves:
    """E[e^{isV + aκm²}] of V = S + κm² − C, where S = Σ ±w with w = u + 2κM₀·μ, and m = Σ ±μ − M₀.

    ``slope`` is the mean of each sign. |m| is above W with a probability of at most ``outside``, and that adds no more
    than ``beyond``.
    """

    law: Curved
    slope: Floats
    w: Floats
    centre: float  # M₀
    c: float  # C
    width: float  # W
    outside: float
    beyond: float = 0.0
    a: float = 0.0

    @cached_property
    def q(self) -> Floats:
        """The variance of each sign."""
        return 1 - self.slope**2

    @cached_property
    def bend(self) -> float:
        """κW²."""
        return self.law.kappa * self.width**2

    @cached_property
    def _telling(self) -> Integers:
        weights, moves = self.law.counts * self.q, np.abs(self.law.mu)
        moves = math.sqrt(float(weights @ moves**2)) + moves * math.sqrt(len(moves)) + _TINY
        return np.argsort(-weights * np.abs(self.w) / moves, kind="stable")

    def matter(self, s: Floats, negligible: float) -> tuple[Integers, int]:
        """The frequencies at which E e^{isV + aκm²} is not known to be negligible, and how many factors tell.

        Tapered beyond W, e^{(a + is)κm²} is an integral of e^{itm} of which |t| > T are negligible, and at the others
        no factor |cos b + i·slope·sin b|² = 1 − q·sin²b, b = sw + tμ, is more than where b is nearest a whole turn.
        Where that does not tell, cells of t are looked at.
        """
        ends, sizes = tapered(self.a * self.bend, self.bend * s, negligible + 1)
        ends, needed = ends / (self.width or math.inf), negligible + 1 + sizes
        weights, moves = self.law.counts * self.q, np.abs(self.law.mu)
        # Where no angle is above π/2, sin²x ≥ 4x²/π² and (|x| − d)² ≥ x²/2 − d².
        squares = s**2 * float(weights @ self.w**2) / 2 - ends**2 * float(weights @ moves**2)
        left = np.flatnonzero((squares * 2 / math.pi**2 < needed) | (s * np.abs(self.w).max() > math.pi / 2))
        alive, looked = self._alive(s[left], np.zeros(len(left)), ends[left], needed[left])
        left = left[alive]
        split = math.ceil(self.bend * s[left[-1]] / _CELL) if len(left) else 1
        if not 1 < split <= _MOST_CELLS:
            return left, looked
        cells, middles = np.repeat(left, split), np.tile((2 * np.arange(split) + 1) / split - 1, len(left))
        alive, more = self._alive(s[cells], middles * ends[cells], ends[cells] / split, needed[cells])
        return np.unique(cells[alive]), looked + more

    def _alive(self, s: Floats, t: Floats, around: Floats, needed: Floats) -> tuple[Integers, int]:
        """Where ln Π|factor| may be above −``needed`` near t, and how many factors tell."""
        left, decay, looked = np.arange(len(s)), np.zeros(len(s)), 0
        start, length, moves = 0, _TELLING, np.abs(self.law.mu)
        while start < len(self._telling) and len(left):
            some = self._telling[start : start + length]
            for part in np.array_split(np.arange(len(left)), max(1, len(left) * len(some) // _CHUNK)):
                at = left[part]
                turns = np.multiply.outer(s[at], self.w[some] / math.pi)
                if t.any():
                    turns += np.multiply.outer(t[at], self.law.mu[some] / math.pi)
                turns -= np.rint(turns)
                nearest = np.abs(turns, out=turns) - np.multiply.outer(around[at] / math.pi, moves[some])
                decay[part] += self._decay(np.maximum(nearest, 0.0), some)
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

    def products(self, s: Floats, c: Complexes, t: Floats, negligible: float) -> tuple[Complexes, float, int]:
        """Σ c·E[e^{isV}·cos tm], V without its square, at each s, its error's bound, and how many factors it takes.

        Products that are negligible before all factors are multiplied are left at that.
        """
        sizes = np.abs(c).sum(axis=0)
        phi, enough, work = np.empty(len(s), dtype=complex), math.exp(-negligible) / float(sizes.max()), 0
        order = np.argsort(-self.law.counts * self.q, kind="stable")  # those that make it small first
        counts, slope = self.law.counts[order, None, None], self.slope[order, None, None]
        angles = np.multiply.outer(self.law.mu[order], t)[:, None]
        cos_t, sin_t, turn = np.cos(angles), np.sin(angles), np.exp(-1j * t * self.centre)
        for part in np.array_split(np.arange(len(s)), len(s) * len(t) // _AT_ONCE + 1):
            angles = np.multiply.outer(self.w[order], s[part])[..., None]
            cos_s, sin_s = np.cos(angles), np.sin(angles)
            # cos(x ± y) + i·slope·sin(x ± y)
            one, other = cos_s + 1j * slope * sin_s, 1j * slope * cos_s - sin_s
            product = np.ones((2, len(part), len(t)), dtype=complex)
            at_once = max(1, _AT_ONCE // product.size)
            for i, begin in enumerate(range(0, len(order), at_once)):
                some = slice(begin, begin + at_once)
                even, odd = one[some] * cos_t[some], other[some] * sin_t[some]
                for each, factors in zip(product, (even + odd, even - odd), strict=True):
                    if (counts[some] > 1).any():
                        factors **= counts[some]
                    each *= factors.prod(axis=0) if at_once > 1 else factors[0]
                if i % _LOOKS == _LOOKS - 1 and np.abs(product).max() < enough:
                    break
            work += product.size * min(begin + at_once, len(order))
            phi[part] = (c[:, part].T * (product[0] * turn + product[1] * turn.conj())).sum(axis=1) / 2
        largest = s * float(self.law.counts @ np.abs(self.w)) + t[-1] * float(self.law.counts @ np.abs(self.law.mu))
        rounding = _ROUNDING * (8 * self.law.counts.sum() + largest)
        off = sizes * (rounding + self.outside + enough) + self.outside
        return phi * np.exp(-1j * s * self.c), float(off.max()), work


def characteristic(
    parts: Sequence[CurvedWaves],
    weights: Sequence[float],
    step: float,
    count: int,
    negligible: float,
    most: int,
    fewest: int = FEWEST,
) -> tuple[Integers, Complexes, float, int]:
    """The j < count at which a mixture's E e^{isV + aκm²}, s = j·step, may matter, it, its error, and the count.

    The count is smaller where the work is more, in factors that are multiplied, though no smaller than the fewest; or
    where cosines are too many.

    Parameters
    ----------
    parts : sequence of CurvedWaves
        With the same a and W.
    weights : sequence of float
        How much each weighs.

    Raises
    ------
    NotExactError
        If cosines are too many everywhere.
    """
    a, bend, width = parts[0].a, parts[0].bend, parts[0].width
    found, values, errors, work = [], [], [0.0], 0
    begin, size, grows = 0, _FIRST, True
    while begin < count:
        s = step * np.arange(begin, min(begin + size, count))
        matters = [part.matter(s, negligible) for part in parts]
        some = np.unique(np.concatenate([at for at, _ in matters]))
        c, t, fit = in_cosines((a + 1j * s[some]) * bend)
        if fit > CLOSE and size > _FIRST:
            size, grows = size // 2, False
            continue
        work += sum(_LOOKED * looked for _, looked in matters) + _FITTED * len(t) ** 2 * len(some)
        if (work > most and begin >= fewest) or fit > CLOSE:
            count = begin
            break
        phi, error = np.zeros(len(s), dtype=complex), fit
        for part, weight, (at, _) in zip(parts, weights, matters, strict=True):
            if len(at):
                here = c[:, np.searchsorted(some, at)]
                each, off, multiplied = part.products(s[at], here, t / (width or 1), negligible + 3)
                phi[at] += weight * each
                error += weight * off
                work += multiplied
        found.append(begin + some)
        values.append(phi[some])
        errors.append(error)
        begin, size = begin + len(s), min(3 * size // 2, _BLOCK) if grows else size
    if not found:
        raise NotExactError(BENT)
    beyond = sum(weight * part.beyond for part, weight in zip(parts, weights, strict=True))
    return np.concatenate(found), np.concatenate(values), max(errors) + math.exp(-negligible) + beyond, count
