"""Of which items every draw consists whose difference of two scores reaches no further than a threshold."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.metrics.bounds import as_one_fraction, score_bounds
from core.metrics.record import Metric

__all__ = ["rows_at_most"]

# Of more rows, pairs are not looked at.
_MOST_ROWS = 1_024
# Of a score, or of a product, more than its rounding.
_SAME = 1e-12
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
        How far off rounding can put the threshold.

    Examples
    --------
    >>> ratio = Metric("ratio", ("right", "all"), fraction=((1, 0), (0, 1)))
    >>> rows = np.array([[1, 4], [7, 8]]), np.array([[1, 4], [8, 8]])
    >>> rows_at_most(ratio, *rows, 0.0, 1e-12), rows_at_most(ratio, *rows, -0.1, 1e-12)
    (array([ True, False]), array([False, False]))
    """
    (low_a, high_a), (low_e, high_e) = (score_bounds(metric, rows) for rows in (baseline, experimental))
    largest = max(map(abs, (low_a, high_a, low_e, high_e)))
    if x < low_e - high_a - max(tolerance, _SAME * largest):
        return np.zeros(len(baseline), dtype=bool)
    both = np.vstack([baseline, experimental])
    weights = as_one_fraction(metric, both)
    if weights is metric.parts or len(baseline) > _MOST_ROWS or not math.isfinite(largest):
        return None
    tops, bottoms = (both @ np.array(each) for each in weights[0])
    unit = float(bottoms.max()) or 1.0  # so that no product is too small
    (a, e), (b, f) = (np.split(each / unit, 2) for each in (tops, bottoms))
    empty = (b == 0) | (f == 0)
    if empty.any() and (x > tolerance or a[empty].any() or e[empty].any()):
        return None
    gained, lost, sizes = np.multiply.outer(e, b), np.multiply.outer(f, a), np.multiply.outer(f, b)
    # Each pair of rows is rounded by itself: beside a denominator of a trillion, differences of others are none.
    gains, off = gained - lost - x * sizes, _SAME * (np.abs(gained) + np.abs(lost)) + tolerance * sizes
    equal = np.abs(np.diag(gains)) <= np.diag(off)
    if (np.diag(gains) < 0)[~equal].any():
        return None
    gains, off, sizes = (each + each.T for each in (gains, off, sizes))
    ties = np.abs(gains) <= off
    if not ties[np.ix_(equal, equal)].all() or ((gains < 0) & ~ties)[equal].any():
        return None
    if not _is_positive(gains[np.ix_(~equal, ~equal)], np.diag(sizes)[~equal]):
        return None
    if x < -tolerance and empty.any():  # of which the difference is 0
        return None if (equal & ~empty).any() else np.zeros_like(equal)
    return equal


def _is_positive(matrix: NDArray[Any], sizes: NDArray[Any]) -> bool:
    """Whether Σ kᵢkⱼ·matrixᵢⱼ > 0 for all k ≥ 0 but 0, as the diagonal and what is negative beside it tell."""
    scaled = matrix / np.sqrt(np.multiply.outer(sizes, sizes))
    against = np.minimum(scaled, 0)
    some = against.any(axis=0)
    np.fill_diagonal(against, np.diag(scaled))
    return not some.any() or bool(np.linalg.eigvalsh(against[np.ix_(some, some)])[0] > _POSITIVE)
