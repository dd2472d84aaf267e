"""The results of all tests: their p-values on one scale over the bands of evidence, and as a table."""

import math
from collections.abc import Mapping
from typing import Any

import altair as alt
import streamlit as st

from core.inference.result import Comparison
from core.significance import TESTS
from dashboard.charts.axis import BEYOND, alpha_line, keyed, layered, rows_of, texts
from dashboard.charts.palette import BAND, DOT, MUTED
from dashboard.panels.chart import draw
from dashboard.panels.table import draw_table
from dashboard.server.work import Timed
from dashboard.wording.evidence import BANDS, agreement, sampling_words
from dashboard.wording.pictures import evidence_alt
from dashboard.wording.unbroken import unbroken


def draw_tests(asked: Mapping[str, Timed], other: Mapping[str, Timed] | None = None) -> None:
    """Draw the results of all tests, with the chosen alternative and, if given, with the other sidedness."""
    results = {name: timed.result for name, timed in asked.items()}
    one = next(iter(results.values()))
    titled = {TESTS[name].title: result for name, result in results.items()}
    draw(evidence_spec, evidence_rows(titled, one.alpha), evidence_alt(results))
    draw_table(_table(asked, other))
    disagreement = agreement(results)
    if disagreement is None:
        side = "at or below" if one.significant else "above"
        st.caption(unbroken(f"The tests agree: each p-value is {side} α = {one.alpha:g} (the dashed line)."))
    else:
        st.warning(unbroken(disagreement), icon=":material/call_split:")


def _table(asked: Mapping[str, Timed], other: Mapping[str, Timed] | None) -> list[dict[str, str]]:
    rows = []
    for name, (result, seconds) in asked.items():
        row = {"Test": TESTS[name].title}
        for each in [result] if other is None else [result, other[name].result]:
            sides = "two" if each.alternative == "two-sided" else "one"
            row[f"p, {sides}-sided"] = each.claimable_pvalue()
        time = f"{1000 * seconds:.1f} ms" if seconds < 1 else f"{seconds:.1f} s"
        rows.append(row | {"How": sampling_words(result), "Time": time})
    return rows


# The smallest p-value of the scale; smaller ones are drawn at its left end.
FLOOR = 1e-4


def evidence_rows(results: Mapping[str, Comparison], alpha: float) -> list[dict[str, Any]]:
    """Return one row for each test, each band of evidence and α."""
    rows: list[dict[str, Any]] = []
    low = FLOOR
    for i, (band, high) in enumerate(BANDS.items()):
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
    scale = alt.Scale(type="log", domain=[FLOOR, 1.0], nice=False)
    axis = alt.Axis(values=[1e-4, 1e-3, 1e-2, 1e-1, 1], format="~r", grid=False, ticks=True, titlePadding=6)
    at: dict[str, Any] = {"scale": scale, "axis": axis, "title": "p-value (further left is more evidence)"}
    x = alt.X("left:Q", **at)
    y = alt.Y("test:N", sort=None, title=None, axis=alt.Axis(labelLimit=140, domain=False))
    tests, bands = rows_of("test"), rows_of("band")
    # On a phone the labels of the narrow bands would touch.
    small = alt.ExprRef("width < 320 ? 8 : 11")
    shade = keyed(alt.Opacity, "shade:O", {0: 0.12, 1: 0.26})
    layers = [
        bands.mark_rect(color=BAND).encode(x=x, x2="right", opacity=shade),
        bands.mark_text(color=MUTED, fontSize=small, baseline="bottom").encode(
            x=alt.X("middle:Q", **at), y=alt.value(-4), text="band:N"
        ),
        alpha_line(x=x),
        tests.mark_rule(color=DOT, strokeWidth=3).encode(x=alt.X("low:Q", **at), x2="high", y=y),
        tests.mark_point(color=DOT, filled=True, size=130, opacity=1).encode(
            x=x, y=y, shape=BEYOND, tooltip=texts(test="test", p="p")
        ),
    ]
    return layered(layers, 150)
