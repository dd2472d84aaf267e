"""Decimal commas: read if a file is consistent; refused with a question if ambiguous."""

import re
from collections.abc import Iterable, Sequence

from core.readers.parsing.numeric import is_ambiguous, is_missing, is_number

__all__ = ["comma_note", "in_every_line", "is_with_comma", "with_points"]

_COMMA = re.compile(r"[+-]?[0-9]*+,[0-9]++(?:[eE][+-]?[0-9]++)?")
# A smaller share of fields with commas among whole numbers is treated as an error.
_STRAY = 0.1


def with_points(columns: Sequence[Sequence[str]]) -> list[list[str]] | None:
    """Return columns of numbers with decimal commas replaced by points, None if they have no decimal commas.

    All numbers must agree: none has a point, and at least one is not a count in thousands.
    """
    text = "".join("".join(column) for column in columns)
    if "," not in text or "." in text:
        return None
    cells = [cell for column in columns for cell in column]
    commas = [cell.strip() for cell in cells if "," in cell]
    if len(commas) < _STRAY * len(cells) or not all(map(_COMMA.fullmatch, commas)) or all(map(is_ambiguous, commas)):
        return None
    if not all("," in cell or is_number(cell) or is_missing(cell) for cell in cells):
        return None
    return [[cell.replace(",", ".") for cell in column] for column in columns]


def is_with_comma(field: str) -> bool:
    """Return whether a field is two runs of digits and a comma between them."""
    return bool(_COMMA.fullmatch(field.strip('"')))


def in_every_line(lines: Iterable[str]) -> bool:
    """Return whether each line is two whole numbers with only a comma between them, or one with a decimal comma."""
    filled = [line.strip() for line in lines if line and not line.isspace()]
    return bool(filled) and all(map(_COMMA.fullmatch, filled))


def comma_note(label: str, cell: str) -> str:
    """Return the note on how a number is read."""
    return f"{label} has decimal commas: {cell.strip()} is read as {cell.strip().replace(',', '.')}."
