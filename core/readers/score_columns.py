"""Which column holds the scores, where nobody says."""

from collections.abc import Collection, Sequence

import numpy as np

from core.common.phrases import first_few
from core.data.item_statistics import DEFAULT_COLUMNS
from core.errors import OptionError
from core.readers.numeric import parse_numbers
from core.readers.roles import numeric_columns, text_role
from core.readers.table import Table

__all__ = ["only_column", "score_columns", "usual_columns"]


def score_columns(tables: Sequence[Table], others: Collection[str]) -> tuple[tuple[str, ...], list[str]]:
    """Return the columns that hold the scores of all the tables, whose rows belong together, and a note on the choice.

    They are called so, or the only ones beside the others, or the only one of numbers in which the tables differ.

    Raises
    ------
    OptionError
        If it cannot be told.
    """
    found = {usual_columns(table.columns, others) for table in tables}
    if len(found) == 1 and None not in found:
        return next(iter(found)) or (), []
    numeric = [name for name in numeric_columns(tables[0]) if name not in others and _held(name, tables)]
    same = [name for name in numeric if _is_same(name, tables)]
    differing = [name for name in numeric if name not in same]
    labels = [name for name in tables[0].columns if text_role(name) and name not in others]
    # Without names, "q1,0,5" may be two columns of numbers, or one with a decimal comma.
    named = any(name != f"column {i}" for i, name in enumerate(tables[0].columns, 1))
    if (
        named
        and len(differing) == 1
        and not labels
        and not any(_may_divide(tables, differing[0], name) for name in same)
    ):
        because = f": the tables differ in no other column of numbers ({first_few(same)} is the same)" if same else ""
        return (differing[0],), [f"The scores are those of column {differing[0]!r}{because}."]
    table = next((table for table in tables if usual_columns(table.columns, others) is None), tables[0])
    return (only_column(table, others, "the scores"),), []


def usual_columns(names: Sequence[str], others: Collection[str]) -> tuple[str, ...] | None:
    """Return the columns of scores that are called so, or the only one beside the others; None where neither is.

    Examples
    --------
    >>> usual_columns(["id", "length", "numerator", "denominator"], {"id"}), usual_columns(["id", "bleu"], {"id"})
    (('numerator', 'denominator'), ('bleu',))
    """
    left = tuple(name for name in names if name not in others)
    for usual in (DEFAULT_COLUMNS[4], DEFAULT_COLUMNS[2], ("score",)):
        if set(usual) <= set(left):
            return usual
    return left if len(left) == 1 else None


def only_column(table: Table, others: Collection[str], what: str) -> str:
    """Return the only column beside the others.

    Raises
    ------
    OptionError
        If there are several, or none.
    """
    left = [name for name in table.columns if name not in others]
    if len(left) == 1:
        return left[0]
    listed = first_few([repr(name) for name in left or table.columns], limit=30)
    raise OptionError(f"{table.label} has the columns {listed}: say which holds {what} (columns=, --columns).")


def _held(name: str, tables: Sequence[Table]) -> bool:
    return all(table.columns.count(name) == 1 for table in tables)


def _is_same(name: str, tables: Sequence[Table]) -> bool:
    first, *rest = (parse_numbers(table.column(name))[0] for table in tables)
    return all(np.array_equal(first, each, equal_nan=True) for each in rest)


def _may_divide(tables: Sequence[Table], score: str, other: str) -> bool:
    """Return whether a column may hold the denominators of another: then the choice is not one of a single column."""
    denominators = parse_numbers(tables[0].column(other))[0]
    scores = [parse_numbers(table.column(score))[0] for table in tables]
    return bool(denominators.max(initial=0) > 1) and not any(
        ((each < 0) | (each > denominators)).any() for each in scores
    )
