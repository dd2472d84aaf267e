"""The law of a sum shifted and stretched, as an engine of the smallest whole numbers knows it.

Draws may lie on a lattice that does not begin at 0, as quarters from which 0.6 was taken, or in each stratum somewhere
else: what they add up to then lies on one, too, because as many are drawn each time.
"""

import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.distributions.stratified import Law, SumOfResamples, strata_of, together
from core.distributions.sums import ResampledSum, SwappedSum, grouped
from core.distributions.tail import Tail
from core.distributions.units import find_step

__all__ = ["Rescaled", "reduced"]

# Smaller values are enlarged.
_TINY = 1e-120
# Of more values no lattice is looked for: they are soon inverted without.
_MOST = 2**12


class Rescaled:
    """The law of shift + step·S for an engine of S, which are whole numbers.

    Parameters
    ----------
    inner : ExactSum
        The engine of S.
    shift, step : int or Fraction
    tolerance : float
        A threshold so near one of the sums is that, unless shift and step are whole numbers.
    """

    def __init__(self, inner: Any, shift: int | Fraction, step: int | Fraction, tolerance: float = 0.0) -> None:
        self.inner, self.shift, self.step, self.tolerance = inner, shift, step, tolerance

    @property
    def engine(self) -> str:
        return str(self.inner.engine)

    def at_least(self, x: float | Fraction, strict: bool = False) -> Tail:
        """P(shift + step·S ≥ x), or with >."""
        tail: Tail = self.inner.at_least(self._inside(x), strict)
        return tail

    def at_most(self, x: float | Fraction, strict: bool = False) -> Tail:
        """P(shift + step·S ≤ x), or with <."""
        tail: Tail = self.inner.at_most(self._inside(x), strict)
        return tail

    def _inside(self, x: float | Fraction) -> Fraction:
        inside = (Fraction(x) - self.shift) / self.step
        nearest = round(inside)
        return Fraction(nearest) if abs(inside - nearest) * self.step <= self.tolerance else inside

    def points(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """The values and their probabilities."""
        sums, mass = self.inner.points()
        return self._outside(sums), mass

    @property
    def quantile(self) -> Callable[[float], float] | None:
        """The inner quantile, rescaled, where there is one."""
        inner = self.inner.quantile
        return None if inner is None else lambda q: self._outside(inner(q))

    def _outside(self, sums: Any) -> Any:
        if isinstance(self.shift, int) and isinstance(self.step, int):
            return self.shift + self.step * sums
        return float(self.shift) + float(self.step) * sums


def reduced(law: Law) -> tuple[Any, ...]:
    """Return a law S' of the smallest whole numbers, with shift, step and tolerance, or only the law itself.

    The sum is shift + step·S', but for the tolerance.

    Examples
    --------
    >>> smallest, shift, step, _ = reduced(ResampledSum(np.array([-0.35, -0.1, 0.4]), np.array([3, 1, 2])))
    >>> smallest.values, round(float(shift), 9), float(step)
    (array([0, 1, 3]), -2.1, 0.25)
    """
    if law.whole:
        smallest, shift, step = law.reduced()
        return (law,) if (shift, step) == (0, 1) else (smallest, shift, step)
    on_lattice = None if isinstance(law, SwappedSum) else _on_shifted_lattice(law)
    return on_lattice or _enlarged(law) or (law,)


def _enlarged(law: Law) -> tuple[Any, ...] | None:
    """A law of values whose squares floating point does not hold, times a power of two."""
    largest = float(np.abs(law.values).max(initial=0.0))
    if not 0 < largest < _TINY:
        return None
    power = 1 - math.frexp(largest)[1]
    if isinstance(law, SumOfResamples):
        parts = tuple(_times(part, power) for part in law.parts)
        return SumOfResamples(parts, math.ldexp(law.tolerance, power)), 0, Fraction(1, 2**power)
    return _times(law, power), 0, Fraction(1, 2**power)


def _times(law: Any, power: int) -> Any:
    return replace(law, values=np.ldexp(law.values, power), tolerance=math.ldexp(law.tolerance, power))


def _on_shifted_lattice(law: ResampledSum | SumOfResamples) -> tuple[Any, ...] | None:
    if len(law.values) > _MOST:
        return None
    strata = strata_of(law)
    low = np.concatenate([np.full(own.stop - own.start, law.values[own].min()) for own in strata])
    above, last_places = law.values - low, np.spacing(np.abs(law.values)) + np.spacing(np.abs(low))
    draws = float(law.counts.sum())
    rounding = np.maximum(last_places, law.tolerance / draws)
    step = find_step(above, rounding)
    if step is None:
        return None
    whole = np.rint(above / step).astype(np.int64)
    divisor = int(np.gcd.reduce(whole)) or 1
    # Values that rounding sets apart are one.
    smallest = together([ResampledSum(*grouped(whole[own] // divisor, law.counts[own])) for own in strata])
    shift = sum(Fraction(float(low[own.start])) * round(float(law.counts[own].sum())) for own in strata)
    return smallest, shift, divisor * Fraction(step), max(law.tolerance, draws * float(rounding.max()))
