"""The p-value grid as a map: one cell for each pair of values, coloured by p, with a border at α."""

from fractions import Fraction
from functools import cache
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from core.teaching.grid import PvalueGrid, read_list
from dashboard.charts.axis import clicked, layered, rows_of
from dashboard.charts.pvalues import INK, LEAST, cell_layers, limits, printed
from dashboard.views.pvalue_grid.curves import cell_tooltips
from dashboard.views.pvalue_grid.words import pvalue_name

# The two columns of a grid on the map's axes: horizontal and vertical.
Axes = tuple[str, str]

# With more columns no number fits into a cell, even on a wide page.
_MOST_PRINTED = 26
_TITLES = {"n": "items", "effect": "effect (% of items)", "hurt": "% of items hurt"}
_LABELS = {"n": "format(datum.value, ',')", "effect": "format(datum.value, '+~g')", "hurt": "format(datum.value, '~g')"}


def heat_rows(grid: PvalueGrid, axes: Axes, alpha: float) -> pd.DataFrame:
    """Return the rows of the map: its cells, and a piece of border between significant and other cells."""
    cells = pd.DataFrame(grid.columns())
    across, up = axes
    cells["part"] = "cell"
    cells["shown"] = [f"p {pvalue_name(grid, p)}" for p in cells["pvalue"]]
    cells["colour"] = np.searchsorted(limits(alpha), cells["pvalue"])
    if cells[across].nunique() <= _MOST_PRINTED:
        # A sampled p-value has no smaller bound than this.
        least = LEAST if grid.n_resamples else min(LEAST, limits(alpha)[0])
        cells["label"] = [printed(p, alpha, least) for p in cells["pvalue"]]
    significant = cells.pivot(index=up, columns=across, values="pvalue").le(alpha)
    return pd.concat([cells, *_border(significant)], ignore_index=True)


def _border(significant: pd.DataFrame) -> list[pd.DataFrame]:
    """Return the border as pieces at the left and at the top of cells; rows go up, columns to the right."""
    across, up = significant.columns.name, significant.index.name
    inside = significant.to_numpy()
    # Cells outside the map are unknown, so the edge of the map is not part of the border.
    left, top = np.nonzero(inside[:, 1:] != inside[:, :-1]), np.nonzero(inside[1:] != inside[:-1])
    return [
        pd.DataFrame({"part": part, across: significant.columns[j], up: significant.index[i]})
        for part, i, j in (("left", left[0], left[1] + 1), ("top", *top))
    ]


def heat_spec(axes: Axes, alpha: float) -> dict:
    """Its selection ``cell`` holds n, helped and hurt of the clicked cell."""
    across, up = axes
    x, y = _channel(alt.X, across), _channel(alt.Y, up, sort="descending")
    tooltip = cell_tooltips(alt.Tooltip("effect:Q", title="effect, %", format="+~g"))
    layers = cell_layers(rows_of("cell"), x, y, alpha, tooltip, clicked("n", "helped_items", "hurt_items"))
    at_end = {"x2": alt.X2(across, bandPosition=1)}, {"y2": alt.Y2(up, bandPosition=1)}
    for part, end in zip(("top", "left"), at_end, strict=True):
        border = rows_of(part).mark_rule(color=INK, strokeWidth=2.5, strokeCap="square", tooltip=None)
        start = _channel(alt.X, across, bandPosition=0), _channel(alt.Y, up, sort="descending", bandPosition=0)
        layers.append(border.encode(*start, **end))
    return layered(layers, 480, right=6)


def _channel(kind: type, field: str, **channel: Any) -> alt.X | alt.Y:
    return kind(
        field,
        type="ordinal",
        title=_TITLES[field],
        axis=alt.Axis(labelExpr=_LABELS[field], labelAngle=0, labelOverlap="parity", ticks=False, domain=False),
        scale=alt.Scale(paddingInner=0, paddingOuter=0),
        **channel,
    )


# The columns of the grid on the two maps of given cells, as lists.
_COARSE = "20,30,50,70,100,150,200,300,400,500,700,1000,1500,2000,3000,4000,5000,6000,8000,10000"
# Sixty sizes, each by the same factor larger than the last, rounded to two digits
_FINE = ",".join(str(int(float(f"{n:.2g}"))) for n in np.geomspace(20, 20_000, 60))
_MAPS = {
    "20": {"n": _COARSE, "effect": "0.5:10.5:0.5", "hurt": "0:20"},
    "60": {"n": _FINE, "effect": "0.5:30.5:0.5", "hurt": "0:30:0.5"},
}


@cache
def map_values(cells: str) -> dict[str, tuple[Fraction, ...]]:
    """Return the values of the three columns on a map with this number of cells a side, ``"20"`` or ``"60"``."""
    return {column: read_list(column, text) for column, text in _MAPS[cells].items()}
