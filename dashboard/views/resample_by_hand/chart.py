"""Charts of resamples drawn by hand: dots, then a histogram, and the p-value after each draw."""

import altair as alt
import numpy as np
import pandas as pd

from core.common.claimed import small
from core.distributions.distribution import Distribution
from core.report import Unit
from core.teaching.by_hand import HandDraws
from dashboard.charts.axis import (
    LEFT_MARGIN,
    axis_rows,
    difference_axis,
    edges,
    layered,
    observed_line,
    rows_of,
    whole_axis,
    zero_line,
)
from dashboard.charts.distribution import COUNTED, EXTENT, bars, distribution_spec
from dashboard.charts.palette import HELPED, MUTED, TEXT
from dashboard.views.resample_by_hand.words import FEW

# With more draws than this the dots of a stack would touch, so bars replace them.
MOST_DOTS = 200
_MOST_BINS = 41
_MOST_TICKS = 9
_HEIGHT = 220
_MOST_POINTS = 300
_TALLEST_STACK = 22
_RUNNING_HEIGHT = 200
# Height of a label in the chart of p after each draw, as a share of the chart.
_NAME = 0.12
# The smallest range of p in that chart.
_LEAST = 0.1
# Values less likely than this extend the axis only after they were drawn.
_SELDOM = 1e-3


def draw_rows(drawn: HandDraws, exact: Distribution, observed: float, unit: Unit, *, revealed: bool) -> pd.DataFrame:
    """Return the rows of the dots or bars and, if it is revealed, of the expected height of each bin.

    The bins are those of ``exact``, the distribution that the draws come from, so that the axis does not change.
    """
    left, right, mass = exact.histogram(_MOST_BINS)
    bins = np.clip(np.searchsorted(left, drawn.differences, side="right") - 1, 0, len(left) - 1)
    heights = np.bincount(bins, minlength=len(left))
    inside = np.flatnonzero((np.cumsum(mass) > _SELDOM) & (np.cumsum(mass[::-1])[::-1] > _SELDOM))
    seen = [*bins, inside[0], inside[-1]]
    ends = unit.scale * min(left[min(seen)], 0.0, observed), unit.scale * max(right[max(seen)], 0.0, observed)
    if drawn.n_draws <= MOST_DOTS:
        parts = [_dots(drawn, bins, left, right, unit, ends[1] - ends[0])]
    else:
        parts = [_bars(drawn, bins, left, right, unit)]
    if revealed and drawn.n_draws:
        expected = mass * drawn.n_draws
        high = expected > 0.005 * expected.max()
        ends_of = {"left": unit.scale * left[high], "right": unit.scale * right[high]}
        parts.append(pd.DataFrame({"part": "expected", **ends_of, "high": expected[high]}))
    top = pd.DataFrame({"part": ["edge"], "left": [ends[0]], "high": [max(10.0, 1.05 * heights.max(initial=0))]})
    return pd.concat([*parts, axis_rows(unit.scale * observed, ends).assign(high=0.0), top], ignore_index=True)


def _dots(
    drawn: HandDraws, bins: np.ndarray, left: np.ndarray, right: np.ndarray, unit: Unit, extent: float
) -> pd.DataFrame:
    place = pd.Series(bins).groupby(bins).cumcount().to_numpy()
    # Tall stacks are several dots wide, so that each dot is large enough to see; the axis still counts draws.
    wide = 1 + int(place.max(initial=0)) // _TALLEST_STACK
    row, column = np.divmod(place, wide)
    middle, width = ((left + right) / 2)[bins], (right - left)[bins]
    rows = max(10 / wide, int(row.max(initial=0)) + 1)
    return pd.DataFrame(
        {
            "part": np.where(drawn.counted, "tail", "body"),
            "shape": "dot",
            "left": unit.scale * (middle + 0.8 * width * ((column + 0.5) / wide - 0.5)),
            "high": (row + 0.5) * wide,
            # The diameter in pixels at which dots do not touch those above, and the share of the plot's width at which
            # they do not touch those beside.
            "size": min(0.85 * _HEIGHT / rows, 13.0),
            "beside": 0.9 * unit.scale * width * (0.8 / wide if wide > 1 else 1.0) / extent,
            "newest": np.arange(drawn.n_draws) == drawn.n_draws - 1,
            "difference": unit.scale * drawn.differences,
            "number": np.arange(1, drawn.n_draws + 1),
        }
    )


def _bars(drawn: HandDraws, bins: np.ndarray, left: np.ndarray, right: np.ndarray, unit: Unit) -> pd.DataFrame:
    counted = np.bincount(bins[drawn.counted], minlength=len(left))
    rest = np.bincount(bins, minlength=len(left)) - counted
    # The counted part of each bar is below the rest.
    rows = pd.DataFrame({"part": np.repeat(["tail", "body"], len(left)), "shape": "bar"})
    rows["left"], rows["right"] = (unit.scale * np.tile(ends, 2) for ends in (left, right))
    rows["low"], rows["draws"] = np.concatenate([0.0 * counted, counted]), np.concatenate([counted, rest])
    return rows[rows["draws"] > 0].assign(high=rows["low"] + rows["draws"])


def value_ticks(exact: Distribution, unit: Unit) -> tuple[float, ...]:
    """Return the ticks if every possible difference has its own bar, and an empty tuple if some share a bar.

    The possible differences of sign flips have gaps, such as −30, −10, 10, 30, so round numbers would be between bars.
    """
    values = unit.scale * exact.values
    if len(values) > _MOST_BINS:
        return ()
    each = -(-len(values) // _MOST_TICKS)
    # Zero may not be a possible difference, but the observed difference is compared with it.
    return tuple(sorted({0.0, *values[len(values) // 2 % each :: each].tolist()}))


def flips_spec(axis_title: str, ticks: tuple[float, ...]) -> dict:
    return _with_ticks(distribution_spec(axis_title), ticks)


def _with_ticks(specification: dict, ticks: tuple[float, ...]) -> dict:
    for layer in specification["layer"] if ticks else ():
        axis = layer["encoding"].get("x", {}).get("axis")
        if axis is not None:
            axis |= {"values": list(ticks), "format": ".3~g", "tickCount": len(ticks)}
    return specification


def draws_spec(axis_title: str, ticks: tuple[float, ...]) -> dict:
    x = difference_axis("left", axis_title)
    axis = whole_axis(tickCount=4, minExtent=EXTENT, maxExtent=EXTENT)
    y = alt.Y("high:Q", title="draws", scale=alt.Scale(zero=True, nice=False), axis=axis)
    size = alt.Size("area:Q", scale=None, legend=None)
    # On a narrow page dots side by side would touch first.
    area = "pow(min(datum.size, datum.beside * width), 2)"
    dots = alt.Chart().transform_filter("datum.shape === 'dot'").transform_calculate(area=area)
    difference = alt.Tooltip("difference:Q", title="difference", format="+.3~f")
    tooltip = [alt.Tooltip("number:Q", title="draw"), difference]
    drawn = alt.Tooltip("draws:Q", title="draws", format=",")
    layers = [
        edges(x=x, y=y),
        bars(alt.Chart().transform_filter("datum.shape === 'bar'"), axis_title, y, drawn, y2="low"),
        rows_of("expected").mark_rule(color=TEXT, strokeWidth=2).encode(x=x, x2="right", y=y),
        zero_line(x),
        *observed_line(x),
        dots.mark_circle(opacity=1).encode(x=x, y=y, size=size, color=COUNTED, tooltip=tooltip),
        dots.transform_filter(alt.datum.newest)
        .mark_point(filled=False, color=TEXT, strokeWidth=2, opacity=1)
        .encode(x=x, y=y, size=size),
    ]
    return _with_ticks(layered(layers, _HEIGHT), ticks)


def running_rows(drawn: HandDraws, exact: float | None, guess: float | None) -> pd.DataFrame:
    """Return the rows of p after each draw, thinned if there are many, with lines for the exact p and a guess."""
    after = drawn.running()
    shown = np.unique(np.geomspace(1, max(drawn.n_draws, 1), _MOST_POINTS).round().astype(int))
    shown = shown[shown <= drawn.n_draws]
    lines = {part: p for part, p in (("exact", exact), ("guess", guess)) if p is not None}
    # The first draws jump between 0 and 1, and are left out if there are more draws.
    seen = [*after[FEW - 1 :], *lines.values()] if drawn.n_draws >= FEW else [0.0, 1.0]
    pad = max(0.1 * (max(seen) - min(seen)), (_LEAST - max(seen) + min(seen)) / 2, 0.0)
    bottom, top = max(min(seen) - pad, 0.0), min(max(seen) + pad, 1.0)
    # The labels are at least one line apart.
    names, apart = dict(lines), _NAME * (top - bottom)
    if len(lines) == 2 and abs(exact - guess) < apart:
        low = min(max((exact + guess - apart) / 2, bottom), top - apart)
        names = dict(zip(sorted(lines, key=lines.get), (low, low + apart), strict=True))
    edge = pd.DataFrame({"part": "edge", "draws": [1, max(10, drawn.n_draws)], "p": [bottom, top]})
    run = pd.DataFrame({"part": "run", "draws": shown, "p": np.clip(after[shown - 1], bottom, top)})
    run["said"] = [small(p) for p in after[shown - 1].tolist()]
    labels = pd.DataFrame([{"part": part, "p": p, "name": names[part], "draws": 1} for part, p in lines.items()])
    return pd.concat([edge, run, labels], ignore_index=True)


def running_spec() -> dict:
    axis = alt.Axis(grid=False, format="~s", tickCount=5, labelFlush=False, titlePadding=6)
    x = alt.X("draws:Q", title="draws so far", scale=alt.Scale(type="log", nice=False), axis=axis)
    axis = alt.Axis(tickCount=5, format=".3~f", minExtent=LEFT_MARGIN - 20)
    y = alt.Y("p:Q", title="p so far", scale=alt.Scale(nice=False, zero=False), axis=axis)
    run = rows_of("run")
    tooltip = [alt.Tooltip("draws:Q", format=","), alt.Tooltip("said:N", title="p")]
    layers = [edges(x=x, y=y)]
    for line, colour, dash in (("guess", MUTED, [2, 3]), ("exact", TEXT, [1, 0])):
        lines = rows_of(line)
        layers += [
            lines.mark_rule(color=colour, strokeDash=dash, strokeWidth=1.5).encode(y=y),
            lines.mark_text(color=colour, align="left", dx=5, fontSize=12).encode(
                x=alt.value("width"), y=alt.Y("name:Q", title="p so far"), text="part:N"
            ),
        ]
    layers += [
        run.mark_line(color=HELPED, strokeWidth=2, interpolate="step-after").encode(x=x, y=y),
        run.mark_point(color=HELPED, filled=True, size=18, opacity=1).encode(x=x, y=y, tooltip=tooltip),
    ]
    return layered(layers, _RUNNING_HEIGHT, right=42)
