"""A first look at a file: what kind it is, its columns, its first rows, and the lines that cannot be read."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.paired import DEFAULT_COLUMNS
from core.readers.conll_coreference import counts_table, parse_conll_coreference
from core.readers.delimited import DELIMITERS, find_delimiter, split_table
from core.readers.kinds import kind_of
from core.readers.notation import bare_numbers
from core.readers.numeric import fault_message, parse_numbers
from core.readers.problems import Problem
from core.readers.records import is_json, split_records
from core.readers.score_columns import usual_columns
from core.readers.score_lines import split_scores
from core.readers.table import Table
from core.readers.text import Source, Text, read_text

__all__ = ["Column", "Preview", "preview"]

_MOST_PROBLEMS = 100
_MOST_VALUES = 100
_MOST_FIELDS = 20


@dataclass(frozen=True, slots=True)
class Column:
    """A column, as far as a person needs it to choose one.

    ``values`` are its distinct cells in order of appearance, None where there are more than 100.
    """

    name: str
    is_numeric: bool  # most cells that are not missing are numbers
    n_missing: int
    values: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Preview:
    """What a file seems to hold.

    Parameters
    ----------
    name : str
        The file's name.
    kind : str
        "scores", "table", "labels", "entities" or "conll", as `core compare --from` has them.
    delimiter : str or None
        What separates the columns: "commas", "semicolons", "tabs" or "white space"; None where nothing does.
    has_header : bool
        Whether the first line names the columns; without, they are named by their meaning or number.
    columns : tuple of Column
    n_rows : int
        How many rows: items, or tokens of sentences.
    rows : tuple of tuples of strings
        The first few of them.
    id_column : str or None
        The column that by its name says what the items are called.
    score_columns : tuple of strings
        The columns that `read_tables` takes for scores unless told otherwise; none where it has to be told.
    problems : tuple of Problem
        The lines that cannot be read, in order, at most 100.
    """

    name: str
    kind: str
    delimiter: str | None
    has_header: bool
    columns: tuple[Column, ...]
    n_rows: int
    rows: tuple[tuple[str, ...], ...]
    id_column: str | None
    score_columns: tuple[str, ...]
    problems: tuple[Problem, ...]


def preview(source: Source, rows: int = 5) -> Preview:
    """Look at a file without choosing anything: its kind, columns, first rows and faulty lines.

    Raises
    ------
    DataError
        If the file cannot be read at all; faulty lines are listed instead.

    Examples
    --------
    >>> from core.readers import Upload
    >>> seen = preview(Upload("scores.csv", b"id,old\\na,1\\nb,n/a\\nc,0\\n"))
    >>> seen.kind, seen.delimiter, [column.name for column in seen.columns], seen.n_rows
    ('table', 'commas', ['id', 'old'], 3)
    >>> seen.problems[0].line, seen.problems[0].message
    (3, "column 'old': 'n/a' is not a number: write a number, or nan where there is none")
    """
    text = read_text(source)
    kind = kind_of(text)
    table, problems, mark, has_header = _read(source, text, kind)
    columns = []
    for name, cells in zip(table.columns, table.cells, strict=True):
        column, faults = _column(name, cells, all_numbers=kind == "scores")
        columns.append(column)
        problems += [Problem(table.lines[row], message) for row, message in faults]
    return Preview(
        name=text.label.replace("\\", "/").rpartition("/")[2],
        kind=kind,
        delimiter=mark,
        has_header=has_header,
        columns=tuple(columns),
        n_rows=len(table),
        rows=tuple(zip(*(cells[:rows] for cells in table.cells), strict=True)),
        id_column=(named := table.id_column()),
        score_columns=usual_columns(table.columns, {named} if named else set()) or (),
        problems=tuple(sorted(problems, key=lambda problem: problem.line)[:_MOST_PROBLEMS]),
    )


def _read(source: Source, text: Text, kind: str) -> tuple[Table, list[Problem], str | None, bool]:
    """Return the file as a table, its faulty lines, its delimiter in words, and whether it has a header."""
    if is_json(text):
        return *split_records(text), None, True
    if kind == "table":
        return *split_table(text), DELIMITERS[find_delimiter(text)], True
    if kind == "conll":
        return counts_table(parse_conll_coreference(source)), [], None, False
    if kind == "scores":
        scores = split_scores(text)
        k = scores.width
        named = scores.header or (DEFAULT_COLUMNS.get(k, ())[:k] or tuple(f"column {i + 1}" for i in range(k)))
        lines = range(scores.first_line, scores.first_line + len(scores.fields) // k)
        cells = tuple(scores.fields[i::k] for i in range(k))
        mark = None if k == 1 else DELIMITERS[scores.delimiter]
        return Table(text.label, named, cells, lines), scores.problems, mark, scores.header is not None
    filled = [(number, line) for number, line in enumerate(text.lines, 1) if line and not line.isspace()]
    numbers = [number for number, _ in filled]
    # A tag comes last; what stands before it is of the first line's width.
    width = 1 if kind == "labels" else min(len(filled[0][1].split()), _MOST_FIELDS)
    if width == 1:
        name = "label" if kind == "labels" else "tag"
        return Table(text.label, (name,), ([line.strip() for _, line in filled],), numbers), [], None, False
    padded = (_fields(line, width) for _, line in filled)
    names = (*(f"column {i + 1}" for i in range(width - 1)), "tag")
    fields: tuple[list[str], ...] = tuple([] for _ in names)
    for row in padded:
        for column, cell in zip(fields, row, strict=True):
            column.append(cell)
    return Table(text.label, names, fields, numbers), [], DELIMITERS[None], False


def _fields(line: str, width: int) -> list[str]:
    fields = line.split()
    return [""] * (width - len(fields)) + fields[:-1][: width - 1] + fields[-1:]


def _column(name: str, cells: Sequence[str], all_numbers: bool) -> tuple[Column, list[tuple[int, str]]]:
    """Describe a column, and list what keeps it from being one of numbers where most of it is."""
    values, faults = parse_numbers(bare_numbers(name, [cells])[0][0])
    n_missing = int(np.isnan(values).sum()) - len(faults)
    is_numeric = len(cells) - n_missing > 2 * len(faults)
    distinct = dict.fromkeys(cells)
    few = tuple(distinct) if len(distinct) <= _MOST_VALUES else None
    shown = faults[:_MOST_PROBLEMS] if is_numeric or all_numbers else []
    where = "" if all_numbers else f"column {name!r}: "
    return Column(name, is_numeric, n_missing, few), [(i, where + fault_message(cells[i])) for i in shown]
