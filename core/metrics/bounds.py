"""Lower and upper bounds of a score over all resamples."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.metrics.record import Metric, Weights, divide

# Number of random sums that must agree, and the relative tolerance.
_TRIES, _SAME = 8, 1e-12


def score_bounds(metric: Metric, rows: NDArray[Any]) -> tuple[float, float]:
    """Return the lower and the upper bound of the score of any number of these rows; infinite if unknown.

    A ratio of sums lies between the smallest and the largest ratio of a row (the mediant inequality). A function that
    increases with several ratios lies between its values at all their bounds. A share lies between 0 and 1.

    >>> ratio = Metric("ratio", ("right", "all"), fraction=((1, 0), (0, 1)))
    >>> score_bounds(ratio, np.array([[1, 4], [1, 2], [0, 0]]))
    (0.0, 0.5)
    """
    if metric.average_of is not None:
        return _mean_bounds(*metric.average_of, rows)
    quotients = as_one_fraction(metric, rows)
    found = [_ratio_bounds(part, rows) for part in quotients]
    ends = [each for each in found if each is not None]
    if not ends or len(ends) < len(found):
        return (0.0, 1.0) if metric.share else (-math.inf, math.inf)
    if quotients is not metric.parts:
        return ends[0]
    sums = [
        sum(end * np.array(top) + np.array(bottom) for (top, bottom), end in zip(quotients, some, strict=True))
        for some in zip(*ends, strict=True)
    ]
    for at, (top, bottom) in enumerate(quotients):  # of fractions that share columns these are other sums
        if not np.allclose([each @ top / (each @ bottom) for each in sums], ends[at], _SAME, 0):
            return (0.0, 1.0) if metric.share else (-math.inf, math.inf)
    return float(metric.score(sums[0])), float(metric.score(sums[1]))


def _mean_bounds(metric: Metric, strata: int, rows: NDArray[Any]) -> tuple[float, float]:
    """The bounds of the mean of the strata's scores."""
    k = len(metric.columns)
    of_strata = ((rows[:, k * s : k * (s + 1)], rows[:, k * strata + s] > 0) for s in range(strata))
    low, high = np.mean([score_bounds(metric, columns[of]) for columns, of in of_strata], axis=0)
    return float(low), float(high)


def as_one_fraction(metric: Metric, rows: NDArray[Any]) -> tuple[Weights, ...]:
    """Return the score as one fraction, as F1 is 2·tp/(gold + predicted), or else all its fractions.

    For a different rational function, sums drawn at random almost never agree (Schwartz 1980).
    """
    if metric.fraction is not None or not metric.parts:
        return metric.quotients
    top, bottom = np.sum(metric.parts, axis=0)
    one = (tuple(top), tuple(bottom))
    return (one,) if _is_ratio(metric, one, rows) else metric.parts


def _is_ratio(metric: Metric, weights: Weights, rows: NDArray[Any]) -> bool:
    """Whether the score equals that ratio on sums drawn at random."""
    top, bottom = (np.array(each) for each in weights)
    sums = np.random.default_rng(1).integers(1, 10**6, (_TRIES, len(rows))) @ rows
    if not (sums @ bottom > 0).all():
        return False
    return bool(np.allclose(metric.score(sums), divide(sums @ top, sums @ bottom), _SAME, 0))


def _ratio_bounds(weights: Weights, rows: NDArray[Any]) -> tuple[float, float] | None:
    top, bottom = (rows @ np.array(each) for each in weights)
    if (bottom < 0).any() or top[bottom == 0].any():
        return None
    ratios = divide(top, bottom)
    return float(ratios.min()), float(ratios.max())
