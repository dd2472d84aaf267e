"""Score files: one line an item; one, two or four numbers a line."""

import re
from typing import NamedTuple

from core.errors import DataError
from core.paired import DEFAULT_COLUMNS, PairedScores
from core.phrases import counted, shown
from core.readers.delimited import DELIMITERS
from core.readers.kinds import names_scores, precision_first
from core.readers.limits import refuse_many_columns, refuse_sparse
from core.readers.numeric import fault_message, is_missing, is_number, parse_numbers, printed_decimals
from core.readers.pairing import Missing, Statistics, pair_up
from core.readers.problems import MOST_PROBLEMS, Problem, refuse
from core.readers.summaries import is_summary
from core.readers.table import ID_NAMES
from core.readers.text import Source, Text, display_names, read_text

__all__ = ["ScoreLines", "read_scores", "split_scores"]


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
        """Read the fields as numbers.

        Raises
        ------
        DataError
            If a line has more or fewer fields than the first, or a field is not a finite number.
        """
        values, faults = parse_numbers(self.fields)
        problems = [
            *self.problems,
            *(Problem(self.line_of(i), fault_message(self.fields[i])) for i in faults[:MOST_PROBLEMS]),
        ]
        refuse(self.label, sorted(problems, key=lambda problem: problem.line))
        n = len(self.fields) // self.width
        lines = range(self.first_line, self.first_line + n)
        return Statistics(self.label, values.reshape(n, self.width), printed_decimals(self.fields), lines)

    def line_of(self, position: int) -> int:
        """Return the line that a field is on."""
        return self.first_line + position // self.width


def read_scores(
    baseline: Source,
    experimental: Source,
    *,
    missing: Missing = "error",
    baseline_name: str | None = None,
    experimental_name: str | None = None,
) -> PairedScores:
    """Read two score files whose lines belong to the same items in the same order.

    A line holds one number (a score), two (numerator, denominator) or four (recall numerator and denominator,
    precision numerator and denominator), separated by white space, commas, semicolons or tabs. A first line
    without a number is a header; it must not call two or four columns anything else. None, nan, null, NA (in any
    case) and an empty field are missing scores.

    Parameters
    ----------
    baseline, experimental : path or Upload
        UTF-8 or UTF-16 text with any line ending.
    missing : {"error", "drop"}
        Whether a missing score is an error, or the pair is left out and a note says so.
    baseline_name, experimental_name : str, optional
        The systems' names; by default the file names.

    Raises
    ------
    DataError
        If a file cannot be read as numbers, or the two do not belong together; the message names file, line
        and value.

    Examples
    --------
    >>> from core.readers import Upload
    >>> pair = read_scores(Upload("old.txt", b"0\\n1\\n1\\n"), Upload("new.txt", b"1\\n1\\n0\\n"))
    >>> len(pair), pair.baseline_name, pair.decimals
    (3, 'old', 0)
    """
    names = display_names(baseline, experimental)
    files = [split_scores(read_text(source)) for source in (baseline, experimental)]
    systems = [file.statistics() for file in files]
    return pair_up(
        systems[0],
        systems[1],
        missing=missing,
        names=(baseline_name or names[0], experimental_name or names[1]),
        notes=[_header_note(file.label, file.header) for file in files if file.header],
    )


def split_scores(text: Text) -> ScoreLines:
    """Split a score file into fields, with the problems of its lines listed rather than raised.

    Raises
    ------
    DataError
        If there is a header and nothing else, or it does not fit the lines below it.
    """
    lines = text.lines
    has_header = not any(is_missing(part) or is_number(part) for part in _loosely(lines[0]))
    first = int(has_header)
    body = lines[first:]
    sample = next((line for line in body if line and not line.isspace()), None)
    if sample is None:
        raise DataError(f"{text.label} has a header and no scores: one line belongs to one item.")
    delimiter = _delimiter(sample, text.label, first + 1 + body.index(sample))
    width = len(sample.split(delimiter)) if delimiter else len(sample.split())
    header = _header(lines[0], delimiter, width, text.label) if has_header else None
    if width == 1:
        return ScoreLines(text.label, header, delimiter, width, body, first + 1, [])
    refuse_many_columns(f"{text.label}, line {first + 1:,}", width)
    refuse_sparse(text.label, len(body), width, len(text.content))
    fields: list[str] = []
    problems: list[Problem] = []
    for number, line in enumerate(body, first + 1):
        row = line.split(delimiter)
        if len(row) != width:
            if line and not line.isspace():
                problems.append(Problem(number, _misfit(line, len(row), width, delimiter)))
                if len(problems) == MOST_PROBLEMS:
                    break
            row = [""] * width
        fields += row
    return ScoreLines(text.label, header, delimiter, width, fields, first + 1, problems)


def _loosely(line: str) -> list[str]:
    """Split at every kind of delimiter: a header is told before the delimiter is known."""
    return [part for part in re.split(r"[,;\t]", line) for part in (part.split() or [""])]


def _delimiter(line: str, label: str, number: int) -> str | None:
    present = [mark for mark in (",", ";", "\t") if mark in line.strip()]
    if len(present) > 1:
        kinds = " and ".join(DELIMITERS[mark] for mark in present)
        raise DataError(f"{label}, line {number}: {kinds} on one line: use one delimiter, and a point for decimals.")
    return present[0] if present else None


def _header(line: str, delimiter: str | None, width: int, label: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in (line.split(delimiter) if width > 1 else [line]))
    if len(names) != width or (width == 1 and any(mark in names[0] for mark in ",;\t")):
        raise DataError(
            f"{label}, line 1: the header {shown(line)} does not name {counted(width, 'column')}, as the "
            f"lines below it have by {DELIMITERS[delimiter]}: use one delimiter in the whole file."
        )
    named = [name for name in names if name.casefold() in ID_NAMES]
    if named:
        raise DataError(
            f"{label}, line 1: the column {named[0]!r} names the items: read both files as tables, joined on "
            "it (read_tables, --from table)."
        )
    if precision_first(names):
        raise DataError(
            f"{label}, line 1: the header {shown(line)} names precision's counts before recall's: recall's two come "
            "first; change the order, or read both files as tables and choose columns (read_tables, --from table)."
        )
    if width in DEFAULT_COLUMNS and not names_scores(names):
        raise DataError(
            f"{label}, line 1: the header {shown(line)} names other columns than the "
            f"{'numerator and denominator' if width == 2 else 'counts of recall and precision'} of a score file: read "
            "both files as tables and choose columns (read_tables, --from table)."
        )
    return names


def _header_note(label: str, names: tuple[str, ...]) -> str:
    meaning = {2: ", read as numerator, denominator", 4: ", read as the counts of recall, then of precision"}
    return f"Line 1 of {label} is taken as a header: {', '.join(names)}{meaning.get(len(names), '')}."


def _misfit(line: str, found: int, width: int, delimiter: str | None) -> str:
    if is_summary(line):
        return f"{shown(line)} looks like a summary row: delete it, one line belongs to one item"
    other = next((name for mark, name in DELIMITERS.items() if mark and mark != delimiter and mark in line), None)
    if other is None and delimiter and len(line.split()) == width:
        other = DELIMITERS[None]
    if other:
        return f"{other} where the other lines have {DELIMITERS[delimiter]}: use one delimiter in the whole file"
    return f"{counted(found, 'field')} where the first has {width}: give each line as many"
