"""Join the rows of several tables by item, and find the columns that agree between tables."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from core.common.phrases import counted, first_few, shown
from core.errors import DataError, OptionError
from core.readers.columns.ids import POSITION, id_by_value
from core.readers.columns.items import Item, item_of_rows
from core.readers.columns.score_columns import is_whole
from core.readers.format import Choice
from core.readers.parsing.names import looks_like_id, no_system
from core.readers.parsing.table import Columns, Table, in_each


class Joined(NamedTuple):
    """Joined tables, in one order unless an item has several rows; the columns of names; and a note."""

    tables: Sequence[Table]
    item: Item
    note: str

    @property
    def ids(self) -> list[str] | None:
        """The items' names, or None if rows are paired by position."""
        return self.tables[0].keys(self.item.columns) if self.item.columns else None


def aligned(
    tables: Sequence[Table], id: Columns | None, scores: Sequence[Sequence[str]], *, runs: Columns | None = None,
    grouped: Collection[str] = (), samples: bool = True, partly: bool = False,
) -> Joined:  # fmt: skip
    """Return the tables with the rows of the first one's ids in its order, the columns of the ids, and a note.

    Without an id, a column whose name or values identify the items is used. If there is
    none, or for "position", rows are paired by position. What names the items has one name in all of the
    tables that are returned.

    Parameters
    ----------
    tables : Tables
    id, runs : str or strings, optional
        The columns that the user gave.
    scores : sequences of strings
        Each table's columns of scores, if known.
    grouped : strings
        Columns of clusters or tasks.
    samples : bool
        Whether an item may have several rows; otherwise they are refused.
    partly : bool
        Whether tables may lack items of others; such tables are returned as they are.
    """
    if samples:
        for table, columns in zip(tables, scores, strict=True):
            _refuse_summary(table, id, columns or _likely_scores(table))
    if id == POSITION and not any(POSITION in table.columns for table in tables):
        return Joined(tables, Item(), "Joined by position, as asked.")
    note = ""
    if id is None and runs is None:
        named = shared_id(tables)
        if named is None or any(len(set(table.column(named))) < len(table) for table in tables):
            found = id_by_value(tables, scores)
            if found is not None:
                names = found.names[0]
                tables = [table.renamed(each, names) for table, each in zip(tables, found.names, strict=True)]
                id, note = names, found.note(tables)
            elif not samples:
                id = named
        else:
            id = named
    if not samples:
        item = Item() if id is None else Item(tables[0].names(id))
    else:
        others = {name for columns in scores for name in columns} or set(_scores_of_all(tables))
        item = item_of_rows(tables, id, runs, others, grouped)
    if not item.columns:
        return Joined(tables, item, _by_position(tables))
    note = note or f"Joined on column {', '.join(item.columns)!r}."
    if not item.samples:
        tables = in_order_of(tables, item.columns, partly, samples)
    return Joined(tables, item, note)


def guessed_id(tables: Sequence[Table]) -> tuple[Sequence[Table], tuple[str, ...], dict[str, tuple[Choice, str]]]:
    """Return the tables aligned as a reader would, the id's columns, and the id as a choice with its reason.

    The choice is omitted if the id has different names in the tables: the reader finds it again.
    """
    joined = aligned(tables, None, [()] * len(tables), samples=False)
    names = joined.item.columns
    shared = names and all(set(names) <= set(table.columns) for table in tables)
    return joined.tables, names, {"id": (one_or_more(names), joined.note)} if shared else {}


def one_or_more(names: tuple[str, ...]) -> Choice:
    """Return the only name, or all of them."""
    return names[0] if len(names) == 1 else names


def _refuse_summary(table: Table, id: Columns | None, scores: Sequence[str]) -> None:
    """Refuse a summary row before the names of the items are compared."""
    if id == POSITION:
        return
    id = table.id_column() if id is None else id
    unnamed = [name for name in table.columns if name not in scores and _may_name(table, name)]
    table.refuse_summary(unnamed if id is None else table.names(id), scores)


def _scores_of_all(tables: Sequence[Table]) -> list[str]:
    """Return the columns that may hold scores: numbers that differ between tables, even after sorting."""
    likely = _likely_scores(tables[0])
    held = [name for name in likely if in_each(tables, name)]
    same = [name for name in held if len({tuple(sorted(table.column(name))) for table in tables}) == 1]
    return [name for name in likely if name not in same] or likely


def _likely_scores(table: Table) -> list[str]:
    """Return the columns of numbers, without those of other whole numbers on every row: these may be names."""
    numeric = [name for name in table.numeric_columns if not (is_whole(table, name) and no_system(name))]
    decimal = [name for name in numeric if "." in "".join(table.column(name)) or "," in "".join(table.column(name))]
    return decimal or numeric


def _may_name(table: Table, name: str) -> bool:
    """Return whether a column may name the items: the first, one that is called so, or one of distinct words."""
    if name == table.columns[0] or looks_like_id(name):
        return True
    return table.columns.count(name) == 1 and len(set(table.column(name))) == len(table)


def _by_position(tables: Sequence[Table]) -> str:
    named = [table.label for table in tables if table.id_column()]
    none = "neither table" if len(tables) == 2 else "no table"
    return f"Joined by position: {f'only {first_few(named)}' if named else none} names its items."


def in_order_of(tables: Sequence[Table], columns: Columns, partly: bool = False, may_drop: bool = True) -> list[Table]:
    """Return the tables with the rows of the first one's items, in its order.

    With ``partly``, tables that lack some items are returned unchanged.
    """
    keys = [table.keys(columns) for table in tables]
    for table, held in zip(tables, keys, strict=True):
        table.refuse_repeated(held, "id")
    if partly and any(set(held) != set(keys[0]) for held in keys):
        return list(tables)
    return [
        table if held == keys[0] else table.take(_rows_of(keys[0], held, (tables[0].label, table.label), may_drop))
        for table, held in zip(tables, keys, strict=True)
    ]


def shared_id(tables: Sequence[Table]) -> str | None:
    """Return the column whose name indicates item names, or None if a table has none."""
    found = [table.id_column() for table in tables]
    if None in found or len(set(found)) == 1:
        return None if None in found else found[0]
    places = " and ".join(f"{table.label} in {name!r}" for table, name in zip(tables, found, strict=True))
    raise OptionError(
        f"The items seem to be named in columns of different names, {places}: give them the same name, or choose one "
        "that all have (id=, --id)."
    )


def shared_clusters(tables: Sequence[Table], cluster: Columns, what: str = "cluster") -> list[str]:
    """Return the cluster (or task) of each item; tables with that column must agree."""
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


def _rows_of(wanted: Sequence[str], held: Sequence[str], labels: tuple[str, str], may_drop: bool) -> list[int]:
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
        drop = ', or leave these out and be told how many (missing="drop", --missing drop)' if may_drop else ""
        raise DataError(f"{', and '.join(complaints)}: all need the same items{drop}.")
    return [rows[key] for key in wanted]
