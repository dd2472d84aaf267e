"""Rows of several tables that belong to one item, and what is the same of all of them."""

from collections.abc import Sequence

from core.common.phrases import counted, first_few, shown
from core.data.paired import PairedScores
from core.errors import DataError, OptionError
from core.readers.format import Choice
from core.readers.ids import POSITION, id_by_value
from core.readers.pairing import pair_up
from core.readers.roles import looks_like_id, numeric_columns
from core.readers.score_columns import score_columns
from core.readers.table import Columns, Table

__all__ = ["aligned", "guessed_id", "joined", "one_or_more", "shared_clusters", "shared_id"]


def joined(
    tables: Sequence[Table],
    *,
    scores: Sequence[Sequence[str]] | None,
    names: tuple[str, str],
    id: Columns | None,
    cluster: Columns | None,
    missing: str,
    strata: Columns | None = None,
    notes: Sequence[str] = (),
) -> PairedScores:
    """Pair the rows of two tables on their ids, in the baseline's order, or by position without.

    Without ``scores`` the only column that can hold them is taken.

    Raises
    ------
    DataError
        If an id is repeated, or is in one table only.
    OptionError
        If it cannot be told which columns name the items or hold the scores.
    """
    grouped = [name for each in (cluster, strata) if each is not None for name in tables[0].names(each)]
    known = scores or [()] * len(tables)
    for table, columns in zip(tables, known, strict=True):
        _refuse_summary(table, id, columns or _likely_scores(table))
    tables, ids, id_names, how = aligned(tables, id, known)
    if scores is None:
        chosen, why = score_columns(tables, {*id_names, *grouped})
        scores, notes = [chosen] * len(tables), [*notes, *why]
    for table, columns in zip(tables, scores, strict=True):
        table.refuse_summary(id_names, columns)
    baseline, experimental = (table.statistics(columns) for table, columns in zip(tables, scores, strict=True))
    return pair_up(
        baseline,
        experimental,
        names=names,
        missing=missing,
        ids=ids,
        clusters=None if cluster is None else shared_clusters(tables, cluster),
        strata=None if strata is None else shared_clusters(tables, strata, "task"),
        notes=[how, *notes],
    )


def aligned(
    tables: Sequence[Table], id: Columns | None, scores: Sequence[Sequence[str]]
) -> tuple[Sequence[Table], list[str] | None, tuple[str, ...], str]:
    """Return the tables with the rows of the first one's ids in its order, the ids, their columns, and a note on it.

    Without an id, a column is taken that by its name or by its values tells what the items are called; where there is
    none, or "position" is asked for, rows belong together by position. What names the items has one name in all of the
    tables that are returned.

    Raises
    ------
    DataError
        If an id is repeated, or is not in every table.
    OptionError
        If it cannot be told which column names the items.
    """
    if id == POSITION and not any(POSITION in table.columns for table in tables):
        return tables, None, (), "Joined by position, as asked."
    if id is None:
        named = shared_id(tables)
        if named is None or any(len(set(table.column(named))) < len(table) for table in tables):
            found = id_by_value(tables, scores)
            if found is None and named is None:
                return tables, None, (), _by_position(tables)
            if found is not None:
                tables = [
                    table.renamed(names, found.names[0]) for table, names in zip(tables, found.names, strict=True)
                ]
                ids = tables[0].keys(found.names[0])
                return _in_order_of(ids, tables, found.names[0]), ids, found.names[0], found.note(tables)
        id = named
    assert id is not None
    names = tables[0].names(id)
    ids = tables[0].keys(id)
    return _in_order_of(ids, tables, id), ids, names, f"Joined on column {', '.join(names)!r}."


def guessed_id(tables: Sequence[Table]) -> tuple[Sequence[Table], tuple[str, ...], dict[str, tuple[Choice, str]]]:
    """Return the tables aligned as a reader would, the id's columns, and the id as a choice with its reason.

    The choice is left out where the tables call the id differently: the reader finds it again.
    """
    rows, _, names, how = aligned(tables, None, [()] * len(tables))
    shared = names and all(set(names) <= set(table.columns) for table in tables)
    return rows, names, {"id": (one_or_more(names), how)} if shared else {}


def one_or_more(names: tuple[str, ...]) -> Choice:
    """Return the only name, or all of them."""
    return names[0] if len(names) == 1 else names


def _refuse_summary(table: Table, id: Columns | None, scores: Sequence[str]) -> None:
    """Refuse a summary where the items seem to be named, before their names are compared."""
    if id == POSITION:
        return
    id = table.id_column() if id is None else id
    unnamed = [name for name in table.columns if name not in scores and _may_name(table, name)]
    table.refuse_summary(unnamed if id is None else table.names(id), scores)


def _likely_scores(table: Table) -> list[str]:
    """Return the columns of numbers, without those of other whole numbers on every row: these may be names."""
    numeric = [name for name in numeric_columns(table) if not looks_like_id(name)]
    decimal = [name for name in numeric if "." in "".join(table.column(name)) or "," in "".join(table.column(name))]
    return decimal or numeric


def _may_name(table: Table, name: str) -> bool:
    """Return whether a column may name the items: the first, one that is called so, or one of distinct words."""
    if name == table.columns[0] or looks_like_id(name):
        return True
    return table.columns.count(name) == 1 and len(set(table.column(name))) == len(table)


def _by_position(tables: Sequence[Table]) -> str:
    named = [table.label for table in tables if table.id_column()]
    nobody = "neither table" if len(tables) == 2 else "no table"
    return f"Joined by position: {f'only {first_few(named)}' if named else nobody} names its items."


def _in_order_of(ids: Sequence[str], tables: Sequence[Table], columns: Columns) -> list[Table]:
    keys = [table.keys(columns) for table in tables]
    for table, held in zip(tables, keys, strict=True):
        table.refuse_repeated(held, "id")
    return [
        table if held == ids else table.take(_rows_of(ids, held, labels=(tables[0].label, table.label)))
        for table, held in zip(tables, keys, strict=True)
    ]


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


def shared_clusters(tables: Sequence[Table], cluster: Columns, what: str = "cluster") -> list[str]:
    """Return the cluster (or task) of each item; the other tables have to agree with the first where they say.

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
                    f"{first.label}, {first.unit} {line}: {what} {shown(mine)}, but {shown(other)} for the same item "
                    f"in {table.label}: the systems need the same items in the same {what}s."
                )
    return clusters


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
