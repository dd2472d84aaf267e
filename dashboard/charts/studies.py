"""A strip chart of the p-values of many studies with the same true difference."""

import altair as alt
import numpy as np
import pyarrow as pa

from core.planning.planning import RepeatedStudies
from core.report import POINTS
from dashboard.charts.axis import LEFT_MARGIN, keyed, layered, rows_of, whole_axis
from dashboard.charts.palette import BODY, HELPED, HURT, TEXT

# The kinds differ in shape as well as in colour.
COLOURS = keyed(alt.Color, "kind:N", {"significant": HELPED, "promising": HURT, "other": BODY})
SHAPES = keyed(alt.Shape, "kind:N", {"significant": "diamond", "promising": "square", "other": "circle"})


def study_rows(studies: RepeatedStudies, trending: float | None = None) -> pa.Table:
    """Return one row for each study, and one for α.

    With ``trending``, the largest p-value that looks promising, the studies above it have smaller marks.
    """
    p = studies.pvalue
    kind = np.where(p <= studies.alpha, "significant", "other")
    if trending is not None:
        kind = np.where((kind == "other") & (p <= trending), "promising", kind)
    size = np.where((kind == "other") & (trending is not None), 14, 60)
    lines = {f"α = {studies.alpha:g}": studies.alpha} | ({} if trending is None else {"trending": trending})
    blank = [None] * len(lines)
    # A pandas data frame takes five times as long, and a slider waits for these rows.
    return pa.table(
        {
            "part": ["study"] * len(p) + ["line"] * len(lines),
            "study": [*range(1, len(p) + 1), *blank],
            "p": [*p.tolist(), *lines.values()],
            "kind": [*kind.tolist(), *[None] * len(lines)],
            "size": [*size.tolist(), *blank],
            "difference": [*(POINTS.scale * (studies.helped - studies.hurt) / studies.n).tolist(), *blank],
            "label": [*[None] * len(p), *lines],
        }
    )


def studies_spec() -> dict:
    axis = whole_axis(grid=False, tickCount=5, titlePadding=6)
    x = alt.X("study:Q", title="study", scale=alt.Scale(nice=False, zero=False, padding=6), axis=axis)
    values = [0, 0.01, 0.05, 0.2, 0.5, 1]
    axis = alt.Axis(values=values, format=".2~f", labelOverlap=False, minExtent=LEFT_MARGIN - 20)
    # A square-root scale separates the small p-values.
    y = alt.Y("p:Q", title="p-value", scale=alt.Scale(type="sqrt", domain=[0, 1]), axis=axis)
    lines = rows_of("line")
    layers = [
        lines.mark_rule(color=TEXT, strokeDash=[5, 4], strokeWidth=1.5).encode(y=y),
        rows_of("study")
        .mark_point(filled=True, opacity=1)
        .encode(
            x=x,
            y=y,
            color=COLOURS,
            shape=SHAPES,
            size=alt.Size("size:Q", scale=None, legend=None),
            tooltip=[
                alt.Tooltip("study:Q"),
                alt.Tooltip("p:Q", format=".4f"),
                alt.Tooltip("difference:Q", title="difference in points", format="+.1f"),
            ],
        ),
        lines.mark_text(color=TEXT, align="left", dx=5, fontSize=12).encode(x=alt.value("width"), y=y, text="label:N"),
    ]
    return layered(layers, 240, right=62)
