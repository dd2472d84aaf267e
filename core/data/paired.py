"""Aligned statistics of two systems on the same items, validated once and frozen."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from core.common.arguments import argument, check_whole
from core.common.arrays import Floats
from core.common.cached import cached_property
from core.data.item_statistics import (
    Collapsed,
    as_counts,
    as_names,
    as_statistics,
    check_finite,
    check_listed,
    check_one_each,
    check_same_rows,
    check_strata,
    check_text,
    collapse,
    default_columns,
    digest_of,
    first_repeated,
    merged,
    places_of,
)
from core.data.provenance import AS_GIVEN, Provenance
from core.errors import DataError, OptionError


class Runs(NamedTuple):
    """The single runs behind the items' means: statistics ``(2, r, n, k)``, baseline first, and the runs' names."""

    statistics: Floats
    names: tuple[str, ...] | None = None


@dataclass(frozen=True, eq=False)
class PairedScores:
    """The statistics of a baseline and an experimental system on the same ``n`` items.

    Build one with :meth:`from_scores` (numbers in memory) or a function of :mod:`core.readers` (files).

    Parameters
    ----------
    baseline, experimental : (n, k) float arrays
        Additive statistics per item and system: row ``i`` of both belongs to the same item.
    columns : k strings
        What each column counts, for example ``("score", "items")`` or ``("numerator", "denominator")``.
    ids : n strings, optional
        The items' names; without them items are identified by position.
    baseline_name, experimental_name : str
        The systems' names, usually file names.
    decimals : int, optional
        The most decimals printed in the files the scores came from; None for numbers that were never printed.
        It gives the precision of each score (`core.distributions.units`).
    labels : strings, optional
        The label set, if the statistics were counted from labels.
    notes : strings
        Notes of the reader for the user ("3 pairs with a missing score were dropped").
    clusters : n strings, optional
        The document, passage or user of each item: errors within it are correlated, so tests resample it as a whole.
    lower_is_better : bool
        Whether lower scores are better according to a log; a metric chosen by name then has this direction.
    signatures : pairs of strings
        For each metric, the settings of its statistics, as printed by the tool that counted them.
    strata : n strings, optional
        The task of each item: the score is then the mean of the tasks' scores, and each is resampled separately.
    provenance : Provenance
        The number of omitted items, and the number of runs in each mean.
    runs : Runs, optional
        The runs, if there are several.

    Raises
    ------
    DataError
        If the shapes differ, there are no items, or a value is not finite.

    Examples
    --------
    >>> pair = PairedScores.from_scores([0, 1, 1], [1, 1, 0])
    >>> len(pair), pair.columns
    (3, ('score', 'items'))
    """

    baseline: Floats
    experimental: Floats
    columns: tuple[str, ...]
    ids: tuple[str, ...] | None = None
    baseline_name: str = "baseline"
    experimental_name: str = "experimental"
    decimals: int | None = None
    labels: tuple[str, ...] | None = None
    notes: tuple[str, ...] = field(default=())
    clusters: tuple[str, ...] | None = None
    lower_is_better: bool = False
    signatures: tuple[tuple[str, str], ...] = ()
    strata: tuple[str, ...] | None = None
    provenance: Provenance = AS_GIVEN
    runs: Runs | None = None

    def __post_init__(self) -> None:
        for name in ("baseline", "experimental"):
            # Adding 0.0 turns the negative zero that some tools print into zero, so equal scores have equal bytes.
            array = np.ascontiguousarray(np.asarray(getattr(self, name), dtype=np.float64) + 0.0)
            array.setflags(write=False)
            object.__setattr__(self, name, array)
        _check(self)
        if self.decimals is not None:
            object.__setattr__(self, "decimals", int(self.decimals))

    @classmethod
    def from_scores(
        cls,
        baseline: ArrayLike,
        experimental: ArrayLike,
        *,
        ids: Sequence[str] | None = None,
        columns: Sequence[str] | None = None,
        baseline_name: str = "baseline",
        experimental_name: str = "experimental",
        decimals: int | None = None,
        notes: Sequence[str] = (),
        clusters: Sequence[str] | None = None,
    ) -> "PairedScores":
        """Pair two arrays of scores, shape ``(n,)``, or of statistics, shape ``(n, k)``.

        One number per item is a score. It is stored with a column of ones, so that the mean is a ratio of sums, also
        after items are grouped into clusters.

        >>> PairedScores.from_scores([[1, 2], [3, 4]], [[2, 2], [3, 4]]).columns
        ('numerator', 'denominator')
        """
        for name, names in (("columns", columns), ("notes", notes)):
            check_listed(name, names)
        arrays = [
            as_statistics(baseline, "The baseline scores"), as_statistics(experimental, "The experimental scores")
        ]  # fmt: skip
        width = arrays[0].shape[1]
        columns = default_columns(width) if columns is None else tuple(columns)
        if width == 1:
            arrays = [np.column_stack([array, np.ones(len(array))]) for array in arrays]
        return cls(
            arrays[0], arrays[1], columns, as_names("ids", ids), baseline_name, experimental_name, decimals, None,
            () if notes is None else tuple(notes), as_names("clusters", clusters),
        )  # fmt: skip

    @staticmethod
    def from_counts(
        baseline_rows: ArrayLike,
        experimental_rows: ArrayLike,
        counts: ArrayLike,
        *,
        columns: Sequence[str] | None = None,
        baseline_name: str = "baseline",
        experimental_name: str = "experimental",
        decimals: int | None = None,
    ) -> "PairedScores":
        """Pair rows that each represent many items, for data too large to list.

        Parameters
        ----------
        baseline_rows, experimental_rows : (u,) scores or (u, k) statistics
            The systems' statistics on the items of each kind.
        counts : (u,) whole numbers, at least 0
            The number of items of each kind.
        columns, baseline_name, experimental_name, decimals
            As for the class.

        Examples
        --------
        A billion items, 40,000 helped and 39,000 hurt:

        >>> pair = PairedScores.from_counts([0, 1, 1], [1, 0, 1], [40_000, 39_000, 10**9 - 79_000])
        >>> len(pair)
        1000000000
        """
        rows = PairedScores.from_scores(
            baseline_rows, experimental_rows, columns=columns,
            baseline_name=baseline_name, experimental_name=experimental_name, decimals=decimals,
        )  # fmt: skip
        return CountedScores(rows.baseline, rows.experimental, as_counts(counts, len(rows)), rows)

    def __setstate__(self, state: dict[str, Any]) -> None:
        # Unpickled NumPy arrays are writeable.
        for value in state.values():
            for array in value if isinstance(value, tuple) else (value,):
                if isinstance(array, np.ndarray):
                    array.setflags(write=False)
        self.__dict__.update(state)

    def __len__(self) -> int:
        return len(self.baseline)

    def __repr__(self) -> str:
        names = f"{self.baseline_name!r}, {self.experimental_name!r}"
        return f"PairedScores({names}, n={len(self)}, columns={self.columns})"

    @cached_property
    def collapsed(self) -> Collapsed:
        """The distinct rows with their multiplicities, in sorted order."""
        return collapse(self.baseline, self.experimental)

    @property
    def all_rows(self) -> Floats:
        """The distinct statistics of both systems' items ``(u, k)``; with runs, those of every item in every run."""
        if self.runs is None:
            return np.vstack([self.collapsed.baseline, self.collapsed.experimental])
        runs = self.runs.statistics
        return runs[~np.isnan(runs).any(axis=-1)]

    @cached_property
    def digest(self) -> str:
        """The SHA-256, in hexadecimal, of all data that affect a result: equal if and only if the data are equal.

        It covers both systems' statistics, columns, label set, ids, and the number of printed decimals, because a
        printed 0.333333 is a third and an unprinted one is not. Integers do not depend on the printed decimals.
        """
        a, e, _ = self.collapsed
        whole = np.array_equal(a, np.rint(a)) and np.array_equal(e, np.rint(e))
        clusters = self._cluster_places()
        decimals = None if whole else self.decimals
        strata = () if self.strata is None else (self.strata,)
        described = (len(self), self.columns, self.labels, decimals, self.ids is not None, clusters, *strata)
        if self.runs is None:
            return digest_of(described, self._in_order(), self.ids)
        runs = self.runs.statistics
        return digest_of((*described, runs.shape), [*self._in_order(), runs], self.ids)

    def _cluster_places(self) -> object:
        return None if self.clusters is None else places_of(self.clusters)

    def _in_order(self) -> Collapsed:
        return merged(self.baseline, self.experimental, np.ones(len(self), dtype=np.int64))

    @property
    def is_clustered(self) -> bool:
        """Whether the items belong to clusters."""
        return self.clusters is not None

    @cached_property
    def units(self) -> "PairedScores":
        """The units that the tests resample and swap: clusters if the items have any, else items."""
        return self.by_cluster() if self.is_clustered else self

    def swapped(self) -> "PairedScores":
        """Return the pair with baseline and experimental exchanged."""
        baseline, experimental = self.sides()
        return self.with_fields(
            baseline=experimental, experimental=baseline,
            baseline_name=self.experimental_name, experimental_name=self.baseline_name,
            runs=None if self.runs is None else self.runs._replace(statistics=self.runs.statistics[::-1]),
        )  # fmt: skip

    def listed(self) -> "PairedScores":
        """Return the pair with one row per item."""
        return self

    def named(self, baseline: str, experimental: str) -> "PairedScores":
        """Return the pair with these names of its systems."""
        return self.with_fields(baseline_name=baseline, experimental_name=experimental)

    def only(self, columns: Sequence[str]) -> "PairedScores":
        """Return the pair with only these statistics; unchanged if these are all, or not among its statistics.

        Statistics of several metrics may be side by side; resampling those of one metric is faster.
        """
        if not set(columns) < set(self.columns):
            return self
        places = [self.columns.index(column) for column in columns]
        baseline, experimental = self.sides()
        return self.with_fields(
            baseline=baseline[:, places], experimental=experimental[:, places], columns=tuple(columns),
            runs=None if self.runs is None else self.runs._replace(statistics=self.runs.statistics[..., places]),
        )  # fmt: skip

    def sides(self) -> tuple[Floats, Floats]:
        """The statistics that are held of each system."""
        return self.baseline, self.experimental

    def with_fields(self, **changes: Any) -> "PairedScores":
        """Return the pair with other values of these fields."""
        return replace(self, **changes)

    def with_clusters(self, clusters: Sequence[str] | None) -> "PairedScores":
        """Return the pair with these clusters of its items, or with None to resample single items."""
        return replace(self, clusters=as_names("clusters", clusters))

    def with_strata(self, strata: Sequence[str] | None) -> "PairedScores":
        """Return the pair with these strata (tasks) of its items, or with None to pool all items."""
        return replace(self, strata=as_names("strata", strata))

    def by_cluster(self, clusters: Sequence[str] | None = None) -> "PairedScores":
        """Sum the statistics within each cluster, which becomes the item; clusters keep their order of appearance.

        Errors within a document or passage are correlated; resampling single items would underestimate the variance.

        Parameters
        ----------
        clusters : n strings, optional
            The cluster of each item, in place of the pair's clusters.
        """
        names = (self.clusters if clusters is None else as_names("clusters", clusters)) or ()
        check_one_each(names, len(self))
        places, rows = dict.fromkeys(names), np.array(places_of(names))
        sums = [np.zeros((len(places), self.baseline.shape[1])) for _ in range(2)]
        for total, statistics in zip(sums, (self.baseline, self.experimental), strict=True):
            np.add.at(total, rows, statistics)
        return self.with_items(sums[0], sums[1], tuple(places))

    def with_items(self, baseline: Floats, experimental: Floats, ids: tuple[str, ...] | None) -> "PairedScores":
        """Return a pair of these items, without clusters, strata and runs, with the names and notes of this one."""
        return PairedScores(baseline, experimental, ids=ids, **{name: getattr(self, name) for name in _SHARED})


def _check(pair: PairedScores) -> None:
    """Refuse a pair whose arrays, names, ids and clusters are inconsistent."""
    for name in ("baseline_name", "experimental_name"):
        check_text(name, getattr(pair, name))
    if pair.decimals is not None:
        check_whole("decimals", pair.decimals, 0, hint=", or None for numbers that were never printed")
    a, e = pair.baseline, pair.experimental
    if a.ndim != 2 or e.ndim != 2 or a.shape[1] != e.shape[1]:
        raise DataError(
            f"{pair.baseline_name} has statistics of shape {a.shape} and {pair.experimental_name} of {e.shape}: "
            "both need (n, k) with the same k."
        )
    if len(a) != len(e):
        raise DataError(
            f"{pair.baseline_name} has {len(a)} items and {pair.experimental_name} has {len(e)}: "
            "a paired comparison needs both systems on the same items."
        )
    if not a.size:
        what = "items" if not len(a) else "statistics of the items"
        raise DataError(f"{pair.baseline_name} and {pair.experimental_name} hold no {what}: nothing can be compared.")
    check_finite(pair.baseline_name, a)
    check_finite(pair.experimental_name, e)
    if len(pair.columns) != a.shape[1]:
        raise DataError(f"{len(pair.columns)} column names for {a.shape[1]} columns of statistics.")
    if pair.ids is not None:
        if len(pair.ids) != len(a):
            raise DataError(f"{len(pair.ids)} ids for {len(a)} items: give one for each item.")
        twice = first_repeated(pair.ids)
        if twice is not None:
            raise DataError(f"The id {twice!r} occurs twice: ids must name one item each.")
    if pair.clusters is not None:
        check_one_each(pair.clusters, len(a))
    check_strata(pair.strata, pair.clusters, len(a))


# What pairs of other items of the same files have too.
_SHARED = (
    "columns", "baseline_name", "experimental_name", "decimals", "labels", "notes", "lower_is_better", "signatures",
    "provenance",
)  # fmt: skip


class CountedScores(PairedScores):
    """A `PairedScores` of distinct rows with their numbers of items.

    ``baseline`` and ``experimental`` ``(u, k)`` are the statistics of each row, ``counts`` ``(u,)`` its number of
    items, at least 0, and ``clusters`` the cluster of all of them. ``like`` is a pair with the same columns, names,
    decimals, labels and notes.

    >>> like = PairedScores.from_scores([0], [0])
    >>> pair = CountedScores([[0, 1], [1, 1]], [[1, 1], [1, 1]], [2, 1_000_000], like)
    >>> len(pair), pair.collapsed.counts.tolist(), pair.baseline.shape
    (1000002, [2, 1000000], (1000002, 2))
    """

    def __init__(
        self, baseline: ArrayLike, experimental: ArrayLike, counts: ArrayLike, like: PairedScores,
        clusters: Sequence[str] | None = None,
    ) -> None:  # fmt: skip
        times = np.asarray(counts, dtype=np.int64)
        present = times > 0
        present_times = times[present]
        present_times.setflags(write=False)
        # Checked and frozen as every pair is.
        rows = PairedScores(np.asarray(baseline)[present], np.asarray(experimental)[present], like.columns)
        values = {name: getattr(like, name) for name in _SHARED} | dict.fromkeys(("ids", "strata", "runs"))
        values["rows"] = Collapsed(rows.baseline, rows.experimental, present_times)
        values["clusters_of_rows"] = None if clusters is None else tuple(np.asarray(clusters)[present].tolist())
        for name, value in values.items():
            object.__setattr__(self, name, value)

    rows: Collapsed
    clusters_of_rows: tuple[str, ...] | None

    @property
    def clusters(self) -> tuple[str, ...] | None:
        """The cluster of each item, computed on each access."""
        of_rows = self.clusters_of_rows
        return None if of_rows is None else tuple(np.repeat(of_rows, self.rows.counts).tolist())

    @property
    def is_clustered(self) -> bool:
        return self.clusters_of_rows is not None

    def by_cluster(self, clusters: Sequence[str] | None = None) -> PairedScores:
        if clusters is not None or self.clusters_of_rows is None:
            return super().by_cluster(clusters)
        times = self.rows.counts[:, None]
        return self.with_items(self.rows.baseline * times, self.rows.experimental * times, None).by_cluster(
            self.clusters_of_rows
        )

    @property
    def baseline(self) -> Floats:
        """The baseline's statistics ``(n, k)``, computed on each access."""
        return _listed(self.rows.baseline, self.rows)

    @property
    def experimental(self) -> Floats:
        """The experimental system's statistics ``(n, k)``, computed on each access."""
        return _listed(self.rows.experimental, self.rows)

    def __len__(self) -> int:
        return int(self.rows.counts.sum())

    @cached_property
    def collapsed(self) -> Collapsed:
        return collapse(*self.rows)

    def sides(self) -> tuple[Floats, Floats]:
        return self.rows.baseline, self.rows.experimental

    def with_fields(self, **changes: Any) -> "CountedScores":
        like = replace(self.with_items(*self.sides(), None), **changes)
        return CountedScores(like.baseline, like.experimental, self.rows.counts, like, self.clusters_of_rows)

    def with_clusters(self, clusters: Sequence[str] | None) -> PairedScores:
        """Return the pair with these clusters, its items listed."""
        if clusters is None:
            return CountedScores(*self.rows, self)
        names = as_names("clusters", clusters) or ()
        check_one_each(names, len(self))  # before the items are listed
        return replace(self.listed(), clusters=names)

    def with_strata(self, strata: Sequence[str] | None) -> PairedScores:
        """Return the pair with these strata, its items listed."""
        if strata is None:
            return self
        names = as_names("strata", strata) or ()
        check_one_each(names, len(self), "stratum")
        return replace(self.listed(), strata=names)

    def listed(self) -> PairedScores:
        return replace(self.with_items(self.baseline, self.experimental, None), clusters=self.clusters)

    def _cluster_places(self) -> object:
        of_rows = self.clusters_of_rows
        return None if of_rows is None else (places_of(of_rows), self.rows.counts.tolist())

    def _in_order(self) -> Collapsed:
        return self.rows if self.is_clustered else merged(*self.rows)


def without_items(pair: PairedScores) -> CountedScores:
    """Return the distinct rows of a pair with their multiplicities, without items and ids."""
    counted = CountedScores(*pair.collapsed, pair)
    counted.__dict__["collapsed"] = counted.rows  # already distinct and sorted
    return counted


def _listed(statistics: Floats, rows: Collapsed) -> Floats:
    listed = np.repeat(statistics, rows.counts, axis=0)
    listed.setflags(write=False)
    return listed


def as_pair(
    baseline: Any, experimental: Any = None, clusters: Sequence[str] | None = None, strata: Sequence[str] | None = None
) -> PairedScores:
    """Return the pair, the pair of the only two systems, or a pair made of two arrays, lists or columns."""
    check_same_rows(baseline, experimental, clusters, strata)
    pair = _pair(baseline, experimental)
    pair = pair if clusters is None else pair.with_clusters(clusters)
    return pair if strata is None else pair.with_strata(strata)


def _pair(baseline: Any, experimental: Any) -> PairedScores:
    systems = getattr(baseline, "names", None) if hasattr(baseline, "pair") else None  # of core.data.scores.Scores
    if experimental is not None and (isinstance(baseline, PairedScores) or systems):
        raise OptionError(
            f"{argument('experimental', experimental)}, must be left out: {baseline!r} holds both systems."
        )
    if isinstance(baseline, PairedScores):
        return baseline
    if systems:
        if len(systems) != 2:
            raise OptionError(f"{baseline!r} are not two systems: choose two with .pair(baseline, experimental).")
        return baseline.pair(*systems)
    if experimental is None:
        raise OptionError(
            f"{argument('baseline', baseline)}, must be PairedScores, which core.read_scores makes of files, or be "
            "followed by the experimental system's scores: compare(baseline, experimental)."
        )
    names = [getattr(side, "name", None) for side in (baseline, experimental)]
    if names[0] == names[1] or not all(isinstance(name, str) for name in names):
        names = ["baseline", "experimental"]
    return PairedScores.from_scores(
        baseline, experimental, baseline_name=str(names[0]), experimental_name=str(names[1])
    )


def as_units(pair: Any, name: str = "pair") -> PairedScores:
    """Return the items or clusters that a study resamples; raise OptionError unless these are paired scores.

    Strata are refused, because a study resamples one list of items.
    """
    if not isinstance(pair, PairedScores):
        raise OptionError(
            f"{argument(name, pair)}, must be PairedScores: core.read_scores reads them from files, "
            "core.PairedScores.from_scores takes arrays."
        )
    if pair.strata is not None:
        raise OptionError(
            f"{argument(name, pair)}, holds items of several tasks, which only compare and rank take: pass "
            "pair.with_strata(None) to study all items as one list."
        )
    return pair.units
