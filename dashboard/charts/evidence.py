"""A chart of the p-values of several tests on one scale, over the bands of evidence."""

import math
from collections.abc import Mapping

import altair as alt

from core.inference.result import Comparison
from dashboard.charts.axis import alpha_line, layered, rows_of
from dashboard.charts.palette import BAND, DOT, MUTED

Records = list[dict[str, object]]

# The smallest p-value of the scale; smaller ones are drawn at its left end.
FLOOR = 1e-4


def evidence_rows(results: Mapping[str, Comparison], alpha: float, bands: Mapping[str, float]) -> Records:
    """Return one row for each test, each band of evidence and α.

    Parameters
    ----------
    results : name of the test to its result
    alpha : float
    bands : name of the band to the largest p-value in it, strongest first
    """
    rows: Records = []
    low = FLOOR
    for i, (band, high) in enumerate(bands.items()):
        # A label is in the middle of its band, on a logarithmic scale.
        middle = math.sqrt(low * high)
        rows.append({"part": "band", "band": band, "left": low, "right": high, "middle": middle, "shade": i % 2})
        low = high
    for test, result in results.items():
        low, high = (_inside(p) for p in result.pvalue_interval or (result.pvalue, result.pvalue))
        where = "beyond" if result.none_counted or result.pvalue < FLOOR else "inside"
        row = {"part": "test", "test": test, "left": _inside(result.claimed_pvalue), "low": low, "high": high}
        rows.append(row | {"where": where, "p": result.claimable_pvalue()})
    rows.append({"part": "alpha", "left": _inside(alpha)})
    return rows


def _inside(p: float) -> float:
    return min(max(p, FLOOR), 1.0)


def evidence_spec() -> dict:
    """Return the Vega-Lite specification that draws the rows; the data are added when it is drawn."""
    scale = alt.Scale(type="log", domain=[FLOOR, 1.0], nice=False)
    axis = alt.Axis(values=[1e-4, 1e-3, 1e-2, 1e-1, 1], format="~r", grid=False, ticks=True, titlePadding=6)
    title = "p-value (further left is more evidence)"
    x = alt.X("left:Q", scale=scale, axis=axis, title=title)
    y = alt.Y("test:N", sort=None, title=None, axis=alt.Axis(labelLimit=140, domain=False))
    tests, bands = rows_of("test"), rows_of("band")
    # On a phone the labels of the narrow bands would touch.
    small = alt.ExprRef("width < 320 ? 8 : 11")
    shades = alt.Scale(domain=[0, 1], range=[0.12, 0.26])
    layers = [
        bands.mark_rect(color=BAND).encode(x=x, x2="right", opacity=alt.Opacity("shade:O", scale=shades, legend=None)),
        bands.mark_text(color=MUTED, fontSize=small, baseline="bottom").encode(
            x=alt.X("middle:Q", scale=scale, axis=axis, title=title), y=alt.value(-4), text="band:N"
        ),
        alpha_line(x=x),
        tests.mark_rule(color=DOT, strokeWidth=3).encode(
            x=alt.X("low:Q", scale=scale, axis=axis, title=title), x2="high", y=y
        ),
        tests.mark_point(color=DOT, filled=True, size=130, opacity=1).encode(
            x=x,
            y=y,
            shape=alt.Shape(
                "where:N", scale=alt.Scale(domain=["inside", "beyond"], range=["circle", "triangle-left"]), legend=None
            ),
            tooltip=[alt.Tooltip("test:N"), alt.Tooltip("p:N")],
        ),
    ]
    return layered(layers, 150)
