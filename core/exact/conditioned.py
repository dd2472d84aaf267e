"""Laws with a few outliers: how often each is drawn, or which sign it gets, leaves sums of the rest in narrow windows.

One score of 10⁶ among a thousand ordinary ones makes the window of the whole sum so wide that no number of frequencies
tells its values apart. Given the outliers' part o, P(S ≥ x) = Σ P(o)·P(rest ≥ x − o), and for nearly all o the rest is
certain to lie on one side.
"""

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.cached import cached_property
from core.errors import NotExactError
from core.exact.fourier import ENOUGH, SHARE, Draws, FourierSum, edge_tail
from core.exact.outliers import Law, Parts
from core.exact.sums import ResampledSum
from core.exact.tail import Tail
from core.exact.tilted import tilted_tail
from core.roots import root

__all__ = ["ConditionedSum"]

Floats = NDArray[Any]

# Sums fit 61 bits.
_FARTHEST = 2**62
# What lies outside half a window.
_OUTSIDE = 1e-16
_LOG_OUTSIDE = math.log(_OUTSIDE)
# A picture of real values leaves out parts this unlikely together, and any beyond so many; it has about so many points,
# and at least so many for each part.
_UNSEEN, _MOST_PARTS, _MOST_POINTS, _FEWEST_POINTS = 1e-4, 2**13, 2**18, 16
_CLOSE = 5e-6
# More than a mean is rounded, as a share of it.
_EDGE = 1e-14
# A part of real values is made no more certain than this share of what the likelier parts make together.
_SLACK = 1e-5
# So many parts are looked at at once: the later ones seldom matter.
_BLOCK = 128
# No more parts are asked, nor any where they leave too much open.
_MOST_ASKED = 12_000
_LARGEST_ERROR = 1e-4
# A tilted tail is taken where it is certain to this share of itself.
_TELLS = 0.1


class ConditionedSum:
    """The law of a sum, conditioned on its outliers.

    Parameters
    ----------
    law : ResampledSum or SwappedSum
        The whole sum.
    parts : Parts
        As `without_outliers` returns them.
    engine_of : callable
        The engine of a law of the rest.
    """

    def __init__(self, law: Law, parts: Parts, engine_of: Callable[[Law], Any]) -> None:
        self.law, self.parts, self.engine_of = law, parts, engine_of
        self._engines: dict[int, Any] = {}

    @property
    def engine(self) -> str:
        """That of the likeliest part."""
        some = np.array([law is not None for law in self.parts.laws])[self.parts.which]
        return str(self._rest(int(self.parts.which[np.argmax(some * self.parts.probabilities)])).engine)

    def at_least(self, x: float | Fraction, strict: bool = False, enough: float = 0.0) -> Tail:
        """P(S ≥ x), or P(S > x), nearer than ``enough`` only where that costs nothing."""
        return self._tail(x, strict, enough, upper=True)

    def at_most(self, x: float | Fraction, strict: bool = False, enough: float = 0.0) -> Tail:
        """P(S ≤ x), or P(S < x), nearer than ``enough`` only where that costs nothing."""
        return self._tail(x, strict, enough, upper=False)

    def points(self) -> tuple[Floats, Floats]:
        """The sums and their masses; of real values up to 4,000 for each part but the least likely."""
        order = np.argsort(-self.parts.probabilities, kind="stable")
        if not self._on_a_lattice:
            enough = int(np.searchsorted(np.cumsum(self.parts.probabilities[order]), 1 - _UNSEEN)) + 1
            order = order[: min(enough, _MOST_PARTS)]
        some = self._listed(order)
        of_laws: dict[int | None, tuple[Floats, Floats]] = {None: (np.zeros(1), np.ones(1))}
        for which in {which for _, _, which in some if which is not None}:
            sums, mass = self._rest(which).points()
            of_laws[which] = (sums, mass) if self._on_a_lattice else _thinned(sums, mass, _MOST_POINTS // len(some))
        found = [(offset + of_laws[which][0], probability * of_laws[which][1]) for probability, offset, which in some]
        sums, inverse = np.unique(np.concatenate([each[0] for each in found]), return_inverse=True)
        masses = np.bincount(inverse.ravel(), weights=np.concatenate([each[1] for each in found]))
        return sums, masses / masses.sum()

    @property
    def quantile(self) -> Callable[[float], float] | None:
        """Inverts the distribution function where ``points`` are only a grid."""
        return None if self._on_a_lattice else self._quantile

    def _quantile(self, q: float) -> float:
        sums, cumulative = self._cumulative
        least, largest = map(float, self.law.support)  # the picture may leave out both ends
        at, off = int(np.searchsorted(cumulative, q)), 2
        while True:
            low = float(sums[at - off]) if at >= off else least
            high = float(sums[at + off]) if at + off < len(sums) else largest
            if off > len(sums) or self.at_most(low).probability < q <= self.at_most(high).probability:
                break
            off *= 4
        x = root(lambda x: self.at_most(x).probability - q, low, high, _CLOSE)
        tail = self.at_most(x)
        error = abs(tail.probability - q) + tail.error_bound
        if error > _LARGEST_ERROR:
            raise NotExactError(
                f"the end of the interval at {q:g} is certain only within a probability of ±{error:.2g}"
            )
        return x

    @cached_property
    def _cumulative(self) -> tuple[Floats, Floats]:
        sums, mass = self.points()
        return sums, np.cumsum(mass)

    def _listed(self, some: NDArray[np.intp]) -> list[tuple[float, Any, int | None]]:
        """Some parts: how likely each is, what it adds, and its law, None where nothing is left."""
        which = [k if self.parts.laws[k] is not None else None for k in self.parts.which[some].tolist()]
        probabilities, offsets = (each[some].tolist() for each in (self.parts.probabilities, self.parts.offsets))
        return list(zip(probabilities, offsets, which, strict=True))

    def _rest(self, which: int) -> Any:
        if which not in self._engines:
            law, shared = self.parts.laws[which], self._draws
            assert law is not None
            self._engines[which] = self.engine_of(law) if shared is None else FourierSum(law, shared=shared)
        return self._engines[which]

    @cached_property
    def _windows(self) -> tuple[Floats, Floats]:
        """The means of the laws, and half their windows."""
        laws = self.parts.laws
        means, reaches = ([np.nan if law is None else f(law) for law in laws] for f in (_mean, _half_width))
        return np.array(means), np.array(reaches)

    @cached_property
    def _draws(self) -> Draws | None:
        """What the laws of the rest share, where each is another number of draws for the Fourier inversion."""
        laws = [law for law in self.parts.laws if isinstance(law, ResampledSum)]
        if not laws or self._on_a_lattice:
            return None
        most = max(laws, key=lambda law: law.n)
        engine = self.engine_of(most)
        return Draws(most, min(law.n for law in laws)) if isinstance(_innermost(engine), FourierSum) else None

    @cached_property
    def _on_a_lattice(self) -> bool:
        """Whether sums are whole numbers, few enough to be told apart."""
        likely = self.parts.laws[int(self.parts.which[np.argmax(self.parts.probabilities)])]
        return self.law.whole and (likely is None or not isinstance(_innermost(self.engine_of(likely)), FourierSum))

    def _tail(self, x: float | Fraction, strict: bool, enough: float, *, upper: bool) -> Tail:
        sign, tolerance, parts = (1 if upper else -1), self.law.tolerance, self.parts
        means, reaches = (each[parts.which] for each in self._windows)
        # At the largest sum of all the mean is rounded.
        beyond, reaches = (_less(x, parts.offsets) - means) * sign, reaches + tolerance + _EDGE * np.abs(means)
        certain = float(parts.probabilities[beyond < -reaches].sum())
        for probability, offset, _ in self._listed(np.flatnonzero(np.isnan(means))):
            off = (x - offset) * sign
            certain += probability * (off < -tolerance if strict else off <= tolerance)

        # About what each adds: 1e-16 of it lies outside the window, and tails fall exponentially at least. What matters
        # most comes first, so that the rest needs little certainty.
        def by_what_they_add(some: NDArray[np.bool_]) -> NDArray[np.intp]:
            these = np.flatnonzero(some)
            with np.errstate(under="ignore"):
                decay = np.exp(_LOG_OUTSIDE * np.maximum(beyond[these] / reaches[these], 0.0))
            return these[np.argsort(-parts.probabilities[these] * decay, kind="stable")]

        near, far = by_what_they_add(np.abs(beyond) <= reaches), np.flatnonzero(beyond > reaches)
        tails, found = self._asked(near, certain, x, strict, enough, upper)
        left_out = float(parts.probabilities[near[len(tails) :]].sum())
        if (
            found < max(_OUTSIDE / 1e-3, parts.left_out / 1e-3, enough)
            and found + float(parts.probabilities[far].sum()) > enough
        ):
            tilted = self._tilted(x, strict, upper)
            if tilted is not None:
                return tilted
            far = by_what_they_add(beyond > reaches)
            more, found = self._asked(far, found, x, strict, enough, upper)
            tails, far = tails + more, far[len(more) :]
        probability = certain + math.fsum(p * tail.probability for p, tail in tails)
        bound = math.fsum(p * tail.error_bound for p, tail in tails) + parts.left_out + 1e-14 * probability
        bound += left_out + _OUTSIDE * (certain + float(parts.probabilities[far].sum()))
        engine = "+".join(dict.fromkeys(tail.engine for _, tail in tails)) or self.engine
        because = next((tail.because for _, tail in tails if tail.because), "")
        return Tail.of(min(probability, 1.0), bound, engine)._replace(because=because)

    def _tilted(self, x: float | Fraction, strict: bool, upper: bool) -> Tail | None:
        """A tail so small that parts left out may be all of it: of the whole sum, whose window a tilt narrows."""
        law, at = (self.law, x) if upper else (self.law.reflected(), -x)
        if law.whole:  # between two sums, which the bracket tells apart
            at = (math.floor(at) + 0.5) if strict else (math.ceil(at) - 0.5)
        if not law.mean < at < law.support[1]:
            return None
        tail = edge_tail(law, at, strict) or tilted_tail(law, float(at), strict)
        return tail if tail.error_bound <= _TELLS * tail.probability else None

    def _asked(
        self,
        some: NDArray[np.intp],
        found: float,
        x: float | Fraction,
        strict: bool,
        enough: float,
        upper: bool,
    ) -> tuple[list[tuple[float, Tail]], float]:
        """The first parts' tails, up to those that matter no more, and what they and ``found`` make together."""
        tails, rest = [], float(self.parts.probabilities[some].sum())
        if float(self.parts.probabilities[some[_MOST_ASKED:]].sum()) > _LARGEST_ERROR:
            raise NotExactError("the few scores far from all others combine in too many ways to compute")
        blocks = (some[begin : begin + _BLOCK] for begin in range(0, len(some), _BLOCK))
        glances = (zip(self._listed(block), self._at_a_glance(block, x, upper), strict=True) for block in blocks)
        for (probability, offset, which), (seen, off, certain) in chain.from_iterable(glances):
            slack = 0.0 if self._on_a_lattice else max(_SLACK * found, enough)
            if rest <= slack:
                break
            assert which is not None
            rest -= probability
            # An error that all parts share is no larger in their sum.
            each = max(slack / probability, min(ENOUGH, SHARE * found))
            if off <= max(certain, each):
                tail = Tail.of(seen, off, FourierSum.engine)
            else:
                engine = self._rest(which)
                ask = engine.at_least if upper else engine.at_most
                within = {"enough": each} if isinstance(engine, ConditionedSum | FourierSum) else {}
                tail = ask(x - offset, strict, **within)
            tails.append((probability, tail))
            found += probability * tail.probability
        return tails, found

    def _at_a_glance(self, some: NDArray[np.intp], x: float | Fraction, upper: bool) -> list[tuple[float, ...]]:
        """What the Fourier inversion of each part's rest says at once, as `FourierSum.at_a_glance`."""
        found = np.repeat([[0.0], [np.inf], [0.0]], len(some), axis=1)
        for which in np.unique(self.parts.which[some]).tolist():
            engine, own = self._rest(which), self.parts.which[some] == which
            if isinstance(engine, FourierSum):
                found[:, own] = engine.at_a_glance(_less(x, self.parts.offsets[some[own]]), upper=upper)
        return list(zip(*found.tolist(), strict=True))


def _innermost(engine: Any) -> Any:
    """The engine whose law was rescaled, if it was."""
    return getattr(engine, "inner", engine)


def _thinned(sums: Floats, mass: Floats, most: int) -> tuple[Floats, Floats]:
    """At most about so many sums, each with the mass of those up to it."""
    every = max(1, -(-len(sums) // max(most, _FEWEST_POINTS)))
    begins = np.arange(0, len(sums), every)
    return sums[np.append(begins[1:] - 1, len(sums) - 1)], np.add.reduceat(mass, begins)


def _mean(law: Law) -> float:
    return law.mean


def _half_width(law: Law) -> float:
    return law.half_width()


def _less(x: float | Fraction, offsets: NDArray[Any]) -> Floats:
    """x less each offset; of whole ones without a rounding that would count beside a narrow window."""
    if offsets.dtype.kind != "i":
        return float(x) - offsets
    whole = min(max(math.floor(x), -_FARTHEST), _FARTHEST)
    return (whole - offsets).astype(float) + float(x - whole)
