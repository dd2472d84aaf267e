"""Macro averages over strata by rational arithmetic: every resample and every swap listed."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product

Item = tuple[Sequence[int], Sequence[int]]  # both systems' statistics
Score = Callable[[Sequence[int]], Fraction]


def share(sums: Sequence[int]) -> Fraction:
    """Numerator over denominator."""
    return Fraction(sums[0], sums[1])


def f1(sums: Sequence[int]) -> Fraction:
    """Of true positives and errors; 0/0 is 0."""
    return Fraction(2 * sums[0], 2 * sums[0] + sums[1]) if any(sums) else Fraction(0)


def difference(strata: Sequence[Sequence[Item]], score: Score) -> Fraction:
    """The mean over strata of experimental minus baseline."""
    total = Fraction(0)
    for items in strata:
        a, e = ([sum(column) for column in zip(*side, strict=True)] for side in zip(*items, strict=True))
        total += score(e) - score(a)
    return total / len(strata)


def resamples(strata: Sequence[Sequence[Item]], score: Score) -> Iterator[Fraction]:
    """Return the difference on every equally likely resample; each stratum keeps its number of items."""
    for drawn in product(*(product(items, repeat=len(items)) for items in strata)):
        yield difference(drawn, score)


def swaps(strata: Sequence[Sequence[Item]], score: Score) -> Iterator[Fraction]:
    """The difference after each of the 2^n swaps."""
    for drawn in product(*(product(*(((a, e), (e, a)) for a, e in items)) for items in strata)):
        yield difference(drawn, score)


@cache
def _listed(every: Callable[..., Iterator[Fraction]], strata: Sequence[Sequence[Item]], score: Score) -> list[Fraction]:
    return list(every(strata, score))


def pvalue(test: str, alternative: str, strict: bool, strata: Sequence[Sequence[Item]], score: Score) -> Fraction:
    """The p-value of a test of `core.significance`, by its definition."""
    observed = difference(strata, score)
    values = _listed(swaps if test == "permutation" else resamples, tuple(map(tuple, strata)), score)

    def probability(side: int, x: Fraction) -> Fraction:
        count = sum(side * value > side * x if strict else side * value >= side * x for value in values)
        return Fraction(count, len(values))

    side = 1 if alternative == "greater" else -1
    if test == "bootstrap":
        if alternative == "two-sided":
            return min(2 * min(probability(1, Fraction(0)), probability(-1, Fraction(0))), Fraction(1))
        return probability(-side, Fraction(0))
    at = 2 * observed if test == "shifted-bootstrap" else observed
    if alternative != "two-sided":
        return probability(side, at)
    centre = observed if test == "shifted-bootstrap" else Fraction(0)
    sizes = [abs(value - centre) for value in values]
    count = sum(size > abs(observed) if strict else size >= abs(observed) for size in sizes)
    return Fraction(count, len(values))
