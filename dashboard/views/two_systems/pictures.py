"""The three charts of a comparison, on one axis; here is the chart of the items that changed."""

from collections.abc import Callable
from functools import partial

import altair as alt
import numpy as np
import pandas as pd
import streamlit as st

from core.data.paired import PairedScores
from core.inference.result import Comparison
from core.report.items import Items
from core.report.numbers import Unit
from dashboard.charts.axis import (
    LEFT_MARGIN,
    axis_rows,
    difference_axis,
    edges,
    keyed,
    layered,
    observed_line,
    rows_of,
    shared_range,
    zero_line,
)
from dashboard.charts.distribution import bootstrap_rows, distribution_spec, null_rows
from dashboard.charts.figure import Panel
from dashboard.charts.palette import HELPED, HURT
from dashboard.panels.chart import draw_panel
from dashboard.server import cache
from dashboard.wording import pictures as words
from dashboard.wording.unbroken import shown

Draw = Callable[[], Panel]


def pictures_of(
    pair: PairedScores, result: Comparison, chance: Comparison, unit: Unit
) -> tuple[Draw | None, Draw, Draw | None]:
    """Return functions that draw the changed items, the difference and chance alone, as far as these charts exist.

    The null distribution is that of ``chance``: the page's own result, or the permutation test if the test is the plain
    bootstrap, which has none.
    """
    items = cache.items(pair, result.metric)
    null = chance.null_distribution
    spread = result.bootstrap_distribution
    bars = items.gain_and_loss() if items.additive and result.helped is not None else ()
    reach = (bars[0], result.statistic) if bars else ()
    laws = [spread] if null is None else [spread, null]
    ends = shared_range(laws, (0.0, result.statistic), reach, unit)
    draw = partial(_draw, words.axis_title(unit, result.metric, result))
    changes = by_chance = None
    if bars:
        rows = change_rows(result, items, unit, ends)
        changes = partial(draw, words.CHANGES, changes_spec, rows, words.changes_caption(result, items, unit, ends))
    rows = bootstrap_rows(result, unit, ends)
    difference = partial(draw, words.SPREAD, distribution_spec, rows, words.spread_caption(result, unit))
    if null is not None:
        rows = null_rows(null, chance, unit, ends)
        by_chance = partial(draw, words.CHANCE, distribution_spec, rows, words.chance_caption(chance, unit))
    return changes, difference, by_chance


def _draw(axis: str, question: str, author: Callable[..., dict], rows: pd.DataFrame, caption: str) -> Panel:
    st.markdown(f"**{question}**")
    return draw_panel(question, author, rows, f"{question} {caption}", shown(caption), axis)


def change_rows(result: Comparison, items: Items, unit: Unit, ends: tuple[float, float]) -> pd.DataFrame:
    """Return the rows of *Which items changed?*: up by the gain of helped items, down by the loss of hurt items."""
    gain, loss = (unit.scale * amount for amount in items.gain_and_loss())
    # A bar longer than the axis is cut.
    left, right = np.clip([[0.0, unit.scale * result.statistic], [gain, gain]], *ends)
    labels = [f"{result.helped:,}|helped", f"{result.hurt:,}|hurt"]
    rows = {"part": ["helped", "hurt"], "left": left, "right": right, "amount": [gain, loss], "label": labels}
    return pd.concat([pd.DataFrame(rows), axis_rows(unit.scale * result.statistic, ends)], ignore_index=True)


def changes_spec(axis_title: str) -> dict:
    x = difference_axis("left", axis_title)
    margin = {"minExtent": LEFT_MARGIN, "maxExtent": LEFT_MARGIN, "domain": False}
    y = alt.Y("label:N", sort=None, title=None, axis=alt.Axis(labelExpr="split(datum.label, '|')", **margin))
    colour = keyed(alt.Color, "part:N", {"helped": HELPED, "hurt": HURT})
    amount = alt.Tooltip("amount:Q", title="move the difference by", format="+.3~f")
    tooltip = [alt.Tooltip("part:N", title="items"), amount]
    bars = rows_of("helped", "hurt").mark_bar(height=alt.RelativeBandSize(0.62), clip=True)
    changes = bars.encode(x=x, x2="right", y=y, color=colour, tooltip=tooltip)
    return layered([edges(x=x), changes, zero_line(x), *observed_line(x)], 150)
