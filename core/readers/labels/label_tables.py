"""Tables with a column of gold labels beside predictions: one of both systems, or one for each."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from core.data.paired import PairedScores
from core.errors import ComparisonError, OptionError
from core.readers.columns.ids import POSITION
from core.readers.format import Choice, Files, Format, Guess, Option
from core.readers.labels.label_counts import pair_labels
from core.readers.labels.labels import joined_labels, label_columns, labels_of_column, refuse_summary_labels
from core.readers.options import (
    BASELINE,
    BASELINE_COLUMN,
    CLUSTER,
    COLUMNS,
    EXPERIMENTAL,
    EXPERIMENTAL_COLUMN,
    GOLD,
    ID,
    LABEL_SET,
    TABLE,
)
from core.readers.parsing.loading import load_table
from core.readers.parsing.names import looks_like_id, text_role
from core.readers.parsing.problems import quoted
from core.readers.parsing.table import Columns, Table, in_each, is_numeric
from core.readers.parsing.text import Source, display_names
from core.readers.tables.tables import look_at_columns, sniff_columns

_GOLD = "gold"


def read_label_table(
    source: Source,
    *,
    gold: str,
    baseline: str,
    experimental: str,
    id: Columns | None = None,
    cluster: Columns | None = None,
    labels: Sequence[str] | None = None,
) -> PairedScores:
    """Read one table with a column of gold labels and one of each system's predictions.

    Parameters
    ----------
    source : path or Upload
        CSV, TSV, JSON Lines or JSON, as for `read_table`.
    gold, baseline, experimental : str
        The columns.
    id : str or strings, optional
        The column, or columns, that name the items; by default one that is called id, item, seg_id, document
        or the like and names each row differently.
    cluster : str or strings, optional
        Items that agree in this column form a cluster, which is resampled as a whole.
    labels : strings, optional
        The label set; by default every label that occurs, sorted. It may add labels, but must hold every one that
        occurs.

    Raises
    ------
    DataError
        If a cell is empty, or a label is outside the given set.
    OptionError
        If a column does not exist; the message lists those that do.

    Examples
    --------
    >>> from core.readers import Upload
    >>> table = Upload("labels.tsv", b"gold\\told\\tnew\\nno\\tno\\tno\\nyes\\tno\\tyes\\n")
    >>> read_label_table(table, gold="gold", baseline="old", experimental="new").labels
    ('no', 'yes')
    """
    if baseline == experimental:
        raise OptionError(f"baseline and experimental both name column {baseline!r}: choose two different ones.")
    table = load_table(source, gold, baseline, experimental)
    columns = [labels_of_column(table, name) for name in (gold, baseline, experimental)]
    labels_alone = [column.labels for column in columns]
    for cells in (labels_alone, table.cells):
        refuse_summary_labels(table.label, table.lines, cells, labels_alone, table.unit)
    ids, notes = table.ids(id)
    pair = pair_labels(columns, labels, names=(baseline, experimental), ids=ids, notes=notes)
    return pair if cluster is None else pair.with_clusters(table.keys(cluster))


def _named_rows(table: Table) -> tuple[dict[str, tuple[Choice, str]], list[str]]:
    """Return the choice of a column that names each row, if there is one, and the columns beside it."""
    name = table.id_column() or next((name for name in table.columns[:1] if looks_like_id(name)), None)
    if name is None or len(set(table.column(name))) < len(table):
        return {}, list(table.columns)
    return {"id": (name, "it names each row")}, [other for other in table.columns if other != name]


def _guess_one(files: Files) -> Guess | None:
    try:
        table = files["source"].table
    except ComparisonError:
        return None
    options, rest = _named_rows(table)
    gold = next((name for role in ("gold", "label") for name in rest if text_role(name) == role), None)
    if gold is None:
        return None
    known = {cell.strip() for cell in table.column(gold)}
    systems = [name for name in rest if name != gold and known & {cell.strip() for cell in table.column(name)}]
    if len(systems) < 2 or (len(known) == len(table) and is_numeric(table.column(gold))):
        return None
    differing = [name for name in systems if list(table.column(name)) != list(table.column(gold))] or systems
    options["gold"] = (gold, "it is called so")
    for role, name in zip(("baseline", "experimental"), (differing + systems)[:2], strict=True):
        options[role] = (name, "it holds labels as the gold column has them")
    return Guess(0.7, "a column of gold labels and others of the same labels", options)


ONE = Format(
    "label-table",
    "One table with gold and predictions",
    "CSV, TSV, JSON lines, .xlsx or .parquet with a column of gold labels and one of each system's predictions.",
    "a table of labels",
    "a table",
    (TABLE,),
    read_label_table,
    sniff_columns,
    (
        Option("gold", "Gold labels", GOLD.flag, GOLD.help, GOLD.metavar),
        replace(BASELINE_COLUMN, label="Baseline's predictions"),
        replace(EXPERIMENTAL_COLUMN, label="Experimental's predictions"),
        ID,
        CLUSTER,
        LABEL_SET,
    ),
    guess=_guess_one,
    look=look_at_columns,
    called=("labels", "table"),
    is_plain=True,
)


def read_label_tables(
    baseline: Source,
    experimental: Source,
    *,
    gold: str | None = None,
    columns: str | None = None,
    id: Columns | None = None,
    cluster: Columns | None = None,
    labels: Sequence[str] | None = None,
) -> PairedScores:
    """Read two tables that each hold gold labels beside the labels of one system.

    Parameters
    ----------
    baseline, experimental : path or Upload
        Tables, as for `read_tables`.
    gold : str, optional
        The column of gold labels; by default the one that is called gold, target, label or the like in both tables.
        It has to say the same of every item.
    columns : str, optional
        The column of predicted labels; by default the only one beside the id and the gold labels, or the one that is
        called so.
    id : str or strings, optional
        The column, or columns, to join on; by default one of both tables that by its name says what the items are
        called. Without any, rows belong together by position.
    cluster : str or strings, optional
        Items that agree in this column form a cluster, which is resampled as a whole.
    labels : strings, optional
        The label set; by default every label that occurs, sorted. It may add labels, but must hold every one that
        occurs.

    Raises
    ------
    DataError
        If the tables differ in items or gold labels, or a cell is empty.
    OptionError
        If the columns of labels cannot be determined.

    Examples
    --------
    >>> from core.readers import Upload
    >>> old = Upload("old.csv", b"id,gold,pred\\na,no,no\\nb,yes,no\\n")
    >>> new = Upload("new.csv", b"id,gold,pred\\nb,yes,yes\\na,no,no\\n")
    >>> read_label_tables(old, new).labels
    ('no', 'yes')
    """
    tables = [load_table(source, gold, columns, id, cluster) for source in (baseline, experimental)]
    gold = _gold_of(tables) if gold is None else gold
    id = _id_of(tables) if id is None else id
    kept = {gold, *(() if id == POSITION else tables[0].names(id)), *(tables[0].names(cluster) if cluster else ())}
    left = [[name for name in table.columns if name not in kept] for table in tables]
    if columns is None and left[0] == left[1] and len(left[0]) == 1:
        columns = left[0][0]
    return joined_labels(
        _three(tables, gold, kept),
        labels,
        names=display_names(baseline, experimental),
        id=id,
        column=columns,
        cluster=cluster,
    )


def _three(tables: Sequence[Table], gold: str, kept: Collection[str]) -> list[Table]:
    """Return the gold labels of the first table, beside what is kept, and both tables, with one name for gold."""
    first = tables[0]
    for table in tables:
        table.column(gold)
    held = [(name, cells) for name, cells in zip(first.columns, first.cells, strict=True) if name in kept]
    right = replace(first, columns=tuple(name for name, _ in held), cells=tuple(cells for _, cells in held))
    return [table.renamed([gold], [_GOLD]) for table in (right, *tables)]


def _gold_of(tables: Sequence[Table]) -> str:
    shared = [name for name in tables[0].columns if all(name in table.columns for table in tables)]
    for role in ("gold", "label"):
        called = [name for name in shared if text_role(name) == role]
        if len(called) == 1:
            return called[0]
    raise OptionError(
        f"{tables[0].label} and {tables[1].label} share the columns {quoted(shared)}: say which holds the gold "
        "labels (gold=, --gold)."
    )


def _id_of(tables: Sequence[Table]) -> str:
    """Return the column that by its name, in both tables, says what the items are called, or "position"."""
    named = [tables[0].id_column(), *(name for name in tables[0].columns if looks_like_id(name))]
    shared = (name for name in named if name and in_each(tables, name))
    return next((name for name in shared if all(len(set(t.column(name))) == len(t) for t in tables)), POSITION)


def _guess_two(files: Files) -> Guess | None:
    try:
        tables = [file.table for file in files.values()]
        gold, id = _gold_of(tables), _id_of(tables)
        names = () if id == POSITION else (id,)
        _, *chosen = label_columns(_three(tables, gold, {gold, *names}), None, names)[0]
    except ComparisonError:
        return None
    known = {cell.strip() for cell in tables[0].column(gold)}
    if len(set(chosen)) > 1 or chosen[0] == _GOLD or len(known) == len(tables[0]):
        return None
    if any(known.isdisjoint(map(str.strip, table.column(chosen[0]))) for table in tables):
        return None
    options: dict[str, tuple[Choice, str]] = {
        "gold": (gold, "it is called so"),
        "columns": (chosen[0], "it holds labels as the gold column has them"),
    }
    if id != POSITION:
        options["id"] = (id, "it names each row")
    return Guess(0.7, "each table has gold labels beside others of the same labels", options)


TWO = Format(
    "label-tables",
    "Two tables with gold and predictions",
    "One table for each system, each with a column of gold labels and one of predictions, joined on the id.",
    "two tables of labels",
    "a table",
    (BASELINE, EXPERIMENTAL),
    read_label_tables,
    sniff_columns,
    (
        Option("gold", "Gold labels", GOLD.flag, GOLD.help, GOLD.metavar, required=False, asked=True),
        replace(COLUMNS, label="Predictions", asked=True),
        ID,
        CLUSTER,
        LABEL_SET,
    ),
    guess=_guess_two,
    look=look_at_columns,
    called=("label-tables", "table"),
)
