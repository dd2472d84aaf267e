"""Scores that are written in another way than as bare numbers: true and false, in per cent, or in quotes."""

from collections.abc import Callable, Sequence

from core.readers.numeric import is_missing, is_number

__all__ = ["as_bare_numbers", "is_written_number"]

_TRUTH = {"true": "1", "false": "0"}


def _in_quotes(cell: str) -> str | None:
    is_quoted = len(cell) > 2 and cell[0] == cell[-1] and cell[0] in "\"'"
    return cell[1:-1].strip() if is_quoted and is_written_number(cell[1:-1]) else None


def _truth(cell: str) -> str | None:
    return _TRUTH.get(cell.casefold())


def _per_cent(cell: str) -> str | None:
    number = cell[:-1].strip()
    return number if cell[-1:] == "%" and is_number(number) else None


_WAYS: tuple[tuple[Callable[[str], str | None], str], ...] = (
    (_in_quotes, "quotes are left out"),
    (_truth, "true and false are read as 1 and 0"),
    (_per_cent, "the scores are in per cent, read without the sign"),
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


def as_bare_numbers(columns: Sequence[Sequence[str]]) -> tuple[list[list[str]], str] | None:
    """Return columns of numbers that are written in another way as bare ones, and what was done.

    None where they are bare already, or where not every score is written in the same way.

    Examples
    --------
    >>> as_bare_numbers([["True", "False", ""]])
    ([['1', '0', '']], 'true and false are read as 1 and 0')
    >>> as_bare_numbers([['"53.2%"', '"8%"']])
    ([['53.2', '8']], 'quotes are left out, the scores are in per cent, read without the sign')
    >>> as_bare_numbers([["53.2%", "0.5"]]) is None
    True
    """
    distinct = {cell.strip() for column in columns for cell in column}
    bare = {cell: cell for cell in distinct}
    done = []
    for way, what in _WAYS:
        written = {cell: way(cell) for cell in bare.values() if not is_missing(cell)}
        if written and all(number is not None for number in written.values()):
            bare = {cell: written.get(now) or now for cell, now in bare.items()}
            done.append(what)
    return ([[bare[cell.strip()] for cell in column] for column in columns], ", ".join(done)) if done else None
