"""Exact distributions of the mean difference in rational arithmetic, by convolving one item at a time."""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm
from operator import add, mul

from tests.oracles import definitions

__all__ = ["bootstrap", "helped_hurt_tail", "permutation", "pvalue", "sign_test"]


def convolve(masses, step):
    """Add one independent draw: both arguments map a sum to its (integer) weight."""
    out = Counter()
    for total, weight in masses.items():
        for value, times in step.items():
            out[total + value] += weight * times
    return out


def bootstrap(differences):
    """Return the distribution of the mean of n draws with replacement from n integers or fractions."""
    return _bootstrap(tuple(differences))


def permutation(differences):
    """Return the distribution of the mean when each sign is flipped with probability one half."""
    return _permutation(tuple(differences))


# Nine questions about the same differences need two distributions.
@lru_cache(maxsize=2)
def _bootstrap(differences):
    n, (numbers, scale) = len(differences), _whole(differences)
    step = Counter(numbers)
    masses = Counter({0: 1})
    for _ in range(n):
        masses = convolve(masses, step)
    return {Fraction(total, scale * n): Fraction(weight, n**n) for total, weight in masses.items()}


@lru_cache(maxsize=2)
def _permutation(differences):
    n, (numbers, scale) = len(differences), _whole(differences)
    masses = Counter({0: 1})
    for d in numbers:
        masses = convolve(masses, Counter([d, -d]))
    return {Fraction(total, scale * n): Fraction(weight, 2**n) for total, weight in masses.items()}


def _whole(fractions):
    """Return integers and their common denominator."""
    scale = lcm(*(Fraction(each).denominator for each in fractions))
    return [int(each * scale) for each in fractions], scale


def pvalue(test, alternative, differences, boundary="include"):
    """Return the exact p-value of a test of the mean difference."""
    distribution = permutation(differences) if test == "permutation" else bootstrap(differences)
    observed = Fraction(sum(differences)) / len(differences)
    return definitions.pvalue(test, alternative, distribution, observed, boundary)


def helped_hurt_tail(n, helped, hurt, least):
    """Return P(sum of n draws <= least) from helped 1s, hurt -1s and zeros, by the trinomial formula."""
    ups, downs = ([each**k for k in range(n + 1)] for each in (helped, hurt))
    total, binomials = 0, [1]
    for changed in range(n + 1):
        # ``up`` of the changed draws are +1 and the rest -1: the sum is 2·up - changed.
        most = min(changed, (changed + least) // 2)
        if most >= 0:
            ways = map(mul, binomials[: most + 1], ups)
            total += (
                comb(n, changed) * (n - helped - hurt) ** (n - changed)
                * sum(map(mul, ways, reversed(downs[changed - most : changed + 1])))
            )  # fmt: skip
        binomials = [1, *map(add, binomials, binomials[1:]), 1]
    return Fraction(total, n**n)


def sign_test(helped, hurt):
    """Return the two-sided p-value of the exact sign test, twice the smaller binomial tail."""
    changed, tail, ways = helped + hurt, 0, 1
    for k in range(min(helped, hurt) + 1):
        tail += ways
        ways = ways * (changed - k) // (k + 1)
    return min(Fraction(1), Fraction(2 * tail, 2**changed))
