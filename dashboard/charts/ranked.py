"""Charts of rankings: a bar for each system with lines that join groups, and the matrix of all pairs."""

from collections.abc import Iterable, Sequence
from typing import Any

import altair as alt
import numpy as np

from dashboard.charts.axis import AXIS, clicked, dots_with_intervals, keyed, layered, rows_of, texts
from dashboard.charts.palette import DOT, MUTED
from dashboard.charts.pvalues import cell_layers, limits

# With more systems a cell of the matrix is too small to click and to hold a number, even on a wide page.
MOST_SYSTEMS = 60
MOST_PRINTED = 26
_STEP = 26
# Width in pixels of the line of a letter, at the right; if there are too many letters, only the table has them.
_LETTER = 11
_MOST_LETTERS = 16
_NAME = 24
# A long name has two lines; a longer one shows its beginning and its end.
_WRAPPED = (
    f"length(datum.label) <= {_NAME} ? datum.label : [slice(datum.label, 0, {_NAME}), "
    f"length(datum.label) <= {2 * _NAME} ? slice(datum.label, {_NAME}) : '…' + slice(datum.label, {1 - _NAME})]"
)


def groups_of(letters: Iterable[Sequence[str]]) -> list[list[int]]:
    """Return the groups of several systems as lists of the systems' ranks, or none if they do not fit beside the chart.

    Examples
    --------
    >>> groups_of([("a",), ("a", "b"), ("b",), ("c",)])
    [[0, 1], [1, 2]]
    """
    groups: dict[str, list[int]] = {}
    for place, of_system in enumerate(letters):
        for letter in of_system:
            groups.setdefault(letter, []).append(place)
    found = [places for places in groups.values() if len(places) > 1]
    return found if len(found) <= _MOST_LETTERS else []


def line_rows(names: Sequence[str], groups: Sequence[Sequence[int]]) -> list[dict[str, Any]]:
    """Return, for each group, the rows of its systems and of the line that joins them."""
    rows: list[dict[str, Any]] = []
    for k, places in enumerate(groups):
        rows += [{"part": "member", "name": names[place], "k": k} for place in places]
        rows.append({"part": "span", "name": names[places[0]], "last": names[places[-1]], "k": k})
    return rows


def named_rows(**axis: Any) -> alt.Y:
    """Return the y channel of a chart with a row for each name, and a pale line in it."""
    lines: dict[str, Any] = {"domain": False, "ticks": False, "grid": True, "gridOpacity": 0.35}
    return alt.Y("name:N", sort=None, title=None, axis=alt.Axis(labelPadding=6, labelOverlap=False, **lines, **axis))


def scores_spec(title: str, systems: int, letters: int) -> dict:
    y = named_rows(labelLimit=150, labelLineHeight=11, labelExpr=_WRAPPED)
    colour = keyed(alt.Color, "among:N", {"best": DOT, "other": MUTED})
    tooltip = texts(name="system", shown="score", interval="interval", ranks="rank", group="group")
    at_right: dict[str, Any] = {"color": MUTED, "xOffset": alt.expr(f"{_LETTER} * (datum.k + 1)"), "tooltip": None}
    layers = [
        *dots_with_intervals(rows_of("system"), "score:Q", title, zero=False, y=y, color=colour, tooltip=tooltip),
        rows_of("span").mark_rule(strokeWidth=2, **at_right).encode(x=alt.value("width"), y=y, y2="last:N"),
        rows_of("member").mark_point(filled=True, size=34, opacity=1, **at_right).encode(x=alt.value("width"), y=y),
    ]
    return layered(layers[: 4 if letters else 2], _STEP * systems + 8 + AXIS)


def cell_rows(pair: Any, alpha: float, pvalues: tuple[str, str], *cells: tuple[str, str]) -> list[dict[str, Any]]:
    """Return the two cells of a pair, above and below the diagonal, from its p-values, raw and adjusted, as printed.

    ``cells`` has the label of each cell, and the comparison of its row with its column.
    """
    colour = int(np.searchsorted(limits(alpha), pair.adjusted_pvalue))
    places = (pair.first, pair.second), (pair.second, pair.first)
    return [
        {"row": row, "column": column, "raw": pvalues[0], "adjusted": pvalues[1], "colour": colour}
        | {"label": label, "difference": difference}
        for (row, column), (label, difference) in zip(places, cells, strict=True)
    ]


def matrix_spec(names: tuple[str, ...], alpha: float, corrected: bool, counted: str = "row minus column") -> dict:
    """``counted`` names the ``difference`` of a row. The selection ``cell`` holds the systems of the clicked cell."""
    n = len(names)
    scale = alt.Scale(domain=list(names), paddingInner=0.04, paddingOuter=0)
    axis: dict[str, Any] = {"ticks": False, "domain": False, "labelPadding": 4, "labelExpr": _WRAPPED}
    axis["labelOverlap"] = n > MOST_PRINTED
    below = alt.Axis(labelAngle=-50, labelLimit=120, labelBound=False, **axis)
    x = alt.X("column:N", title=None, scale=scale, axis=below)
    y = alt.Y("row:N", title=None, scale=scale, axis=alt.Axis(labelLimit=130, **axis))
    adjusted = {"adjusted": "adjusted p"} if corrected else {}
    tooltip = texts(row="row", column="column", difference=counted, raw="p", **adjusted)
    layers = cell_layers(alt.Chart(), x, y, alpha, tooltip, clicked("row", "column"))
    # The slanted names below the cells take part of the height.
    names_below = 4 * min(max(map(len, names)), _NAME)
    # If there are many systems, no label fits.
    return layered(
        layers[: 2 if n <= MOST_PRINTED else 1], max(220, 30 * n + 40 + names_below) if n <= 20 else 22 * n, right=6
    )
