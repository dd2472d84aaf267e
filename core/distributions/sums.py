"""Sums of independent draws, the law behind every test of a mean or of a ratio with shared denominators.

With parts p = 1 … P, each with values x and probabilities w, the sum is S = Σₚ (n_p independent draws of
part p). Its cumulant generating function is K(θ) = Σₚ n_p·ln Σ w·e^{θx}, and its characteristic function the product
of the parts' n_p-th powers.

==========================  =======================================================================
law                         parts
==========================  =======================================================================
bootstrap                   one: n draws from the n items' differences
stratified bootstrap        one per stratum
permutation test            one per size |d|: a draw of −|d| or +|d| for each item of that size
==========================  =======================================================================

Exponential tilting (Cramér 1938; Daniels 1954) by θ weights an outcome s by e^{θs}. It only changes w, so a tilted
law is a law of the same class. If the tilted mean equals a far threshold, a tail of 1e-300 becomes a tail of about ½.

Integer arrays of values make a law on a lattice, where ties are exact. Sums of real values count as equal within
``tolerance``.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.common.arrays import Floats, Integers
from core.common.cached import cached_property

# The rounding error of a few operations.
ROUNDING = 4e-16
# ln(2/1e-16): tail bounds that leave 1e-16 of the mass outside a window.
LOG_TAIL = float(np.log(2e16))
# A value with fewer expected draws is treated as absent: it would widen windows without adding mass.
ABSENT = 1e-20


@dataclass(frozen=True, eq=False)
class IndependentSum:
    """The sum over parts p of ``draws[p]`` independent draws of the part's values."""

    values: NDArray[Any]  # (v,) the values of all parts, one part after the other; distinct within a part
    weights: Floats  # (v,) their probabilities in one draw; those of each part sum to 1
    starts: Integers  # (P,) the index at which each part begins
    draws: Integers  # (P,) the number of draws of each part
    tolerance: float = 0.0  # sums that differ by at most this are equal; 0 for integers

    @property
    def whole(self) -> bool:
        """Whether all values are integers."""
        return self.values.dtype.kind == "i"

    @cached_property
    def sizes(self) -> Integers:
        """The number of values of each part."""
        return np.diff(np.append(self.starts, len(self.values)))

    def parts(self) -> list[slice]:
        """The slice of each part's values."""
        return [slice(*pair) for pair in pairwise([*self.starts.tolist(), len(self.values)])]

    @cached_property
    def support(self) -> tuple[Any, Any]:
        """The smallest and the largest sum."""
        low, high = self._ends
        return (self.draws @ low).item(), (self.draws @ high).item()

    @cached_property
    def _ends(self) -> tuple[NDArray[Any], NDArray[Any]]:
        return np.minimum.reduceat(self.values, self.starts), np.maximum.reduceat(self.values, self.starts)

    @cached_property
    def means(self) -> Floats:
        """The mean of one draw of each part, ``(P,)``."""
        return np.asarray(np.add.reduceat(self.weights * self.values, self.starts))

    @cached_property
    def centred(self) -> Floats:
        """The values less the mean of their part, ``(v,)``."""
        return np.asarray(self.values - np.repeat(self.means, self.sizes))

    @cached_property
    def mean(self) -> float:
        """E S."""
        return float(self.draws @ self.means)

    @cached_property
    def variance(self) -> float:
        """Var S."""
        return float(self.draws @ np.add.reduceat(self.weights * self.centred**2, self.starts))

    @cached_property
    def present(self) -> NDArray[np.bool_]:
        """Mask of the values whose expected number of draws is at least 1e-20."""
        return np.asarray(self.weights * np.repeat(self.draws, self.sizes) > ABSENT)

    @cached_property
    def is_symmetric(self) -> bool:
        """Whether S and −S have the same law because all parts are fair signs."""
        low, high = self._ends
        return bool((self.sizes <= 2).all() and (low == -high).all() and np.ptp(self.weights) == 0)

    def reflected(self) -> "IndependentSum":
        """The law of −S."""
        return replace(self, values=-self.values)

    def scaled(self, by: float) -> "IndependentSum":
        """The law of by·S."""
        return replace(self, values=self.values * by, tolerance=self.tolerance * by)

    def reduced(self) -> tuple["IndependentSum", int, int]:
        """For integers: a law S' of the smallest integers from 0 up, shift and step, with S = shift + step·S'."""
        low = self._ends[0]
        above = self.values - np.repeat(low, self.sizes)
        step = int(np.gcd.reduce(above)) or 1
        return replace(self, values=above // step), int(self.draws @ low), step

    def log_probability_of_maximum(self) -> float:
        """ln P(S is the largest sum): every draw is the largest value of its part."""
        largest = self.values == np.repeat(self._ends[1], self.sizes)
        share = np.add.reduceat(self.weights * largest, self.starts)
        others = np.add.reduceat(self.weights * ~largest, self.starts)
        return float(self.draws @ np.where(share < 0.5, np.log(share), np.log1p(-np.minimum(others, 0.5))))

    @cached_property
    def gap_below_maximum(self) -> float:
        """The distance between the largest and the second largest sum."""
        highest = np.repeat(self._ends[1], self.sizes)
        second = np.maximum.reduceat(np.where(self.values < highest, self.values.astype(float), -np.inf), self.starts)
        return float((self._ends[1] - second).min())

    def tilted(self, theta: float) -> "IndependentSum":
        """The law with every outcome s weighted by e^{θs}."""
        exponents = theta * self.centred
        exponents = exponents - np.repeat(np.maximum.reduceat(exponents, self.starts), self.sizes)
        weights = self.weights * np.exp(exponents)
        return replace(self, weights=weights / np.repeat(np.add.reduceat(weights, self.starts), self.sizes))

    def cumulant(self, theta: float) -> tuple[float, float]:
        """ln E e^{θ(S − E S)}, and a bound of its rounding error."""
        exponents = np.where(self.weights > 0, theta * self.centred, -np.inf)
        largest = np.maximum.reduceat(exponents, self.starts)
        # Small exponents are summed as e^y − 1, which rounds less; for large ones the largest is factored out.
        shift = np.where(largest > 1, largest, 0.0)
        moved = exponents - np.repeat(shift, self.sizes)
        # Where the largest is factored out, the sum of e^y − 1 may round to less than −1; it is not used there.
        with np.errstate(divide="ignore", invalid="ignore"):
            small = np.log1p(np.add.reduceat(self.weights * np.expm1(np.minimum(moved, 1.0)), self.starts))
            large = np.log(np.add.reduceat(self.weights * np.exp(moved), self.starts))
        size = np.add.reduceat(self.weights * np.abs(theta * self.centred), self.starts)
        size = np.where(shift > 0, 1 + largest, size)
        rounding = 2 * ROUNDING * (float(self.draws @ size) + abs(theta * self.mean))
        return float(self.draws @ np.where(shift > 0, shift + large, small)), rounding

    def log_mgf(self, theta: float, x: Any) -> tuple[float, float]:
        """ln E e^{θ(S − x)} for θ > 0, and a bound of its rounding error.

        It is computed about the mean or about the largest sum, whichever rounds less: with huge values θ·S cancels.
        """
        cumulant, rounding = self.cumulant(theta)
        descent = theta * (float(x) - self.mean)
        from_mean = cumulant - descent, rounding + ROUNDING * abs(descent)
        high = self.support[1]
        falls = theta * (self.values - np.repeat(self._ends[1], self.sizes)).astype(float)
        shares = np.add.reduceat(self.weights * np.exp(falls), self.starts)
        ascent = theta * float(high - x)
        logs = self.draws * np.log(np.maximum(shares, 1e-300))
        below = float(logs.sum())
        rounding = ROUNDING * (2 * float(self.draws.sum()) + 4 * abs(below) + 2 * abs(ascent))
        from_top = below + ascent, rounding if (shares > 1e-290).all() else math.inf
        return min(from_mean, from_top, key=lambda each: each[1])

    def half_width(self, log_tail: float = LOG_TAIL) -> float:
        """t with P(|S − E S| ≥ t) ≤ 2e^−log_tail: the least of Bernstein's, Hoeffding's (1963) and the support's."""
        step = np.abs(self.centred) * self.present
        low, high = self._ends
        ranges = (high - low).astype(float)
        low_end, high_end = self.support
        third = log_tail * float(step.max(initial=0.0)) / 3
        return min(
            third + math.sqrt(third**2 + 2 * log_tail * self.variance),
            math.sqrt(log_tail / 2 * float(self.draws @ ranges**2)),
            max(high_end - self.mean, self.mean - low_end),
        )


def bootstrap_sum(strata: Sequence[tuple[NDArray[Any], NDArray[Any]]], tolerance: float = 0.0) -> IndependentSum:
    """Return the law of a bootstrap resample's sum: n draws with replacement from each stratum of n items.

    A stratum is its distinct values and their multiplicities.

    >>> law = bootstrap_sum([(np.array([-1, 0, 1]), np.array([3, 3, 4]))])
    >>> law.support, round(law.mean, 9), round(law.variance, 9)
    ((-10, 10), 1.0, 6.9)
    """
    sizes = [len(values) for values, _ in strata]
    return IndependentSum(
        np.concatenate([values for values, _ in strata]),
        np.concatenate([counts / counts.sum() for _, counts in strata]),
        np.cumsum([0, *sizes[:-1]]),
        np.array([round(float(counts.sum())) for _, counts in strata]),
        tolerance,
    )


def sign_flip_sum(sizes: NDArray[Any], counts: NDArray[Any], tolerance: float = 0.0) -> IndependentSum:
    """Return the law of Σ ±d with independent fair signs, for distinct sizes d > 0 and their multiplicities.

    >>> law = sign_flip_sum(np.array([1, 2]), np.array([5, 1]))
    >>> law.support, law.mean, law.variance
    ((-7, 7), 0.0, 9.0)
    """
    if not len(sizes):
        sizes, counts = np.zeros(1, dtype=sizes.dtype), np.ones(1, dtype=np.int64)
        return IndependentSum(sizes, np.ones(1), np.zeros(1, dtype=np.int64), counts, tolerance)
    values = np.column_stack([-sizes, sizes]).ravel()
    return IndependentSum(
        values, np.full(len(values), 0.5), np.arange(0, len(values), 2), counts.astype(np.int64), tolerance
    )


def grouped(values: NDArray[Any], counts: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the distinct values, sorted, and the sums of their counts."""
    order = np.argsort(values, kind="stable")
    ordered = values[order]
    starts = np.flatnonzero(np.append(True, ordered[1:] != ordered[:-1]))
    return ordered[starts], np.add.reduceat(counts[order], starts)


@dataclass(frozen=True)
class Tilt:
    """A law tilted by θ towards x, with ln E e^{θ(S − x)} and a bound of its rounding error."""

    theta: float
    law: IndependentSum
    log_scale: float
    rounding: float


def tilt_to(law: IndependentSum, target: Any) -> Tilt:
    """Tilt the law by the θ > 0 at which its mean is the target, strictly between mean and largest sum.

    Newton's method on K'(θ) = target, whose derivative is the tilted variance, kept between bounds that only narrow.
    """
    low, high = 0.0, math.inf
    theta, tilted, scale = 0.0, law, float(target) - law.mean
    for _ in range(200):
        off = float(target) - tilted.mean
        if abs(off) <= 1e-13 * scale:
            break
        low, high = (theta, high) if off > 0 else (low, theta)
        step = theta + off / tilted.variance if tilted.variance > 0 else math.inf
        if not low < step < high or (theta and step > 4 * theta):
            step = (low + high) / 2 if high < math.inf else 4 * theta
        if step == theta or not math.isfinite(step):
            break
        theta = step
        tilted = law.tilted(theta)
    return Tilt(theta, tilted, *law.log_mgf(theta, target))
