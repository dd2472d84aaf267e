"""The chart of the items that changed: the gain from helped items, the loss from hurt items, and the difference."""

import altair as alt
import numpy as np
import pandas as pd

from core.inference.result import Comparison
from core.report import Unit
from core.report.items import Items
from dashboard.charts.axis import (
    LEFT_MARGIN,
    difference_axis,
    edge_rows,
    edges,
    layered,
    observed_line,
    rows_of,
    rule_rows,
    zero_line,
)
from dashboard.charts.palette import HELPED, HURT


def change_rows(result: Comparison, items: Items, unit: Unit, ends: tuple[float, float]) -> pd.DataFrame:
    """Return the rows of *Which items changed?*: up by the gain of helped items, down by the loss of hurt items."""
    gain, loss = (unit.scale * amount for amount in items.gain_and_loss())
    bars = pd.DataFrame(
        {
            "part": ["helped", "hurt"],
            # A bar longer than the axis is cut.
            "left": np.clip([0.0, unit.scale * result.statistic], *ends),
            "right": np.clip([gain, gain], *ends),
            "amount": [gain, loss],
            "label": [f"{result.helped:,}|helped", f"{result.hurt:,}|hurt"],
        }
    )
    rules = {"zero": 0.0, "observed": result.statistic}
    return pd.concat([bars, rule_rows(rules, unit), edge_rows(ends)], ignore_index=True)


def changes_spec(axis_title: str, height: int = 150) -> dict:
    """Return the Vega-Lite specification that draws the rows; the data are added when it is drawn."""
    x = difference_axis("left", axis_title)
    layers = [
        edges(x=x),
        rows_of("helped", "hurt")
        .mark_bar(height=alt.RelativeBandSize(0.62), clip=True)
        .encode(
            x=x,
            x2="right",
            y=alt.Y(
                "label:N",
                sort=None,
                title=None,
                axis=alt.Axis(
                    labelExpr="split(datum.label, '|')", minExtent=LEFT_MARGIN, maxExtent=LEFT_MARGIN, domain=False
                ),
            ),
            color=alt.Color("part:N", scale=alt.Scale(domain=["helped", "hurt"], range=[HELPED, HURT]), legend=None),
            tooltip=[
                alt.Tooltip("part:N", title="items"),
                alt.Tooltip("amount:Q", title="move the difference by", format="+.3~f"),
            ],
        ),
        zero_line(x),
        *observed_line(x),
    ]
    return layered(layers, height)
