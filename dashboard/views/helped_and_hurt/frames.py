"""The frames of the picture that moves while its slider is dragged: which data sets it passes, and what each shows."""

from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from core.claimed import claimable, pvalue_equation
from core.distribution import Distribution
from core.report.numbers import POINTS, item_count
from core.studies.cells import LARGEST_N, helped_hurt_pvalues
from core.studies.spreads import Spread, helped_hurt_spreads
from dashboard.views.helped_and_hurt.counts import Counts

__all__ = ["Track", "frame_rows", "track"]

# More frames than this nobody tells apart.
_MOST_FRAMES = 61
_BARS = 72
# So much of each distribution lies beyond either end of the axis.
_OUTSIDE = 5e-5
# Of the tallest bar's height: less than half a pixel.
_THINNER = 1e-3
_NOWHERE = (np.nan,) * 3
_PARTS = ["edge", "tail", "body", "band", "observed", "p", "counts"]

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


def frame_rows(passed: Track, alpha: float, level: float = 0.95, **question: Any) -> pd.DataFrame:
    """Return the rows of all frames, each known by its slider's value, and those that hold the axes where they are.

    Parameters
    ----------
    passed : Track
    alpha, level : float
        The significance level, and the level of the interval.
    question : str
        The test and the alternative, as for `core.compare`.
    """
    spreads = helped_hurt_spreads(*passed.counts, alternative=question["alternative"])
    pvalues = helped_hurt_pvalues(*passed.counts, **question)
    ends = _ends([spread.distribution for spread in spreads])
    bars = _bars(spreads, passed.counts[0], ends)
    tallest = float(bars.share.max())
    # Few large arrays: a slider waits for this.
    numbers = [np.array([[np.nan, ends[0], np.nan, 0.0], [np.nan, ends[1], np.nan, 1.04 * tallest]])]
    kinds = [(_PARTS.index("edge"), 2)]
    for part, share in (("tail", bars.counted), ("body", bars.share - bars.counted)):
        seen = share > _THINNER * tallest
        numbers.append(np.column_stack([passed.values[bars.frame], bars.left, bars.right, share])[seen])
        kinds.append((_PARTS.index(part), len(numbers[-1])))
    labels = [""]
    for value, (n, helped, hurt), spread, p in zip(
        passed.values.tolist(), passed.counts.T.tolist(), spreads, pvalues.tolist(), strict=True
    ):
        low, high = (POINTS.scale * spread.distribution.quantile((1 + side * level) / 2) for side in (-1, 1))
        gain = POINTS.scale * (helped - hurt) / n
        numbers.append(np.array([[value, low, high, np.nan], [value, gain, np.nan, np.nan], *[[value, *_NOWHERE]] * 2]))
        kinds += [(_PARTS.index(part), 1) for part in ("band", "observed", "p", "counts")]
        said = f"{pvalue_equation(claimable(p))} {'≤' if p <= alpha else '>'} {alpha:g}"
        labels += [said, f"{helped:,} helped, {hurt:,} hurt of {item_count(n)}"]
    # Half the bytes, and still far finer than a pixel.
    rows = pd.DataFrame(np.vstack(numbers).astype(np.float32), columns=["frame", "left", "right", "share"])
    kind = np.repeat(*np.array(kinds).T)
    named = np.isin(kind, (_PARTS.index("p"), _PARTS.index("counts")))
    # Several frames may say the same.
    place = {label: i for i, label in enumerate(dict.fromkeys(labels))}
    which = np.array([place[label] for label in labels])[np.where(named, np.cumsum(named), 0)]
    return rows.assign(
        part=pd.Categorical.from_codes(kind, _PARTS), label=pd.Categorical.from_codes(which, list(place))
    )


def _ends(distributions: list[Distribution]) -> tuple[float, float]:
    """Return the ends of the axis that holds every frame, and zero, in points."""
    low = min(0.0, *(each.quantile(_OUTSIDE) for each in distributions))
    high = max(0.0, *(each.quantile(1 - _OUTSIDE) for each in distributions))
    pad = 0.03 * ((high - low) or 1.0)
    return POINTS.scale * (low - pad), POINTS.scale * (high + pad)


class _Bars(NamedTuple):
    """The bars of all frames, and which frame each is of."""

    frame: NDArray[np.int64]
    left: Floats
    right: Floats
    share: Floats
    counted: Floats


def _bars(spreads: list[Spread], n: NDArray[np.int64], ends: tuple[float, float]) -> _Bars:
    """Return bars of equally many sums each, of which one ends with zero: on one n they stand still."""
    frame = np.repeat(np.arange(len(spreads)), [len(each.distribution.values) for each in spreads])
    values, mass = (
        np.concatenate([getattr(each.distribution, name) for each in spreads]) for name in ("values", "mass")
    )
    inside = np.concatenate([each.counted.among(each.distribution) for each in spreads])
    sums = np.rint(values * n[frame]).astype(np.int64)
    together = np.maximum(np.ceil((ends[1] - ends[0]) / POINTS.scale * n / _BARS), 1).astype(np.int64)
    # Where what is at or above zero counts, a bar begins with zero.
    from_zero = np.array([each.counted.tails[0][0] == ">=" for each in spreads])
    width = together[frame]
    index = np.where(from_zero[frame], sums // width, -(-sums // width) - 1)
    # The sums of a frame rise, so those of one bar stand beside each other.
    begin = np.flatnonzero(np.diff(index, prepend=index[0] - 1) | np.diff(frame, prepend=-1))
    frame = frame[begin]
    left = index[begin] * together[frame] + np.where(from_zero[frame], -0.5, 0.5)
    return _Bars(
        frame,
        POINTS.scale * left / n[frame],
        POINTS.scale * (left + together[frame]) / n[frame],
        np.add.reduceat(mass, begin),
        np.add.reduceat(np.where(inside, mass, 0.0), begin),
    )
