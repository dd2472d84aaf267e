"""Sums with few outcomes: every outcome with its probability, by meet-in-the-middle enumeration.

The outcomes are split into two independent halves, each listed and sorted: half of the signs for a permutation test,
the draws of half of the values for a bootstrap, once for each number k of draws in that half. Then
P(S ≥ x) = Σₖ Σ_a P(a)·P(b ≥ x − a), a binary search for each a (Horowitz and Sahni, Journal of the ACM 21, 1974).

Cost: O(h log h) for halves of h outcomes; 40 signs are two halves of 2²⁰. The error bound covers the rounding of the
masses and of their sums.
"""

import math
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln

from core.common.arrays import Floats, Integers
from core.common.cached import cached_property
from core.distributions.probability import LEAST_MASS, Probability
from core.distributions.quantiles import quantile
from core.distributions.sums import IndependentSum
from core.distributions.threads import on_one_thread
from core.errors import NotExactError

Listed = tuple[NDArray[Any], Floats]  # sums and their masses

MAX_OUTCOMES_PER_HALF = 2**20
# Below this number of outcomes, one list of them is faster than two halves, and than inversion on a lattice.
FEW_OUTCOMES = 2**12
# Logarithm of the smallest mass, which must be a double.
SMALLEST_LOG_MASS = -600.0
# A plot shows at most MAX_POINTS outcomes, else CELLS cells.
MAX_POINTS, CELLS = 2**18, 4_096
# Relative rounding error of a sum.
ROUNDED = 1e-14


def outcomes(law: IndependentSum) -> float:
    """Return how many outcomes the law has: the product over parts of C(n + u − 1, u − 1) multisets of n draws."""
    return math.exp(min(float(_log_multisets(law).sum()), 700.0))


def _log_multisets(law: IndependentSum) -> Floats:
    n, u = law.draws.astype(float), law.sizes.astype(float)
    return np.asarray(gammaln(n + u) - gammaln(n + 1) - gammaln(u))


class EnumeratedSum:
    """The law of a sum with at most 2²⁰ outcomes in each of two halves.

    Raises NotExactError if there are more outcomes.
    """

    engine = "enumeration"

    def __init__(self, law: IndependentSum) -> None:
        self.law = law
        smallest = np.minimum.reduceat(law.weights, law.starts)
        if float(law.draws @ np.log(smallest)) < SMALLEST_LOG_MASS:
            raise NotExactError("resamples are too many to list")
        # One list takes less time than n + 1 pairs of lists.
        in_groups = len(law.draws) > 1 or outcomes(law) <= FEW_OUTCOMES
        self._groups = self._two_groups() if in_groups else None
        if not in_groups:
            n, half = int(law.draws[0]), (len(law.values) + 1) // 2
            size = math.exp(min(math.lgamma(n + half + 1) - math.lgamma(n + 1) - math.lgamma(half + 1), 700.0))
            if size > MAX_OUTCOMES_PER_HALF:
                raise NotExactError(
                    f"{n:,} items with {len(law.values):,} distinct differences have too many resamples to list"
                )

    def at_least(self, x: float | Fraction, strict: bool = False) -> Probability:
        """P(S ≥ x), or P(S > x)."""
        return self._upper(self.halves, self._lowest(x, strict), self.law.support[1])

    def at_most(self, x: float | Fraction, strict: bool = False) -> Probability:
        """P(S ≤ x), or P(S < x)."""
        turned = [[(-sums[::-1], mass[::-1]) for sums, mass in pair] for pair in self.halves]
        return self._upper(turned, self._lowest(-x, strict, -1), -self.law.support[0])

    def points(self) -> tuple[Floats, Floats]:
        """The distinct sums and their probabilities; with more than 2¹⁸ outcomes, sums rounded to 4,096 steps."""
        return self._picture if self._many else self._merged

    @property
    def quantile(self) -> Callable[[float], float] | None:
        """The inverse distribution function if ``points`` are only cells, else None."""
        if not self._many:
            return None
        return partial(
            quantile, at_most=self.at_most, picture=self._picture, support=self.law.support, whole=self.law.whole
        )

    @cached_property
    def halves(self) -> list[tuple[Listed, Listed]]:
        """Pairs of independent halves, both sorted by their sums; masses of a pair multiply."""
        law = self.law
        if self._groups is not None:
            return [(self._listed(self._groups[0]), self._listed(self._groups[1]))]
        n, half = int(law.draws[0]), (len(law.values) + 1) // 2
        first, second = (_of_few_draws(n, law.values[of], law.weights[of]) for of in (slice(half), slice(half, None)))
        return [(first[k], second[n - k]) for k in range(n + 1) if len(first[k][0]) and len(second[n - k][0])]

    def _two_groups(self) -> tuple[list[int], list[int]]:
        """The parts of each half, chosen so that both have a similar number of outcomes."""
        groups: tuple[list[int], list[int]] = ([], [])
        logs, sizes = [0.0, 0.0], _log_multisets(self.law)
        for part in np.argsort(-sizes, kind="stable").tolist():
            i = int(logs[1] < logs[0])
            groups[i].append(part)
            logs[i] += float(sizes[part])
        if max(logs) > math.log(MAX_OUTCOMES_PER_HALF) + 1e-9:
            raise NotExactError("the outcomes are too many to list")
        return groups

    def _listed(self, parts: list[int]) -> Listed:
        sums, mass = np.zeros(1, dtype=self.law.values.dtype), np.ones(1)
        slices = self.law.parts()
        for part in parts:
            of, n = slices[part], int(self.law.draws[part])
            more, chance = _of_one_part(n, self.law.values[of], self.law.weights[of])
            sums, mass = np.add.outer(more, sums).ravel(), np.multiply.outer(chance, mass).ravel()
            order = np.argsort(sums, kind="stable")  # a few sorted runs are merged
            sums, mass = sums[order], mass[order]
        return sums, mass

    def _lowest(self, x: float | Fraction, strict: bool, sign: int = 1) -> float:
        """The least sum that is ≥ x, or > x."""
        law = self.law
        if law.whole:
            low, high = sorted(sign * end for end in law.support)
            return min(max(math.floor(x) + 1 if strict else math.ceil(x), low), high + 1)
        return math.nextafter(float(x) + law.tolerance, math.inf) if strict else float(x) - law.tolerance

    @on_one_thread()
    def _upper(self, halves: list[Any], least: float, highest: float) -> Probability:
        if least > highest:
            return Probability.of(0.0, 0.0, self.engine)
        found = 0.0
        for (sums, mass), (others, other_mass) in halves:
            above = np.append(np.cumsum(other_mass[::-1])[::-1], 0.0)
            found += float(mass @ above[np.searchsorted(others, least - sums)])
        if not found > 0:
            return Probability.of(0.0, 0.0, self.engine)
        n = float(self.law.draws.sum())
        # A mass is the exponential of a sum of logarithms, none larger than n·ln n; sums of 2²⁰ masses round by 1e-12.
        relative = 1e-12 + 4e-15 * (1 + n * math.log(n + 1))
        return Probability(min(found, 1.0), min(math.log(found), 0.0), relative, self.engine)

    @property
    def _many(self) -> bool:
        return sum(len(a[0]) * len(b[0]) for a, b in self.halves) > MAX_POINTS

    @cached_property
    def _merged(self) -> tuple[Floats, Floats]:
        sums = np.concatenate([np.add.outer(a[0], b[0]).ravel() for a, b in self.halves])
        mass = np.concatenate([np.multiply.outer(a[1], b[1]).ravel() for a, b in self.halves])
        order = np.argsort(sums, kind="stable")
        sums, mass = sums[order].astype(float), mass[order]
        # Merge sums that differ only by rounding.
        relative = 0.0 if self.law.whole else ROUNDED
        slack = relative * (np.abs(sums) + float(np.median(np.abs(self.law.values))))
        first = np.flatnonzero(np.append(True, np.diff(sums) > slack[1:]))
        return sums[first], np.add.reduceat(mass, first)

    @cached_property
    def _picture(self) -> tuple[Floats, Floats]:
        low, high = self.law.support
        step, waves = (high - low) / CELLS, np.zeros(CELLS + 1, dtype=complex)
        for (sums, mass), (others, other_mass) in self.halves:
            a, b = float(sums[0]), float(others[0])
            shift = np.exp(-2j * np.pi * np.arange(CELLS + 1) * round((a + b - low) / step) / (2 * CELLS))
            one, two = (
                np.fft.rfft(np.bincount(np.rint((each - start) / step).astype(np.int64), weight), 2 * CELLS)
                for each, start, weight in ((sums, a, mass), (others, b, other_mass))
            )
            waves += shift * one * two
        mass = np.maximum(np.fft.irfft(waves), 0.0)
        present = np.flatnonzero(mass > LEAST_MASS)
        return low + step * present, mass[present] / mass[present].sum()


def _of_one_part(n: int, values: NDArray[Any], weights: Floats) -> Listed:
    """The sums of n draws, sorted, and their probabilities; exact for one draw and for fair signs."""
    if n == 1:
        order = np.argsort(values, kind="stable")
        return values[order], weights[order]
    if len(values) == 2 and weights[0] == weights[1]:
        k = np.arange(n + 1)
        return (n - k) * values.min() + k * values.max(), np.array([math.comb(n, i) / 2**n for i in k.tolist()])
    return _of_few_draws(n, values, weights, exactly=True)[0]


def _of_few_draws(n: int, values: NDArray[Any], weights: Floats, *, exactly: bool = False) -> list[Listed]:
    """For each k ≤ n (or only for n) the sums of k draws of some values, sorted, with their multinomial masses.

    A mass is n!/Π kᵢ!·Π wᵢ^kᵢ; the factor n! is shared between both halves.
    """
    left, sums, logs = multisets(n, values, weights, exactly=exactly)
    # Each half takes half of ln n!, which keeps both in the range of doubles.
    logs = logs + (gammaln(n + 1) if exactly else gammaln(n + 1) / 2)
    order = np.lexsort([sums, left])
    ends = [0, len(left)] if exactly else np.searchsorted(left[order], np.arange(n + 2)).tolist()
    found = [(sums[at], np.exp(logs[at])) for at in (order[a:b] for a, b in pairwise(ends))]
    return found if exactly else found[::-1]


def multisets(n: int, values: NDArray[Any], weights: Floats, *, exactly: bool) -> tuple[Integers, NDArray[Any], Floats]:
    """Every way to draw at most n (or ``exactly`` n) of the values ``(u, …)``, each drawn k₁, …, kᵤ times.

    Returns the draws that are left, the sums ``(m, …)`` of the drawn values, and ln Π wᵢ^kᵢ/kᵢ!.
    """
    left, sums, logs = np.array([n]), np.zeros((1, *values.shape[1:]), dtype=values.dtype), np.zeros(1)
    last = len(values) - 1 if exactly else len(values)
    for i, (value, weight) in enumerate(zip(values, np.log(weights), strict=True)):
        choices = np.ones_like(left) if i == last else left + 1
        parent = np.repeat(np.arange(len(left)), choices)
        k = left[parent] if i == last else np.arange(len(parent)) - np.repeat(np.cumsum(choices) - choices, choices)
        left = left[parent] - k
        sums, logs = sums[parent] + np.multiply.outer(k, value), logs[parent] + k * weight - gammaln(k + 1)
    return left, sums, logs
