"""The lines of a score file: their header, their delimiter, and their fields."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from core.common.phrases import counted, shown
from core.data.item_statistics import DEFAULT_COLUMNS
from core.errors import DataError
from core.readers.parsing.counts import names_scores, precision_first
from core.readers.parsing.decimal_comma import in_every_line, with_points
from core.readers.parsing.delimited import DELIMITERS
from core.readers.parsing.limits import refuse_many_columns, refuse_sparse
from core.readers.parsing.notation import NO_SCORE, bare_numbers, is_written_number, says_right, verdict
from core.readers.parsing.numeric import fault_message, is_missing, is_number, parse_numbers, printed_decimals
from core.readers.parsing.pairing import Statistics
from core.readers.parsing.problems import MOST_PROBLEMS, Problem, refuse
from core.readers.parsing.summaries import is_summary
from core.readers.parsing.table import ID_NAMES, Table
from core.readers.parsing.text import Text

__all__ = ["ScoreLines", "split_scores"]


class ScoreLines(NamedTuple):
    """The fields of a score file, row by row, before they are read as numbers."""

    label: str
    header: tuple[str, ...] | None
    delimiter: str | None
    width: int
    fields: list[str]  # n × width
    first_line: int  # of the first item, counted from 1
    problems: list[Problem]

    def statistics(self) -> Statistics:
        """Read the fields as numbers."""
        are_scores = bool(self.header) and all(map(says_right, self.header or ()))
        bare = ([self.fields], ()) if self.delimiter == "," else bare_numbers(self.label, [self.fields], are_scores)
        (fields,), notes = bare
        values, faults = parse_numbers(fields)
        problems = [
            *self.problems,
            *(Problem(self.line_of(i), fault_message(self.fields[i])) for i in faults[:MOST_PROBLEMS]),
        ]
        refuse(self.label, sorted(problems, key=lambda problem: problem.line))
        n = len(self.fields) // self.width
        lines = range(self.first_line, self.first_line + n)
        return Statistics(self.label, values.reshape(n, self.width), printed_decimals(fields), lines, notes=notes)

    def table(self) -> Table:
        """Return the fields as columns that are called by their number."""
        names = tuple(f"column {i + 1}" for i in range(self.width))
        cells = tuple(self.fields[i :: self.width] for i in range(self.width))
        return Table(self.label, names, cells, range(self.first_line, self.first_line + len(cells[0])))

    def line_of(self, position: int) -> int:
        """Return the line that a field is on."""
        return self.first_line + position // self.width


def split_scores(text: Text) -> ScoreLines:
    """Split a score file into fields, with the problems of its lines listed rather than raised."""
    lines = text.lines
    # The word that stands for right may be the name of a column too.
    has_header = _is_header(lines[0]) and not (
        len(lines) > 1 and verdict(lines[0]) is not None and verdict(lines[0]) == verdict(lines[1])
    )
    body = lines[int(has_header) :]
    first = text.first_line + int(has_header)  # of the items
    sample = next((line for line in body if line and not line.isspace()), None)
    if sample is None:
        raise DataError(f"{text.label} has a header and no scores: one line belongs to one item.")
    if is_written_number(sample) and not is_number(sample):
        header = _header(text, None, 1) if has_header else None
        return ScoreLines(text.label, header, None, 1, body, first, [])
    delimiter = _delimiter(sample, body, text.label, first + body.index(sample), lines[0] if has_header else None)
    width = len(sample.split(delimiter)) if delimiter else len(sample.split())
    header = _header(text, delimiter, width) if has_header else None
    if width == 1:
        return ScoreLines(text.label, header, delimiter, width, body, first, [])
    refuse_many_columns(f"{text.label}, line {first:,}", width)
    refuse_sparse(text.label, len(body), width, len(text.content))
    fields: list[str] = []
    problems: list[Problem] = []
    for number, line in enumerate(body, first):
        row = line.split(delimiter)
        if len(row) != width:
            if line and not line.isspace():
                problems.append(Problem(number, _misfit(line, len(row), width, delimiter)))
                if len(problems) == MOST_PROBLEMS:
                    break
            row = [""] * width
        fields += row
    return ScoreLines(text.label, header, delimiter, width, fields, first, problems)


def _loosely(line: str) -> list[str]:
    """Split at every kind of delimiter: the header is recognised before the delimiter is known."""
    return [part for part in re.split(r"[,;\t]", line) for part in (part.split() or [""])]


def _is_header(line: str) -> bool:
    """Return whether a line names columns: in words, and in none that stand for a score that is missing."""
    parts = _loosely(line)
    if any(is_missing(part) or is_number(part) or part[0] in "0123456789+-." for part in parts):
        return False
    words = {line.strip(" \"'").casefold()} & NO_SCORE or {part.strip("\"'").casefold() for part in parts}
    return any(map(str.isalpha, line)) and not words <= NO_SCORE


def _delimiter(line: str, body: Sequence[str], label: str, number: int, header: str | None) -> str | None:
    """Return the delimiter of a line; a comma beside another delimiter is a decimal comma, or an error."""
    present = [mark for mark in (",", ";", "\t") if mark in line.strip()]
    if len(present) > 1 and "," in present:
        present.remove(",")
        if with_points([[field for row in body for field in row.split(present[0])]]) is None:
            present.append(",")
    if len(present) > 1:
        kinds = " and ".join(DELIMITERS[mark] for mark in sorted(present))
        raise DataError(f"{label}, line {number}: {kinds} on one line: use one delimiter, and a point for decimals.")
    if present != [","]:
        return present[0] if present else None
    if header is not None and "," not in header:
        return None
    if header is None and in_every_line(body):
        raise DataError(
            f"{label}, line {number}: the comma of {shown(line)} may be a decimal comma, mark thousands, or separate "
            "two numbers, on every line: write decimals with a point, or put a line above that names one column or two "
            "(score, or numerator,denominator)."
        )
    alone = any(row and not row.isspace() and "," not in row for row in body)
    return None if header is None and alone and with_points([body]) else ","


def _header(text: Text, delimiter: str | None, width: int) -> tuple[str, ...]:
    line, where = text.content.partition("\n")[0], f"{text.label}, line {text.first_line}"
    names = tuple(name.strip() for name in (line.split(delimiter) if width > 1 else [line]))
    if len(names) != width or (width == 1 and any(mark in names[0] for mark in ",;\t")):
        raise DataError(
            f"{where}: the header {shown(line)} does not name {counted(width, 'column')}, as the "
            f"lines below it have by {DELIMITERS[delimiter]}: use one delimiter in the whole file."
        )
    named = [name for name in names if name.casefold() in ID_NAMES]
    if named:
        raise DataError(
            f"{where}: the column {named[0]!r} names the items: read both files as tables, joined on "
            "it (read_tables, --from table)."
        )
    if precision_first(names):
        raise DataError(
            f"{where}: the header {shown(line)} names precision's counts before recall's: recall's two come "
            "first; change the order, or read both files as tables and choose columns (read_tables, --from table)."
        )
    if width in DEFAULT_COLUMNS and not names_scores(names):
        raise DataError(
            f"{where}: the header {shown(line)} names other columns than the "
            f"{'numerator and denominator' if width == 2 else 'counts of recall and precision'} of a score file: read "
            "both files as tables and choose columns (read_tables, --from table)."
        )
    return names


def _misfit(line: str, found: int, width: int, delimiter: str | None) -> str:
    if is_summary(line):
        return f"{shown(line)} looks like a summary row: delete it, one line belongs to one item"
    other = next((name for mark, name in DELIMITERS.items() if mark and mark != delimiter and mark in line), None)
    if other is None and delimiter and len(line.split()) == width:
        other = DELIMITERS[None]
    if other:
        return f"{other} where the other lines have {DELIMITERS[delimiter]}: use one delimiter in the whole file"
    return f"{counted(found, 'field')} where the first has {width}: give each line as many"
