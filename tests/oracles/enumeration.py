"""Every resample and every swap, one by one, for any score of summed statistics and a handful of items."""

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import factorial, prod

__all__ = ["observed", "resampled", "swapped"]


def observed(baseline, experimental, score):
    """Return the score of the experimental sums minus that of the baseline sums."""
    return score(sums(experimental)) - score(sums(baseline))


def sums(rows):
    """Add up rows of statistics, column by column, without rounding."""
    return tuple(map(sum, zip(*_exact(rows), strict=True)))


def _exact(rows):
    return [[each if isinstance(each, int) else Fraction(each) for each in row] for row in rows]


def resampled(baseline, experimental, score):
    """Return the distribution of the difference over all n^n resamples, grouped into multisets of items."""
    n, baseline, experimental = len(baseline), _exact(baseline), _exact(experimental)
    distribution = Counter()
    for chosen in combinations_with_replacement(range(n), n):
        orders = factorial(n) // prod(factorial(times) for times in Counter(chosen).values())
        difference = observed([baseline[i] for i in chosen], [experimental[i] for i in chosen], score)
        distribution[difference] += Fraction(orders, n**n)
    return dict(distribution)


def swapped(baseline, experimental, score):
    """Return the distribution of the difference over all 2^n exchanges of the two systems' outputs."""
    n, baseline, experimental = len(baseline), _exact(baseline), _exact(experimental)
    distribution = Counter()
    for swaps in product((False, True), repeat=n):
        pairs = [(e, a) if swap else (a, e) for a, e, swap in zip(baseline, experimental, swaps, strict=True)]
        difference = observed([a for a, _ in pairs], [e for _, e in pairs], score)
        distribution[difference] += Fraction(1, 2**n)
    return dict(distribution)
