"""Gold labels and two systems' predictions, in lines or as columns of tables, of one system or both."""

import os
import shlex
from collections import Counter
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from core.common.phrases import counted, first_few, shown
from core.data.paired import PairedScores
from core.data.provenance import Provenance
from core.data.scores import Scores
from core.errors import ComparisonError, DataError, OptionError
from core.readers.columns.items import POSITION
from core.readers.columns.joining import aligned, clusters_of, named_rows, one_or_more
from core.readers.columns.questions import judgments
from core.readers.columns.score_columns import only_column
from core.readers.format import (
    BASELINE,
    BASELINE_COLUMN,
    COLUMNS,
    EXPERIMENTAL,
    EXPERIMENTAL_COLUMN,
    GOLD,
    OF_LABELS,
    TABLE,
    Choice,
    Files,
    Format,
    Guess,
    Look,
    Option,
    Sniff,
)
from core.readers.labels.label_counts import Labels, check_lengths, folded, systems_of_labels
from core.readers.parsing.file import File, load_table, refuse_more_fields, table_of
from core.readers.parsing.kinds import in_columns
from core.readers.parsing.names import LABEL, PREDICTION, looks_like_id, text_role
from core.readers.parsing.notation import is_judgment, says_right
from core.readers.parsing.numeric import is_number
from core.readers.parsing.pairing import Missing
from core.readers.parsing.problems import MOST_PROBLEMS, Problem, choice, quoted, refuse
from core.readers.parsing.summaries import summary_rows
from core.readers.parsing.table import Columns, Table, in_each, is_numeric
from core.readers.parsing.text import Source, Text, display_names, file_names, read_text
from core.readers.tables.tables import look_at_columns, sniff_columns

# The names of two systems while their labels are counted
PAIR = ("baseline", "experimental")
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
    scores = _of_files(
        (gold, baseline, experimental), PAIR, labels=labels, id=id, columns=columns, cluster=cluster, missing=missing
    )
    return scores.pair(*PAIR).named(*display_names(baseline, experimental))


def _of_files(
    sources: Sequence[Source],
    names: Sequence[str],
    *,
    labels: Sequence[str] | None,
    id: Columns | None,
    columns: str | None,
    cluster: Columns | None,
    missing: Missing,
) -> Scores:
    """Read files of labels, the gold ones first."""
    texts = [read_text(source) for source in sources]
    are_tables = [in_columns(text) for text in texts]
    if all(are_tables) or any(option is not None for option in (id, columns, cluster)):
        tables = [table_of(text, id, columns) for text in texts]
        return joined_labels(tables, labels, names=names, id=id, column=columns, cluster=cluster, missing=missing)
    read = [_label_file(text) for text in texts]
    files = [file for file, _ in read]
    _refuse_mixture(files, are_tables)
    check_lengths(files)
    return systems_of_labels(files, labels, names=names, notes=[note for _, note in read if note])


def joined_labels(
    tables: Sequence[Table],
    labels: Sequence[str] | None,
    *,
    names: Sequence[str],
    id: Columns | None,
    column: str | None,
    cluster: Columns | None,
    missing: Missing = "error",
    right: str | None = None,
) -> Scores:
    """Join tables of labels, the gold ones first, on their ids, or by position if a column is named and no id found.

    ``right`` is what the systems' files call the gold labels, if they hold them: the column `_GOLD` of all tables.
    """
    clustered = tables[0].names(cluster)
    for name in (*clustered, *(() if id == POSITION else tables[0].names(id))):
        tables[0].column(name)
    given = () if column is None else (column,)
    nameless = next((table for table in tables if table.id_column() is None), tables[0])
    for table in tables:
        labels_of = column if column is not None and column in table.columns else table.columns[-1]
        refuse_summary_labels(table.label, table.lines, table.cells, [table.column(labels_of)], table.unit)
    joined = aligned(tables, id, [given] * len(tables), samples=False, partly=missing == "drop")
    tables, ids, id_names, how = joined.tables, joined.ids, joined.item.columns, joined.note
    if ids is None and id is None and column is None:
        raise OptionError(
            f"{nameless.label}, line {nameless.lines[0]}: {counted(len(nameless.columns), 'field')}, as on every line, "
            f"and no column that names the items is among {first_few([shown(name) for name in nameless.columns])}: put "
            "a header such as 'id,label' above all tables, name the column to join on (id=, --id), or, to join "
            "by position, that of the labels (columns=, --columns); where these are labels, put them into quotes."
        )
    if right is not None:
        _refuse_other_right(tables, right, {*clustered, *id_names})
    chosen, why = label_columns(tables, column, {*clustered, *id_names})
    if right is not None:
        why = [note.replace(f"; {_GOLD!r} is gold", f"; {right!r} is gold") for note in why]
    tables, gone = _complete(tables, chosen, ids, missing)
    left_out = [*joined.left_out, *gone]
    columns = [labels_of_column(table, name) for table, name in zip(tables, chosen, strict=True)]
    check_lengths(columns)
    ids = tables[0].keys(id_names) if id_names else None
    clusters = None
    if cluster is not None:
        keys = ids or [str(i + 1) for i in range(len(tables[0]))]
        held = clusters_of(tables, [keys] * len(tables), cluster)
        clusters = [held[key] for key in keys]
    notes = [how, *why, *_dropped(left_out, len(tables[0]))]
    scores = systems_of_labels(columns, labels, names=names, ids=ids, clusters=clusters, notes=notes)
    return replace(scores, provenance=Provenance(len(left_out)))


def _complete(
    tables: Sequence[Table], names: Sequence[str], ids: Sequence[str] | None, missing: Missing
) -> tuple[Sequence[Table], list[str]]:
    """Return the rows that have all labels, and the names of the others, if these are to be dropped."""
    cells = [table.stripped(name) for table, name in zip(tables, names, strict=True)]
    if missing == "error" or len(set(map(len, cells))) > 1:
        return tables, []
    whole = [all(row) for row in zip(*cells, strict=True)]
    gone = [i for i, each in enumerate(whole) if not each]
    rows = [i for i, each in enumerate(whole) if each]
    return [table.take(rows) for table in tables], [ids[i] if ids else f"{i + 1:,}" for i in gone]


def _dropped(left_out: Sequence[str], n: int) -> list[str]:
    """Return a note on the items without a label, beside ``n`` others, or refuse to drop all."""
    everything = counted(n + len(left_out), "item")
    if not n:
        raise DataError(f"Every one of the {everything} lacks a label: nothing is left to compare.")
    note = f"{len(left_out):,} of {everything} dropped: a label is missing ({first_few(left_out)})."
    return [note] if left_out else []


def labels_of_column(table: Table, name: str) -> Labels:
    """Return the cells of a column as labels, or refuse those that are empty."""
    cells = table.stripped(name)
    nothing = f'nothing in column {name!r}: every item needs a label, or is dropped (missing="drop", --missing drop)'
    refuse(table.label, [Problem(table.lines[i], nothing) for i, cell in enumerate(cells) if not cell], table.unit)
    return Labels(f"column {name!r} of {table.label}", cells, table.lines, table.unit)


def _refuse_mixture(files: Sequence[Labels], are_tables: Sequence[bool]) -> None:
    """Refuse a table beside files of labels; labels of several words, which look like one, occur elsewhere too."""
    plain = [file for file, is_table in zip(files, are_tables, strict=True) if not is_table]
    for file, is_table in zip(files, are_tables, strict=True):
        if is_table and not any(set(file.labels) & set(other.labels) for other in plain):
            raise DataError(
                f"{file.source}, line {file.lines[0]}: {shown(file.labels[0])} has columns, as has every line, but "
                f"{plain[0].source} holds one label a line: give three files of labels, or three tables with an id."
            )


def _label_file(text: Text) -> tuple[Labels, str]:
    """Return the labels of a file, and a note if its first line is read as a header."""
    labels = [line.strip() for line in text.lines]
    lines = range(text.first_line, text.first_line + len(labels))
    refuse_summary_labels(text.label, lines, [labels], [labels], "line")
    faulty = ((i, label) for i, label in zip(lines, labels, strict=True) if not label or "\t" in label)
    refuse(text.label, [Problem(i, _fault(label)) for i, label in islice(faulty, MOST_PROBLEMS)])
    if all(len(label) > 2 and label[0] == label[-1] == '"' for label in labels):
        labels = [label[1:-1] for label in labels]
    note = ""
    if labels[0].casefold() in _HEADERS and len(labels) > 1 and labels.count(labels[0]) == 1:
        note = f"Line {lines[0]} of {text.label}, {shown(labels[0])}, is taken as a header."
        del labels[0]
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


def refuse_summary_labels(
    source: str, lines: Sequence[int], cells: Sequence[Sequence[str]], labels: Sequence[Sequence[str]], unit: str
) -> None:
    """Refuse last rows such as ``accuracy 0.85 0.88``: a label may be called so, but not with a number beside it.

    A row whose labels all stand in rows above is an item: of the word "sum", say, where labels are 0 and 1.
    """
    texts = cells[0] if len(cells) == 1 else [" ".join(row).strip() for row in zip(*cells, strict=True)]
    row = next(iter(summary_rows(texts, with_numbers=True)), None)
    if row is None:
        return
    above = {label.strip() for column in labels for label in column[:row]}
    if any(label.strip() not in above for column in labels for label in column[row:]):
        what = f"{shown(texts[row])} looks like a summary row: delete it, every {unit} belongs to one item"
        refuse(source, [Problem(lines[row], what)], unit)


def label_columns(tables: Sequence[Table], column: str | None, others: Collection[str]) -> tuple[list[str], list[str]]:
    """Return the column of the labels of each table (gold first, rows as the items), and notes on the choice.

    Gold's is the one asked for, the only one beside the others, or the one that is called so. A prediction is never a
    column that all systems have from gold, nor one in which they do not differ, if there is another.
    """
    if column is not None and not any(column in table.columns for table in tables):
        tables[0].column(column)
    left = [[name for name in table.columns if name not in others] for table in tables]
    systems = range(1, len(tables))

    @cache
    def cells(file: int, name: str) -> list[str]:
        return _cells(tables[file], name)

    gold = _gold(tables[0], left[0], column, others)
    right = cells(0, gold)
    copies = [
        {name for name in left[file] if tables[file].columns.count(name) == 1 and cells(file, name) == right}
        for file in systems
    ]
    known = set(map(folded, set(right)))
    shared = set.intersection(*(set(left[file]) for file in systems))
    gold_twice = {name for name in set().union(*copies) if all(name in held for held in copies) or name not in shared}
    same = {name for name in shared if all(cells(file, name) == cells(1, name) for file in systems)}
    chosen, notes = [gold], []
    for file in systems:
        table, names = tables[file], left[file]
        likely = [
            name
            for name in names
            if text_role(name) is not None or (not is_judgment(name) and _may_be_predictions(cells(file, name), known))
        ] or names
        candidates = [name for name in likely if name not in gold_twice]
        if not candidates:
            # Both systems are always right, or their predictions cannot be distinguished from other columns.
            candidates = [name for name in likely if len(names) == 1 or name == column or text_role(name) != "gold"]
            candidates = candidates if column is None or text_role(column) != "gold" or len(names) == 1 else []
        candidates = [name for name in candidates if name not in same] or candidates
        if column in set(names) - gold_twice - same - set(likely):
            raise OptionError(
                f"{table.label}: column {column!r} holds none of the gold labels: choose the column of the "
                "predictions (columns=, --columns); where it holds scores, leave out the options of labels (gold=, "
                "--gold, labels=, --labels)."
            )
        name = _prediction(table, names, candidates, column)
        copied = [other for other in names if other in gold_twice and other != name]
        if gold != name and gold in names and text_role(gold) == "gold" and gold not in copied:
            _refuse_other_gold(tables[0], table, gold)
        chosen.append(name)
        if column not in (None, name) and column not in names:
            notes.append(f"{table.label} has no column {column!r}: its labels are those of {name!r}.")
        elif column not in (None, name) or len(names) > 1:
            because = f"; {first_few([repr(each) for each in copied])} is gold on every row" if copied else ""
            notes.append(f"The labels of {table.label} are those of column {name!r}{because}.")
        differing = judgments(table, _equal(cells(file, name), right)) if len(table) == len(right) else {}
        unused = [each for each in table.numeric_columns if says_right(each) and each not in (name, gold)]
        shown_ = [
            f"{each!r} (it differs from a comparison with the gold labels in {counted(differing[each], 'row')})"
            if differing.get(each) else repr(each)
            for each in unused
        ]  # fmt: skip
        if unused:
            notes.append(f"Not used in {table.label}: {first_few(shown_, width=200)}.")
    return chosen, notes


def _equal(answers: Sequence[str], right: Sequence[str]) -> NDArray[np.bool_]:
    return np.array([one == other for one, other in zip(answers, right, strict=True)])


def _gold(table: Table, left: Sequence[str], column: str | None, others: Collection[str]) -> str:
    if column is not None and (column in table.columns or len(left) != 1):
        table.column(column)
        return column
    return (_called(left, "gold", "label") if len(left) > 1 else None) or only_column(table, set(others), "the labels")


def _called(names: Sequence[str], *roles: str) -> str | None:
    """Return the only one of the columns that is called by the first of the roles, or else by the next."""
    called = ([name for name in names if text_role(name) == role] for role in roles)
    return next((held[0] for held in called if len(held) == 1), None)


def _prediction(table: Table, names: Sequence[str], candidates: Sequence[str], column: str | None) -> str:
    if column is not None and column in candidates:
        return column
    if len(candidates) == 1:
        return candidates[0]
    if (called := _called(candidates, "prediction", "label")) is not None:
        return called
    if column is not None and column not in names:
        table.column(column)
    raise OptionError(
        f"{table.label} has the columns {quoted(candidates or names)}: say which holds the labels "
        "(columns=, --columns)."
    )


def _may_be_predictions(cells: Sequence[str], known: Collection[str]) -> bool:
    """Return whether some of the cells are gold labels, spelt in any way."""
    return sum(times for cell, times in Counter(cells).items() if folded(cell) in known) >= 0.1 * len(cells)


def _refuse_other_gold(gold: Table, table: Table, name: str, called: str | None = None) -> None:
    for row, (right, other) in enumerate(zip(_cells(gold, name), _cells(table, name), strict=False)):
        if right != other:
            raise DataError(
                f"{table.label}, {table.unit} {table.lines[row]}: column {(called or name)!r} has {shown(other)}, but "
                f"{gold.label} {shown(right)} for the same item: give all files the same gold labels, or "
                "leave that column out."
            )


def _refuse_other_right(tables: Sequence[Table], right: str, others: Collection[str]) -> None:
    """Refuse gold labels that differ between the systems' files, which predictions do."""
    gold, first, *rest = tables
    second = next((table for table in rest if _cells(table, _GOLD) != _cells(first, _GOLD)), None)
    if second is None:
        return
    known = set(map(folded, _cells(gold, _GOLD)))
    for name in first.columns:
        if name in (_GOLD, *others) or not in_each([first, second], name):
            continue
        asked = _GOLD if name == _OTHER_GOLD else name
        may_be_gold = text_role(asked) == "gold" or _may_be_predictions(_cells(first, name), known)
        if may_be_gold and _cells(first, name) == _cells(second, name):
            raise OptionError(
                f"{right!r} differs between {first.label} and {second.label}, so it is not a gold column: name "
                f"another {choice('gold', '--gold', asked)}."
            )
    _refuse_other_gold(gold, second, _GOLD, right)


def _cells(table: Table, name: str) -> list[str]:
    """Return the cells of a column, with equal numbers in the same notation."""
    known: dict[str, str] = {}
    return [known.get(cell) or known.setdefault(cell, _plain(cell.strip())) for cell in table.column(name)]


def _plain(cell: str) -> str:
    return repr(float(cell)) if is_number(cell) and len(cell) < 16 and cell[:1] != "0" else cell


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
    labels = [line.strip() for line in file.text.lines]
    numbers: Sequence[int] = range(file.text.first_line, file.text.first_line + len(labels))
    if not all(labels):
        numbers = [number for number, label in zip(numbers, labels, strict=True) if label]
        labels = list(filter(None, labels))
    return Look(Table(file.text.label, ("label",), (labels,), numbers))


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


# Two tables' gold column is renamed, and another of that name too: see `Table.renamed`.
_GOLD, _OTHER_GOLD = "gold", "gold (other)"


def read_label_table(
    source: Source,
    *,
    gold: str,
    baseline: str,
    experimental: str,
    id: Columns | None = None,
    cluster: Columns | None = None,
    labels: Sequence[str] | None = None,
    missing: Missing = "error",
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
    missing : {"error", "drop"}
        Whether a missing label is an error, or the item is omitted with a note.

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
    columns = (baseline, experimental)
    scores = _of_one_table(source, gold, columns, id=id, cluster=cluster, labels=labels, missing=missing)
    return scores.pair(*columns)


def _of_one_table(
    source: Source,
    gold: str,
    systems: Sequence[str],
    *,
    id: Columns | None,
    cluster: Columns | None,
    labels: Sequence[str] | None,
    missing: Missing,
) -> Scores:
    """Read the labels of systems in columns of one table."""
    table = load_table(source, gold, *systems)
    named = table.naming_column() if id is None else id
    names = (gold, *systems)
    labels_alone = [table.stripped(name) for name in names]
    for cells in (labels_alone, table.cells):
        refuse_summary_labels(table.label, table.lines, cells, labels_alone, table.unit)
    first_ids = None if named is None else table.keys(named)
    [table, *_], left_out = _complete([table] * len(names), names, first_ids, missing)
    columns = [labels_of_column(table, name) for name in names]
    ids = None if named is None else table.keys(named)
    table.refuse_repeated(ids or [], "id")
    notes = [f"Items are named by column {named!r}."] if named is not None and id is None else []
    used = {*names, *table.names(named), *table.names(cluster)}
    unused = [repr(name) for name in table.columns if name not in used]
    notes += [f"Not used: {first_few(unused)}."] if unused else []
    notes += _dropped(left_out, len(table))
    clusters = None if cluster is None else table.groups(cluster)
    scores = systems_of_labels(columns, labels, names=systems, ids=ids, clusters=clusters, notes=notes)
    return replace(scores, provenance=Provenance(len(left_out)))


_FEW_DIFFER = 0.1


def _guess_one(files: Files) -> Guess | None:
    try:
        table = files["source"].table
    except ComparisonError:
        return None
    named = table.id_column() or next((name for name in table.columns[:1] if looks_like_id(name)), None)
    if named is not None and len(set(table.column(named))) < len(table):
        named = None
    rest = [name for name in table.columns if name != named]
    gold = next((name for role in ("gold", "label") for name in rest if text_role(name) == role), None)
    if gold is None:
        return None
    known = set(table.stripped(gold))
    right = _cells(table, gold)
    # Columns that say in almost all rows whether the answers of another column are right
    judging = {
        name
        for other in rest if other != gold and not is_judgment(other)
        for name, n in judgments(table, _equal(_cells(table, other), right)).items()
        if name != other and (is_judgment(name) or n <= _FEW_DIFFER * len(table))
    }  # fmt: skip
    systems = [
        name for name in rest if name != gold and name not in judging and not known.isdisjoint(table.stripped(name))
    ]
    if len(systems) < 2 or (len(known) == len(table) and is_numeric(table.column(gold))):
        return None
    copies = [name for name in systems if list(table.column(name)) == list(table.column(gold))]
    differing = [name for name in systems if name not in copies]
    # A system may have every label right; a copy that is called gold is none.
    perfect = [name for name in copies if text_role(name) in (None, "prediction")]
    chosen = sorted([*differing, *perfect], key=systems.index)
    if len(chosen) < 2:
        return None
    compared = [judgments(table, _equal(_cells(table, name), right)) for name in chosen]
    if any(all(each[name] for each in compared) for name in compared[0] if name not in chosen):
        return None  # the scores are those that the file states
    options: dict[str, Choice] = {"gold": gold}
    if len(chosen) == 2:
        options |= dict(zip(PAIR, chosen, strict=True))
    if named is not None:
        options["id"] = named
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
        *OF_LABELS,
    ),
    guess=_guess_one,
    look=look_at_columns,
    called=("labels", "table"),
    shared=("missing",),
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
    missing: Missing = "error",
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
    missing : {"error", "drop"}
        Whether a missing label is an error, or the item is omitted with a note.

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
    scores = _of_tables(
        (baseline, experimental), PAIR, gold=gold, columns=columns, id=id, cluster=cluster, labels=labels,
        missing=missing,
    )  # fmt: skip
    return scores.pair(*PAIR).named(*display_names(baseline, experimental))


def _of_tables(
    sources: Sequence[Source],
    names: Sequence[str],
    *,
    gold: str | None,
    columns: str | None,
    id: Columns | None,
    cluster: Columns | None,
    labels: Sequence[str] | None,
    missing: Missing,
) -> Scores:
    """Read tables of one system each, all with the gold labels."""
    tables = [load_table(source, gold, columns, id, cluster) for source in sources]
    was_given = gold is not None
    gold = _gold_of(tables) if gold is None else gold
    tables, id = _named_rows(tables, gold) if id is None else (tables, id)
    kept = {gold, *(() if id == POSITION else tables[0].names(id)), *tables[0].names(cluster)}
    left = [[name for name in table.columns if name not in kept] for table in tables]
    if columns is not None and not any(columns in table.columns for table in tables):
        tables[0].column(columns)
    if columns == gold:
        raise OptionError(
            f"{gold!r} holds the gold labels: choose the column of the predictions (columns=, --columns), or say which "
            "other column holds the gold labels (gold=, --gold)."
        )
    if columns is None and len(left[0]) == 1 and all(each == left[0] for each in left):
        columns = left[0][0]
    scores = joined_labels(
        _with_gold(tables, gold, kept),
        labels,
        names=names,
        id=id,
        column=_OTHER_GOLD if columns == _GOLD else columns,
        cluster=cluster,
        missing=missing,
        right=gold,
    )
    unused = [] if columns is not None else [
        name for name in left[0]
        if not says_right(name) and _are_scores(tables, gold, name)
        and any(sorted(tables[0].column(name)) != sorted(other.column(name)) for other in tables[1:])
    ]  # fmt: skip
    if not unused:
        return scores
    without = " without --gold" if was_given else ""
    which = f"--columns {shlex.quote(unused[0])}{without} compares {'it' if len(unused) == 1 else repr(unused[0])}"
    return replace(scores, notes=(*scores.notes, f"Not used: {first_few(list(map(repr, unused)))}; {which}."))


def read_label_systems(
    files: Sequence[Source],
    gold: Source,
    *,
    columns: Columns | None = None,
    id: Columns | None = None,
    cluster: Columns | None = None,
    missing: Missing = "error",
) -> Scores:
    """Read the labels that any number of systems predict: one table of all, or a table or file of labels for each.

    Parameters
    ----------
    files : paths or Uploads
    gold : str, path or Upload
        The column of gold labels in every table, or a file of them.
    columns : str or strings, optional
        One table: the systems' columns, by default all that hold gold labels. Tables: the column of the predictions.
    id, cluster, missing
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
    >>> table = Upload("labels.csv", b"id,gold,old,new,newest\\na,no,no,no,yes\\nb,yes,no,yes,yes\\n")
    >>> read_label_systems([table], "gold").names
    ('old', 'new', 'newest')
    """
    if len(files) == 1:
        if not is_column(gold):
            raise OptionError(
                "One table of all systems holds the gold labels in a column: name it (gold=, --gold COLUMN)."
            )
        table = load_table(files[0], str(gold), columns, id, cluster)
        systems = table.names(columns) or label_systems(table, str(gold), {*table.names(id), *table.names(cluster)})
        return _of_one_table(files[0], str(gold), systems, id=id, cluster=cluster, labels=None, missing=missing)
    names = file_names(files)
    column = columns if columns is None or isinstance(columns, str) else ",".join(columns)
    if is_column(gold):
        return _of_tables(
            files, names, gold=str(gold), columns=column, id=id, cluster=cluster, labels=None, missing=missing
        )
    return _of_files((gold, *files), names, labels=None, id=id, columns=column, cluster=cluster, missing=missing)


def is_column(gold: Source | None) -> bool:
    """Return whether the gold labels are in a column of this name, and not in a file."""
    return isinstance(gold, str) and not os.path.exists(gold)


def label_systems(table: Table, gold: str, others: Collection[str]) -> tuple[str, ...]:
    """Return the columns of one table that hold gold labels, as predictions of systems do."""
    known = set(map(folded, table.stripped(gold)))
    named = {gold, table.naming_column(), *others}
    left = [name for name in table.columns if name not in named and not is_judgment(name)]
    found = tuple(name for name in left if _may_be_predictions(_cells(table, name), known))
    if len(found) < 2:
        raise OptionError(
            f"{table.label}: {counted(len(found), 'column')} beside {gold!r} holds its labels: say which columns are "
            f"the systems' {choice('columns', '--columns', left)}."
        )
    return found


def are_scores(files: Sequence[File], columns: Columns) -> bool:
    """Return whether these columns of two tables hold scores beside gold labels, and no predicted ones."""
    try:
        tables = [file.table for file in files]
        names, gold = tables[0].names(columns), _gold_of(tables)
    except ComparisonError:
        return False
    return len(names) > 1 or all(_are_scores(tables, gold, name) for name in names)


def _are_scores(tables: Sequence[Table], gold: str, name: str) -> bool:
    """Return whether both tables have a column of numbers of this name, and none of them is a gold label."""
    if name == gold or not all(name in table.numeric_columns for table in tables):
        return False
    known = set(map(folded, _cells(tables[0], gold)))
    return says_right(name) or not any(_may_be_predictions(_cells(table, name), known) for table in tables)


def _with_gold(tables: Sequence[Table], gold: str, kept: Collection[str]) -> list[Table]:
    """Return the gold labels of the first table, beside what is kept, and all tables, with one name for gold."""
    first = tables[0]
    for table in tables:
        table.column(gold)
    held = [(name, cells) for name, cells in zip(first.columns, first.cells, strict=True) if name in kept]
    right = replace(first, columns=tuple(name for name, _ in held), cells=tuple(cells for _, cells in held))
    return [table.renamed(gold, _GOLD) for table in (right, *tables)]


def _gold_of(tables: Sequence[Table]) -> str:
    shared = [name for name in tables[0].columns if all(name in table.columns for table in tables)]
    if (called := _called(shared, "gold", "label")) is not None:
        return called
    raise OptionError(
        f"{tables[0].label} and {tables[1].label} share the columns {quoted(shared)}: say which holds the gold "
        "labels (gold=, --gold)."
    )


def _named_rows(tables: list[Table], gold: str) -> tuple[list[Table], Columns]:
    """Return the tables, and what names their rows, by its name or else by its values, or "position"."""
    named = [tables[0].id_column(), *(name for name in tables[0].columns if looks_like_id(name))]
    shared = (name for name in named if name and in_each(tables, name))
    found = next((name for name in shared if all(len(set(t.column(name))) == len(t) for t in tables)), None)
    return named_rows(tables, [gold]) if found is None else (tables, found)


def _guess_two(files: Files) -> Guess | None:
    try:
        tables = [file.table for file in files.values()]
        gold = _gold_of(tables)
        tables, id = _named_rows(tables, gold)
        names = () if id == POSITION else tables[0].names(id)
        three = aligned(_with_gold(tables, gold, {gold, *names}), id, [()] * 3, samples=False, partly=True).tables
        _, *chosen = label_columns(three, None, names)[0]
    except ComparisonError:
        return None
    known = set(map(folded, tables[0].stripped(gold)))
    if len(set(chosen)) > 1 or chosen[0] == _GOLD or len(set(tables[0].stripped(gold))) == len(tables[0]):
        return None
    if any(known.isdisjoint(map(folded, table.stripped(chosen[0]))) for table in tables):
        return None
    right = _cells(three[0], _GOLD)
    held = [table for table in three[1:] if len(table) == len(right)]
    if any(any(judgments(table, _equal(_cells(table, chosen[0]), right)).values()) for table in held):
        return None  # the scores are those that the files state
    options: dict[str, Choice] = {"gold": gold, "columns": chosen[0]}
    options |= {"id": one_or_more(names)} if names else {}
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
        *OF_LABELS,
    ),
    guess=_guess_two,
    look=look_at_columns,
    called=("label-tables", "table"),
    shared=("missing",),
)
