"""Exact permutation tests of metrics that are not sums: F1, precision, recall, macro-F1 of two labels.

What the experimental system loses by a swap the baseline gains, so the state of seed 003's Figure 5 (its F1 dynamic
program, O(N⁵)) needs not four coordinates but the rank of the items' swap differences Δ: two for every metric above.
With T = ΣΔ over the swapped items, the mass of T on a plane lattice is one 2-D FFT of::

    E e^{it·(T − D/2)} = Π cos(t·Δ/2)^multiplicity,   D = ΣΔ

and the metric's difference is a function of T. The absolute error is about 1e-15.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.fft import irfft2, next_fast_len

from core.cached import cached_property
from core.errors import NotExactError
from core.exact.sums import cosine_product
from core.exact.tail import Tail
from core.exact.units import find_lattice
from core.metrics import Metric
from core.paired import Collapsed

__all__ = ["PlaneSwaps"]

Floats = NDArray[Any]

_LARGEST_WINDOW = 2**22
_LARGEST_WORK = 10**9
# Hoeffding's inequality leaves 1e-16 of the mass outside 8.7 standard deviations of a sum of ±½ steps.
_DEVIATIONS = 8.7
# What windowing (1e-16 a side and coordinate) and rounding can move a probability by.
_ERROR_BOUND = 2e-15


class PlaneSwaps:
    """The law of the metric's difference after random swaps.

    Parameters
    ----------
    rows : Collapsed
        The distinct rows of the pair with their multiplicities.
    metric : Metric
        Any metric; its score is evaluated on every point of the window.
    decimals : int or None
        The most decimals printed in the files that the statistics came from.
    tolerance : float
        How far apart rounding can put two equal differences.

    Raises
    ------
    NotExactError
        If the swap differences span more than two dimensions, lie on no lattice, or need too large a window.
    """

    engine = "plane"

    def __init__(self, rows: Collapsed, metric: Metric, decimals: int | None, tolerance: float) -> None:
        self.metric = metric
        self.tolerance = tolerance
        a, e, counts = rows
        self.baseline, self.experimental = counts @ a, counts @ e
        differs = (a != e).any(axis=1)
        step = (e - a)[differs]
        coordinates, self.directions = _two_coordinates(step, metric.name)
        columns = [_on_lattice(a[:, j], e[:, j], differs, decimals, metric.name) for j in coordinates]
        self.steps = np.column_stack([ints for ints, _ in columns]) if columns else np.zeros((len(step), 0), int)
        self.units = np.array([unit for _, unit in columns])
        self.counts = counts[differs]
        self.window = [_window(self.counts, column) for column in self.steps.T]
        self.total = self.counts @ self.steps
        size = float(np.prod([float(w) for w in self.window]))
        if size > _LARGEST_WINDOW:
            raise NotExactError(
                f"the swap differences of {metric.name} spread over {size:.2g} lattice points, more than the "
                f"{_LARGEST_WINDOW:,} of an FFT window"
            )
        if size * len(self.counts) > _LARGEST_WORK:
            raise NotExactError(
                f"{len(self.counts):,} distinct swap differences of {metric.name} over {size:.2g} lattice points need "
                f"more than {_LARGEST_WORK:,} cosines"
            )

    def at_least(self, x: float, strict: bool = False) -> Tail:
        """P(δ' ≥ x), or P(δ' > x)."""
        differences, mass = self._grid
        chosen = differences > x + self.tolerance if strict else differences >= x - self.tolerance
        return Tail.of(min(float(mass[chosen].sum()), 1.0), _ERROR_BOUND, self.engine)

    def at_most(self, x: float, strict: bool = False) -> Tail:
        """P(δ' ≤ x), or P(δ' < x)."""
        differences, mass = self._grid
        chosen = differences < x - self.tolerance if strict else differences <= x + self.tolerance
        return Tail.of(min(float(mass[chosen].sum()), 1.0), _ERROR_BOUND, self.engine)

    def points(self) -> tuple[Floats, Floats]:
        """The distinct differences and their probabilities, sorted; differences are told apart to twelve digits."""
        differences, mass = self._grid
        rounded = np.round(differences, 12) + 0.0
        values, inverse = np.unique(rounded, return_inverse=True)
        return values, np.bincount(inverse.ravel(), weights=mass)

    @cached_property
    def _grid(self) -> tuple[Floats, Floats]:
        """The metric's difference at every point that carries mass, and the mass."""
        if not self.window:
            return self._differences(np.zeros((1, 0))), np.ones(1)
        shape = [*self.window, 1][:2]
        steps = np.column_stack([self.steps, np.zeros(len(self.steps), int)])[:, :2]
        total = np.append(self.total, 0)[:2].astype(np.int64)
        rows, columns = np.arange(shape[0]), np.arange(shape[1] // 2 + 1)
        frequencies = np.stack(np.meshgrid(rows, columns, indexing="ij"), axis=-1).reshape(-1, 2)
        wave = np.pi / np.array(shape)
        turn = frequencies * wave
        phi = cosine_product(turn, steps, self.counts, lambda t, d: t @ d.T.astype(float))
        # The window starts at whole points below its centre D/2, which may be half-way between two.
        start = total // 2 - np.array(shape) // 2
        phase = turn @ (total - 2 * start)
        masses = irfft2((phi * np.exp(-1j * phase)).reshape(len(rows), len(columns)), s=shape)
        masses = np.maximum(masses, 0.0)
        low = (self.counts @ np.minimum(steps, 0)).astype(np.int64)
        high = (self.counts @ np.maximum(steps, 0)).astype(np.int64)
        at = [start[i] + np.arange(shape[i]) for i in range(2)]
        inside = np.logical_and.outer(*((each >= low[i]) & (each <= high[i]) for i, each in enumerate(at)))
        carries = inside & (masses > 1e-22)
        first, second = np.nonzero(carries)
        points = np.column_stack([at[0][first], at[1][second]])[:, : len(self.window)]
        mass = masses[carries]
        return self._differences(points), mass / mass.sum()

    def _differences(self, points: Floats) -> Floats:
        swapped = (points * self.units) @ self.directions
        score = self.metric.score
        return score(self.experimental - swapped) - score(self.baseline + swapped)


def _two_coordinates(step: Floats, name: str) -> tuple[list[int], Floats]:
    """Pick at most two columns that determine the others, and the ``(2, k)`` matrix that does."""
    chosen: list[int] = []
    for j in range(step.shape[1]):
        rank = np.linalg.matrix_rank(step[:, [*chosen, j]]) if len(step) else 0
        if rank > len(chosen):
            chosen.append(j)
        if len(chosen) > 2:
            raise NotExactError(f"the swap differences of {name} span more than two dimensions")
    if not chosen:
        return [], np.zeros((0, step.shape[1]))
    directions = np.linalg.lstsq(step[:, chosen], step, rcond=None)[0]
    return chosen, np.round(directions, 9) + 0.0


def _on_lattice(
    a: Floats, e: Floats, differs: NDArray[np.bool_], decimals: int | None, name: str
) -> tuple[NDArray[np.int64], float]:
    """Write one column of swap differences in whole units; return them and the unit."""
    lattice = find_lattice(np.concatenate([a, e]), decimals)
    if lattice is None:
        raise NotExactError(f"the statistics of {name} lie on no lattice of at most 1,000 steps a unit")
    whole = (np.rint(e * lattice) - np.rint(a * lattice))[differs].astype(np.int64)
    divisor = int(np.gcd.reduce(whole)) or 1
    return whole // divisor, divisor / lattice


def _window(counts: NDArray[np.int64], column: NDArray[np.int64]) -> int:
    half = _DEVIATIONS / 2 * float(np.sqrt(counts @ column.astype(float) ** 2))
    support = int(counts @ np.abs(column)) + 1
    return int(next_fast_len(min(2 * int(np.ceil(half)) + 3, support + 2), real=True))
