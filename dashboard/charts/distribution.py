"""Histograms of a distribution of the difference, with the counted part in another colour."""

from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from core.distributions.distribution import Distribution
from core.inference.intervals import ConfidenceInterval
from core.inference.result import Comparison
from core.report import Unit
from core.significance import RejectionRegion
from dashboard.charts.axis import LEFT_MARGIN, difference_axis, edges, keyed, layered, observed_line, rows_of, zero_line
from dashboard.charts.palette import BAND, BODY, HURT, MUTED

# The width of the labels of the heights; the rest of the margin holds the title.
EXTENT = LEFT_MARGIN - 30
# The counted part of a bar has its own colour.
COUNTED = keyed(alt.Color, "part:N", {"body": BODY, "tail": HURT})


def bootstrap_rows(result: Comparison, unit: Unit, ends: tuple[float, float]) -> pd.DataFrame:
    """Return the rows of *What could the difference be?*: bars, interval, zero and the observed difference.

    The part of the distribution that the bootstrap test counts has its own colour.
    """
    bars = _bars(result.bootstrap_distribution, result.counted_in_bootstrap, unit)
    return _rows(bars, result.statistic, unit, ends, result.confidence_interval())


def null_rows(null: Distribution, result: Comparison, unit: Unit, ends: tuple[float, float]) -> pd.DataFrame:
    """Return the rows of *What would chance alone give?*: bars, and the observed difference beside its tails."""
    assert result.counted_in_null is not None
    return _rows(_bars(null, result.counted_in_null, unit), result.statistic, unit, ends)


def _rows(
    bars: dict[str, np.ndarray],
    observed: float,
    unit: Unit,
    ends: tuple[float, float],
    interval: ConfidenceInterval | None = None,
) -> pd.DataFrame:
    # The bars outside have less than 1e-4 of the mass; bars cut at the ends would extend the axis.
    inside = (bars["left"] >= ends[0]) & (bars["right"] <= ends[1])
    lines = {"zero": 0.0, "observed": unit.scale * observed}
    others = [(name, x, np.nan) for name, x in lines.items()] + [("edge", x, np.nan) for x in ends]
    if interval is not None:
        others.append(("band", unit.scale * interval.low, unit.scale * interval.high))
    part, left, right = zip(*others, strict=True)
    level = "" if interval is None else f"{100 * interval.level:g} % interval"
    # One data frame, built at once for speed: a slider waits for it.
    return pd.DataFrame(
        {
            "part": [*bars["part"][inside], *part],
            "left": [*bars["left"][inside], *left],
            "right": [*bars["right"][inside], *right],
            "share": [*bars["share"][inside], *([np.nan] * len(others))],
            "name": [*([None] * int(inside.sum())), *(level if name == "band" else None for name in part)],
        }
    )


def _bars(distribution: Distribution, counted: RejectionRegion, unit: Unit) -> dict[str, np.ndarray]:
    """Return the bars of a histogram, each split into the counted part and the rest."""
    # With few resamples, many bins would only show noise; Rice's rule is 2·n^(1/3) bins.
    bins = 80 if distribution.n_resamples is None else min(max(round(2 * distribution.n_resamples ** (1 / 3)), 20), 80)
    left, right, mass = distribution.histogram(bins)
    tail = counted.among(distribution)
    inside = np.histogram(distribution.values[tail], [*left, right[-1]], weights=distribution.mass[tail])[0]
    share = np.concatenate([inside, np.maximum(mass - inside, 0.0)])
    seen = share > 1e-12
    return {
        "part": np.repeat(["tail", "body"], len(left))[seen],
        "left": unit.scale * np.tile(left, 2)[seen],
        "right": unit.scale * np.tile(right, 2)[seen],
        "share": share[seen],
    }


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
