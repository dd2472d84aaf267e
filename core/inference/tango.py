"""Equivalence and non-inferiority of right-or-wrong items by Tango's score test (*Statistics in Medicine* 17, 1998).

With b items helped and c hurt of n, H₀: P(hurt) − P(helped) = m, and p̃ the restricted maximum-likelihood estimate of
P(hurt), the test statistic is z = (b − c + nm)/√(n(2p̃ − m − m²)). If only a few items
changed, the bootstrap's p-value is 0, although more items could have changed; this p-value is not 0.
"""

import math

from scipy.optimize import brentq
from scipy.special import ndtr


def noninferiority(helped: int, hurt: int, n: int, margin: float) -> float:
    """Return the p-value of H₀: experimental is worse by the margin or more.

    The margin is > −1 and < 1; ``noninferiority(hurt, helped, n, -margin)`` is the complement, the p-value of H₀:
    experimental is not worse by more than the margin.

    >>> round(noninferiority(1, 0, 20, 0.06), 6), round(noninferiority(0, 1, 20, -0.06), 6)
    (0.063028, 0.936972)
    """
    return float(ndtr(-_statistic(helped, hurt, n, margin)))


def interval(helped: int, hurt: int, n: int, level: float) -> tuple[float, float]:
    """Return the interval of P(helped) − P(hurt): the differences that no one-sided test rejects."""
    tail = (1 - level) / 2
    return -_margin(helped, hurt, n, tail), _margin(hurt, helped, n, tail)


def inferiority(helped: int, hurt: int, n: int, margin: float) -> float:
    """Return the p-value of H₀: experimental is not worse by more than the margin.

    Half an item is subtracted from the difference (continuity correction). Without it the type I error at α = .05 is up
    to .073 if few items are helped; with it at most .061, by enumeration over n in {20, 50, 100, 200}, helped rate
    {0, .02, .1, .3} and margin {.02, .05, .1}.
    """
    return float(ndtr(_statistic(helped, hurt, n, margin, correction=0.5)))


def largest_margin(helped: int, hurt: int, n: int, alpha: float) -> float:
    """Return the smallest margin at which the systems are equivalent at α: the data rule out larger differences.

    >>> margin = largest_margin(1, 0, 20, 0.05)
    >>> round(margin, 4), round(max(noninferiority(1, 0, 20, margin), noninferiority(0, 1, 20, margin)), 6)
    (0.196, 0.05)
    """
    return max(_margin(helped, hurt, n, alpha), _margin(hurt, helped, n, alpha))


def _margin(helped: int, hurt: int, n: int, alpha: float) -> float:
    """The margin at which p = α."""

    def over(margin: float) -> float:
        return noninferiority(helped, hurt, n, margin) - alpha

    ends = 1e-12 - 1, 1 - 1e-12
    return 1.0 if over(ends[1]) > 0 else -1.0 if over(ends[0]) < 0 else float(brentq(over, *ends, xtol=1e-13))


def _statistic(helped: int, hurt: int, n: int, margin: float, correction: float = 0.0) -> float:
    if margin < 0:
        return -_statistic(hurt, helped, n, -margin)
    # The larger root of 2n·p² + B·p + C = 0.
    b = -helped - hurt - (2 * n - helped + hurt) * margin
    c = hurt * margin * (1 + margin)
    p = (-b + math.sqrt(max(b**2 - 8 * n * c, 0.0))) / (4 * n)
    p = min(max(p, margin), (1 + margin) / 2)
    variance = n * (2 * p - margin - margin**2)
    over = helped - hurt + n * margin + correction
    if variance <= 0:
        return math.copysign(math.inf, over) if over else 0.0
    return over / math.sqrt(variance)
