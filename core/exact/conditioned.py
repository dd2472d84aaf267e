"""Laws with a few outliers: how often each is drawn, or which sign it gets, leaves sums of the rest in narrow windows.

One score of 10⁶ among a thousand ordinary ones makes the window of the whole sum so wide that no number of frequencies
tells its values apart. Given the outliers' part o, P(S ≥ x) = Σ P(o)·P(rest ≥ x − o), and for nearly all o the rest is
certain to lie on one side.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.cached import cached_property
from core.errors import NotExactError
from core.exact.fourier import ENOUGH, SHARE, Draws, FourierSum, edge_tail
from core.exact.sums import ResampledSum, SwappedSum
from core.exact.tail import Tail
from core.exact.tilted import tilted_tail

__all__ = ["ConditionedSum", "without_outliers"]

Floats = NDArray[Any]
Law = ResampledSum | SwappedSum

# So much narrower the window of the rest must be.
_NARROWER = 8
# At most so many outliers, and so many values of them in the bootstrap, where the rest has a law for each number drawn.
_MOST_SIGNS, _MOST_DRAWN, _MOST_VALUES = 6, 3, 3
# What is left out of all parts together, and what lies outside half a window.
_LEFT_OUT = 1e-17
_OUTSIDE = 1e-16
_LOG_OUTSIDE = math.log(_OUTSIDE)
# A picture of real values leaves out parts this unlikely.
_UNSEEN = 1e-4
_CLOSE = 1e-6
# A part of real values is made no more certain than this share of what the likelier parts make together.
_SLACK = 1e-5
_LARGEST_ERROR = 1e-4
# A tilted tail is taken where it is certain to this share of itself.
_TELLS = 0.1


@dataclass(frozen=True, eq=False)
class Part:
    """The outliers' share of the sum, how likely it is, and the law of the rest, None where outliers are all."""

    probability: float
    offset: Any
    law: Law | None


def without_outliers(law: Law) -> list[Part] | None:
    """Return the parts of a law with a few outliers, or None where leaving out a few narrows no window."""
    reach = law.half_width()
    sizes = np.abs(law.values - (law.mean / law.n if isinstance(law, ResampledSum) else 0))
    order = np.argsort(-sizes, kind="stable")
    swaps = isinstance(law, SwappedSum)
    for m in range(1, min(_MOST_SIGNS if swaps else _MOST_VALUES, len(law.values) - 2) + 1):
        some = order[:m]
        if law.counts[some].sum() > (_MOST_SIGNS if swaps else _MOST_DRAWN):
            return None
        rest = np.sort(order[m:])
        narrow = replace(law, values=law.values[rest], counts=law.counts[rest])
        if narrow.half_width() * _NARROWER <= reach:
            return _signs(law, some, narrow) if isinstance(narrow, SwappedSum) else _draws(law, some, narrow)
    return None


def _signs(law: Law, some: NDArray[np.intp], rest: SwappedSum) -> list[Part]:
    ways = [
        [((count - 2 * k) * value, math.comb(count, k) / 2**count) for k in range(count + 1)]
        for value, count in zip(law.values[some].tolist(), law.counts[some].astype(int).tolist(), strict=True)
    ]
    return [
        Part(math.prod(p for _, p in chosen), sum(offset for offset, _ in chosen), rest) for chosen in product(*ways)
    ]


def _draws(law: Law, some: NDArray[np.intp], rest: ResampledSum) -> list[Part]:
    assert isinstance(law, ResampledSum)
    n, of_all = law.n, float(law.counts.sum())
    least = math.log(_LEFT_OUT / 1_000)
    # An outlier that stands for c items is drawn k times with a chance of at most c^k/k!.
    most = [
        next(k for k in range(1, 100) if k * math.log(c) - math.lgamma(k + 1) < least - _MOST_DRAWN)
        for c in law.counts[some].tolist()
    ]
    drawn = np.indices([min(n + 1, k) for k in most]).reshape(len(most), -1)
    drawn = drawn[:, drawn.sum(axis=0) <= n]
    left = n - drawn.sum(axis=0)
    shares = law.counts[some] / of_all
    # n!/(left!·n^drawn) by its factors: the logarithms of such factorials lose digits where n is large.
    falling = np.log1p(-np.arange(n - left.min()) / n).cumsum()
    logs = np.append(0.0, falling)[n - left] + left * math.log1p(-float(shares.sum()))
    for k, share in zip(drawn, shares, strict=True):
        logs += k * math.log(n * share) - np.array([math.lgamma(i + 1) for i in range(int(k.max()) + 1)])[k]
    kept = logs >= least
    laws = {
        number: replace(rest, counts=rest.counts * (number / rest.counts.sum())) if number else None
        for number in np.unique(left[kept]).tolist()
    }
    offsets = law.values[some] @ drawn[:, kept]
    chances = np.exp(logs[kept])
    return [
        Part(*each) for each in zip(chances.tolist(), offsets.tolist(), map(laws.get, left[kept].tolist()), strict=True)
    ]


class ConditionedSum:
    """The law of a sum, conditioned on its outliers.

    Parameters
    ----------
    law : ResampledSum or SwappedSum
        The whole sum.
    parts : list of Part
        As `without_outliers` returns them.
    engine_of : callable
        The engine of a law of the rest.
    """

    def __init__(self, law: Law, parts: list[Part], engine_of: Callable[[Law], Any]) -> None:
        self.law, self.parts, self.engine_of = law, parts, engine_of
        self._engines: dict[int, Any] = {}
        self._half_widths: dict[int, float] = {}

    @property
    def engine(self) -> str:
        """That of the likeliest part."""
        likeliest = max((part for part in self.parts if part.law is not None), key=lambda each: each.probability)
        return str(self._rest(likeliest).engine)

    def at_least(self, x: float | Fraction, strict: bool = False, enough: float = 0.0) -> Tail:
        """P(S ≥ x), or P(S > x), nearer than ``enough`` only where that costs nothing."""
        return self._tail(x, strict, enough, upper=True)

    def at_most(self, x: float | Fraction, strict: bool = False, enough: float = 0.0) -> Tail:
        """P(S ≤ x), or P(S < x), nearer than ``enough`` only where that costs nothing."""
        return self._tail(x, strict, enough, upper=False)

    def points(self) -> tuple[Floats, Floats]:
        """The sums and their masses; of real values about 4,000 for each part but the least likely."""
        least = 0.0 if self.law.whole else _UNSEEN
        found = [
            (part.offset + sums, part.probability * mass)
            for part in self.parts
            if part.probability > least
            for sums, mass in [(np.zeros(1), np.ones(1)) if part.law is None else self._rest(part).points()]
        ]
        sums, inverse = np.unique(np.concatenate([each[0] for each in found]), return_inverse=True)
        masses = np.bincount(inverse.ravel(), weights=np.concatenate([each[1] for each in found]))
        return sums, masses / masses.sum()

    @property
    def quantile(self) -> Callable[[float], float] | None:
        """Inverts the distribution function where ``points`` are only a grid."""
        return None if self.law.whole else self._quantile

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
        for _ in range(60):
            middle = (low + high) / 2
            tail = self.at_most(middle)
            if abs(tail.probability - q) <= _CLOSE or not low < middle < high:
                break
            low, high = (low, middle) if tail.probability >= q else (middle, high)
        error = abs(tail.probability - q) + tail.error_bound
        if error > _LARGEST_ERROR:
            raise NotExactError(
                f"the end of the interval at {q:g} is certain only within a probability of ±{error:.2g}"
            )
        return middle

    @cached_property
    def _cumulative(self) -> tuple[Floats, Floats]:
        sums, mass = self.points()
        return sums, np.cumsum(mass)

    def _half_width(self, law: Law) -> float:
        key = id(law)
        if key not in self._half_widths:
            self._half_widths[key] = law.half_width()
        return self._half_widths[key]

    def _rest(self, part: Part) -> Any:
        assert part.law is not None
        key = id(part.law)
        if key not in self._engines:
            shared = self._draws
            self._engines[key] = self.engine_of(part.law) if shared is None else FourierSum(part.law, shared=shared)
        return self._engines[key]

    @cached_property
    def _draws(self) -> Draws | None:
        """What the laws of the rest share, where each is another number of draws for the Fourier inversion."""
        laws = [part.law for part in self.parts if isinstance(part.law, ResampledSum)]
        if not laws or self.law.whole:
            return None
        most = max(laws, key=lambda law: law.n)
        return Draws(most, min(law.n for law in laws)) if isinstance(self.engine_of(most), FourierSum) else None

    def _tail(self, x: float | Fraction, strict: bool, enough: float, *, upper: bool) -> Tail:
        near: list[tuple[float, Part]] = []
        far: list[tuple[float, Part]] = []
        certain, tolerance = 0.0, self.law.tolerance
        for part in self.parts:
            if part.law is None:
                off = (x - part.offset) * (1 if upper else -1)
                certain += part.probability * (off < -tolerance if strict else off <= tolerance)
                continue
            beyond = (float(x - part.offset) - part.law.mean) * (1 if upper else -1)
            reach = self._half_width(part.law)
            out = beyond / reach
            if beyond < -reach - tolerance:
                certain += part.probability
            else:
                # About what it adds: 1e-16 of it lies outside the window, and tails fall exponentially at least.
                adds = part.probability * math.exp(_LOG_OUTSIDE * max(out, 0.0))
                (far if beyond > reach + tolerance else near).append((adds, part))
        # What matters most comes first, so that the rest needs little certainty.
        near, far = (sorted(parts, key=lambda each: -each[0]) for parts in (near, far))
        tails, found = self._asked(near, certain, x, strict, enough, upper)
        left_out = sum(part.probability for _, part in near[len(tails) :])
        if found < max(_OUTSIDE / 1e-3, enough) and found + sum(part.probability for _, part in far) > enough:
            tilted = self._tilted(x, strict, upper)
            if tilted is not None:
                return tilted
            more, found = self._asked(far, found, x, strict, enough, upper)
            tails, far = tails + more, far[len(more) :]
        probability = certain + math.fsum(p * tail.probability for p, tail in tails)
        bound = math.fsum(p * tail.error_bound for p, tail in tails) + _LEFT_OUT + 1e-14 * probability
        bound += left_out + _OUTSIDE * (certain + sum(part.probability for _, part in far))
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
        parts: list[tuple[float, Part]],
        found: float,
        x: float | Fraction,
        strict: bool,
        enough: float,
        upper: bool,
    ) -> tuple[list[tuple[float, Tail]], float]:
        """The first parts' tails, up to those that matter no more, and what they and ``found`` make together."""
        tails, rest = [], sum(part.probability for _, part in parts)
        for _, part in parts:
            slack = 0.0 if self.law.whole else max(_SLACK * found, enough)
            if rest <= slack:
                break
            rest -= part.probability
            engine, y = self._rest(part), x - part.offset
            ask = engine.at_least if upper else engine.at_most
            # An error that all parts share is no larger in their sum.
            each = max(slack / part.probability, min(ENOUGH, SHARE * found))
            within = {"enough": each} if isinstance(engine, ConditionedSum | FourierSum) else {}
            tail: Tail = ask(y, strict, **within)
            tails.append((part.probability, tail))
            found += part.probability * tail.probability
        return tails, found
