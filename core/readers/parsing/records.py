"""JSON: an object on each line, or one value that holds them all.

==================================  ======================================
``{…}`` on each line                records (JSON Lines)
``{…} {…}``, indented               records
``[{…}, {…}]``                      records
``[0.5, 1]``, ``["yes", "no"]``     a column called ``score``, or ``label``
``{"a": 0.5, "b": 1, …}``           ids and scores
``{"a": {…}, "b": {…}, …}``         ids and records
==================================  ======================================
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from core.common.phrases import counted, first_few, shown
from core.errors import DataError
from core.readers.parsing.harnesses import refuse_log, refuse_several
from core.readers.parsing.limits import refuse_many_columns, refuse_sparse
from core.readers.parsing.maps import Printed, columns_of, records_of
from core.readers.parsing.problems import MOST_PROBLEMS, Problem
from core.readers.parsing.table import Table
from core.readers.parsing.text import Text

__all__ = ["is_json", "split_records"]

_TOO_DEEP = "JSON nested too deeply: give flat records"


class _Wrong(str):
    """An error in a line."""


class _Twice(ValueError):
    """A key that occurs twice in one object."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) < len(pairs):
        times = Counter(name for name, _ in pairs)
        raise _Twice(next(name for name, count in times.items() if count > 1))
    return record


_SPACE = re.compile(r"[ \t\n]*+")
_DECODER = json.JSONDecoder(parse_float=Printed, parse_int=Printed, parse_constant=Printed, object_pairs_hook=_object)


def is_json(text: Text) -> bool:
    """Return whether the text begins as JSON records do."""
    return text.content.lstrip()[:1] in ("{", "[")


def split_records(text: Text) -> tuple[Table, list[Problem]]:
    """Turn records into columns; keys within keys are joined by points, and booleans are 0 and 1."""
    first = _record(text.content.lstrip().split("\n", 1)[0])
    value = first
    if isinstance(first, dict):
        refuse_log(text.label, first)
        if "\n" in text.content or _is_record(first):
            return _table(text, map(_record, text.lines), "line")
    else:
        value = _whole(text)
    columns = columns_of(value)
    if columns is None:
        return _table(text, _records(text.label, value), "record")
    cells = tuple(map(_cells, columns.values()))
    return _printable_table(Table(text.label, tuple(columns), cells, range(1, len(cells[0]) + 1), "record"), text), []


def _table(text: Text, records: Iterable[Any], unit: str) -> tuple[Table, list[Problem]]:
    columns: dict[str, list[str]] = {}
    lines: list[int] = []
    problems: list[Problem] = []
    for line, record in enumerate(records, 1):
        problem = record if isinstance(record, _Wrong) else _add(record, columns, len(lines))
        if problem:
            problems.append(Problem(line, problem))
            if len(problems) == MOST_PROBLEMS:
                break
        else:
            lines.append(line)
        if len(columns) > 1_000:
            refuse_many_columns(f"{text.label}, {unit} {line:,}", len(columns))
        refuse_sparse(text.label, len(lines), len(columns), len(text.content))
    for cells in columns.values():
        del cells[len(lines) :]
        cells.extend([""] * (len(lines) - len(cells)))
    refuse_several(text.label, columns)
    table = Table(text.label, tuple(columns), tuple(columns.values()), lines, unit)
    return _printable_table(table, text), problems


def _is_record(record: dict[str, Any]) -> bool:
    """Return whether the only object of a file is one record rather than a container of all records."""
    of_records = (isinstance(each, list) and each and isinstance(each[0], dict) for each in record.values())
    return columns_of(record) is None and records_of(record) is None and not any(of_records)


def _whole(text: Text) -> Any:
    """Return the one value that the text holds, or the list of those that stand one after the other."""
    values = list(_values(text))
    refuse_log(text.label, values[0])
    return values[0] if len(values) == 1 else values


def _records(label: str, value: Any) -> Iterable[Any]:
    """Return the records of a list, or of a map from ids to them."""
    if isinstance(value, dict):
        mapped = records_of(value)
        if mapped is None:
            raise DataError(_no_records(label, value))
        return mapped
    if not value:
        raise DataError(f"{label} is an empty JSON list: it should hold one record for each item.")
    records: list[Any] = value
    return records


def _values(text: Text) -> Iterator[Any]:
    """Yield the values that stand one after the other, as indented objects do."""
    content, end = text.content.rstrip(), 0
    while end < len(content):
        space = _SPACE.match(content, end)
        try:
            value, end = _DECODER.raw_decode(content, space.end() if space else end)
        except json.JSONDecodeError as error:
            raise DataError(f"{text.label}, line {error.lineno:,}: not JSON ({error.msg}): mend it there.") from None
        except _Twice as error:
            line = content.count("\n", 0, space.end() if space else end) + 1
            twice = f"the key {shown(str(error))} occurs twice in one object: rename one"
            raise DataError(f"{text.label}, JSON from line {line:,}: {twice}.") from None
        except RecursionError:
            raise DataError(f"{text.label}: {_TOO_DEEP}.") from None
        yield value


def _no_records(label: str, value: dict[str, Any]) -> str:
    lists = [name for name, held in value.items() if isinstance(held, list) and held]
    within = (
        f"; if they stand under {first_few([shown(name) for name in lists])}, save that list alone" if lists else ""
    )
    keys = first_few([shown(name) for name in value])
    return (
        f"{label} is one JSON object of {counted(len(value), 'key')} ({keys}) that does not map items to scores: give "
        f"a list of records, or one record a line{within}."
    )


def _record(line: str) -> Any:
    """Return the record on the line, or its error."""
    try:
        return _DECODER.decode(line)
    except json.JSONDecodeError as error:
        what = f"not JSON ({error.msg} at column {error.colno})" if line.strip() else "a blank line"
        return _Wrong(f"{what}: one object on each line, or one list of objects")
    except _Twice as error:
        return _Wrong(f"the key {shown(str(error))} occurs twice: rename one")
    except RecursionError:
        return _Wrong(_TOO_DEEP)


def _add(record: Any, columns: dict[str, list[str]], row: int) -> str | None:
    """Append a record to the columns as the given row, or return its error."""
    if not isinstance(record, dict):
        return f'{shown(str(record))} is no JSON object: write {{"name": value, …}}'
    if any(isinstance(value, dict) for value in record.values()):
        try:
            flat = list(_flat(record, ""))
        except RecursionError:
            return _TOO_DEEP
        if len(dict(flat)) < len(flat):
            return "two keys have the same dotted path: rename one"
        record = dict(flat)
    for name, value in record.items():
        column = columns.setdefault(name, [])
        if len(column) < row:
            column.extend([""] * (row - len(column)))
        column.append(_cell(value))
    return None


def _flat(record: dict[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    for key, value in record.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value


def _cell(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, list) and value and all(isinstance(each, Printed | bool | None) for each in value):
        return f"[{', '.join(each if isinstance(each, str) else json.dumps(each) for each in value)}]"
    return "" if value is None else json.dumps(value)


def _cells(column: Sequence[Any]) -> list[str]:
    if set(map(type, column)) <= {str, Printed}:
        return list(map(str, column))
    return [_cell(value) for value in column]


def _printable_table(table: Table, text: Text) -> Table:
    if "\\u" not in text.content:
        return table
    cells = tuple([_printable(cell) for cell in column] for column in table.cells)
    return replace(table, columns=tuple(map(_printable, table.columns)), cells=cells)


def _printable(text: str) -> str:
    r"""Return the text with half characters, which JSON's \ud800 can write, as their escapes: no file can hold them."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode(errors="backslashreplace").decode()
    return text
