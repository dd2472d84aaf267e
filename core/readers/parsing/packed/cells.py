"""Convert values of any type to CSV cells, with numbers as written."""

import io
import json
import re
import tokenize
import zipfile
import zlib
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

from numpy.typing import NDArray

from core.errors import DataError

# Some of these files compress a million equal cells to a few bytes; this number is read in about five seconds.
MOST_CELLS = 2_000_000
# What the libraries raise where a file is cut or damaged
DAMAGED = (
    zipfile.BadZipFile, zlib.error, tokenize.TokenError, ArithmeticError, EOFError, LookupError, OSError, RuntimeError,
    SyntaxError, TypeError, ValueError,
)  # fmt: skip
_TO_QUOTE = re.compile(r'[,;"\t]|^[\s\[{#]|\s$')


def refuse_many_cells(label: str, n_cells: int, most: int = MOST_CELLS) -> None:
    """Refuse a table of more cells than can be read in a few seconds."""
    if n_cells > most:
        raise DataError(
            f"{label} holds {n_cells:,} cells or more, and at most {most:,} are read: leave out the columns that are "
            "not needed, save it as CSV, or let core.read_frame count its rows."
        )


def members(data: bytes) -> list[str]:
    """Return the names of the members of a zip archive; none if it is incomplete or no archive."""
    if not data.startswith(b"PK\x03\x04"):
        return []
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return archive.namelist()
    except (zipfile.BadZipFile, OSError, ValueError):
        return []


def cell_of(value: Any) -> str:
    """Return what stands in a cell for a value; nothing where there is none."""
    if value is None:
        return ""
    if isinstance(value, float):
        # What was counted may be kept as a float, and ids too.
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, str):
        return " ".join(value.splitlines()) if "\n" in value or "\r" in value else value
    if isinstance(value, bytes):
        return cell_of(value.decode(errors="backslashreplace"))
    return json.dumps(value, default=str) if isinstance(value, list | dict | tuple) else str(value)


def cells_of_array(array: NDArray[Any]) -> list[str]:
    """Return the quoted cells of an array; floats of less than 64 bits have their own few digits.

    Examples
    --------
    >>> import numpy as np
    >>> cells_of_array(np.array([1.0, 0.25])), cells_of_array(np.array([0.1], np.float32))
    (['1', '0.25'], ['0.1'])
    """
    if array.dtype.kind == "f":
        written = map(repr, array.tolist()) if array.dtype.itemsize == 8 else array.astype(str).tolist()
        return [number.removesuffix(".0") for number in written]
    if array.dtype.kind in "biu":
        return list(map(str, array.tolist()))
    return [quoted(cell_of(value)) for value in array.tolist()]


def as_csv(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return rows of quoted cells as CSV for `split_table` and `split_scores`; without a header if it is empty."""
    lines = map(",".join, chain([list(map(quoted, header))] if header else [], rows))
    return "".join(f"{line}\n" for line in lines)


def quoted(cell: str) -> str:
    """Return a cell in quotation marks where its letters would be read as more than a cell."""
    return '"' + cell.replace('"', '""') + '"' if _TO_QUOTE.search(cell) else cell
