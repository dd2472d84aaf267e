"""Gold labels and two systems' predictions → true positives, predictions and gold items of each label."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.errors import DataError, OptionError
from core.paired import PairedScores
from core.readers.phrases import counted, first_few, shown
from core.readers.problems import Problem, refuse
from core.readers.tables import Columns, load_table
from core.readers.text import Source, Text, display_names, read_text

__all__ = ["read_label_table", "read_labels"]

# A first line of such a name, which names no other item, is a header.
_HEADERS = ("class", "gold", "label", "labels", "pred", "predicted", "prediction", "predictions", "tag", "target")
# Six numbers of 8 bytes for each label of each item: 2.4 GB.
_MOST_CELLS = 50_000_000


class Labels(NamedTuple):
    """The labels of a file or column, and the line that each stands on."""

    source: str
    labels: Sequence[str]
    lines: Sequence[int]
    unit: str = "line"


def read_labels(
    gold: Source, baseline: Source, experimental: Source, *, labels: Sequence[str] | None = None
) -> PairedScores:
    """Read three files with one label a line, the same items in the same order.

    Parameters
    ----------
    gold, baseline, experimental : path or Upload
        The right labels, and those that each system predicted.
    labels : strings, optional
        The label set, in the order wanted; by default every label that occurs in any of the files, sorted.
        Macro-F1 averages over it.

    Raises
    ------
    DataError
        If the files differ in length, a line is blank, or a label is outside the given set.

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
    read = [_label_file(read_text(source)) for source in (gold, baseline, experimental)]
    columns = [column for column, _ in read]
    for column in columns[1:]:
        if len(column.labels) != len(columns[0].labels):
            raise DataError(
                f"{column.source} has {counted(len(column.labels), 'label')} and {columns[0].source} has "
                f"{len(columns[0].labels):,}: line i of every file belongs to item i."
            )
    notes = [note for _, note in read if note]
    return _pair(columns, labels, names=display_names(baseline, experimental), notes=notes)


def read_label_table(
    source: Source,
    *,
    gold: str,
    baseline: str,
    experimental: str,
    id: Columns | None = None,
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
    labels : strings, optional
        The label set; by default every label that occurs, sorted.

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
    table = load_table(source)
    columns = []
    for name in (gold, baseline, experimental):
        cells = [cell.strip() for cell in table.column(name)]
        empty = [
            Problem(table.lines[row], f"nothing in column {name!r}: every item needs a label")
            for row, label in enumerate(cells)
            if not label
        ]
        refuse(table.label, empty, table.unit)
        columns.append(Labels(f"column {name!r} of {table.label}", cells, table.lines, table.unit))
    ids, notes = table.ids(id)
    return _pair(columns, labels, names=(baseline, experimental), ids=ids, notes=notes)


def _pair(
    columns: Sequence[Labels],
    labels: Sequence[str] | None,
    *,
    names: tuple[str, str],
    ids: Sequence[str] | None = None,
    notes: Sequence[str] = (),
) -> PairedScores:
    """Count for each item and label whether it is right, predicted, and gold; the first column is gold."""
    known = _label_set(columns, labels)
    n = len(columns[0].labels)
    if n * len(known) > _MOST_CELLS:
        raise DataError(
            f"{counted(len(known), 'label')} of {counted(n, 'item')} do not fit in memory: is this a column of labels "
            f"({first_few(known, limit=3)})? At most {_MOST_CELLS:,} items times labels are read."
        )
    codes = {label: code for code, label in enumerate(known)}
    gold, baseline, experimental = (_coded(column, codes) for column in columns)
    return PairedScores(
        _triples(gold, baseline, len(known)),
        _triples(gold, experimental, len(known)),
        tuple(f"{what}:{label}" for label in known for what in ("tp", "predicted", "gold")),
        ids=None if ids is None else tuple(ids),
        baseline_name=names[0],
        experimental_name=names[1],
        decimals=0,
        labels=known,
        notes=(*notes, *_never_gold(columns)),
    )


def _coded(column: Labels, codes: dict[str, int]) -> NDArray[np.int64]:
    try:
        return np.fromiter(map(codes.__getitem__, column.labels), dtype=np.int64, count=len(column.labels))
    except KeyError:
        problems = [
            Problem(line, f"{shown(label)} is not in the label set ({first_few(list(codes), limit=20)})")
            for line, label in zip(column.lines, column.labels, strict=True)
            if label not in codes
        ]
        refuse(column.source, problems, column.unit)
        raise


def _label_set(columns: Sequence[Labels], labels: Sequence[str] | None) -> tuple[str, ...]:
    if labels is None:
        return tuple(sorted(set().union(*(column.labels for column in columns))))
    if len(set(labels)) < len(labels) or not labels or not all(labels):
        raise OptionError(f"labels == {list(labels)!r}, must be different names, at least one.")
    return tuple(labels)


def _triples(gold: NDArray[np.int64], predicted: NDArray[np.int64], n_labels: int) -> NDArray[np.float64]:
    """Return shape (n, 3·labels): whether each label is right, predicted, and gold for each item."""
    items = np.arange(len(gold))
    triples = np.zeros((len(gold), n_labels, 3))
    triples[items, predicted, 0] = predicted == gold
    triples[items, predicted, 1] = 1
    triples[items, gold, 2] = 1
    return triples.reshape(len(gold), 3 * n_labels)


def _label_file(text: Text) -> tuple[Labels, str]:
    """Return the labels of a file, and a note where its first line is taken as a header."""
    labels = [line.strip() for line in text.lines]
    known = set(labels)
    faulty = {label: fault for label in known if (fault := _fault(label))}
    if faulty:
        refuse(text.label, [Problem(i, faulty[label]) for i, label in enumerate(labels, 1) if label in faulty])
    if all(len(label) > 2 and label[0] == label[-1] == '"' for label in known):
        labels = [label[1:-1] for label in labels]
    note = ""
    if labels[0].casefold() in _HEADERS and len(labels) > 1 and labels.count(labels[0]) == 1:
        note = f"Line 1 of {text.label}, {shown(labels[0])}, is taken as a header."
        del labels[0]
    first = 2 if note else 1
    return Labels(text.label, labels, range(first, first + len(labels))), note


def _fault(label: str) -> str:
    if not label:
        return "a blank line where a label should be; tags of sentences are read as entities (--from entities)"
    if "\t" in label:
        return f"{label.count(chr(9)) + 1} fields separated by tabs, must be one label; columns are read from one table"
    return ""


def _never_gold(columns: Sequence[Labels]) -> list[str]:
    """Return a note for each system that predicts labels which are never gold: they may be spelt differently."""
    gold = set(columns[0].labels)
    return [
        f"Never gold, but predicted in {column.source}: {first_few(strange)}."
        for column in columns[1:]
        if (strange := sorted(set(column.labels) - gold))
    ]
