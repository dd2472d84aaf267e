"""Metrics whose difference is a sum over items divided by a denominator that both systems share.

Then every test asks about one sum of independent draws, for any such metric: with d the items'
numerator differences and w their shared denominators, δ* ≤ x ⟺ Σ(dᵢ − x·wᵢ) ≤ 0. The mean is the
case w = 1; token accuracy, recall and accuracy from labels are others.

On a lattice the arithmetic is exact (integers and fractions), so that rounding breaks no tie at any magnitude.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.common.arrays import Floats, Integers
from core.common.cached import cached_property
from core.data.item_statistics import Collapsed, collapse
from core.distributions.sums import IndependentSum, bootstrap_sum, grouped, sign_flip_sum
from core.distributions.units import find_lattice, find_step, printed_unit
from core.metrics import Metric

# Beyond this, use Python integers until their common divisor is known.
_SAFE = 2.0**52
# If the step is measured, a threshold this near an integer is that integer.
_SNAP = 1e-6
# Integer sums below this, and thresholds beyond them, fit 64 bits.
_LARGEST_SUM = 2**61


@dataclass(frozen=True)
class Threshold:
    """The difference ``multiple·δ + offset``; kept apart because multiples of δ are exact on a lattice."""

    multiple: int = 0
    offset: float = 0.0

    def value(self, difference: float) -> float:
        return self.multiple * difference + self.offset


@dataclass(frozen=True, eq=False)
class LinearDifference:
    """The distinct pairs (d, w) with multiplicities; ``d`` are whole numbers of ``step``, or real where that is None.

    ``lattice`` is the L of the scores, or None. ``tolerance`` is the rounding error of a sum, in units of d: 0 on the
    lattice of the scores, but positive on a lattice found from their differences only.
    """

    d: Floats | Integers  # (u,)
    w: Floats  # (u,)
    counts: Floats  # (u,)
    lattice: int | None
    step: Fraction | None
    tolerance: float
    printed: Fraction | None = None  # the total of the differences as the scores are printed, where they are
    strata: Integers | None = None  # (u,), within which items are drawn

    @property
    def unit(self) -> float:
        """The change of the metric per unit of Σd, if all denominators are equal."""
        return float(self.step or 1) / self.total_weight

    @property
    def total(self) -> float:
        """Σd, exact where d are whole numbers."""
        if self.step is None:
            return math.fsum(self.counts * self.d)
        return int(self.counts.astype(np.int64) @ self.d)

    @cached_property
    def total_weight(self) -> float:
        return float(self.counts @ self.w)

    @property
    def constant_weight(self) -> bool:
        return bool((self.w == self.w[0]).all())

    @property
    def empty_share(self) -> float:
        """The probability that all items of a resample have denominator 0; its score is 0 by convention."""
        return float((self.counts[self.w == 0].sum() / self.counts.sum()) ** self.counts.sum())

    def swapped(self) -> IndependentSum:
        """The law of Σ ±d: swaps leave a shared denominator as it is."""
        return sign_flip_sum(*self.sizes(), self._blur)

    def sizes(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """The distinct |d| other than 0, and their multiplicities."""
        sizes, counts = grouped(np.abs(self.d), self.counts)
        return sizes[sizes > 0], counts[sizes > 0]

    @property
    def _blur(self) -> float:
        """The tolerance of a law: 0 for integers."""
        return self.tolerance if self.step is None else 0.0

    def bound(self, threshold: Threshold) -> float | Fraction:
        """The Σd at which the difference reaches the threshold; swaps leave the denominators' sum unchanged."""
        if self.step is None:
            return threshold.multiple * self.total + threshold.offset / self.unit
        if not threshold.offset:
            return Fraction(threshold.multiple * int(self.total))
        weight = _written(self.total_weight)
        bound = threshold.multiple * int(self.total) + _written(threshold.offset) * weight / self.step
        return Fraction(round(bound)) if abs(bound - round(bound)) <= min(self.tolerance, _SNAP) else bound

    def resampled(self, threshold: Threshold) -> tuple[IndependentSum, float | Fraction]:
        """The law and the bound s for which δ* ≤ threshold ⟺ S ≤ s (and likewise ≥)."""
        if self.strata is not None:
            within = (self.strata == s for s in range(int(self.strata.max()) + 1))
            strata = [grouped(self.d[of], self.counts[of]) for of in within]
            return bootstrap_sum(strata, self._blur), self.bound(threshold)
        if self.constant_weight or threshold == Threshold():  # denominators do not change a sign
            return bootstrap_sum([grouped(self.d, self.counts)], self._blur), self.bound(threshold)
        whole = self._whole_values(threshold)
        if whole is not None:
            return bootstrap_sum([grouped(whole, self.counts)]), Fraction(0)
        slope = threshold.multiple * self.total / self.total_weight + threshold.offset / float(self.step or 1)
        shares = slope * self.w
        # d and its share of the threshold are rounded separately, and may cancel.
        rounding = 1e-15 * float(self.counts @ (np.abs(self.d) + np.abs(shares)))
        return bootstrap_sum([grouped(self.d - shares, self.counts)], self.tolerance + rounding), 0.0

    def _whole_values(self, threshold: Threshold) -> Integers | None:
        """The values d − x·w as whole numbers of their own step, or None if they have no common step."""
        if self.step is None or not np.array_equal(self.w, np.rint(self.w)) or self.w.max() >= _LARGEST_SUM:
            return None
        slope = Fraction(int(threshold.multiple * self.total), int(self.total_weight))
        slope += _written(threshold.offset) / self.step
        size = slope.denominator * float(np.abs(self.d).max()) + abs(slope.numerator) * float(self.w.max())
        kind: Any = np.int64 if size < _SAFE else object
        values = slope.denominator * self.d.astype(kind) - slope.numerator * self.w.astype(np.int64).astype(kind)
        return _in_64_bits(values, self.counts)[0]


def linear_difference(
    rows: Collapsed, metric: Metric, decimals: int | None, strata: Integers | None = None
) -> LinearDifference | None:
    """Return the metric's difference as a sum, or None if the systems' denominators differ on some item.

    With ``strata`` ``(u,)`` of the rows it is the difference of the macro averages.

    Off a lattice, two sums count as equal within four units in the last place of each score of the items that changed,
    plus the rounding of the sums themselves, and never beyond 1e-9 of Σ|d|. So rounding breaks no tie, and large
    scores that both systems share do not affect the tolerance.
    """
    if metric.fraction is None:
        return None
    numerator, denominator = map(np.array, metric.fraction)
    a, e, counts = rows
    w = a @ denominator
    if not np.array_equal(w, e @ denominator):
        return None
    if not (counts @ w) > 0 or (w < 0).any():
        return None
    top_a, top_e = a @ numerator, e @ numerator
    scores = np.concatenate([top_a, top_e])
    unit, lattice = printed_unit(scores, decimals), find_lattice(scores, decimals)
    on_lattice = _differences(top_a, top_e, counts, lattice)
    printed = on_lattice if unit in (None, lattice) else _differences(top_a, top_e, counts, unit)
    if printed and on_lattice and unit:
        moved = abs(_sum(on_lattice, counts) - _sum(printed, counts))
        if moved * 2 * unit > min(float(counts @ w), int(counts.sum())):
            # 2/3 and 1/3, printed as 0.667 and 0.333, differ by .334: use the numbers as printed.
            lattice, on_lattice = unit, printed
    if on_lattice:
        (d, step), tolerance = on_lattice, 0.0
    else:
        d, step, lattice = top_e - top_a, None, None
        last_places = np.where(d == 0, 0.0, np.spacing(np.abs(top_a)) + np.spacing(np.abs(top_e)))
        size = float(counts @ np.abs(d))
        tolerance = min(4 * float(counts @ last_places) + 1e-14 * size, 1e-9 * size)
        # If the input is itself a difference, its last decimal places do not show its rounding error.
        share = tolerance / float(counts[d != 0].sum())
        precision = np.maximum(4 * last_places, share)
        measured = find_step(d, precision)
        if measured is None:
            d = _rounded_alike(d, counts, precision)
        else:
            d, step = np.rint(d / measured).astype(np.int64), Fraction(measured)
            tolerance /= measured
    if strata is not None:
        found = LinearDifference(d, w, counts, lattice, step, tolerance, strata=strata)
        return _averaged(found, printed)
    total = _sum(printed, counts) if printed else None
    d, w, counts = (each.ravel() for each in collapse(d[:, None], w[:, None], counts))
    return LinearDifference(d, w, counts, lattice, step, tolerance, total)


def _averaged(linear: LinearDifference, printed: tuple[Any, Fraction] | None) -> LinearDifference | None:
    """Weigh the items of strata so that the sum is n times the difference of the macro averages.

    With S strata of denominators D_s an item counts n/(S·D_s) times; on a lattice these are whole numbers of one step.
    None if a stratum has no denominator.
    """
    d, w, counts, strata = linear.d, linear.w, linear.counts, linear.strata
    assert strata is not None
    totals = np.bincount(strata, counts * w)
    if not (totals > 0).all():
        return None
    n, size = int(counts.sum()), len(totals)
    first = np.unique(strata, return_index=True)[1]
    alike = bool((w == w[first][strata]).all())
    weights = np.ones(len(w)) if alike else w * n / (size * totals[strata])
    tolerance, step, whole, total = linear.tolerance, linear.step, None, None
    if np.array_equal(totals, np.rint(totals)):
        sizes = [int(each) for each in totals]
        if printed is not None:
            sums = [int(counts[strata == s] @ printed[0][strata == s]) for s in range(size)]
            shares = (Fraction(each, of) for each, of in zip(sums, sizes, strict=True))
            total = sum(shares, Fraction(0)) * printed[1] * n / size
        if step is not None:
            common = math.lcm(*sizes)
            times = np.array([common // each for each in sizes], dtype=object)
            whole, divisor = _in_64_bits(d.astype(object) * times[strata], counts)
            step = None if whole is None else step * n * divisor / (size * common)
    tolerance *= float(linear.step or 1) * float((n / (size * totals)).max())
    if whole is None:
        d = d * float(linear.step or 1) * n / (size * totals[strata])
        extent = float(counts @ np.abs(d))
        tolerance, step = min(tolerance + 1e-14 * extent, 1e-9 * extent), None
    else:
        assert step is not None
        d, tolerance = whole, tolerance / float(step)
    return LinearDifference(d, weights, counts, linear.lattice, step, tolerance, total, strata)


def _differences(a: Floats, e: Floats, counts: Integers, lattice: int | None) -> tuple[Any, Fraction] | None:
    """The differences in whole steps, and the step; None off a lattice, or where their sums exceed 64 bits."""
    if np.array_equal(a, e):
        return np.zeros(len(a), dtype=np.int64), Fraction(1)
    if lattice is None:
        return None
    largest = float(max(np.abs(a).max(), np.abs(e).max()))
    if largest * lattice < _SAFE / counts.sum():
        return (np.rint(e * lattice) - np.rint(a * lattice)).astype(np.int64), Fraction(1, lattice)
    exact = [[int(x) for x in np.rint(side * lattice)] for side in (a, e)]
    d, divisor = _in_64_bits(np.array([y - x for x, y in zip(*exact, strict=True)], dtype=object), counts)
    return None if d is None else (d, Fraction(divisor, lattice))


def _rounded_alike(d: Floats, counts: Integers, precision: Floats) -> Floats:
    """Replace sizes that differ only by rounding with their mean; zeros stay 0."""
    order = np.argsort(np.abs(d), kind="stable")
    values, near = np.abs(d)[order], precision[order] / 2
    unchanged = values == 0
    apart = (np.diff(values) > np.minimum(near[1:], near[:-1])) | (np.diff(unchanged.astype(int)) != 0)
    starts = np.flatnonzero(np.append(True, apart))
    sizes = np.diff(np.append(starts, len(values)))
    alike = values[starts + sizes - 1] - values[starts] <= near[starts]
    weights = counts[order]
    off = np.add.reduceat(weights * (values - np.repeat(values[starts], sizes)), starts)
    means = values[starts] + off / np.add.reduceat(weights, starts)
    found = d.copy()
    found[order] = np.where(np.repeat(alike, sizes), np.repeat(means, sizes), values)
    return np.copysign(found, d)


def _sum(differences: tuple[Any, Fraction], counts: Integers) -> Fraction:
    return int(counts @ differences[0]) * differences[1]


def _in_64_bits(values: NDArray[Any], counts: NDArray[Any]) -> tuple[Integers | None, int]:
    """Integers divided by their greatest common divisor, and the divisor; None if sums may exceed 64 bits."""
    divisor = abs(int(np.gcd.reduce(values))) or 1  # for one value, NumPy returns the value itself
    values = values // divisor
    if int(np.abs(values).max()) * int(counts.sum()) >= _LARGEST_SUM:
        return None, divisor
    return values.astype(np.int64), divisor


def _written(number: float) -> Fraction:
    """The number as it is written: 0.1 is a tenth."""
    return Fraction(repr(float(number)))
