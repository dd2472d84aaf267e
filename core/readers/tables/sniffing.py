"""Recognition and preview shared by all formats whose files are tables."""

from core.readers.format import Look, Sniff
from core.readers.parsing.delimited import DELIMITERS, find_delimiter, split_table
from core.readers.parsing.file import File
from core.readers.parsing.records import is_json, split_records

__all__ = ["look_at_columns", "sniff_columns"]

# One column of numbers is a table only on request.
_SURE = {"columns": 0.6, "numbers": 0.1}


def sniff_columns(file: File) -> Sniff:
    """Return the certainty that a file is a table of any kind."""
    return Sniff(_SURE.get(file.shape, 0), "it has columns")


def look_at_columns(file: File) -> Look:
    """Show a table, with the lines that do not fit the others."""
    if is_json(file.text):
        table, problems = split_records(file.text)
        return Look(table, problems, None, True, "row")
    table, problems = split_table(file.text)
    return Look(table, problems, DELIMITERS[find_delimiter(file.text)], True, "row")
