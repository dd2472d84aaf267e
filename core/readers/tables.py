"""Tables with a column of scores for each system, in one file or in two."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from core.errors import DataError, OptionError
from core.paired import DEFAULT_COLUMNS, PairedScores
from core.phrases import counted, first_few, shown
from core.readers.delimited import split_table
from core.readers.numeric import is_number
from core.readers.pairing import Missing, pair_up
from core.readers.problems import refuse
from core.readers.records import is_json, split_records
from core.readers.table import Table
from core.readers.text import Source, display_names, read_text

__all__ = [
    "Columns",
    "aligned",
    "joined",
    "load_table",
    "only_column",
    "read_table",
    "read_tables",
    "shared_clusters",
    "shared_id",
    "system_name",
    "usual_columns",
]

Columns = str | Sequence[str]


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
        The score column of both tables, or two or four columns; by default the only column beside the id, or
        those that `core convert` writes (``score``; ``numerator, denominator``; ``recall_numerator, …``).
    id : str or strings, optional
        The column, or columns, to join on; by default one that is called id, item, seg_id, document or the like
        in both tables. A note says how they were joined.
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
    if id is None:
        id = shared_id(tables)
    not_scores = {name for key in (id, cluster) if key is not None for name in tables[0].names(key)}
    return joined(
        tables,
        scores=[_score_columns(table, columns, not_scores) for table in tables],
        names=display_names(baseline, experimental),
        id=id,
        cluster=cluster,
        missing=missing,
    )


def load_table(source: Source, *wanted: Columns | None) -> Table:
    """Read a table, or refuse the first line that does not fit the others.

    Columns may be called by numbers where one of those wanted is: else the first item would be taken for the names.

    Raises
    ------
    DataError
        If the table cannot be read, has no column names, or holds no rows.
    """
    text = read_text(source)
    table, problems = split_records(text) if is_json(text) else split_table(text)
    known = any(set(table.names(names)) & set(table.columns) for names in wanted if names is not None)
    if table.columns and all(map(is_number, table.columns)) and not known and not is_json(text):
        raise DataError(
            f"{table.label}, line 1: {shown(', '.join(table.columns))} stands where the columns should be named: add a "
            "line with column names above it."
        )
    refuse(table.label, problems, table.unit)
    if not len(table):
        raise DataError(f"{table.label} names columns and holds no rows: one line belongs to one item.")
    return table


def joined(
    tables: Sequence[Table],
    *,
    scores: Sequence[Sequence[str]],
    names: tuple[str, str],
    id: Columns | None,
    cluster: Columns | None,
    missing: str,
    notes: Sequence[str] = (),
) -> PairedScores:
    """Pair the rows of two tables on their ids, in the baseline's order, or by position without.

    Raises
    ------
    DataError
        If an id is repeated, or is in one table only.
    """
    for table, columns in zip(tables, scores, strict=True):
        unnamed = [name for name in table.columns[:1] if name not in columns]
        table.refuse_summary(unnamed if id is None else table.names(id), columns)
    tables, ids, how = aligned(tables, id)
    baseline, experimental = (table.statistics(columns) for table, columns in zip(tables, scores, strict=True))
    return pair_up(
        baseline,
        experimental,
        names=names,
        missing=missing,
        ids=ids,
        clusters=None if cluster is None else shared_clusters(tables, cluster),
        notes=[how, *notes],
    )


def aligned(tables: Sequence[Table], id: Columns | None) -> tuple[Sequence[Table], list[str] | None, str]:
    """Return the tables with the rows of the first one's ids in its order, those ids, and how they were joined.

    Without an id, rows belong together by position.

    Raises
    ------
    DataError
        If an id is repeated, or is not in every table.
    """
    first = tables[0]
    if id is None:
        named = [table.label for table in tables if table.id_column()]
        nobody = "neither table" if len(tables) == 2 else "no table"
        return tables, None, f"Joined by position: {f'only {first_few(named)}' if named else nobody} names its items."
    keys = [table.keys(id) for table in tables]
    for table, ids in zip(tables, keys, strict=True):
        table.refuse_repeated(ids, "id")
    ids = keys[0]
    others = [
        table if held == ids else table.take(_rows_of(ids, held, labels=(first.label, table.label)))
        for table, held in zip(tables[1:], keys[1:], strict=True)
    ]
    return [first, *others], ids, f"Joined on column {', '.join(first.names(id))!r}."


def shared_id(tables: Sequence[Table]) -> str | None:
    """Return the column that by its name says what the items are called, None where a table has none.

    Raises
    ------
    OptionError
        If it has another name in another table.
    """
    found = [table.id_column() for table in tables]
    if None in found or len(set(found)) == 1:
        return None if None in found else found[0]
    places = " and ".join(f"{table.label} in {name!r}" for table, name in zip(tables, found, strict=True))
    raise OptionError(
        f"The items seem to be named in columns of different names, {places}: give them the same name, or choose one "
        "that all have (id=, --id)."
    )


def shared_clusters(tables: Sequence[Table], cluster: Columns) -> list[str]:
    """Return the cluster of each item; the other tables have to agree with the first where they say.

    Raises
    ------
    DataError
        If they do not.
    """
    first = tables[0]
    clusters = first.keys(cluster)
    for table in tables[1:]:
        if not set(first.names(cluster)) <= set(table.columns):
            continue
        for line, mine, other in zip(first.lines, clusters, table.keys(cluster), strict=False):
            if mine != other:
                raise DataError(
                    f"{first.label}, {first.unit} {line}: cluster {shown(mine)}, but {shown(other)} for the same item "
                    f"in {table.label}: the systems need the same items in the same clusters."
                )
    return clusters


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


def _score_columns(table: Table, columns: Columns | None, others: set[str]) -> tuple[str, ...]:
    if columns is not None:
        return table.names(columns)
    return usual_columns(table.columns, others) or (only_column(table, others, "the scores"),)


def usual_columns(names: Sequence[str], others: set[str]) -> tuple[str, ...] | None:
    """Return the columns of scores that are called so, or the only one beside the others; None where neither is.

    Examples
    --------
    >>> usual_columns(["id", "length", "numerator", "denominator"], {"id"}), usual_columns(["id", "bleu"], {"id"})
    (('numerator', 'denominator'), ('bleu',))
    """
    left = tuple(name for name in names if name not in others)
    for usual in (DEFAULT_COLUMNS[4], DEFAULT_COLUMNS[2], ("score",)):
        if set(usual) <= set(left):
            return usual
    return left if len(left) == 1 else None


def only_column(table: Table, others: set[str], what: str) -> str:
    """Return the only column beside the others.

    Raises
    ------
    OptionError
        If there are several, or none.
    """
    left = [name for name in table.columns if name not in others]
    if len(left) == 1:
        return left[0]
    listed = first_few([repr(name) for name in left or table.columns], limit=30)
    raise OptionError(f"{table.label} has the columns {listed}: say which holds {what} (columns=, --columns).")


def _rows_of(wanted: Sequence[str], held: Sequence[str], labels: tuple[str, str]) -> list[int]:
    """Return for each wanted id the row that holds it."""
    rows = {key: row for row, key in enumerate(held)}
    lost = [shown(key) for key in wanted if key not in rows]
    known = set(wanted)
    extra = [shown(key) for key in held if key not in known]
    if lost or extra:
        complaints = [
            f"{counted(len(ids), 'id')} of {here} {'is' if len(ids) == 1 else 'are'} not in {there} ({first_few(ids)})"
            for ids, here, there in ((lost, *labels), (extra, *labels[::-1]))
            if ids
        ]
        raise DataError(f"{', and '.join(complaints)}: all need the same items.")
    return [rows[key] for key in wanted]
