"""Sums and products of waves e^{itx} at equally spaced frequencies.

All e^{itx} are products of a coarse and a fine one, t = a + b, so that sums over the items are one matrix product.
"""

import math
from collections.abc import Iterator
from copy import copy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.distributions.gridded import gridded_sums
from core.distributions.series import SMALL, log_cosh_sums, wave_means
from core.distributions.threads import on_one_thread

__all__ = ["Grid", "sums_of_waves"]

Floats = NDArray[Any]
Complexes = NDArray[Any]
Integers = NDArray[Any]

_EPSILON = float(np.finfo(float).eps)
# Complex numbers that are held at once.
_BLOCK = 2**20
# So many factors are multiplied before looking which products have become negligible, or more of few products.
_FACTORS, _FACTORS_AT_ONCE = 32, 2**16
# Up to so many waves are summed sooner than thinned out.
_DIRECT = 2**16
# Of more values an FFT tells the middles of blocks, and so many of more tell enough.
_MANY, _SOME = 2**7, 2**12
# So many times fewer blocks than lie between the first and the last are taken one by one.
_SPARSE = 8
# Far more than sums of waves are off.
_SLACK = 1e-9
# Of fewer values, or where fewer of them are small, no power series is summed.
_FEW, _MOSTLY = 64, 0.9
# How far the means of a block should lie from that of its middle, and how far they may, of the smallest blocks.
_TELLING, _TELLING_AT_ALL, _SMALLEST = 0.2, 0.3, 8


class Grid:
    """The frequencies first + (a·size + b)·step, and sums and products over values x of functions of e^{itx} there.

    ``change`` is E|x|, by which a mean of e^{itx} changes at most while t grows by 1.
    """

    def __init__(self, x: Floats, first: float, step: float, count: int, change: float = 0.0) -> None:
        self.x, self.first, self.step, self.count, self.change = x, first, step, count, change
        self.size = 1 << max(0, round(math.log2(count) / 2))
        if len(x) * count >= _DIRECT and _SMALLEST / 2 * step * change <= _TELLING_AT_ALL:
            # Blocks whose middles tell of all their frequencies.
            while self.size > _SMALLEST and self.size / 2 * step * change > _TELLING:
                self.size //= 2
        self.blocks = -(-count // self.size)

    def rounding(self, k: Integers) -> float:
        """How far e^{itx} can be off up to the last k: a product of log₂ many, and an angle's own rounding."""
        last = abs(self.first) + self.step * float(k[-1] if len(k) else 0)
        return _EPSILON * (4 + math.log2(self.count + 1) + last * float(np.abs(self.x).max(initial=0.0)))

    def means(self, weights: Floats, floor: float) -> tuple[Integers, Complexes]:
        """Σ w·e^{itx} for weights that sum to 1, except where it is known to be smaller than the floor, and which k."""
        kept = self._kept(weights, floor)
        k, total = kept[:, None] * self.size + np.arange(self.size), self.sums(kept, weights)
        inside = k < self.count
        return k[inside], total[inside]

    def sums(self, kept: Integers, weights: Floats) -> Complexes:
        """Σ w·e^{itx} at all frequencies of these blocks, a row for each; the last may lie beyond the count."""
        t = self.first + self.step * (kept[:, None] * self.size + np.arange(self.size))
        low, small = _small(np.abs(t).max(axis=1, initial=0.0), np.abs(self.x), SMALL[0])
        total = np.zeros(t.shape, dtype=complex)
        total[low] = wave_means(t[low], self.x[small], weights[small])
        for blocks, of in ((low, ~small), (~low, slice(None))):
            if blocks.any():
                total[blocks] += self._sums(kept[blocks], self.x[of], weights[of])
        return total

    def middles(self, weights: Floats) -> Complexes:
        """Σ w·e^{itx} at the middle of each block, near which the others of the block lie."""
        middle = np.zeros(self.blocks, dtype=complex)
        for some in self._items(len(self.x)):
            middle += self._coarse(self.x[some], self.blocks, self.size / 2) @ weights[some]
        return middle

    def reach(self, weights: Floats) -> float:
        """How far Σ w·e^{itx} lies from that at the middle of its block at most."""
        return self.size / 2 * self.step * float(weights @ np.abs(self.x)) + _SLACK

    def of(self, some: NDArray[Any] | slice) -> "Grid":
        """Some of the values at the same frequencies in the same blocks."""
        part = copy(self)
        part.x = self.x[some]
        return part

    def _sums(self, kept: Integers, x: Floats, weights: Floats) -> Complexes:
        total = np.zeros((len(kept), self.size), dtype=complex)
        first, block, span = self.first, self.size * self.step, int(kept[-1] - kept[0]) + 1
        for some in self._items(len(x)):
            if len(kept) * _SPARSE < span:
                coarse = np.exp(1j * np.multiply.outer(first + kept * block, x[some]))
            else:
                coarse = _waves(x[some], first + float(kept[0]) * block, block, span)[kept - kept[0]]
            total += (coarse * weights[some]) @ self._fine(x[some], self.size).T
        return total

    def products(self, k: Integers, theta: float, counts: Integers, floor: float) -> Complexes:
        """Π over x > 0 of (cos tx + i·tanh θx·sin tx)^count at those k, or 0 where it is smaller than the floor."""
        phi = np.ones(len(k), dtype=complex)
        z = np.abs(theta + 1j * (self.first + self.step * k))
        low, small = _small(z, self.x, SMALL[1])
        phi[low] = np.exp(log_cosh_sums(self.first + self.step * k[low], theta, self.x[small], counts[small]))
        phi[np.abs(phi) <= floor] = 0
        for some, of in ((low, ~small), (~low, slice(None))):
            self._multiply(phi, k, np.flatnonzero(some & (phi != 0)), self.x[of], theta, counts[of], floor)
        return phi

    def _multiply(
        self, phi: Complexes, k: Integers, alive: Integers, x: Floats, theta: float, counts: Integers, floor: float
    ) -> None:
        """Multiply φ by the factors of x where it is alive.

        No factor is larger than 1, so that a product below the floor needs no further factors.
        """
        slope, done = np.tanh(theta * x), 0
        while done < len(x) and len(alive):
            block, row = np.divmod(k[alive], self.size)
            blocks, starts = np.unique(block, return_index=True)
            rows = int(row.max()) + 1
            at_once = min(_FACTORS_AT_ONCE // len(alive), _BLOCK // rows)
            some = slice(done, done + max(_FACTORS, at_once))
            done = some.stop
            coarse = self._coarse(x[some], int(blocks[-1]) + 1)
            fine = self._fine(x[some], rows)
            # An item a row: products along rows take a tenth of the time of those within.
            cosine, sine = fine.real.T.copy(), fine.imag.T.copy()
            tilts = slope[some, None] if theta else None
            for a, start, end in zip(blocks, starts, [*starts[1:], len(alive)], strict=True):
                mine = alive[start:end]
                at = row[start:end] if len(mine) < rows else slice(None)
                c, s, by = cosine[:, at], sine[:, at], coarse[a][:, None]
                turned = c * by.real - s * by.imag
                if tilts is not None:
                    turned = turned + 1j * (s * (tilts * by.real) + c * (tilts * by.imag))
                phi[mine] *= _power_product(turned, counts[some])
            matters = np.abs(phi[alive]) > floor
            phi[alive[~matters]] = 0
            alive = alive[matters]

    def _kept(self, weights: Floats, floor: float) -> Integers:
        """The blocks that may hold a value above the floor, as their middles tell, or those of some of the values."""
        if len(self.x) * self.count < _DIRECT or not floor > 0:
            return np.arange(self.blocks)
        return np.flatnonzero(self.at_most(weights, floor) > floor)

    def at_most(self, weights: Floats, floor: float, kept: Integers | None = None) -> Floats:
        """How large Σ w·e^{itx} is at most in each of these blocks, for weights that sum to 1; 1 where that is no help.

        It is no help unless below the floor.
        """
        if kept is not None and len(kept) * len(self.x) <= self.blocks:
            waves = np.exp(1j * np.multiply.outer(self.first + (kept + 0.5) * (self.size * self.step), self.x))
            return np.minimum(np.abs(waves @ weights) + self.reach(weights), 1.0)
        most = self._at_most(weights, floor)
        return most if kept is None else most[kept]

    def _at_most(self, weights: Floats, floor: float) -> Floats:
        grid, some, rest = self, slice(None, None, max(1, len(self.x) // _SOME)), 0.0
        # The others add no more than their weights.
        others = 1 - float(weights[some].sum())
        if floor - others > (1 - others) / 2:
            grid, weights, rest = self.of(some), weights[some], max(others, 0.0)
        off = grid.reach(weights) + rest
        if off >= floor:
            return np.ones(self.blocks)
        if len(grid.x) < _MANY:
            return np.minimum(np.abs(grid.middles(weights)) + off, 1.0)
        size = self.size * self.step
        middles, told = gridded_sums(grid.x, weights, self.first + size / 2, size, self.blocks)
        return np.fmin(np.abs(middles) + told + off, 1.0)  # where nothing is told, 1

    def _items(self, items: int) -> Iterator[slice]:
        size = max(1, _BLOCK // (self.size + self.blocks))
        for start in range(0, items, size):
            yield slice(start, start + size)

    def _coarse(self, x: Floats, blocks: int, off: float = 0.0) -> Complexes:
        return _waves(x, self.first + off * self.step, self.size * self.step, blocks)

    def _fine(self, x: Floats, rows: int) -> Complexes:
        return _waves(x, 0.0, self.step, rows)


def sums_of_waves(x: Floats, weights: Complexes, first: float, step: float, count: int) -> Complexes:
    """Σ w·e^{itx} at t = first + k·step for all k < count."""
    with on_one_thread():
        return Grid(x, first, step, count).means(weights, 0.0)[1]


def _small(t: Floats, sizes: Floats, most: float) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """At which t most of the products t·size are small enough for a power series, and of which sizes all are."""
    if len(sizes) < _FEW or not len(t):
        return np.zeros(len(t), dtype=bool), np.zeros(len(sizes), dtype=bool)
    low = t * np.quantile(sizes, _MOSTLY) <= most
    return low, sizes * t[low].max(initial=0.0) <= most


def _waves(x: Floats, first: float, step: float, count: int) -> Complexes:
    """e^{itx} at t = first + k·step, a row for each k < count, doubling how many are known."""
    waves = np.empty((count, len(x)), dtype=complex)
    waves[0] = np.exp(1j * first * x)
    done = 1
    while done < count:
        more = min(done, count - done)
        np.multiply(waves[:more], np.exp(1j * (done * step) * x), out=waves[done : done + more])
        done += more
    return waves


def _power_product(factor: NDArray[Any], counts: Integers) -> NDArray[Any]:
    """Π over the first axis of factor^count, by repeated squaring."""
    product = np.ones(factor.shape[1], dtype=factor.dtype)
    while len(counts):
        odd = counts % 2 == 1
        product *= (factor if odd.all() else factor[odd]).prod(axis=0)
        again = counts > 1
        if not again.any():
            break
        factor, counts = factor[again] ** 2, counts[again] // 2
    return product
