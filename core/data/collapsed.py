"""Distinct rows with their multiplicities, which represent all items."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[Any]
Integers = NDArray[Any]


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
        order = np.lexsort(columns[::-1])
        starts = _starts([column[order] for column in columns], len(order))
        ones = np.ones(len(order), dtype=np.int64) if times is None else times
        first, counts = order[starts], np.add.reduceat(ones[order], starts)
    rows = Collapsed(baseline[first], experimental[first], counts.astype(np.int64))
    for array in rows:
        array.setflags(write=False)
    return rows


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
