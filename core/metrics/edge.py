"""The items in resamples whose difference of two scores is at or below a threshold."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.metrics.bounds import as_one_fraction, score_bounds
from core.metrics.record import Metric

# With more rows, pairs are not examined.
_MOST_ROWS = 1_024
# Upper bound of the relative rounding error of a score or a product.
_SAME = 1e-12
# Upper bound of the error of an eigenvalue.
_POSITIVE = 1e-9


def rows_at_most(
    metric: Metric, baseline: NDArray[Any], experimental: NDArray[Any], x: float, tolerance: float
) -> NDArray[np.bool_] | None:
    """Return a mask ``(u,)`` of the rows in resamples whose difference is at most x, or None if it is unknown.

    A resample of these rows only has a difference of x; with any other row the difference is above x. For example, a
    system that is better in each of two documents is better in both together.

    Two ratios e/f and a/b of sums over the same items differ by at most x where Σᵢⱼ (eᵢbⱼ − aⱼfᵢ − x·fᵢbⱼ) ≤ 0. That
    quadratic form of how often each item is drawn is positive where its matrix is the sum of a positive definite one
    and one without negative elements (Diananda 1962).

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
    unit = float(bottoms.max()) or 1.0  # avoids underflow of products
    (a, e), (b, f) = (np.split(each / unit, 2) for each in (tops, bottoms))
    empty = (b == 0) | (f == 0)
    if empty.any() and (x > tolerance or a[empty].any() or e[empty].any()):
        return None
    gained, lost, sizes = np.multiply.outer(e, b), np.multiply.outer(f, a), np.multiply.outer(f, b)
    # Each pair of rows has its own tolerance: with a denominator of 1e12, other rows' differences would round to 0.
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
    if x < -tolerance and empty.any():  # the difference is 0
        return None if (equal & ~empty).any() else np.zeros_like(equal)
    return equal


def _is_positive(matrix: NDArray[Any], sizes: NDArray[Any]) -> bool:
    """Whether Σ kᵢkⱼ·matrixᵢⱼ > 0 for all k ≥ 0 except 0, from the diagonal and the negative off-diagonal entries."""
    scaled = matrix / np.sqrt(np.multiply.outer(sizes, sizes))
    against = np.minimum(scaled, 0)
    some = against.any(axis=0)
    np.fill_diagonal(against, np.diag(scaled))
    return not some.any() or bool(np.linalg.eigvalsh(against[np.ix_(some, some)])[0] > _POSITIVE)
