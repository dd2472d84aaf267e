"""Histograms of a distribution of the difference, with the counted part in another colour."""

from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from core.distributions.distribution import Distribution
from core.inference.result import Comparison
from core.report import Unit
from core.significance import RejectionRegion
from dashboard.charts.axis import (
    LEFT_MARGIN,
    axis_rows,
    difference_axis,
    edges,
    keyed,
    layered,
    observed_line,
    rows_of,
    zero_line,
)
from dashboard.charts.palette import BAND, BODY, HURT, MUTED

# The width of the labels of the heights; the rest of the margin holds the title.
EXTENT = LEFT_MARGIN - 30
# The counted part of a bar has its own colour.
COUNTED = keyed(alt.Color, "part:N", {"body": BODY, "tail": HURT})


def bootstrap_rows(result: Comparison, unit: Unit, ends: tuple[float, float]) -> pd.DataFrame:
    """Return the rows of *What could the difference be?*: bars, interval, zero and the observed difference.

    The part of the distribution that the bootstrap test counts has its own colour.
    """
    rows = _rows(result.bootstrap_distribution, result.counted_in_bootstrap, result.statistic, unit, ends)
    interval = result.confidence_interval()
    name = f"{100 * interval.level:g} % interval"
    band = {"part": "band", "left": unit.scale * interval.low, "right": unit.scale * interval.high, "name": name}
    return pd.concat([rows, pd.DataFrame([band])], ignore_index=True)


def null_rows(null: Distribution, result: Comparison, unit: Unit, ends: tuple[float, float]) -> pd.DataFrame:
    """Return the rows of *What would chance alone give?*: bars, and the observed difference beside its tails."""
    return _rows(null, result.counted_in_null, result.statistic, unit, ends)


def _rows(
    distribution: Distribution, counted: RejectionRegion, observed: float, unit: Unit, ends: tuple[float, float]
) -> pd.DataFrame:
    """Return the bars of a histogram, each split into the counted part and the rest, and the lines and ends."""
    # With few resamples, many bins would only show noise; Rice's rule is 2·n^(1/3) bins.
    bins = 80 if distribution.n_resamples is None else min(max(round(2 * distribution.n_resamples ** (1 / 3)), 20), 80)
    left, right, mass = distribution.histogram(bins)
    tail = counted.among(distribution)
    inside = np.histogram(distribution.values[tail], [*left, right[-1]], weights=distribution.mass[tail])[0]
    bars = pd.DataFrame({"part": np.repeat(["tail", "body"], len(left))})
    bars["left"], bars["right"] = (unit.scale * np.tile(edge, 2) for edge in (left, right))
    bars["share"] = np.concatenate([inside, np.maximum(mass - inside, 0.0)])
    # The bars outside have less than 1e-4 of the mass; bars cut at the ends would extend the axis.
    bars = bars[(bars["share"] > 1e-12) & (bars["left"] >= ends[0]) & (bars["right"] <= ends[1])]
    return pd.concat([bars, axis_rows(unit.scale * observed, ends)], ignore_index=True)


def distribution_spec(axis_title: str | tuple[str, ...], height: int = 220, counted: str = "share") -> dict:
    """The axis title has one line for each string; ``counted`` names the quantity of the bar heights."""
    title = axis_title if isinstance(axis_title, str) else list(axis_title)
    x = difference_axis("left", title)
    axis = alt.Axis(
        labelExpr="format(100 * datum.value, '~g') + ' %'", tickCount=3, grid=True, minExtent=EXTENT, maxExtent=EXTENT
    )
    layers = [
        edges(x=x),
        rows_of("band").mark_rect(color=BAND, opacity=0.22).encode(x=x, x2="right"),
        rows_of("band")
        .mark_text(align="left", baseline="top", dx=4, fontSize=11, color=MUTED, tooltip=None)
        .encode(x=difference_axis("right", title), y=alt.value(4), text="name:N"),
        bars(rows_of("body", "tail"), title, alt.Y("share:Q", title=counted, axis=axis), SHARE),
        zero_line(x),
        *observed_line(x),
    ]
    return layered(layers, height)


SHARE = alt.Tooltip("share:Q", title="share", format=".2~%")


def bars(rows: alt.Chart, title: str | list[str], y: alt.Y, size: alt.Tooltip, **channels: Any) -> alt.Chart:
    """Return the layer of bars whose tooltips say from where to where they are, and their size."""
    ends = [alt.Tooltip(f"{end}:Q", title=word, format=".3~f") for end, word in (("left", "from"), ("right", "to"))]
    x = difference_axis("left", title, bin="binned")
    return rows.mark_bar(binSpacing=0.5).encode(x=x, x2="right", y=y, color=COUNTED, tooltip=[*ends, size], **channels)
