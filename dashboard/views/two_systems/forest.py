"""The groups of items as a forest plot: one row each, with its difference and interval, and a line at zero."""

import altair as alt
import pandas as pd

from core.groups import GroupedComparison
from core.report.groups import group_rows
from core.report.numbers import Unit
from dashboard.charts.axis import AXIS, layered, rows_of, zero_line
from dashboard.charts.palette import BODY, HELPED, HURT, TEXT
from dashboard.charts.ranked import named_rows

# More rows than this do not fit on a screen.
MOST_ROWS = 30
_STEP = 26
_NAME = 22
_SHORT = f"length(datum.label) > {_NAME} ? slice(datum.label, 0, {_NAME - 1}) + '…' : datum.label"
_VERDICTS = {"better": HELPED, "worse": HURT, "not shown": BODY}


def forest_rows(found: GroupedComparison, unit: Unit) -> pd.DataFrame:
    """Return a row for each group drawn, in the order of the groups, and one for the line at zero.

    Of more than 30 groups, only those with a significant difference and those with the largest differences are drawn.
    """
    size = sorted(found.groups, key=lambda group: (group.verdict == "not shown", -abs(group.difference)))
    drawn = {group.name for group in size[:MOST_ROWS]}
    printed = {row[0]: row for row in group_rows(found, unit)[1:]}
    rows = [
        {
            "part": "group", "name": group.name, "left": unit.scale * group.difference,
            "low": unit.scale * group.interval[0], "high": unit.scale * group.interval[1],
            "verdict": group.verdict, "shown": f"{printed[group.name][4]} {printed[group.name][5]}",
            "items": f"{group.n_items:,}", "adjusted": printed[group.name][9],
        }
        for group in found.groups
        if group.name in drawn
    ]  # fmt: skip
    return pd.DataFrame([*rows, {"part": "zero", "left": 0.0}])


def forest_spec(title: str, groups: int) -> dict:
    """Return the Vega-Lite specification that draws the rows; the data are added when it is drawn.

    Its selection ``cell`` holds the name of the clicked group.
    """
    y = named_rows(labelLimit=130, labelExpr=_SHORT)
    axis = alt.Axis(grid=False, tickCount=5, domain=True, titlePadding=6, labelFlush=False)
    scale = alt.Scale(zero=True, nice=True)
    x = alt.X("left:Q", title=title, scale=scale, axis=axis)
    kinds = alt.Scale(domain=list(_VERDICTS), range=list(_VERDICTS.values()))
    colour = alt.Color("verdict:N", scale=kinds, legend=None)
    picked = alt.selection_point(name="cell", on="click", clear=False, toggle=False, fields=["name"])
    tooltip = [
        alt.Tooltip("name:N", title="group"),
        alt.Tooltip("items:N", title="items"),
        alt.Tooltip("shown:N", title="difference"),
        alt.Tooltip("adjusted:N", title="adjusted p"),
        alt.Tooltip("verdict:N", title="verdict"),
    ]
    rows = rows_of("group")
    layers = [
        zero_line(x),
        rows.mark_rule(strokeWidth=3, strokeCap="round").encode(
            x=alt.X("low:Q", title=title, scale=scale, axis=axis), x2="high:Q", y=y, color=colour, tooltip=tooltip
        ),
        rows.mark_point(filled=True, size=90, opacity=1, cursor="pointer")
        .encode(x=x, y=y, color=colour, tooltip=tooltip)
        .add_params(picked),
        rows.mark_text(align="left", dx=8, fontSize=12, color=TEXT, tooltip=None).encode(
            x=alt.value("width"), y=y, text="verdict:N"
        ),
    ]
    return layered(layers, _STEP * groups + 8 + AXIS, right=6)


def forest_alt(found: GroupedComparison, unit: Unit) -> str:
    """Return a description of the plot: the groups with a significant difference, and the two extreme groups."""
    printed = {row[0]: row for row in group_rows(found, unit)[1:]}

    def said(name: str) -> str:
        return f"{name} {printed[name][4]} {printed[name][5]}"

    shown = {
        verdict: [group.name for group in found.groups if group.verdict == verdict] for verdict in ("better", "worse")
    }
    parts = [f"{verdict} in {', '.join(names[:8])}" for verdict, names in shown.items() if names]
    takeaway = "; ".join(parts) or "in no group is a difference shown"
    first, last = found.groups[0].name, found.groups[-1].name
    return (
        f"The difference by {found.column}, from the largest gain to the largest loss: {takeaway}. "
        f"The first is {said(first)}, the last {said(last)}."
    )
