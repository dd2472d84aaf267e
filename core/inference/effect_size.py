"""Effect sizes: odds of helped to hurt, and d_z (Cohen 1988)."""

import math

import numpy as np

from core.significance.observed import ROUNDING, Observed


def changes_alike(observed: Observed) -> bool:
    """Return whether the difference is a mean to which all changed items contribute the same size."""
    linear = observed.linear
    if linear is None or not linear.constant_weight or observed.helped_hurt_tied[0] is None:
        return False
    return len(np.unique(np.abs(linear.d[linear.d != 0]))) <= 1


def odds(observed: Observed) -> float | None:
    """Return the ratio of helped to hurt items, inf if none was hurt; None unless all changes have the same size.

    >>> from core.metrics import METRICS
    >>> from core.data.paired import PairedScores
    >>> odds(Observed(PairedScores.from_scores([0, 1, 0, 0], [1, 0, 1, 1]), METRICS["mean"]))
    3.0
    """
    helped, hurt, _ = observed.helped_hurt_tied
    if not changes_alike(observed) or helped is None or hurt is None or not helped + hurt:
        return None
    return helped / hurt if hurt else math.inf


def standardised(observed: Observed) -> float | None:
    """Return d_z: the mean of the items' differences over their standard deviation; None if either is undefined.

    >>> from core.metrics import METRICS
    >>> from core.data.paired import PairedScores
    >>> standardised(Observed(PairedScores.from_scores([0, 0, 0], [1, 2, 3]), METRICS["mean"]))
    2.0
    """
    linear = observed.linear
    if linear is None or not linear.constant_weight or not observed.per_item:
        return None
    d, counts = linear.d.astype(float), linear.counts
    n = int(counts.sum())
    mean = float(counts @ d) / n
    squares = float(counts @ (d - mean) ** 2)
    rounding = n * (ROUNDING * float(np.abs(d).max())) ** 2
    return mean / math.sqrt(squares / (n - 1)) if n > 1 and squares > rounding else None
