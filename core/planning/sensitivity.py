"""Sensitivity of a comparison: smallest detectable gain, items needed for the observed gain, Type M and Type S errors.

The true gain is assumed to equal the observed one. Right-or-wrong items are exact, as in `core.planning.planning`.
For other scores the difference is assumed to be normal about the true gain d·s, with s its bootstrap standard error.
With z = Φ⁻¹(1 − α/2),

    P(right sign) = Φ(d − z),  P(wrong sign) = Φ(−d − z),
    E(|difference|; p ≤ α)/s = d·(Φ(d − z) − Φ(−d − z)) + φ(d − z) + φ(d + z),

and for a one-sided test in the direction of the gain, only the first term of each (Gelman & Carlin 2014).
"""

import math
from dataclasses import dataclass
from functools import lru_cache

from scipy.special import ndtr, ndtri

from core.inference.notes import FEW_CHANGED
from core.inference.result import Comparison
from core.planning.pilot import rates_of
from core.planning.rejections import Changes
from core.planning.sizes import smallest_gain, smallest_n
from core.significance.cells import LARGEST_N

POWER = 0.8
_MOST_ALPHA = 0.5


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """Sensitivity of a study of this size with a power of 80 %, and the error of its significant results."""

    exact: bool  # whether the numbers are exact rather than a normal approximation
    smallest_gain: float | None  # the smallest detectable true gain, in the metric's unit; None if there is none
    needed: int | None  # the number of items, or clusters, needed to detect the observed gain; None above 10,000,000
    # The mean size of a significant difference in true gains, and the share that has the wrong sign; None without a
    # gain.
    type_m: float | None
    type_s: float | None


def sensitivity(result: Comparison) -> Sensitivity | None:
    """Return the sensitivity of a comparison; None if too few items changed, the test is for the other side,
    or the runs are crossed, because power then also depends on their number.

    >>> from core import compare, helped_hurt
    >>> found = sensitivity(compare(helped_hurt(500, 30, 20)))
    >>> found.exact, round(found.smallest_gain, 4), found.needed, round(found.type_m, 2), round(found.type_s, 5)
    (True, 0.0407, 2043, 1.89, 0.00093)
    """
    opposed = result.lead != 0 and (result.lead < 0) == (result.alternative == "greater")
    if not result.changed or result.runs == "crossed" or result.n_units < 2 or result.alpha > _MOST_ALPHA:
        return None
    if opposed and result.alternative != "two-sided":
        return None
    observed = result.resampled
    rates = (
        rates_of(observed)
        if result.runs == "mean" and result.boundary == "include" and result.n_units <= LARGEST_N
        else None
    )
    if rates is not None:
        return _exact(result.n_units, Changes.of(*rates, result.test, result.alternative, result.alpha))
    return _approximate(result) if result.changed >= FEW_CHANGED else None


# A page and its documents describe the same comparison several times.
@lru_cache(maxsize=64)
def _exact(n: int, changes: Changes) -> Sensitivity:
    found, sizes = changes.at_size(n), smallest_n(changes, POWER)
    needed = None if sizes is None else sizes.stays
    return Sensitivity(True, smallest_gain(n, changes, POWER), needed, found.type_m, found.type_s)


def _approximate(result: Comparison) -> Sensitivity | None:
    spread = result.bootstrap_distribution
    centre = float(spread.mass @ spread.values)
    error = math.sqrt(float(spread.mass @ (spread.values - centre) ** 2))
    if error == 0:
        return None
    d, two = abs(result.statistic) / error, result.alternative == "two-sided"
    z = -float(ndtri(result.alpha / (2 if two else 1)))
    reach = z + float(ndtri(POWER))
    right, wrong = float(ndtr(d - z)), float(ndtr(-d - z)) if two else 0.0
    size = d * (right - wrong) + _density(d - z) + (_density(d + z) if two else 0.0)
    needed = result.n_units * (reach / d) ** 2 if d else math.inf
    return Sensitivity(
        False, reach * error, math.ceil(needed) if needed <= LARGEST_N else None,
        size / (d * (right + wrong)) if d else None, wrong / (right + wrong) if d else None,
    )  # fmt: skip


def _density(x: float) -> float:
    return math.exp(-(x**2) / 2) / math.sqrt(2 * math.pi)
