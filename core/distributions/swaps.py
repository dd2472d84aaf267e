"""A metric's difference after swaps: its value, and whether it is as extreme as the observed one, in integers."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.common.arrays import Floats, Integers
from core.common.cached import cached_property
from core.data.item_statistics import Collapsed
from core.distributions.units import find_lattice
from core.errors import NotExactError
from core.metrics import Metric

# Scores with a smaller relative difference are compared in integers.
_SLACK = 1e-12
_MOST_SLACK = 1e-8
# Off a lattice, differences are equal within the rounding of this many steps and of each sum.
_ROUNDING, _STEPS = 2e-15, 8
# A sum that shrinks by more than this factor has a larger relative rounding error.
_MUCH = 10.0
# With fewer items than this, differences that differ by this share of the sums are equal.
_FEW, _NEAR = 1_000, 5e-16
# Whole numbers up to here are exact in double precision.
_LARGEST = 2**53


@dataclass(frozen=True, eq=False)
class SwappedScore:
    """score(E − s) − score(A + s) for the sums A and E of both systems and a swapped sum s, in lattice units.

    Off a lattice, values within the rounding error are equal.
    """

    metric: Metric
    baseline: NDArray[Any]  # (k,)
    experimental: NDArray[Any]  # (k,)
    lattice: int | None
    slack: float = _SLACK
    least: Any = None  # (k,) smaller sums are rounding errors of 0

    @cached_property
    def observed(self) -> float:
        """δ: nothing is swapped."""
        return float(self.differences(np.zeros((1, len(self.baseline)), dtype=self.baseline.dtype))[0])

    def differences(self, swapped: NDArray[Any]) -> Floats:
        """The metric's differences ``(m,)`` for swapped sums ``(m, k)``."""
        score, unit = self.metric.score, self.lattice or 1
        e, a = self.experimental - swapped, self.baseline + swapped
        if self.least is not None:
            e, a = (np.where(np.abs(side) < self.least, 0.0, side) for side in (e, a))
        return np.asarray(score(e / unit) - score(a / unit), dtype=float)

    def beyond(self, swapped: NDArray[Any], multiple: int, strict: bool) -> NDArray[np.bool_]:
        """Whether the difference is at least (or more than) that multiple of δ."""
        differences, x = self.differences(swapped), multiple * self.observed
        beyond = np.asarray(differences > x)
        near = np.flatnonzero(np.abs(differences - x) <= self.tolerance)
        if self.lattice is None:
            beyond[near] = not strict
        elif len(near):
            beyond[near] = self._compared(swapped[near].astype(object), multiple, strict)
        return beyond

    @cached_property
    def tolerance(self) -> float:
        """Differences within this distance may be equal."""
        sums = np.stack([self.experimental, self.baseline]) / (self.lattice or 1)
        return self.slack * max(1.0, *np.abs(self.metric.score(sums)))

    def _compared(self, swapped: Integers, multiple: int, strict: bool) -> NDArray[np.bool_]:
        """Compare exact fractions; if the metric has none, differences within the tolerance are equal."""
        e, a = self.experimental.astype(object), self.baseline.astype(object)
        difference = self._fraction(e - swapped, a + swapped)
        observed = self._fraction(e[None], a[None])  # rows, or NumPy would leave Python's integers
        if difference is None or observed is None:
            return np.full(len(swapped), not strict)
        left, right = difference[0] * observed[1], multiple * observed[0] * difference[1]
        return np.asarray(left > right if strict else left >= right, dtype=bool)

    def _fraction(self, experimental: Integers, baseline: Integers) -> tuple[Integers, Integers] | None:
        e, a = (self.metric.rational_score(sums) for sums in (experimental, baseline))
        return None if e is None or a is None else (e[0] * a[1] - a[0] * e[1], e[1] * a[1])


def in_whole_units(rows: Collapsed, metric: Metric, decimals: int | None) -> tuple[SwappedScore, Integers, Integers]:
    """Return the score of swapped sums, the distinct rows' swap differences ``(u, k)`` other than 0, and their counts.

    Raises NotExactError if the statistics lie on no lattice, or their sums pass 2^53 of its units.
    """
    a, e, counts = rows
    lattice = find_lattice(np.concatenate([a, e]).ravel(), decimals)
    if lattice is None:
        raise NotExactError(f"the numbers behind {metric.name} have too many different decimals to count swaps exactly")
    a, e = np.rint(a * lattice), np.rint(e * lattice)
    if float(counts @ (np.abs(a) + np.abs(e)).sum(axis=1)) >= _LARGEST:
        raise NotExactError(f"the sums behind {metric.name} are too large to count swaps exactly")
    a, e, counts = a.astype(np.int64), e.astype(np.int64), counts.astype(np.int64)
    differs = (a != e).any(axis=1)
    return SwappedScore(metric, counts @ a, counts @ e, lattice), (e - a)[differs], counts[differs]


def swapped_score(rows: Collapsed, metric: Metric, decimals: int | None) -> tuple[SwappedScore, NDArray[Any], Integers]:
    """Return the result of `in_whole_units` if the statistics lie on a lattice, else of `as_they_are`."""
    try:
        return in_whole_units(rows, metric, decimals)
    except NotExactError:
        return as_they_are(rows, metric)


def as_they_are(rows: Collapsed, metric: Metric) -> tuple[SwappedScore, Floats, Integers]:
    """Return the same for statistics off a lattice, such as sums of fractions."""
    a, e, counts = rows
    differs = (a != e).any(axis=1)
    # A sum of nonnegative numbers is 0 or at least the smallest positive one.
    values = np.concatenate([a, e])
    smallest = np.where(values > 0, values, np.inf).min(axis=0)
    smallest = np.where((values >= 0).all(axis=0) & np.isfinite(smallest), smallest, 0.0)
    # A sum that becomes much smaller by swaps keeps the rounding error of the larger sum.
    least, most = counts @ np.minimum(a, e), counts @ np.maximum(a, e)
    least = np.maximum(least, smallest)
    shrinks = float((most[least > 0] / least[least > 0]).max(initial=1.0))
    slack = min(_ROUNDING * (_STEPS + len(counts)) * max(shrinks / _MUCH, 1.0), _MOST_SLACK)
    steps, counted = (e - a)[differs], counts[differs]
    if len(steps) <= _FEW:
        steps, counted = _merged(steps, counted, _NEAR * (counts @ (np.abs(a) + np.abs(e))))
    return SwappedScore(metric, counts @ a, counts @ e, None, slack, least=smallest / 2), steps, counted


def _merged(steps: Floats, counts: Integers, apart: Floats) -> tuple[Floats, Integers]:
    """Merge steps that differ by at most ``apart`` in each statistic."""
    kinds = np.zeros(steps.shape, dtype=np.int64)
    for values, kind, near in zip(steps.T, kinds.T, apart, strict=True):
        order = np.argsort(values, kind="stable")
        kind[order] = np.cumsum(np.diff(values[order], prepend=np.inf) > near)
    _, first, which = np.unique(kinds, axis=0, return_index=True, return_inverse=True)
    return steps[first], np.bincount(which.ravel(), counts).astype(np.int64)
