"""Recognise the kind of a text from its first lines."""

import re
from itertools import chain

from core.readers.parsing.counts import names_scores
from core.readers.parsing.delimited import DELIMITERS, QUOTED
from core.readers.parsing.names import is_known_name
from core.readers.parsing.notation import is_written_number, verdict
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
    numeric = [
        is_written_number(line)
        or verdict(line) is not None
        or all(is_written_number(field) or is_missing(field) for field in row)
        for line, row in zip(head, rows, strict=True)
        if any(row)
    ]
    # The index of a pandas table has no name.
    unnamed = len(filled[0]) > 1 and not filled[0][0]
    has_header = not numeric[0] and not any(
        is_written_number(field) or is_missing(field) for field in filled[0][unnamed:]
    )
    widths = {len(row) for row in filled}
    names_items = has_header and len(filled[0]) > 1 and any(name.casefold() in ID_NAMES for name in filled[0])
    # Labels of several words may hold such a name too, but do not form columns, and have no numbers.
    if names_items and (
        len(widths) == 1 or any(mark in head[0] for mark in DELIMITERS if mark) or any(map(is_number, chain(*filled)))
    ):
        return "columns"
    if numeric[0] or 2 * sum(numeric) >= len(numeric):
        return "columns" if has_header and (unnamed or not names_scores(filled[0])) else "numbers"
    # A token may be a comma: the last field of each line, after white space, is the tag.
    if all(is_tag(line.split()[-1]) for line in head if line) and (len(filled) < len(rows) or len(filled[0]) > 1):
        return "tags"
    if any(mark and any(mark in line for line in head) for mark in DELIMITERS if mark != "\t"):
        return "columns"
    in_columns = any("\t" in line for line in head) or (len(widths) == 1 and widths != {1})
    return "columns" if in_columns else "words"


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
