"""Sums of values near a lattice: how far they are on it is one law, and what is left over decides next to x alone.

With v = g·z + r of each value, Z and R the sums of both and B half a window of R::

    P(S ≥ x) = P(Z > (x + B)/g) + Σ P(Z = z, R ≥ x − g·z)  over the few z between (x − B)/g and (x + B)/g,

of which the second is inverted as in `fourier`, from E[e^{itR}·1(Z = z)] = Σ_j e^{−iθz}·E e^{iθZ + itR}/J at J angles θ
that tell all Z apart. Both fade: only some thousands of (θ, t) matter.
"""

import math
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.cached import cached_property
from core.errors import NotExactError
from core.exact.fading import Law
from core.exact.inversion import ENOUGH, SHARE, InvertedSum, bracketed, vaaler
from core.exact.jitter import Jitter
from core.exact.joint import NEGLIGIBLE, JointWaves
from core.exact.quantiles import real_quantile
from core.exact.tail import Tail
from core.exact.tilted import tilted_tail

__all__ = ["JitteredSum"]

Floats = NDArray[Any]
Complexes = NDArray[Any]
Integers = NDArray[np.int64]

# How many frequencies there are at least and at most.
_FEWEST, _MOST = 2**8, 2**16
# So many factors take long.
_MUCH = 2**21
_OUTSIDE, _ROUNDING = 1e-16, 4e-16
# A tail smaller than this is tilted where it is not certain to such a share of it.
_TILT_BELOW, _TELLS = 1e-3, 0.01
# Of each point of the lattice a picture shows so many cells.
_CELLS, _FEWEST_CELLS, _MOST_CELLS = 2**13, 4, 256


class JitteredSum(InvertedSum):
    """The law of a sum of values near a lattice, as a bracket around each tail that provably holds.

    Parameters
    ----------
    law : ResampledSum or SwappedSum
        The whole sum.
    jitter : Jitter
        As `jitter_of` returns it.
    engine_of : callable
        The engine of the law on the lattice.
    """

    def __init__(self, law: Law, jitter: Jitter, engine_of: Callable[[Law], Any]) -> None:
        super().__init__(law)
        self.jitter, self._on = jitter, engine_of(jitter.on_lattice)
        self._tolerance = max(law.tolerance, _ROUNDING * float(law.counts @ np.abs(law.values)))
        self._mean = jitter.off_lattice.mean
        self.reach = jitter.off_lattice.half_width() + self._tolerance
        self._joint = JointWaves(law, jitter, math.pi / (2 * self.reach))
        self._joint.below(_FEWEST)  # refused now, if too many matter, and not when a tail is asked

    def points(self) -> tuple[Floats, Floats]:
        """Sums across the distribution with the mass near each, for pictures."""
        return self._picture

    def quantile(self, q: float) -> float:
        """The x for which q lies between P(S < x) and P(S ≤ x), each to within 1e-4.

        Raises
        ------
        NotExactError
            If no x can be certified.
        """
        certain = partial(self._tail, strict=False, upper=False, enough=ENOUGH)
        return real_quantile(q, certain, self._picture, self.law.support, self.at_most)

    def _tail(self, x: float | Fraction, strict: bool, *, upper: bool, enough: float = 0.0) -> Tail:
        x, frequencies = float(x), _FEWEST
        tail = self._inverted(x, frequencies, upper)
        while tail.error_bound > (enough or self._enough(tail.probability, frequencies)) and frequencies < _MOST:
            frequencies *= 4
            try:
                more = self._inverted(x, frequencies, upper)
            except NotExactError:
                break
            if more.error_bound > tail.error_bound / 2:  # all rounding, or atoms
                break
            tail = more
        if tail.probability < _TILT_BELOW and tail.error_bound > _TELLS * tail.probability:
            tilted = self._tilted(x, strict, upper)
            if tilted is not None and tilted.error_bound < tail.error_bound:
                return tilted
        return tail

    def _enough(self, probability: float, frequencies: int) -> float:
        """How certain a tail is made: where more frequencies take long, to three digits only."""
        share = SHARE * min(probability, 1 - probability)
        long = 4 * max(frequencies * len(self.law.values), self._joint.work) > _MUCH
        return share if long else min(ENOUGH, share)

    def _tilted(self, x: float, strict: bool, upper: bool) -> Tail | None:
        law, at = (self.law, x) if upper else (self.law.reflected(), -x)
        return tilted_tail(law, at, strict) if law.mean < at < law.support[1] else None

    def _inverted(self, x: float, frequencies: int, upper: bool) -> Tail:
        x -= self._mean
        first, last = (math.ceil((x - self.reach) / self.jitter.step), math.floor((x + self.reach) / self.jitter.step))
        certain, most = (
            (self._on.at_least(last + 1), self._on.at_least(first))
            if upper
            else (self._on.at_most(first - 1), self._on.at_most(last))
        )
        mass = max(most.probability - certain.probability, 0.0)
        below, half_width = self._bracket(x, self._joint.between(first, last), mass, frequencies)
        probability = certain.probability + (mass - below if upper else below)
        off = certain.error_bound + most.error_bound + half_width + 3 * _OUTSIDE
        because = f"with {frequencies:,} frequencies of the Fourier inversion, "
        return Tail.of(min(max(probability, 0.0), 1.0), off, self.engine)._replace(because=because)

    def _bracket(self, x: float, near: Integers, mass: float, frequencies: int) -> tuple[float, float]:
        """The middle and half the width of what holds P(Z near, S < x) and P(Z near, S ≤ x)."""
        if not len(near):
            return mass / 2, mass / 2
        k, j, phi, error = self._joint.below(frequencies)
        t, angles = (k + 0.5) * self._joint.step, self._joint.angles
        waves = sum(self._joint.wave(-j * z) * np.exp(-1j * t * (x - self.jitter.step * z)) for z in near.tolist())
        weight = float(np.bincount(k, np.abs(phi)).max(initial=0.0)) / angles
        rounding = len(near) * (error * weight + NEGLIGIBLE)
        return bracketed(mass, waves * phi / angles, k, self._joint.step, frequencies, self._tolerance, rounding)

    @cached_property
    def _picture(self) -> tuple[Floats, Floats]:
        k, j, phi, _ = self._joint.below(_FEWEST)
        alive, row = np.unique(k, return_inverse=True)
        table, z = np.zeros((len(alive), self._joint.angles), dtype=complex), self._joint.between()
        table[row, j % self._joint.angles] = phi * self._joint.wave(-j * z[0])
        t = (alive + 0.5) * self._joint.step
        weights = np.fft.fft(table, axis=1) * (vaaler((alive + 0.5) / _FEWEST) / t)[:, None]
        cells = int(np.clip(_CELLS // len(z), _FEWEST_CELLS, _MOST_CELLS))
        ends = np.linspace(-self.reach, self.reach, cells + 1)
        below = (np.exp(-1j * np.multiply.outer(ends, t)) @ weights[:, : len(z)]).imag
        mass = np.maximum(-np.diff(below, axis=0), 0.0).T.ravel()
        sums = np.add.outer(self._mean + self.jitter.step * z, ends[1:]).ravel()
        order = np.argsort(sums, kind="stable")
        return sums[order], mass[order] / mass.sum()
