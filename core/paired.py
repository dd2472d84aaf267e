"""Aligned statistics of two systems on the same items, validated once and frozen."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.arguments import argument, check_whole
from core.cached import cached_property
from core.errors import DataError, OptionError

__all__ = ["Collapsed", "PairedScores", "check_pair", "collapse"]

Floats = NDArray[Any]
Integers = NDArray[Any]

# The column names that a bare number of columns stands for: a score file has one, two or four numbers a line.
DEFAULT_COLUMNS = {
    1: ("score", "items"),
    2: ("numerator", "denominator"),
    4: ("recall_numerator", "recall_denominator", "precision_numerator", "precision_denominator"),
}


# Resampled sums of squares stay finite.
_LARGEST = 1e140


class Collapsed(NamedTuple):
    """The ``u`` distinct rows of a pair and how often each occurs.

    Two items with equal rows are interchangeable in every resample, so work on ``u`` rows is work on all ``n``.
    Rows are sorted, which makes every later step independent of the order of the items.
    """

    baseline: Floats  # (u, k)
    experimental: Floats  # (u, k)
    counts: Integers  # (u,)


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
        The items' names; without them items are known by position.
    baseline_name, experimental_name : str
        The systems' names, usually file names.
    decimals : int, optional
        The most decimals printed in the files the scores came from; None for numbers that were never printed.
        It tells how precisely each score is known (`core.exact.units`).
    labels : strings, optional
        The label set, where the statistics were counted from labels.
    notes : strings
        What the reader did that a person should know ("3 pairs with a missing score were dropped").

    Raises
    ------
    DataError
        If the shapes differ, nothing is there, or a value is not finite.

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
    ) -> "PairedScores":
        """Pair two arrays of scores, shape ``(n,)``, or of statistics, shape ``(n, k)``.

        One number an item is a score; it is stored beside a column of ones, so that the mean is a ratio of sums and
        stays one when items are grouped into clusters.

        Examples
        --------
        >>> PairedScores.from_scores([[1, 2], [3, 4]], [[2, 2], [3, 4]]).columns
        ('numerator', 'denominator')
        """
        for name, names in (("ids", ids), ("columns", columns), ("notes", notes)):
            _check_listed(name, names)
        arrays = [_as_statistics(baseline, "baseline"), _as_statistics(experimental, "experimental")]
        width = arrays[0].shape[1]
        if columns is None:
            columns = DEFAULT_COLUMNS.get(width, tuple(f"column_{i + 1}" for i in range(width)))
        if width == 1:
            arrays = [np.column_stack([array, np.ones(len(array))]) for array in arrays]
        return cls(
            arrays[0], arrays[1], tuple(columns), None if ids is None else tuple(map(str, ids)),
            baseline_name, experimental_name, decimals, None, () if notes is None else tuple(notes),
        )  # fmt: skip

    def __setstate__(self, state: dict[str, Any]) -> None:
        # NumPy's arrays come out of a pickle writeable.
        for value in state.values():
            for array in value if isinstance(value, tuple) else (value,):
                if isinstance(array, np.ndarray):
                    array.setflags(write=False)
        self.__dict__.update(state)

    def __len__(self) -> int:
        return len(self.baseline)

    def __repr__(self) -> str:
        return (
            f"PairedScores({self.baseline_name!r}, {self.experimental_name!r}, n={len(self)}, columns={self.columns})"
        )

    @cached_property
    def collapsed(self) -> Collapsed:
        """The distinct rows with their multiplicities, in sorted order."""
        return collapse(self.baseline, self.experimental)

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of all that a result is made of, in hexadecimal: equal exactly when the data are.

        That is both systems' statistics with their columns, label set and ids, and how many decimals were printed,
        because 0.333333 is a third where it was printed and itself where it was not. Whole numbers are the same however
        they were printed.
        """
        a, e, _ = self.collapsed
        whole = np.array_equal(a, np.rint(a)) and np.array_equal(e, np.rint(e))
        said = (len(self), self.columns, self.labels, None if whole else self.decimals, self.ids is not None)
        digest = hashlib.sha256(repr(said).encode())
        for part in self._bytes():
            digest.update(part)
        if self.ids is not None:
            # With their lengths, so that no id can run into the next.
            digest.update(np.array([len(name) for name in self.ids], dtype=np.int64).data)
            digest.update("".join(self.ids).encode("utf-8", "surrogatepass"))
        return digest.hexdigest()

    def _bytes(self) -> Iterable[bytes | memoryview]:
        """The bytes of both systems' statistics, item after item."""
        return self.baseline.data, self.experimental.data

    def swapped(self) -> "PairedScores":
        """Return the pair with baseline and experimental exchanged."""
        return self.with_items(
            self.experimental, self.baseline, self.ids,
            baseline_name=self.experimental_name, experimental_name=self.baseline_name,
        )  # fmt: skip

    def named(self, baseline: str, experimental: str) -> "PairedScores":
        """Return the pair with these names of its systems.

        Examples
        --------
        >>> PairedScores.from_scores([0, 1], [1, 1]).named("rules", "neural").experimental_name
        'neural'
        """
        return self.with_items(self.baseline, self.experimental, self.ids, baseline, experimental)

    def by_cluster(self, clusters: Sequence[str]) -> "PairedScores":
        """Sum the statistics within each cluster, which then is the item; clusters keep their order of appearance.

        Items of one document or passage err together; resampling them one by one would understate the noise.

        Parameters
        ----------
        clusters : n strings
            The cluster of each item.

        Examples
        --------
        >>> pair = PairedScores.from_scores([0, 1, 1], [1, 1, 0]).by_cluster(["a", "a", "b"])
        >>> pair.ids, pair.experimental.tolist()
        (('a', 'b'), [[2.0, 2.0], [0.0, 1.0]])
        """
        _check_listed("clusters", clusters)
        if clusters is None or len(clusters) != len(self):
            raise DataError(f"{len(clusters or ())} cluster names for {len(self)} items: give one for each item.")
        names = {name: i for i, name in enumerate(dict.fromkeys(clusters))}
        rows = np.array([names[name] for name in clusters])
        sums = []
        for statistics in (self.baseline, self.experimental):
            total = np.zeros((len(names), statistics.shape[1]))
            np.add.at(total, rows, statistics)
            sums.append(total)
        return self.with_items(sums[0], sums[1], tuple(names))

    def with_items(
        self, baseline: Floats, experimental: Floats, ids: tuple[str, ...] | None,
        baseline_name: str | None = None, experimental_name: str | None = None,
    ) -> "PairedScores":  # fmt: skip
        """Return a pair of these items, with other names of the systems where they are given."""
        return PairedScores(
            baseline, experimental, self.columns, ids,
            baseline_name or self.baseline_name, experimental_name or self.experimental_name,
            self.decimals, self.labels, self.notes,
        )  # fmt: skip


def collapse(baseline: Floats, experimental: Floats, times: Integers | None = None) -> Collapsed:
    """Return the distinct rows of two aligned ``(n, k)`` arrays, sorted, with their multiplicities.

    Each row counts once, or as many ``times`` as is said. Small whole numbers (0/1 scores, counts) are read as digits
    of one integer and counted without sorting.
    """
    columns = [column for column in (*baseline.T, *experimental.T) if column.min() != column.max()]
    codes = _digits(columns, len(baseline))
    if codes is not None:
        multiplicity = np.bincount(codes, times)  # as floats these sums of whole numbers are exact too
        present = np.flatnonzero(multiplicity)
        where = np.empty(len(multiplicity), dtype=np.int64)
        where[codes] = np.arange(len(codes))
        first, counts = where[present], multiplicity[present]
    else:
        order = np.lexsort(columns[::-1])
        changes = np.zeros(len(order), dtype=bool)
        changes[0] = True
        for column in columns:
            ordered = column[order]
            changes[1:] |= ordered[1:] != ordered[:-1]
        starts = np.flatnonzero(changes)
        ones = np.ones(len(order), dtype=np.int64) if times is None else times
        first, counts = order[starts], np.add.reduceat(ones[order], starts)
    rows = Collapsed(baseline[first], experimental[first], counts.astype(np.int64))
    for array in rows:
        array.setflags(write=False)
    return rows


def _digits(columns: list[Floats], n: int) -> Integers | None:
    """Read each row as one mixed-radix integer, or return None where that would need too many codes."""
    codes = np.zeros(n, dtype=np.int64)
    size = 1
    for column in columns:
        low, high = column.min(), column.max()
        if not high - low < 4 * n + 1024:
            return None
        size *= int(high - low) + 1
        if size > 4 * n + 1024:
            return None
        whole = column.astype(np.int64)
        if not np.array_equal(column, whole):
            return None
        codes *= int(high - low) + 1
        codes += whole - int(low)
    return codes


def _as_statistics(values: ArrayLike, name: str) -> Floats:
    try:
        if np.iscomplexobj(values):
            raise TypeError
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise DataError(f"The {name} scores are not all numbers: pass one number, or k numbers, per item.") from None
    if array.ndim == 1:
        array = array[:, None]
    if array.ndim != 2:
        raise DataError(f"The {name} scores have {array.ndim} dimensions: pass shape (n,) or (n, k).")
    return array


def _check_listed(name: str, names: Any) -> None:
    listed = isinstance(names, Sequence) and not isinstance(names, str | bytes)
    listed = listed or (isinstance(names, np.ndarray) and names.ndim == 1 and names.dtype.kind in "OSU")
    if names is not None and not listed:
        raise OptionError(f"{argument(name, names)}, must be a list, one for each.")


def _check(pair: PairedScores) -> None:
    for name in ("baseline_name", "experimental_name"):
        if not isinstance(getattr(pair, name), str):
            raise OptionError(f"{argument(name, getattr(pair, name))}, must be a text.")
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
    if len(a) == 0:
        raise DataError(f"{pair.baseline_name} and {pair.experimental_name} hold no items: nothing can be compared.")
    for name, array in ((pair.baseline_name, a), (pair.experimental_name, e)):
        # A sum is finite exactly when no element is NaN or infinite (or the sum overflows, which is no better).
        with np.errstate(over="ignore", invalid="ignore"):
            total = array.sum()
        if not np.isfinite(total):
            bad = np.argwhere(~np.isfinite(array))
            where = f"item {bad[0][0] + 1} is {array[tuple(bad[0])]}" if len(bad) else "the sum overflows"
            raise DataError(f"{name}: {where}: every score must be a finite number.")
        if max(array.max(), -array.min()) > _LARGEST:
            bad = np.argwhere(np.abs(array) > _LARGEST)
            raise DataError(
                f"{name}: item {bad[0][0] + 1} is {array[tuple(bad[0])]:g}: squares of scores beyond {_LARGEST:g} "
                "overflow; give all scores in a larger unit."
            )
    if len(pair.columns) != a.shape[1]:
        raise DataError(f"{len(pair.columns)} column names for {a.shape[1]} columns of statistics.")
    if pair.ids is not None:
        if len(pair.ids) != len(a):
            raise DataError(f"{len(pair.ids)} ids for {len(a)} items: give one for each item.")
        if len(set(pair.ids)) != len(pair.ids):
            seen: set[str] = set()
            twice = next(name for name in pair.ids if name in seen or seen.add(name))  # type: ignore[func-returns-value]
            raise DataError(f"The id {twice!r} occurs twice: ids must name one item each.")


def check_pair(pair: Any, name: str = "pair") -> None:
    """Raise OptionError unless these are paired scores."""
    if not isinstance(pair, PairedScores):
        raise OptionError(
            f"{argument(name, pair)}, must be PairedScores: core.read_scores reads them from files, "
            "core.PairedScores.from_scores takes arrays."
        )
