"""Metrics whose difference is a sum over items divided by a denominator that both systems share.

Then every question of the tests is about one sum of independent draws, whatever its metric: with d the items'
numerator differences and w their shared denominators, δ* ≤ x ⟺ Σ(dᵢ − x·wᵢ) ≤ 0. The mean is the
case w = 1; token accuracy, recall and accuracy from labels are others.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.exact.sums import ResampledSum, SwappedSum
from core.exact.units import find_lattice
from core.metrics import Metric
from core.paired import PairedScores

__all__ = ["LinearDifference", "Threshold", "linear_difference"]

Floats = NDArray[Any]


@dataclass(frozen=True)
class Threshold:
    """The difference ``multiple·δ + offset``; kept apart because multiples of δ are exact on a lattice."""

    multiple: int = 0
    offset: float = 0.0

    def value(self, difference: float) -> float:
        return self.multiple * difference + self.offset


@dataclass(frozen=True, eq=False)
class LinearDifference:
    """The distinct pairs (d, w) with multiplicities; ``d`` in units of 1/lattice, plain where there is none."""

    d: Floats  # (u,)
    w: Floats  # (u,)
    counts: Floats  # (u,)
    lattice: int | None
    tolerance: float  # of Σd, within which rounding cannot tell two sums apart; 0 on a lattice

    @property
    def unit(self) -> float:
        """How much one unit of Σd is worth in the metric, where all denominators are equal."""
        return 1.0 / (self.total_weight * (self.lattice or 1))

    @property
    def total(self) -> float:
        return float(self.counts @ self.d)

    @property
    def total_weight(self) -> float:
        return float(self.counts @ self.w)

    @property
    def constant_weight(self) -> bool:
        return bool((self.w == self.w[0]).all())

    @property
    def empty_share(self) -> float:
        """The probability of a resample all of whose items have denominator 0, whose score is 0 by convention."""
        return float((self.counts[self.w == 0].sum() / self.counts.sum()) ** self.counts.sum())

    def swapped(self) -> SwappedSum:
        """The law of Σ ±d, and of nothing else: swaps leave a shared denominator as it is."""
        return SwappedSum(*_grouped(np.abs(self.d), self.counts, without_zero=True))

    def resampled(self, threshold: Threshold) -> tuple[ResampledSum, float]:
        """The law and the bound s for which δ* ≤ threshold ⟺ S ≤ s (and likewise ≥)."""
        if self.constant_weight:
            bound = threshold.multiple * self.total + threshold.offset / self.unit
            return ResampledSum(*_grouped(self.d, self.counts)), bound
        whole = self.lattice is not None and np.array_equal(self.w, np.rint(self.w))
        if whole and threshold.offset == 0:
            # Σ(d − m·(D/W)·w) ≤ 0 multiplied by W, then divided by the greatest common divisor.
            values = self.d * self.total_weight - threshold.multiple * self.total * self.w
            divisor = float(np.gcd.reduce(values.astype(np.int64))) or 1.0
            return ResampledSum(*_grouped(values / divisor, self.counts)), 0.0
        slope = threshold.multiple * self.total / self.total_weight + threshold.offset * (self.lattice or 1)
        return ResampledSum(*_grouped(self.d - slope * self.w, self.counts)), 0.0

    def on_lattice(self, threshold: Threshold) -> bool:
        """Whether `resampled` yields whole numbers at this threshold."""
        if self.lattice is None:
            return False
        return self.constant_weight or (threshold.offset == 0 and np.array_equal(self.w, np.rint(self.w)))


def linear_difference(pair: PairedScores, metric: Metric) -> LinearDifference | None:
    """Return the metric's difference as a sum, or None where the systems' denominators differ on some item."""
    if metric.fraction is None:
        return None
    numerator, denominator = (np.array(weights) for weights in metric.fraction)
    a, e, counts = pair.collapsed
    w = a @ denominator
    if not np.array_equal(w, e @ denominator):
        return None
    if not (counts @ w) > 0 or (w < 0).any():
        return None
    top_a, top_e = a @ numerator, e @ numerator
    lattice = find_lattice(np.concatenate([top_a, top_e]), pair.decimals)
    if lattice is None and np.array_equal(top_a, top_e):
        lattice = 1
    if lattice is not None:
        d = np.rint(top_e * lattice) - np.rint(top_a * lattice)
        tolerance = 0.0
    else:
        d = top_e - top_a
        tolerance = 1e-12 * float(counts @ (np.abs(top_e) + np.abs(top_a)))
    if (w == w[0]).all():
        d, merged = _grouped(d, counts)
        return LinearDifference(d, np.full(len(d), w[0]), merged, lattice, tolerance)
    pairs, inverse = np.unique(np.column_stack([d, w]), axis=0, return_inverse=True)
    merged = np.bincount(inverse.ravel(), weights=counts)
    return LinearDifference(pairs[:, 0], pairs[:, 1], merged, lattice, tolerance)


def _grouped(values: Floats, counts: Floats, *, without_zero: bool = False) -> tuple[Floats, Floats]:
    order = np.argsort(values, kind="stable")
    ordered = values[order]
    starts = np.flatnonzero(np.diff(ordered, prepend=-np.inf) > 0)
    distinct, merged = ordered[starts], np.add.reduceat(counts[order].astype(float), starts)
    if without_zero and len(distinct) and distinct[0] == 0:
        return distinct[1:], merged[1:]
    return distinct, merged
