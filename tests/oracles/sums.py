"""Sums of whole numbers, counted: every resample and every swap, in integers of any size."""

import math
from collections import Counter
from fractions import Fraction

__all__ = ["pvalue", "resampled", "swapped"]

MOST_SUMS = 40_000


def resampled(values):
    """Return how often n draws with replacement have each sum, among n^n; None where there are too many sums."""
    n, kinds = len(values), Counter(values)
    power = _power(kinds, n)
    if power is not None or math.comb(n + len(kinds) - 1, n) > MOST_SUMS:
        return power
    ways = {(0, 0): 1}  # (draws given, their sum) to the number of ways
    for value, count in kinds.items():
        following = Counter()
        for (given, total), weight in ways.items():
            for k in range(n - given + 1):
                following[given + k, total + k * value] += weight * math.comb(n - given, k) * count**k
        ways = following
    return Counter({total: weight for (given, total), weight in ways.items() if given == n})


def swapped(values):
    """Return how often random signs give each sum, among 2^m of m nonzero values; None where there are too many."""
    ways = Counter({0: 1})
    for size, count in Counter(abs(value) for value in values if value).items():
        following = Counter()
        for total, weight in ways.items():
            for k in range(count + 1):
                following[total + (2 * k - count) * size] += weight * math.comb(count, k)
        ways = following
        if len(ways) > MOST_SUMS:
            return None
    return ways


def _power(kinds, n):
    """The n-th power of a polynomial, as the power of one integer whose digits are its coefficients."""
    low = min(kinds)
    step = math.gcd(*(value - low for value in kinds)) or 1
    span = (max(kinds) - low) // step * n
    size = n * n.bit_length() // 8 + 1  # bytes of n^n
    if span > MOST_SUMS or span * size > 400_000:
        return None
    number = sum(count << ((value - low) // step * 8 * size) for value, count in kinds.items()) ** n
    digits = number.to_bytes((span + 1) * size, "little")
    weights = (int.from_bytes(digits[i * size : (i + 1) * size], "little") for i in range(span + 1))
    return Counter({n * low + i * step: weight for i, weight in enumerate(weights) if weight})


def pvalue(test, alternative, differences, weights, boundary="include"):
    """Return the p-value of Σd/Σw of whole differences and whole shared denominators, None where too many to count."""
    total, weight = sum(differences), sum(weights)
    if test == "permutation":
        ways = swapped(differences)
        return ways and _tails(ways, _PERMUTATION[alternative](total), total, boundary)
    if test == "bootstrap":
        ways = resampled(differences)
        tails = [ways and _tails(ways, [(side, 0)], total, boundary) for side in ("<=", ">=")]
        if None in tails:
            return None
        return {"greater": tails[0], "less": tails[1], "two-sided": min(Fraction(1), 2 * min(tails))}[alternative]
    shares = []
    for side, multiple in _SHIFTED[alternative](total):
        # Σd* / Σw* ≤ m·D/W ⟺ Σ(W·d* − m·D·w*) ≤ 0
        ways = resampled([weight * d - multiple * total * w for d, w in zip(differences, weights, strict=True)])
        if ways is None:
            return None
        shares.append(_tails(ways, [(side, 0)], total, boundary))
    return min(Fraction(1), sum(shares))


_PERMUTATION = {
    "greater": lambda total: [(">=", total)],
    "less": lambda total: [("<=", total)],
    "two-sided": lambda total: [("<=", -abs(total)), (">=", abs(total))],
}
_SHIFTED = {
    "greater": lambda total: [(">=", 2)],
    "less": lambda total: [("<=", 2)],
    "two-sided": lambda total: [("<=", 0 if total >= 0 else 2), (">=", 2 if total >= 0 else 0)],
}


def _tails(ways, tails, total, boundary):
    """The share of the sums beyond any of the thresholds; a sum that is beyond two counts once for each, up to 1."""
    strict = boundary == "exclude"
    beyond = 0
    for side, x in tails:
        for each, weight in ways.items():
            distance = each - x if side == ">=" else x - each
            beyond += weight * (distance > 0 or (distance == 0 and not strict))
    return min(Fraction(1), Fraction(beyond, sum(ways.values())))
