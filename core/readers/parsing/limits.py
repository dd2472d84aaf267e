"""Limits of lines, cells and tables, so that memory and time depend only on the size of a file."""

from core.common.phrases import counted
from core.errors import DataError

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
    begin = 0
    while len(content) - begin > _LONGEST_LINE:
        end = content.rfind("\n", begin, begin + _LONGEST_LINE + 1)
        if end < 0:
            number, length = content.count("\n", 0, begin) + 1, (content + "\n").find("\n", begin) - begin
            raise DataError(
                f"{label}, line {number:,} is {length:,} characters long, and at most {_LONGEST_LINE:,} are read: is "
                "this text, with one line for each item?"
            )
        begin = end + 1


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
