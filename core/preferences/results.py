"""Results of judgments for two systems, or for many."""

from dataclasses import asdict, dataclass
from typing import Any

from core.common.display import Displayed, attributes
from core.ranking.ranked import Lettered


@dataclass(frozen=True, slots=True)
class Orders:
    """Items judged in both orders by the same judge.

    ``flipped`` is the number whose verdict (the majority of an order's judgments) changes with the order, ``share``
    their share of the ``n_items`` judged in both orders, ``interval`` its Clopper-Pearson interval.
    ``first_position_rate`` is the win rate of the system shown first among these judgments, ``pvalue`` that of its
    permutation test against one half.
    """

    flipped: int
    n_items: int
    share: float
    interval: tuple[float, float]
    first_position_rate: float
    pvalue: float


@dataclass(frozen=True, slots=True, repr=False)
class PreferenceResult(Displayed):
    """The result of the preference test of two systems.

    ``wins`` and ``losses`` are the first system's; ``win_rate`` is (wins + ties/2)/judgments and ``net_wins`` is
    wins − losses. All judgments of an item are drawn and swapped together.
    """

    systems: tuple[str, str]
    wins: int
    ties: int
    losses: int
    n_items: int
    n_judgments: int
    n_judges: int
    win_rate: float
    win_rate_interval: tuple[float, float]
    interval_kind: str
    net_wins: int
    pvalue: float
    method: str
    error_bound: float | None
    orders: Orders | None
    alpha: float
    confidence_level: float
    digest: str
    version: str
    notes: tuple[str, ...] = ()

    @property
    def significant(self) -> bool:
        """Whether p ≤ α."""
        return self.pvalue <= self.alpha

    def to_dict(self) -> dict[str, Any]:
        """Return the keys that ``prefer --format json`` prints for two systems."""
        orders = None
        if self.orders is not None:
            orders = attributes(self.orders, "flipped", "share", "first_position_rate", "interval")
        return {
            **attributes(self, "systems", "wins", "ties", "losses", "n_items", "n_judgments", "win_rate"),
            **attributes(self, "win_rate_interval", "net_wins", "pvalue", "method", "error_bound"),
            "orders": orders,
            **attributes(self, "digest", "version"),
        }


@dataclass(frozen=True, slots=True)
class PlacedSystem(Lettered):
    """One system: its Bradley-Terry strength as the win rate against the average system, rank, and letters.

    The log-odds of the average system are the mean over all systems. Systems that share a letter do not differ
    significantly.
    """

    name: str
    strength: float
    interval: tuple[float, float]
    rank: int
    rank_interval: tuple[int, int]
    group: str


@dataclass(frozen=True, slots=True)
class ComparedSystems:
    """One pair of systems that were judged against each other: wins and losses are the first one's."""

    first: str
    second: str
    wins: int
    ties: int
    losses: int
    pvalue: float
    adjusted_pvalue: float
    significant: bool


@dataclass(frozen=True, slots=True)
class Unplaced:
    """A system without a strength, and the reason."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True, repr=False)
class PreferenceRanking(Displayed):
    """Many systems from the strongest to the weakest, every pair that was judged, and systems without a strength."""

    systems: tuple[PlacedSystem, ...]
    pairs: tuple[ComparedSystems, ...]
    unplaced: tuple[Unplaced, ...]
    n_items: int
    n_judgments: int
    n_judges: int
    orders: Orders | None
    alpha: float
    correction: str
    confidence_level: float
    n_resamples: int
    seed: int
    digest: str
    version: str
    notes: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the keys that ``prefer --format json`` prints for many systems."""
        return {
            "systems": [attributes(each, *each.__slots__) for each in self.systems],
            "pairs": [asdict(each) for each in self.pairs],
            "unplaced": [asdict(each) for each in self.unplaced],
            **attributes(self, "n_items", "n_judgments", "alpha", "correction", "confidence_level", "n_resamples"),
            **attributes(self, "seed", "digest", "version"),
        }
