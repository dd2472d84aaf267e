"""Result of a ranking: systems from best to worst, the tested pairs, and the letters of groups.

Two systems share a letter exactly when their difference is not significant; with a baseline, `a` is for those that do
not differ from it. Insert-and-absorb (Piepho 2004, *Journal of Computational and Graphical Statistics* 13) starts with
one letter for all systems. Each significant pair splits every letter that holds both systems, and a letter contained in
another is removed.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from core.common.claimed import HasPValue, claimable, json_pvalue, small
from core.common.display import Displayed, attributes
from core.data.provenance import Provenance
from core.errors import OptionError
from core.inference.standard_error import ClusterErrors
from core.significance import CROSSED, TESTS, Test

# Some artificial patterns of significance need exponentially many letters.
_MOST_LETTERS = 2_000
_ALPHABET = "abcdefghijklmnopqrstuvwxyz"


def letter_groups(n_systems: int, significant: Iterable[tuple[int, int]]) -> list[str]:
    """Return each system's letters, with ``a`` for the first system's group.

    Systems are numbered from 0, the best first; ``significant`` are the pairs whose difference is significant.

    Raises OptionError if more than 2,000 letters would be needed.

    The first and the third system differ significantly; the second differs from neither:

    >>> letter_groups(3, [(0, 2)])
    ['a', 'ab', 'b']
    """
    groups = [frozenset(range(n_systems))]
    for first, second in significant:
        split = [group for group in groups if first in group and second in group]
        kept = [group for group in groups if not (first in group and second in group)]
        for half in [group - {out} for group in split for out in (second, first)]:
            if not any(half <= other for other in kept):
                kept = [other for other in kept if not other < half] + [half]
        groups = kept
        if len(groups) > _MOST_LETTERS:
            raise OptionError(
                f"These {n_systems:,} systems overlap in more than {_MOST_LETTERS:,} groups: compare all with one "
                "baseline instead, or rank fewer systems."
            )
    ordered = sorted(groups, key=sorted)
    return ["".join(_letter(i) for i, group in enumerate(ordered) if system in group) for system in range(n_systems)]


def _letter(i: int) -> str:
    """The i-th letter: a … z, then a1 … z1, a2 …"""
    turn, place = divmod(i, len(_ALPHABET))
    return _ALPHABET[place] + (str(turn) if turn else "")


def letters_of_baseline(n: int, apart: Iterable[tuple[int, int]]) -> list[str]:
    """Return ``a`` for each of n systems that do not differ significantly from a baseline, the second of each pair."""
    different = {system for system, _ in apart}
    return ["" if i in different else "a" for i in range(n)]


class Lettered:
    """Base of ranked systems, whose ``group`` is the letters of their groups in one text."""

    __slots__ = ()

    group: str

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters of ``group``; letters after z have a number."""
        return tuple(re.findall(r"[a-z]\d*", self.group))


@dataclass(frozen=True, slots=True)
class RankedSystem(Lettered):
    """One system: its score with an interval, its rank with its range, and the letters of its groups.

    ``rank_interval`` and the letters follow from the significant pairs: systems that share a letter do not differ
    significantly. ``interval_kind`` is "Clopper-Pearson", "percentile" or "t".
    """

    name: str
    score: float
    interval: tuple[float, float]
    rank: int
    rank_interval: tuple[int, int]
    group: str
    interval_kind: str = "percentile"


@dataclass(frozen=True, slots=True)
class RankedPair(HasPValue):
    """One pair: ``difference`` is the first system's score minus the second's.

    ``pvalue_interval`` is the 99 % interval of a sampled p-value and ``error_bound`` the error of a computed one, as in
    `core.Comparison`; ``changed`` is the number of items, or clusters, on which the two systems differ.
    """

    first: str
    second: str
    difference: float
    pvalue: float
    adjusted_pvalue: float
    significant: bool
    method: str
    changed: int = 0
    pvalue_interval: tuple[float, float] | None = None
    error_bound: float | None = None
    log10_pvalue: float | None = None

    def claimable_adjusted(self, form: Callable[[float, int], str] = small) -> str:
        """Return the adjusted p-value for printing, with the digits that are certain."""
        if self.adjusted_pvalue >= 1:
            return "1"
        times = self.adjusted_pvalue / self.claimed_pvalue if self.claimed_pvalue else 1.0
        if self.none_counted:
            return f"< {form(self.adjusted_pvalue, 4)}"
        bound = None if self.error_bound is None else times * self.error_bound
        return claimable(self.adjusted_pvalue, bound=bound, zero=self.pvalue == 0, form=form)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields for JSON; if only an upper bound of p is known, p is None and its text gives the bound."""
        texts = {"pvalue_text": self.claimable_pvalue(), "adjusted_pvalue_text": self.claimable_adjusted()}
        return {
            **attributes(self, "first", "second", "difference"),
            "pvalue": json_pvalue(self.pvalue, texts["pvalue_text"]),
            **attributes(self, "adjusted_pvalue", "significant", "method"),
            **texts,
            "changed": self.changed,
        }


@dataclass(frozen=True, repr=False)
class Ranking(Displayed):
    """Systems from best to worst, and the tested pairs.

    ``clusters`` holds the standard errors of the systems' scores if items belong to clusters; ``strata`` the number of
    items of each stratum (task) if scores are macro averages. ``runs`` states what the intervals cover;
    ``spread_of_runs`` are the standard deviations of the systems' runs; ``provenance`` states the number of runs in
    each mean and the number of omitted items. ``seed`` and ``n_resamples`` determine the samples.
    """

    systems: tuple[RankedSystem, ...]
    pairs: tuple[RankedPair, ...] = field(repr=False)
    n_items: int
    clusters: tuple[ClusterErrors, ...] | None
    strata: dict[str, int] | None
    n_runs: int
    runs: str
    provenance: Provenance
    spread_of_runs: tuple[float, ...] | None
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
        """The number of resampled clusters; None if items were resampled."""
        return None if self.clusters is None else self.clusters[0].n_clusters

    @property
    def share_of_runs(self) -> float | None:
        """The share of the variance of single scores that is between the runs of an item."""
        return self.provenance.share_of_runs

    @property
    def tested(self) -> Test:
        """The test of the p-values."""
        return TESTS.get(self.test, CROSSED)

    @property
    def best(self) -> tuple[str, ...]:
        """The system with the best score, and the systems that do not differ significantly from it."""
        leader = self.systems[0].name
        alike = {leader}.union(
            *({pair.first, pair.second} for pair in self.pairs
              if not pair.significant and leader in (pair.first, pair.second))
        )  # fmt: skip
        return tuple(system.name for system in self.systems if system.name in alike)

    def to_dict(self) -> dict[str, Any]:
        """Return the keys that ``rank --format json`` prints."""
        return {
            "systems": [attributes(each, *each.__slots__) for each in self.systems],
            "pairs": [pair.to_dict() for pair in self.pairs],
            **attributes(self, "n_items", "metric", "test", "alternative", "alpha", "correction", "baseline"),
            **attributes(self, "seed", "digest"),
            **({} if self.strata is None else {"average": "macro", "strata": self.strata}),
            **({} if self.runs == "mean" else {"runs": self.runs}),
            "version": self.version,
        }
