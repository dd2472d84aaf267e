"""The standard error of a score, or of a difference, with and without regard to clusters of items.

An item's influence is what leaving it out takes away, ψᵢ = (n − 1)/n · (θ − θ₍₋ᵢ₎): of a mean (sᵢ − s̄)/n. With G
clusters the variance is G/(G − 1) · Σ_g (Σ_{i∈g} ψᵢ)² (Liang & Zeger 1986; Miller 2024); without any each item is its
own.
"""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.item_statistics import places_of
from core.metrics import Metric

__all__ = ["ClusterErrors", "Sizes", "cluster_errors", "influences"]

Floats = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many items the clusters hold."""

    smallest: int
    median: float
    largest: int


@dataclass(frozen=True, slots=True)
class ClusterErrors:
    """The standard error if items were independent (``naive``), and with regard to their clusters.

    ``clustered`` is None where there is only one cluster.
    """

    n_clusters: int
    sizes: Sizes
    naive: float
    clustered: float | None

    @property
    def design_effect(self) -> float | None:
        """By how much clusters make the variance larger (Kish 1965); None where no variance is known."""
        return None if self.clustered is None or self.naive == 0 else (self.clustered / self.naive) ** 2

    def to_dict(self) -> dict[str, Any]:
        """Return what JSON has of it."""
        return asdict(self) | {"design_effect": self.design_effect}


def influences(statistics: Floats, metric: Metric) -> Floats:
    """Return how much of the score is due to each item ``(n,)``.

    Examples
    --------
    >>> from core.metrics import METRICS
    >>> influences(np.array([[1.0, 1.0], [0.0, 1.0]]), METRICS["mean"]).tolist()
    [0.25, -0.25]
    """
    n, total = len(statistics), np.array([math.fsum(column) for column in statistics.T])
    without: Floats = metric.score(total - statistics)
    return (n - 1) / n * (metric.score(total) - without)


def cluster_errors(effects: Floats, clusters: Sequence[str]) -> ClusterErrors:
    """Return both standard errors from the items' influences and their clusters.

    Examples
    --------
    Two clusters of two items that agree are worth two items:

    >>> errors = cluster_errors(np.array([0.25, 0.25, -0.25, -0.25]) / 2, ["a", "a", "b", "b"])
    >>> round(errors.naive, 4), round(errors.clustered, 4), round(errors.design_effect, 4)
    (0.2887, 0.5, 3.0)
    """
    places = np.array(places_of(clusters))
    sizes = np.bincount(places)
    groups = len(sizes)
    naive = _error(effects)
    order = np.lexsort([effects, places])  # so that the order of a cluster's items rounds no sum otherwise
    clustered = _error(np.bincount(places[order], effects[order])) if groups > 1 else None
    return ClusterErrors(groups, Sizes(int(sizes.min()), float(np.median(sizes)), int(sizes.max())), naive, clustered)


def _error(effects: Floats) -> float:
    n = len(effects)
    return math.sqrt(n / (n - 1) * math.fsum(effects**2)) if n > 1 else 0.0
