"""What a ranking is: systems from the best to the worst, and every pair that was asked about."""

import re
from dataclasses import asdict, dataclass, field
from typing import Any

from core.common.display import Displayed
from core.inference.standard_error import ClusterErrors

__all__ = ["RankedPair", "RankedSystem", "Ranking"]


@dataclass(frozen=True, slots=True)
class RankedSystem:
    """One system: its score with an interval, its rank with one, and the letters of its groups.

    Systems that share a letter are not told apart.
    """

    name: str
    score: float
    interval: tuple[float, float]
    rank: int
    rank_interval: tuple[int, int]
    group: str

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters of ``group``, of which those beyond z have a number."""
        return tuple(re.findall(r"[a-z]\d*", self.group))


@dataclass(frozen=True, slots=True)
class RankedPair:
    """One pair: ``difference`` is the first system's score minus the second's."""

    first: str
    second: str
    difference: float
    pvalue: float
    adjusted_pvalue: float
    significant: bool
    method: str


@dataclass(frozen=True, repr=False)
class Ranking(Displayed):
    """Systems from the best to the worst, and every pair that was asked about.

    ``clusters`` holds the standard errors of the systems' scores where the items belong to some, ``strata`` how many
    items each stratum (task) has where scores are macro averages. ``runs`` says what the
    intervals cover; ``share_of_runs`` is the share of the variance of single scores that lies between the runs of one
    item. ``seed`` and ``n_resamples`` fix the rank intervals, and whatever else was sampled.
    """

    systems: tuple[RankedSystem, ...]
    pairs: tuple[RankedPair, ...] = field(repr=False)
    n_items: int
    clusters: tuple[ClusterErrors, ...] | None
    strata: dict[str, int] | None
    n_runs: int
    runs: str
    share_of_runs: float | None
    metric: str
    higher_is_better: bool
    test: str
    alternative: str
    alpha: float
    correction: str
    baseline: str | None
    confidence_level: float
    n_resamples: int
    seed: int
    digest: str
    version: str
    notes: tuple[str, ...] = ()

    @property
    def n_clusters(self) -> int | None:
        """How many clusters were resampled, None where the items themselves were."""
        return None if self.clusters is None else self.clusters[0].n_clusters

    @property
    def best(self) -> tuple[str, ...]:
        """The systems that cannot be told from the one with the best score, itself among them."""
        leader = self.systems[0].name
        worse = {
            name for pair in self.pairs if pair.significant and leader in (pair.first, pair.second)
            for name in (pair.first, pair.second) if name != leader
        }  # fmt: skip
        return tuple(system.name for system in self.systems if system.name not in worse)

    def to_dict(self) -> dict[str, Any]:
        """Return the keys that ``rank --format json`` prints."""
        kept = ("n_items", "metric", "test", "alternative", "alpha", "correction", "baseline", "seed", "digest")
        return {
            "systems": [
                asdict(each) | {"interval": list(each.interval), "rank_interval": list(each.rank_interval)}
                for each in self.systems
            ],
            "pairs": [asdict(pair) for pair in self.pairs],
            **{name: getattr(self, name) for name in kept},
            **({} if self.strata is None else {"average": "macro", "strata": self.strata}),
            "version": self.version,
        }
