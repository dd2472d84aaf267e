"""Sums of real values with outliers: how their clusters come out leaves a narrow law, inverted for all ways at once.

One score of 10⁶ among a thousand ordinary ones makes the window of the whole sum so wide that no number of frequencies
tells its values apart. Given the way w that the clusters come out, what is left open has a narrow window ±B around its
mean m_w, so that P(S ≥ x) = Σ P(w) over all m_w > x + B, and over the few near x the bracket of `fourier`, which is
linear in the characteristic function: one inversion of Σ P(w)·φ_w(t)·e^{−it(x − m_w)} serves all of them.
"""

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.cached import cached_property
from core.errors import NotExactError
from core.exact.clusters import Cluster, Clusters
from core.exact.fading import Law
from core.exact.fourier import FourierSum
from core.exact.frequencies import sums_of_waves
from core.exact.inversion import CERTAIN, ENOUGH, SHARE, InvertedSum, Known, bracketed, vaaler
from core.exact.quantiles import real_quantile
from core.exact.spectrum import NEGLIGIBLE, characteristic, one_draw
from core.exact.sums import ResampledSum, SwappedSum
from core.exact.tail import Tail
from core.exact.threads import on_one_thread
from core.exact.tilted import tilted_tail
from core.exact.ways import Near, Ways

__all__ = ["ClusteredSum"]

Floats = NDArray[Any]
Complexes = NDArray[Any]
Integers = NDArray[Any]

# How many frequencies there are at least and at most, and frequencies × pairs of ways that are multiplied out.
_FEWEST, _MOST, _LARGEST_WORK = 2**12, 2**21, 2**24
# As much work is a frequency of so many values.
_VALUE = 1 / 64
_BLOCK, _TINY = 2**20, 1e-300
# Frequencies in a row.
_ROW = 2**9
_OUTSIDE = 1e-16
# A picture shows so many of the ways if they are nearly all and of few shapes, with so many cells in all of them.
_MOST_SHOWN, _SHOWN, _MOST_SHAPES = 2**11, 0.999, 64
_CELLS, _FEWEST_CELLS, _MOST_CELLS = 2**18, 16, 4_000
# So many ways near a threshold are asked one by one.
_MOST_NEAR = 64
# What the probabilities of ways are off.
_ROUNDING = 1e-13
# A tail smaller than this is tilted, if that is certain to such a share of it.
_TILT_BELOW, _TELLS = 1e-3, 0.01


class ClusteredSum(InvertedSum):
    """The law of a sum with outliers, as a bracket around each tail that provably holds.

    Parameters
    ----------
    law : ResampledSum or SwappedSum
        The whole sum.
    clusters : Clusters
        As `in_clusters` returns them.
    engine_of : callable
        The engine of a law that is not conditioned.
    apart : bool
        Whether the core is rather asked for a tail given each way, where few are near.
    """

    law: Law

    def __init__(
        self, law: Law, clusters: Clusters, engine_of: Callable[[Law], Any] = FourierSum, apart: bool = False
    ) -> None:
        super().__init__(law)
        self._apart, self._cores = apart, dict[int, tuple[Law, Any]]()
        self.engine_of, self.core, self.reach = engine_of, clusters.core, clusters.reach
        self.step = math.pi / (2 * self.reach)
        self.clusters = clusters.halves[0].clusters + clusters.halves[1].clusters
        self._ways = Ways(clusters)
        self._known = Known(self._characteristic)
        self._tables: dict[int, dict[int, Complexes]] = {}

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
        return real_quantile(q, self.at_most, self._picture, self.law.support, self._rough)

    def _rough(self, x: float) -> Tail:
        """P(S ≤ x) from the fewest frequencies."""
        return self._inverted(self._ways.near(x, self.law.tolerance), _FEWEST, upper=False)

    @cached_property
    def _whole(self) -> Any:
        return self.engine_of(self.law)

    @cached_property
    def _picture(self) -> tuple[Floats, Floats]:
        shares, means, times = self._ways.likeliest(_MOST_SHOWN)
        # What a way leaves open depends on how often wide clusters are drawn, and on all draws.
        wide = np.array([cluster.width > 0 for cluster in self.clusters])
        drawn = 0 * times[:, 0] if isinstance(self.core, SwappedSum) else times.sum(axis=1)
        _, first, of = np.unique(np.column_stack([times * wide, drawn]), axis=0, return_index=True, return_inverse=True)
        if shares.sum() < _SHOWN or len(first) > _MOST_SHAPES:  # so many that they are no longer told apart
            return self._whole.points()
        cells = min(max(_CELLS // len(shares), _FEWEST_CELLS), _MOST_CELLS)
        shapes = np.stack([self._shape(each, cells) for each in times[first]])
        mass = (shares[:, None] * shapes[of.ravel()]).ravel()
        sums = np.add.outer(means, np.linspace(-self.reach, self.reach, cells + 1)[1:]).ravel()
        order = np.argsort(sums, kind="stable")
        return sums[order], mass[order] / mass.sum()

    def _shape(self, times: NDArray[np.int64], cells: int) -> Floats:
        """The mass in each cell of what a way leaves open."""
        k, waves, _ = self._known.below(_FEWEST)
        t = (k + 0.5) * self.step
        phi = self._mixed(Near(np.ones(1), np.zeros(1), times[None], 0.0, 0.0, 0.0), t, waves)
        weights = vaaler((k + 0.5) / _FEWEST) * phi / t
        ends = sums_of_waves(-t, weights, -self.reach, 2 * self.reach / cells, cells + 1)
        mass = np.maximum(-np.diff(ends.imag), 0.0)
        return mass / mass.sum()

    def _tail(self, x: float | Fraction, strict: bool, *, upper: bool) -> Tail:
        near, tilted = self._ways.near(x, self.law.tolerance), None
        if self._apart:
            with suppress(NotExactError):  # where the core refuses, the bracket of all ways may still tell
                alone = self._one_by_one(near, x, strict, upper)
                if alone.probability >= _TILT_BELOW or alone.error_bound <= _TELLS * alone.probability:
                    return alone
        tail, frequencies = self._inverted(near, _FEWEST, upper), _FEWEST
        while tail.error_bound > min(ENOUGH, SHARE * tail.probability):
            if tail.probability < _TILT_BELOW and tilted is None:
                tilted = self._tilted(x, strict, upper)
                if tilted is not None and tilted.error_bound <= _TELLS * tilted.probability:
                    return tilted
            frequencies = self._more(near, frequencies, tail)
            if not frequencies:
                break
            tail = self._inverted(near, frequencies, upper)
        found = [each for each in (tail, tilted) if each is not None]
        if tail.error_bound > CERTAIN:  # of wide clusters the whole law may tell more
            found.append((self._whole.at_least if upper else self._whole.at_most)(x, strict))
        return min(found, key=lambda each: each.error_bound)

    def _one_by_one(self, near: Near, x: float | Fraction, strict: bool, upper: bool) -> Tail:
        """From the law of the core given each way near x."""

        def ask(engine: Any, x: float | Fraction) -> Tail:
            tail: Tail = (engine.at_least if upper else engine.at_most)(x, strict)
            return tail

        if len(near.shares) > _MOST_NEAR:
            return ask(self._whole, x)
        drawn = 0 * near.times[:, 0] if isinstance(self.core, SwappedSum) else near.times.sum(axis=1)
        given = [(y, *self._given(k)) for y, k in zip(near.y.tolist(), drawn.tolist(), strict=True)]
        tails = [ask(engine, core.mean + y) for y, core, engine in given]
        found, bounds = (np.array([getattr(each, of) for each in tails]) for of in ("probability", "error_bound"))
        probability = (near.above if upper else near.below) + float(near.shares @ found)
        off = float(near.shares @ bounds) + near.left_out + _OUTSIDE + _ROUNDING * probability
        return Tail.of(min(max(probability, 0.0), 1.0), off, self.engine)

    def _given(self, drawn: int) -> tuple[Law, Any]:
        """The law of the core after so many draws of outliers, and its engine."""
        if drawn not in self._cores:
            core = self.core
            if isinstance(core, ResampledSum):
                core = replace(core, counts=core.counts * ((core.n - drawn) / float(core.counts.sum())))
            self._cores[drawn] = core, self.engine_of(core)
        return self._cores[drawn]

    def _more(self, near: Near, frequencies: int, tail: Tail) -> int:
        """So many frequencies as the tail needs or as may be looked at, or 0 where there are no more."""
        wanted = max(min(ENOUGH, SHARE * tail.probability), _OUTSIDE)
        needed = max(frequencies * tail.error_bound / wanted, 2 * frequencies)
        most = min(_MOST, 1 << int(math.log2(_LARGEST_WORK / _VALUE / len(self.core.values))))
        more = min(1 << math.ceil(math.log2(min(needed, most))), most)
        while more > frequencies and self._work(near, more) > _LARGEST_WORK:
            more //= 2
        return more if more > frequencies else 0

    def _work(self, near: Near, frequencies: int) -> float:
        """How many φ of ways are computed at so many frequencies, where they matter."""
        each = float(len(near.shares))
        if isinstance(self.core, SwappedSum):
            each += sum(cluster.size**2 for cluster in self.clusters if cluster.width > 0)
        return each * len(self._known.below(frequencies)[0])

    def _inverted(self, near: Near, frequencies: int, upper: bool) -> Tail:
        """The tail from so many frequencies."""
        if self._work(near, frequencies) > _LARGEST_WORK:
            return Tail.of(0.5, 0.5, self.engine)
        below, half_width = self._bracket(near, frequencies)
        mass = float(near.shares.sum())
        probability = near.above + mass - below if upper else near.below + below
        off = half_width + near.left_out + _OUTSIDE + _ROUNDING * probability
        because = f"with {frequencies:,} frequencies of the Fourier inversion given {len(self.clusters)} outliers, "
        return Tail.of(min(max(probability, 0.0), 1.0), off, self.engine)._replace(because=because)

    def _tilted(self, x: float | Fraction, strict: bool, upper: bool) -> Tail | None:
        """A tail so small that ways left out may be all of it: of the whole sum, whose window a tilt narrows."""
        law, at = (self.law, float(x)) if upper else (self.law.reflected(), -float(x))
        return tilted_tail(law, at, strict) if law.mean < at < law.support[1] else None

    def _bracket(self, near: Near, frequencies: int) -> tuple[float, float]:
        """The middle and half the width of what holds Σ P(w)·P(S < x given w) and P(S ≤ x given w), the w near x."""
        k, waves, error = self._known.below(frequencies)
        mass, phi = float(near.shares.sum()), self._mixed(near, (k + 0.5) * self.step, waves)
        return bracketed(mass, phi, k, self.step, frequencies, self.law.tolerance, mass * error)

    def _mixed(self, near: Near, t: Floats, waves: Complexes) -> Complexes:
        """Σ P(w)·φ_w(t)·e^{−it(x − m_w)} over the ways near x."""
        phi, size = np.zeros(len(t), dtype=complex), max(1, _BLOCK // max(len(t), 1))
        if len(t) not in self._tables:  # of their first so many frequencies
            wide = {i: each for i, each in enumerate(self.clusters) if each.width > 0}
            if isinstance(self.core, SwappedSum):
                self._tables[len(t)] = {i: _signs(each, t) for i, each in wide.items()}
            else:
                k = np.rint(t / self.step - 0.5).astype(np.int64)
                self._tables[len(t)] = {i: _log_draw(each, k, self.step) for i, each in wide.items()}
        tables = self._tables[len(t)]
        for start in range(0, len(near.shares), size):
            some = slice(start, start + size)
            times, y = near.times[some], near.y[some]
            if isinstance(self.core, SwappedSum):
                own = near.shares[some, None] * np.exp(-1j * np.multiply.outer(y, t))
                for at, table in tables.items():
                    own *= table[times[:, at]]
                phi += own.sum(axis=0) * waves
            else:
                powers = np.column_stack([y, self.core.n - times.sum(axis=1), times[:, list(tables)]])
                own = powers.astype(complex) @ np.stack([-1j * t, np.log(waves), *tables.values()])
                phi += near.shares[some] @ np.exp(own, out=own)
        return phi

    def _characteristic(self, start: int, count: int) -> tuple[Integers, Complexes, float]:
        first = (start + 0.5) * self.step
        if isinstance(self.core, SwappedSum):
            return characteristic(self.core, first, self.step, count)
        floor = math.exp(-NEGLIGIBLE / max(self.core.n - self._ways.most_drawn, 1))
        k, mean, rounding = one_draw(self.core, first, self.step, count, 0.0, floor)
        return k, mean, math.exp(-NEGLIGIBLE) + self.core.n * rounding


def _log_draw(cluster: Cluster, k: Integers, step: float) -> Complexes:
    """ln E e^{itr} of one draw r from a cluster, around its mean, at t = (k + ½)·step.

    By a matrix product of the waves at the first frequencies of rows and at those within a row.
    """
    rows, row = np.unique(k // _ROW, return_inverse=True)
    first = np.exp(1j * step * np.multiply.outer(rows * _ROW + 0.5, cluster.values)) * (cluster.counts / cluster.size)
    within = np.exp(1j * step * np.multiply.outer(cluster.values, np.arange(_ROW)))
    with on_one_thread():
        return np.log((first @ within)[row, k % _ROW] + _TINY)


def _signs(cluster: Cluster, t: Floats) -> Complexes:
    """E e^{itr} of a cluster's values with k random signs plus, around its mean, a row for each k.

    It is the coefficient of z^k in Π (z·e^{itr} + e^{−itr}), each as likely as all others.
    """
    table = np.ones((1, len(t)), dtype=complex)
    for value in np.repeat(cluster.values, cluster.counts.astype(np.int64)).tolist():
        m, wave = len(table), np.exp(1j * value * t)
        # Of m values k have a plus: the last of them with probability k/m.
        plus, k = np.zeros((m + 1, len(t)), dtype=complex), np.arange(m + 1)[:, None] / m
        plus[1:] = table * wave * k[1:]
        plus[:-1] += table * wave.conj() * (1 - k[:-1])
        table = plus
    return table
