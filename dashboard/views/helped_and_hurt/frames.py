"""The frames of the picture that moves while its slider is dragged: which data sets it passes, and what each shows."""

from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from core.common.claimed import claimable, pvalue_equation
from core.report.numbers import POINTS, item_count
from core.significance.cells import LARGEST_N, helped_hurt_pvalues
from core.teaching.spreads import Spreads, helped_hurt_spreads
from dashboard.views.helped_and_hurt.counts import Counts

# More frames than this nobody tells apart.
_MOST_FRAMES = 61
_BARS = 72
# So much of each distribution lies beyond either end of the axis.
_OUTSIDE = 5e-5
# Of the tallest bar's height: less than half a pixel.
_THINNER = 1e-3

Floats = NDArray[np.float64]


class Track(NamedTuple):
    """The data sets that the slider passes: where it stands for each, and ``(3, k)`` counts: n, helped and hurt."""

    values: NDArray[np.int64]
    counts: NDArray[np.int64]

    @property
    def range(self) -> dict[str, int]:
        """Return the least and largest value, and the step."""
        step = int(self.values[1] - self.values[0]) if len(self.values) > 1 else 1
        return {"min": int(self.values[0]), "max": int(self.values[-1]), "step": step}


def track(counts: Counts, moves: str) -> Track:
    """Return the data sets around ``counts``, which is one of them.

    Examples
    --------
    >>> track(Counts(10, 4, 3), "gain").counts.T.tolist()
    [[10, 1, 0], [10, 2, 1], [10, 3, 2], [10, 4, 3], [10, 5, 4]]
    >>> track(Counts(500, 10, 7), "gain").range, track(Counts(500, 10, 7), "n").range
    ({'min': 0, 'max': 60, 'step': 1}, {'min': 50, 'max': 2500, 'step': 50})
    """
    n, helped, hurt = counts
    if moves == "n":
        step = max(n // (10 if n >= 50 else 2), 1)
        values = np.arange(n % step or step, min(max(5 * n, 40 * step), LARGEST_N) + 1, step)
        # Shares of fewer items are rounded down, as in the p-value grid.
        return Track(values, np.array([values, values * helped // n, values * hurt // n]))
    gain = helped - hurt if moves == "gain" else 0
    least, most = max(-gain, 0), (n - gain) // 2 if moves == "gain" else n - helped
    # Where some change already, enough of the way that p crosses α; a tenth or so of many items.
    most = min(most, max(2 * hurt, 3 * abs(helped - hurt), 20, 12 * n // 100))
    step = -(-(most - least + 1) // _MOST_FRAMES)
    values = np.arange(least + (hurt - least) % step, most + 1, step)
    better = values + gain if moves == "gain" else np.full_like(values, helped)
    return Track(values, np.array([np.full_like(values, n), better, values]))


def frame_rows(passed: Track, alpha: float, level: float = 0.95, **question: Any) -> pa.Table:
    """Return the rows of all frames, each known by its slider's value, and those that hold the axes where they are.

    Parameters
    ----------
    passed : Track
    alpha, level : float
        The significance level, and the level of the interval.
    question : str
        The test and the alternative, as for `core.compare`.
    """
    # Few large arrays: a slider waits for this.
    spreads = helped_hurt_spreads(*passed.counts, alternative=question["alternative"])
    pvalues = helped_hurt_pvalues(*passed.counts, **question)
    n, helped, hurt = passed.counts
    ends, bars = _bars(spreads)
    tallest = float(bars.share.max())
    low, high = POINTS.scale * spreads.quantiles((1 - level) / 2, (1 + level) / 2)
    values, nowhere = passed.values.astype(float), np.full(len(n), np.nan)
    rows = {
        "edge": np.array([[np.nan, end, np.nan, share] for end, share in zip(ends, (0.0, 1.04 * tallest), strict=True)])
    }
    for part, share in (("tail", bars.counted), ("body", bars.share - bars.counted)):
        seen = share > _THINNER * tallest
        rows[part] = np.column_stack([values[bars.frame], bars.left, bars.right, share])[seen]
    rows["band"] = np.column_stack([values, low, high, nowhere])
    rows["observed"] = np.column_stack([values, POINTS.scale * (helped - hurt) / n, nowhere, nowhere])
    rows["p"] = rows["counts"] = np.column_stack([values, nowhere, nowhere, nowhere])
    labels = [
        *(f"{pvalue_equation(claimable(p))} {'≤' if p <= alpha else '>'} {alpha:g}" for p in pvalues.tolist()),
        *(f"{up:,} helped, {down:,} hurt of {item_count(of)}" for of, up, down in passed.counts.T.tolist()),
    ]
    columns = {
        # Half the bytes, and still far finer than a pixel.
        name: pa.array(column.astype(np.float32), from_pandas=True)
        for name, column in zip(["frame", "left", "right", "share"], np.vstack(list(rows.values())).T, strict=True)
    }
    kind = np.repeat(np.arange(len(rows), dtype=np.int8), [*map(len, rows.values())])
    # Several frames may say the same.
    place = {label: i for i, label in enumerate(dict.fromkeys(labels))}
    named = np.arange(len(kind)) >= len(kind) - len(labels)
    which = np.zeros(len(kind), dtype=np.int16)
    which[named] = [place[label] for label in labels]
    columns |= {
        "part": pa.DictionaryArray.from_arrays(kind, [*rows]),
        "label": pa.DictionaryArray.from_arrays(pa.array(which, mask=~named), [*place]),
    }
    return pa.table(columns)


class _Bars(NamedTuple):
    """The bars of all frames, and which frame each is of."""

    frame: NDArray[np.int64]
    left: Floats
    right: Floats
    share: Floats
    counted: Floats


def _bars(spreads: Spreads) -> tuple[tuple[float, float], _Bars]:
    """Return the ends, in points, of the axis that holds every frame, and zero; and bars of equally many sums each.

    One of them ends with zero: on one n they stand still.
    """
    quantiles = spreads.quantiles(_OUTSIDE, 1 - _OUTSIDE)
    low, high = min(0.0, quantiles[0].min()), max(0.0, quantiles[1].max())
    pad = 0.03 * ((high - low) or 1.0)
    low, high = low - pad, high + pad
    together = np.maximum(np.ceil((high - low) * spreads.n / _BARS), 1).astype(np.int64)
    frame, place = np.nonzero(spreads.mass)
    sums, mass, inside = spreads.sums[frame, place], spreads.mass[frame, place], spreads.counted[frame, place]
    width = together[frame]
    # Where what is at or above zero counts, a bar begins with zero.
    from_zero = spreads.upper[frame]
    index = np.where(from_zero, sums // width, -(-sums // width) - 1)
    # The sums of a frame rise, so those of one bar stand beside each other.
    begin = np.flatnonzero(np.diff(index, prepend=index[0] - 1) | np.diff(frame, prepend=-1))
    frame = frame[begin]
    left = index[begin] * together[frame] + np.where(from_zero[begin], -0.5, 0.5)
    scale = POINTS.scale / spreads.n[frame]
    bars = _Bars(
        frame,
        scale * left,
        scale * (left + together[frame]),
        np.add.reduceat(mass, begin),
        np.add.reduceat(np.where(inside, mass, 0.0), begin),
    )
    return (POINTS.scale * low, POINTS.scale * high), bars
