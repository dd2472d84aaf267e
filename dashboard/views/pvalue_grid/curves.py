"""The primer's figure: p-values against the percentage of items hurt, with one curve for each effect.

The staircase shows the curves for one size of test set, set by a slider in the browser; whole items make its steps.
"""

from fractions import Fraction

import altair as alt
import numpy as np
import pandas as pd

from core.teaching.grid import PvalueGrid
from dashboard.charts.axis import CURVE_HEIGHT, PVALUE, alpha_line, apart, edges, keyed, layered, nearest, rows_of
from dashboard.charts.figure import Panel, figure
from dashboard.charts.palette import TEXT, either
from dashboard.views.pvalue_grid.words import effect_name, pvalue_name, without_effect

# The colours in the order of the effects, with a contrast of 4.5 : 1; each curve has its label at its end.
_ON_LIGHT = ("#A86500", "#C2410C", "#B8335A", "#7F2D83", "#45318C", "#1B2A5E")
_ON_DARK = ("#F7D03C", "#F9A03F", "#F2727F", "#CE7BC4", "#9C8BE8", "#6FA8F5")
_CURVES = [either(*pair) for pair in zip(_ON_LIGHT, _ON_DARK, strict=True)]


def curve_rows(grid: PvalueGrid, n: int, alpha: float) -> pd.DataFrame:
    """Return the rows of the chart for one n: the points of the curves, the labels at their right ends, and α."""
    table = pd.DataFrame(grid.columns())
    table["colour"] = table["effect"].rank(method="dense") - 1
    points = table[table["n"] == n].assign(part="point")
    points["name"] = points["effect"].map(effect_name)
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
    shades = [_CURVES[round(i * (len(_CURVES) - 1) / max(n_curves - 1, 1))] for i in range(n_curves)]
    axis = alt.Axis(grid=False, tickCount=6, format="~g", titlePadding=4)
    x = alt.X("hurt:Q", title="% of items hurt", scale=alt.Scale(nice=False, zero=False), axis=axis)
    colour = keyed(alt.Color, "colour:O", dict(enumerate(shades)))
    points = rows_of("point").encode(x=x, y=PVALUE, color=colour)
    layers = [
        edges(x=x, y=PVALUE),
        alpha_line(y=PVALUE),
        # Dotted if rounding to whole items leaves no effect
        points.mark_line(strokeWidth=2, tooltip=None).encode(
            strokeDash=keyed(alt.StrokeDash, "without:N", {False: [1, 0], True: [2, 4]})
        ),
        rows_of("name")
        .mark_text(align="left", dx=6, fontSize=11, fontWeight="bold")
        .encode(x=x, y=PVALUE, text="name:N", color=alt.condition("isValid(datum.colour)", colour, alt.value(TEXT))),
        nearest(points, ["hurt", "colour"], cell_tooltips(alt.Tooltip("name:N", title="effect"))),
    ]
    return layered(layers, CURVE_HEIGHT, right=54)


def cell_tooltips(effect: alt.Tooltip) -> list[alt.Tooltip]:
    """Return the tooltips of a cell of the grid."""
    return [
        alt.Tooltip("shown:N", title="p-value"),
        alt.Tooltip("n:Q", title="items", format=","),
        effect,
        alt.Tooltip("hurt:Q", title="% hurt", format="~g"),
        *(alt.Tooltip(f"{kind}_items:Q", title=f"items {kind}", format=",") for kind in ("helped", "hurt")),
    ]


def curves_figure(panels: list[Panel]) -> dict:
    """Return the charts in rows of two, data included, for a file."""
    drawn = figure(panels, 380)
    drawn["concat"] = drawn.pop("vconcat")
    return drawn | {"columns": 2, "spacing": {"row": 28, "column": 16}}


# The parameter that the slider sets, its range of sizes, and its initial size.
SIZE = "size"
SIZES = {"min": 20, "max": 1000, "step": 20}
FIRST = 100
_MOST_STEPS = 60
_SLIDER_HEIGHT = 60


def staircase_hurts(hurts: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
    """Return percentages hurt from the smallest to the largest, fine enough to show the steps for 200 items.

    Examples
    --------
    >>> [str(each) for each in staircase_hurts((Fraction(0), Fraction(20)))][:4]
    ['0', '1/2', '1', '3/2']
    """
    low, high = min(hurts), max(hurts)
    step = max(Fraction(1, 2), (high - low) / _MOST_STEPS)
    return tuple(low + step * i for i in range(int((high - low) / step) + 1))


def staircase_rows(grid: PvalueGrid, alpha: float) -> pd.DataFrame:
    """Return the points of the curves, their labels and α, with a column ``n20``, ``n40``… of heights for each size."""
    table = pd.DataFrame(grid.columns())
    points = table.pivot(index=["effect", "hurt"], columns="n", values="pvalue").add_prefix("n").reset_index()
    sizes = [name for name in points.columns if name.startswith("n")]
    top = max(float(grid.pvalue.max()), alpha)
    # Impossible combinations are missing, and leave a gap.
    right = points["hurt"].max()
    ends = points.groupby("effect")[sizes].last().sort_index(ascending=False)
    heights = pd.concat([ends, pd.DataFrame(alpha, index=[np.nan], columns=sizes)])
    names = heights.apply(lambda column: apart(column.to_numpy(), top)).rename_axis("effect").reset_index()
    names["name"] = [*map(effect_name, ends.index), f"α = {alpha:g}"]
    lines = (("alpha", right, alpha), ("edge", points["hurt"].min(), 0.0), ("edge", right, top))
    parts = [
        points.assign(part="point", name=points["effect"].map(effect_name)),
        names.assign(part="name", hurt=right),
        pd.DataFrame([{"part": part, "hurt": hurt} | dict.fromkeys(sizes, p) for part, hurt, p in lines]),
    ]
    rows = pd.concat(parts, ignore_index=True)
    rows["colour"] = rows["effect"].rank(method="dense") - 1
    # Half the bytes, and still more precise than a chart.
    return rows.astype(dict.fromkeys(sizes, np.float32)).assign(without=False)


def staircase_spec(n_curves: int) -> dict:
    specification = curves_spec(n_curves)
    # A tooltip at the pointer would take longer than the rest of a frame.
    specification.pop("params")
    specification["layer"] = [
        layer for layer in specification["layer"] if not str(layer.get("name")).startswith("view")
    ]
    for layer in specification["layer"]:
        if layer["mark"]["type"] == "line":
            layer["mark"]["interpolate"] = "step-after"
    # The slider takes its height from the plot, and the labels would overlap.
    specification["height"] += _SLIDER_HEIGHT
    return specification | {"transform": [{"calculate": f"datum['n' + {SIZE}]", "as": "pvalue"}]}
