"""The shared axis of the charts of one comparison: the difference, experimental minus baseline."""

from collections.abc import Iterable
from typing import Any

import altair as alt
import pandas as pd

from core.distributions.distribution import Distribution
from core.report import Unit
from dashboard.charts.palette import THEMES
from dashboard.charts.themed import either

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


def edge_rows(ends: tuple[float, float]) -> pd.DataFrame:
    """Return the two invisible rows that extend the axis to the shared range."""
    return pd.DataFrame({"part": "edge", "left": list(ends)})


def rule_rows(positions: dict[str, float], unit: Unit) -> pd.DataFrame:
    """Return one row for each named vertical line, such as ``zero`` and ``observed``."""
    return pd.DataFrame({"part": list(positions), "left": [unit.scale * x for x in positions.values()]})


def observed_line(x: alt.X, theme: str) -> list[alt.Chart]:
    """Return the layers that mark the observed difference: a line, and its label above the plot."""
    chart = alt.Chart().transform_filter(alt.datum.part == "observed").encode(x=x)
    colour = THEMES[theme].text
    name = chart.mark_text(color=colour, baseline="bottom", fontSize=12).encode(
        y=alt.value(-4), text=alt.value("observed")
    )
    return [chart.mark_rule(color=colour, strokeWidth=2.5), name]


def nearest(*fields: str) -> alt.Parameter:
    """Return the selection of the point next to the pointer, identified by these fields."""
    return alt.selection_point(name="near", on="pointerover", clear="pointerout", nearest=True, fields=list(fields))


# Height in pixels of an axis below a plot: its labels and title.
AXIS = 48


def layered(layers: list[alt.Chart], height: int, right: int = 10, top: int = 4) -> dict:
    """Return the specification of layers as wide as the page, with space for the descenders of a one-line title.

    On a page, the height of the chart includes the axis. ``right`` pixels at the right end are free for labels.
    """
    padding = {"left": 0, "right": right, "top": top, "bottom": 5}
    chart = alt.layer(*layers).properties(height=height, width="container", padding=padding)
    # Altair's validation takes five times as long as everything else; tests validate every chart.
    specification = chart.to_dict(validate=False)
    # Streamlit's theme has paler text, and would move the first and the last label away from their ticks.
    ink = either(THEMES["light"].text, THEMES["dark"].text)
    words = {"labelColor": ink, "titleColor": ink}
    specification["config"] |= {"axis": words | {"labelFlush": False}, "legend": words}
    # Altair gives layers empty data of their own; here the data are added when the chart is drawn.
    for part in (specification, *specification["layer"]):
        part.pop("data", None)
    specification.pop("datasets", None)
    for layer in specification["layer"]:
        # Screen readers skip single marks: the page gives the whole chart a text that describes it.
        layer["mark"]["aria"] = False
    return specification
