"""One table with a column of gold labels and one of each system's predictions."""

from collections.abc import Sequence
from dataclasses import replace

from core.data.paired import PairedScores
from core.errors import ComparisonError, OptionError
from core.readers.columns import look_at_columns, sniff_columns
from core.readers.format import Choice, Files, Format, Guess, Option
from core.readers.label_counts import pair_labels
from core.readers.labels import labels_of_column, refuse_summary_labels
from core.readers.loading import load_table
from core.readers.names import looks_like_id, text_role
from core.readers.options import BASELINE_COLUMN, CLUSTER, EXPERIMENTAL_COLUMN, GOLD, ID, LABEL_SET, TABLE
from core.readers.score_columns import is_numeric
from core.readers.table import Columns, Table
from core.readers.text import Source

__all__ = ["FORMAT", "read_label_table"]


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


def _guess(files: Files) -> Guess | None:
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


FORMAT = Format(
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
    guess=_guess,
    look=look_at_columns,
    called=("labels", "table"),
    is_plain=True,
)
