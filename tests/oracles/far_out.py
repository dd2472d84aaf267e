"""Laws of sums with values far out, added up or counted outcome by outcome."""

import math
from collections import Counter
from itertools import combinations_with_replacement, product

import numpy as np

__all__ = ["drawn_often", "every_resample", "every_swap"]


def drawn_often(values, outlier, times):
    """P(S ≥ times·outlier) of a bootstrap of these integers and the outlier, by adding up positive numbers."""
    n, low = len(values) + 1, int(values.min())
    once = np.bincount(values - low) / len(values)
    laws = [np.ones(1)]
    for _ in range(n):
        laws.append(np.convolve(laws[-1], once))
    total = 0.0
    for k in range(n + 1):
        sums = low * (n - k) + np.arange(len(laws[n - k]))
        beyond = laws[n - k][sums >= (times - k) * outlier].sum()
        total += math.comb(n, k) * (1 / n) ** k * (1 - 1 / n) ** (n - k) * float(beyond)
    return total


def every_resample(items):
    """The sums of all ways to draw n of n items, and their probabilities."""
    n = len(items)
    drawn = list(combinations_with_replacement(range(n), n))
    ways = [math.factorial(n) / math.prod(map(math.factorial, Counter(each).values())) for each in drawn]
    return np.array([math.fsum(items[i] for i in each) for each in drawn]), np.array(ways) / n**n


def every_swap(items):
    """The sums of all signs of the items, and their probabilities."""
    signs = np.array(list(product([-1, 1], repeat=len(items))))
    return np.array([math.fsum(each) for each in signs * items]), np.full(len(signs), 1 / len(signs))
