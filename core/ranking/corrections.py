"""Corrections of many p-values for having asked many questions.

==========  ====================================================================================
none        nothing: each p-value as it is
holm        family-wise error, any dependence (Holm 1979): (m − k + 1)·p₍ₖ₎, never decreasing
hochberg    family-wise error, positively dependent tests (Hochberg 1988): the same, never increasing from the largest
bh          false discovery rate, positively dependent tests (Benjamini & Hochberg 1995): m·p₍ₖ₎/k
==========  ====================================================================================

p₍₁₎ ≤ … ≤ p₍ₘ₎ are the sorted p-values. A new correction is one function and one row of `CORRECTIONS`.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import OptionError

__all__ = ["CORRECTIONS", "adjust"]

Floats = NDArray[Any]


def adjust(pvalues: Sequence[float] | Floats, correction: str = "holm") -> Floats:
    """Return the adjusted p-values in the order given: reject where one is at most α.

    Parameters
    ----------
    pvalues : (m,) numbers
        From 0 to 1.
    correction : {"holm", "hochberg", "bh", "none"}
        See the table of this module.

    Raises
    ------
    OptionError
        If a p-value is not between 0 and 1, or the correction is unknown.

    Examples
    --------
    Six data sets of Dror et al. (2017); at .05 only the last is rejected:

    >>> adjust([0.168, 0.297, 0.357, 0.019, 0.218, 0.001]).round(3).tolist()
    [0.672, 0.672, 0.672, 0.095, 0.672, 0.006]
    """
    p = np.asarray(pvalues, dtype=float)
    if correction not in CORRECTIONS:
        raise OptionError(f"correction == {correction!r}, must be one of {', '.join(CORRECTIONS)}.")
    outside = p[~((p >= 0) & (p <= 1))]
    if p.ndim != 1 or len(outside):
        what = f"hold {outside.flat[0]}" if len(outside) else f"have {p.ndim} dimensions"
        raise OptionError(f"The p-values {what}: give a list of numbers from 0 to 1.")
    if not len(p):
        return p
    order = np.argsort(p, kind="stable")
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(CORRECTIONS[correction](p[order]), 1.0)
    return adjusted


def _none(p: Floats) -> Floats:
    return p


def _holm(p: Floats) -> Floats:
    adjusted: Floats = np.maximum.accumulate(p * np.arange(len(p), 0, -1))
    return adjusted


def _hochberg(p: Floats) -> Floats:
    adjusted: Floats = np.minimum.accumulate((p * np.arange(len(p), 0, -1))[::-1])[::-1]
    return adjusted


def _benjamini_hochberg(p: Floats) -> Floats:
    adjusted: Floats = np.minimum.accumulate((p * len(p) / np.arange(1, len(p) + 1))[::-1])[::-1]
    return adjusted


CORRECTIONS: dict[str, Callable[[Floats], Floats]] = {
    "holm": _holm,
    "bh": _benjamini_hochberg,
    "hochberg": _hochberg,
    "none": _none,
}
