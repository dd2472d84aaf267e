"""JSON Lines, and a JSON list of records."""

import json
from collections.abc import Iterator
from typing import Any

from core.errors import DataError
from core.phrases import shown
from core.readers.problems import Problem
from core.readers.table import Table
from core.readers.text import Text

__all__ = ["is_json", "split_records"]

# Numbers keep the text that they were printed as, for their decimals.
_TOO_DEEP = "JSON nested too deeply: give flat records"
_DECODER = json.JSONDecoder(parse_float=str, parse_int=str, parse_constant=str)


class _Wrong(str):
    """What is wrong with a line."""


def is_json(text: Text) -> bool:
    """Return whether the text begins as JSON records do."""
    return text.content.lstrip()[:1] in ("{", "[")


def split_records(text: Text) -> tuple[Table, list[Problem]]:
    """Turn records into columns; keys within keys are joined by points, and booleans are 0 and 1.

    Raises
    ------
    DataError
        If the text is neither one JSON object a line nor a list of objects.

    Examples
    --------
    >>> table, problems = split_records(Text("a.jsonl", '{"id": "x", "new": {"correct": true}}'))
    >>> dict(zip(table.columns, table.cells))
    {'id': ['x'], 'new.correct': ['1']}
    """
    is_list = text.content.lstrip().startswith("[")
    columns: dict[str, list[str]] = {}
    lines: list[int] = []
    problems = []
    for line, record in enumerate(_whole(text) if is_list else map(_record, text.lines), 1):
        problem = record if isinstance(record, _Wrong) else _add(record, columns, len(lines))
        if problem:
            problems.append(Problem(line, problem))
        else:
            lines.append(line)
    for cells in columns.values():
        del cells[len(lines) :]
        cells.extend([""] * (len(lines) - len(cells)))
    unit = "record" if is_list else "line"
    return Table(text.label, tuple(columns), tuple(columns.values()), lines, unit), problems


def _whole(text: Text) -> list[Any]:
    try:
        return list(_DECODER.decode(text.content))
    except json.JSONDecodeError as error:
        raise DataError(f"{text.label}, line {error.lineno}: not JSON ({error.msg}): mend it there.") from None
    except RecursionError:
        raise DataError(f"{text.label}: JSON nested too deeply: give a list of flat records.") from None


def _record(line: str) -> Any:
    """Return what the line holds, or what is wrong with it."""
    try:
        return _DECODER.decode(line)
    except json.JSONDecodeError as error:
        what = f"not JSON ({error.msg} at column {error.colno})" if line.strip() else "a blank line"
        return _Wrong(f"{what}: one object on each line, or one list of objects")
    except RecursionError:
        return _Wrong(_TOO_DEEP)


def _add(record: Any, columns: dict[str, list[str]], row: int) -> str | None:
    """Append a record to the columns as the given row, or return what is wrong with it."""
    if not isinstance(record, dict):
        return f'{shown(str(record))} is no JSON object: write {{"name": value, …}}'
    try:
        cells = list(_flat(record, ""))
    except RecursionError:
        return _TOO_DEEP
    if len({name for name, _ in cells}) < len(cells):
        return "two keys have the same dotted path: rename one"
    for name, cell in cells:
        column = columns.setdefault(name, [])
        column.extend([""] * (row - len(column)))
        column.append(cell)
    return None


def _flat(record: dict[str, Any], prefix: str) -> Iterator[tuple[str, str]]:
    for key, value in record.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, _cell(value)


def _cell(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(int(value))
    return "" if value is None else json.dumps(value)
