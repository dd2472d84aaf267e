"""Tables with a column of scores for each system, in one file or in two."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from core.errors import DataError, OptionError
from core.paired import PairedScores
from core.readers.delimited import split_table
from core.readers.headers import with_names
from core.readers.joining import joined
from core.readers.pairing import Missing, pair_up
from core.readers.problems import refuse
from core.readers.records import is_json, split_records
from core.readers.table import Columns, Table
from core.readers.text import Source, display_names, read_text

__all__ = [
    "load_table",
    "read_table",
    "read_tables",
    "system_name",
]


def read_table(
    source: Source,
    *,
    baseline: Columns,
    experimental: Columns,
    id: Columns | None = None,
    cluster: Columns | None = None,
    missing: Missing = "error",
) -> PairedScores:
    """Read one CSV, TSV, JSON Lines or JSON table that holds the scores of both systems.

    Parameters
    ----------
    source : path or Upload
        The first line names the columns; in JSON, keys within keys are joined by points ("new.correct").
    baseline, experimental : str or strings
        The system's score column, or its two or four columns in the order of a score file (see `read_scores`),
        separated by commas.
    id : str or strings, optional
        The column, or columns, that name the items; by default one that is called id, item, seg_id, document
        or the like and names each row differently.
    cluster : str, optional
        Sum the items that agree in this column: the cluster becomes the item.
    missing : {"error", "drop"}
        Whether a missing score is an error, or the pair is left out and a note says so.

    Raises
    ------
    DataError
        If the table cannot be read; the message names line, column and value.
    OptionError
        If a column does not exist; the message lists those that do.

    Examples
    --------
    >>> from core.readers import Upload
    >>> table = Upload("scores.csv", b"id,old,new\\na,0,1\\nb,1,1\\n")
    >>> pair = read_table(table, baseline="old", experimental="new")
    >>> pair.ids, pair.baseline_name
    (('a', 'b'), 'old')
    """
    table = load_table(source, baseline, experimental)
    if table.names(baseline) == table.names(experimental):
        raise OptionError(f"baseline and experimental both name column {baseline!r}: choose two different ones.")
    systems = [
        replace(table.statistics(names), label=f"column {', '.join(map(repr, names))} of {table.label}")
        for names in map(table.names, (baseline, experimental))
    ]
    table.refuse_summary(
        table.names(id or table.id_column() or table.columns[:1]), [*table.names(baseline), *table.names(experimental)]
    )
    ids, notes = table.ids(id)
    return pair_up(
        systems[0],
        systems[1],
        names=(system_name(table.names(baseline)), system_name(table.names(experimental))),
        missing=missing,
        ids=ids,
        clusters=None if cluster is None else table.keys(cluster),
        notes=notes,
    )


def read_tables(
    baseline: Source,
    experimental: Source,
    *,
    columns: Columns | None = None,
    id: Columns | None = None,
    cluster: Columns | None = None,
    missing: Missing = "error",
) -> PairedScores:
    """Read two tables, one for each system, joined on an id column where there is one, by position otherwise.

    Parameters
    ----------
    baseline, experimental : path or Upload
        CSV, TSV, JSON Lines or JSON, as for `read_table`.
    columns : str or strings, optional
        The score column of both tables, or two or four columns; by default the only column beside the id, the
        only one of numbers in which the tables differ, or those that `core convert` writes (``score``;
        ``numerator, denominator``; ``recall_numerator, …``).
    id : str or strings, optional
        The column, or columns, to join on; by default one that is called id, item, seg_id, document or the like
        in both tables, or that holds the same distinct values in both. "position" joins row i with row i. A note
        says how they were joined.
    cluster : str, optional
        Sum the items that agree in this column: the cluster becomes the item.
    missing : {"error", "drop"}
        Whether a missing score is an error, or the pair is left out and a note says so.

    Raises
    ------
    DataError
        If a table cannot be read, or an id is repeated or is in one table only.
    OptionError
        If a column does not exist, or the score column has to be named.

    Examples
    --------
    >>> from core.readers import Upload
    >>> old = Upload("old.csv", b"id,score\\na,0.5\\nb,1\\n")
    >>> new = Upload("new.csv", b"id,score\\nb,0.75\\na,1\\n")
    >>> pair = read_tables(old, new)
    >>> pair.ids, pair.experimental[:, 0], pair.notes
    (('a', 'b'), array([1.  , 0.75]), ("Joined on column 'id'.",))
    """
    tables = [load_table(source, columns) for source in (baseline, experimental)]
    return joined(
        tables,
        scores=None if columns is None else [table.names(columns) for table in tables],
        names=display_names(baseline, experimental),
        id=id,
        cluster=cluster,
        missing=missing,
    )


def load_table(source: Source, *wanted: Columns | None) -> Table:
    """Read a table, or refuse the first line that does not fit the others.

    A first line that is like the items below it is one of them; columns are then called "column 1", "column 2" …

    Raises
    ------
    DataError
        If the table cannot be read, may or may not have column names, or holds no rows.
    """
    text = read_text(source)
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


def system_name(columns: Sequence[str]) -> str:
    """Return a name for the system whose scores these columns hold: what their names begin with.

    Examples
    --------
    >>> system_name(["bart"]), system_name(["bart_right", "bart_total"]), system_name(["a", "b"])
    ('bart', 'bart', 'a, b')
    """
    if len(columns) == 1:
        return columns[0]
    shared = takewhile(lambda letters: len(set(letters)) == 1, zip(*columns, strict=False))
    return "".join(letters[0] for letters in shared).rstrip("_-.: ") or ", ".join(columns)
