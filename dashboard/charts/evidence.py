"""The p-values of several tests on one scale, over the bands of evidence."""

from collections.abc import Mapping

import altair as alt
import pandas as pd

from core.result import Comparison
from dashboard.charts.palette import HELPED, THEMES

__all__ = ["FLOOR", "evidence_rows", "evidence_spec"]

# The smallest p-value that the scale shows; smaller ones sit on its left end.
FLOOR = 1e-5


def evidence_rows(results: Mapping[str, Comparison], alpha: float, bands: Mapping[str, float]) -> pd.DataFrame:
    """Return one row for each test, each band of evidence and α.

    Parameters
    ----------
    results : name of the test to its result
    alpha : float
    bands : name of the band to the largest p-value in it, strongest first
    """
    rows: list[dict[str, object]] = []
    low = FLOOR
    for i, (band, high) in enumerate(bands.items()):
        rows.append({"part": "band", "band": band, "left": low, "right": high, "shade": (i % 2) * 0.5 + 0.5})
        low = high
    for test, result in results.items():
        p = max(result.pvalue, FLOOR)
        interval = result.pvalue_interval or (result.pvalue, result.pvalue)
        rows.append(
            {
                "part": "test",
                "test": test,
                "left": p,
                "low": min(max(interval[0], FLOOR), 1.0),
                "high": min(max(interval[1], FLOOR), 1.0),
            }
        )
    rows.append({"part": "alpha", "left": alpha})
    return pd.DataFrame(rows)


def evidence_spec(theme: str, row_height: int = 34) -> dict:
    """Return the Vega-Lite specification that draws the rows; the data are added when it is drawn."""
    colours = THEMES[theme]
    scale = alt.Scale(type="log", domain=[FLOOR, 1.0], nice=False)
    axis = alt.Axis(values=[1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1], format="~r", grid=False, ticks=True, titlePadding=6)
    title = "p-value (smaller is more evidence)"
    x = alt.X("left:Q", scale=scale, axis=axis, title=title)
    y = alt.Y("test:N", sort=None, title=None, axis=alt.Axis(labelLimit=140, domain=False))
    chart = alt.Chart()
    part = alt.datum.part
    tests = chart.transform_filter(part == "test")
    layers = [
        chart.transform_filter(part == "band")
        .mark_rect(color=colours.band)
        .encode(
            x=x, x2="right", opacity=alt.Opacity("shade:Q", scale=alt.Scale(domain=[0, 1], range=[0, 0.3]), legend=None)
        ),
        chart.transform_filter(part == "alpha")
        .mark_rule(color=colours.text, strokeDash=[5, 4], strokeWidth=1.5)
        .encode(x=x),
        tests.mark_rule(color=HELPED, strokeWidth=3).encode(
            x=alt.X("low:Q", scale=scale, axis=axis, title=title), x2="high", y=y
        ),
        tests.mark_point(color=HELPED, filled=True, size=130, opacity=1).encode(
            x=x, y=y, tooltip=[alt.Tooltip("test:N"), alt.Tooltip("left:Q", title="p", format=".4~g")]
        ),
    ]
    return alt.layer(*layers).properties(height=alt.Step(row_height), width="container").to_dict()
