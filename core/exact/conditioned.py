"""Laws of whole numbers with a few outliers: given how often each is drawn, or its sign, the rest has a narrow lattice.

One score of 10⁶ among a thousand ordinary ones makes a lattice of millions of steps. Given the outliers' part o,
P(S ≥ x) = Σ P(o)·P(rest ≥ x − o), and for nearly all o the rest is certain to lie on one side.
"""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.cached import cached_property
from core.errors import NotExactError
from core.exact.fourier import FourierSum
from core.exact.inversion import edge_tail
from core.exact.outliers import Law, Parts
from core.exact.quantiles import whole_quantile
from core.exact.tail import Tail
from core.exact.tilted import tilted_tail

__all__ = ["ConditionedSum"]

Floats = NDArray[Any]

# Sums fit 61 bits.
_FARTHEST = 2**62
# What lies outside half a window.
_OUTSIDE = 1e-16
# More than a mean is rounded, as a share of it.
_EDGE = 1e-14
# What the rounding of a sum of parts is, and where the masses of their laws make it certain enough to such a share.
_ROUNDING, _ENOUGH = 1e-14, 1e-9
# Laws less likely than this are not looked at then.
_UNLIKELY = 1e-13
# So many sums of parts are listed; a picture shows so many parts if they are nearly all, with about so many sums.
_MOST_LISTED, _MOST_SHOWN, _SHOWN, _CELLS = 2**21, 2**11, 0.999, 2**18
# No more parts are asked, where others leave too much open.
_MOST_ASKED, _LARGEST_ERROR = 12_000, 1e-4
# Where what is left out is a larger share of what is found, it is tilted, if that is certain to such a share of itself.
_TELLING, _TELLS = 1e-3, 0.1


class ConditionedSum:
    """The law of a sum, conditioned on its outliers.

    Parameters
    ----------
    law : ResampledSum or SwappedSum
        The whole sum, of whole numbers.
    parts : Parts
        As `without_outliers` returns them.
    engine_of : callable
        The engine of a law of the rest.
    """

    def __init__(self, law: Law, parts: Parts, engine_of: Callable[[Law], Any]) -> None:
        self.law, self.parts, self.engine_of = law, parts, engine_of
        self._engines: dict[int, Any] = {}
        self._masses: dict[int, tuple[Floats, Floats, Floats, float]] = {}

    @property
    def engine(self) -> str:
        """That of the likeliest part."""
        some = np.array([law is not None for law in self.parts.laws])[self.parts.which]
        return str(self._rest(int(self.parts.which[np.argmax(some * self.parts.probabilities)])).engine)

    def at_least(self, x: float | Fraction, strict: bool = False) -> Tail:
        """P(S ≥ x), or P(S > x)."""
        return self._tail(x, strict, upper=True)

    def at_most(self, x: float | Fraction, strict: bool = False) -> Tail:
        """P(S ≤ x), or P(S < x)."""
        return self._tail(x, strict, upper=False)

    def points(self) -> tuple[Floats, Floats]:
        """The sums and their masses, or where they are too many, some sums with the mass up to each."""
        return self._listed(np.arange(len(self.parts.offsets)), 1) if self._few else self._picture

    @property
    def quantile(self) -> Callable[[float], float] | None:
        """Inverts the distribution function where ``points`` are only a grid."""
        return None if self._few else self._quantile

    def _quantile(self, q: float) -> float:
        return whole_quantile(q, self.at_most, self._picture, self.law.support)

    @cached_property
    def _few(self) -> bool:
        """Whether the sums of all parts are few enough to be listed."""
        widths = 2 * np.nan_to_num(self._windows[1]) + 1
        return float(np.sum(widths[self.parts.which])) <= _MOST_LISTED

    @cached_property
    def _picture(self) -> tuple[Floats, Floats]:
        order = np.argsort(-self.parts.probabilities, kind="stable")[:_MOST_SHOWN]
        if self.parts.probabilities[order].sum() < _SHOWN:  # so many that they are no longer told apart
            return FourierSum(self.law).points()
        widest = 2 * float(np.nanmax(self._windows[1])) + 1
        return self._listed(order, math.ceil(widest * len(order) / _CELLS))

    def _listed(self, some: NDArray[np.intp], every: int) -> tuple[Floats, Floats]:
        """Every so many sums of some parts, from the lowest up, with the mass up to each."""
        shapes: dict[int | None, tuple[Floats, Floats]] = {}
        sums, masses = [], []
        for probability, offset, which in self._ways(some):
            if which not in shapes:
                own, mass = (np.zeros(1), np.ones(1)) if which is None else self._rest(which).points()
                begins = np.arange(0, len(own), every)
                shapes[which] = own[np.append(begins[1:] - 1, len(own) - 1)], np.add.reduceat(mass, begins)
            sums.append(offset + shapes[which][0])
            masses.append(probability * shapes[which][1])
        distinct, inverse = np.unique(np.concatenate(sums), return_inverse=True)
        mass = np.bincount(inverse.ravel(), weights=np.concatenate(masses))
        return distinct, mass / mass.sum()

    def _ways(self, some: NDArray[np.intp]) -> list[tuple[float, Any, int | None]]:
        """Some parts: how likely each is, what it adds, and its law, None where nothing is left."""
        which = [k if self.parts.laws[k] is not None else None for k in self.parts.which[some].tolist()]
        probabilities, offsets = (each[some].tolist() for each in (self.parts.probabilities, self.parts.offsets))
        return list(zip(probabilities, offsets, which, strict=True))

    def _rest(self, which: int) -> Any:
        if which not in self._engines:
            law = self.parts.laws[which]
            assert law is not None
            self._engines[which] = self.engine_of(law)
        return self._engines[which]

    @cached_property
    def _windows(self) -> tuple[Floats, Floats]:
        """The means of the laws, and half their windows."""
        laws = self.parts.laws
        means, reaches = ([np.nan if law is None else f(law) for law in laws] for f in (_mean, _half_width))
        return np.array(means), np.array(reaches)

    def _tail(self, x: float | Fraction, strict: bool, *, upper: bool) -> Tail:
        sign, parts = (1 if upper else -1), self.parts
        means, reaches = (each[parts.which] for each in self._windows)
        # At the largest sum of all the mean is rounded.
        beyond, reaches = (_less(x, parts.offsets) - means) * sign, reaches + _EDGE * np.abs(means)
        certain = float(parts.probabilities[beyond < -reaches].sum())
        for probability, offset, _ in self._ways(np.flatnonzero(np.isnan(means))):
            off = (x - offset) * sign
            certain += probability * (off < 0 if strict else off <= 0)
        near = np.abs(beyond) <= reaches
        glance, off = self._at_a_glance(np.flatnonzero(near), x, strict, upper)
        off += parts.left_out + _ROUNDING * (certain + glance)
        if off <= _ENOUGH * (certain + glance):
            return Tail.of(min(certain + glance, 1.0), off + _OUTSIDE, self.engine)
        tails, left_out = self._asked(near, x, strict, upper)
        found, outside = certain + math.fsum(p * tail.probability for p, tail in tails), certain
        if found < max(_OUTSIDE, parts.left_out) / _TELLING:
            tilted = self._tilted(x, strict, upper)
            if tilted is not None:
                return tilted
            more, others = self._asked(beyond > reaches, x, strict, upper)
            tails, left_out = tails + more, left_out + others
        else:
            outside += float(parts.probabilities[beyond > reaches].sum())
        probability = certain + math.fsum(p * tail.probability for p, tail in tails)
        bound = math.fsum(p * tail.error_bound for p, tail in tails) + parts.left_out + left_out
        bound += _ROUNDING * probability + _OUTSIDE * outside
        engine = "+".join(dict.fromkeys(tail.engine for _, tail in tails)) or self.engine
        because = next((tail.because for _, tail in tails if tail.because), "")
        return Tail.of(min(probability, 1.0), bound, engine)._replace(because=because)

    def _tilted(self, x: float | Fraction, strict: bool, upper: bool) -> Tail | None:
        """A tail so small that parts left out may be all of it: of the whole sum, whose window a tilt narrows."""
        law, at = (self.law, x) if upper else (self.law.reflected(), -x)
        # Between two sums, which the bracket tells apart
        at = (math.floor(at) + 0.5) if strict else (math.ceil(at) - 0.5)
        if not law.mean < at < law.support[1]:
            return None
        tail = edge_tail(law, at, strict) or tilted_tail(law, float(at), strict)
        return tail if tail.error_bound <= _TELLS * tail.probability else None

    def _at_a_glance(
        self, some: NDArray[np.intp], x: float | Fraction, strict: bool, upper: bool
    ) -> tuple[float, float]:
        """What some parts add by the masses of their laws, and how far that may be off."""
        which, shares = self.parts.which[some], self.parts.probabilities[some]
        least = math.floor(x) + 1 if strict == upper else math.ceil(x)
        total, off = 0.0, 0.0
        for law, likely in enumerate(np.bincount(which, weights=shares).tolist()):
            if likely <= _UNLIKELY:
                off += likely
                continue
            sums, below, above, uncertainty = self._cumulative(law)
            own = which == law
            at = np.searchsorted(sums, least - self.parts.offsets[some[own]])
            total += float(shares[own] @ (above if upper else below)[at])
            off += likely * uncertainty
        return total, off

    def _cumulative(self, which: int) -> tuple[Floats, Floats, Floats, float]:
        """The sums of a law, the mass below each and from each on, and how far these may be off."""
        if which not in self._masses:
            engine = self._rest(which)
            sums, mass = engine.points()
            below, above = np.append(0.0, np.cumsum(mass)), np.append(np.cumsum(mass[::-1])[::-1], 0.0)
            self._masses[which] = sums, below, above, getattr(getattr(engine, "inner", engine), "uncertainty", math.inf)
        return self._masses[which]

    def _asked(
        self, some: NDArray[np.bool_], x: float | Fraction, strict: bool, upper: bool
    ) -> tuple[list[tuple[float, Tail]], float]:
        """What some parts say and how likely each is, from the likeliest on, and how likely those not asked are."""
        order = np.flatnonzero(some)[np.argsort(-self.parts.probabilities[some], kind="stable")]
        not_asked = float(self.parts.probabilities[order[_MOST_ASKED:]].sum())
        if not_asked > _LARGEST_ERROR:
            raise NotExactError("the few scores far from all others combine in too many ways to compute")
        tails = []
        for probability, offset, which in self._ways(order[:_MOST_ASKED]):
            assert which is not None
            engine = self._rest(which)
            tails.append((probability, (engine.at_least if upper else engine.at_most)(x - offset, strict)))
        return tails, not_asked


def _mean(law: Law) -> float:
    return law.mean


def _half_width(law: Law) -> float:
    return law.half_width()


def _less(x: float | Fraction, offsets: NDArray[Any]) -> Floats:
    """x less each offset, without a rounding that would count beside a narrow window."""
    whole = min(max(math.floor(x), -_FARTHEST), _FARTHEST)
    difference: Floats = (whole - offsets).astype(float) + float(x - whole)
    return difference
