"""Scores in strata (tasks) for a macro average."""

from collections.abc import Sequence

import numpy as np

from core.data.item_statistics import strata_of, strata_of_clusters
from core.data.paired import PairedScores, without_items
from core.metrics import Metric
from core.metrics.averaging import macro_average
from core.metrics.stratified_rows import StratifiedRows
from core.significance.observed import Observed


def resampled_units(pair: PairedScores, metric: Metric) -> Observed:
    """Return the units that the tests resample and swap: items or whole clusters, within their strata.

    Scores on a task of two questions and a task of eight questions:

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
    units = pair.units
    rows = StratifiedRows(units.baseline, units.experimental, places, units)
    return Observed(rows, macro_average(metric, len(strata)))


def stratum_sizes(strata: Sequence[str]) -> dict[str, int]:
    """Return the number of items of each stratum, sorted by name."""
    names, places = strata_of(strata)
    return dict(zip(names, np.bincount(places).tolist(), strict=True))
