"""Values in a few heaps, as sizes 1 and √2 with noise: how many of each heap are drawn, or get a plus, and how likely.

Of signs the numbers of pluses of the heaps are independent, and the first heap may lie around 0, where none are
counted. Of n draws the numbers are as independent ones of Poisson's law that happen to add up to n; strata have heaps
and draws of their own.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln, xlogy

from core.distributions.fading import ORDINARY, deviation
from core.distributions.stratified import Law, SumOfResamples, centred
from core.distributions.sums import ResampledSum, SwappedSum

__all__ = ["MOST_LISTED", "Counts", "Heap", "about_drawn", "counts_of", "heaps_of", "numbers_of_draws", "parted"]

Floats = NDArray[Any]
Integers = NDArray[np.int64]

# Values are so much nearer to others of their heap than to those of the next, and heaps are no more than so many.
_NEARER, _MOST = 8.0, 12
# So many numbers of all heaps are listed at most, none less likely than this: about so many of each, as a multiple of
# their standard deviation.
MOST_LISTED, _LEAST, _DEVIATIONS = 2**18, 1e-18, 10.0
# Of strata so many are looked at together, and the logarithm of so many ways of all is no use to look at.
_MOST_AT_ONCE, _HOPELESS = 2**22, 28.0
# So many heaps take long, and are no use where no value lies far out.
_MANY = 2**6
# The rounding of a few operations.
_EPSILON = 2e-15
# Whole numbers whose sums are larger are not all floating-point numbers.
_LARGEST = 2**52


@dataclass(frozen=True, eq=False)
class Heap:
    """Values near one another: their mean, or 0, and how far each lies from it, and how many there are of each."""

    centre: float
    rest: Floats  # (u,)
    counts: Floats  # (u,)
    stratum: int = 0

    @property
    def size(self) -> float:
        return float(self.counts.sum())

    @property
    def variance(self) -> float:
        """Of one value around the centre."""
        return float(self.counts @ self.rest**2) / self.size

    @property
    def farthest(self) -> float:
        return float(np.abs(self.rest).max())

    @property
    def span(self) -> float:
        """From the least to the largest of what a draw or a sign around 0 leaves over."""
        return float(np.ptp(self.rest)) if self.centre else 2 * self.farthest


class Counts(NamedTuple):
    """How many of each heap, ``(c, h)``, how likely each row is, and how likely all others are at most.

    Each is rounded by such a share of it.
    """

    numbers: Integers
    masses: Floats
    left_out: float
    rounding: float


def heaps_of(law: Law) -> list[list[Heap]]:
    """Return the ways to part a law's values into heaps, from the most heaps to the fewest, each from the smallest up.

    Examples
    --------
    >>> law = SwappedSum(np.array([1 - 1e-6, 1, 1.4, 1.4 + 2e-6]), np.ones(4))
    >>> [[round(heap.centre, 5) for heap in heaps] for heaps in heaps_of(law)]
    [[1.0, 1.4]]
    """
    if law.whole and max(map(abs, law.support)) > _LARGEST:
        return []
    if isinstance(law, SumOfResamples):
        return _heaps_of_strata(law)
    # One heap and single values far from it are none: these are taken one after another (`peeled`). Of signs a heap off
    # 0 is enough, and of draws it takes two.
    signs = isinstance(law, SwappedSum)
    return [
        heaps
        for _, heaps in parted(law)
        if sum(len(heap.rest) > 1 and (not signs or heap.centre > 0) for heap in heaps) > 1 - signs
    ]


def _heaps_of_strata(law: SumOfResamples) -> list[list[Heap]]:
    """The ways of the strata side by side whose heaps lie about as far apart."""
    each = [[*parted(part), (math.inf, [_heap(part.values.astype(float), part.counts)])] for part in law.parts]
    of_most = deviation(ResampledSum(centred(law, law.values, law.counts), law.counts))
    ways, before, ordinary = [], 0.0, law.half_width() <= ORDINARY * of_most
    for least in sorted({gap for own in each for gap, _ in own[:-1]}):
        if least <= _NEARER * before:
            continue
        before = least
        chosen = [next(heaps for gap, heaps in own if gap >= least) for own in each]
        about = (about_drawn(np.array([heap.size for heap in heaps])) for heaps in chosen)
        if sum(map(math.log, about)) > _HOPELESS or (ordinary and sum(map(len, chosen)) > _MANY):
            continue
        ways.append([replace(heap, stratum=at) for at, heaps in enumerate(chosen) for heap in heaps])
    return ways


def parted(law: ResampledSum | SwappedSum) -> Iterator[tuple[float, list[Heap]]]:
    """How far apart heaps lie at least, and the heaps, from the most to the fewest."""
    order, signs = np.argsort(law.values, kind="stable"), isinstance(law, SwappedSum)
    values, counts = law.values[order].astype(float), law.counts[order].astype(float)
    gaps = np.diff(values, prepend=0.0 if signs else values[0])
    wide = np.append(np.sort(gaps[gaps > 0])[::-1], 0.0)[: _MOST + 1]
    # The more heaps, the less is left over.
    for last in np.flatnonzero(wide[:-1] > _NEARER * wide[1:])[::-1].tolist():
        starts = np.flatnonzero(np.append(True, gaps[1:] > wide[last + 1]))
        ends = np.append(starts[1:], len(values))
        heaps = [_heap(values[at:end], counts[at:end]) for at, end in zip(starts, ends, strict=True)]
        if signs and gaps[0] <= wide[last + 1]:
            heaps[0] = Heap(0.0, values[: ends[0]], counts[: ends[0]])
        yield float(wide[last]), heaps


def _heap(values: Floats, counts: Floats) -> Heap:
    # No rounding of a mean of one
    centre = float(values[0] if len(values) == 1 else counts @ values / counts.sum())
    return Heap(centre, values - centre, counts)


def counts_of(law: Law, heaps: list[Heap], theta: float, most: int = MOST_LISTED) -> Counts | None:
    """The likely numbers of all heaps, where every outcome counts e^{θ·Σ centres} times, normalised.

    None where more than so many are likely.
    """
    if isinstance(law, SumOfResamples):
        return _draws_of_strata(law, heaps, theta, most)
    return _pluses(heaps, theta, most) if isinstance(law, SwappedSum) else _draws(law, heaps, theta, most)


def numbers_of_draws(law: ResampledSum) -> Counts | None:
    """How often each value is likely to be drawn, or None where that may be in too many ways."""
    each = zip(law.values.tolist(), law.counts.tolist(), strict=True)
    return _draws(law, [Heap(value, np.zeros(1), np.array([count])) for value, count in each], 0.0, MOST_LISTED)


def _pluses(heaps: list[Heap], theta: float, most: int) -> Counts | None:
    sizes = np.array([round(heap.size) if heap.centre else 0 for heap in heaps])
    exponents = 2 * theta * np.array([heap.centre for heap in heaps])
    share = 1 / (1 + np.exp(-np.abs(exponents)))
    if _about(sizes * share * (1 - share), sizes) > most:
        return None
    laws = []
    for m, exponent in zip(sizes.tolist(), exponents.tolist(), strict=True):
        k = np.arange(m + 1)
        logs = gammaln(m + 1) - gammaln(k + 1) - gammaln(m - k + 1)
        logs -= k * np.logaddexp(0, -exponent) + (m - k) * np.logaddexp(0, exponent)
        laws.append((k, np.exp(logs)))
    rounding = _EPSILON * float((1 + gammaln(sizes + 1) + sizes * (1 + np.abs(exponents))).sum())
    return Counts(*_products(laws, int(sizes.sum())), rounding)


def _draws(law: ResampledSum, heaps: list[Heap], theta: float, most: int) -> Counts | None:
    logs = np.array([math.log(heap.size) + theta * heap.centre for heap in heaps])
    logs -= logs.max()
    rates = law.n * np.exp(logs) / np.exp(logs).sum()
    if about_drawn(rates) > most:
        return None
    commonest = int(np.argmax(rates))
    others = [at for at in range(len(heaps)) if at != commonest]
    each = [np.arange(min(law.n, math.ceil(rate + 12 * math.sqrt(rate) + 24)) + 1) for rate in rates.tolist()]
    some, masses, left_out = _products([(each[at], _poisson(each[at], rates[at])) for at in others], law.n)
    rest = law.n - some.sum(axis=1)
    # How likely independent numbers are to add up to n: n^n/n!·e^−n
    adding = math.exp(law.n * math.log(law.n) - law.n - math.lgamma(law.n + 1))
    masses = masses * _poisson(rest, rates[commonest]) / adding
    rounding = _EPSILON * len(heaps) * (1 + law.n * (2 + math.log(law.n) + float(np.abs(logs).max())))
    largest = float(_poisson(np.floor(rates[commonest]), rates[commonest])) / adding
    return Counts(np.insert(some, commonest, rest, axis=1), masses, left_out * largest, rounding)


def _draws_of_strata(law: SumOfResamples, heaps: list[Heap], theta: float, most: int) -> Counts | None:
    numbers, masses, left_out, rounding = np.zeros((1, 0), dtype=np.int64), np.ones(1), 0.0, 0.0
    for at, part in enumerate(law.parts):
        own = _draws(part, [heap for heap in heaps if heap.stratum == at], theta, most)
        if own is None or len(masses) * len(own.masses) > _MOST_AT_ONCE:
            return None
        both = np.multiply.outer(masses, own.masses)
        likely = both > _LEAST
        row, of = np.nonzero(likely)
        if len(row) > most or len(row) * len(heaps) > _MOST_AT_ONCE:
            return None
        numbers, masses = np.column_stack([numbers[row], own.numbers[of]]), both[likely]
        left_out, rounding = left_out + own.left_out + float(both[~likely].sum()), rounding + own.rounding
    return Counts(numbers, masses, left_out, rounding)


def about_drawn(rates: Floats) -> float:
    """In how many ways so many of each heap are likely to be drawn, on average, and as many as all are in all."""
    n, others = round(float(rates.sum())), np.delete(rates, np.argmax(rates))
    return min(_about(others * (1 - others / n), n), math.comb(n + len(others), len(others)))


def _about(variances: Floats, largest: Any) -> float:
    """How many numbers are likely of these variances."""
    return float(np.prod(1 + np.minimum(_DEVIATIONS * np.sqrt(variances), largest)))


def _poisson(k: NDArray[Any], rate: float) -> Floats:
    masses: Floats = np.exp(xlogy(k, rate) - rate - gammaln(k + 1))
    return masses


def _products(laws: list[tuple[Integers, Floats]], total: int) -> tuple[Integers, Floats, float]:
    """The likely numbers of independent laws, no more than a total together, and how likely they and all others are."""
    numbers, masses, others = np.zeros((1, 0), dtype=np.int64), np.ones(1), 0.0
    for k, chances in laws:
        some = chances > _LEAST
        following = np.multiply.outer(masses, chances[some])
        following[np.add.outer(numbers.sum(axis=1), k[some]) > total] = 0.0
        least = _LEAST
        if (count := int((following > least).sum())) > MOST_LISTED:
            least = float(np.partition(following[following > least], count - MOST_LISTED)[count - MOST_LISTED])
        row, at = np.nonzero(following > least)
        others += float(following[following <= least].sum()) + float(masses.sum() * chances[~some].sum())
        numbers, masses = np.column_stack([numbers[row], k[some][at]]), following[row, at]
    return numbers, masses, others
