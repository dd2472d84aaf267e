"""A file to be recognised: its bytes, text, kind of text and table, whose first line is a header or an item."""

import json
import os
import re
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from core.common.cached import cached_property
from core.common.phrases import counted, shown
from core.errors import DataError
from core.readers.parsing.delimited import split_table
from core.readers.parsing.kinds import are_running, kind_of
from core.readers.parsing.names import is_known_name
from core.readers.parsing.notation import NO_SCORE, with_points
from core.readers.parsing.numeric import is_missing, is_number, parse_numbers
from core.readers.parsing.problems import refuse
from core.readers.parsing.records import is_json, split_records
from core.readers.parsing.summaries import shape
from core.readers.parsing.table import Columns, Table
from core.readers.parsing.text import Source, Text, label_of, read_any_text, read_bytes, read_text, with_scores


class File:
    """A path or an upload, with its computed properties."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.label = label_of(source)

    @property
    def path(self) -> list[str]:
        """The folders and the name of the file."""
        return self.label.replace(os.sep, "/").split("/")

    @cached_property
    def data(self) -> bytes:
        """The bytes; binary formats are recognised by the first of them."""
        return read_bytes(self.source)

    @cached_property
    def _read(self) -> Text | DataError:
        # Every format asks for the text: a refusal too is found once.
        try:
            return read_any_text(self.source)
        except DataError as error:
            return error

    @property
    def any_text(self) -> Text:
        """The text; raises DataError if the file is not text."""
        if isinstance(self._read, DataError):
            raise self._read.with_traceback(None)
        return self._read

    @cached_property
    def record(self) -> dict[str, Any]:
        """The JSON object on the first line, or the whole text, or the first one of its list; empty if there is none.

        Raises DataError if the file is not text.
        """
        content = self.any_text.content.lstrip()
        if content[:1] not in ("{", "["):
            return {}
        for part in (content.partition("\n")[0], content):
            try:
                value = json.loads(part)
            except (ValueError, RecursionError):
                continue
            first = value[0] if isinstance(value, list) and value else value
            return first if isinstance(first, dict) else {}
        return {}

    def refuse_cut(self) -> None:
        """Refuse a text that begins as one JSON value and does not end as one."""
        try:
            begins = self.any_text.content.lstrip()[:1] in ("{", "[")
        except DataError:
            return  # a binary file
        if begins and not self.record:
            parse(self.label, self.any_text.content)

    @property
    def json(self) -> Any:
        """The one JSON value that the file holds; raises DataError if it holds none."""
        return parse(self.label, self.any_text.content)

    def records(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield the JSON objects, one per line or in one list, each with its line or place."""
        text = self.any_text
        if text.content.lstrip().startswith("["):
            listed: Any = enumerate(self.json, 1)
        else:
            listed = ((i, parse(self.label, line, i)) for i, line in enumerate(text.lines, 1) if line.strip())
        for place, value in listed:
            if not isinstance(value, dict):
                raise DataError(f"{self.label}, line {place:,}: {shown(str(value))} is no JSON object.")
            yield place, value

    @cached_property
    def text(self) -> Text:
        """The text; raises DataError if the file is binary or without scores: sentences, printed logs."""
        return with_scores(self.any_text)

    @cached_property
    def shape(self) -> str:
        """The kind of the text: see `kind_of`."""
        return kind_of(self.text)

    @cached_property
    def table(self) -> Table:
        """The text as a table; raises a ComparisonError if it is not a table."""
        return table_of(self.text)


def parse(label: str, content: str | bytes, line: int | None = None) -> Any:
    """Return the value; ``line`` is where it stands, if it is one line of a file."""
    try:
        return json.loads(content)
    except json.JSONDecodeError as error:
        at = error.lineno if line is None else line
        raise DataError(f"{label}, line {at:,}: not JSON ({error.msg}): is the file cut, or was it changed?") from None
    except UnicodeDecodeError:
        raise DataError(f"{label} is not UTF-8: is the file damaged?") from None
    except RecursionError:
        raise DataError(f"{label}: JSON nested too deeply.") from None


def text_of(value: Any) -> str:
    """Return a text that is equal for equal values."""
    return json.dumps(value, sort_keys=True, default=str)


def load_table(source: Source, *wanted: Columns | None) -> Table:
    """Read the table of a file; see `table_of`."""
    return table_of(read_text(source), *wanted)


def table_of(text: Text, *wanted: Columns | None) -> Table:
    """Return the table in a text, or refuse the first line that does not fit the others.

    A first line that resembles the items below is an item; columns are then named "column 1", "column 2" …
    """
    table, problems = split_records(text) if is_json(text) else split_table(text)
    refuse(table.label, problems, table.unit)
    if not table.columns:
        raise DataError(f"{table.label} holds records without keys: each should name an item and its scores.")
    if not len(table):
        one_line = "; where its only line holds scores of items, write one a line"
        scores = one_line if any(map(is_number, table.columns)) else ""
        raise DataError(f"{table.label} names columns and holds no rows: one line belongs to one item{scores}.")
    if len(table) > 1 and any(cells[1].startswith('{"ImportId"') for cells in table.cells):
        raise DataError(
            f"{table.label} has three headers, as Qualtrics writes them: delete {table.unit}s {table.lines[0]} and "
            f"{table.lines[1]}, with the questions and their ids."
        )
    if is_json(text):
        return table
    named = _with_names(table, [name for names in wanted for name in table.names(names)])
    return named.without_empty_columns()


_NUMBERED = re.compile(r"column [1-9][0-9]{0,6}")
# Rows examined to determine the type of a column.
_ENOUGH = 1_000


def _with_names(table: Table, wanted: Sequence[str]) -> Table:
    """Return the table with its first line as a header, as it was read, or as an item.

    In ``wanted``, "column 2" is the second column of a table without names.
    """
    names = [name.strip() for name in table.columns]
    numbered = [name for name in wanted if name not in table.columns and _NUMBERED.fullmatch(name)]
    if numbered and len(numbered) == len([name for name in wanted if name not in names]):
        return table.without_names()
    if len(names) == 1:
        refuse_more_fields(table.label, table.cells[0])
    if _are_numbered(table) or (
        any(map(is_known_name, names)) and not any(map(_is_score_above_scores, names, table.cells))
    ):
        _refuse_repeated(table, names)
        return table
    seen = [[cell.strip() for cell in cells[:_ENOUGH]] for cells in table.cells]
    like_items = [_likeness(name, cells) for name, cells in zip(names, seen, strict=True)]
    if names and all(map(is_number, names)):
        chosen = [name for name in wanted if name in names]
        if chosen and len(set(names)) == len(names) and set(like_items) == {"far"}:
            return table
    elif "item" in like_items:
        return table.without_names()
    elif not any(like_items) or any(map(_is_word_above_numbers, names, seen)):
        _refuse_repeated(table, names)
        return table
    raise DataError(
        f"{table.label}, line {table.lines[0] - 1}: {shown(', '.join(table.columns))} stands where the columns should "
        "be named: add a line with column names above it, or in its place where it is no item."
    )


# Fewer running numbers may be the scores of an item.
_FEWEST_NUMBERED, _FEWEST_BESIDE_NOTHING = 6, 3


def _are_numbered(table: Table) -> bool:
    """Return whether the columns beside the first are numbered, as those of a turned table of pandas or R are.

    Both write nothing above the names of the rows.
    """
    corner, *names = table.columns
    fewest = _FEWEST_BESIDE_NOTHING if corner == "column 1" else _FEWEST_NUMBERED
    return len(names) >= fewest and are_running(names) and not is_number(corner) and all(map(str.strip, table.cells[0]))


def refuse_more_fields(label: str, cells: Sequence[str]) -> None:
    """Refuse distinct lines of two or more words below a header that names one column."""
    widths = {len(cell.split()) for cell in cells[:_ENOUGH]}
    if len(cells) > 2 and len(widths) == 1 and widths.isdisjoint((0, 1)) and len(set(cells)) == len(cells):
        raise DataError(
            f"{label}, line 2: {shown(cells[0])} has {counted(widths.pop(), 'field')}, as has every line below the "
            "header, which names one: name every column, or quote labels of several words."
        )


def _likeness(name: str, cells: Sequence[str]) -> str:
    """Return "item" if a name resembles the cells below it, "number" if it may be one, "" if it is a name.

    A whole number "far" from the others, such as a year above scores, is a name if the user asked for it.
    """
    if not name or is_missing(name):
        return ""
    if with_commas := with_points([[name, *cells]]):
        name, *cells = with_commas[0]
    if is_number(name):
        values, faults = parse_numbers(cells)
        known = values[~np.isnan(values)]
        if faults or not len(known):
            return "item" if name in cells else ""
        margin = max(known.max() - known.min(), abs(known.max()), abs(known.min()), 1.0)
        if "." in name:
            return "item" if any("." in cell for cell in cells) else "number"
        return "number" if known.min() - margin <= float(name) <= known.max() + margin else "far"
    if name in cells:
        return "item"
    like = shape(name)
    return "item" if "9" in like and all(shape(cell) == like for cell in cells) else ""


def _is_score_above_scores(name: str, cells: Sequence[str]) -> bool:
    return "." in name and is_number(name) and any("." in cell for cell in cells[:_ENOUGH]) and is_number(cells[0])


def _is_word_above_numbers(name: str, cells: Sequence[str]) -> bool:
    """Return whether a name of several letters stands above numbers only, and for none that is missing."""
    is_word = len(name) > 2 and any(map(str.isalpha, name)) and not is_missing(name) and not is_number(name)
    return is_word and name.casefold() not in NO_SCORE and bool(cells) and all(map(is_number, cells))


def _refuse_repeated(table: Table, names: Sequence[str]) -> None:
    if len(names) < 2:
        return
    rows: Sequence[int] = range(len(table))
    for name, cells in zip(names, table.cells, strict=True):
        rows = [row for row in rows if cells[row].strip() == name]
    if rows:
        raise DataError(
            f"{table.label}, {table.unit} {table.lines[rows[0]]} names the columns again, as line "
            f"{table.lines[0] - 1} does: delete it, every line belongs to one item."
        )
