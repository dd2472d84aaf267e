"""The p-values of a printed claim against the number of items hurt."""

from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from core.common.claimed import claimable
from core.planning.claim import CLAIM_TESTS, ClaimCheck
from dashboard.charts.axis import (
    CURVE_HEIGHT,
    PVALUE,
    alpha_line,
    apart,
    edges,
    keyed,
    layered,
    nearest,
    rows_of,
    whole_axis,
)
from dashboard.charts.palette import BAND, MUTED, TEXT, either

# The colours of the tests, with a contrast of 4.5 : 1; the line of the second test is also dashed.
_COLOURS = [either("#0062A0", "#6CB4EE"), either("#A8460B", "#F9A03F")]
_DASHES = [[1, 0], [7, 3]]
# The positions of the labels of the largest significant counts.
_PLACES: tuple[dict[str, Any], ...] = (
    {"baseline": "top", "dx": 7, "dy": 4},
    {"baseline": "bottom", "dx": -4, "dy": -8},
)


def claim_chart_rows(claim: ClaimCheck) -> pd.DataFrame:
    """Return the rows of the curves, of α, of the range that real systems hurt, and of largest significant counts."""
    curves = {test.test: claim.curve(test.test) for test in claim.tests}
    first, last = (int(end) for end in next(iter(curves.values())).hurt[[0, -1]])
    top = max(claim.alpha, *(float(curve.high.max()) for curve in curves.values()))
    parts = []
    for test, curve in curves.items():
        rows = {"part": "point", "test": test, "hurt": curve.hurt, "low": curve.low, "pvalue": curve.high}
        shown = [" to ".join(dict.fromkeys(map(claimable, ends))) for ends in zip(curve.low, curve.high, strict=True)]
        parts.append(pd.DataFrame(rows | {"shown": shown}))
    names = pd.DataFrame({"test": [*curves, None], "name": [*map(str.capitalize, curves), f"α = {claim.alpha:g}"]})
    names["pvalue"] = apart(np.array([*(curve.high[-1] for curve in curves.values()), claim.alpha]), top)
    parts.append(names.assign(part="name", hurt=last))
    parts.append(pd.DataFrame({"part": ["alpha"], "pvalue": [claim.alpha], "hurt": [first]}))
    parts.append(pd.DataFrame({"part": "edge", "pvalue": [0.0, top], "hurt": [first, last]}))
    for each in claim.tests:
        curve = curves[each.test]
        for hurt in {*each.largest_significant_hurt} - {None, last}:
            pvalue = min(float(np.interp(hurt, curve.hurt, curve.high)), claim.alpha)
            row = {"part": "limit", "test": each.test, "hurt": hurt, "pvalue": pvalue}
            # If rounding leaves a range, the points show its ends and the table lists it.
            parts.append(pd.DataFrame([row if claim.several_counts else row | {"name": f"{hurt:,} hurt"}]))
    low, high = claim.realistic_hurt
    # The middle of the range on a square-root scale
    middle = ((np.sqrt(low) + np.sqrt(high)) / 2) ** 2
    real = {"part": "real", "hurt": low, "until": high, "middle": middle, "name": "real systems"}
    return pd.concat([*parts, pd.DataFrame([real])], ignore_index=True)


def claim_spec() -> dict:
    scale = alt.Scale(type="pow", exponent=0.5, nice=False, zero=False)
    axis = whole_axis(grid=False, tickCount=7, titlePadding=4)
    x = alt.X("hurt:Q", title="items hurt", scale=scale, axis=axis)
    colour = keyed(alt.Color, "test:N", dict(zip(CLAIM_TESTS, _COLOURS, strict=True)))
    dash = keyed(alt.StrokeDash, "test:N", dict(zip(CLAIM_TESTS, _DASHES, strict=True)))
    points = rows_of("point").encode(x=x, y=PVALUE, color=colour)
    real = rows_of("real")
    limits = rows_of("limit").encode(x=x, y=PVALUE, color=colour)
    hurt = alt.Tooltip("hurt:Q", title="items hurt", format=",")
    tooltip = [alt.Tooltip("test:N"), hurt, alt.Tooltip("shown:N", title="p-value")]
    layers = [
        edges(x=x, y=PVALUE),
        real.mark_rect(color=BAND, opacity=0.22, tooltip=None).encode(x=x, x2="until"),
        alpha_line(y=PVALUE),
        points.mark_area(opacity=0.2, tooltip=None).encode(y2="low"),
        points.mark_line(strokeWidth=2, tooltip=None).encode(strokeDash=dash),
        # Overlapping shades are distinguished by lines at their lower edges.
        points.mark_line(strokeWidth=1, tooltip=None).encode(y="low:Q", strokeDash=dash),
        limits.mark_point(filled=True, size=90, opacity=1, tooltip=None),
        *(
            limits.transform_filter(f"isValid(datum.name) && datum.test === '{test}'")
            .mark_text(align="left", fontWeight="bold", tooltip=None, **place)
            .encode(text="name:N")
            for test, place in zip(CLAIM_TESTS, _PLACES, strict=True)
        ),
        rows_of("name")
        .mark_text(align="left", dx=6, fontWeight="bold")
        .encode(x=x, y=PVALUE, text="name:N", color=alt.condition("isValid(datum.test)", colour, alt.value(TEXT))),
        nearest(points, ["hurt", "test"], tooltip),
        real.mark_text(color=MUTED, baseline="bottom", fontSize=11, tooltip=None).encode(
            x=alt.X("middle:Q", title="items hurt"), y=alt.value(-4), text="name:N"
        ),
    ]
    return layered(layers, CURVE_HEIGHT + 30, right=74)
