"""Sums of values near a lattice: how far they are on it is one law, and what is left over decides next to x alone.

With v = g·z + r of each value, Z and R the sums of both and B half a window of R::

    P(S ≥ x) = P(Z > (x + B)/g) + Σ P(Z = z, R ≥ x − g·z)  over the few z between (x − B)/g and (x + B)/g,

of which the second is inverted as in `fourier`, from E[e^{itR}·1(Z = z)] = Σ_j e^{−iθz}·E e^{iθZ + itR}/J at J angles θ
that tell all Z apart. Both fade: only some thousands of (θ, t) matter.

For a small tail Z alone is tilted, by λ: P(Z = z, R ≥ y) = e^{K(λ) − λ(z − E Z)}·P_λ(Z = z, R ≥ y).
"""

import math
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.common.cached import cached_property
from core.distributions.brackets import AimedSum, OfPValue
from core.distributions.fourier import FourierSum
from core.distributions.inversion import ENOUGH, SHARE, bracketed, vaaler
from core.distributions.jitter import Jitter
from core.distributions.joint import NEGLIGIBLE, JointWaves
from core.distributions.quantiles import real_quantile
from core.distributions.stratified import Law
from core.distributions.tail import Tail, surest
from core.distributions.tilted import ENGINE, tilted_tail
from core.distributions.tilting import tilt_to
from core.errors import NotExactError

__all__ = ["JitteredSum"]

Floats = NDArray[Any]
Complexes = NDArray[Any]
Integers = NDArray[np.int64]

# How many frequencies there are at least, of a picture, where they are few, and at most.
_FEWEST, _SHOWN, _FEW, _MOST = 2**6, 2**8, 2**10, 2**16
# So many factors take long.
_MUCH = 2**21
_OUTSIDE, _ROUNDING = 1e-16, 4e-16
# A tail smaller than this is tilted, and all of the law where such a share of it is open; so little is to be left open.
_TILT_BELOW, _LITTLE, _TELLS, _TELLS_ANYWAY = 1e-3, 0.2, 0.01, 1e-4
# More frequencies that leave more than so much of a bracket are the last, and such a share of a tail tells nothing.
_HARDLY, _HOPELESS = 0.7, 0.9
# What floating point holds with all digits, and room.
_LEAST = 1e-285
# Of each point of the lattice a picture shows so many cells.
_CELLS, _FEWEST_CELLS, _MOST_CELLS = 2**13, 4, 256


class JitteredSum(AimedSum):
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

    law: Law

    def __init__(self, law: Law, jitter: Jitter, engine_of: Callable[[Law], Any]) -> None:
        super().__init__(law)
        self.jitter, self._on = jitter, engine_of(jitter.on_lattice)
        self._tolerance = _ROUNDING * float(law.counts @ np.abs(law.values))
        self._joint = JointWaves(law, jitter, self._tolerance)
        self._usual = self._joint.telling(*self._joint.usual)
        self._usual.below(_FEWEST)  # refused now, if too many matter, and not when a tail is asked

    def quantile(self, q: float) -> float:
        """As that of any other law, of tails that are as certain as those of a p-value if they do."""
        certain = partial(self._found, upper=False, enough=ENOUGH)
        return real_quantile(q, certain, self._picture, self.law.support, self.at_most)

    def _aimed(self, x: float | Fraction, strict: bool, upper: bool, aim: OfPValue) -> Tail:
        return self._found(float(x), upper, strict)

    def _found(self, x: float, upper: bool, strict: bool = False, enough: float = 0.0) -> Tail:
        edge = self._edge(x, strict, upper)
        joint = self._towards(edge, upper)
        if joint:
            with suppress(NotExactError):
                return self._far_out(joint, x, upper, strict, enough)
        try:
            tail = self._refined(self._untilted(edge), edge, upper, enough)
        except NotExactError:
            tail = (self._plain.at_least if upper else self._plain.at_most)(x, strict)
        return self._or_tilted(tail, x, upper, strict)

    def _far_out(self, joint: JointWaves, x: float, upper: bool, strict: bool, enough: float) -> Tail:
        """By the tilted lattice, or the tilted law of all where few frequencies of that tell nothing."""
        edge = self._edge(x, strict, upper)
        tail = self._refined(joint, edge, upper, enough, _FEW)
        if tail.error_bound > _HOPELESS * tail.probability:
            tail = self._or_tilted(tail, x, upper, strict)
        if tail.error_bound > self._enough(joint, tail.probability, enough):
            with suppress(NotExactError):  # where so many are too many, the few have told
                tail = surest(tail, self._refined(joint, edge, upper, enough, begin=4 * _FEW))
        return self._or_tilted(tail, x, upper, strict)

    def _or_tilted(self, tail: Tail, x: float, upper: bool, strict: bool) -> Tail:
        """The tail, or that of the tilted law of all, where it is small and not certain."""
        law, at = (self.law, x) if upper else (self.law.reflected(), -x)
        if tail.probability >= _TILT_BELOW or tail.error_bound <= _LITTLE * tail.probability:
            return tail
        return surest(tail, tilted_tail(law, at, strict)) if law.mean < at < law.support[1] else tail

    def _untilted(self, x: float) -> JointWaves:
        (first, last), (lowest, largest) = self._joint.near(x), self._joint.usual
        return self._usual if lowest <= first <= last <= largest else self._joint

    def _towards(self, x: float, upper: bool) -> JointWaves | None:
        """Tilted to a threshold of the lattice where the tail is small, by Chernoff's bound."""
        first, last = self._joint.near(x)
        law, z = (self.jitter.on_lattice, first) if upper else (self.jitter.on_lattice.reflected(), -last)
        z = min(z, law.support[1] - 0.5)
        if not law.mean < z:
            return None
        tilt = tilt_to(law, z)
        if not math.log(_LEAST) < tilt.cumulant - tilt.theta * (z - law.mean) < math.log(_TILT_BELOW):
            return None
        joint = JointWaves(self.law, self.jitter, self._tolerance, tilt.theta if upper else -tilt.theta)
        return joint.telling(*joint.near(x))

    def _refined(
        self, joint: JointWaves, x: float, upper: bool, enough: float, most: int = _MOST, begin: int = _FEWEST
    ) -> Tail:
        """With as many frequencies as make it certain enough."""
        first, last = joint.near(x)
        on, frequencies = self._on, begin
        sure = on.at_least(last + 1) if upper else on.at_most(first - 1)
        possible = on.at_least(first) if upper else on.at_most(last)
        tail = self._inverted(joint, x, frequencies, upper, sure, possible)
        while tail.error_bound > self._enough(joint, tail.probability, enough) and frequencies < most:
            frequencies *= 4
            try:
                more = self._inverted(joint, x, frequencies, upper, sure, possible)
            except NotExactError:
                break
            hardly = more.error_bound > _HARDLY * tail.error_bound  # all rounding, or atoms
            tail = surest(tail, more)
            if hardly:
                break
        return tail

    def _enough(self, joint: JointWaves, probability: float, enough: float) -> float:
        """How certain a tail is made: where more frequencies take long, to three digits only, or two if it is small."""
        rest = min(probability, 1 - probability)
        if enough or 4 * joint.work <= _MUCH:
            return enough or min(ENOUGH, SHARE * rest)
        return max(SHARE * rest, min(_TELLS / 2 * rest, _TELLS_ANYWAY))

    def _inverted(
        self, joint: JointWaves, x: float, frequencies: int, upper: bool, certain: Tail, most: Tail
    ) -> Tail:  # fmt: skip
        """From what surely counts of the lattice, and what counts at most."""
        first, last = joint.near(x)
        tilt, pivot = joint.tilt, first if upper else last
        # All as a share of e^{K − λ(pivot − E Z)}: as so much a tilted sum counts at the pivot, and less beyond it.
        descent = tilt.theta * (pivot - self.jitter.on_lattice.mean)
        scale = math.exp(tilt.cumulant - descent)
        if scale < _LEAST:
            raise NotExactError("a tail smaller than floating point holds")
        surely, possible = certain.probability / scale, most.probability / scale
        mass = max(possible - surely, 0.0)
        below, half_width = self._bracket(joint, x, pivot, mass, frequencies)
        share = surely + (mass - below if upper else below)
        off = half_width + 3 * _OUTSIDE + possible * (tilt.rounding + _ROUNDING * abs(descent))
        probability, off = scale * share, scale * off + certain.error_bound + most.error_bound
        because = f"with {frequencies:,} frequencies of the Fourier inversion, "
        engine = ENGINE if tilt.theta else self.engine
        return Tail.of(min(max(probability, 0.0), 1.0), off, engine)._replace(because=because)

    def _bracket(self, joint: JointWaves, x: float, pivot: int, mass: float, frequencies: int) -> tuple[float, float]:
        """The middle and half the width of what holds P(Z near, S < x) and P(Z near, S ≤ x), tilted from the pivot."""
        near = joint.between(*joint.near(x))
        if not len(near):
            return mass / 2, mass / 2
        k, j, phi, error = joint.below(frequencies)
        starts = np.flatnonzero(np.diff(k, prepend=-1))
        alive, off = k[starts], x - joint.mean - self.jitter.step * near
        t, weights = (alive + 0.5) * joint.step, np.exp(-joint.tilt.theta * (near - pivot)) / joint.angles
        waves = np.zeros(len(alive), dtype=complex)
        for z, y, weight in zip(near.tolist(), off.tolist(), weights.tolist(), strict=True) if len(alive) else ():
            waves += np.add.reduceat(phi * joint.wave(-j * z), starts) * (weight * np.exp(-1j * y * t))
        largest = float(np.bincount(k, np.abs(phi)).max(initial=0.0)) / joint.angles
        rounding = len(near) * (error * largest + NEGLIGIBLE)
        return bracketed(mass, waves, alive, joint.step, frequencies, self._tolerance, rounding)

    @cached_property
    def _plain(self) -> FourierSum:
        """For what takes all angles, where that is too much work."""
        return FourierSum(self.law)

    @cached_property
    def _picture(self) -> tuple[Floats, Floats]:
        try:
            k, j, phi, _ = self._joint.below(_SHOWN)
        except NotExactError:
            return self._plain.points()
        alive, row = np.unique(k, return_inverse=True)
        table, z = np.zeros((len(alive), self._joint.angles), dtype=complex), self._joint.between()
        table[row, j % self._joint.angles] = phi * self._joint.wave(-j * z[0])
        t = (alive + 0.5) * self._joint.step
        weights = np.fft.fft(table, axis=1) * (vaaler((alive + 0.5) / _SHOWN) / t)[:, None]
        cells = int(np.clip(_CELLS // len(z), _FEWEST_CELLS, _MOST_CELLS))
        ends = np.linspace(-self._joint.reach, self._joint.reach, cells + 1)
        below = (np.exp(-1j * np.multiply.outer(ends, t)) @ weights[:, : len(z)]).imag
        mass = np.maximum(-np.diff(below, axis=0), 0.0).T.ravel()
        sums = np.add.outer(self._joint.mean + self.jitter.step * z, ends[1:]).ravel()
        order = np.argsort(sums, kind="stable")
        return sums[order], mass[order] / mass.sum()
