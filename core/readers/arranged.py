"""How files hold the scores of many systems: in columns of one table, in its rows, in a file each, or in logs."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from core.common.phrases import first_few
from core.errors import ComparisonError, DataError, OptionError
from core.readers.file import File
from core.readers.format import Choice, Format
from core.readers.formats import FORMATS
from core.readers.ids import POSITION
from core.readers.loading import load_table
from core.readers.long import score_column
from core.readers.reading import gathered
from core.readers.roles import looks_like_id, may_be_two_systems, numeric_columns, system_column
from core.readers.score_columns import usual_columns
from core.readers.segments import has_sentences
from core.readers.stacking import Beside
from core.readers.suggestion import likely
from core.readers.table import Columns, Table
from core.readers.text import Source

__all__ = ["Arrangement", "arrangement", "log_of", "long_columns", "other_quantity", "wide_columns"]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """How files hold their systems, and what is taken for what unless it is told otherwise.

    Parameters
    ----------
    kind : {"wide", "long", "tables", "scores", "segments", "logs"}
        A column of one table for each system, a row of it for each item and system, a table, a score file or a file of
        translations a system, or logs.
    columns : tuple of strings
        Of the first table.
    proposed : dict
        The arguments of `read_systems` that it chooses itself, as far as they can be told.
    format : Format, optional
        That of logs.
    """

    kind: str
    columns: tuple[str, ...] = ()
    proposed: dict[str, Choice] = field(default_factory=dict)
    format: Format | None = None


def arrangement(
    *files: Source,
    kind: str = "auto",
    runs: str | None = None,
    cluster: Columns | None = None,
    strata: Columns | None = None,
) -> Arrangement:
    """Say how `read_systems` would read these files.

    Parameters
    ----------
    *files : path or Upload
        As for `read_systems`.
    kind : {"auto", "wide", "long"}
        How one table is meant, where that is known.
    runs, cluster, strata : str, optional
        Columns that hold neither systems nor items.

    Raises
    ------
    DataError
        If a file cannot be read.

    Examples
    --------
    >>> from core.readers import Upload
    >>> found = arrangement(Upload("scores.csv", b"id,old,new,newest\\na,0,1,1\\nb,1,1,1\\n"))
    >>> found.kind, found.proposed
    ('wide', {'id': 'id', 'columns': ('old', 'new', 'newest')})
    """
    log, _ = log_of(files)
    if log is not None:
        return Arrangement("logs", format=log)
    opened = [File(file) for file in files]
    if any(has_sentences(file) for file in opened):
        return Arrangement("segments")
    if all(file.shape == "numbers" for file in opened):
        return Arrangement("scores")
    table = load_table(files[0])
    if len(files) > 1:
        named = table.id_column()
        scores = usual_columns(table.columns, {*((named,) if named else ()), *((runs,) if runs else ())}) or ()
        proposed: dict[str, Choice | None] = {"id": named, "columns": tuple(scores)}
        return Arrangement("tables", table.columns, {name: value for name, value in proposed.items() if value})
    found = None if kind == "wide" else _as_long(table, runs)
    if found is None and kind != "long":
        id, names = wide_columns(table, None, None, Beside(runs, cluster, strata))
        told: dict[str, Choice] = {} if id is None else {"id": id if isinstance(id, str) else tuple(id)}
        if len(names) > 1 and other_quantity(table, names) is None:
            told["columns"] = tuple(names)
        return Arrangement("wide", table.columns, told)
    system, item = found or (None, table.id_column())
    others = [name for name in (system, item, runs) if name]
    chosen: dict[str, Choice | None] = {"system": system, "id": item, "score": score_column(table, others)}
    return Arrangement("long", table.columns, {name: value for name, value in chosen.items() if value})


def _as_long(table: Table, runs: str | None) -> tuple[str, str] | None:
    try:
        found = long_columns(table, None, None, runs)
    except ComparisonError:
        return None
    return None if found is None else (found[0], str(found[1]))


def log_of(files: Sequence[Source], gold: Source | None = None) -> tuple[Format | None, Sequence[Source]]:
    """Return the format of logs that the files, and the gold file if there is one, are of; and files of folders."""
    sources, fitting = gathered(files, [each for each in FORMATS.values() if each.takes_many])
    with_gold = [each for each in fitting if any(slot.flag for slot in each.slots)]
    found = likely([File(source) for source in sources]) if gold is None else likely([File(gold)], with_gold)
    surest = found[0][0] if found else None
    if surest is not None and surest in fitting:
        return surest, sources
    if list(sources) != list(files):
        raise DataError("A folder without logs: name the files of the systems.")
    return None, files


def long_columns(table: Table, system: str | None, id: Columns | None, runs: str | None) -> tuple[str, Columns] | None:
    """Return the columns of the system and the item where the table has a row for each item and system."""
    one_run = table if runs is None else table.only(runs, table.column(runs)[0].strip())
    if system is not None and id is not None:
        return system, id
    found = system_column(one_run, () if runs is None else (runs,))
    if system is None:
        return found if found is None or id is None else (found[0], id)
    item = table.id_column() or next((name for name in table.columns if looks_like_id(name) and name != system), None)
    if item is None:
        listed = first_few([repr(name) for name in table.columns], limit=30)
        raise OptionError(f"{table.label} has the columns {listed}: say which names the items (id=, --id).")
    return system, item


def wide_columns(
    table: Table, id: Columns | None, columns: Columns | None, beside: Beside
) -> tuple[Columns | None, list[str]]:
    """Return the column that names the items, if one does, and the systems': by default all others of numbers."""
    if id is None:
        first = next((name for name in table.columns[:1] if looks_like_id(name)), None)
        id = next(iter({table.id_column() or first} - {None, *(table.names(columns) if columns else ())}), None)
        if id is not None and beside.runs is None and len(set(table.column(id))) < len(table):
            id = None
    if columns is not None:
        return id, list(table.names(columns))
    named = () if id in (None, POSITION) else table.names(id)
    others = {*named, *beside.names(table)}
    return id, [name for name in numeric_columns(table) if name not in others]


def other_quantity(table: Table, names: Sequence[str]) -> str | None:
    """Return the first column that seems to measure something else than the first of them."""
    first = (names[0], table.column(names[0]))
    return next((name for name in names[1:] if not may_be_two_systems(first, (name, table.column(name)))), None)
