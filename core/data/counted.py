"""Scores of many items that are alike: held as distinct rows with counts, listed only for whoever asks.

A resample cannot tell two items with equal rows apart, so a million of them need no more memory than one of each kind.
Results hold their data like this: no item and no id stays with them.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from core.common.cached import cached_property
from core.data.collapsed import Collapsed, collapse, merged
from core.data.item_statistics import as_names, check_one_each, check_text
from core.data.paired import Floats, PairedScores

__all__ = ["CountedScores", "without_items"]


class CountedScores(PairedScores):
    """A `PairedScores` of rows, each of which stands for as many items as it counts, one after the other.

    Parameters
    ----------
    baseline, experimental : (u, k) arrays
        The statistics of each row.
    counts : (u,) whole numbers, at least 0
        How many items are like it.
    like : PairedScores
        What has the same columns, names, decimals, labels and notes.

    Examples
    --------
    >>> like = PairedScores.from_scores([0], [0])
    >>> pair = CountedScores([[0, 1], [1, 1]], [[1, 1], [1, 1]], [2, 1_000_000], like)
    >>> len(pair), pair.collapsed.counts.tolist(), pair.baseline.shape
    (1000002, [2, 1000000], (1000002, 2))
    """

    def __init__(self, baseline: ArrayLike, experimental: ArrayLike, counts: ArrayLike, like: PairedScores) -> None:
        times = np.asarray(counts, dtype=np.int64)
        present = times > 0
        present_times = times[present]
        present_times.setflags(write=False)
        # Checked and frozen as every pair is.
        rows = PairedScores(np.asarray(baseline)[present], np.asarray(experimental)[present], like.columns)
        self._hold(like, rows=Collapsed(rows.baseline, rows.experimental, present_times))

    def _hold(self, like: PairedScores, **rows: Any) -> None:
        values = {
            "columns": like.columns,
            "ids": None,
            "baseline_name": like.baseline_name,
            "experimental_name": like.experimental_name,
            "decimals": like.decimals,
            "labels": like.labels,
            "notes": like.notes,
            "clusters": None,
            "lower_is_better": like.lower_is_better,
            "signatures": like.signatures,
            "strata": None,
            "provenance": like.provenance,
            "runs": None,
            **rows,
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    rows: Collapsed

    @property
    def baseline(self) -> Floats:
        """The baseline's statistics ``(n, k)``, listed anew each time."""
        return _listed(self.rows.baseline, self.rows)

    @property
    def experimental(self) -> Floats:
        """The experimental system's statistics ``(n, k)``, listed anew each time."""
        return _listed(self.rows.experimental, self.rows)

    def __len__(self) -> int:
        return int(self.rows.counts.sum())

    @cached_property
    def collapsed(self) -> Collapsed:
        """The distinct rows with their multiplicities, in sorted order."""
        return collapse(*self.rows)

    def swapped(self) -> "CountedScores":
        """Return the pair with baseline and experimental exchanged."""
        renamed = self.named(self.experimental_name, self.baseline_name)
        return CountedScores(self.rows.experimental, self.rows.baseline, self.rows.counts, renamed)

    def named(self, baseline: str, experimental: str) -> "CountedScores":
        """Return the pair with these names of its systems."""
        check_text("baseline_name", baseline)
        check_text("experimental_name", experimental)
        named = CountedScores(*self.rows, self)
        object.__setattr__(named, "baseline_name", baseline)
        object.__setattr__(named, "experimental_name", experimental)
        return named

    def only(self, columns: Sequence[str]) -> "CountedScores":
        """Return the pair with those of its statistics; the pair itself where these are all, or not among its own."""
        if not set(columns) < set(self.columns):
            return self
        chosen = self.with_items(self.rows.baseline, self.rows.experimental, None).only(columns)
        return CountedScores(chosen.baseline, chosen.experimental, self.rows.counts, chosen)

    def with_clusters(self, clusters: Sequence[str] | None) -> PairedScores:
        """Return the pair with these clusters, its items listed."""
        return self if clusters is None else self._listed(as_names("clusters", clusters) or ()).with_clusters(clusters)

    def with_strata(self, strata: Sequence[str] | None) -> PairedScores:
        """Return the pair with these strata, its items listed."""
        return self if strata is None else self._listed(as_names("strata", strata) or (), "stratum").with_strata(strata)

    def _listed(self, names: Sequence[str], what: str = "cluster") -> PairedScores:
        check_one_each(names, len(self), what)  # before so many items are listed
        return PairedScores(
            self.baseline, self.experimental, self.columns, None,
            self.baseline_name, self.experimental_name, self.decimals, self.labels, self.notes,
            lower_is_better=self.lower_is_better, signatures=self.signatures, provenance=self.provenance,
        )  # fmt: skip

    def _in_order(self) -> Collapsed:
        return merged(*self.rows)


def without_items(pair: PairedScores) -> CountedScores:
    """Return what is left of a pair for its results: distinct rows, neither items nor ids.

    Examples
    --------
    >>> counted = without_items(PairedScores.from_scores([0, 1, 0], [1, 1, 1], ids=["a", "b", "c"]))
    >>> counted.ids, counted.rows.counts.tolist()
    (None, [2, 1])
    """
    counted = CountedScores.__new__(CountedScores)
    counted._hold(pair, rows=pair.collapsed)  # which are checked and frozen,
    counted.__dict__["collapsed"] = counted.rows  # and distinct and sorted
    return counted


def _listed(statistics: Floats, rows: Collapsed) -> Floats:
    listed = np.repeat(statistics, rows.counts, axis=0)
    listed.setflags(write=False)
    return listed
