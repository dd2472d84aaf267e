"""The standard error of a score or a difference, with and without clusters of items.

The influence of an item is ψᵢ = (n − 1)/n · (θ − θ₍₋ᵢ₎), the effect of leaving it out; for a mean, (sᵢ − s̄)/n. With G
clusters the variance is G/(G − 1) · Σ_g (Σ_{i∈g} ψᵢ)² (Liang & Zeger 1986; Miller 2024); without clusters each item
is its own. The influences on a mean over S strata are those within each stratum, divided by S; the variances add up.
"""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from core.common.arrays import Floats, Integers
from core.data.item_statistics import exact_sums, places_of, strata_of
from core.data.paired import CountedScores, PairedScores
from core.metrics import Metric

# Rounding error of an influence, relative to the score.
_ROUNDING = 1e-14


@dataclass(frozen=True, slots=True)
class Sizes:
    """Number of items in the clusters."""

    smallest: int
    median: float
    largest: int


@dataclass(frozen=True, slots=True)
class ClusterErrors:
    """The standard error for independent items (``naive``) and for clusters (``clustered``).

    ``clustered`` is None if there is only one cluster, or only one in some stratum.
    """

    n_clusters: int
    sizes: Sizes
    naive: float
    clustered: float | None

    @property
    def design_effect(self) -> float | None:
        """Factor by which clusters increase the variance (Kish 1965); None if an error is 0 or unknown."""
        return (self.clustered / self.naive) ** 2 if self.clustered and self.naive else None

    def to_dict(self) -> dict[str, Any]:
        """Return what JSON has of it."""
        return asdict(self) | {"design_effect": self.design_effect}


def influences(
    statistics: Floats, metric: Metric, strata: Sequence[str] | None = None, counts: Floats | None = None
) -> Floats:
    """Return the influence of each item, ``(n,)``, on the score, or on the mean of the strata's scores.

    If rows represent several items, pass their ``counts``, without strata.

    >>> from core.metrics import METRICS
    >>> influences(np.array([[1.0, 1.0], [0.0, 1.0]]), METRICS["mean"]).tolist()
    [0.25, -0.25]
    """
    if strata is not None:
        names, places = strata_of(strata)
        effects = np.empty(len(statistics))
        for s in range(len(names)):
            effects[places == s] = influences(statistics[places == s], metric) / len(names)
        return effects
    n = len(statistics) if counts is None else int(counts.sum())
    weighed = statistics if counts is None else counts[:, None] * statistics
    total = exact_sums(weighed)
    without: Floats = metric.score(total - statistics)
    return (n - 1) / n * (metric.score(total) - without)


def cluster_errors(
    effects: Floats,
    clusters: Sequence[str],
    strata: Sequence[str] | None = None,
    *,
    counts: Integers | None = None,
    size: float = 0.0,
) -> ClusterErrors:
    """Return both standard errors from the items' influences, their clusters and their strata.

    ``effects`` ``(n,)`` are the influences, each of as many items as ``counts`` says. An error below the rounding error
    of scores of this ``size`` is set to 0.

    Two clusters of two equal items have the standard error of two items:

    >>> errors = cluster_errors(np.array([0.25, 0.25, -0.25, -0.25]) / 2, ["a", "a", "b", "b"])
    >>> round(errors.naive, 4), round(errors.clustered, 4), round(errors.design_effect, 4)
    (0.2887, 0.5, 3.0)
    """
    places = np.array(places_of(clusters))
    times = np.ones(len(effects), dtype=np.int64) if counts is None else counts
    sizes = np.bincount(places, times).astype(np.int64)
    of_items = np.zeros(len(effects), dtype=np.int64) if strata is None else strata_of(strata)[1]
    order = np.lexsort([effects, places])  # rounding does not depend on the order of items
    sums = np.bincount(places[order], (times * effects)[order])
    of_clusters = of_items[np.unique(places, return_index=True)[1]]
    rounding = _ROUNDING * math.sqrt(float(times.sum())) * size
    naive, _ = _error(effects, of_items, times, rounding)
    clustered, known = _error(sums, of_clusters, np.ones(len(sums), dtype=np.int64), rounding)
    of_all = Sizes(int(sizes.min()), float(np.median(sizes)), int(sizes.max()))
    return ClusterErrors(len(sizes), of_all, naive, clustered if known else None)


def difference_errors(pair: PairedScores, metric: Metric, size: float) -> ClusterErrors:
    """Return both standard errors of the difference of a pair whose items belong to clusters."""
    if isinstance(pair, CountedScores):
        a, e, counts = pair.rows
        before, after = (influences(side, metric, None, counts) for side in (a, e))
        return cluster_errors(after - before, pair.clusters_of_rows or (), counts=counts, size=size)
    before, after = (influences(side, metric, pair.strata) for side in (pair.baseline, pair.experimental))
    return cluster_errors(after - before, pair.clusters or (), pair.strata, size=size)


def _error(effects: Floats, strata: Integers, times: Integers, rounding: float) -> tuple[float, bool]:
    """The root of the sum of the strata's variances, and whether each stratum has the two effects that it needs."""
    counts = np.bincount(strata, times).astype(np.int64)
    squares = times * effects**2
    variances = (n / (n - 1) * math.fsum(squares[strata == s]) for s, n in enumerate(counts.tolist()) if n > 1)
    error = math.sqrt(math.fsum(variances))
    return error if error > rounding else 0.0, bool((counts > 1).all())
