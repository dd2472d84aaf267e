"""Gold labels and systems' predicted labels, in files of one label a line or in a table each."""

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import cycle, islice
from typing import NamedTuple

from core.common.phrases import counted, first_few, shown
from core.data.paired import PairedScores
from core.errors import ComparisonError, DataError, OptionError
from core.readers.columns.items import POSITION
from core.readers.columns.joining import aligned, clusters_of, one_or_more
from core.readers.format import (
    BASELINE,
    COLUMNS,
    EXPERIMENTAL,
    GOLD,
    OF_LABELS,
    Choice,
    Files,
    Format,
    Guess,
    Look,
    Sniff,
)
from core.readers.labels.label_columns import (
    label_columns,
    labels_of_column,
    lacks_label,
    refuse_other_gold,
    refuse_summary_labels,
)
from core.readers.labels.label_counts import LabelCounts, Labels, check_lengths, count_labels
from core.readers.parsing.file import File, refuse_more_fields, table_of
from core.readers.parsing.kinds import in_columns
from core.readers.parsing.names import LABEL, PREDICTION
from core.readers.parsing.pairing import Missing
from core.readers.parsing.problems import MOST_PROBLEMS, Problem, refuse
from core.readers.parsing.table import Columns, Table, in_each
from core.readers.parsing.text import Source, Text, display_names, read_text

# A first line with such a name, which does not occur again, is a header.
_HEADERS = frozenset(
    (*PREDICTION, *LABEL, "gold", "gold_label", "gold_labels", "target", "targets", "y_true", "labels")
)


def read_labels(
    gold: Source,
    baseline: Source,
    experimental: Source,
    *,
    labels: Sequence[str] | None = None,
    id: Columns | None = None,
    columns: str | None = None,
    cluster: Columns | None = None,
    missing: Missing = "error",
) -> PairedScores:
    """Read three files of labels: one per line for the same items in the same order, or three tables joined on an id.

    Files are tables where every line has as many fields, two or more; quotes keep a label of several words together.

    Parameters
    ----------
    gold, baseline, experimental : path or Upload
        The right labels, and those that each system predicted.
    labels : strings, optional
        The label set, in the order wanted; by default every label that occurs in any of the files, sorted.
        Macro-F1 averages over it. It may add labels, but must hold every one that occurs. Without it, labels that
        differ from gold ones in spelling only are refused.
    id : str or strings, optional
        Tables: the column, or columns, to join on; by default one that is called id, item, seg_id, document or the
        like in all of them, or that holds the same distinct values in all. "position" joins row i with row i.
    columns : str, optional
        Tables: the column of the labels; by default, and in a table that lacks it, the only one beside the id and
        copies of the gold labels.
    cluster : str or strings, optional
        Tables: items that agree in this column form a cluster, which is resampled as a whole.
    missing : {"error", "drop"}
        Tables: whether a missing label is an error, or the item is omitted with a note.

    Raises
    ------
    DataError
        If the files differ in length or ids, a line is blank, or a label is outside the given set.
    OptionError
        If the files are tables without an id, or the column of the labels has to be named.

    Examples
    --------
    >>> from core.readers import Upload
    >>> gold, old, new = (Upload(name, text) for name, text in
    ...                   [("gold", b"no\\nyes\\n"), ("old", b"no\\nno\\n"), ("new", b"no\\nyes\\n")])
    >>> pair = read_labels(gold, old, new)
    >>> pair.columns
    ('tp:no', 'predicted:no', 'gold:no', 'tp:yes', 'predicted:yes', 'gold:yes')
    >>> pair.baseline.tolist()
    [[1.0, 1.0, 1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0, 0.0, 1.0]]
    """
    files = (gold, baseline, experimental)
    counts = labels_of_files(files, columns, LabelOptions(id, cluster, labels, missing))
    return counts.pair(*display_names(baseline, experimental))


class LabelOptions(NamedTuple):
    """What the readers of labels are asked, as `read_labels` describes it."""

    id: Columns | None
    cluster: Columns | None
    labels: Sequence[str] | None
    missing: Missing


def labels_of_files(sources: Sequence[Source], column: str | None, asked: LabelOptions) -> LabelCounts:
    """Read files of labels, the gold ones first."""
    texts = [read_text(source) for source in sources]
    are_tables = [in_columns(text) for text in texts]
    if all(are_tables) or any(option is not None for option in (asked.id, column, asked.cluster)):
        return joined_labels([table_of(text, asked.id, column) for text in texts], column, asked)
    read = [_label_file(text) for text in texts]
    files = [file for file, _ in read]
    _refuse_mixture(files, are_tables)
    check_lengths(files)
    return count_labels(files, asked.labels, [note for _, note in read if note])


def joined_labels(
    tables: Sequence[Table], column: str | None, asked: LabelOptions, right: str | None = None
) -> LabelCounts:
    """Join tables of labels, the gold ones first, on their ids, or by position if a column is named and no id found.

    ``right`` is the column of the gold labels, if every table has one.
    """
    id, clustered = asked.id, tables[0].names(asked.cluster)
    for name in (*clustered, *(() if id == POSITION else tables[0].names(id))):
        tables[0].column(name)
    given = () if column is None else (column,)
    nameless = next((table for table in tables if table.id_column() is None), tables[0])
    for table in tables:
        labels_of = column if column is not None and column in table.columns else table.columns[-1]
        refuse_summary_labels(table, table.cells, [table.column(labels_of)])
    joined = aligned(tables, id, [given] * len(tables), samples=False, partly=asked.missing == "drop")
    tables, id_names = joined.tables, joined.item.columns
    if not id_names and id is None and column is None:
        raise OptionError(
            f"{nameless.label}, line {nameless.lines[0]}: {counted(len(nameless.columns), 'field')}, as on every line, "
            f"and no column that names the items is among {first_few([shown(name) for name in nameless.columns])}: put "
            "a header such as 'id,label' above all tables, name the column to join on (id=, --id), or, to join "
            "by position, that of the labels (columns=, --columns); where these are labels, put them into quotes."
        )
    if right is not None:
        refuse_other_gold(tables, right, {*clustered, *id_names})
    chosen, why = label_columns(tables, column, {*clustered, *id_names}, right)
    return labels_of_columns(tables, chosen, id_names, asked, [joined.note, *why], joined.left_out)


def labels_of_columns(
    tables: Sequence[Table],
    names: Sequence[str],
    id: Columns | None,
    asked: LabelOptions,
    notes: Sequence[str],
    left_out: Sequence[str] = (),
) -> LabelCounts:
    """Count the labels in columns, the gold ones first: of a table each, with the same items, or of one table."""
    known = {*tables[0].stripped(names[0]), *(asked.labels or ())}
    ids = tables[0].keys(id) if id else None
    if asked.missing == "drop":
        tables, gone = _with_all_labels(tables, names, ids, known)
        left_out = [*left_out, *gone]
        ids = tables[0].keys(id) if id else None
    columns = [labels_of_column(table, name, known) for table, name in zip(cycle(tables), names, strict=False)]
    check_lengths(columns)
    tables[0].refuse_repeated(ids or [], "id")
    notes = [*notes, *_dropped_note(left_out, len(tables[0]))]
    clusters = None
    if asked.cluster is not None:
        keys = ids or [str(i + 1) for i in range(len(tables[0]))]
        held = clusters_of(tables, [keys] * len(tables), asked.cluster)
        clusters = [held[key] for key in keys]
    counts = count_labels(columns, asked.labels, notes)
    return counts._replace(ids=ids, clusters=clusters, left_out=len(left_out))


def _with_all_labels(
    tables: Sequence[Table], names: Sequence[str], ids: Sequence[str] | None, known: Collection[str]
) -> tuple[Sequence[Table], list[str]]:
    """Return the rows that have all labels, and the names of the others.

    ``known`` are the gold labels and those of the label set.
    """
    cells = [table.stripped(name) for table, name in zip(cycle(tables), names, strict=False)]
    if len(set(map(len, cells))) > 1:
        return tables, []
    gaps = [{cell for cell in set(each) if lacks_label(cell, known)} for each in cells]
    whole = [not any(cell in gap for cell, gap in zip(row, gaps, strict=True)) for row in zip(*cells, strict=True)]
    gone = [i for i, each in enumerate(whole) if not each]
    rows = [i for i, each in enumerate(whole) if each]
    return [table.take(rows) for table in tables], [ids[i] if ids else f"{i + 1:,}" for i in gone]


def _dropped_note(left_out: Sequence[str], n: int) -> list[str]:
    """Return a note on the items without a label, beside ``n`` others, or refuse to drop all."""
    everything = counted(n + len(left_out), "item")
    if not n:
        raise DataError(f"Every one of the {everything} lacks a label: nothing is left to compare.")
    note = f"{len(left_out):,} of {everything} dropped: a label is missing ({first_few(left_out)})."
    return [note] if left_out else []


def _refuse_mixture(files: Sequence[Labels], are_tables: Sequence[bool]) -> None:
    """Refuse a table beside files of labels; labels of several words, which look like one, occur elsewhere too."""
    plain = [file for file, is_table in zip(files, are_tables, strict=True) if not is_table]
    for file, is_table in zip(files, are_tables, strict=True):
        if is_table and not any(set(file.labels) & set(other.labels) for other in plain):
            raise DataError(
                f"{file.source}, line {file.lines[0]}: {shown(file.labels[0])} has columns, as has every line, but "
                f"{plain[0].source} holds one label a line: give files of labels only, or tables with an id only."
            )


def _lines_of(text: Text) -> Table:
    """Return the lines of a file as a table of one column."""
    labels = [line.strip() for line in text.lines]
    return Table(text.label, ("label",), (labels,), range(text.first_line, text.first_line + len(labels)))


def _label_file(text: Text) -> tuple[Labels, str]:
    """Return the labels of a file, and a note if its first line is read as a header."""
    table = _lines_of(text)
    refuse_summary_labels(table, table.cells, table.cells)
    labels, lines = table.cells[0], table.lines
    faulty = ((i, label) for i, label in zip(lines, labels, strict=True) if not label or "\t" in label)
    refuse(text.label, [Problem(i, _fault(label)) for i, label in islice(faulty, MOST_PROBLEMS)])
    if all(len(label) > 2 and label[0] == label[-1] == '"' for label in labels):
        labels = [label[1:-1] for label in labels]
    note = ""
    if labels[0].casefold() in _HEADERS and len(labels) > 1 and labels.count(labels[0]) == 1:
        note = f"Line {lines[0]} of {text.label}, {shown(labels[0])}, is taken as a header."
        labels = labels[1:]
        refuse_more_fields(text.label, labels)
    return Labels(text.label, labels, lines[1:] if note else lines), note


def _fault(label: str) -> str:
    if not label:
        remedy = "tags of sentences are read as entities (read_entities, --from entities)"
        return f"a blank line where a label should be; {remedy}"
    return (
        f"{label.count(chr(9)) + 1} fields separated by tabs, must be one label; tokens with tags are read as "
        "entities (read_entities, --from entities), and other columns from one table"
    )


# Tags, numbers and tables can be labels too, if no other format fits better.
_SURE = {"words": 0.4, "tags": 0.3, "columns": 0.05, "numbers": 0.05}


def _sniff(file: File) -> Sniff:
    return Sniff(_SURE[file.shape], "no numbers, but labels")


def _guess(files: Files) -> Guess:
    if all(file.shape != "columns" for file in files.values()):
        return Guess(0.4, "one label a line")
    options: dict[str, Choice] = {}
    with suppress(ComparisonError):  # the user is asked for what cannot be determined
        tables = [file.table for file in files.values()]
        joined = aligned(tables, None, [()] * len(tables), samples=False)
        names = joined.item.columns
        if names and all(in_each(tables, name) for name in names):
            options["id"] = one_or_more(names)
        # The reader finds the predictions beside the gold column, and names them in a note.
        options["columns"] = label_columns(joined.tables, None, names)[0][0]
    return Guess(0.4, "gold labels and two predictions", options)


def _look(file: File) -> Look:
    table = _lines_of(file.text)
    filled = [row for row, label in enumerate(table.cells[0]) if label]
    return Look(table if len(filled) == len(table) else table.take(filled))


_CALLED = ("label", "labels", "gold", "gold_label", "target", "class", "tag", "prediction", "predicted", "pred")


FORMAT = Format(
    "labels",
    "Gold labels and two predictions",
    "Three files with one label a line, or three tables with an id and a label, joined on the id.",
    "labels",
    "labels",
    (GOLD, BASELINE, EXPERIMENTAL),
    read_labels,
    _sniff,
    (replace(COLUMNS, label="Label", fits=_CALLED), *OF_LABELS),
    guess=_guess,
    look=_look,
    shared=("missing",),
    is_plain=True,
)
