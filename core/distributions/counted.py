"""Exact permutation tests of any metric where few items changed: every swapped sum with the number of its ways."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.common.cached import cached_property
from core.data.collapsed import Collapsed
from core.distributions.swapped_score import swapped_score
from core.distributions.tail import Tail
from core.errors import NotExactError
from core.metrics import Metric

__all__ = ["CountedSwaps"]

Floats = NDArray[Any]

# Off a lattice others are faster sooner, where they can.
_MOST_SUMS, _MOST_REAL_SUMS = 2**18, 2**14
# 2^-m must be a double of full precision.
_MOST_CHANGED = 1_000


class CountedSwaps:
    """The law of a metric's difference after random swaps of a few items.

    Parameters
    ----------
    rows : Collapsed
        The distinct rows of the pair with their multiplicities.
    metric : Metric
        Any metric.
    decimals : int or None
        The most decimals printed in the files that the statistics came from.
    most : int, optional
        How many sums are listed at most; without it 2¹⁸, or 2¹⁴ where the statistics lie on no lattice.

    Raises
    ------
    NotExactError
        If there are more ways to choose how many of each kind of item are swapped.
    """

    engine = "enumeration"

    def __init__(self, rows: Collapsed, metric: Metric, decimals: int | None, most: int | None = None) -> None:
        self.score, self.steps, self.counts = swapped_score(rows, metric, decimals)
        most = most or (_MOST_SUMS if self.score.lattice else _MOST_REAL_SUMS)
        if math.prod(int(count) + 1 for count in self.counts) > most or self.counts.sum() > _MOST_CHANGED:
            raise NotExactError(f"{int(self.counts.sum()):,} items changed, too many to list every way to swap them")

    def at_least(self, multiple: int, strict: bool = False) -> Tail:
        """P(δ' ≥ multiple·δ), or P(δ' > multiple·δ)."""
        sums, mass = self._sums
        probability = min(math.fsum(mass[self.score.beyond(sums, multiple, strict)]), 1.0)
        # Each mass is a product of so many correctly rounded numbers.
        return Tail.of(probability, 2.3e-16 * (len(self.counts) + 2) * probability, self.engine)

    def at_most(self, multiple: int, strict: bool = False) -> Tail:
        """P(δ' ≤ multiple·δ), or P(δ' < multiple·δ): swapping all items turns δ' into −δ'."""
        return self.at_least(-multiple, strict)

    def points(self) -> tuple[Floats, Floats]:
        """The distinct differences and their probabilities, sorted; differences are told apart to twelve digits."""
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
