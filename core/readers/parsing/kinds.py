"""Recognise the kind of a text from its first lines, and whether two or four numbers on a line are counts."""

import re
from collections.abc import Sequence
from itertools import chain
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from core.readers.parsing.delimited import DELIMITERS, QUOTED
from core.readers.parsing.names import is_known_name, words_of
from core.readers.parsing.notation import NO_SCORE, are_verdicts, is_written_number
from core.readers.parsing.numeric import is_missing, is_number
from core.readers.parsing.records import is_json
from core.readers.parsing.table import ID_NAMES
from core.readers.parsing.text import Text

# Begin, inside and outside; the end and a single token of BIOES; the last one and a unit of BILOU.
_PREFIXES = ("B-", "I-", "E-", "S-", "L-", "U-")


def is_tag(field: str) -> bool:
    """Return whether the field is the tag of a token."""
    return field == "O" or (field[:2] in _PREFIXES and len(field) > 2)


def kind_of(text: Text) -> str:
    """Return "numbers", "columns", "words" or "tags".

    A table in columns names its items in the first line, or has columns that a score file does not have.
    """
    if is_json(text):
        return "columns"
    head = [line.strip() for line in text.head()]
    rows = [_fields(line) for line in head]
    filled = [row for row in rows if any(row)]
    if not filled:
        return "numbers"
    words = {line for line in head[1:] if not (is_missing(line) or _is_no_score(line))}
    of_verdicts = not words or are_verdicts(*words)
    numeric = [
        is_written_number(line)
        or (of_verdicts and are_verdicts(line))
        or all(is_written_number(field) or is_missing(field) for field in row)
        for line, row in zip(head, rows, strict=True)
        if any(row)
    ]
    # Columns without a name and without content are left out.
    names = [name for i, name in enumerate(filled[0]) if name or any(any(row[i : i + 1]) for row in filled[1:])]
    # The index of a pandas table has no name.
    unnamed = len(names) > 1 and not names[0]
    # A column of gold labels may be called true, where no row says so.
    truths = {"true", "false"} - {field.casefold() for row in filled[1:] for field in row}
    has_header = not numeric[0] and not any(
        is_missing(name) or (is_written_number(name) and name.casefold() not in truths) for name in names[unnamed:]
    )
    # The columns of a turned pandas table are numbered.
    has_header |= unnamed and are_running(filled[0][1:]) and all(row[0] for row in filled[1:])
    widths = {len(row) for row in filled}
    names_items = (
        has_header and len(filled[0]) > 1 and any(name.strip('"').casefold() in ID_NAMES for name in filled[0])
    )
    # Labels of several words may hold such a name too, but do not form columns, and have no numbers.
    if names_items and (
        len(widths) == 1 or any(mark in head[0] for mark in DELIMITERS if mark) or any(map(is_number, chain(*filled)))
    ):
        return "columns"
    if numeric[0] or 2 * sum(numeric) >= len(numeric):
        in_table = unnamed or len(names) < len(filled[0]) or not names_scores(names)
        return "columns" if has_header and in_table else "numbers"
    # A token may be a comma: the last field of each line, after white space, is the tag.
    if all(is_tag(line.split()[-1]) for line in head if line) and (len(filled) < len(rows) or len(filled[0]) > 1):
        return "tags"
    if any(mark and any(mark in line for line in head) for mark in DELIMITERS if mark != "\t"):
        return "columns"
    in_columns = any("\t" in line for line in head) or (len(widths) == 1 and widths != {1})
    return "columns" if in_columns else "words"


# Fewer running numbers from 1 may be the scores of an item.
_FEWEST_FROM_ONE = 6


def are_running(names: Sequence[str]) -> bool:
    """Return whether these are the numbers of columns: 0, 1 … as pandas writes, or 1, 2 … as R does.

    Examples
    --------
    >>> are_running(["0", "1"]), are_running(["1", "2", "3", "4", "5", "6"]), are_running(["1", "2", "3"])
    (True, True, False)
    """
    first = int(len(names) >= _FEWEST_FROM_ONE and names[0] == "1")
    return list(names) == [str(i) for i in range(first, first + len(names))]


def _is_no_score(line: str) -> bool:
    """Return whether a line is a number, or words for a score that is missing."""
    return is_written_number(line) or (line.casefold() in NO_SCORE and not are_verdicts(line))


def in_columns(text: Text) -> bool:
    """Return whether a file of possible labels is a table: one delimiter gives every line the same number of fields.

    A header of a known name between commas, semicolons or tabs is enough, so that a line that does not fit it is
    refused as a line of a table. Quoted labels are not columns.
    """
    if is_json(text):
        return True
    lines = text.lines
    if '"' in text.content:
        header = QUOTED.sub(lambda quoted: re.sub(r"\W", "_", quoted[0][1:-1]) or "_", lines[0])
        lines = [header, *(QUOTED.sub("_", line) for line in lines[1:])]
    for mark in DELIMITERS:
        names = [name.strip() for name in lines[0].split(mark)]
        if len(names) < 2:
            continue
        if mark and any(is_known_name(name) or name.casefold() in ID_NAMES for name in names):
            return True
        if all((line.count(mark) + 1 if mark else len(line.split())) == len(names) for line in lines):
            return True
    return False


def _fields(line: str) -> list[str]:
    mark = next((mark for mark in DELIMITERS if mark and mark in line), None)
    return [field.strip() for field in line.split(mark)]


_NUMERATORS = frozenset((
    "num", "numerator", "right", "correct", "hit", "hits", "tp", "match", "matches", "matched", "overlap", "errors",
    "error", "edits", "wrong", "successes", "passed", "solved", "yes",
))  # fmt: skip
_DENOMINATORS = frozenset((
    "den", "denom", "denominator", "total", "totals", "all", "of", "n", "gold", "pred", "predicted", "ref", "reference",
    "needed", "found", "possible", "trials", "attempts", "fp", "fn",
))  # fmt: skip
_SIZES = frozenset(("words", "tokens", "chars", "characters", "length", "len"))
_RECALL = frozenset(("r", "rec", "recall", "rn", "rd", "rnum", "rden"))
_PRECISION = frozenset(("p", "prec", "precision", "pn", "pd", "pnum", "pden"))
# This many equal numbers in the same places are not a coincidence.
_ENOUGH = 10


def names_scores(names: Sequence[str]) -> bool:
    """Return whether these names may be the header of a score file.

    One column may have any name; two are called a numerator and a denominator; of four, two belong to recall and then
    two to precision.
    """
    words = [words_of(name) for name in names]
    if len(words) == 1:
        return True
    if len(words) == 4 and all(name[0] in _RECALL for name in words[:2]) and all(n[0] in _PRECISION for n in words[2:]):
        return True
    pairs = [(words[i], words[i + 1]) for i in range(0, len(words) - 1, 2)]
    return len(words) in (2, 4) and all(_is_share(*pair) for pair in pairs) and not precision_first(names)


def precision_first(names: Sequence[str]) -> bool:
    """Return whether the names say that precision's two counts come before recall's."""
    initials = [name.strip().casefold()[:1] for name in names]
    return initials == ["p", "p", "r", "r"]


def are_counts(values: NDArray[np.float64]) -> bool:
    """Return whether numbers without a header must be numerators and denominators.

    No numerator is larger than its denominator, most denominators are whole, and one at least counts more than one:
    four metrics, or an item's number and its score, rarely are.
    """
    known = values[~np.isnan(values).any(axis=1)]
    numerators, denominators = known[:, ::2], known[:, 1::2]
    if not known.size or (numerators < 0).any() or (numerators > denominators * (1 + 1e-9)).any():
        return False
    if values.shape[1] == 2 and (numerators <= 1).all() and (numerators % 1 != 0).any():
        return False  # scores from 0 to 1 beside lengths
    whole = denominators == np.rint(denominators)
    # Two numbers may be a score and another number: more than half of the denominators must be integers.
    most = 2 * whole.sum() >= whole.size + (values.shape[1] == 2)
    is_run = any(_is_run(column) for column in denominators.T)
    return bool(most and (values[:, 1::2] > 1).any() and not is_run)


def numbers_name_items(systems: Sequence[NDArray[np.float64]]) -> Literal["yes", "no", "perhaps"]:
    """Return whether the first of two numbers per line names the item: distinct, and equal in both files.

    If both may be counts, only consecutive numbers, or many numbers, are names.
    """
    first, *others = (values[:, 0] for values in systems)
    counts = all(map(are_counts, systems))
    if not _same_names([first, *others]):
        doubtful = counts and _may_end_in_names(systems)
        return "perhaps" if doubtful or any(_is_run(column) for column in (first, *others)) else "no"
    if _is_run(first):
        return "yes"
    # Line numbers are not scores.
    numbered = all(_is_run(values[:, 1]) for values in systems)
    return "perhaps" if numbered or (counts and len(first) < _ENOUGH) else "yes"


def _may_end_in_names(systems: Sequence[NDArray[np.float64]]) -> bool:
    """Return whether the second of two numbers may name the item, and the first be its score.

    Denominators are often equal in both files. They are all distinct only in small files, and then they are not much
    larger than the numerators.
    """
    names = [values[:, 1] for values in systems]
    largest = max(values[:, 0].max() for values in systems)
    return _same_names(names) and (len(names[0]) >= _ENOUGH or largest <= max(1.0, names[0].min() / 10))


def _same_names(columns: Sequence[NDArray[np.float64]]) -> bool:
    """Return whether all hold the same whole numbers, each once, and more than one."""
    first = set(columns[0].tolist())
    whole = all((column == np.rint(column)).all() for column in columns)
    return (
        len(first) > 1
        and whole
        and all(len(column) == len(first) and set(column.tolist()) == first for column in columns)
    )


def _is_run(column: NDArray[np.float64]) -> bool:
    """Return whether these are the numbers of the lines, from 0 or 1."""
    return len(column) > 2 and column[0] in (0, 1) and bool((np.diff(column) == 1).all())


def _is_share(numerator: Sequence[str], denominator: Sequence[str]) -> bool:
    if _NUMERATORS.isdisjoint(numerator):
        return False
    of_size = not _SIZES.isdisjoint(denominator)
    errors = not {"errors", "error", "edits", "wrong"}.isdisjoint(numerator)
    return not _DENOMINATORS.isdisjoint(denominator) or (
        of_size and (errors or not set(numerator).isdisjoint(denominator))
    )
