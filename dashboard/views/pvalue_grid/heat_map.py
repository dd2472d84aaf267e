"""The p-value grid as a map: a cell for each pair of values, its colour by p, the border of α drawn."""

import math
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from core.studies.grid import PvalueGrid
from dashboard.charts.figure import Panel, figure
from dashboard.charts.pointing import layered_with_pointer
from dashboard.views.pvalue_grid.names import pvalue_name

__all__ = ["COLOURS", "Axes", "heat_figure", "heat_rows", "heat_spec", "limits", "printed"]

# The two columns of a grid that are the map's axes: across, and up.
Axes = tuple[str, str]

# From strong evidence (blue) over the line of α to none (orange), the same in the light and in the dark, because cells
# are opaque. Numbers are white on the first two and black on the others, which gives 4.5 : 1.
COLOURS = ("#0A4780", "#2A71B0", "#8CBFE0", "#FCE6CC", "#F7C592", "#EE9A55", "#D9701F")
_WHITE_ON = 2
_INK = "#171614"
# The largest p of each colour, in multiples of α.
_MULTIPLES = (0.02, 0.2, 1, 2, 4, 10)
# A smaller p is only bounded, unless α is so small that colours tell such values apart.
_LEAST = 0.001
# With more columns no number fits into a cell, however wide the page.
_MOST_PRINTED = 26
_TITLES = {"n": "items", "effect": "effect (% of items)", "hurt": "% of items hurt"}
_LABELS = {"n": "format(datum.value, ',')", "effect": "format(datum.value, '+~g')", "hurt": "format(datum.value, '~g')"}


def limits(alpha: float) -> list[float]:
    """Return the largest p of each colour but the last; no p is above 1.

    Examples
    --------
    >>> limits(0.05), limits(0.5)
    ([0.001, 0.01, 0.05, 0.1, 0.2, 0.5], [0.01, 0.1, 0.5])
    """
    ends = [float(f"{alpha * multiple:.12g}") for multiple in _MULTIPLES]
    return [end for end in ends if end < 1]


def heat_rows(grid: PvalueGrid, axes: Axes, alpha: float) -> pd.DataFrame:
    """Return the rows of the map: its cells, and a piece of border where a significant cell meets one that is not."""
    cells = pd.DataFrame(grid.columns())
    across, up = axes
    cells["part"] = "cell"
    cells["shown"] = [f"p {pvalue_name(grid, p)}" for p in cells["pvalue"]]
    cells["colour"] = np.searchsorted(limits(alpha), cells["pvalue"])
    if cells[across].nunique() <= _MOST_PRINTED:
        # No sampled count bounds p more closely than that.
        least = _LEAST if grid.n_resamples else min(_LEAST, limits(alpha)[0])
        cells["label"] = [printed(p, alpha, least) for p in cells["pvalue"]]
    significant = cells.pivot(index=up, columns=across, values="pvalue").le(alpha)
    return pd.concat([cells, *_border(significant)], ignore_index=True)


def printed(p: float, alpha: float, least: float = _LEAST) -> str:
    """Return a p-value for a cell, short, and never on the wrong side of α.

    Examples
    --------
    >>> printed(0.0123, 0.05), printed(0.050056, 0.05), printed(0.05 + 1e-9, 0.05), printed(0.0002, 0.05)
    ('.012', '.0501', '>.05', '<.001')
    >>> printed(0.00024, 0.001, 2e-5), printed(0.00001, 0.001, 2e-5)
    ('.0002', '<.00002')
    """
    if p == 1:
        return "1"
    if p < least:
        return f"<{_plain(least)[1:]}"
    fewest = max(3, -math.floor(math.log10(p)))
    for decimals in range(fewest, fewest + 3):
        text = f"{p:.{decimals}f}"
        if (float(text) <= alpha) == (p <= alpha):
            return text.removeprefix("0")
    return f"{'≤' if p <= alpha else '>'}{_plain(alpha)[1:]}"


def _plain(value: float) -> str:
    return f"{value:.12f}".rstrip("0")


def _border(significant: pd.DataFrame) -> list[pd.DataFrame]:
    """Return the border as one side each of significant cells; rows go up, columns across."""
    across, up = significant.columns.name, significant.index.name
    inside = significant.to_numpy()
    pieces = []
    for side, (row, column) in {"left": (0, -1), "right": (0, 1), "lower": (-1, 0), "upper": (1, 0)}.items():
        # Beyond the map nothing is known, so its own edge is no border.
        beside = np.roll(np.pad(inside, 1, mode="edge"), (-row, -column), (0, 1))[1:-1, 1:-1]
        i, j = np.nonzero(inside & ~beside)
        pieces.append(pd.DataFrame({across: significant.columns[j], up: significant.index[i]}).assign(part=side))
    return pieces


def heat_spec(axes: Axes, alpha: float, height: int = 480) -> dict:
    """Return the Vega-Lite specification that draws the rows in either theme; the data are added when it is drawn.

    Its selection ``cell`` holds n, helped and hurt of the cell that was clicked.
    """
    across, up = axes
    x, y = _channel(alt.X, across), _channel(alt.Y, up, sort="descending")
    chart = alt.Chart()
    part = alt.datum.part
    cells = chart.transform_filter(part == "cell")
    # A name for each colour: its largest p.
    ends = [_plain(largest) for largest in limits(alpha)]
    names = f"{[f'≤ {end}' for end in ends] + [f'> {ends[-1]}']}[datum.value]".replace("'", '"')
    colours = alt.Scale(domain=list(range(len(ends) + 1)), range=list(COLOURS[: len(ends) + 1]))
    colour = alt.Color(
        "colour:O",
        scale=colours,
        legend=alt.Legend(
            title="p",
            titleOrient="left",
            orient="top",
            offset=6,
            direction="horizontal",
            columns=alt.expr("width < 460 ? 4 : 7"),
            symbolType="square",
            symbolStrokeWidth=0,
            symbolOpacity=1,
            symbolSize=160,
            labelExpr=names,
        ),
    )
    picked = alt.selection_point(
        name="cell", on="click", clear=False, toggle=False, fields=["n", "helped_items", "hurt_items"]
    )
    fits = "bandwidth('x') > 6 * length(datum.label) && bandwidth('y') > 11"
    layers = [
        cells.mark_rect(cursor="pointer", strokeWidth=0.5)
        .encode(
            x=x,
            y=y,
            color=colour,
            # Or else the page shines through between the cells.
            stroke=alt.Stroke("colour:O", scale=colours, legend=None),
            tooltip=[
                alt.Tooltip("shown:N", title="p-value"),
                alt.Tooltip("n:Q", title="items", format=","),
                alt.Tooltip("effect:Q", title="effect, %", format="+~g"),
                alt.Tooltip("hurt:Q", title="% hurt", format="~g"),
                alt.Tooltip("helped_items:Q", title="items helped", format=","),
                alt.Tooltip("hurt_items:Q", title="items hurt", format=","),
            ],
        )
        .add_params(picked),
        chart.transform_filter("datum.part === 'cell' && isValid(datum.label)")
        .mark_text(fontSize=11, tooltip=None)
        .encode(
            x=x,
            y=y,
            text="label:N",
            opacity=alt.condition(fits, alt.value(1), alt.value(0)),
            color=alt.condition(alt.datum.colour < _WHITE_ON, alt.value("#FFFFFF"), alt.value(_INK)),
        ),
    ]
    return layered_with_pointer([*layers, *_sides(axes)], height, right=6)


def _channel(kind: type, field: str, **channel: Any) -> alt.X | alt.Y:
    return kind(
        field,
        type="ordinal",
        title=_TITLES[field],
        axis=alt.Axis(labelExpr=_LABELS[field], labelAngle=0, labelOverlap="parity", ticks=False, domain=False),
        scale=alt.Scale(paddingInner=0, paddingOuter=0),
        **channel,
    )


def _sides(axes: Axes) -> list[alt.Chart]:
    """Return the layers that draw the border, one for each side of a cell."""
    across, up = axes
    layers = []
    # Where on the cell the piece begins and ends: across from left to right, up from top to bottom.
    for side, (left, right, top, bottom) in {
        "left": (0, 0, 0, 1),
        "right": (1, 1, 0, 1),
        "upper": (0, 1, 0, 0),
        "lower": (0, 1, 1, 1),
    }.items():
        x = _channel(alt.X, across, bandPosition=left)
        y = _channel(alt.Y, up, sort="descending", bandPosition=top)
        end = {"x2": alt.X2(across, bandPosition=right)} if left != right else {"y2": alt.Y2(up, bandPosition=bottom)}
        layers.append(
            alt.Chart()
            .transform_filter(alt.datum.part == side)
            .mark_rule(color=_INK, strokeWidth=2.5, strokeCap="square", tooltip=None)
            .encode(x=x, y=y, **end)
        )
    return layers


def heat_figure(panel: Panel, width: int = 900) -> dict:
    """Return the map alone, data included, for a file."""
    drawn = figure([panel], width)
    # A chart beside others names its scales and sizes otherwise, and the room for numbers could not be told.
    [chart] = drawn.pop("vconcat")
    return drawn | chart | {"padding": 10}
