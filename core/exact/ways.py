"""The ways in which clusters of outliers come out: which of them leave open on which side of x a sum lies.

The clusters are in two halves, whose ways are listed by themselves, so that pairs of ways are found by searching. Draws
of the bootstrap are Poisson's, given their number: K₁ + K₂ draws of outliers weigh a pair by f(K₁ + K₂), which is a
short sum of products Σ u_r(K₁)·v_r(K₂).
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.cached import cached_property
from core.errors import NotExactError
from core.exact.clusters import Clusters, Half
from core.exact.fading import Law
from core.exact.sums import SwappedSum

__all__ = ["Near", "Ways"]

Floats = NDArray[Any]
Integers = NDArray[Any]

# So many pairs near a threshold are listed. The least likely are left out, and those with more draws of outliers than
# by so many standard deviations and draws.
_MOST_PAIRS, _LEFT_OUT, _DEVIATIONS, _DRAWS = 2**22, 1e-8, 7.0, 9.0
# What f's short sum leaves out of it.
_SHORT = 1e-15
# More than a mean is rounded, as a share of it, and 61 bits.
_EDGE, _FARTHEST = 1e-14, 2**62


@dataclass(frozen=True, eq=False)
class Near:
    """The w ways that leave open on which side of x the sum lies.

    Attributes
    ----------
    shares : ndarray of shape (w,)
        How likely each is.
    y : ndarray of shape (w,)
        How far x lies above its mean.
    times : ndarray of shape (w, c)
        How often it draws each cluster, or how many of its values get a plus.
    below, above : float
        How likely the sum is to lie below or above x in any other way.
    left_out : float
        How likely it is that nothing is known.
    """

    shares: Floats
    y: Floats
    times: Integers
    below: float
    above: float
    left_out: float


class Ways:
    """All pairs of ways of the two halves of clusters.

    Examples
    --------
    >>> law = SwappedSum(np.array([1.0, 2.0, 1e6]), np.ones(3))
    >>> one, other = (Half((), np.zeros((1, 0), dtype=int), np.ones(1)) for _ in range(2))
    >>> near = Ways(Clusters(law, (one, other), 5.0)).near(2.0)
    >>> near.shares, near.y
    (array([1.]), array([2.]))
    """

    def __init__(self, clusters: Clusters) -> None:
        self.core, self.reach = clusters.core, clusters.reach
        self.expected = math.fsum(each.size for half in clusters.halves for each in half.clusters)
        self._one, self._other = (_sorted(half, self.core) for half in clusters.halves)
        # The largest sums are rounded.
        self._edge = _EDGE * float(np.abs(self._one.at).max() + np.abs(self._other.at).max())

    @cached_property
    def most_drawn(self) -> int:
        """So often are outliers drawn in the ways near x: what more draws leave of the core is wide, and unlikely."""
        if isinstance(self.core, SwappedSum):
            return 0
        return min(math.ceil(self.expected + _DEVIATIONS * math.sqrt(self.expected) + _DRAWS), self.core.n - 1)

    def near(self, x: float | Fraction, tolerance: float = 0.0) -> Near:
        """The ways near x, and how likely the sum lies on either side in all others.

        Raises
        ------
        NotExactError
            If they are more than four million.
        """
        one, other, margin = self._one, self._other, self.reach + tolerance + self._edge
        target = float(x) - self.core.mean - one.at
        first, last = np.searchsorted(other.at, target - margin), np.searchsorted(other.at, target + margin, "right")
        found = last - first
        if found.sum() > _MOST_PAIRS:
            raise NotExactError("the few scores far from all others combine in too many ways to compute")
        mine, below, above, left_out = self._cumulative
        i = np.repeat(np.arange(len(found)), found)
        j = np.arange(len(i)) - np.repeat(np.cumsum(found) - found - first, found)
        drawn = one.drawn[i] + other.drawn[j]
        shares = one.shares[i] * other.shares[j] * self._weight[drawn]
        order = np.argsort(-shares, kind="stable")
        kept = order[: int(np.searchsorted(np.cumsum(shares[order]), (1 - _LEFT_OUT) * shares.sum())) + 1]
        kept = kept[drawn[kept] <= self.most_drawn]
        left_out += max(float(shares.sum() - shares[kept].sum()), 0.0)
        i, j = i[kept], j[kept]
        y = _less(x, one.offsets[i] + other.offsets[j]) - (one.means[i] + other.means[j] + self.core.mean)
        sides = [max(float((mine * each).sum()), 0.0) for each in (below[:, first], above[:, last])]
        return Near(shares[kept], y, np.column_stack([one.times[i], other.times[j]]), sides[0], sides[1], left_out)

    def likeliest(self, most: int) -> tuple[Floats, Floats, Integers]:
        """How likely about so many of the likeliest ways are, their means, and how often each draws each cluster."""
        some = [np.argsort(-half.shares, kind="stable")[:most] for half in (self._one, self._other)]
        i, j = (each.ravel() for each in np.meshgrid(*some, indexing="ij"))
        shares = self._one.shares[i] * self._other.shares[j] * self._weight[self._one.drawn[i] + self._other.drawn[j]]
        kept = np.argsort(-shares, kind="stable")[:most]
        kept = kept[self._one.drawn[i[kept]] + self._other.drawn[j[kept]] <= self.most_drawn]
        i, j = i[kept], j[kept]
        times = np.column_stack([self._one.times[i], self._other.times[j]])
        return shares[kept], self._one.at[i] + self._other.at[j] + self.core.mean, times

    @cached_property
    def _cumulative(self) -> tuple[Floats, Floats, Floats, float]:
        """How likely each way of the one half is, the other's below each and from each on, and what all leave out."""
        u, v, off = self._product
        mine, others = self._one.shares * u[:, self._one.drawn], self._other.shares * v[:, self._other.drawn]
        zero = np.zeros((len(v), 1))
        below, above = np.cumsum(others, axis=1), np.cumsum(others[:, ::-1], axis=1)[:, ::-1]
        everything = float(mine.sum(axis=1) @ others.sum(axis=1))
        return mine, np.append(zero, below, axis=1), np.append(above, zero, axis=1), max(1 - everything, 0.0) + off

    @cached_property
    def _weight(self) -> Floats:
        """f(K): how much likelier K draws of outliers are when there are n draws in all than by Poisson's law."""
        if isinstance(self.core, SwappedSum):
            return np.ones(1)
        n, most = self.core.n, int(self._one.drawn.max() + self._other.drawn.max())
        left = n - np.arange(min(most, n) + 1)
        # n!/(left!·n^K) by its factors: the logarithms of such factorials lose digits where n is large.
        falling = np.append(0.0, np.log(left[:-1] / n).cumsum())
        f = np.exp(self.expected + falling + left * math.log1p(-self.expected / n))
        return np.append(f, np.zeros(max(most - n, 0)))

    @cached_property
    def _product(self) -> tuple[Floats, Floats, float]:
        """u ``(r, K₁)`` and v ``(r, K₂)`` with f(K₁ + K₂) = Σ u·v, and how far that is off."""
        one, other = (np.arange(int(half.drawn.max()) + 1) for half in (self._one, self._other))
        f = self._weight[np.add.outer(one, other)]
        u, s, v = np.linalg.svd(f, full_matrices=False)
        kept = s > _SHORT * s[0]
        short, v = (u[:, kept] * s[kept]).T, v[kept]
        return short, v, float(np.abs(short.T @ v - f).max())


@dataclass(frozen=True, eq=False)
class _Sorted:
    """The ways of a half from the lowest mean up: what they add, and their mean less the core's in as many draws."""

    times: Integers
    shares: Floats
    offsets: NDArray[Any]
    means: Floats
    drawn: Integers
    at: Floats


def _sorted(half: Half, core: Law) -> _Sorted:
    middles = np.array([cluster.middle for cluster in half.clusters], dtype=core.values.dtype)
    means = np.array([cluster.mean for cluster in half.clusters], dtype=float)
    if isinstance(core, SwappedSum):
        signs = 2 * half.times - np.array([round(cluster.size) for cluster in half.clusters], dtype=np.int64)
        drawn, off = np.zeros(len(signs), dtype=np.int64), signs @ means
    else:
        signs, drawn = half.times, half.times.sum(axis=1)
        off = signs @ means - drawn * (core.mean / core.n)
    offsets = signs @ middles
    order = np.argsort(offsets + off, kind="stable")
    sorted_ = (each[order] for each in (half.times, half.probabilities, offsets, off, drawn, offsets + off))
    return _Sorted(*sorted_)


def _less(x: float | Fraction, offsets: NDArray[Any]) -> Floats:
    """x less each offset; of whole ones without a rounding that would count beside a narrow window."""
    if offsets.dtype.kind != "i":
        return float(x) - offsets
    whole = min(max(math.floor(x), -_FARTHEST), _FARTHEST)
    return (whole - offsets).astype(float) + float(x - whole)
