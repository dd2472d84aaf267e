"""Arrays of item statistics: made from arguments, checked, reduced to their distinct rows, and digested."""

import hashlib
import math
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.common.arguments import argument
from core.common.arrays import Floats, Integers
from core.common.phrases import shown
from core.errors import DataError, OptionError

# Default column names by number of columns: a score file has one, two or four numbers per line.
DEFAULT_COLUMNS = {
    1: ("score", "items"),
    2: ("numerator", "denominator"),
    4: ("recall_numerator", "recall_denominator", "precision_numerator", "precision_denominator"),
}

# Tests of more items need gigabytes: the number of values of the law grows with the changed items.
_MOST_ITEMS = 10**12
# Resampled sums of squares stay finite.
_LARGEST = 1e140
# Below this, a double holds every integer.
_WHOLE = 2.0**53
_MISSING = {"None", "nan", "NaT", "<NA>", "--"}


def as_statistics(values: ArrayLike, what: str, *, runs: bool = False) -> Floats:
    """Return ``(n, k)`` numbers from ``(n,)`` scores or ``(n, k)`` statistics, or ``(r, n, k)`` if runs are allowed."""
    array = as_numbers(values, what)
    if not 1 <= array.ndim <= (3 if runs else 2):
        shapes = "(n,), (n, k) or (r, n, k)" if runs else "shape (n,) or (n, k)"
        raise DataError(f"{what} have {array.ndim} dimensions: pass {shapes}.")
    return array[:, None] if array.ndim == 1 else array


def as_numbers(values: ArrayLike, what: str) -> Floats:
    """Return an array of the numbers; raise DataError unless all are real numbers, and none of them is masked.

    Integers that a double cannot hold, such as 2^53 + 1, are refused.
    """
    if np.ma.is_masked(values):
        raise DataError(f"{what} are masked in places: leave these items out of all systems, or give them scores.")
    try:
        # NumPy would convert complex numbers and dates to floats.
        given = np.asarray(values)
        if given.dtype.kind in "cmM":
            raise TypeError
        numbers = given.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        raise DataError(f"{what} are not all numbers: pass one number, or k numbers, an item.") from None
    if given.dtype.kind in "iuO" and (np.abs(numbers) >= _WHOLE).any():
        changed = [
            value for value in given[np.abs(numbers) >= _WHOLE].tolist()
            if isinstance(value, int | Decimal) and float(value) != value == value // 1
        ]  # fmt: skip
        if changed:
            raise DataError(
                f"{what} hold {changed[0]}, a whole number above 2^53, which floating point rounds: subtract the same "
                "number from all scores, or divide them."
            )
    return numbers


def as_counts(counts: ArrayLike, n_rows: int) -> Integers:
    """Return the number of items of each of ``n_rows`` rows."""
    try:
        array = as_numbers(counts, "The counts")
    except DataError:
        raise OptionError(f"{argument('counts', counts)}, must be whole numbers >= 0, one for each row.") from None
    if array.shape != (n_rows,) or not ((array >= 0) & (array == np.rint(array))).all():
        raise OptionError(f"{argument('counts', counts)}, must be {n_rows:,} whole numbers >= 0, one for each row.")
    if not 0 < array.sum() <= _MOST_ITEMS:
        raise OptionError(f"{argument('counts', counts)}, must add up to at least one item, and to at most 10^12.")
    return array.astype(np.int64)


def default_columns(width: int) -> tuple[str, ...]:
    """Return the names of that many statistics per item."""
    return DEFAULT_COLUMNS.get(width, tuple(f"column_{i + 1}" for i in range(width)))


def check_finite(name: str, array: Floats) -> None:
    """Raise DataError, naming the item, unless all ``(n, k)`` statistics are finite and their squares can be summed."""
    # A sum is finite exactly when no element is NaN or infinite (or the sum overflows, which is refused too).
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


def check_listed(name: str, names: Any) -> None:
    """Raise OptionError unless these are None or a list of names."""
    listed = isinstance(names, Sequence) and not isinstance(names, str | bytes)
    # Arrays and columns of data frames
    values = getattr(names, "dtype", None)
    listed = listed or (values is not None and getattr(names, "ndim", 0) == 1 and values.kind in "OSTUiufb")
    if names is not None and not listed:
        raise OptionError(f"{argument(name, names)}, must be a list, one for each.")


def as_names(name: str, names: Sequence[str] | None) -> tuple[str, ...] | None:
    """Return the items' ids or clusters as texts; raise an error unless they are a list that names every item."""
    check_listed(name, names)
    if names is None:
        return None
    texts = tuple(map(str, names))
    for i, (given, text) in enumerate(zip(names, texts, strict=True)):
        # None, NaN, and their equivalents in data frames and masked arrays; any text is a name.
        if not isinstance(given, str) and text in _MISSING:
            raise DataError(f"Item {i + 1} has no name among the {name}: name each item, or leave the item out.")
    return texts


def check_one_each(names: Sequence[str], n: int, what: str = "cluster") -> None:
    """Raise DataError unless there is one name of a cluster (or stratum) for each item."""
    if len(names) != n:
        raise DataError(f"{len(names):,} {what} names for {n:,} items: give one for each item.")


def check_strata(strata: Sequence[str] | None, clusters: Sequence[str] | None, n: int) -> None:
    """Raise an error unless there is one stratum for each item, and for all items of a cluster."""
    if strata is None:
        return
    check_one_each(strata, n, "stratum")
    if clusters is not None:
        check_one_each(clusters, n)
        strata_of_clusters(strata, clusters)


def strata_of_clusters(strata: Sequence[str], clusters: Sequence[str]) -> tuple[str, ...]:
    """Return the stratum of each cluster, in the order in which clusters appear.

    Raises DataError if the items of a cluster are of several strata.
    """
    known: dict[str, str] = {}
    for cluster, stratum in zip(clusters, strata, strict=True):
        if known.setdefault(cluster, stratum) != stratum:
            raise DataError(
                f"Cluster {shown(cluster)} has items of the tasks {shown(known[cluster])} and {shown(stratum)}: a "
                "cluster lies within one task. Give the clusters of each task names of their own."
            )
    return tuple(known.values())


def check_text(name: str, value: Any) -> None:
    """Raise OptionError unless the value is a text."""
    if not isinstance(value, str):
        raise OptionError(f"{argument(name, value)}, must be a text.")


def first_repeated(names: Sequence[str]) -> str | None:
    """Return the first name that occurs a second time; None if all are different."""
    if len(set(names)) == len(names):  # for speed
        return None
    seen: set[str] = set()
    return next((name for name in names if name in seen or seen.add(name)), None)  # type: ignore[func-returns-value]


def places_of(names: Sequence[str]) -> list[int]:
    """Return each name's index in order of first appearance."""
    places = {name: i for i, name in enumerate(dict.fromkeys(names))}
    return [places[name] for name in names]


def strata_of(names: Sequence[str]) -> tuple[tuple[str, ...], Integers]:
    """Return the sorted strata and each item's index, independent of the order of items."""
    strata, places = np.unique(np.array(names, dtype=object), return_inverse=True)
    return tuple(strata.tolist()), places.ravel().astype(np.int64)


def stratum_sizes(names: Sequence[str]) -> dict[str, int]:
    """Return the number of items of each stratum, sorted by name."""
    strata, places = strata_of(names)
    return dict(zip(strata, np.bincount(places).tolist(), strict=True))


def check_same_rows(*columns: Any) -> None:
    """Refuse columns of data frames with different row labels, because rows would not belong to the same item."""
    indexes: list[Any] = [getattr(column, "index", None) for column in columns]
    labelled = [each for each in indexes if hasattr(each, "equals")]
    if any(len(each) == len(labelled[0]) and not each.equals(labelled[0]) for each in labelled[1:]):
        raise DataError(
            "The columns label their rows differently, so that row i of one need not be row i of another: join them "
            "first, or pass .to_numpy() of each if their order is the same."
        )


class Collapsed(NamedTuple):
    """The ``u`` distinct rows of a pair and their multiplicities.

    Two items with equal rows are interchangeable in every resample, so that ``u`` rows represent all ``n``.
    Rows are sorted, which makes every later step independent of the order of the items.
    """

    baseline: Floats  # (u, k)
    experimental: Floats  # (u, k)
    counts: Integers  # (u,)


def collapse(baseline: Floats, experimental: Floats, times: Integers | None = None) -> Collapsed:
    """Return the distinct rows of two aligned ``(n, k)`` arrays, sorted, with their multiplicities.

    ``times`` are the multiplicities of the given rows, by default 1. Rows of small integers (0/1 scores, counts) are
    encoded as one integer and counted without sorting.
    """
    ends = [(column, column.min(), column.max()) for column in (*baseline.T, *experimental.T)]
    varied = [(column, low, high) for column, low, high in ends if low != high]
    columns = [column for column, _, _ in varied]
    codes = _digits(varied, len(baseline))
    if codes is not None:
        multiplicity = np.bincount(codes, times)  # integer sums in floats are exact
        present = np.flatnonzero(multiplicity)
        where = np.empty(len(multiplicity), dtype=np.int64)
        where[codes] = np.arange(len(codes))
        first, counts = where[present], multiplicity[present]
    else:
        order = _order(columns)
        starts = _starts([column[order] for column in columns], len(order))
        ones = np.ones(len(order), dtype=np.int64) if times is None else times
        first, counts = order[starts], np.add.reduceat(ones[order], starts)
    rows = Collapsed(baseline[first], experimental[first], counts.astype(np.int64))
    for array in rows:
        array.setflags(write=False)
    return rows


def _order(columns: list[Floats]) -> Integers:
    """Return the positions of the rows in sorted order: `np.lexsort`, in a tenth of its time where no value repeats."""
    order = np.argsort(columns[0])
    first = columns[0][order]
    return order if (first[1:] != first[:-1]).all() else np.lexsort(columns[::-1])


def _digits(columns: list[tuple[Floats, float, float]], n: int) -> Integers | None:
    """Encode each row as one mixed-radix integer; None if that needs too many codes.

    The minimum and maximum of each column are given.
    """
    codes = np.zeros(n, dtype=np.int64)
    size = 1
    for column, low, high in columns:
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


def merged(baseline: Floats, experimental: Floats, counts: Integers) -> Collapsed:
    """Return the rows in order, with equal adjacent rows merged."""
    starts = _starts([*baseline.T, *experimental.T], len(counts))
    return Collapsed(baseline[starts], experimental[starts], np.add.reduceat(counts, starts))


def _starts(columns: list[Floats], n: int) -> Integers:
    """Mask of the rows that differ from their predecessor."""
    new = np.zeros(n, dtype=bool)
    new[0] = True
    for column in columns:
        new[1:] |= column[1:] != column[:-1]
    return np.flatnonzero(new)


def exact_sums(rows: Floats) -> Floats:
    """Return the sums of the columns, correctly rounded, so that the order of the rows changes no digit."""
    return np.array([math.fsum(column.tolist()) for column in rows.T])


def digest_of(described: object, arrays: Iterable[NDArray[Any]], names: Sequence[str] | None) -> str:
    """Return the SHA-256, in hexadecimal, of a description with the shapes of arrays, the arrays, and names."""
    digest = hashlib.sha256(repr(described).encode())
    for array in arrays:
        digest.update(np.ascontiguousarray(array).data)
    if names is not None:
        # Lengths are included, so that concatenated names are unambiguous.
        digest.update(np.array([len(name) for name in names], dtype=np.int64).data)
        digest.update("".join(names).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()
