"""Scores that are not written as bare numbers: true and false, per cent, in quotes, or with decimal commas."""

from collections.abc import Callable, Sequence

from core.readers.decimal_comma import comma_note, with_points
from core.readers.numeric import is_missing, is_number

__all__ = ["bare_numbers", "is_written_number"]

_TRUTH = {"true": "1", "false": "0"}


def _truth(cell: str) -> str | None:
    return _TRUTH.get(cell.casefold())


def _per_cent(cell: str) -> str | None:
    number = cell[:-1].strip()
    return number if cell[-1:] == "%" and is_number(number.replace(",", ".", 1)) else None


def _in_quotes(cell: str) -> str | None:
    inside = cell[1:-1].strip()
    is_quoted = len(cell) > 2 and cell[0] == cell[-1] and cell[0] in "\"'"
    is_score = is_number(inside) or _truth(inside) is not None or _per_cent(inside) is not None
    return inside if is_quoted and is_score else None


_WAYS: tuple[tuple[Callable[[str], str | None], str], ...] = (
    (_in_quotes, "quotes are left out"),
    (_truth, "true and false are read as 1 and 0"),
    (_per_cent, "scores are in per cent, read without the sign"),
)


def is_written_number(field: str) -> bool:
    """Return whether the field is a number, or written in one of these ways.

    Examples
    --------
    >>> [is_written_number(field) for field in ("0.5", "True", "53.2%", '"0.5"', "yes", "%")]
    [True, True, True, True, False, False]
    """
    field = field.strip()
    return is_number(field) or any(way(field) is not None for way, _ in _WAYS)


def bare_numbers(label: str, columns: Sequence[Sequence[str]]) -> tuple[Sequence[Sequence[str]], tuple[str, ...]]:
    """Return columns of numbers written in one other way as bare numbers, and notes that say so.

    Where not every score is written in the same way, the columns stay as they are.

    Examples
    --------
    >>> bare_numbers("a.txt", [["True", "False", ""]])
    ([['1', '0', '']], ('In a.txt true and false are read as 1 and 0.',))
    >>> bare_numbers("a.txt", [['"53.2%"', '"8%"']])
    ([['53.2', '8']], ('In a.txt quotes are left out, and scores are in per cent, read without the sign.',))
    >>> bare_numbers("a.txt", [["53,2", "8,1"]])
    ([['53.2', '8.1']], ('a.txt has decimal commas: 53,2 is read as 53.2.',))
    >>> bare_numbers("a.txt", [["53.2%", "0.5"]])
    ([['53.2%', '0.5']], ())
    """
    columns, done = _in_other_ways(columns)
    notes = (f"In {label} {', and '.join(done)}.",) if done else ()
    with_commas = with_points(columns)
    if with_commas is None:
        return columns, notes
    comma = next(cell for cells in columns for cell in cells if "," in cell)
    return with_commas, (*notes, comma_note(label, comma))


def _in_other_ways(columns: Sequence[Sequence[str]]) -> tuple[Sequence[Sequence[str]], list[str]]:
    first = next((cell for cells in columns for cell in cells if not is_missing(cell)), "")
    if is_number(first) or not is_written_number(first):
        return columns, []
    distinct = {cell.strip() for column in columns for cell in column}
    bare = {cell: cell for cell in distinct}
    done = []
    for way, what in _WAYS:
        written = {cell: way(cell) for cell in bare.values() if not is_missing(cell)}
        if written and all(number is not None for number in written.values()):
            bare = {cell: written.get(now) or now for cell, now in bare.items()}
            done.append(what)
    return ([[bare[cell.strip()] for cell in column] for column in columns] if done else columns), done
