"""The primer's figure: p-values against the percentage of items hurt, with one curve for each effect."""

import altair as alt
import pandas as pd

from core.teaching.grid import PvalueGrid
from dashboard.charts.axis import alpha_line, edges, layered, nearest, rows_of
from dashboard.charts.curve_names import HEIGHT, apart, pvalue_axis
from dashboard.charts.figure import Panel, figure
from dashboard.charts.palette import TEXT, either
from dashboard.views.pvalue_grid.names import effect_name, pvalue_name, without_effect

# The colours in the order of the effects, with a contrast of 4.5 : 1; each curve has its label at its end.
_ON_LIGHT = ("#A86500", "#C2410C", "#B8335A", "#7F2D83", "#45318C", "#1B2A5E")
_ON_DARK = ("#F7D03C", "#F9A03F", "#F2727F", "#CE7BC4", "#9C8BE8", "#6FA8F5")
_CURVES = [either(*pair) for pair in zip(_ON_LIGHT, _ON_DARK, strict=True)]


def curve_rows(grid: PvalueGrid, n: int, alpha: float) -> pd.DataFrame:
    """Return the rows of the chart for one n: the points of the curves, the labels at their right ends, and α."""
    table = pd.DataFrame(grid.columns())
    table = table[table["n"] == n]
    order = {effect: i for i, effect in enumerate(sorted(set(grid.effect.tolist())))}
    points = table.assign(part="point", name=table["effect"].map(effect_name), colour=table["effect"].map(order))
    left, right, top = float(grid.hurt.min()), float(grid.hurt.max()), max(float(grid.pvalue.max()), alpha)
    points["without"] = points["effect"].isin(without_effect(grid, n))
    points["shown"] = [f"p {pvalue_name(grid, p)}" for p in points["pvalue"]]
    ends = points[points["hurt"] == points.groupby("effect")["hurt"].transform("max")]
    line = pd.DataFrame({"part": ["alpha"], "name": [f"α = {alpha:g}"], "pvalue": [alpha], "hurt": [right]})
    # If curves end at the same height, the larger effect has the lower label.
    names = pd.concat([ends.sort_values("effect", ascending=False), line], ignore_index=True).assign(part="name")
    names["pvalue"] = apart(names["pvalue"].to_numpy(), top)
    # All charts have the same height of axis, so that p-values can be compared.
    edge = pd.DataFrame({"part": "edge", "pvalue": [0.0, top], "hurt": [left, right]})
    return pd.concat([points, names, line, edge], ignore_index=True)


def curves_spec(n_curves: int) -> dict:
    """Return the Vega-Lite specification that draws the rows; the data are added when it is drawn."""
    shades = [_CURVES[round(i * (len(_CURVES) - 1) / max(n_curves - 1, 1))] for i in range(n_curves)]
    x = alt.X(
        "hurt:Q",
        title="% of items hurt",
        scale=alt.Scale(nice=False, zero=False),
        axis=alt.Axis(grid=False, tickCount=6, format="~g", titlePadding=4),
    )
    y = pvalue_axis("pvalue")
    colour = alt.Color("colour:O", scale=alt.Scale(domain=list(range(n_curves)), range=shades), legend=None)
    points = rows_of("point").encode(x=x, y=y, color=colour)
    tooltip = [
        alt.Tooltip("shown:N", title="p-value"),
        alt.Tooltip("n:Q", title="items", format=","),
        alt.Tooltip("name:N", title="effect"),
        alt.Tooltip("hurt:Q", title="% hurt", format="~g"),
        alt.Tooltip("helped_items:Q", title="items helped", format=","),
        alt.Tooltip("hurt_items:Q", title="items hurt", format=","),
    ]
    layers = [
        edges(x=x, y=y),
        alpha_line(y=y),
        # Dotted if rounding to whole items leaves no effect
        points.mark_line(strokeWidth=2, tooltip=None).encode(
            strokeDash=alt.StrokeDash(
                "without:N", scale=alt.Scale(domain=[False, True], range=[[1, 0], [2, 4]]), legend=None
            )
        ),
        rows_of("name")
        .mark_text(align="left", dx=6, fontSize=11, fontWeight="bold")
        .encode(x=x, y=y, text="name:N", color=alt.condition("isValid(datum.colour)", colour, alt.value(TEXT))),
        nearest(points, ["hurt", "colour"], tooltip),
    ]
    return layered(layers, HEIGHT, right=54)


def curves_figure(panels: list[Panel]) -> dict:
    """Return the charts in rows of two, data included, for a file."""
    drawn = figure(panels, 380)
    drawn["concat"] = drawn.pop("vconcat")
    return drawn | {"columns": 2, "spacing": {"row": 28, "column": 16}}
