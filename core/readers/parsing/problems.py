"""Errors in a file, line by line, the options that a message offers, and limits of lines, cells and tables.

With the limits, memory and time depend only on the size of a file.
"""

import shlex
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from core.common.phrases import counted, first_few
from core.errors import DataError

# One problem is shown and the others are counted up to this number, which limits memory.
MOST_PROBLEMS = 1_000


class Problem(NamedTuple):
    """A problem of a file: its line (or JSON record), counted from 1, and its description."""

    line: int
    message: str


def quoted(names: Iterable[str]) -> str:
    """Return names in quotes, at most 30 of them."""
    return first_few([repr(name) for name in names], limit=30)


def listed_columns(names: Sequence[str]) -> str:
    """Return the first names of columns in quotes, after "column" or "columns"."""
    return f"column{'s' if len(names) > 1 else ''} {first_few([repr(name) for name in names])}"


def choice(name: str, flag: str, value: str | Sequence[str]) -> str:
    """Return an option as a Python value for the API and the command line.

    Examples
    --------
    >>> choice("id", "--id", "item name")
    "(id='item name', --id 'item name')"
    """
    text = value if isinstance(value, str) else ",".join(value)
    return f"({name}={text!r}, {flag} {shlex.quote(text)})"


def choices(name: str, flag: str, values: Sequence[str | Sequence[str]]) -> str:
    """Return an option with each of its first few possible values, or without a value if there are none.

    Examples
    --------
    >>> choices("id", "--id", ["a", "b"]), choices("id", "--id", [])
    ("(id='a', --id a) or (id='b', --id b)", '(id=, --id)')
    """
    return " or ".join(choice(name, flag, value) for value in values[:5]) or f"({name}=, {flag})"


def refuse(label: str, problems: Sequence[Problem], unit: str = "line") -> None:
    """Raise the first problem, if any, with the number of further ones, at most `MOST_PROBLEMS`."""
    if not problems:
        return
    first = problems[0]
    others = len({problem.line for problem in problems} - {first.line})
    least = "At least " if len(problems) >= MOST_PROBLEMS else ""
    more = f" ({least}{counted(others, f'more {unit}')} cannot be read either.)" if others else ""
    raise DataError(f"{label}, {unit} {first.line}: {first.message}.{more}")


_LONGEST_LINE = 1_000_000
_MOST_COLUMNS = 5_000
# Most cells without text in the file, such as missing keys of records.
_FREE_CELLS = 1_000_000
# Blank lines of files as small as this are named one by one.
_FREE_LINES = 100_000


def refuse_blank_lines(label: str, content: str) -> None:
    """Refuse a large text if at least nine in ten lines are blank."""
    n_lines = content.count("\n") + 1
    if n_lines < _FREE_LINES:
        return
    bare = content.replace(" ", "").replace("\t", "")
    # Runs of ten line ends occur only in stretches of blank lines.
    if 10 * bare.count("\n" * 10) > 0.9 * n_lines:
        raise DataError(
            f"{label} has {n_lines:,} lines, and nearly all of them are blank: take the blank lines out, one line "
            "belongs to one item."
        )


def refuse_long_lines(label: str, content: str) -> None:
    """Refuse lines of more than `_LONGEST_LINE` characters."""
    lines = content.split("\n") if len(content) > _LONGEST_LINE else ()
    for number, line in enumerate(lines, 1):
        if len(line) > _LONGEST_LINE:
            raise DataError(
                f"{label}, line {number:,} is {len(line):,} characters long, and at most {_LONGEST_LINE:,} are read: "
                "is this text, with one line for each item?"
            )


def refuse_many_columns(place: str, n_columns: int) -> None:
    """Refuse more than `_MOST_COLUMNS` columns."""
    if n_columns > _MOST_COLUMNS:
        raise DataError(
            f"{place}: {counted(n_columns, 'column')}, and at most {_MOST_COLUMNS:,} are read: give each item a line "
            "of its own, and each score one key or column."
        )


def refuse_sparse(label: str, n_rows: int, n_columns: int, n_characters: int) -> None:
    """Refuse a table of far more cells than its text has characters."""
    if n_rows * n_columns > _FREE_CELLS + n_characters:
        raise DataError(
            f"{label}: {counted(n_rows, 'row')} of {counted(n_columns, 'column')}, and most cells hold nothing: give "
            "every row the same columns, only those that are needed."
        )
