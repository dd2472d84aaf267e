"""Exact tests of any metric for few changed items or few distinct rows: every resample with its probability.

A metric that is not a sum over items is evaluated on every outcome. Equal rows are interchangeable. An outcome of swaps
is the number of swapped items of each kind, with binomial masses C(c, k)/2ᶜ; an outcome of draws is the number of draws
of each kind, with multinomial masses n!/Π kᵢ!·Π wᵢ^kᵢ.

Cost: O(outcomes), at most 2¹⁸. The error bound covers the rounding of masses; ties are decided in integers, or within
the rounding error of the metric.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.common.arrays import Floats
from core.common.cached import cached_property
from core.data.item_statistics import Collapsed
from core.distributions.enumeration import multisets
from core.distributions.probability import Probability
from core.distributions.swaps import swapped_score
from core.distributions.threads import on_one_thread
from core.errors import NotExactError
from core.metrics import Metric

MAX_OUTCOMES = 2**18
# 2^−m must be a double of full precision.
MAX_CHANGED = 1_000


class CountedSwaps:
    """The law of a metric's difference after random swaps of a few items.

    ``decimals`` is the most decimals printed in the files that the statistics came from, or None.

    Raises NotExactError if there are more than 2¹⁸ ways to choose how many of each kind of item are swapped.
    """

    engine = "enumeration"

    def __init__(self, rows: Collapsed, metric: Metric, decimals: int | None) -> None:
        self.score, self.steps, self.counts = swapped_score(rows, metric, decimals)
        if math.prod(int(count) + 1 for count in self.counts) > MAX_OUTCOMES or self.counts.sum() > MAX_CHANGED:
            raise NotExactError(f"{int(self.counts.sum()):,} items changed, too many to list every way to swap them")

    @on_one_thread()
    def at_least(self, multiple: int, strict: bool = False) -> Probability:
        """P(δ' ≥ multiple·δ), or P(δ' > multiple·δ)."""
        sums, mass = self._sums
        value = min(math.fsum(mass[self.score.beyond(sums, multiple, strict)]), 1.0)
        # Each mass is a product of correctly rounded numbers.
        return Probability.of(value, 2.3e-16 * (len(self.counts) + 2) * value, self.engine)

    def at_most(self, multiple: int, strict: bool = False) -> Probability:
        """P(δ' ≤ multiple·δ), or P(δ' < multiple·δ): swapping all items turns δ' into −δ'."""
        return self.at_least(-multiple, strict)

    def points(self) -> tuple[Floats, Floats]:
        """The distinct differences and their probabilities, sorted; differences are distinct to twelve digits."""
        sums, mass = self._sums
        differences = self.score.differences(sums) + 0.0
        rounded = np.round(differences / (float(np.abs(differences).max()) or 1.0), 12)
        _, first, inverse = np.unique(rounded, return_index=True, return_inverse=True)
        return differences[first], np.bincount(inverse.ravel(), weights=mass)

    @cached_property
    def _sums(self) -> tuple[NDArray[Any], Floats]:
        sums = np.zeros((1, self.steps.shape[1]), dtype=self.steps.dtype)
        mass = np.ones(1)
        for step, count in zip(self.steps, self.counts.tolist(), strict=True):
            ways = np.array([math.comb(count, k) / 2**count for k in range(count + 1)])
            sums = (sums[:, None] + np.arange(count + 1)[:, None] * step).reshape(-1, len(step))
            mass = np.outer(mass, ways).ravel()
        return sums, mass


class CountedResamples:
    """The law of a metric's difference on n items drawn with replacement.

    ``rows`` ``(u, k)`` occur ``counts`` times. ``difference`` maps sums ``(..., k)`` to the metric's differences;
    ``tolerance`` is their rounding error, or a function of the sums of absolute rows.

    Raises NotExactError if there are more than 2¹⁸ ways to choose how often each row is drawn, C(n + u − 1, n).

    >>> law = CountedResamples(np.array([[1.0], [-1.0]]), np.array([2, 1]), lambda sums: sums[..., 0], 1e-12)
    >>> round(law.at_most(-1).value * 27)  # of three draws at most one is of the first row
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
        # More than ten draws of more than eleven rows have C(22, 11) outcomes or more.
        if min(n, u - 1) > 10 or math.comb(n + u - 1, u - 1) > MAX_OUTCOMES:
            raise NotExactError(
                f"{n:,} items of {u:,} kinds have more than {MAX_OUTCOMES:,} resamples, too many to list"
            )

    def at_least(self, x: float, strict: bool = False) -> Probability:
        """P(δ* ≥ x), or P(δ* > x)."""
        differences, _, off = self._listed
        return self._tail(differences > x + off if strict else differences >= x - off)

    def at_most(self, x: float, strict: bool = False) -> Probability:
        """P(δ* ≤ x), or P(δ* < x)."""
        differences, _, off = self._listed
        return self._tail(differences < x - off if strict else differences <= x + off)

    def points(self) -> tuple[Floats, Floats]:
        """The distinct differences and their probabilities, sorted; differences within rounding are merged."""
        differences, logs, off = self._listed
        order = np.argsort(differences, kind="stable")
        starts = np.flatnonzero(np.diff(differences[order], prepend=-np.inf) > off[order])
        mass = np.add.reduceat(np.exp(logs[order]), starts)
        return differences[order][starts] + 0.0, mass / mass.sum()

    def _tail(self, some: NDArray[np.bool_]) -> Probability:
        _, logs, _ = self._listed
        if not some.any():
            return Probability.of(0.0, 0.0, self.engine)
        largest = float(logs[some].max())
        log = largest + math.log(math.fsum(np.exp(logs[some] - largest)))
        # Each logarithm is a sum of terms of at most n·ln n.
        n = float(self.counts.sum())
        return Probability.from_log(log, 1e-15 * (10 + n * math.log(n + 1)), self.engine)

    @cached_property
    @on_one_thread()
    def _listed(self) -> tuple[Floats, Floats, Floats]:
        """The difference of every resample, the logarithm of its probability, and the error bound of the difference."""
        n, both = int(self.counts.sum()), np.hstack([self.rows, np.abs(self.rows)])
        _, sums, logs = multisets(n, both, self.counts / n, exactly=True)
        sums, sizes = np.split(sums, 2, axis=1)
        off = self.tolerance(sizes) if callable(self.tolerance) else np.full(len(sums), self.tolerance)
        return self.difference(sums), logs + math.lgamma(n + 1), off
