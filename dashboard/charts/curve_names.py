"""The labels at the right end of p-value curves, and the axis of the p-values."""

from typing import Any

import altair as alt
import numpy as np

HEIGHT = 270
# Height of a label, as a share of the plot; the plot is the chart without axis and margins.
_LINE = 13 / 215
# A square-root scale enlarges the small p-values, where significance is decided.
_POWER = 0.5
# The tick count is set to their number, because otherwise Vega would omit some.
_TICKS = [0, 0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1]
# Put the axis title above the axis instead of beside it.
_ON_TOP: dict[str, Any] = {
    "titleAngle": 0,
    "titleAlign": "right",
    "titleX": -8,
    "titleY": -8,
    "titleBaseline": "bottom",
}


def pvalue_axis(field: str) -> alt.Y:
    """Return the y channel for p-values."""
    return alt.Y(
        field,
        type="quantitative",
        title="p",
        scale=alt.Scale(type="pow", exponent=_POWER, nice=False),
        axis=alt.Axis(values=_TICKS, tickCount=len(_TICKS), format="~g", minExtent=30, labelOverlap=False, **_ON_TOP),
    )


def apart(pvalues: np.ndarray, top: float) -> np.ndarray:
    """Move overlapping labels apart by the smallest distances.

    Parameters
    ----------
    The p-values at the right ends of the curves; of equal ones the first is labelled lowest.
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
    # Each label is at least a line above the one below, so heights minus i lines must be non-decreasing.
    steps = np.arange(len(heights)) * _LINE
    placed = np.maximum.accumulate(heights[order] - steps) + steps
    # From the top down, so that no label is above the plot.
    placed = np.minimum(placed, 1 - steps[::-1])
    moved = np.empty_like(heights)
    moved[order] = np.maximum(placed, 0)
    return top * moved ** (1 / _POWER)
