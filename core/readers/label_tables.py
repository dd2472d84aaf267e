"""Two tables, one for each system, with a column of gold labels in both."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from core.common.phrases import first_few
from core.data.paired import PairedScores
from core.errors import ComparisonError, OptionError
from core.readers.columns import look_at_columns, sniff_columns
from core.readers.format import Choice, Files, Format, Guess, Option
from core.readers.ids import POSITION
from core.readers.label_columns import label_columns
from core.readers.labels import joined_labels
from core.readers.loading import load_table
from core.readers.names import looks_like_id, text_role
from core.readers.options import BASELINE, CLUSTER, COLUMNS, EXPERIMENTAL, GOLD, ID, LABEL_SET
from core.readers.table import Columns, Table
from core.readers.text import Source, display_names

__all__ = ["FORMAT", "read_label_tables"]

_GOLD = "gold"


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
        The label set; by default every label that occurs.

    Raises
    ------
    DataError
        If the tables differ in items or gold labels, or a cell is empty.
    OptionError
        If it cannot be told which columns hold the labels.

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
    listed = first_few([repr(name) for name in shared], limit=30)
    raise OptionError(
        f"{tables[0].label} and {tables[1].label} share the columns {listed}: say which holds the gold labels (gold=, "
        "--gold)."
    )


def _id_of(tables: Sequence[Table]) -> str:
    """Return the column that by its name, in both tables, says what the items are called, or "position"."""
    named = [tables[0].id_column(), *(name for name in tables[0].columns if looks_like_id(name))]
    shared = (name for name in named if name and all(table.columns.count(name) == 1 for table in tables))
    return next((name for name in shared if all(len(set(t.column(name))) == len(t) for t in tables)), POSITION)


def _guess(files: Files) -> Guess | None:
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


FORMAT = Format(
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
    guess=_guess,
    look=look_at_columns,
    called=("label-tables", "table"),
)
