"""Aligned statistics of any number of systems, with their runs, on the same items."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from core.common.arguments import argument
from core.common.arrays import Floats
from core.common.cached import cached_property
from core.common.phrases import counted, first_few
from core.data.item_statistics import (
    as_names,
    as_statistics,
    check_same_rows,
    check_strata,
    default_columns,
    digest_of,
    first_repeated,
    places_of,
    strata_of_clusters,
)
from core.data.paired import PairedScores, Runs
from core.data.provenance import AS_GIVEN, Provenance
from core.errors import DataError, OptionError


@dataclass(frozen=True, eq=False)
class Scores:
    """The statistics of ``s`` systems, each run ``r`` times, on the same ``n`` items: frozen, its array read-only.

    Build one with :meth:`from_systems`, and look at two systems with :meth:`pair`.

    Parameters
    ----------
    statistics : (s, r, n, k) float array
        Additive statistics; an item's row is NaN in a missing run.
    columns : k strings
        What each statistic counts, for example ``("score", "items")``.
    names : s strings
        The systems' names, all different.
    ids : n strings, optional
        The items' names, all different; without them items are identified by position.
    clusters : n strings, optional
        The document, passage or user of each item: errors within it are correlated.
    runs : r strings, optional
        The runs' names (seeds, epochs, trials), if there are several.
    decimals : int, optional
        The most decimals printed in the files that the scores came from; None for numbers that were never printed.
    labels : strings, optional
        The label set, if the statistics were counted from labels.
    notes : strings
        Notes of the reader for the user.
    lower_is_better : bool
        Whether lower scores are better, according to a log.
    signatures : pairs of strings
        For each metric, the settings of its statistics, as printed by the tool that counted them.
    strata : n strings, optional
        The task of each item: a score is then the mean of the tasks' scores, and each is resampled separately.
    provenance : Provenance
        The number of omitted items.

    Raises
    ------
    DataError
        If the shapes do not fit, names or ids repeat, a value is not finite, or an item has no run of some system.

    Examples
    --------
    >>> scores = Scores.from_systems({"old": [0, 1, 1], "new": [1, 1, 0], "newest": [1, 1, 1]})
    >>> scores
    Scores(3 systems, n=3, columns=('score', 'items'))
    >>> scores.pair("old", "newest").experimental[:, 0].tolist()
    [1.0, 1.0, 1.0]
    """

    statistics: Floats
    columns: tuple[str, ...]
    names: tuple[str, ...]
    ids: tuple[str, ...] | None = None
    clusters: tuple[str, ...] | None = None
    runs: tuple[str, ...] | None = None
    decimals: int | None = None
    labels: tuple[str, ...] | None = None
    notes: tuple[str, ...] = ()
    lower_is_better: bool = False
    signatures: tuple[tuple[str, str], ...] = ()
    strata: tuple[str, ...] | None = None
    provenance: Provenance = AS_GIVEN

    def __post_init__(self) -> None:
        # Adding 0.0 turns the negative zero that some tools print into zero, so equal scores have equal bytes.
        array = np.ascontiguousarray(np.asarray(self.statistics, dtype=np.float64) + 0.0)
        array.setflags(write=False)
        object.__setattr__(self, "statistics", array)
        _check(self)

    @classmethod
    def from_systems(
        cls,
        systems: Mapping[str, ArrayLike],
        *,
        columns: Sequence[str] | None = None,
        ids: Sequence[str] | None = None,
        clusters: Sequence[str] | None = None,
        strata: Sequence[str] | None = None,
        runs: Sequence[str] | None = None,
        decimals: int | None = None,
        notes: Sequence[str] = (),
        lower_is_better: bool = False,
    ) -> "Scores":
        """Combine one array per system: ``(n,)`` scores, ``(n, k)`` statistics, or ``(r, n, k)`` of several runs.

        Two systems, each run twice, with one score per item:

        >>> two_runs = {"old": [[[0], [1]], [[1], [1]]], "new": [[[1], [1]], [[1], [1]]]}
        >>> Scores.from_systems(two_runs).n_runs
        2
        """
        given = [as_statistics(values, f"The scores of {name}", runs=True) for name, values in systems.items()]
        arrays = [array if array.ndim == 3 else array[None] for array in given]
        shapes = {array.shape for array in arrays}
        if len(shapes) > 1:
            listed = ", ".join(
                f"{name} {array.shape}" for name, array in zip(list(systems)[:5], arrays[:5], strict=True)
            )
            raise DataError(f"The systems have different shapes (runs, items, statistics): {listed}. Align them first.")
        if not arrays:
            raise DataError("There are no systems: give at least one.")
        statistics = np.stack(arrays)
        if columns is None:
            columns = default_columns(statistics.shape[-1])
        if statistics.shape[-1] == 1:
            # One number an item is a score; beside a column of ones its mean is a ratio of sums, and stays one when
            # items are grouped into clusters.
            statistics = np.concatenate([statistics, np.where(np.isnan(statistics), np.nan, 1.0)], axis=-1)
        return cls(
            statistics,
            tuple(columns),
            tuple(map(str, systems)),
            ids=as_names("ids", ids),
            clusters=as_names("clusters", clusters),
            runs=None if runs is None else tuple(map(str, runs)),
            decimals=decimals,
            notes=tuple(notes),
            lower_is_better=lower_is_better,
            strata=as_names("strata", strata),
        )

    def __len__(self) -> int:
        return self.statistics.shape[2]

    def __reduce__(self) -> tuple[type, tuple[Any, ...]]:
        # Use the constructor, because unpickled NumPy arrays are writeable.
        return type(self), tuple(getattr(self, field.name) for field in fields(self))

    def __repr__(self) -> str:
        runs = f", {counted(self.n_runs, 'run')}" if self.n_runs > 1 else ""
        return f"Scores({counted(len(self.names), 'system')}{runs}, n={len(self):,}, columns={self.columns})"

    @property
    def n_runs(self) -> int:
        """The number of runs of each system; an item may lack some."""
        return self.statistics.shape[1]

    @cached_property
    def digest(self) -> str:
        """The SHA-256, in hexadecimal, of all data that affect a result: equal if and only if the data are equal."""
        described = (
            self.statistics.shape, self.columns, self.names, self.ids, self.clusters, self.decimals, self.labels,
            *(() if self.strata is None else (self.strata,)),
        )  # fmt: skip
        return digest_of(described, [self.statistics], None)

    def system(self, name: str) -> int:
        """Return the index of a system; raise DataError, listing the names, if there is none."""
        if name not in self.names:
            raise DataError(f"No system is called {name!r}: the systems are {first_few(self.names)}.")
        return self.names.index(name)

    def mean_over_runs(self) -> "Scores":
        """Return each item's statistics averaged over its runs, as a single run."""
        if self.n_runs == 1:
            return self
        # The mean of printed numbers has no fixed number of decimals.
        return replace(self, statistics=np.nanmean(self.statistics, axis=1, keepdims=True), runs=None, decimals=None)

    def of_systems(self, names: Sequence[str]) -> "Scores":
        """Return the scores of these systems, in this order."""
        places = [self.system(name) for name in names]
        return replace(self, statistics=self.statistics[places], names=tuple(names))

    def pair(self, baseline: str, experimental: str) -> PairedScores:
        """Return two of the systems as a pair, averaged over runs if there are several."""
        both = self.statistics[[self.system(baseline), self.system(experimental)]]
        once = both[:, 0] if self.n_runs == 1 else np.nanmean(both, axis=1)
        return PairedScores(
            once[0],
            once[1],
            self.columns,
            ids=self.ids,
            baseline_name=baseline,
            experimental_name=experimental,
            decimals=self.decimals if self.n_runs == 1 else None,
            labels=self.labels,
            notes=self.notes,
            clusters=self.clusters,
            lower_is_better=self.lower_is_better,
            signatures=self.signatures,
            strata=self.strata,
            provenance=self.provenance.over_runs(both),
            runs=Runs(both, self.runs) if self.n_runs > 1 else None,
        )

    def only(self, columns: Sequence[str]) -> "Scores":
        """Return the scores with only these statistics, as `PairedScores.only` does."""
        if not set(columns) < set(self.columns):
            return self
        places = [self.columns.index(column) for column in columns]
        return replace(self, statistics=self.statistics[..., places], columns=tuple(columns))

    def by_cluster(self) -> "Scores":
        """Return the statistics summed within each cluster, which becomes the item, in order of appearance."""
        if self.clusters is None:
            raise DataError("These scores name no clusters: give one name for each item (clusters=).")
        if self.n_runs > 1:
            return self.mean_over_runs().by_cluster()
        clusters = tuple(dict.fromkeys(self.clusters))
        totals = np.zeros((len(clusters), len(self.names), 1, len(self.columns)))
        np.add.at(totals, np.array(places_of(self.clusters)), np.moveaxis(self.statistics, 2, 0))
        strata = None if self.strata is None else strata_of_clusters(self.strata, self.clusters)
        return replace(self, statistics=np.moveaxis(totals, 0, 2), ids=clusters, clusters=None, strata=strata)


def _check(scores: Scores) -> None:
    array = scores.statistics
    if array.ndim != 4:
        raise DataError(f"The statistics have shape {array.shape}: pass (systems, runs, items, statistics).")
    s, r, n, k = array.shape
    if not s or not r or not n or not k:
        raise DataError(f"The statistics have shape {array.shape}: nothing can be compared.")
    for what, names, length, unique in (
        ("column names", scores.columns, k, False),
        ("names of systems", scores.names, s, True),
        ("ids", scores.ids, n, True),
        ("clusters", scores.clusters, n, False),
        ("names of runs", scores.runs, r, True),
    ):
        if names is None:
            continue
        if len(names) != length:
            raise DataError(f"{len(names):,} {what} for an array of shape {array.shape}: give {length:,}.")
        twice = first_repeated(names) if unique else None
        if twice is not None:
            raise DataError(f"The name {twice!r} occurs twice among the {what}: each must be different.")
    check_strata(scores.strata, scores.clusters, n)
    missing = np.isnan(array)
    if np.isinf(array).any() or (missing.any(axis=-1) != missing.all(axis=-1)).any():
        system, _, item, _ = np.argwhere(np.isinf(array) | (missing & ~missing.all(axis=-1, keepdims=True)))[0]
        raise DataError(f"{scores.names[system]}: item {item + 1:,} has a score that is not a finite number.")
    lacking = np.argwhere(missing.all(axis=(1, 3)))
    if len(lacking):
        system, item = lacking[0]
        name = scores.ids[item] if scores.ids else str(item + 1)
        raise DataError(
            f"{scores.names[system]} has no score of item {name} in any run: leave the item out of all systems, or "
            "give it a score."
        )


def as_scores(scores: Any, clusters: Sequence[str] | None = None, strata: Sequence[str] | None = None) -> Scores:
    """Return the scores, or those of a dictionary or data frame with one column per system.

    Given clusters or strata replace those of the scores.
    """
    if isinstance(scores, Scores):
        return _grouped(scores, clusters, strata)
    columns = dict(scores.items()) if hasattr(scores, "items") and hasattr(scores, "keys") else scores
    if not isinstance(columns, Mapping) or not all(isinstance(name, str) for name in columns):
        raise OptionError(
            f"{argument('scores', scores)}, must be Scores, which core.read makes of files, or a dictionary or data "
            "frame of each system's scores by its name."
        )
    check_same_rows(*columns.values(), clusters, strata)
    return _grouped(Scores.from_systems(columns), clusters, strata)


def _grouped(scores: Scores, clusters: Sequence[str] | None, strata: Sequence[str] | None) -> Scores:
    given = {"clusters": as_names("clusters", clusters), "strata": as_names("strata", strata)}
    given = {name: names for name, names in given.items() if names is not None}
    return replace(scores, **given) if given else scores  # type: ignore[arg-type]
