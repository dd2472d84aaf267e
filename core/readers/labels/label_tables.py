"""Tables that hold gold labels beside predicted ones: of two systems, or of any number."""

import shlex
from collections.abc import Collection, Sequence
from dataclasses import replace

from core.common.phrases import counted, first_few
from core.data.paired import PairedScores
from core.data.scores import Scores
from core.errors import ComparisonError, OptionError
from core.readers.columns.items import POSITION
from core.readers.columns.joining import aligned, named_rows, one_or_more
from core.readers.columns.questions import judgments
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
    Option,
)
from core.readers.labels.label_columns import (
    column_called,
    equal_rows,
    is_column,
    label_cells,
    label_columns,
    label_systems,
    may_be_predictions,
    refuse_summary_labels,
)
from core.readers.labels.label_counts import LabelCounts, folded
from core.readers.labels.labels import LabelOptions, joined_labels, labels_of_columns, labels_of_files
from core.readers.parsing.file import File, load_table
from core.readers.parsing.names import looks_like_id, text_role
from core.readers.parsing.notation import is_judgment, says_right
from core.readers.parsing.pairing import Missing
from core.readers.parsing.problems import quoted
from core.readers.parsing.table import Columns, Table, in_each, is_numeric
from core.readers.parsing.text import Source, display_names, file_names
from core.readers.tables.tables import look_at_columns, sniff_columns


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
    asked = LabelOptions(id, cluster, labels, missing)
    return _labels_of_table(load_table(source, gold, *columns), gold, columns, asked).pair(*columns)


def _labels_of_table(table: Table, gold: str, systems: Sequence[str], asked: LabelOptions) -> LabelCounts:
    """Read the labels of systems in columns of one table."""
    named = table.naming_column() if asked.id is None else asked.id
    if named == POSITION and POSITION not in table.columns:
        named = None
    names = (gold, *systems)
    labels_alone = [table.stripped(name) for name in names]
    for cells in (labels_alone, table.cells):
        refuse_summary_labels(table, cells, labels_alone)
    notes = [f"Items are named by column {named!r}."] if named is not None and asked.id is None else []
    used = {*names, *table.names(named), *table.names(asked.cluster)}
    unused = [repr(name) for name in table.columns if name not in used]
    notes += [f"Not used: {first_few(unused)}."] if unused else []
    return labels_of_columns([table], names, named, asked, notes)


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
    right = label_cells(table, gold)
    # Columns that say in almost all rows whether the answers of another column are right
    judging = {
        name
        for other in rest if other != gold and not is_judgment(other)
        for name, n in judgments(table, equal_rows(label_cells(table, other), right)).items()
        if name != other and (is_judgment(name) or n <= _FEW_DIFFER * len(table))
    }  # fmt: skip
    systems = [
        name for name in rest if name != gold and name not in judging and not known.isdisjoint(table.stripped(name))
    ]
    # A system may have every label right; a copy that is called gold is none.
    chosen = [
        name for name in systems
        if text_role(name) in (None, "prediction") or list(table.column(name)) != list(table.column(gold))
    ]  # fmt: skip
    if len(chosen) < 2 or (len(known) == len(table) and is_numeric(table.column(gold))):
        return None
    compared = [judgments(table, equal_rows(label_cells(table, name), right)) for name in chosen]
    if any(all(each[name] for each in compared) for name in compared[0] if name not in chosen):
        return None  # the scores are those that the file states
    options: dict[str, Choice] = {"gold": gold}
    if len(chosen) == 2:
        options |= dict(zip(("baseline", "experimental"), chosen, strict=True))
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
    asked = LabelOptions(id, cluster, labels, missing)
    counts = _labels_of_tables((baseline, experimental), gold, columns, asked)
    return counts.pair(*display_names(baseline, experimental))


def _labels_of_tables(
    sources: Sequence[Source], gold: str | None, columns: str | None, asked: LabelOptions
) -> LabelCounts:
    """Read tables of one system each, all with the gold labels."""
    id, cluster = asked.id, asked.cluster
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
    counts = joined_labels(_with_gold(tables, gold, kept), columns, asked._replace(id=id), gold)
    unused = [] if columns is not None else [
        name for name in left[0]
        if not says_right(name) and _are_scores(tables, gold, name)
        and any(sorted(tables[0].column(name)) != sorted(other.column(name)) for other in tables[1:])
    ]  # fmt: skip
    if not unused:
        return counts
    without = " without --gold" if was_given else ""
    which = f"--columns {shlex.quote(unused[0])}{without} compares {'it' if len(unused) == 1 else repr(unused[0])}"
    return counts._replace(notes=(*counts.notes, f"Not used: {first_few(list(map(repr, unused)))}; {which}."))


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
    known = set(map(folded, label_cells(tables[0], gold)))
    return says_right(name) or not any(may_be_predictions(label_cells(table, name), known) for table in tables)


def _with_gold(tables: Sequence[Table], gold: str, kept: Collection[str]) -> list[Table]:
    """Return the gold labels of the first table, beside what is kept, and all tables."""
    first = tables[0]
    for table in tables:
        table.column(gold)
    held = [(name, cells) for name, cells in zip(first.columns, first.cells, strict=True) if name in kept]
    right = replace(first, columns=tuple(name for name, _ in held), cells=tuple(cells for _, cells in held))
    return [right, *tables]


def _gold_of(tables: Sequence[Table]) -> str:
    shared = [name for name in tables[0].columns if all(name in table.columns for table in tables)]
    if (called := column_called(shared, "gold", "label")) is not None:
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
        _, *chosen = label_columns(three, None, names, gold)[0]
    except ComparisonError:
        return None
    known = set(map(folded, tables[0].stripped(gold)))
    if len(set(chosen)) > 1 or chosen[0] == gold or len(set(tables[0].stripped(gold))) == len(tables[0]):
        return None
    if any(known.isdisjoint(map(folded, table.stripped(chosen[0]))) for table in tables):
        return None
    right = label_cells(three[0], gold)
    held = [table for table in three[1:] if len(table) == len(right)]
    if any(any(judgments(table, equal_rows(label_cells(table, chosen[0]), right)).values()) for table in held):
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
    asked = LabelOptions(id, cluster, labels, missing)
    if len(files) == 1:
        if not is_column(gold):
            raise OptionError(
                "One table of all systems holds the gold labels in a column: name it (gold=, --gold COLUMN)."
            )
        table = load_table(files[0], str(gold), columns, id, cluster)
        systems = table.names(columns) or label_systems(table, str(gold), {*table.names(id), *table.names(cluster)})
        counts = _labels_of_table(load_table(files[0], str(gold), *systems), str(gold), systems, asked)
        listed = f"Systems: the {counted(len(systems), 'column')} of labels beside {gold!r}: {first_few(systems)}."
        return counts._replace(notes=(listed, *counts.notes)).scores(systems)
    column = columns if columns is None or isinstance(columns, str) else ",".join(columns)
    if is_column(gold):
        counts = _labels_of_tables(files, str(gold), column, asked)
    else:
        counts = labels_of_files((gold, *files), column, asked)
    return counts.scores(file_names(files))
