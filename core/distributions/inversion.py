"""What the inversions of characteristic functions share: the bracket of a tail, and who asks for one."""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.distributions.few_ways import few_ways
from core.distributions.stratified import Law
from core.distributions.sums import SwappedSum
from core.distributions.tail import Tail

__all__ = [
    "CERTAIN",
    "DOUBLED",
    "ENOUGH",
    "SHARE",
    "TELLS",
    "InvertedSum",
    "Known",
    "bracketed",
    "edge_tail",
    "returning",
    "spacing",
    "vaaler",
]

Floats = NDArray[Any]
Complexes = NDArray[Any]
Integers = NDArray[Any]

# How certain a tail is made where so many frequencies do, by itself and as a share of it: three digits mostly hold.
ENOUGH, SHARE = 2e-5, 1e-3
# A tail less certain than this is of no use: a p-value may add up two of them.
CERTAIN = 4e-5
# One so certain, as a share of it or of the other, is not made more certain with much more work.
TELLS = 0.002
# No tail may be less certain where a p near 1 adds up two of them.
DOUBLED = 1e-3
# A sum that may lie two reaches from x is so many reaches short of where the bracket would count it on the other side.
_APART = 0.5
# Halves of whole numbers below this are floating-point numbers.
_HALVES = 2**52


class InvertedSum:
    """The law of a sum, whose tails are brackets that provably hold."""

    engine = "fourier"

    def __init__(self, law: Law) -> None:
        self.law = law
        self._tails: dict[tuple[float | Fraction, bool], Tail] = {}

    def at_least(self, x: float | Fraction, strict: bool = False) -> Tail:
        """P(S ≥ x), or P(S > x): a bracket holds both, but for whole numbers, where x is moved between two sums."""
        if (x, strict) not in self._tails:
            between = self._between(x, strict)
            known = edge_tail(self.law, between, strict) or few_ways(self.law, x, strict)
            self._tails[x, strict] = known or self._tail(between, strict, upper=True)
        return self._tails[x, strict]

    def at_most(self, x: float | Fraction, strict: bool = False) -> Tail:
        """P(S ≤ x), or P(S < x)."""
        if isinstance(self.law, SwappedSum):  # it is symmetric: a two-sided test asks for one tail twice
            return self.at_least(-x, strict)
        x = -self._between(-x, strict)
        return edge_tail(self.law.reflected(), -x, strict) or self._tail(x, strict, upper=False)

    def _between(self, x: float | Fraction, strict: bool) -> float | Fraction:
        """Half a unit below the least whole number that counts; as a fraction where floating point has no halves."""
        if not self.law.whole:
            return x
        least = math.floor(x) + 1 if strict else math.ceil(x)
        return least - 0.5 if abs(least) < _HALVES else least - Fraction(1, 2)

    def _tail(self, x: float | Fraction, strict: bool, *, upper: bool) -> Tail:
        raise NotImplementedError


class Known:
    """What was computed of some frequencies (k, values and their error), and of more when they are asked for."""

    def __init__(self, compute: Callable[[int, int], tuple[Integers, Complexes, float]]) -> None:
        self._compute = compute
        self._found = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=complex), 0.0, 0

    def below(self, frequencies: int) -> tuple[Integers, Complexes, float]:
        """Those of the first so many."""
        k, values, error, done = self._found
        if done < frequencies:
            new, more, latest = self._compute(done, frequencies - done)
            k, values = np.concatenate([k, done + new]), np.concatenate([values, more])
            error, done = max(error, latest), frequencies
            self._found = k, values, error, done
        within = k < frequencies
        return k[within], values[within], error


def bracketed(
    mass: float, phi: Complexes, k: Integers, step: float, frequencies: int, tolerance: float, error: float
) -> tuple[float, float]:
    """The middle and half the width of what holds both P(S < x) and P(S ≤ x) of some outcomes, given Σ P·φ·e^{−itx}.

    Sums are equal within the tolerance. An error e in every φ moves the middle by less than e·(ln N + 2).
    """
    t, u = (k + 0.5) * step, (k + 0.5) / frequencies
    rounding = error * (math.log(frequencies) + 2.5) + mass * (1e-15 * frequencies**0.5 + 1e-16)
    ends = []
    for side in (-1, 1) if tolerance else (0,):
        turned = phi * np.exp(-1j * side * tolerance * t)
        middle = mass / 2 - step / math.pi * float(np.sum(vaaler(u) * turned.imag / t))
        half_width = abs(float(np.sum((1 - u) * turned.real))) / frequencies + rounding
        ends += [middle - half_width, middle + half_width]
    low, high = max(ends[0], 0.0), min(ends[-1], mass)
    return (low + high) / 2, max(high - low, 0.0) / 2


def spacing(reach: float) -> float:
    """The step h of frequencies (k + ½)·h where sums lie within two reaches of x: the bracket turns over at 2π/h."""
    return 2 * math.pi / ((2 + _APART) * reach)


def returning(reach: float, frequencies: int) -> float:
    """What such a sum adds to the bracket at most, as a share of its mass, by being near where it turns over.

    The kernel is at most 2·(2/Td)² at a distance d, with T = N·h.
    """
    return 4 * (2 / (frequencies * spacing(reach) * _APART * reach)) ** 2


def vaaler(u: Floats) -> Floats:
    return np.pi * u * (1 - u) / np.tan(np.pi * u) + u


def edge_tail(law: Law, x: float | Fraction, strict: bool) -> Tail | None:
    """P(S ≥ x), or P(S > x), in closed form where x lies above every sum but the largest, else None."""
    high = law.support[1]
    if x <= high - law.gap_below_maximum / 2:
        return None
    if x >= high - law.tolerance if strict else x > high + law.tolerance:
        return Tail.of(0.0, 0.0, InvertedSum.engine)
    log = law.log_probability_of_maximum()
    return Tail.from_log(log, InvertedSum.engine, 4e-16 * (1 - log))
