"""What the items of a comparison could show: the smallest gain, the items that the gain seen takes, Type M and Type S.

The gain seen is taken for the true one. Right-or-wrong items are exact, as in `core.planning.planning`. Elsewhere the
difference is taken to be normal about the true gain d·s, s its standard error in the bootstrap: with z = Φ⁻¹(1 − α/2),

    P(right sign) = Φ(d − z),  P(wrong sign) = Φ(−d − z),
    E(|difference|; p ≤ α)/s = d·(Φ(d − z) − Φ(−d − z)) + φ(d − z) + φ(d + z),

and of a one-sided test that asks for the side of the gain only the first term of each (Gelman & Carlin 2014).
"""

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr, ndtri

from core.inference.few import FEW_CHANGED
from core.inference.result import Comparison
from core.planning.pilot import rates_of
from core.planning.rejections import Changes
from core.planning.sizes import smallest_gain, smallest_n
from core.significance.cells import LARGEST_N

POWER = 0.8
_MOST_ALPHA = 0.5


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """What a study of this size shows with a power of 80 %, and what its significant results would print.

    Attributes
    ----------
    exact : bool
        Whether the numbers are exact rather than a normal approximation.
    smallest_gain : float or None
        The smallest true gain that the items show, in the metric's own unit; None where none does.
    needed : int or None
        From how many items, or clusters, the gain seen is shown; None beyond 10,000,000.
    power : float
        How often such a study is significant with the right sign.
    type_m, type_s : float or None
        The mean size of a significant difference in true gains, and the share that has the wrong sign; None without a
        gain.
    """

    exact: bool
    smallest_gain: float | None
    needed: int | None
    power: float
    type_m: float | None
    type_s: float | None


def sensitivity(result: Comparison) -> Sensitivity | None:
    """Return what the items of a comparison could show; None where too few changed, the other side was asked for,
    or the runs are crossed, whose number counts as well.

    Examples
    --------
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
        return _exact(result, *rates)
    return _approximate(result) if result.changed >= FEW_CHANGED else None


def _exact(result: Comparison, helped: float, hurt: float) -> Sensitivity:
    changes = Changes.of(helped, hurt, result.test, result.alternative, result.alpha)
    found = changes.rejections(np.array([result.n_units]))
    gain, rejected = abs(helped - hurt), float(found.right[0] + found.wrong[0])
    told = gain > 0 and rejected > 0
    sizes = smallest_n(changes, POWER)
    return Sensitivity(
        True, smallest_gain(result.n_units, changes, POWER), None if sizes is None else sizes.stays,
        float(found.right[0]),
        float(found.mean_size[0]) / gain if told else None, float(found.type_s[0]) if told else None,
    )  # fmt: skip


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
        False, reach * error, math.ceil(needed) if needed <= LARGEST_N else None, right,
        size / (d * (right + wrong)) if d else None, wrong / (right + wrong) if d else None,
    )  # fmt: skip


def _density(x: float) -> float:
    return math.exp(-(x**2) / 2) / math.sqrt(2 * math.pi)
