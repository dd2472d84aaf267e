"""``.xlsx``: the only nonempty sheet of a workbook, or the named sheet."""

import io
import warnings
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from decimal import Decimal
from typing import Any

from core.common.phrases import first_few, shown
from core.errors import DataError
from core.readers.parsing.packed.cells import DAMAGED, as_csv, cell_of, members, quoted, refuse_many_cells
from core.readers.parsing.problems import refuse_many_columns, refuse_sparse

# Spreadsheet programs hold no more rows.
_MOST_ROWS = 1_048_576
_MOST_BYTES = 400_000_000
# Each is XML of its own, which takes five times as long as a cell of CSV.
_MOST_CELLS = 400_000
# XML of cells that are all alike packs a hundredfold, and no more.
_MOST_PACKED = 200
_FREE_BYTES = 10_000_000


def is_workbook(data: bytes) -> bool:
    """Return whether the bytes are a zip archive with the parts of an ``.xlsx`` workbook."""
    return b"xl/workbook.xml" in data and "xl/workbook.xml" in members(data)


def split_workbook(label: str, data: bytes, sheet: str | None) -> tuple[str, int]:
    """Return a sheet as CSV: true and false in words, per cent with its sign, dates as 2026-11-22."""
    with _opened(label, data) as workbook:
        if sheet is None:
            sheet = _only_filled(label, workbook)
        chosen = next((each for each in workbook.worksheets if each.title == sheet), None)
        if chosen is None:
            titles = first_few([shown(each.title) for each in workbook.worksheets], limit=30)
            raise DataError(f"{label}: no sheet is called {shown(sheet)}: choose among {titles}.")
        rows, unfilled = _cells(label, chosen)
    if unfilled:
        _refuse_formulas(label, data, sheet, unfilled)
    first = next((i for i, row in enumerate(rows) if any(row)), None)
    if first is None:
        raise DataError(f"{label}: sheet {shown(sheet)} is empty: it should hold one row for each item.")
    rows = rows[first:]
    while not any(rows[-1]):
        rows.pop()
    begin = min(next(i for i, cell in enumerate(row) if cell) for row in rows if any(row))
    end = max(next(i for i in range(len(row), 0, -1) if row[i - 1]) for row in rows if any(row))
    refuse_sparse(label, len(rows), end - begin, len(data))
    padded = ((*row[begin:end], *("" for _ in range(end - max(begin, len(row))))) for row in rows)
    return as_csv([], padded), first + 1


def filled_sheets(label: str, data: bytes) -> tuple[str, ...]:
    """Return the titles of the sheets that hold something: of those that are shown, or of hidden ones without any."""
    with _opened(label, data) as workbook:
        return _filled(workbook)


def _filled(workbook: Any) -> tuple[str, ...]:
    filled = [sheet for sheet in workbook.worksheets if _is_filled(sheet)]
    shown_ = [sheet for sheet in filled if sheet.sheet_state == "visible"]
    return tuple(sheet.title for sheet in shown_ or filled)


def _is_filled(sheet: Any) -> bool:
    sheet.reset_dimensions()
    return any(cell is not None for row in sheet.iter_rows(values_only=True) for cell in row)


def _only_filled(label: str, workbook: Any) -> str:
    filled = _filled(workbook)
    if len(filled) > 1:
        first, second = (f"{label}#{title}" for title in filled[:2])
        raise DataError(
            f"{label} has {len(filled)} sheets that hold something, {first_few(list(map(shown, filled)))}: name the "
            f"one that is meant, as in {first}, or, if each is of one system, both: {first} {second}."
        )
    if not filled:
        raise DataError(f"{label} is empty: a sheet should hold one row for each item.")
    return filled[0]


def _cells(label: str, sheet: Any) -> tuple[list[list[str]], set[tuple[int, int]]]:
    """Return the cells row by row, and the places of those that are in the file and hold no value."""
    sheet.reset_dimensions()
    rows: list[list[str]] = []
    unfilled: set[tuple[int, int]] = set()
    n_cells = 0
    for row in sheet.iter_rows():
        n_cells += len(row)
        refuse_many_columns(f"{label}, line {len(rows) + 1:,}", len(row))
        refuse_many_cells(label, n_cells, _MOST_CELLS)
        if len(rows) > _MOST_ROWS:
            raise DataError(f"{label} holds more rows than a spreadsheet has, {_MOST_ROWS:,}: it is damaged.")
        if len(unfilled) < 1_000:
            unfilled |= {(cell.row, cell.column) for cell in row if cell.value is None and hasattr(cell, "row")}
        rows.append([_cell(cell) for cell in row])
    return rows, unfilled


def _cell(cell: Any) -> str:
    value = cell.value
    if isinstance(value, int | float) and not isinstance(value, bool) and "%" in (cell.number_format or ""):
        return f"{_in_hundreds(value)}%"
    if isinstance(value, date):
        return value.isoformat()
    return quoted(cell_of(value))


def _in_hundreds(value: float) -> str:
    number = Decimal(repr(value)) * 100
    return format(number.normalize(), "f") if number else "0"


def _refuse_formulas(label: str, data: bytes, sheet: str, unfilled: set[tuple[int, int]]) -> None:
    """Refuse formulas without a stored value, which some programs do not write."""
    with _opened(label, data, data_only=False) as workbook:
        chosen = workbook[sheet]
        chosen.reset_dimensions()
        for row in chosen.iter_rows():
            for cell in row:
                if cell.data_type == "f" and (cell.row, cell.column) in unfilled:
                    raise DataError(
                        f"{label}, line {cell.row:,}: the formula in cell {cell.coordinate} was saved without its "
                        "value: open the workbook in a spreadsheet program and save it there, or save the sheet as CSV."
                    )


@contextmanager
def _opened(label: str, data: bytes, data_only: bool = True) -> Iterator[Any]:
    try:
        import openpyxl
    except ImportError:
        raise DataError(f"{label} is an Excel workbook: to read it, pip install 'helped-hurt[files]'.") from None
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            size = sum(member.file_size for member in archive.infolist())
        if size > min(_MOST_BYTES, _FREE_BYTES + _MOST_PACKED * len(data)):
            raise DataError(
                f"{label} unpacks to {size / 1e6:,.0f} MB, and at most {_MOST_BYTES // 1_000_000} MB are read, and no "
                f"more than {_MOST_PACKED} times its size: save the sheet as CSV."
            )
        with warnings.catch_warnings():
            # openpyxl warns about omitted pictures, input rules and similar parts.
            warnings.simplefilter("ignore")
            workbook = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=data_only, keep_links=False)
            try:
                yield workbook
            finally:
                workbook.close()
    except DAMAGED as error:
        if isinstance(error, DataError):
            raise
        raise DataError(f"{label} is not a whole workbook: it is cut or damaged. Save it again, or as CSV.") from None
