"""Score files: one line per item; one, two or four numbers per line."""

from collections.abc import Sequence
from dataclasses import replace

from core.data.item_statistics import DEFAULT_COLUMNS
from core.data.paired import PairedScores
from core.errors import DataError
from core.readers.format import Format, Look, Sniff
from core.readers.options import BASELINE, EXPERIMENTAL
from core.readers.parsing.counts import are_counts, numbers_name_items
from core.readers.parsing.delimited import DELIMITERS
from core.readers.parsing.file import File
from core.readers.parsing.pairing import Missing, Statistics, pair_up, refuse_no_shares
from core.readers.parsing.score_lines import ScoreLines, split_scores
from core.readers.parsing.text import Source, display_names, read_text
from core.readers.tables.remarks import MissingValue, direction, remarks, settled
from core.readers.tables.table_scores import joined

__all__ = ["FORMAT", "read_scores"]


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
    files = [split_scores(read_text(source)) for source in (baseline, experimental)]
    systems = settled([file.statistics() for file in files], missing_value)
    lower, why = direction([file.header or ("",) for file in files], lower_is_better)
    shown_names = (baseline_name or names[0], experimental_name or names[1])
    notes = [_header_note(file, file.header) for file in files if file.header]
    if {file.width for file in files} in ({2}, {4}) and not notes:
        if files[0].width == 2 and not counts and _name_items(systems):
            tables = [file.table() for file in files]
            scores = [("column 2",)] * 2
            named = "The first of the two numbers of a line names the item: all of them differ, and are in both files."
            pair = joined(tables, scores=scores, names=shown_names, id="column 1", missing=missing, notes=[named])
            return replace(pair, lower_is_better=lower)
        if not counts:
            _refuse_no_counts(systems)
        notes = [_COUNTS[files[0].width]]
    pair = pair_up(
        systems[0], systems[1], missing=missing, names=shown_names, notes=[*notes, *why, *remarks(systems, True)]
    )
    return replace(pair, lower_is_better=lower)


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


def _header_note(file: ScoreLines, names: tuple[str, ...]) -> str:
    meaning = {2: ", read as numerator, denominator", 4: ", read as the counts of recall, then of precision"}
    named = f"{', '.join(names)}{meaning.get(len(names), '')}"
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
    missing=True,
    numbers=True,
    also=("counts",),
    is_plain=True,
)
