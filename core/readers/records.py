"""JSON Lines, and a JSON list of records."""

import json
from collections.abc import Iterator
from typing import Any

from core.errors import DataError
from core.readers.phrases import shown
from core.readers.problems import Problem
from core.readers.table import Table
from core.readers.text import Text

__all__ = ["is_json", "split_records"]

# Numbers keep the text that they were printed as, for their decimals.
_DECODER = json.JSONDecoder(parse_float=str, parse_int=str, parse_constant=str)


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
    if text.content.lstrip().startswith("["):
        records, unit = list(enumerate(_whole(text), 1)), "record"
        problems: list[Problem] = []
    else:
        unit = "line"
        records, problems = _line_by_line(text)
    columns: dict[str, list[str]] = {}
    lines: list[int] = []
    for line, record in records:
        problem = _add(record, columns, len(lines))
        if problem:
            problems.append(Problem(line, problem))
        else:
            lines.append(line)
    for cells in columns.values():
        del cells[len(lines) :]
        cells.extend([""] * (len(lines) - len(cells)))
    problems.sort(key=lambda problem: problem.line)
    return Table(text.label, tuple(columns), tuple(columns.values()), lines, unit), problems


def _whole(text: Text) -> list[Any]:
    try:
        return list(_DECODER.decode(text.content))
    except json.JSONDecodeError as error:
        raise DataError(f"{text.label}, line {error.lineno}: not JSON ({error.msg}): mend it there.") from None
    except RecursionError:
        raise DataError(f"{text.label}: JSON nested too deeply: give a list of flat records.") from None


def _line_by_line(text: Text) -> tuple[list[tuple[int, Any]], list[Problem]]:
    records, problems = [], []
    for number, line in enumerate(text.lines, 1):
        try:
            records.append((number, _DECODER.decode(line)))
        except json.JSONDecodeError as error:
            what = f"not JSON ({error.msg} at column {error.colno})" if line.strip() else "a blank line"
            problems.append(Problem(number, f"{what}: one object on each line, or one list of objects"))
        except RecursionError:
            problems.append(Problem(number, "JSON nested too deeply: give flat records"))
    return records, problems


def _add(record: Any, columns: dict[str, list[str]], row: int) -> str | None:
    """Append a record to the columns as the given row, or return what is wrong with it."""
    if not isinstance(record, dict):
        return f'{shown(str(record))} is no JSON object: write {{"name": value, …}}'
    try:
        cells = list(_flat(record, ""))
    except RecursionError:
        return "JSON nested too deeply: give flat records"
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
