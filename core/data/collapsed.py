"""Distinct rows with their multiplicities: work on them is work on all items."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[Any]
Integers = NDArray[Any]


class Collapsed(NamedTuple):
    """The ``u`` distinct rows of a pair and how often each occurs.

    Two items with equal rows are interchangeable in every resample, so work on ``u`` rows is work on all ``n``.
    Rows are sorted, which makes every later step independent of the order of the items.
    """

    baseline: Floats  # (u, k)
    experimental: Floats  # (u, k)
    counts: Integers  # (u,)


def collapse(baseline: Floats, experimental: Floats, times: Integers | None = None) -> Collapsed:
    """Return the distinct rows of two aligned ``(n, k)`` arrays, sorted, with their multiplicities.

    Each row counts once, or as many ``times`` as is said. Small whole numbers (0/1 scores, counts) are read as digits
    of one integer and counted without sorting.
    """
    ends = [(column, column.min(), column.max()) for column in (*baseline.T, *experimental.T)]
    varied = [(column, low, high) for column, low, high in ends if low != high]
    columns = [column for column, _, _ in varied]
    codes = _digits(varied, len(baseline))
    if codes is not None:
        multiplicity = np.bincount(codes, times)  # as floats these sums of whole numbers are exact too
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
    """Read each row as one mixed-radix integer, or return None where that would need too many codes.

    Each column comes with its least and its largest value.
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
    """Return the rows in their order, neighbours with equal rows as one."""
    starts = _starts([*baseline.T, *experimental.T], len(counts))
    return Collapsed(baseline[starts], experimental[starts], np.add.reduceat(counts, starts))


def _starts(columns: list[Floats], n: int) -> Integers:
    """Where a row differs from the one before it."""
    new = np.zeros(n, dtype=bool)
    new[0] = True
    for column in columns:
        new[1:] |= column[1:] != column[:-1]
    return np.flatnonzero(new)
