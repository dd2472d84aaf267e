"""The axis that the pictures of one comparison share: the difference, experimental minus baseline."""

from collections.abc import Iterable
from typing import Any

import altair as alt
import pandas as pd

from core.distributions.distribution import Distribution
from core.report import Unit
from dashboard.charts.palette import THEMES
from dashboard.charts.themed import either

# The room for labels left of every plot, in pixels, so that the plots stand exactly below each other.
LEFT_MARGIN = 62


def shared_range(
    distributions: Iterable[Distribution], points: Iterable[float], changes: Iterable[float], unit: Unit
) -> tuple[float, float]:
    """Return the ends of the axis, in the unit's scale.

    All points and all but 1e-4 of each distribution are inside. The bars of the changed items are inside too, unless
    that would squeeze the distributions into less than a fifth of the width: then the bars run out of the picture.
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
    """Return an axis of counts: it has ticks at whole numbers only, however few there are.

    (The smallest step that Vega knows does not hold on scales of square roots.)
    """
    return alt.Axis(
        labelExpr="datum.value % 1 ? '' : format(datum.value, ',d')",
        tickOpacity={"condition": {"test": "datum.value % 1 == 0", "value": 1}, "value": 0},
        gridOpacity={"condition": {"test": "datum.value % 1 == 0", "value": 1}, "value": 0},
        **axis,
    )


def edge_rows(ends: tuple[float, float]) -> pd.DataFrame:
    """Return the two invisible rows that stretch the axis over the shared range."""
    return pd.DataFrame({"part": "edge", "left": list(ends)})


def rule_rows(positions: dict[str, float], unit: Unit) -> pd.DataFrame:
    """Return one row for each named vertical line, such as ``zero`` and ``observed``."""
    return pd.DataFrame({"part": list(positions), "left": [unit.scale * x for x in positions.values()]})


def observed_line(x: alt.X, theme: str) -> list[alt.Chart]:
    """Return the layers that mark the observed difference: a line, and its name above the plot."""
    chart = alt.Chart().transform_filter(alt.datum.part == "observed").encode(x=x)
    colour = THEMES[theme].text
    name = chart.mark_text(color=colour, baseline="bottom", fontSize=12).encode(
        y=alt.value(-4), text=alt.value("observed")
    )
    return [chart.mark_rule(color=colour, strokeWidth=2.5), name]


# What an axis below a plot takes of the height of its chart: labels and title.
AXIS = 48


def layered(layers: list[alt.Chart], height: int) -> dict:
    """Return the specification of layers as wide as the page, with room for what hangs below the line of a title.

    On a page the axis is part of the height.
    """
    chart = alt.layer(*layers).properties(
        height=height, width="container", padding={"left": 0, "right": 10, "top": 4, "bottom": 5}
    )
    # Altair's validation takes five times as long as all the rest; tests draw every chart.
    specification = chart.to_dict(validate=False)
    # The page's own theme has fainter words, and would push the first and the last label away from their ticks.
    ink = either(THEMES["light"].text, THEMES["dark"].text)
    words = {"labelColor": ink, "titleColor": ink}
    specification["config"] |= {"axis": words | {"labelFlush": False}, "legend": words}
    # Altair gives layers empty data of their own; here the data come with the drawing.
    specification.pop("datasets", None)
    for layer in specification["layer"]:
        layer.pop("data", None)
        # A mark without a label would be a barrier; the page gives the whole picture a text that says what it shows.
        layer["mark"]["aria"] = False
    return specification
