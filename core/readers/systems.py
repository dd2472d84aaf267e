"""Any number of systems on the same items: one table, one long table, one file a system, or logs."""

from collections.abc import Sequence
from typing import Any

from core.common.phrases import counted, first_few
from core.data.scores import Scores
from core.errors import DataError, OptionError
from core.readers.arranged import log_of, long_columns, other_quantity, wide_columns
from core.readers.file import File
from core.readers.ids import POSITION
from core.readers.joining import aligned
from core.readers.loading import load_table
from core.readers.long import score_column
from core.readers.pairing import Missing
from core.readers.score_columns import score_columns
from core.readers.score_lines import split_scores
from core.readers.segments import References, read_segment_systems
from core.readers.stacking import Beside, System, clusters_of, stacked
from core.readers.suggestion import refuse_one_system
from core.readers.table import Columns, Table
from core.readers.text import Source, file_names

__all__ = ["read_systems"]


def read_systems(
    *files: Source,
    columns: Columns | None = None,
    id: Columns | None = None,
    system: str | None = None,
    score: Columns | None = None,
    runs: str | None = None,
    cluster: Columns | None = None,
    strata: Columns | None = None,
    missing: Missing = "error",
    reference: References | None = None,
    **options: Any,
) -> Scores:
    """Read the scores of any number of systems on the same items.

    One file is a wide table, with a column of scores for each system, or a long one, with a row for each item and
    system. Several files are one a system: score files, or tables joined on an id. Logs of evaluation harnesses hold as
    many systems as they do.

    Parameters
    ----------
    *files : path or Upload
        Of one kind.
    columns : str or strings, optional
        One table: the systems' columns; by default every column of numbers but the id's. Tables, one a system: the
        column of scores, or two or four, as for `read_tables`.
    id : str or strings, optional
        The column, or columns, that name the items.
    system, score : str, optional
        A long table's columns of the systems' names and of their scores.
    runs : str, optional
        The column that says which run (seed, epoch, trial) a row is of: an item then has a row for each.
    cluster : str, optional
        Items that agree in this column form a cluster, which is resampled as a whole.
    strata : str, optional
        The column of each item's task: scores are averaged over tasks, and items resampled within each.
    missing : {"error", "drop"}
        Whether a missing score is an error, or the item is left out of all systems and a note says so.
    reference : path or Upload, or several, optional
        The references, where the files are translations: see `read_segments`.
    **options
        What logs take: ``task=`` and ``measure=``; with a reference ``metrics=``.

    Raises
    ------
    DataError
        If a file cannot be read, or the systems do not have the same items.
    OptionError
        If it cannot be told which columns hold the systems, or a column does not exist.

    Examples
    --------
    >>> from core.readers import Upload
    >>> table = Upload("scores.csv", b"id,rules,old,new\\na,0,1,1\\nb,0,0,1\\n")
    >>> read_systems(table).names
    ('rules', 'old', 'new')
    >>> long = Upload("long.csv", b"item,model,f1\\na,old,.5\\na,new,.7\\nb,old,.8\\nb,new,.9\\n")
    >>> read_systems(long)
    Scores(2 systems, n=2, columns=('score', 'items'))
    """
    if not files:
        raise OptionError("No file is named: give one table of all systems, or one file for each.")
    if reference is not None:
        given = {
            "columns": columns, "id": id, "system": system, "score": score,
            "runs": runs, "cluster": cluster, "strata": strata,
        }  # fmt: skip
        given |= {name: value for name, value in options.items() if name != "metrics"}
        _refuse_stray({name for name, value in given.items() if value is not None}, "translations")
        return read_segment_systems(files, reference, **options)
    log, sources = log_of(files, options.get("gold"))
    if log is not None:
        given = {"columns": columns, "id": id, "system": system, "score": score, "runs": runs}
        _refuse_stray({name for name, value in given.items() if value is not None}, log.holds)
        grouped = {"cluster": cluster, "strata": strata}
        chosen = options | {name: value for name, value in grouped.items() if value is not None}
        right = {slot.name: chosen.pop(slot.name, None) for slot in log.slots if slot.flag}
        held = log.read(log.placed(sources) | right, chosen)
        assert isinstance(held, Scores)  # of logs without a baseline
        return held
    _refuse_stray(options, "tables and score files")
    beside = Beside(runs, cluster, strata)
    if len(files) > 1:
        _refuse_stray({name for name, value in {"system": system, "score": score}.items() if value}, "several files")
        return _one_a_system(files, columns, id, beside, missing)
    refuse_one_system(files)
    table = load_table(files[0], columns, id, system, score, *beside)
    found = None if columns is not None else long_columns(table, system, id, runs)
    if found is None:
        _refuse_stray({"score"} if score else (), "a wide table")
        return _wide(table, columns, id, beside, missing)
    system, item = found
    names = list(dict.fromkeys(cell.strip() for cell in table.column(system)))
    chosen_score = score or score_column(table, (system, *table.names(item), *((runs,) if runs else ())))
    if chosen_score is None:
        raise OptionError(
            f"{table.label} has the columns {_listed(table)}: say which holds the scores (score=, --score-column)."
        )
    note = f"Read as a long table: system {system!r}, item {_shown(table, item)}, score {chosen_score!r}."
    tables = [table.only(system, name) for name in names]
    return _joined(tables, names, [table.names(chosen_score)] * len(names), item, beside, missing, [note])


def _wide(
    table: Table,
    columns: Columns | None,
    id: Columns | None,
    beside: Beside,
    missing: Missing,
) -> Scores:
    id, names = wide_columns(table, id, columns, beside)
    named = () if id in (None, POSITION) else table.names(id)
    notes = [] if id is None else [f"Items are named by column {_shown(table, id)}."]
    if columns is None:
        other = other_quantity(table, names) if names else None
        if other is not None:
            raise OptionError(
                f"{table.label}: columns {names[0]!r} and {other!r} seem to measure different things: name the "
                "systems' columns (columns=, --columns)."
            )
        notes.append(f"Systems: the {counted(len(names), 'column')} of numbers{_beside(named)}: {first_few(names)}.")
    if len(names) < 2:
        raise OptionError(
            f"{table.label} has the columns {_listed(table)}: name those of at least two systems (columns=, --columns)."
        )
    return _joined([table] * len(names), names, [(name,) for name in names], named or None, beside, missing, notes)


def _beside(named: Sequence[str]) -> str:
    return f" beside {first_few([repr(name) for name in named])}" if named else ""


def _one_a_system(
    files: Sequence[Source], columns: Columns | None, id: Columns | None, beside: Beside, missing: Missing
) -> Scores:
    names = file_names(files)
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise OptionError(
            f"Two files are called {twice!r}: name each system's file once, or give it a name of its own."
        )
    opened = [File(file) for file in files]
    if all(file.shape == "numbers" for file in opened) and not (columns or id or any(beside)):
        lines = [split_scores(file.text) for file in opened]
        systems = [System(name, each.statistics()) for name, each in zip(names, lines, strict=True)]
        headers = [f"Line {each.first_line - 1} of {each.label} is taken as a header." for each in lines if each.header]
        if {each.width for each in lines} != {1} and len(headers) < len(lines):
            raise DataError(
                f"{lines[0].label}: several numbers on a line, and no header says what they are: name the columns in "
                "the first line of every file, and the score's with columns= (--columns)."
            )
        return stacked(systems, clusters=None, missing=missing, notes=headers)
    tables = [load_table(file, columns, id, *beside) for file in files]
    scores = None if columns is None else [table.names(columns) for table in tables]
    return _joined(tables, names, scores, id, beside, missing, [])


def _joined(
    tables: Sequence[Table], names: Sequence[str], scores: Sequence[Sequence[str]] | None, id: Columns | None,
    beside: Beside, missing: Missing, notes: Sequence[str],
) -> Scores:  # fmt: skip
    """Return the scores of tables, one a system, joined on their items and runs."""
    runs, cluster, strata = beside
    items: list[list[str]] | None
    if runs is not None:
        id = id or tables[0].id_column()
        if id is not None and runs in tables[0].names(id):
            raise OptionError(
                f"Column {runs!r} cannot name both the items and their runs: choose two (id=, --id; runs=)."
            )
        if id is None:
            raise OptionError(
                f"{tables[0].label} has the columns {_listed(tables[0])}: say which names the items (id=, --id), "
                "because every item has several runs."
            )
        for table in {table.label: table for table in tables}.values():
            table.refuse_repeated(table.keys([*table.names(id), runs]), "id and run")
        items, id_names = [table.keys(id) for table in tables], tables[0].names(id)
    elif all(table is tables[0] for table in tables):
        ids = None if id is None else tables[0].ids(id)[0]
        items, id_names = None if ids is None else [ids] * len(tables), () if id is None else tables[0].names(id)
    else:
        tables, ids, id_names, how = aligned(tables, id, scores or [()] * len(tables))
        items, notes = None if ids is None else [ids] * len(tables), [how, *notes]
    if scores is None:
        chosen, why = score_columns(tables, {*id_names, *beside.names(tables[0])})
        scores, notes = [chosen] * len(tables), [*notes, *why]
    for table, columns in zip(tables, scores, strict=True):
        table.refuse_summary(id_names or table.columns[:1], columns)
    positions: list[list[str]] = [[str(i + 1) for i in range(len(table))] for table in tables]
    return stacked(
        [
            System(
                name, table.statistics(columns), None if items is None else items[i],
                None if runs is None else table.keys(runs),
            )
            for i, (name, table, columns) in enumerate(zip(names, tables, scores, strict=True))
        ],
        clusters=None if cluster is None else clusters_of(tables, items or positions, cluster),
        strata=None if strata is None else clusters_of(tables, items or positions, strata, "task"),
        missing=missing,
        notes=notes,
    )  # fmt: skip


def _refuse_stray(names: Any, what: str) -> None:
    if names:
        raise OptionError(f"{', '.join(f'{name}=' for name in sorted(names))} has no meaning for {what}: leave it out.")


def _listed(table: Table) -> str:
    return first_few([repr(name) for name in table.columns], limit=30)


def _shown(table: Table, columns: Columns) -> str:
    return first_few([repr(name) for name in table.names(columns)])
