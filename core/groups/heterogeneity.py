"""Three tests of the differences of several groups.

- *Is the gain the same everywhere?* Cochran's Q = Σ w_g (d_g − d̄)², with w_g = n_g / s_g² and d̄ the weighted mean of
  the groups' differences d_g (Cochran 1954), against its distribution when the group labels of the items are permuted.
- *Does it help some groups and hurt others?* Gail and Simon's (1985) likelihood-ratio test of a qualitative
  interaction: Q⁺ and Q⁻ are the sums of d_g² / SE_g² over the groups with d_g > 0 and d_g < 0, and
  P(min(Q⁺, Q⁻) ≥ c) ≤ Σ_h C(m − 1, h) 2^−(m−1) P(χ²_h > c), h = 1 … m − 1.
- *In how many groups at least is it better?* The partial conjunction of Benjamini and Heller (2008): "better in
  at least u of m groups" has p = max over v ≤ u of (m − v + 1)·p₍ᵥ₎, valid however the groups depend on each other.

If all items of a group differ by the same amount, its variance is 0 and is replaced by the variance of all items.
"""

from math import comb

import numpy as np
from scipy import stats

from core.common.arrays import Floats, Integers
from core.ranking.corrections import adjust

# Up to this many distinct differences, permutations are drawn as counts (multivariate hypergeometric).
_MAX_DISTINCT = 16
# Large tables get fewer permutations: their number times groups times values, or times items, stays below these.
_MAX_DRAWN = 1_000_000
_MAX_PERMUTED = 100_000_000
_MIN_PERMUTATIONS = 999
_SHARE_OF_ROUNDING = 1e-12


def moments(differences: Floats, groups: Integers) -> tuple[Floats, Floats, Floats]:
    """Return the number of items, the sum and the sum of squares of each group; group numbers count from 0."""
    m = int(groups.max()) + 1
    return (
        np.bincount(groups, minlength=m).astype(float),
        np.bincount(groups, differences, m),
        np.bincount(groups, differences**2, m),
    )


def cochran_q(n: Floats, sums: Floats, squares: Floats) -> Floats:
    """Return Cochran's Q of groups along the last axis, from each group's n, sum and sum of squares.

    Four groups of (n, helped, hurt) items:

    >>> n, helped, hurt = np.array([[117, 26, 36], [107, 22, 19], [82, 25, 12], [94, 29, 14]], dtype=float).T
    >>> round(float(cochran_q(n, helped - hurt, helped + hurt)), 6)
    8.959587
    """
    means, variances = _means_and_variances(n, sums, squares)
    with np.errstate(divide="ignore", invalid="ignore"):
        weights = np.where(variances > 0, n / variances, 0.0)
        centre = (weights * means).sum(axis=-1, keepdims=True) / weights.sum(axis=-1, keepdims=True)
    return (weights * (means - np.nan_to_num(centre)) ** 2).sum(axis=-1)


def standard_errors(n: Floats, sums: Floats, squares: Floats) -> Floats:
    """Return the standard error of each group's mean difference."""
    return np.sqrt(_means_and_variances(n, sums, squares)[1] / n)


def _means_and_variances(n: Floats, sums: Floats, squares: Floats) -> tuple[Floats, Floats]:
    means = sums / n
    total, mean_of_all = n.sum(), sums.sum(axis=-1, keepdims=True) / n.sum()
    of_all = squares.sum(axis=-1, keepdims=True) / total - mean_of_all**2
    with np.errstate(divide="ignore", invalid="ignore"):
        variances = (squares - n * means**2) / (n - 1)
    constant = ~(variances > _SHARE_OF_ROUNDING * squares.max(axis=-1, keepdims=True))
    return means, np.where(constant, of_all, variances)


def heterogeneity_pvalue(
    differences: Floats, groups: Integers, n_resamples: int = 9_999, seed: int = 0
) -> tuple[float, float, int]:
    """Test whether the mean difference is the same in all groups, by permuting the group labels of the items.

    Item i has ``differences[i]`` and belongs to group ``groups[i]``, counted from 0. Large tables use fewer than
    ``n_resamples`` permutations, but at least 999. Returns Cochran's Q, its p-value (count + 1)/(R + 1), and R, the
    number of permutations.

    >>> q, pvalue, n = heterogeneity_pvalue(np.array([1.0, 1, 0, 1, -1, 0, -1, -1]), np.array([0, 0, 0, 0, 1, 1, 1, 1]))
    >>> round(q, 2), round(pvalue, 2)
    (18.0, 0.06)
    """
    n, sums, squares = moments(differences, groups)
    observed = float(cochran_q(n, sums, squares))
    rng = np.random.default_rng(seed)
    values, places = np.unique(differences, return_inverse=True)
    if len(values) <= _MAX_DISTINCT:
        r = _permutations(n_resamples, _MAX_DRAWN // (len(n) * len(values)))
        counts = _permuted_counts(np.bincount(places), n.astype(np.int64), r, rng)
        permuted = cochran_q(n, counts @ values, counts @ values**2)
    else:
        r = _permutations(n_resamples, _MAX_PERMUTED // len(differences))
        shuffled = groups.copy()
        rows = []
        for _ in range(r):
            rng.shuffle(shuffled)
            rows.append(moments(differences, shuffled)[1:])
        permuted = cochran_q(n, np.array([row[0] for row in rows]), np.array([row[1] for row in rows]))
    tolerance = 1e-9 * max(1.0, observed)
    count = int((permuted >= observed - tolerance).sum())
    return observed, (count + 1) / (r + 1), r


def _permutations(wanted: int, most: int) -> int:
    return min(wanted, max(_MIN_PERMUTATIONS, most))


def _permuted_counts(colours: Integers, sizes: Integers, r: int, rng: np.random.Generator) -> Integers:
    """Return how many items of each value every group gets in r permutations, shape (r, groups, values)."""
    left = np.tile(colours.astype(np.int64), (r, 1))
    counts = np.empty((r, len(sizes), len(colours)), dtype=np.int64)
    for g, size in enumerate(sizes):
        wanted = np.full(r, size)
        beyond = left.sum(axis=1)
        for v in range(len(colours)):
            beyond = beyond - left[:, v]
            drawn = rng.hypergeometric(left[:, v], beyond, wanted)
            counts[:, g, v] = drawn
            wanted = wanted - drawn
        left -= counts[:, g]
    return counts


def gail_simon(differences: Floats, errors: Floats) -> tuple[float, float]:
    """Test for a qualitative interaction: a gain in some groups and a loss in others.

    Returns the statistic min(Q⁺, Q⁻) of the m groups and its p-value: 0 and 1 if all differences have the same sign.
    Groups without an error or without a difference count for neither side.

    >>> statistic, pvalue = gail_simon(np.array([2.0, -1.0, 1.5]), np.array([0.5, 0.5, 1.0]))
    >>> round(statistic, 3), round(pvalue, 4)
    (4.0, 0.0566)
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        squared = np.nan_to_num((differences / errors) ** 2, nan=0.0, posinf=0.0)
    statistic = float(min(squared[differences > 0].sum(), squared[differences < 0].sum()))
    m = len(differences)
    if statistic == 0:
        return 0.0, 1.0
    tail = sum(comb(m - 1, h) * stats.chi2.sf(statistic, h) / 2 ** (m - 1) for h in range(1, m))
    return statistic, float(min(1.0, tail))


def partial_conjunction(pvalues: Floats, alpha: float = 0.05) -> int:
    """Return a lower bound, with confidence 1 − α, of the number of groups in which the alternative holds.

    Six data sets of Dror et al. (2017):

    >>> partial_conjunction(np.array([0.168, 0.297, 0.357, 0.019, 0.218, 0.001]))
    1
    """
    # The bound is the number of groups that Holm's correction finds.
    return int((adjust(pvalues, "holm") <= alpha).sum())
