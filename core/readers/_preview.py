"""Preview of a file: its kind, its columns, its first rows, and the lines that cannot be read."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.readers.columns.score_columns import usual_columns
from core.readers.parsing.file import File
from core.readers.parsing.notation import bare_numbers
from core.readers.parsing.numeric import fault_message, parse_numbers
from core.readers.parsing.problems import Problem
from core.readers.parsing.text import Source, files_unpacked_once
from core.readers.recognition import look_at

_MOST_PROBLEMS = 100
_MOST_VALUES = 200


@dataclass(frozen=True, slots=True)
class Column:
    """A column as described to a user who chooses one.

    ``values`` are its distinct cells in order of appearance, None if there are more than 200.
    """

    name: str
    is_numeric: bool  # most cells that are not missing are numbers
    n_missing: int
    values: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Preview:
    """The probable contents of a file.

    Parameters
    ----------
    name : str
        The file's name.
    kind : str
        The name of the most likely format: a key of `FORMATS`.
    delimiter : str or None
        The separator of columns: "commas", "semicolons", "tabs" or "white space"; None without a separator.
    has_header : bool
        Whether the first line names the columns; otherwise they are named by their meaning or number.
    columns : tuple of Column
    n_rows : int
        The number of rows: items, or tokens of sentences.
    unit : str
        The word for a row, "row" or "line"; empty if rows are not counted.
    rows : tuple of tuples of strings
        The first few rows.
    id_column : str or None
        The column whose name indicates the names of the items.
    score_columns : tuple of strings
        The columns called as scores are, or the only one beside ``id_column`` if it holds no answers, by their names
        alone; else empty. The readers also look at the values.
    problems : tuple of Problem
        The lines that cannot be read, in order, at most 100.
    """

    name: str
    kind: str
    delimiter: str | None
    has_header: bool
    columns: tuple[Column, ...]
    n_rows: int
    unit: str
    rows: tuple[tuple[str, ...], ...]
    id_column: str | None
    score_columns: tuple[str, ...]
    problems: tuple[Problem, ...]


@files_unpacked_once()
def preview(source: Source, rows: int = 5) -> Preview:
    """Return a preview of a file: its kind, columns, first rows and faulty lines.

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
    file = File(source)
    format, look = look_at(file)
    table, problems = look.table, look.problems
    columns = []
    for name, cells in zip(table.columns, table.cells, strict=True):
        column, faults = _column(name, cells, look.all_numbers)
        columns.append(column)
        problems = [*problems, *(Problem(table.lines[row], message) for row, message in faults)]
    return Preview(
        name=file.label.replace("\\", "/").rpartition("/")[2],
        kind=format.name,
        delimiter=look.delimiter,
        has_header=look.has_header,
        columns=tuple(columns),
        n_rows=len(table),
        unit=look.unit,
        rows=tuple(zip(*(cells[:rows] for cells in table.cells), strict=True)),
        id_column=(named := table.id_column()),
        score_columns=usual_columns(table.columns, {named} if named else set()) or (),
        problems=tuple(sorted(problems, key=lambda problem: problem.line)[:_MOST_PROBLEMS]),
    )


def _column(name: str, cells: Sequence[str], all_numbers: bool) -> tuple[Column, list[tuple[int, str]]]:
    values, faults = parse_numbers(bare_numbers(name, [cells])[0][0])
    n_missing = int(np.isnan(values).sum()) - len(faults)
    is_numeric = len(cells) - n_missing > 2 * len(faults)
    distinct = dict.fromkeys(cells)
    few = tuple(distinct) if len(distinct) <= _MOST_VALUES else None
    shown = faults[:_MOST_PROBLEMS] if is_numeric or all_numbers else []
    where = "" if all_numbers else f"column {name!r}: "
    return Column(name, is_numeric, n_missing, few), [(i, where + fault_message(cells[i])) for i in shown]
