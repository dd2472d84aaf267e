"""Quantiles of a ratio's difference on resamples.

With d the items' numerator differences and w their shared denominators, δ* ≤ x ⟺ Σ(d − x·w) ≤ 0, a different law for
each x. About the observed δ the difference is nearly normal, with the variance of Σ(d − δ·w)/Σw.
"""

from collections.abc import Callable
from functools import cache

import numpy as np

from core.distributions import LinearDifference, Probability, Threshold
from core.distributions.quantiles import quantile

# Half-width of the normal grid in standard deviations, and its number of points.
_WIDE, _POINTS = 8.0, 513

AtMost = Callable[[Threshold, bool], Probability]


def ratio_quantile(q: float, linear: LinearDifference, at_most: AtMost) -> float:
    """Return the smallest difference x with P(δ* ≤ x) ≥ q, within the error of `quantile`.

    ``at_most`` gives P(δ* ≤ x), or P(δ* < x) if its second argument is true. The denominators of ``linear`` differ
    between items.

    Raises NotExactError if no x can be certified.
    """
    d, w = np.asarray(linear.d, dtype=float) * float(linear.step or 1), linear.w
    # All draws may be of one item; if all denominators are 0, the difference is 0.
    alone = np.append(d[w > 0] / w[w > 0], np.zeros(int((w == 0).any())))
    support = float(alone.min()), float(alone.max())
    if not 0 < q < 1:
        return support[q >= 1]
    total = linear.total_weight
    observed = float(linear.counts @ d) / total
    deviation = float(np.sqrt(linear.counts @ (d - observed * w) ** 2)) / total
    if not deviation:
        return observed
    z = np.linspace(-_WIDE, _WIDE, _POINTS)
    mass = np.exp(-(z**2) / 2)

    @cache
    def asked(x: float) -> Probability:
        return at_most(Threshold(offset=x), False)

    if asked(support[0]).value >= q:
        return support[0]
    # With few changed items, a difference of 0 is likely, and the quantile may be 0.
    if asked(0.0).value >= q > at_most(Threshold(), True).value:
        return 0.0
    return quantile(q, asked, (observed + deviation * z, mass / mass.sum()), support)
