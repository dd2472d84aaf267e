"""The statistics in systems' files, and what two systems need in common to be compared."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.common.phrases import counted, first_few, shown
from core.data.item_statistics import DEFAULT_COLUMNS
from core.errors import DataError
from core.readers.parsing.problems import Problem, refuse
from core.readers.parsing.summaries import is_odd, summary_by_value

Missing: TypeAlias = Literal["error", "drop"]
MissingValue: TypeAlias = float | str | None


@dataclass(frozen=True, eq=False)
class Statistics:
    """The statistics in one system's file: shape ``(n, k)``, NaN for missing scores.

    ``lines`` holds the line of each row in the file ``label``; ``unit`` is "record" in a JSON list; ``notes`` state
    how the numbers were read; ``columns`` are their names if these are the counts of a metric.
    """

    label: str
    values: NDArray[np.float64]
    decimals: int
    lines: Sequence[int]
    unit: str = "line"
    notes: tuple[str, ...] = ()
    columns: tuple[str, ...] | None = None

    @property
    def missing(self) -> list[int]:
        """The rows that lack a score."""
        rows: list[int] = np.flatnonzero(np.isnan(self.values).any(axis=1)).tolist()
        return rows


def check_pair(baseline: Statistics, experimental: Statistics, ids: Sequence[str] | None) -> None:
    """Refuse two systems whose i-th rows cannot be of the same item, or that hold a summary row.

    Raises
    ------
    DataError
        If they differ in their numbers of rows or columns, count different gold, have counts that are impossible (a
        denominator below 0, a share above 1), or hold a summary row.
    """
    _check_shapes(baseline, experimental)
    refuse_summary(baseline, experimental, ids)
    dropped = sorted({*baseline.missing, *experimental.missing})
    _check_gold(baseline, experimental, np.delete(np.arange(len(baseline.values)), dropped), ids)


def _check_shapes(baseline: Statistics, experimental: Statistics) -> None:
    (n, k), (m, other) = baseline.values.shape, experimental.values.shape
    if k != other:
        raise DataError(
            f"{baseline.label} has {counted(k, 'number')} an item and {experimental.label} has {other}: "
            "both systems need the same columns."
        )
    is_known = k in (1, 2, 4) or baseline.columns is not None
    if not is_known and n == 1:
        raise DataError(
            f"{baseline.label} holds one item, with {k} numbers: if each of them is the score of an item, write one a "
            f"{baseline.unit}; measures of a whole system cannot be compared."
        )
    if not is_known:
        raise DataError(
            f"{baseline.label} has {k} numbers an item, must be 1 (score), 2 (numerator, denominator) or 4 "
            "(recall numerator and denominator, precision numerator and denominator): name one, two or four columns "
            "(columns=, --columns 'column 1')."
        )
    if n != m:
        raise DataError(
            f"{baseline.label} has {counted(n, 'item')} and {experimental.label} has {m:,}. Matched line by line, "
            "both files need the same number of lines. Where items are left out, give both files an id column."
        )
    for system in (baseline, experimental):
        refuse_wrong_counts(system)


def refuse_wrong_counts(system: Statistics) -> None:
    """Refuse denominators below 0, and shares above 1."""
    # Every second column is a denominator, or a count of errors: a sum that cannot be negative.
    denominators = system.values[:, 1::2]
    problems = [
        Problem(system.lines[i], f"{denominators[i, j]:g} is negative: a denominator must be >= 0")
        for i, j in np.argwhere(denominators < 0).tolist()
    ]
    refuse(system.label, problems, system.unit)
    if system.values.shape[1] == 4 and system.columns in (None, DEFAULT_COLUMNS[4]):
        refuse_no_shares(system)


def refuse_no_shares(system: Statistics) -> None:
    """Refuse four counts if a numerator exceeds its denominator by more than the rounding of printed fractions.

    A ratio may exceed 1; recall and precision may not.
    """
    numerators, denominators = system.values[:, :3:2], system.values[:, 1::2]
    problems = [
        Problem(system.lines[i], _no_share(numerators[i, j], denominators[i, j], ("recall", "precision")[j]))
        for i, j in np.argwhere((numerators > denominators * (1 + 1e-9)) | (numerators < 0)).tolist()
    ]
    refuse(system.label, problems, system.unit)


def _check_gold(
    baseline: Statistics, experimental: Statistics, kept: NDArray[np.int64], ids: Sequence[str] | None
) -> None:
    """Refuse four counts whose recall has another denominator for each system: it counts the gold, which both share."""
    if baseline.values.shape[1] != 4 or baseline.columns not in (None, DEFAULT_COLUMNS[4]):
        return
    gold, other = baseline.values[kept, 1], experimental.values[kept, 1]
    rows = np.flatnonzero(~np.isclose(gold, other, rtol=1e-9, atol=1e-9))
    if not len(rows):
        return
    row = int(rows[0])
    place = f"{baseline.unit} {baseline.lines[int(kept[row])]}" if ids is None else f"id {shown(ids[row])}"
    raise DataError(
        f"{baseline.label} and {experimental.label} count different gold for {len(rows):,} of "
        f"{counted(len(kept), 'item')} ({place}: {gold[row]:g} and {other[row]:g}). Recall's denominator is the gold "
        "count of the item, the same for every system: compare outputs of one metric, scored against one gold, and of "
        "four numbers put recall's two first."
    )


def refuse_summary(baseline: Statistics, experimental: Statistics, ids: Sequence[str] | None) -> None:
    """Refuse a row that is the sum or mean of the others, unless its name resembles theirs."""
    row = summary_by_value([baseline.values, experimental.values], ids)
    if row is not None:
        at = " and ".join(f"{each.unit} {each.lines[row]} of {each.label}" for each in (baseline, experimental))
        if ids is None:
            unless = "; where it is an item all the same, name the items in an id column"
        elif is_odd(ids, row):
            unless = f"; where it is an item all the same, name it like the others, not {shown(ids[row])}"
        else:
            unless = ", and the others have fewer decimals"
        raise DataError(
            f"{at} hold the mean or the sum of the others, or their number, as a summary row does: delete it, every "
            f"{baseline.unit} belongs to one item{unless}."
        )


def _no_share(numerator: float, denominator: float, what: str) -> str:
    return (
        f"{numerator:g} / {denominator:g} is no {what}: four numbers are the numerator and denominator of recall, then "
        "those of precision, and a numerator lies between 0 and its denominator; choose such columns by name, or, for "
        "a metric of other sums, pass the numbers themselves (core.PairedScores.from_scores)"
    )


def places(system: Statistics, rows: Sequence[int], ids: Sequence[str] | None) -> str:
    """Return the first of these rows by their ids, or by their lines."""
    if ids is not None:
        return f"id {first_few([ids[i] for i in rows])}"
    return f"{system.unit} {first_few([system.lines[i] for i in rows])}"


def missing_scores(systems: Sequence[Statistics], ids: Sequence[str] | None) -> str:
    """Return the message about rows without a score, and what to do about them."""
    where = " and ".join(
        f"{len(rows):,} of {counted(len(system.values), 'item')} of {system.label} ({places(system, rows, ids)})"
        for system in systems
        if (rows := system.missing)
    )
    return (
        f"A score is missing for {where}: fill in a number (0 if a blank means wrong), or leave these pairs "
        'out and be told how many (missing="drop", --missing drop).'
    )
