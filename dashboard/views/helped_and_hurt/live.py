"""The chart that moves while its slider is dragged: the browser has all frames, and shows one of them."""

from collections.abc import Sequence
from itertools import chain
from typing import Any, NamedTuple

import altair as alt
import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from core.common.claimed import claimable, pvalue_equation
from core.distributions.distribution import Distribution
from core.report.numbers import POINTS, item_count
from core.significance.cells import helped_hurt_pvalues
from core.teaching.spreads import Spreads, helped_hurt_spreads
from dashboard.charts.axis import difference_axis, edges, layered, observed_line, rows_of
from dashboard.charts.distribution import EXTENT, SHARE, bars
from dashboard.charts.palette import BAND, MUTED, TEXT
from dashboard.views.helped_and_hurt.counts import Counts, fitted, in_items

# The most frames from one end of a slider to the other; `static/drag.js` uses the same number.
_MOST_STEPS = 48
# The distance between the frame numbers of one slider and of the next, in the order of the sliders.
_APART = 1_000
_BARS = 72
# The share of the distribution beyond either end of the axis, before this share of its width is added.
_OUTSIDE, _BESIDE = 5e-5, 0.35
# The level of the interval
_LEVEL = 0.95
# The smallest bar, as a share of the tallest: less than half a pixel.
_THINNER = 1e-3


class Frames(NamedTuple):
    """The data sets: a frame number for each, the page's own first, and ``(3, k)`` counts: n, helped and hurt."""

    numbers: NDArray[np.int64]
    counts: NDArray[np.int64]


def frames(counts: Counts, sizes: Sequence[int], end: float, step: float, percents: Sequence[float] = ()) -> Frames:
    """Return the data sets that the sliders of items, helped and hurt pass if each is moved alone.

    The slider of items stops at these sizes; ``end`` and ``step`` are those of the sliders of helped and hurt. With
    ``percents`` these are in percent, and the shares stay constant when n changes; without them the counts do.

    Examples
    --------
    >>> passed = frames(Counts(10, 4, 3), [10, 20], 10, 1)
    >>> passed.numbers[1:].tolist()[:4], passed.counts.T[1:5].tolist()
    ([1000, 1001, 2000, 2001], [[10, 4, 3], [20, 4, 3], [10, 0, 3], [10, 1, 3]])
    """
    n, helped, hurt = counts
    steps = min(round(end / step), _MOST_STEPS) or 1
    values = np.linspace(0, end, steps + 1).tolist()
    items = [in_items(n, value) if percents else round(value) for value in values]
    kept = [
        (in_items(m, percents[0]), in_items(m, percents[1])) if percents else fitted(m, helped, hurt) for m in sizes
    ]
    tracks = (
        [(m, *both) for m, both in zip(sizes, kept, strict=True)],
        [(n, *fitted(n, up, hurt)) for up in items],
        [(n, *fitted(n, down, helped)[::-1]) for down in items],
    )
    # Other counts give another number, so the browser starts from the new frame.
    own = -(1 + helped + 1_009 * hurt + 7_919 * n)
    numbers = [own, *(_APART * (i + 1) + place for i, track in enumerate(tracks) for place in range(len(track)))]
    return Frames(np.array(numbers), np.array([counts, *chain(*tracks)]).T)


def frame_rows(passed: Frames, own: Distribution, alpha: float, **question: Any) -> pa.Table:
    """Return the rows of all frames, each with its frame number, and the rows that fix the axes.

    ``own`` is the bootstrap distribution of the page's own counts, for the axis. ``question`` has the test and the
    alternative, as for `core.compare`.
    """
    # A few large arrays, for speed: a slider waits for this.
    n, helped, hurt = passed.counts
    low, high = _axis(own, int(n[0]))
    bar = np.maximum(np.ceil((high - low) * n / _BARS), 1).astype(np.int64)
    spreads = helped_hurt_spreads(n, helped, hurt, alternative=question["alternative"], bar=bar)
    pvalues = helped_hurt_pvalues(n, helped, hurt, **question)
    ends = POINTS.scale * low, POINTS.scale * high
    frame, left, right, share, counted = _bars(spreads, bar, ends)
    tallest = float(share[frame == 0].max())
    low, high = POINTS.scale * spreads.quantiles((1 - _LEVEL) / 2, (1 + _LEVEL) / 2)
    values, nowhere = passed.numbers.astype(float), np.full(len(n), np.nan)
    rows = {"edge": np.array([[np.nan, end, np.nan, top] for end, top in zip(ends, (0.0, 1.5 * tallest), strict=True)])}
    # Bars higher than the chart are cut.
    cut = np.minimum(1.0, 1.5 * tallest / share)
    for part, height in (("tail", cut * counted), ("body", cut * (share - counted))):
        seen = height > _THINNER * tallest
        rows[part] = np.column_stack([values[frame], left, right, height])[seen]
    rows["band"] = np.column_stack([values, *np.clip([low, high], *ends), nowhere])
    observed = POINTS.scale * (helped - hurt) / n
    rows["observed"] = np.column_stack([values, observed, nowhere, nowhere])[
        (observed >= ends[0]) & (observed <= ends[1])
    ]
    rows["p"] = rows["counts"] = np.column_stack([values, nowhere, nowhere, nowhere])
    labels = [
        *(f"{pvalue_equation(claimable(p))} {'≤' if p <= alpha else '>'} {alpha:g}" for p in pvalues.tolist()),
        *(f"{up:,} helped, {down:,} hurt of {item_count(of)}" for of, up, down in passed.counts.T.tolist()),
    ]
    columns = {
        # Half the bytes, and still far more precise than a pixel; frame numbers need more digits.
        name: pa.array(column if name == "frame" else column.astype(np.float32), from_pandas=True)
        for name, column in zip(["frame", "left", "right", "share"], np.vstack(list(rows.values())).T, strict=True)
    }
    kind = np.repeat(np.arange(len(rows), dtype=np.int8), [*map(len, rows.values())])
    # Several frames may have the same label.
    place = {label: i for i, label in enumerate(dict.fromkeys(labels))}
    named = np.arange(len(kind)) >= len(kind) - len(labels)
    which = np.zeros(len(kind), dtype=np.int16)
    which[named] = [place[label] for label in labels]
    columns |= {
        "part": pa.DictionaryArray.from_arrays(kind, [*rows]),
        "label": pa.DictionaryArray.from_arrays(pa.array(which, mask=~named), [*place]),
    }
    return pa.table(columns)


def _axis(own: Distribution, n: int) -> tuple[float, float]:
    """Return the ends of the axis as differences; it contains the distribution of the page's counts, and zero."""
    low, high = (round(n * own.quantile(q)) / n for q in (_OUTSIDE, 1 - _OUTSIDE))
    low, high = min(0.0, low), max(0.0, high)
    pad = _BESIDE * ((high - low) or min(1.0, 10 / n))
    return low - pad, high + pad


def _bars(spreads: Spreads, bar: NDArray[np.int64], ends: tuple[float, float]) -> tuple[NDArray[Any], ...]:
    """Return bars of equally many sums, of which zero is always an edge: the bars keep their places as long as n does.

    Five arrays: the frame of each bar, its left and right end, its share, and the part of the share that counts. Bars
    beyond the ends of the axis, in points, are left out.
    """
    together = -(-bar // spreads.width) * spreads.width
    # Flat indices: with pairs of them this function takes a third longer.
    cell = np.flatnonzero(spreads.mass > 0)
    frame = cell // spreads.mass.shape[1]
    sums, mass, inside = (each.ravel()[cell] for each in (spreads.sums, spreads.mass, spreads.counted))
    width = together[frame]
    # If sums at or above zero count, a bar begins with zero; else one ends with it.
    from_zero = spreads.upper[frame]
    index = np.where(from_zero, sums // width, -(-(sums + spreads.width[frame] - 1) // width) - 1)
    # The sums of a frame increase, so the cells of one bar are adjacent.
    begin = np.flatnonzero(np.diff(index, prepend=index[0] - 1) | np.diff(frame, prepend=-1))
    frame = frame[begin]
    left = index[begin] * together[frame] + np.where(from_zero[begin], -0.5, 0.5)
    scale = POINTS.scale / spreads.n[frame]
    # Bars that extend beyond an end are cut there.
    drawn = np.clip([scale * left, scale * (left + together[frame])], *ends)
    seen = drawn[0] < drawn[1]
    shares = np.add.reduceat(mass, begin), np.add.reduceat(np.where(inside, mass, 0.0), begin)
    return frame[seen], *drawn[:, seen], *(share[seen] for share in shares)


# The name of the parameter that holds the frame number; the slider sets it.
FRAME = "frame"


def live_spec(axis_title: str) -> dict:
    """Return the Vega-Lite specification that draws the frame of the parameter `FRAME`, which is added when drawn.

    The rows of part ``edge`` belong to no frame: they fix both axes, and higher bars are cut.
    """
    x = difference_axis("left", axis_title)
    axis = alt.Axis(format="~%", tickCount=3, grid=True, minExtent=EXTENT, maxExtent=EXTENT)
    y = alt.Y("share:Q", title="share", scale=alt.Scale(nice=False), axis=axis)
    # Above the plot: inside it these texts would cover the bars on a phone.
    said: dict[str, Any] = {"align": "left", "baseline": "bottom", "color": TEXT}
    layers = [
        edges(x=x, y=y),
        rows_of("band").mark_rect(color=BAND, opacity=0.22).encode(x=x, x2="right"),
        bars(rows_of("body", "tail"), axis_title, y, SHARE),
        alt.Chart().mark_rule(color=MUTED, strokeDash=[4, 4], strokeWidth=1.5).encode(x=alt.XDatum(0)),
        *observed_line(x),
        rows_of("p")
        .mark_text(fontSize=18, fontWeight="bold", **said)
        .encode(x=alt.value(0), y=alt.value(-40), text="label:N"),
        rows_of("counts").mark_text(fontSize=13, **said).encode(x=alt.value(0), y=alt.value(-22), text="label:N"),
    ]
    specification = layered(layers, 300)
    # This filter comes before the layers, so they only process the rows of one frame.
    specification["transform"] = [{"filter": f"datum.part === 'edge' || datum.frame === {FRAME}"}]
    return specification
