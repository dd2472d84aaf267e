"""Scores in strata (tasks), as their macro average sees them: the statistics of each stratum in columns of its own."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.collapsed import collapse
from core.counted import CountedScores, without_items
from core.few import lone_units_note
from core.item_statistics import strata_of, strata_of_clusters
from core.metrics import Metric
from core.metrics.averaging import macro_average, stratum_columns
from core.observed import Observed
from core.paired import PairedScores

__all__ = ["lone_note", "resampled_units", "stratum_sizes"]

Floats = NDArray[Any]


def resampled_units(pair: PairedScores, metric: Metric) -> Observed:
    """Return what the tests resample and swap, seen through the metric: items or whole clusters, within their strata.

    Examples
    --------
    One of two questions of a task that both systems need, and all eight of another:

    >>> from core.metrics import METRICS
    >>> pair = PairedScores.from_scores([0, 1] + [1] * 8, [1] * 10).with_strata(["sums"] * 2 + ["words"] * 8)
    >>> resampled_units(pair, METRICS["mean"]).scores
    (0.75, 1.0)
    """
    pair = pair.only(metric.columns)
    if pair.strata is None:
        return Observed(without_items(pair.units), metric)
    names = pair.strata if pair.clusters is None else strata_of_clusters(pair.strata, pair.clusters)
    strata, places = strata_of(names)
    return Observed(_spread_out(pair.units, places, len(strata)), macro_average(metric, len(strata)))


def stratum_sizes(strata: Sequence[str]) -> dict[str, int]:
    """Return how many items each stratum has, in the order of their names.

    Examples
    --------
    >>> stratum_sizes(["words", "sums", "words"])
    {'sums': 1, 'words': 2}
    """
    names, places = strata_of(strata)
    return dict(zip(names, np.bincount(places).tolist(), strict=True))


def lone_note(strata: Sequence[str] | None, clusters: Sequence[str] | None) -> str | None:
    """Return what to know of strata with only one item, or one cluster; None where there are none.

    Examples
    --------
    >>> print(lone_note(["sums", "sums", "words", "words"], ["a", "b", "c", "c"]))
    1 task has only one cluster (words), which drawing within tasks cannot vary: intervals are too short, and a \
bootstrap p-value too small.
    """
    if strata is None:
        return None
    if clusters is None:
        return lone_units_note(stratum_sizes(strata))
    return lone_units_note(stratum_sizes(strata_of_clusters(strata, clusters)), "cluster")


def _spread_out(pair: PairedScores, places: NDArray[np.int64], strata: int) -> CountedScores:
    rows = collapse(*(np.column_stack([places, side]) for side in (pair.baseline, pair.experimental)))
    of = rows.baseline[:, 0].astype(np.int64)
    baseline, experimental = (_placed(side[:, 1:], of, strata) for side in (rows.baseline, rows.experimental))
    like = replace(
        pair, baseline=baseline, experimental=experimental, columns=stratum_columns(pair.columns, strata),
        ids=None, strata=None,
    )  # fmt: skip
    return CountedScores(baseline, experimental, rows.counts, like)


def _placed(rows: Floats, of: NDArray[np.int64], strata: int) -> Floats:
    u, k = rows.shape
    wide = np.zeros((u, strata, k))
    wide[np.arange(u), of] = rows
    return np.hstack([wide.reshape(u, strata * k), np.eye(strata)[of]])
