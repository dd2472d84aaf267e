"""Between what a score lies, and of which items two differ by no more than a threshold, whatever is drawn."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.metrics.record import Metric, Weights, divide

__all__ = ["rows_at_most", "score_bounds"]

# So many sums must agree, so nearly.
_TRIES, _SAME = 8, 1e-12
# Of more rows, pairs are not looked at.
_MOST_ROWS = 1_024
# Far more than an eigenvalue is off.
_POSITIVE = 1e-9


def rows_at_most(
    metric: Metric, baseline: NDArray[Any], experimental: NDArray[Any], x: float, tolerance: float
) -> NDArray[np.bool_] | None:
    """Return of which rows ``(u,)`` every draw consists whose difference is at most x, or None where that is unknown.

    Drawn alone, in any number, these have a difference of x; with any other row it is above. So where one system is
    better in each of two documents, it is in both.

    Two ratios e/f and a/b of sums over the same items differ by at most x where Σᵢⱼ (eᵢbⱼ − aⱼfᵢ − x·fᵢbⱼ) ≤ 0. That
    quadratic form of how often each item is drawn is positive where its matrix is the sum of a positive definite one
    and one without negative elements (Diananda 1962).

    Parameters
    ----------
    metric : Metric
    baseline, experimental : (u, k) arrays
        The statistics of the same items.
    x : float
        The threshold.
    tolerance : float
        How far apart rounding can put two equal differences.

    Examples
    --------
    >>> ratio = Metric("ratio", ("right", "all"), fraction=((1, 0), (0, 1)))
    >>> rows = np.array([[1, 4], [7, 8]]), np.array([[1, 4], [8, 8]])
    >>> rows_at_most(ratio, *rows, 0.0, 1e-12), rows_at_most(ratio, *rows, -0.1, 1e-12)
    (array([ True, False]), array([False, False]))
    """
    (low_a, high_a), (low_e, high_e) = (score_bounds(metric, rows) for rows in (baseline, experimental))
    off = max(tolerance, _SAME * max(map(abs, (low_a, high_a, low_e, high_e))))
    if x < low_e - high_a - off:
        return np.zeros(len(baseline), dtype=bool)
    both = np.vstack([baseline, experimental])
    weights = _as_one(metric, both)
    if weights is metric.parts or len(baseline) > _MOST_ROWS or not math.isfinite(off):
        return None
    (a, e), (b, f) = (np.split(both @ np.array(each), 2) for each in weights[0])
    empty = (b == 0) | (f == 0)
    if empty.any() and (x > off or a[empty].any() or e[empty].any()):
        return None
    equal = np.abs(e * b - a * f - x * f * b) <= off * f * b
    if (e * b - a * f < x * f * b)[~equal].any():
        return None
    gains = np.multiply.outer(e, b) - np.multiply.outer(f, a) - x * np.multiply.outer(f, b)
    sizes = np.multiply.outer(f, b)
    gains, sizes = gains + gains.T, sizes + sizes.T
    ties = np.abs(gains) <= off * sizes
    if not ties[np.ix_(equal, equal)].all() or ((gains < 0) & ~ties)[equal].any():
        return None
    if not _is_positive(gains[np.ix_(~equal, ~equal)], np.diag(sizes)[~equal]):
        return None
    if x < -off and empty.any():  # of which the difference is 0
        return None if (equal & ~empty).any() else np.zeros_like(equal)
    return equal


def _is_positive(matrix: NDArray[Any], sizes: NDArray[Any]) -> bool:
    """Whether Σ kᵢkⱼ·matrixᵢⱼ > 0 for all k ≥ 0 but 0, as the diagonal and what is negative beside it tell."""
    scaled = matrix / np.sqrt(np.multiply.outer(sizes, sizes))
    against = np.minimum(scaled, 0)
    some = against.any(axis=0)
    np.fill_diagonal(against, np.diag(scaled))
    return not some.any() or bool(np.linalg.eigvalsh(against[np.ix_(some, some)])[0] > _POSITIVE)


def score_bounds(metric: Metric, rows: NDArray[Any]) -> tuple[float, float]:
    """Return what the score of any number of these rows is at least and at most; infinite where that is unknown.

    A ratio of sums lies between the rows' own (the mediant inequality), what grows with several between its values at
    the ends of all of them, and a share between 0 and 1.

    Examples
    --------
    >>> ratio = Metric("ratio", ("right", "all"), fraction=((1, 0), (0, 1)))
    >>> score_bounds(ratio, np.array([[1, 4], [1, 2], [0, 0]]))
    (0.0, 0.5)
    """
    quotients = _as_one(metric, rows)
    found = [_ratio_bounds(part, rows) for part in quotients]
    ends = [each for each in found if each is not None]
    if not ends or len(ends) < len(found):
        return (0.0, 1.0) if metric.share else (-math.inf, math.inf)
    if quotients is not metric.parts:
        return ends[0]
    low, high = (
        sum(end * np.array(top) + np.array(bottom) for (top, bottom), end in zip(quotients, some, strict=True))
        for some in zip(*ends, strict=True)
    )
    return float(metric.score(low)), float(metric.score(high))


def _as_one(metric: Metric, rows: NDArray[Any]) -> tuple[Weights, ...]:
    """The fraction that the score is, as F1 with one numerator is 2·tp/(gold + predicted), else those it is made of.

    Of other rational functions hardly any sums drawn at random would agree (Schwartz 1980).
    """
    if metric.fraction is not None or not metric.parts:
        return metric.quotients
    top, bottom = np.sum(metric.parts, axis=0)
    one = (tuple(top), tuple(bottom))
    return (one,) if _is_ratio(metric, one, rows) else metric.parts


def _is_ratio(metric: Metric, weights: Weights, rows: NDArray[Any]) -> bool:
    """Whether the score is that ratio, as sums drawn at random tell."""
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
