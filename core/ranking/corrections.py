"""Corrections of p-values for the number of comparisons; a new one is one row of `CORRECTIONS`.

Step-down resampling over all pairs at once ("maxT", Westfall & Young 1993) uses the correlation of the systems' scores.
On joint resamples each pair's difference is centred at the observed one, which gives its distribution if the null
hypothesis is true. P*ⱼ is the share of pair j's centred differences that are at least as extreme, a scale on which
pairs are comparable. The k-th smallest p-value is adjusted to::

    p̃₍ₖ₎ = P(min over the pairs from k on of P* ≤ p₍ₖ₎), never decreasing in k

With R resamples the probability is (count + 1)/(R + 1). No share is below 1/R, so p₍ₖ₎ is rounded up to a multiple of
1/R. Holm's p-value, also an upper bound of the true one, replaces it if smaller.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from core.common.arrays import Floats
from core.errors import OptionError
from core.significance.observed import ROUNDING

# Error rates that a correction controls.
FAMILY_WISE, FALSE_DISCOVERY = "family-wise error rate", "false discovery rate"


@dataclass(frozen=True, slots=True)
class Correction:
    """A correction for the number of comparisons."""

    # The title in a menu, and the correction in a sentence, after the word "after".
    title: str
    words: str
    error_rate: str  # that it controls, in the field's words
    holds: str  # the same in plain words, and the condition
    formula: str  # the adjusted p-value, with p₍₁₎ ≤ … ≤ p₍ₘ₎ the sorted p-values
    source: str  # author and year
    # From sorted to adjusted p-values; None if it needs joint resamples of all systems.
    adjust: Callable[[Floats], Floats] | None = None


def adjust(pvalues: Sequence[float] | Floats, correction: str = "holm") -> Floats:
    """Return the adjusted p-values in the given order; reject those that are at most α.

    Raises OptionError if a p-value is not between 0 and 1, or the correction is none of `PVALUE_CORRECTIONS`.

    Six data sets of Dror et al. (2017); at .05 only the last is rejected:

    >>> adjust([0.168, 0.297, 0.357, 0.019, 0.218, 0.001]).round(3).tolist()
    [0.672, 0.672, 0.672, 0.095, 0.672, 0.006]
    """
    p = np.asarray(pvalues, dtype=float)
    row = CORRECTIONS.get(correction)
    if row is None or row.adjust is None:
        raise OptionError(f"correction == {correction!r}, must be one of {', '.join(PVALUE_CORRECTIONS)}.")
    outside = p[~((p >= 0) & (p <= 1))]
    if p.ndim != 1 or len(outside):
        what = f"hold {outside.flat[0]}" if len(outside) else f"have {p.ndim} dimensions"
        raise OptionError(f"The p-values {what}: give a list of numbers from 0 to 1.")
    if not len(p):
        return p
    order = np.argsort(p, kind="stable")
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(row.adjust(p[order]), 1.0)
    return adjusted


def _holm(p: Floats) -> Floats:
    return np.maximum.accumulate(p * np.arange(len(p), 0, -1))


def _hochberg(p: Floats) -> Floats:
    return np.minimum.accumulate((p * np.arange(len(p), 0, -1))[::-1])[::-1]


def _benjamini_hochberg(p: Floats) -> Floats:
    return np.minimum.accumulate((p * len(p) / np.arange(1, len(p) + 1))[::-1])[::-1]


CORRECTIONS: dict[str, Correction] = {
    "holm": Correction(
        "Holm: the chance of any false finding", "Holm's correction", FAMILY_WISE,
        "the chance of any false finding, under any dependence",
        "(m − k + 1)·p₍ₖ₎, never decreasing", "Holm (1979)", _holm,
    ),
    "maxt": Correction(
        "maxT: as Holm, but using how the systems go together", "the step-down maxT correction", FAMILY_WISE,
        "the chance of any false finding, using the correlation of the systems",
        "the share of joint resamples in which any remaining pair is as extreme", "Westfall and Young (1993)",
    ),
    "hochberg": Correction(
        "Hochberg: as Holm, for tests that go together", "Hochberg's correction", FAMILY_WISE,
        "the chance of any false finding, for positively dependent tests",
        "(m − k + 1)·p₍ₖ₎, never increasing from the largest", "Hochberg (1988)", _hochberg,
    ),
    "bh": Correction(
        "Benjamini-Hochberg: the share of false findings", "Benjamini and Hochberg's correction", FALSE_DISCOVERY,
        "the share of false findings among those found, for positively dependent tests",
        "m·p₍ₖ₎/k, never increasing from the largest", "Benjamini and Hochberg (1995)", _benjamini_hochberg,
    ),
    "none": Correction("none: no pair's p is adjusted", "no correction", "", "nothing", "p", "", np.copy),
}  # fmt: skip

# Corrections that need only p-values.
PVALUE_CORRECTIONS = tuple(name for name, row in CORRECTIONS.items() if row.adjust is not None)


def max_t(
    pvalues: Floats, drawn: Floats, observed: Floats, pairs: Sequence[tuple[int, int]], alternative: str
) -> Floats:
    """Return the adjusted p-values, each between its own and Holm's.

    ``pvalues`` ``(m,)`` belong to ``pairs`` of systems, the first minus the second; ``drawn`` ``(R, s)`` are all
    systems' scores on joint resamples of the items, ``observed`` ``(s,)`` their observed scores.
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
        steps = np.rint(extreme / rounding)
        fewest = np.minimum(fewest, n_resamples - np.searchsorted(np.sort(steps), steps))  # how many are as extreme
        most = np.ceil(pvalues[k] * n_resamples * (1 - ROUNDING))
        shares[k] = (np.count_nonzero(fewest <= most) + 1) / (n_resamples + 1)
    adjusted = np.empty_like(shares)
    adjusted[order] = np.maximum.accumulate(np.maximum(shares[order], pvalues[order]))
    return np.minimum(adjusted, adjust(pvalues, "holm"))
