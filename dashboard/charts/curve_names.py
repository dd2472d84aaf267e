"""The names at the right end of curves of p-values, and the axis on which the curves run."""

from typing import Any

import altair as alt
import numpy as np

HEIGHT = 270
# The room that a name takes, as a share of the plot, which axis and margins leave of the height.
_LINE = 13 / 215
# Square roots open up the small p-values, where the question is decided.
_POWER = 0.5
# Without their number as the count of ticks some would be left out.
_TICKS = [0, 0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1]
# The axis title above the axis instead of beside it.
_ON_TOP: dict[str, Any] = {
    "titleAngle": 0,
    "titleAlign": "right",
    "titleX": -8,
    "titleY": -8,
    "titleBaseline": "bottom",
}


def pvalue_axis(field: str) -> alt.Y:
    """Return the y channel of p-values."""
    return alt.Y(
        field,
        type="quantitative",
        title="p",
        scale=alt.Scale(type="pow", exponent=_POWER, nice=False),
        axis=alt.Axis(values=_TICKS, tickCount=len(_TICKS), format="~g", minExtent=30, labelOverlap=False, **_ON_TOP),
    )


def apart(pvalues: np.ndarray, top: float) -> np.ndarray:
    """Move the heights of names apart where they would overlap, as little as that takes.

    Parameters
    ----------
    pvalues : (k,) float array
        Where the curves end; of those that end together the first is named lowest.
    top : float
        The largest p-value of the axis.

    Examples
    --------
    >>> apart(np.array([0.0, 0.0, 0.5]), 1.0).round(3).tolist()
    [0.0, 0.004, 0.5]
    """
    heights = (pvalues / top) ** _POWER
    order = np.argsort(heights, kind="stable")
    # Each name stands at least a line above the one below: what exceeds i lines must not fall.
    steps = np.arange(len(heights)) * _LINE
    placed = np.maximum.accumulate(heights[order] - steps) + steps
    # From the top down, so that none leaves the picture.
    placed = np.minimum(placed, 1 - steps[::-1])
    moved = np.empty_like(heights)
    moved[order] = np.maximum(placed, 0)
    return top * moved ** (1 / _POWER)
