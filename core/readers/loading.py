"""A file of columns as a table."""

from core.errors import DataError
from core.readers.delimited import split_table
from core.readers.headers import with_names
from core.readers.problems import refuse
from core.readers.records import is_json, split_records
from core.readers.table import Columns, Table
from core.readers.text import Source, Text, read_text

__all__ = ["load_table", "table_of"]


def load_table(source: Source, *wanted: Columns | None) -> Table:
    """Read the table of a file; see `table_of`."""
    return table_of(read_text(source), *wanted)


def table_of(text: Text, *wanted: Columns | None) -> Table:
    """Return the table that a text is, or refuse the first line that does not fit the others.

    A first line that is like the items below it is one of them; columns are then called "column 1", "column 2" …
    """
    table, problems = split_records(text) if is_json(text) else split_table(text)
    refuse(table.label, problems, table.unit)
    if not table.columns:
        raise DataError(f"{table.label} holds records without keys: each should name an item and its scores.")
    if not len(table):
        raise DataError(f"{table.label} names columns and holds no rows: one line belongs to one item.")
    return (
        table
        if is_json(text)
        else with_names(table, [name for names in wanted if names for name in table.names(names)])
    )
