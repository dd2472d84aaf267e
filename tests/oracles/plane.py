"""Permutation tests of any score of summed whole numbers: every sum of swaps counted in integers, scores as fractions.

Rows that occur often are swapped k times in C(count, k) ways, so that hundreds of items of a few kinds can be counted.
"""

import math
from collections import Counter
from fractions import Fraction

from tests.oracles.scores import f1, f1_errors, macro_f1, ratio

__all__ = ["permutation_pvalue"]


def precision(sums):
    """Return precision of (recall numerator, recall denominator, precision numerator, precision denominator)."""
    return ratio(sums[2:])


SCORES = {"f1-errors": f1_errors, "f1": f1, "precision": precision, "macro-f1": macro_f1, "ratio": ratio}


def permutation_pvalue(case, most=60_000):
    """Return the p-value as a fraction, or None where there are too many different sums to count."""
    score = SCORES[case.metric]
    rows = Counter(zip(map(tuple, case.baseline.tolist()), map(tuple, case.experimental.tolist()), strict=True))
    ways = Counter({(0,) * case.baseline.shape[1]: 1})
    n_swapped = 0
    for (a, e), count in rows.items():
        step = tuple(y - x for x, y in zip(a, e, strict=True))
        if not any(step):
            continue
        n_swapped += count
        following = Counter()
        choices = [(tuple(k * d for d in step), math.comb(count, k)) for k in range(count + 1)]
        for state, weight in ways.items():
            for moved, times in choices:
                following[tuple(map(int.__add__, state, moved))] += weight * times
        ways = following
        if len(ways) > most:
            return None
    totals = [[sum(column) for column in side.T.tolist()] for side in (case.baseline, case.experimental)]

    def difference(moved):
        a = tuple(x + d for x, d in zip(totals[0], moved, strict=True))
        e = tuple(x - d for x, d in zip(totals[1], moved, strict=True))
        return score(e) - score(a)

    observed = difference((0,) * len(totals[0]))
    strict = case.boundary == "exclude"
    far = sum(
        weight for state, weight in ways.items() if _counts(difference(state), observed, case.alternative, strict)
    )
    return Fraction(far, 2**n_swapped)


def _counts(difference, observed, alternative, strict):
    sign = {"greater": 1, "less": -1, "two-sided": 0}[alternative]
    size, threshold = (sign * x if sign else abs(x) for x in (difference, observed))
    return size > threshold or (not strict and size == threshold)
