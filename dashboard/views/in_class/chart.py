"""Charts of the numbers that a class has sent: guesses as dots, and pooled draws as a histogram."""

from collections.abc import Iterable

import altair as alt
import numpy as np
import pandas as pd

from core.common.claimed import small
from core.report.numbers import POINTS
from core.teaching.spreads import helped_hurt_spreads
from dashboard.charts.axis import axis_rows, edges, layered, rows_of, whole_axis
from dashboard.charts.palette import DOT, TEXT
from dashboard.server.rooms import Snapshot

# Guesses closer than this are stacked.
_WIDTH = 0.02


def guess_rows(guesses: Iterable[float], exact: float | None) -> pd.DataFrame:
    """Return a dot for each guess, stacked if they are close, and the exact p-value once it is revealed."""
    bins = np.sort(np.minimum(np.floor(np.array([*guesses], dtype=float) / _WIDTH + 1e-9), 1 / _WIDTH - 1))
    first = np.searchsorted(bins, bins)
    rows = pd.DataFrame({"part": "guess", "p": (bins + 0.5) * _WIDTH, "height": np.arange(len(bins)) - first + 1.0})
    ends = pd.DataFrame({"part": "edge", "p": [0.0, 1.0], "height": [0.0, max(6.0, rows["height"].max() + 1)]})
    parts = [rows, ends]
    if exact is not None:
        parts.append(pd.DataFrame({"part": "exact", "p": [exact], "label": [f"p = {small(exact)}"]}))
    return pd.concat([part for part in parts if len(part)], ignore_index=True)


def guesses_spec() -> dict:
    x = alt.X("p:Q", title="guessed p-value", scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(grid=False, tickCount=5))
    y = alt.Y("height:Q", title="people", scale=alt.Scale(nice=False), axis=whole_axis(tickCount=4))
    exact = rows_of("exact").encode(x=x)
    layers = [
        edges(x=x, y=y),
        rows_of("guess").mark_point(filled=True, size=110, opacity=1, color=DOT).encode(x=x, y=y),
        exact.mark_rule(color=TEXT, strokeWidth=2.5),
        exact.mark_text(color=TEXT, baseline="bottom", fontSize=14, fontWeight="bold").encode(
            y=alt.value(-4), text="label:N"
        ),
    ]
    return layered(layers, 260, right=40, top=8)


def pool_rows(room: Snapshot) -> pd.DataFrame:
    """Return the rows of `dashboard.charts.distribution.distribution_spec` for the draws of the whole class."""
    n, gain = room.task.n, room.task.helped - room.task.hurt
    draws = np.array([draw for answers in room.answers for draw in answers])
    low, high = n * helped_hurt_spreads(n, room.task.helped, room.task.hurt).quantiles(5e-5, 1 - 5e-5)[:, 0]
    low, high = (min(low, 0.0, *draws) - 1, max(high, 0.0, *draws) + 1)
    together = max(int(np.ceil((high - low) / 72)), 1)
    # Zero is an edge of a bar.
    bars, counts = np.unique(-(-draws // together), return_counts=True)
    right = bars * together + 0.5
    scale = POINTS.scale / n
    part = ["tail" if bar <= 0 else "body" for bar in bars]
    rules = axis_rows(scale * gain, (scale * low, scale * high))
    shares = counts / max(len(draws), 1)
    drawn = pd.DataFrame({"part": part, "left": scale * (right - together), "right": scale * right, "share": shares})
    return pd.concat([drawn, rules], ignore_index=True) if len(drawn) else rules
