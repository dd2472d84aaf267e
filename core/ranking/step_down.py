"""Step-down resampling over all pairs at once ("maxT"), which uses how the systems' scores go together.

Westfall & Young (1993) and Romano & Wolf (2005): on joint resamples each pair's difference is centred at the observed
one, so that it shows what chance alone gives. With P*ⱼ the p-value of pair j's centred difference among all resamples
(the scale on which pairs can be compared), the k-th smallest p-value is adjusted to::

    p̃₍ₖ₎ = P(min over the pairs from k on of P* ≤ p₍ₖ₎), never decreasing in k

By Bonferroni's inequality it is at most Holm's, which takes its place where it is smaller by the chance of the draws:
among R resamples no share below 1/R can be seen.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.ranking.corrections import adjust

__all__ = ["max_t"]

Floats = NDArray[Any]


def max_t(pvalues: Floats, drawn: Floats, pairs: Sequence[tuple[int, int]], alternative: str) -> Floats:
    """Return the adjusted p-values, each between its own and Holm's.

    Parameters
    ----------
    pvalues : (m,) float array
        Of each pair.
    drawn : (R, s) float array
        All systems' scores on joint resamples of the items.
    pairs : m pairs of ints
        The systems of each pair; its difference is the first's score minus the second's.
    alternative : {"two-sided", "greater", "less"}
        Which differences are extreme.
    """
    if not len(pvalues):
        return pvalues
    # To which differences are rounded
    least, largest = np.ones(len(drawn)), float(np.abs(drawn).max()) or 1.0
    shares = np.empty(len(pvalues))
    for k in np.argsort(-pvalues, kind="stable"):
        first, second = pairs[k]
        difference = drawn[:, first] - drawn[:, second]
        centred = difference - difference.mean()
        size = {"two-sided": np.abs(centred), "greater": centred, "less": -centred}[alternative]
        least = np.minimum(least, _share_at_least(size / largest))
        shares[k] = np.count_nonzero(least <= pvalues[k]) / len(drawn)
    order = np.argsort(pvalues, kind="stable")
    holm = adjust(pvalues, "holm")
    adjusted = np.empty_like(shares)
    adjusted[order] = np.maximum.accumulate(np.maximum(shares[order], pvalues[order]))
    return np.minimum(adjusted, holm)


def _share_at_least(size: Floats) -> Floats:
    """For each value the share of all that are at least as large; what is 1e-12 apart is equal but for rounding."""
    rounded = np.round(size, 12)
    ordered = np.sort(rounded)
    return 1 - np.searchsorted(ordered, rounded, side="left") / len(ordered)
