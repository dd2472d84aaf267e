"""Sheets of a workbook and arrays of an archive: files within a file, named after ``#``."""

import re

from core.readers.parsing.packed.arrays import is_archive, names_of_tables
from core.readers.parsing.packed.workbook import filled_sheets, is_workbook

__all__ = ["in_file", "parts_of"]

_PART = re.compile(r"(?P<file>.+\.(?:xlsx|xlsm|npz))#(?P<part>.+)", re.IGNORECASE | re.DOTALL)


def in_file(name: str) -> tuple[str, str | None]:
    """Return the file that a name is of, and the sheet or array in it that the name asks for."""
    named = _PART.fullmatch(name)
    return (named["file"], named["part"]) if named else (name, None)


def parts_of(label: str, data: bytes) -> tuple[str, ...]:
    """Return the names of the tables in a file, each with ``#``, where it holds several; none otherwise."""
    if is_archive(data):
        names = names_of_tables(label, data)
    else:
        names = filled_sheets(label, data) if is_workbook(data) else ()
    return tuple(f"{label}#{name}" for name in names) if len(names) > 1 else ()
