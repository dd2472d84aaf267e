"""JSON: an object on each line, or one value that holds them all.

==================================  ======================================
``{…}`` on each line                records (JSON Lines)
``{…} {…}``, indented               records
``[{…}, {…}]``                      records
``[0.5, 1]``, ``["yes", "no"]``     a column called ``score``, or ``label``
``{"a": 0.5, "b": 1, …}``           ids and scores
``{"a": {…}, "b": {…}, …}``         ids and records
``{"results": [{…}, {…}], …}``      records, if nothing else holds items
==================================  ======================================
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from core.common.phrases import counted, first_few, shown
from core.errors import DataError
from core.readers.parsing.names import are_measures, are_parts, no_system, quantities
from core.readers.parsing.notation import are_verdicts, is_written_number
from core.readers.parsing.problems import MOST_PROBLEMS, Problem, refuse_many_columns, refuse_sparse
from core.readers.parsing.summaries import without_digits
from core.readers.parsing.table import ID_NAMES, Table
from core.readers.parsing.text import Text
from core.readers.parsing.without_scores import refuse_log

# Fewer keys with digits may be anything.
_FEWEST_ITEMS = 4
_FEWEST_WORDS = 10
# More lists in an object belong to one item each.
_MOST_PLACES = 4


class Printed(str):
    """A number as it was printed, for its decimals."""

    __slots__ = ()


# What an object is called by that is one record of an item, not a map of several.
_OF_ONE_ITEM = frozenset((
    *ID_NAMES, "score", "label", "gold", "prediction", "pred", "baseline", "experimental", "old", "new", "numerator",
    "denominator", "accuracy", "acc", "bleu", "f1", "correct",
))  # fmt: skip


def _records_of(value: Any) -> Iterable[Any] | None:
    """Return the records of the items in a value, or None if it has none of the forms above."""
    if isinstance(value, list):
        name = "score" if _are_scores(value) else "label"
        are_records = not value or not (name == "score" or all(isinstance(each, str) for each in value))
        return value if are_records else ({name: each} for each in value)
    if not isinstance(value, dict):
        return None
    columns = _split(value) or _by_column(value) or _by_system(value)
    if columns is not None:
        return (dict(zip(columns, cells, strict=True)) for cells in zip(*columns.values(), strict=True))
    inner = list(value.values())
    if len(inner) > 1 and _are_scores(inner) and _names_items(value):
        return ({"id": key, "score": score} for key, score in value.items())
    if _are_of_systems(inner) and not are_parts(list(value)):
        return ({"system": system} | record for system, records in value.items() for record in records)
    if not inner or not all(isinstance(each, dict) for each in inner):
        return None
    rows = list(inner[0])
    are_rows = rows and all(map(str.isdecimal, rows)) and all(each.keys() == inner[0].keys() for each in inner)
    if are_rows and "index" not in value and not all(map(str.isdecimal, value)):
        return ({"index": row} | {name: cells[row] for name, cells in value.items()} for row in rows)
    if len(inner) < 2 or not _names_items(value):
        return None
    name = next(name for name in (*ID_NAMES, "key", "name of the item") if not any(name in each for each in inner))
    return ({name: key} | record for key, record in value.items())


def _split(value: dict[str, Any]) -> dict[str, list[Any]] | None:
    """Return the columns of a table of W&B, or of pandas' ``orient="split"``: names, then rows."""
    names, rows = value.get("columns"), value.get("data")
    if not (isinstance(names, list) and isinstance(rows, list) and names and rows):
        return None
    if set(map(type, rows)) != {list} or set(map(len, rows)) != {len(names)}:
        return None
    named = [".".join(map(str, name)) if isinstance(name, list) else str(name) for name in names]
    columns = {name: [row[i] for row in rows] for i, name in enumerate(named)}
    index = value.get("index")
    if isinstance(index, list) and len(index) == len(rows):
        # Numbers of rows are kept too: the other file's may stand in another order.
        columns = {next(name for name in _called(index) if name not in columns): index} | columns
    return columns


def _by_system(value: dict[str, Any]) -> dict[str, list[Any]] | None:
    """Return a column for each system of an object that maps few systems to the scores of many numbered items."""
    inner = list(value.values())
    if len(inner) < 2 or not all(isinstance(each, dict) and len(each) > len(inner) for each in inner):
        return None
    items = list(dict.fromkeys(item for each in inner for item in each))
    # Few numbered items, each with many measures, are the other way round; pandas numbers its rows from 0.
    if not all(map(_is_numbered, items)) or all(map(_is_numbered, value)) or items == list(map(str, range(len(items)))):
        return None
    # A system may lack the scores of some items.
    if 2 * len(set(inner[0]).intersection(*inner)) < len(items):
        return None
    columns: dict[str, list[Any]] = {name: [each.get(item) for item in items] for name, each in value.items()}
    if all(isinstance(cell, dict) for each in inner for cell in each.values()):
        # Several measures of each item
        measures = list(dict.fromkeys(measure for each in inner for cell in each.values() for measure in cell))
        columns = {
            f"{name}.{measure}" if len(measures) > 1 else name: [(cell or {}).get(measure) for cell in cells]
            for name, cells in columns.items() for measure in measures
        }  # fmt: skip
    # A list holds the scores of an item's samples.
    cells = [cell if isinstance(cell, list) else [cell] for column in columns.values() for cell in column]
    are_labels = all(type(label) is str for each in cells for label in each if label is not None)
    return {_called(items)[0]: items} | columns if are_labels or all(map(_are_scores, cells)) else None


def _called(index: list[Any]) -> tuple[str, ...]:
    """Return names for the column of an index, the usual one first: whole numbers may count the rows."""
    are_numbers = all(str(each).isdecimal() for each in index)
    return ("index", "number of the row") if are_numbers else ("id", "index", "name of the item")


def _is_numbered(name: str) -> bool:
    return any(map(str.isdecimal, name))


def _by_column(value: dict[str, Any]) -> dict[str, list[Any]] | None:
    """Return the columns of an object of lists that are as long as each other."""
    lists = list(value.values())
    if not lists or not all(isinstance(each, list) and len(each) > 1 for each in lists):
        return None
    are_cells = all(_are_scores(cell for cell in each if type(cell) is not str) for each in lists)
    return value if are_cells and len(set(map(len, lists))) == 1 else None


def _are_of_systems(lists: list[Any]) -> bool:
    """Return whether these are lists of records of the same items, one list for each system."""
    if len(lists) < 2 or not all(isinstance(each, list) and len(each) == len(lists[0]) > 1 for each in lists):
        return False
    records = [record for each in lists for record in each]
    if not all(isinstance(record, dict) and record.keys() == records[0].keys() for record in records):
        return False
    for key in records[0]:
        first, *others = ([str(record[key]) for record in each] for each in lists)
        if len(set(first)) == len(first) and all(set(each) == set(first) for each in others):
            return True
    return False


def _names_items(value: dict[str, Any]) -> bool:
    return _OF_ONE_ITEM.isdisjoint(map(str.casefold, value))


def _are_numbered_scores(value: dict[str, Any]) -> bool:
    """Return whether an object maps several numbered items, rather than measures such as P_5, to scores."""
    is_map = len(value) >= _FEWEST_ITEMS and _are_scores(value.values()) and all(map(_is_numbered, value))
    return is_map and not are_measures(list(value))


def _are_scores(values: Iterable[Any]) -> bool:
    held = list(values)
    if not set(map(type, held)) <= {Printed, bool, type(None), str}:
        return False
    texts = {each for each in held if type(each) is str}
    return all(is_written_number(each) or are_verdicts(each) for each in texts)


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


_DECODER = json.JSONDecoder(parse_float=Printed, parse_int=Printed, parse_constant=Printed, object_pairs_hook=_object)
_scan = _DECODER.scan_once  # type: ignore[attr-defined]  # typeshed does not list it


def is_json(text: Text) -> bool:
    """Return whether the text begins as JSON records do."""
    return text.content.lstrip()[:1] in ("{", "[")


def split_records(text: Text) -> tuple[Table, list[Problem]]:
    """Turn records into columns; keys within keys are joined by points, and booleans are 0 and 1."""
    first = _record(text.content.lstrip().split("\n", 1)[0])
    is_line = "\n" not in text.content
    is_value = isinstance(first, dict) or (is_line and isinstance(first, list))
    values = [first] if is_value else list(_values(text))
    refuse_log(text.label, values[0])
    if isinstance(first, dict) and not is_line:
        return _table(text, map(_record, text.lines), "line")
    value: Any = values[0] if len(values) == 1 else values
    if isinstance(value, dict):
        _refuse_settings(text.label, value)
    records, label = _records_of(value), text.label
    if records is None:
        # The only object of a file is one record, or holds all records.
        if value is first and not any(map(_holds_records, value.values())):
            return _table(text, values, "line")
        value, label = _unwrapped(value, label)
        records = _records_of(value)
    if records is None:
        raise DataError(_no_records(label, value))
    if not value:
        raise DataError(f"{label} is an empty JSON list: it should hold one record for each item.")
    return _table(text._replace(label=label), records, "record")


def _unwrapped(value: Any, label: str) -> tuple[Any, str]:
    """Return the only list of records within an object, and the label with the keys that lead to it.

    A map is left as it is, unless it is as small as settings are: it may name items, or tasks with their totals.
    """
    found = []
    for place, within in _places(value):
        is_map = isinstance(within, dict) and len(within) >= _FEWEST_ITEMS
        if is_map or (isinstance(within, list) and all(isinstance(each, dict) for each in within)):
            found.append((within, f"{label} ({'.'.join(place)})"))
    is_list = len(found) == 1 and isinstance(found[0][0], list) and len(found[0][0]) > 1
    return found[0] if is_list else (value, label)


def _refuse_settings(label: str, value: dict[str, Any]) -> None:
    """Refuse what describes a run, such as its seed or its model, beside the scores of numbered items."""
    odd = without_digits(list(value))
    found = [key for key in value if key.casefold() in _OF_ONE_ITEM]
    found += [key for key in odd if not _are_scores([value[key]]) or no_system(key) or quantities(key)]
    items = {key: each for key, each in value.items() if key not in found}
    is_map = _are_numbered_scores({key: each for key, each in items.items() if key not in odd}) or (
        len(items) >= _FEWEST_WORDS and _are_scores(items.values()) and not are_measures(list(items))
    )
    if found and is_map and set(ID_NAMES).isdisjoint(map(str.casefold, value)):
        key = min(found, key=list(value).index)
        raise DataError(
            f"{label}: key {shown(key)} seems to describe the run, where the other keys name items: leave it out. If "
            'it is an item, write a list of records: [{"id": …, "score": …}, …].'
        )


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
        if line % 100 == 0:
            refuse_sparse(text.label, len(lines), len(columns), len(text.content))
    refuse_sparse(text.label, len(lines), len(columns), len(text.content))
    for cells in columns.values():
        del cells[len(lines) :]
        cells.extend([""] * (len(lines) - len(cells)))
    table = Table(text.label, tuple(columns), tuple(columns.values()), lines, unit)
    if "\\u" in text.content:
        printable = tuple([_printable(cell) for cell in cells] for cells in table.cells)
        table = replace(table, columns=tuple(map(_printable, table.columns)), cells=printable)
    return table, problems


def _holds_records(value: Any, depth: int = 3) -> bool:
    """Return whether the value, or one within it, is a list of records, or maps names to records of the same keys."""
    if isinstance(value, dict):
        if _are_numbered_scores(value):
            return True
        inner = list(value.values())
        are_records = all(isinstance(each, dict) and each.keys() == inner[0].keys() for each in inner)
        return (len(inner) > 1 and are_records) or (
            depth > 0 and any(_holds_records(each, depth - 1) for each in inner)
        )
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def _values(text: Text) -> Iterator[Any]:
    """Yield the values that stand one after the other, as indented objects do."""
    content, end = text.content.rstrip(), 0
    while end < len(content):
        while content[end].isspace():
            end += 1
        try:
            value, end = _DECODER.raw_decode(content, end)
        except json.JSONDecodeError as error:
            raise DataError(f"{text.label}, line {error.lineno:,}: not JSON ({error.msg}): mend it there.") from None
        except _Twice as error:
            line = content.count("\n", 0, end) + 1
            twice = f"the key {shown(str(error))} occurs twice in one object: rename one"
            raise DataError(f"{text.label}, JSON from line {line:,}: {twice}.") from None
        except RecursionError:
            raise DataError(f"{text.label}: {_TOO_DEEP}.") from None
        yield value


def _places(value: dict[str, Any], depth: int = 3) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield each list in an object, and each object that maps items to records or scores, after the keys to it."""
    for name, each in value.items():
        if each and _records_of(each) is not None:
            yield (name,), each
        elif isinstance(each, dict) and depth:
            yield from (((name, *place), within) for place, within in _places(each, depth - 1))


def _no_records(label: str, value: dict[str, Any]) -> str:
    held = [place for place, _ in _places(value)]
    where = first_few([shown(".".join(place)) for place in held])
    within = f"; if they stand under {where}, save that alone" if held else ""
    if len(held) > _MOST_PLACES:
        within = f", each with the name of its item; lists stand under {where}"
    keys = first_few([shown(name) for name in value])
    return (
        f"{label} is one JSON object of {counted(len(value), 'key')} ({keys}) that does not map items to scores: give "
        f"a list of records, or one record a line{within}."
    )


def _record(line: str) -> Any:
    try:
        # The scanner alone takes less time than the decoder, which also allows blanks around the value.
        value, end = _scan(line, 0)
    except (StopIteration, ValueError, RecursionError):
        end = -1
    if end == len(line):
        return value
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
    if not isinstance(record, dict):
        return f'{shown(str(record))} is no JSON object: write {{"name": value, …}}'
    if dict in map(type, record.values()):
        try:
            flat = list(_flat(record, ""))
        except RecursionError:
            return _TOO_DEEP
        if len(dict(flat)) < len(flat):
            return "two keys have the same dotted path: rename one"
        record = dict(flat)
    for name, value in record.items():
        column = columns.get(name)
        if column is None:
            column = columns[name] = []
        if len(column) < row:
            column.extend([""] * (row - len(column)))
        column.append(value if isinstance(value, str) else _cell(value))
    return None


def _flat(record: dict[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    for key, value in record.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value


_WORDS = {True: "true", False: "false", None: "null"}


def _cell(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, list) and value and all(isinstance(each, Printed | bool | None) for each in value):
        return f"[{', '.join([each if isinstance(each, str) else _WORDS[each] for each in value])}]"
    return "" if value is None else json.dumps(value)


def _printable(text: str) -> str:
    r"""Return the text with half characters, which JSON's \ud800 can write, as their escapes: no file can hold them."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode(errors="backslashreplace").decode()
    return text
