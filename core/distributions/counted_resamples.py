"""Exact bootstrap of any metric where items are few or much alike: every resample with its probability."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.common.cached import cached_property
from core.distributions.tail import Tail
from core.errors import NotExactError

__all__ = ["CountedResamples"]

Floats = NDArray[Any]
Integers = NDArray[np.int64]

_MOST = 2**18


class CountedResamples:
    """The law of a metric's difference on n items drawn with replacement.

    Parameters
    ----------
    rows : (u, k) float array
        The distinct rows.
    counts : (u,) array
        Their multiplicities, n in all.
    difference : callable
        Maps sums ``(..., k)`` to the metric's differences.
    tolerance : float or callable
        How far apart rounding can put two equal differences, or what maps sums of absolute rows ``(..., k)`` to that.

    Raises
    ------
    NotExactError
        If there are more than 2¹⁸ ways to choose how often each row is drawn, C(n + u − 1, n).

    Examples
    --------
    >>> law = CountedResamples(np.array([[1.0], [-1.0]]), np.array([2, 1]), lambda sums: sums[..., 0], 1e-12)
    >>> round(law.at_most(-1).probability * 27)  # of three draws at most one is of the first row
    7
    """

    engine = "enumeration"

    def __init__(
        self,
        rows: Floats,
        counts: NDArray[Any],
        difference: Callable[[Floats], Floats],
        tolerance: float | Callable[[Floats], Floats],
    ) -> None:
        self.rows, self.counts, self.difference, self.tolerance = rows, counts, difference, tolerance
        n, u = int(counts.sum()), len(counts)
        # Of more than ten draws of more than ten rows, C(22, 11) is too many already.
        if min(n, u - 1) > 10 or math.comb(n + u - 1, u - 1) > _MOST:
            raise NotExactError(f"{n:,} items of {u:,} kinds have more than {_MOST:,} resamples, too many to list")

    def at_least(self, x: float, strict: bool = False) -> Tail:
        """P(δ* ≥ x), or P(δ* > x)."""
        differences, _, off = self._listed
        return self._tail(differences > x + off if strict else differences >= x - off)

    def at_most(self, x: float, strict: bool = False) -> Tail:
        """P(δ* ≤ x), or P(δ* < x)."""
        differences, _, off = self._listed
        return self._tail(differences < x - off if strict else differences <= x + off)

    def points(self) -> tuple[Floats, Floats]:
        """The distinct differences and their probabilities, sorted; differences are told apart as rounding can."""
        differences, logs, off = self._listed
        order = np.argsort(differences, kind="stable")
        starts = np.flatnonzero(np.diff(differences[order], prepend=-np.inf) > off[order])
        mass = np.add.reduceat(np.exp(logs[order]), starts)
        return differences[order][starts] + 0.0, mass / mass.sum()

    def _tail(self, some: NDArray[np.bool_]) -> Tail:
        _, logs, _ = self._listed
        if not some.any():
            return Tail.of(0.0, 0.0, self.engine)
        largest = float(logs[some].max())
        log = largest + math.log(math.fsum(np.exp(logs[some] - largest)))
        # Each logarithm adds up terms of at most n·ln n.
        n = float(self.counts.sum())
        return Tail.from_log(min(log, 0.0), self.engine, 1e-15 * (10 + n * math.log(n + 1)))

    @cached_property
    def _listed(self) -> tuple[Floats, Floats, Floats]:
        """The difference of every resample, the logarithm of its probability, and how far off it may be."""
        n, weights = int(self.counts.sum()), np.log(self.counts / float(self.counts.sum()))
        log_factorials = np.append(0.0, np.cumsum(np.log(np.arange(1, n + 1))))
        left, logs = np.array([n]), np.array([log_factorials[n]])
        sums, sizes = np.zeros((1, self.rows.shape[1])), np.zeros((1, self.rows.shape[1]))
        for i, (row, weight) in enumerate(zip(self.rows, weights, strict=True)):
            last = i == len(self.rows) - 1
            ways = np.ones_like(left) if last else left + 1
            parent = np.repeat(np.arange(len(left)), ways)
            drawn = left if last else np.arange(len(parent)) - np.repeat(np.cumsum(ways) - ways, ways)
            left = left[parent] - drawn
            logs = logs[parent] + drawn * weight - log_factorials[drawn]
            sums, sizes = sums[parent] + drawn[:, None] * row, sizes[parent] + drawn[:, None] * np.abs(row)
        off = self.tolerance(sizes) if callable(self.tolerance) else np.full(len(sums), self.tolerance)
        return self.difference(sums), logs, off
