"""Score files: one line per item; one, two or four numbers per line."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import NamedTuple

from core.common.phrases import counted, shown
from core.data.item_statistics import DEFAULT_COLUMNS
from core.data.paired import PairedScores
from core.errors import DataError
from core.metrics import counts_columns
from core.readers.columns.asked import Asked
from core.readers.columns.roles import roles_of
from core.readers.format import BASELINE, EXPERIMENTAL, Format, Look, Sniff
from core.readers.parsing.delimited import DELIMITERS, without_empty_rows
from core.readers.parsing.file import File
from core.readers.parsing.kinds import are_counts, names_scores, numbers_name_items, precision_first
from core.readers.parsing.notation import (
    NO_SCORE,
    are_verdicts,
    bare_numbers,
    in_every_line,
    is_written_number,
    says_right,
    with_points,
)
from core.readers.parsing.numeric import (
    fault_message,
    is_missing,
    is_number,
    parse_numbers,
    printed_decimals,
    refuse_groups,
)
from core.readers.parsing.pairing import Missing, MissingValue, Statistics, refuse_no_shares
from core.readers.parsing.problems import MOST_PROBLEMS, Problem, refuse, refuse_many_columns, refuse_sparse
from core.readers.parsing.summaries import is_summary
from core.readers.parsing.table import ID_NAMES, Table
from core.readers.parsing.text import Source, Text, display_names, read_text
from core.readers.parsing.without_scores import refuse_parts
from core.readers.tables.table_scores import System, direction, measured_by, pair_of, remarks, settled, stacked

_SYSTEMS = ("baseline", "experimental")


class ScoreLines(NamedTuple):
    """The fields of a score file, row by row, before they are read as numbers."""

    label: str
    header: tuple[str, ...] | None
    delimiter: str | None
    width: int
    fields: list[str]  # n × width
    first_line: int  # of the first item, counted from 1
    problems: list[Problem]
    notes: tuple[str, ...] = ()

    def statistics(self) -> Statistics:
        """Read the fields as numbers."""
        are_scores = bool(self.header) and all(map(says_right, self.header or ()))
        bare = ([self.fields], ()) if self.delimiter == "," else bare_numbers(self.label, [self.fields], are_scores)
        (fields,), notes = bare
        notes += self.notes
        values, faults = parse_numbers(fields)
        problems = [
            *self.problems,
            *(Problem(self.line_of(i), fault_message(self.fields[i])) for i in faults[:MOST_PROBLEMS]),
        ]
        unit = "number" if self.notes else "line"
        refuse(self.label, sorted(problems, key=lambda problem: problem.line), unit)
        if self.width == 1:
            refuse_groups(self.label, fields, values)
        n = len(self.fields) // self.width
        lines = range(self.first_line, self.first_line + n)
        values = values.reshape(n, self.width)
        return Statistics(self.label, values, printed_decimals(fields), lines, unit, notes, self.counts)

    @property
    def counts(self) -> tuple[str, ...] | None:
        """The header, if its names are those of a metric's counts other than a ratio's or F1's."""
        is_known = self.header in counts_columns() and self.header not in DEFAULT_COLUMNS.values()
        return self.header if is_known else None

    def table(self) -> Table:
        """Return the fields as columns that are called by their number."""
        names = tuple(f"column {i + 1}" for i in range(self.width))
        cells = tuple(self.fields[i :: self.width] for i in range(self.width))
        return Table(self.label, names, cells, range(self.first_line, self.first_line + len(cells[0])))

    def line_of(self, position: int) -> int:
        """Return the line that a field is on."""
        return self.first_line + position // self.width


# With fewer lines, the only whole number may be a score.
_FEWEST_BELOW = 6
# Fewer numbers on the only line may be measures of a whole system.
_FEWEST_ON_ONE_LINE = 10


def split_scores(text: Text) -> ScoreLines:
    """Split a score file into fields, with the problems of its lines listed rather than raised."""
    lines = text.lines
    _refuse_name_of_pandas(text, lines)
    # The word that stands for right may be the name of a column too.
    words = {line for line in lines[:100] if not is_missing(line)} if len(lines) > 1 else set()
    has_header = _is_header(lines[0]) and not (words and are_verdicts(*words))
    body = lines[int(has_header) :]
    first = text.first_line + int(has_header)  # of the items
    sample = next((line for line in body if line and not line.isspace()), None)
    if sample is None:
        raise DataError(f"{text.label} has a header and no scores: one line belongs to one item.")
    delimiter, width = None, 1
    if is_number(sample) or not is_written_number(sample):
        delimiter = _delimiter(sample, body, text.label, first + body.index(sample), lines[0] if has_header else None)
        width = len(sample.split(delimiter))
        body = without_empty_rows(body, delimiter)
    header = _header(text, delimiter, width) if has_header else None
    if width == 1:
        return ScoreLines(text.label, header, delimiter, width, body, first, [])
    if len(body) == 1 and header is None and width >= _FEWEST_ON_ONE_LINE:
        note = f"{text.label} is one line of {width:,} numbers: each is read as the score of an item."
        return ScoreLines(text.label, None, delimiter, 1, sample.split(delimiter), 1, [], (note,))
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


def _refuse_name_of_pandas(text: Text, lines: Sequence[str]) -> None:
    """Refuse a first line 0 that pandas writes above the values of a series: all others have points, or are words."""
    if lines[0].strip() != "0" or len(lines) < _FEWEST_BELOW:
        return
    if all("." in line for line in lines[1:]) or all(line.strip() in ("True", "False") for line in lines[1:]):
        raise DataError(
            f"{text.label}, line {text.first_line}: 0 stands above lines that are written otherwise, as the name that "
            "pandas gives a column: delete it, or, if it is a score, write it like the others."
        )


def _is_header(line: str) -> bool:
    """Return whether a line names columns: in words, and in none that stand for a score that is missing."""
    # The delimiter is not known yet.
    parts = [part for field in re.split(r"[,;\t]", line) for part in (field.split() or [""])]
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
        # R writes no name above the names of rows.
        lacks_one = len(names) == width - 1
        how = "name the first column too, such as id" if lacks_one else "use one delimiter in the whole file"
        raise DataError(
            f"{where}: the header {shown(line)} does not name {counted(width, 'column')}, as the "
            f"lines below it have by {DELIMITERS[delimiter]}: {how}."
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


def measured_in(files: Sequence[ScoreLines], systems: Sequence[str]) -> Sequence[Sequence[str]]:
    """Return what the files' headers say that is measured, or else the systems' names and the files' endings."""
    names = [f"{system}{PurePath(file.label).suffix}" for system, file in zip(systems, files, strict=True)]
    return measured_by(names, [file.header or ("",) for file in files])


def read_scores(
    baseline: Source,
    experimental: Source,
    *,
    missing: Missing = "error",
    missing_value: MissingValue = None,
    lower_is_better: bool | None = None,
    counts: bool = False,
    baseline_name: str | None = None,
    experimental_name: str | None = None,
) -> PairedScores:
    """Read two score files whose lines belong to the same items in the same order.

    A line holds one number (a score), two (numerator, denominator) or four (recall numerator and denominator,
    precision numerator and denominator), separated by white space, commas, semicolons or tabs. A first line
    without a number is a header; it must not call two or four columns anything else. None, nan, null, NA (in any
    case) and an empty field are missing scores.

    Without a header, two or four numbers must clearly be counts: no numerator exceeds its denominator, and most
    denominators are integers. The first of two numbers names the item if it is a distinct integer on every line, and
    both files have the same ones.

    Parameters
    ----------
    baseline, experimental : path or Upload
        UTF-8 or UTF-16 text with any line ending.
    missing : {"error", "drop"}
        Whether a missing score is an error, or the pair is omitted with a note.
    missing_value : number or "none", optional
        A number that marks a missing score, such as -1; "none" if every number is a score.
    lower_is_better : bool, optional
        Whether lower scores are better; by default as a header says (wer, errors words), with a note.
    counts : bool
        Whether two or four numbers per line are counts, regardless of their values.
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
    refuse_parts(names)
    files = [split_scores(read_text(source)) for source in (baseline, experimental)]
    systems = settled([file.statistics() for file in files], missing_value)
    lower, why = direction(measured_in(files, names), lower_is_better, systems)
    shown_names = (baseline_name or names[0], experimental_name or names[1])
    notes = [_header_note(file) for file in files if file.header]
    if {file.width for file in files} in ({2}, {4}) and not notes:
        if files[0].width == 2 and not counts and _name_items(systems):
            named = "The first of the two numbers of a line names the item: all of them differ, and are in both files."
            asked = Asked("column 1", "column 2", missing=missing, missing_value=missing_value, lower_is_better=lower)
            roles = roles_of([file.table() for file in files], shown_names, asked)
            return pair_of(replace(roles, notes=(*roles.notes, named)), asked)
        if not counts:
            _refuse_no_counts(systems)
        notes = [_COUNTS[files[0].width]]
    pair = stacked(
        [System(name, each) for name, each in zip(_SYSTEMS, systems, strict=True)],
        missing=missing, notes=[*notes, *why, *remarks(systems, True, missing_value)],
    ).pair(*_SYSTEMS)  # fmt: skip
    return replace(pair.named(*shown_names), lower_is_better=lower)


_COUNTS = {
    2: "The two numbers of a line are read as numerator and denominator.",
    4: "The four numbers of a line are read as the counts of recall, then of precision.",
}
_SAY = {
    2: '"numerator denominator" if they are that, or "id score" if the first names the item',
    4: '"recall_numerator recall_denominator precision_numerator precision_denominator" if they are that',
}
_METRIC = {2: "ratio", 4: "f1"}


def _name_items(systems: Sequence[Statistics]) -> bool:
    found = numbers_name_items([system.values for system in systems])
    if found == "perhaps":
        raise DataError(
            f"{systems[0].label}, line {systems[0].lines[0]}: one of two numbers may name the item, or both be "
            f"counts: say that they are (counts=True, --metric ratio), or put a line above both files that says what "
            f"the columns are, {_SAY[2]}."
        )
    return found == "yes"


def _refuse_no_counts(systems: Sequence[Statistics]) -> None:
    for system in systems:
        width = system.values.shape[1]
        if width == 4:
            refuse_no_shares(system)
        # Negative numbers are refused with their line.
        header = _SAY[width]
        if not are_counts(system.values) and not (system.values[:, 1::2] < 0).any():
            raise DataError(
                f"{system.label}, line {system.lines[0]}: {width} numbers on each line, and not clearly counts: say "
                f"that they are (counts=True, --metric {_METRIC[width]}), or put a line above both files that says "
                f"what the columns are, {header}; or read them as tables and choose a column (read_tables, --columns "
                "'column 1')."
            )


def _header_note(file: ScoreLines) -> str:
    meaning = {2: ", read as numerator, denominator", 4: ", read as the counts of recall, then of precision"}
    named = f"{', '.join(file.header or ())}{'' if file.counts else meaning.get(file.width, '')}"
    return f"Line {file.first_line - 1} of {file.label} is taken as a header: {named}."


def _sniff(file: File) -> Sniff:
    return Sniff(0.5 if file.shape == "numbers" else 0, "numbers, one item a line")


def _look(file: File) -> Look:
    scores = split_scores(file.text)
    table, k = scores.table(), scores.width
    names = scores.header or DEFAULT_COLUMNS.get(k, ())[:k] or table.columns
    mark = None if k == 1 else DELIMITERS[scores.delimiter]
    return Look(replace(table, columns=names), scores.problems, mark, scores.header is not None, all_numbers=True)


FORMAT = Format(
    "scores",
    "Two score files",
    "One line for each item, the same items in the same order: one number (a score), two (numerator and denominator) "
    "or four (recall's and precision's).",
    "score files",
    "scores",
    (BASELINE, EXPERIMENTAL),
    read_scores,
    _sniff,
    look=_look,
    shared=("missing", "missing_value", "lower_is_better"),
    also=("counts",),
    is_plain=True,
)
