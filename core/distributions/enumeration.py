"""Exact laws of sums of a few real differences, by counting every outcome."""

import math
from collections.abc import Callable
from fractions import Fraction
from math import lgamma
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln

from core.common.cached import cached_property
from core.distributions.quantiles import real_quantile, whole_quantile
from core.distributions.stratified import Law
from core.distributions.sums import ResampledSum, SwappedSum
from core.distributions.tail import NO_MASS, Tail
from core.errors import NotExactError

__all__ = ["EnumeratedResamples", "EnumeratedSwaps", "listing_cost", "lowest", "outcomes"]

Floats = NDArray[Any]
Complexes = NDArray[Any]

_MOST_SWAPPED = 40
_LOG10_MOST_RESAMPLES = 7
# More multisets than this are met in the middle, unless a tail may be lost beside much larger masses.
_MOST_LISTED, _LOST = 20_000, 1e-200
# More than a sum is rounded, as a share of it.
_ROUNDED = 1e-14
# So many multisets are points of a picture by themselves, and else cells.
_MOST_SHOWN, _CELLS = 2**18, 4096


def outcomes(law: ResampledSum | SwappedSum) -> float:
    """How many outcomes there are to list: 2^m swaps of m items, C(n+u−1, n) multisets of n draws from u values."""
    if isinstance(law, SwappedSum):
        return 2.0 ** min(float(law.counts.sum()), 1000)
    n, u = law.n, len(law.values)
    return math.exp(min(lgamma(n + u) - lgamma(n + 1) - lgamma(u), 700))


def listing_cost(law: ResampledSum) -> float:
    """About how many multisets are listed: all of them, or those of at most n draws from half the values, twice."""
    n, half, number = law.n, (len(law.values) + 1) / 2, outcomes(law)
    if number <= _MOST_LISTED:
        return number
    if math.log10(number) > _LOG10_MOST_RESAMPLES:
        return math.inf
    return 2 * math.exp(lgamma(n + half + 1) - lgamma(n + 1) - lgamma(half + 1))


class EnumeratedSwaps:
    """Σ ±d over at most 40 differences: two halves of at most 2²⁰ sums each, met in the middle.

    Raises
    ------
    NotExactError
        If more than 40 differences are not zero.
    """

    engine = "enumeration"
    quantile = None

    def __init__(self, law: SwappedSum) -> None:
        changed = int(law.counts.sum())
        if changed > _MOST_SWAPPED:
            raise NotExactError(f"{changed:,} items changed, more than the {_MOST_SWAPPED} whose swaps can be listed")
        differences = np.repeat(law.values, law.counts.astype(np.int64))
        self.law = law
        self.halves = [_signed_sums(differences[0::2]), _signed_sums(differences[1::2])]
        self.outcomes = 1 << len(differences)

    def at_least(self, x: float | Fraction, strict: bool = False) -> Tail:
        """P(S ≥ x), or P(S > x)."""
        first, second = self.halves
        x = lowest(self.law, x, strict)
        # For each sum a of the first half: how many b of the second have b ≥ x − a.
        below = np.searchsorted(second, x - first[::-1])
        count = len(first) * len(second) - int(below.sum())
        return Tail.of(count / self.outcomes, 0.0, self.engine)

    def at_most(self, x: float | Fraction, strict: bool = False) -> Tail:
        """P(S ≤ x), or P(S < x); the law is symmetric."""
        return self.at_least(-x, strict)

    def points(self) -> tuple[Floats, Floats]:
        """The sums and their probabilities; of more than 2²⁰ outcomes each half is first rounded to 4,096 steps."""
        if self.outcomes > 2**20:
            step = (self.halves[0][-1] + self.halves[1][-1]) / _CELLS
            first, second = (_on_grid(half, step) for half in self.halves)
            weights = np.convolve(first, second)
            present = np.flatnonzero(weights)
            return (present - len(weights) // 2) * step, weights[present] / self.outcomes
        sums = np.add.outer(*self.halves).ravel()
        return _merged(self.law, sums, np.full(len(sums), 1 / self.outcomes))


class EnumeratedResamples:
    """The sum of n draws from u values, over all C(n+u−1, n) multisets.

    Raises
    ------
    NotExactError
        If there are more than 10⁷ multisets.
    """

    engine = "enumeration"

    def __init__(self, law: ResampledSum) -> None:
        n, u = law.n, len(law.values)
        log10_multisets = math.log10(outcomes(law))
        if log10_multisets > _LOG10_MOST_RESAMPLES:
            raise NotExactError(
                f"{n:,} items with {u:,} distinct differences have about 10^{log10_multisets:.0f} resamples, "
                f"more than the 10^{_LOG10_MOST_RESAMPLES} that can be listed"
            )
        self.law = law

    @cached_property
    def sums(self) -> tuple[Floats, Floats]:
        """All sums and the logarithms of their probabilities n!/Π kᵢ! · Π wᵢ^kᵢ, built up value by value."""
        _, total, log_mass = _multisets(self.law, slice(None))
        return total, log_mass + gammaln(self.law.n + 1)

    @cached_property
    def _halves(self) -> list[list[tuple[Floats, Floats]]]:
        """Of each half of the values the sums of draws that leave k to the other: sums, sorted, and log masses."""
        law, middle = self.law, len(self.law.values) // 2
        halves = []
        for some in (slice(0, middle), slice(middle, None)):
            left, total, log_mass = _multisets(law, some)
            order = np.lexsort([total, left])
            ends = np.searchsorted(left[order], np.arange(law.n + 2))
            halves.append([(total[at], log_mass[at]) for at in map(order.__getitem__, map(slice, ends[:-1], ends[1:]))])
        return halves

    def _met(self, least: float) -> Tail | None:
        """P(S ≥ least): for each sum of one half, how much of the other is large enough; None where it may be lost."""
        n, (first, second), logs = self.law.n, self._halves, []
        for k in range(n + 1):  # draws of the second half
            (sums, log_mass), (others, other_mass) = first[k], second[n - k]
            if len(sums) and len(others):
                scale = float(log_mass.max()), float(other_mass.max())
                above = np.append(np.cumsum(np.exp(other_mass - scale[1])[::-1])[::-1], 0.0)
                found = float(np.exp(log_mass - scale[0]) @ above[np.searchsorted(others, least - sums)])
                logs.append(math.log(found) + sum(scale) if found > 0 else -math.inf)
        largest, orders = max(logs), float(gammaln(n + 1))
        if not largest + orders > math.log(_LOST):
            return None
        log = largest + math.log(math.fsum(math.exp(each - largest) for each in logs)) + orders
        return Tail.from_log(log, self.engine, 4e-15 * (1 + n * math.log(n)))

    def at_least(self, x: float | Fraction, strict: bool = False) -> Tail:
        """P(S ≥ x), or P(S > x)."""
        least = lowest(self.law, x, strict)
        if least > self.law.support[1]:
            return Tail.of(0.0, 0.0, self.engine)
        if outcomes(self.law) > _MOST_LISTED and (tail := self._met(least)):
            return tail
        sums, log_mass = self.sums
        return self._tail(log_mass[sums >= least])

    def at_most(self, x: float | Fraction, strict: bool = False) -> Tail:
        """P(S ≤ x), or P(S < x)."""
        return self._reflected.at_least(-x, strict)

    @cached_property
    def _reflected(self) -> "EnumeratedResamples":
        return EnumeratedResamples(self.law.reflected())

    def points(self) -> tuple[Floats, Floats]:
        """The distinct sums and their probabilities; of more than 2¹⁸ multisets, of sums rounded to 4,096 steps."""
        return self._picture if self._many else self._listed

    @property
    def quantile(self) -> Callable[[float], float] | None:
        """Inverts the distribution function where ``points`` are only cells."""
        return self._quantile if self._many else None

    @property
    def _many(self) -> bool:
        return outcomes(self.law) > _MOST_SHOWN

    @cached_property
    def _listed(self) -> tuple[Floats, Floats]:
        sums, log_mass = self.sums
        return _merged(self.law, sums, np.exp(log_mass))

    @cached_property
    def _picture(self) -> tuple[Floats, Floats]:
        n, least, (first, second) = self.law.n, self.law.values.min(), self._halves
        low, high = self.law.support
        step, waves = (high - low) / _CELLS, np.zeros(_CELLS + 1, dtype=complex)

        def wave(sums: Floats, mass: Floats, drawn: int) -> Complexes:
            cells = np.rint((sums - drawn * least) / step).astype(np.int64)
            return np.fft.rfft(np.bincount(cells, mass), 2 * _CELLS)

        for k in range(n + 1):  # draws of the second half
            (sums, log_mass), (others, other_mass) = first[k], second[n - k]
            if len(sums) and len(others):
                scale = float(log_mass.max()), float(other_mass.max())
                together = math.exp(sum(scale) + float(gammaln(n + 1)))
                one = wave(sums, np.exp(log_mass - scale[0]), n - k)
                waves += together * one * wave(others, np.exp(other_mass - scale[1]), k)
        mass = np.maximum(np.fft.irfft(waves), 0.0)
        present = np.flatnonzero(mass > NO_MASS)
        return low + step * present, mass[present] / mass[present].sum()

    def _quantile(self, q: float) -> float:
        """The x for which q lies between P(S < x) and P(S ≤ x), each to within 1e-4."""
        search = whole_quantile if self.law.whole else real_quantile
        try:
            return search(q, self.at_most, self._picture, self.law.support)
        except NotExactError:  # beside a huge value most sums are closer than a search tells apart
            sums, mass = self._listed
            return float(sums[np.searchsorted(np.cumsum(mass), q)])

    def _tail(self, log_mass: Floats) -> Tail:
        if not len(log_mass):
            return Tail.of(0.0, 0.0, self.engine)
        n, largest = self.law.n, float(log_mass.max())
        log = largest + math.log(float(np.exp(log_mass - largest).sum()))
        # A mass is the exponential of a sum of logarithms, none of which is larger than n·ln n.
        return Tail.from_log(log, self.engine, 4e-15 * (1 + n * math.log(n)))


def _multisets(law: ResampledSum, some: slice) -> tuple[NDArray[np.int64], Floats, Floats]:
    """Of all multisets of at most n of some values: how many draws they leave, their sums, and Σ kᵢ·ln wᵢ − ln kᵢ!."""
    left = np.array([law.n])
    total = np.zeros(1, dtype=law.values.dtype)
    log_mass = np.zeros(1)
    values, counts = law.values[some], law.counts[some]
    last = len(values) - 1 if some == slice(None) else len(values)  # the last of all takes what is left
    for i, (value, count) in enumerate(zip(values, counts, strict=True)):
        choices = np.ones_like(left) if i == last else left + 1
        parent = np.repeat(np.arange(len(left)), choices)
        starts = np.repeat(np.cumsum(choices) - choices, choices)
        k = left[parent] if i == last else np.arange(len(parent)) - starts
        left = left[parent] - k
        total = total[parent] + k * value
        log_mass = log_mass[parent] + k * np.log(count / law.n) - gammaln(k + 1)
    return left, total, log_mass


def lowest(law: Law, x: float | Fraction, strict: bool) -> float:
    """The least sum that is ≥ x, or > x."""
    if law.whole:
        low, high = law.support
        return min(max(math.floor(x) + 1 if strict else math.ceil(x), low), high + 1)
    return math.nextafter(float(x) + law.tolerance, math.inf) if strict else float(x) - law.tolerance


def _signed_sums(differences: Floats) -> Floats:
    """All 2^m sums ±d₁ ± d₂ …, sorted."""
    sums = np.zeros(1, dtype=differences.dtype)
    for difference in differences:
        sums = np.concatenate([sums - difference, sums + difference])
        sums.sort(kind="stable")  # two sorted runs are merged in one pass
    return sums


def _on_grid(sums: Floats, step: float) -> Floats:
    """How many of the sums round to each multiple of the step, from the least to the largest: a symmetric range."""
    cells = np.rint(sums / step).astype(np.int64)
    return np.bincount(cells - cells[0], minlength=1 - 2 * int(cells[0])).astype(float)


def _merged(law: ResampledSum | SwappedSum, sums: NDArray[Any], mass: Floats) -> tuple[NDArray[Any], Floats]:
    """Join sums that differ by rounding only: of ordinary values that is far less than of one huge value."""
    order = np.argsort(sums)
    sums, mass = sums[order], mass[order]
    gaps = np.diff(sums, prepend=sums[0] - 1)
    ordinary = len(law.values) * float(np.median(np.abs(law.values))) if len(law.values) else 0.0
    slack = 0.0 if law.whole else _ROUNDED * (np.abs(sums) + ordinary)
    first = np.flatnonzero(gaps > slack)
    first = np.append(0, first[first > 0])
    return sums[first], np.add.reduceat(mass, first)
