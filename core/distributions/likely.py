"""The bootstrap where few items differ: the draws that are likely at all are listed, in two halves met in the middle.

Of n draws k_i are of the i-th value beside the commonest, T = Σ k_i in all. With λ_i = n·p_i::

    P(k) = g(T)·Π Poisson(k_i; λ_i),    g(T) = n!/(n − T)!·p₀^(n−T)·n^(−T)·e^(n(1 − p₀))

so that the halves depend on one another by g(T_A + T_B) alone, which a singular value decomposition makes a sum of few
products u_r(T_A)·v_r(T_B). One search for each draw of the one half finds those of the other that reach x with it.

A tail far out is listed by the tilted law, under which it is likely: e^{K(θ) − θx}·E_θ[e^{−θ(S − x)}·1(S ≥ x)].
"""

import math
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import entr, gammaln

from core.common.cached import cached_property
from core.distributions.enumeration import lowest
from core.distributions.inversion import edge_tail
from core.distributions.quantiles import real_quantile, whole_quantile
from core.distributions.sums import ResampledSum
from core.distributions.tail import NO_MASS, Tail, surest
from core.distributions.tilting import tilt_to
from core.errors import NotExactError

__all__ = ["LikelyResamples", "likely_tail"]

Floats = NDArray[Any]
Integers = NDArray[np.int64]

# Each half lists so many draws at most, none less likely than this, and of a value no number less likely than that.
_MOST, _LEAST, _NEVER = 2**17, 1e-14, 1e-18
# Halves of more draws take long, and of those of a larger entropy too much would be left out.
_MOST_RATE, _MOST_ENTROPY, _REFUSED = 128.0, 8.0, "too many resamples are likely to be listed"
# No more of a law is left out; and of a tail no larger share, else it is tilted, or asked of another engine.
_MOST_LEFT_OUT, _TELLS = 1e-4, 1e-3
# The products leave out less, and all sums are rounded by less.
_RANK, _ROUNDING = 1e-15, 1e-13
# e^x of more is not computed.
_LARGEST_EXPONENT = 600.0
# How many cells a picture has.
_CELLS = 2**13


class LikelyResamples:
    """The sum of n draws from values of which most are equal, but for draws that are never seen.

    Parameters
    ----------
    law : ResampledSum
        The sum.
    otherwise : callable
        Another engine of a law, for tails of which too much is left out.

    Raises
    ------
    NotExactError
        If too many draws are likely.
    """

    engine = "enumeration"

    def __init__(self, law: ResampledSum, otherwise: Callable[[ResampledSum], Any]) -> None:
        self.law, self._otherwise, self._drawn = law, otherwise, _Drawn(law, 0.0)
        if self._drawn.left_out > _MOST_LEFT_OUT:
            raise NotExactError(_REFUSED)

    def at_least(self, x: float | Fraction, strict: bool = False) -> Tail:
        """P(S ≥ x), or P(S > x)."""
        return edge_tail(self.law, x, strict) or self._tail(x, strict, upper=True)

    def at_most(self, x: float | Fraction, strict: bool = False) -> Tail:
        """P(S ≤ x), or P(S < x)."""
        return edge_tail(self.law.reflected(), -x, strict) or self._tail(x, strict, upper=False)

    def points(self) -> tuple[Floats, Floats]:
        """Sums across the distribution with the mass near each, for pictures."""
        return self._picture

    def quantile(self, q: float) -> float:
        """The x for which q lies between P(S < x) and P(S ≤ x), each to within 1e-4."""
        search = whole_quantile if self.law.whole else real_quantile
        return search(q, partial(self._untilted, strict=False, upper=False), self._picture, self.law.support)

    @cached_property
    def _picture(self) -> tuple[Floats, Floats]:
        return self._drawn.picture()

    @cached_property
    def _other(self) -> Any:
        return self._otherwise(self.law)

    def _tail(self, x: float | Fraction, strict: bool, *, upper: bool) -> Tail:
        tail = self._untilted(x, strict, upper)
        law, at = (self.law, x) if upper else (self.law.reflected(), -x)
        if tail.error_bound > _TELLS * tail.probability and law.mean < at < law.support[1]:
            with suppress(NotExactError):
                tail = surest(tail, likely_tail(law, at, strict))
        if tail.error_bound > _TELLS * tail.probability:
            tail = surest(tail, (self._other.at_least if upper else self._other.at_most)(x, strict))
        return tail

    def _untilted(self, x: float | Fraction, strict: bool, upper: bool) -> Tail:
        drawn = self._drawn
        above = drawn.at_least(lowest(self.law, x, strict if upper else not strict))
        found = max(above if upper else drawn.kept - above, 0.0)
        return Tail.of(found + drawn.left_out / 2, drawn.left_out / 2 + _ROUNDING, self.engine)


def likely_tail(law: ResampledSum, x: float | Fraction, strict: bool) -> Tail:
    """P(S ≥ x), or P(S > x), by the law whose mean is x, which lies between the mean and the largest sum.

    Raises
    ------
    NotExactError
        If too many draws are likely that reach x.
    """
    tilt, least = tilt_to(law, float(x)), lowest(law, x, strict)
    drawn = _Drawn(law, tilt.theta)
    share, descent = drawn.at_least(least), tilt.theta * (least - law.mean)
    if not share > 0:
        raise NotExactError(_REFUSED)
    relative = (drawn.left_out + _ROUNDING) / share + tilt.rounding + _ROUNDING * abs(descent)
    return Tail.from_log(tilt.cumulant - descent + math.log(share), LikelyResamples.engine, relative)


class _Half(NamedTuple):
    """The likely draws of some values, by their sums from the lowest up."""

    draws: Integers
    sums: NDArray[Any]
    masses: Floats


class _Drawn:
    """The likely draws of a law tilted by θ.

    Attributes
    ----------
    kept, left_out : float
        How likely those are that are listed, and at most all others.
    """

    def __init__(self, law: ResampledSum, theta: float) -> None:
        shares = law.weights(theta)
        commonest = int(np.argmax(shares))
        rates, off = law.n * shares, law.values - law.values[commonest]
        # The likeliest by turns to the one half and the other
        order = np.argsort(-rates, kind="stable")[1:]
        drawn = order[rates[order] > _NEVER]
        self._theta, self._start = theta, law.n * law.values[commonest].item()
        self._halves = [_listed(off[some], rates[some]) for some in (drawn[::2], drawn[1::2])]
        one, other = self._halves
        g = _given_totals(law.n, float(shares[order].sum()), int(one.draws.max() + other.draws.max()))
        self._factors, product_off = _products(g, one, other)
        masses = [float(half.masses.sum()) for half in self._halves]
        kept = [factors @ half.masses for half, factors in zip(self._halves, self._factors, strict=True)]
        self.kept = min(float(kept[0] @ kept[1]), 1.0)
        left_out = max(1 - masses[0] * masses[1], 0.0) + float(rates[order].sum() - rates[drawn].sum()) + _ROUNDING
        self.left_out = float(g.max()) * left_out + product_off

    def at_least(self, least: float) -> float:
        """E_θ[e^{−θ(S − least)}·1(S ≥ least)] of what is listed, or 0 where that cannot be computed."""
        (one, other), least = self._halves, least - self._start
        partners = np.searchsorted(other.sums, least - one.sums)
        if not self._theta:
            mine, above = self._untilted
        else:
            middle = float(one.masses @ one.sums)
            exponents = [-self._theta * (one.sums - middle), -self._theta * (other.sums - (least - middle))]
            if max(float(each.max()) for each in exponents) > _LARGEST_EXPONENT:
                return 0.0
            mine, above = self._weighted(*map(np.exp, exponents))
        return float(np.vdot(mine, above[partners]))

    @cached_property
    def _untilted(self) -> tuple[Floats, Floats]:
        return self._weighted(1.0, 1.0)

    def _weighted(self, *weights: Floats | float) -> tuple[Floats, Floats]:
        """Factors × masses × weights of the draws of one half, a row each, and of the other all from each draw on."""
        mine, others = (
            (factor * (half.masses * weight)).T
            for half, factor, weight in zip(self._halves, self._factors, weights, strict=True)
        )
        above = np.zeros((len(others) + 1, others.shape[1]))
        above[:-1] = np.cumsum(others[::-1], axis=0)[::-1]
        return mine, above

    def picture(self) -> tuple[Floats, Floats]:
        """Sums in equal cells, with the mass in each."""
        step = sum(float(half.sums[-1] - half.sums[0]) for half in self._halves) / _CELLS or 1.0
        one, other = (
            np.fft.rfft([_in_cells(half, factor, step) for factor in factors], 2 * _CELLS)
            for half, factors in zip(self._halves, self._factors, strict=True)
        )
        mass = np.fft.irfft((one * other).sum(axis=0))
        present = np.flatnonzero(mass > NO_MASS)
        low = float(self._start + sum(half.sums[0] for half in self._halves))
        return low + step * present, mass[present] / mass[present].sum()


def _in_cells(half: _Half, factor: Floats, step: float) -> Floats:
    at = np.rint((half.sums - half.sums[0]) / step).astype(np.int64)
    return np.bincount(at, half.masses * factor, minlength=_CELLS + 1)


def _listed(values: NDArray[Any], rates: Floats) -> _Half:
    """The likely numbers of draws of each value, all together."""
    if rates.sum() > _MOST_RATE:
        raise NotExactError(_REFUSED)
    numbers = [_numbers(rate) for rate in rates.tolist()]
    if sum(float(entr(each).sum()) for each in numbers) > _MOST_ENTROPY:  # about ln of how many are likely
        raise NotExactError(_REFUSED)
    draws, sums, masses = np.zeros(1, dtype=np.int64), np.zeros(1, dtype=values.dtype), np.ones(1)
    for value, number in zip(values, numbers, strict=True):
        following = np.multiply.outer(masses, number)
        least = _LEAST
        if (count := int((following > least).sum())) > _MOST:
            least = float(np.partition(following[following > least], count - _MOST)[count - _MOST])
        state, k = np.nonzero(following > least)
        draws, sums, masses = draws[state] + k, sums[state] + k * value, following[state, k]
    order = np.argsort(sums, kind="stable")
    return _Half(draws[order], sums[order], masses[order])


def _numbers(rate: float) -> Floats:
    """How likely each number of draws of Poisson's law is."""
    k = np.arange(math.ceil(rate + 12 * math.sqrt(rate) + 24))
    masses: Floats = np.exp(k * math.log(rate) - rate - gammaln(k + 1))
    return masses[: int(np.flatnonzero(masses > _NEVER)[-1]) + 1]


def _given_totals(n: int, others: float, most: int) -> Floats:
    """g(T) of up to so many draws, where all values but the commonest have that share."""
    drawn = np.arange(most + 1)
    with np.errstate(divide="ignore"):
        factors = np.log(np.maximum(n - drawn[:-1], 0) / n)
    logs = np.append(0.0, np.cumsum(factors)) + (n - drawn) * math.log1p(-others) + n * others
    return np.where(drawn <= n, np.exp(np.minimum(logs, _LARGEST_EXPONENT)), 0.0)


def _products(g: Floats, one: _Half, other: _Half) -> tuple[tuple[Floats, Floats], float]:
    """u_r(T) of each draw of the one half and v_r(T) of the other, and what their products leave out in all.

    Of a matrix weighed by the square roots of how likely the totals are, that is at most the norm of what is left out.
    """
    chances = [np.bincount(half.draws, half.masses) for half in (one, other)]
    roots = [np.sqrt(each) for each in chances]
    both = g[np.add.outer(np.arange(len(roots[0])), np.arange(len(roots[1])))]
    u, sizes, v = np.linalg.svd(roots[0][:, None] * both * roots[1])
    left_out = np.sqrt(np.cumsum(sizes[::-1] ** 2)[::-1])
    rank = max(int((left_out > _RANK * left_out[0]).sum()), 1)
    least = [np.divide(1.0, each, out=np.zeros_like(each), where=each > 0) for each in roots]
    factors = ((u[:, :rank] * sizes[:rank]).T * least[0])[:, one.draws], (v[:rank] * least[1])[:, other.draws]
    return factors, float(left_out[rank]) if rank < len(left_out) else 0.0
