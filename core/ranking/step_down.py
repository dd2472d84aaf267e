"""Step-down resampling over all pairs at once ("maxT"), which uses how the systems' scores go together.

Westfall & Young (1993): on joint resamples each pair's difference is centred at the observed one, so that it shows what
chance alone gives. P*ⱼ is the share of pair j's centred differences that are at least as extreme, a scale on which
pairs can be compared. The k-th smallest p-value is adjusted to::

    p̃₍ₖ₎ = P(min over the pairs from k on of P* ≤ p₍ₖ₎), never decreasing in k

Of R resamples that is (count + 1)/(R + 1). No share is below 1/R, so p₍ₖ₎ is rounded up to a multiple of 1/R; Holm's
p-value, which bounds the true one from above as well, takes its place where it is smaller.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.ranking.corrections import adjust
from core.significance.observed import ROUNDING

__all__ = ["max_t"]

Floats = NDArray[Any]


def max_t(
    pvalues: Floats, drawn: Floats, observed: Floats, pairs: Sequence[tuple[int, int]], alternative: str
) -> Floats:
    """Return the adjusted p-values, each between its own and Holm's.

    Parameters
    ----------
    pvalues : (m,) float array
        Of each pair.
    drawn : (R, s) float array
        All systems' scores on joint resamples of the items.
    observed : (s,) float array
        Their scores on the items themselves.
    pairs : m pairs of ints
        The systems of each pair; its difference is the first's score minus the second's.
    alternative : {"two-sided", "greater", "less"}
        Which differences are extreme.
    """
    if not len(pvalues):
        return pvalues
    n_resamples, order = len(drawn), np.argsort(pvalues, kind="stable")
    rounding = ROUNDING * (float(np.abs(drawn).max()) or 1.0)
    fewest, shares = np.full(n_resamples, n_resamples), np.empty(len(pvalues))
    for k in order[::-1]:
        first, second = pairs[k]
        centred = (drawn[:, first] - drawn[:, second]) - (observed[first] - observed[second])
        extreme = {"two-sided": np.abs(centred), "greater": centred, "less": -centred}[alternative]
        fewest = np.minimum(fewest, _as_extreme(np.rint(extreme / rounding)))
        most = np.ceil(pvalues[k] * n_resamples * (1 - ROUNDING))
        shares[k] = (np.count_nonzero(fewest <= most) + 1) / (n_resamples + 1)
    adjusted = np.empty_like(shares)
    adjusted[order] = np.maximum.accumulate(np.maximum(shares[order], pvalues[order]))
    return np.minimum(adjusted, adjust(pvalues, "holm"))


def _as_extreme(values: Floats) -> NDArray[np.int64]:
    """For each value how many of all are at least as large."""
    return len(values) - np.searchsorted(np.sort(values), values, side="left")
