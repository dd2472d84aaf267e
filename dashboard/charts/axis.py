"""What charts share: the axis of the difference, the axis of p-values with labels at the ends of curves, and layers."""

from collections.abc import Iterable, Mapping
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from core.distributions.distribution import Distribution
from core.report import Unit
from dashboard.charts.palette import MUTED, TEXT

# Width of the labels left of every plot, in pixels: with one width for all, the plots are exactly aligned.
LEFT_MARGIN = 62


def shared_range(
    distributions: Iterable[Distribution], points: Iterable[float], changes: Iterable[float], unit: Unit
) -> tuple[float, float]:
    """Return the ends of the axis, in the scale of the unit.

    The axis contains all points and all but 1e-4 of each distribution. It also contains the bars of the changed items,
    unless the distributions would then take less than a fifth of the width: then the bars are cut at its ends.
    """
    inner = [*points]
    for distribution in distributions:
        left, right, _ = distribution.histogram()
        half = float(right[0] - left[0]) / 2
        inner += [distribution.quantile(5e-5) - half, distribution.quantile(1 - 5e-5) + half]
    low, high = min(inner), max(inner)
    width = (high - low) or abs(high) or 1.0
    bars = [*changes]
    if bars and max(high, *bars) - min(low, *bars) <= 5 * width:
        low, high = min(low, *bars), max(high, *bars)
    pad = 0.03 * ((high - low) or width)
    return unit.scale * (low - pad), unit.scale * (high + pad)


def difference_axis(field: str, title: str | list[str], **channel: Any) -> alt.X:
    """Return the x channel that reads its range from the rows of part ``edge``."""
    return alt.X(
        field,
        type="quantitative",
        title=title,
        scale=alt.Scale(nice=False, zero=False),
        axis=alt.Axis(grid=False, ticks=True, tickCount=7, domain=True, labelFlush=False, titlePadding=6),
        **channel,
    )


def whole_axis(**axis: Any) -> alt.Axis:
    """Return an axis of counts, whose ticks are whole numbers even if there are few.

    (Vega's option for the smallest step has no effect on square-root scales.)
    """
    return alt.Axis(
        labelExpr="datum.value % 1 ? '' : format(datum.value, ',d')",
        tickOpacity={"condition": {"test": "datum.value % 1 == 0", "value": 1}, "value": 0},
        gridOpacity={"condition": {"test": "datum.value % 1 == 0", "value": 1}, "value": 0},
        **axis,
    )


def axis_rows(observed: float, ends: tuple[float, float]) -> pd.DataFrame:
    """Return the rows of the lines at zero and at the observed difference, and two that extend the axis to its ends."""
    return pd.DataFrame({"part": ["zero", "observed", "edge", "edge"], "left": [0.0, observed, *ends]})


def rows_of(*parts: str) -> alt.Chart:
    """Return a chart of the rows of these parts."""
    return alt.Chart().transform_filter(" || ".join(f"datum.part === '{part}'" for part in parts))


def edges(**channels: Any) -> alt.Chart:
    """Return the layer of the invisible rows that extend the axes."""
    return rows_of("edge").mark_point(opacity=0, tooltip=None).encode(**channels)


def alpha_line(**channel: Any) -> alt.Chart:
    """Return the layer of the dashed line at the significance level."""
    return rows_of("alpha").mark_rule(color=TEXT, strokeDash=[5, 4], strokeWidth=1.5, tooltip=None).encode(**channel)


def zero_line(x: alt.X | alt.XDatum) -> alt.Chart:
    """Return the layer of the dashed line at no difference."""
    return rows_of("zero").mark_rule(color=MUTED, strokeDash=[4, 4], strokeWidth=1.5, tooltip=None).encode(x=x)


def observed_line(x: alt.X) -> list[alt.Chart]:
    """Return the layers that mark the observed difference: a line, and its label above the plot."""
    observed = rows_of("observed").encode(x=x)
    name = observed.mark_text(color=TEXT, baseline="bottom", fontSize=12)
    return [observed.mark_rule(color=TEXT, strokeWidth=2.5), name.encode(y=alt.value(-4), text=alt.value("observed"))]


def keyed(channel: type, field: str, values: Mapping[Any, Any]) -> Any:
    """Return the channel that gives each value of a field its own colour, shape or dashes, without a legend."""
    return channel(field, scale=alt.Scale(domain=list(values), range=list(values.values())), legend=None)


# The channel of marks at their place, or beyond the left end of the axis.
BEYOND = keyed(alt.Shape, "where:N", {"inside": "circle", "beyond": "triangle-left"})


def texts(**titles: str) -> list[alt.Tooltip]:
    """Return the tooltips of these fields, which are texts, with their titles."""
    return [alt.Tooltip(f"{field}:N", title=title) for field, title in titles.items()]


def clicked(*fields: str) -> alt.Parameter:
    """Return the selection ``cell``, which holds these fields of the clicked mark."""
    return alt.selection_point(name="cell", on="click", clear=False, toggle=False, fields=list(fields))


def dots_with_intervals(
    rows: alt.Chart, field: str, title: str, *, zero: bool, cursor: Any = alt.Undefined, **channels: Any
) -> list[alt.Chart]:
    """Return the layers of bars from ``low`` to ``high``, and of dots at the value of the field."""
    axis = alt.Axis(grid=False, tickCount=5, domain=True, titlePadding=6, labelFlush=False)
    options = {"title": title, "scale": alt.Scale(zero=zero, nice=True), "axis": axis}
    bars = rows.mark_rule(strokeWidth=3, strokeCap="round")
    dots = rows.mark_point(filled=True, size=90, opacity=1, cursor=cursor)
    return [
        bars.encode(x=alt.X("low:Q", **options), x2="high:Q", **channels),
        dots.encode(x=alt.X(field, **options), **channels),
    ]


def nearest(points: alt.Chart, fields: list[str], tooltip: list[alt.Tooltip]) -> alt.Chart:
    """Return the layer of the point next to the pointer, identified by these fields, with its tooltip."""
    near = alt.selection_point(name="near", on="pointerover", clear="pointerout", nearest=True, fields=fields)
    opacity = alt.condition(near, alt.value(1), alt.value(0), empty=False)
    return points.mark_point(filled=True, size=60).encode(opacity=opacity, tooltip=tooltip).add_params(near)


# Height in pixels of an axis below a plot: its labels and title.
AXIS = 48


def layered(layers: list[alt.Chart], height: int, right: int = 10, top: int = 4) -> dict:
    """Return the specification of layers as wide as the page, with space for the descenders of a one-line title.

    On a page, the height of the chart includes the axis. ``right`` pixels at the right end are free for labels.
    """
    padding = {"left": 0, "right": right, "top": top, "bottom": 5}
    chart = alt.layer(*layers).properties(height=height, width="container", padding=padding)
    # Streamlit's theme has paler text, and would move the first and the last label away from their ticks.
    words = {"labelColor": TEXT, "titleColor": TEXT}
    chart = chart.configure_axis(labelFlush=False, **words).configure_legend(**words)
    # Altair's validation takes five times as long as everything else; tests validate every chart.
    specification = chart.to_dict(validate=False)
    # Altair gives layers empty data of their own; here the data are added when the chart is drawn.
    for part in (specification, *specification["layer"]):
        part.pop("data", None)
    specification.pop("datasets", None)
    for layer in specification["layer"]:
        # Screen readers skip single marks: the page gives the whole chart a text that describes it.
        layer["mark"]["aria"] = False
    return specification


# Height of a chart of curves
CURVE_HEIGHT = 270
# Height of a label, as a share of the plot; the plot is the chart without axis and margins.
_LINE = 13 / 215
# A square-root scale enlarges the small p-values, where significance is decided.
_POWER = 0.5
# The tick count is set to their number, because otherwise Vega would omit some.
_TICKS = [0, 0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1]
# Put the axis title above the axis instead of beside it.
ON_TOP: dict[str, Any] = {"titleAngle": 0, "titleAlign": "right", "titleX": -8, "titleY": -8, "titleBaseline": "bottom"}
# The y channel for p-values
PVALUE = alt.Y(
    "pvalue:Q",
    title="p",
    scale=alt.Scale(type="pow", exponent=_POWER, nice=False),
    axis=alt.Axis(values=_TICKS, tickCount=len(_TICKS), format="~g", minExtent=30, labelOverlap=False, **ON_TOP),
)


def apart(pvalues: np.ndarray, top: float) -> np.ndarray:
    """Return the ``(m,)`` p-values at the ends of curves, moved so that their labels do not overlap.

    The axis ends at ``top``. If p-values are equal, the first has the lowest label.

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
