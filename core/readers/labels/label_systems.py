"""Gold labels and the predicted labels of any number of systems."""

from collections.abc import Sequence

from core.common.phrases import counted, first_few
from core.data.scores import Scores
from core.errors import OptionError
from core.readers.labels.label_columns import is_column, label_systems
from core.readers.labels.label_tables import labels_of_table, labels_of_tables
from core.readers.labels.labels import labels_of_files
from core.readers.parsing.file import load_table
from core.readers.parsing.pairing import Missing
from core.readers.parsing.table import Columns
from core.readers.parsing.text import Source, file_names


def read_label_systems(
    files: Sequence[Source],
    gold: Source,
    *,
    columns: Columns | None = None,
    id: Columns | None = None,
    cluster: Columns | None = None,
    missing: Missing = "error",
    labels: Sequence[str] | None = None,
) -> Scores:
    """Read the labels that any number of systems predict: one table of all, or a table or file of labels for each.

    Parameters
    ----------
    files : paths or Uploads
    gold : str, path or Upload
        The column of gold labels in every table, or a file of them.
    columns : str or strings, optional
        One table: the systems' columns, by default all that hold gold labels. Tables: the column of the predictions.
    id, cluster, missing, labels
        As for `read_labels`.

    Raises
    ------
    DataError
        If a label is missing, or the files differ in items or gold labels.
    OptionError
        If a column does not exist, or has to be named.

    Examples
    --------
    >>> from core.readers import Upload
    >>> table = Upload("labels.csv", b"id,gold,old,new,newest\\na,cat,cat,cat,dog\\nb,dog,cat,dog,dog\\n")
    >>> read_label_systems([table], "gold").names
    ('old', 'new', 'newest')
    """
    if isinstance(labels, str):
        labels = [label.strip() for label in labels.split(",")]
    if len(files) == 1:
        if not is_column(gold):
            raise OptionError(
                "One table of all systems holds the gold labels in a column: name it (gold=, --gold COLUMN)."
            )
        table = load_table(files[0], str(gold), columns, id, cluster)
        systems = table.names(columns) or label_systems(table, str(gold), {*table.names(id), *table.names(cluster)})
        counts = labels_of_table(files[0], str(gold), systems, id=id, cluster=cluster, labels=labels, missing=missing)
        listed = f"Systems: the {counted(len(systems), 'column')} of labels beside {gold!r}: {first_few(systems)}."
        return counts._replace(notes=(listed, *counts.notes)).scores(systems)
    column = columns if columns is None or isinstance(columns, str) else ",".join(columns)
    if is_column(gold):
        counts = labels_of_tables(
            files, gold=str(gold), columns=column, id=id, cluster=cluster, labels=labels, missing=missing
        )
    else:
        every = (gold, *files)
        counts = labels_of_files(every, labels=labels, id=id, columns=column, cluster=cluster, missing=missing)
    return counts.scores(file_names(files))
