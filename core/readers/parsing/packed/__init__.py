"""Convert binary tables (workbooks, Parquet, NumPy arrays) to CSV text.

The readers of text then read them too, and number the rows of a sheet like lines.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from core.readers.parsing.packed.arrays import is_archive, is_array, names_of_tables, split_arrays
from core.readers.parsing.packed.parquet import is_parquet, split_parquet
from core.readers.parsing.packed.workbook import filled_sheets, is_workbook, split_workbook

__all__ = ["in_file", "parts_of", "unpacked", "unpacked_once"]

_PART = re.compile(r"(?P<file>.+\.(?:xlsx|xlsm|npz))#(?P<part>.+)", re.IGNORECASE | re.DOTALL)
_HELD: ContextVar[dict[tuple[str, bytes], tuple[str, int]] | None] = ContextVar("_HELD", default=None)
_MOST_HELD = 3  # two systems and gold labels


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


@contextmanager
def unpacked_once() -> Iterator[None]:
    """Keep what `unpacked` returns until the outermost such block ends: a file is recognised, and then read."""
    outermost = _HELD.set({}) if _HELD.get() is None else None
    try:
        yield
    finally:
        if outermost is not None:
            _HELD.reset(outermost)


def unpacked(label: str, data: bytes) -> tuple[str, int] | None:
    """Return the table of a binary file as text, or of the sheet or array after ``#`` in its name; else None.

    Beside it is the number that its first line has in the file.
    """
    held = _HELD.get()
    if held is None:
        return _unpacked(label, data)
    found = held.get((label, data)) or _unpacked(label, data)
    if found and len(held) < _MOST_HELD:
        held[label, data] = found
    return found


def _unpacked(label: str, data: bytes) -> tuple[str, int] | None:
    if is_parquet(data):
        return split_parquet(label, data), 1
    part = in_file(label)[1]
    if is_array(data) or is_archive(data):
        return split_arrays(label, data, part), 1
    return split_workbook(label, data, part) if is_workbook(data) else None
