"""Two systems in tables: a column for each, a row for each item and system, or a table for each."""

from dataclasses import replace

from core.data.paired import PairedScores
from core.errors import ComparisonError, OptionError
from core.readers.columns.asked import Asked
from core.readers.columns.joining import one_or_more
from core.readers.columns.proposal import Arrangement, propose
from core.readers.columns.roles import roles_of, system_name, transposed
from core.readers.format import (
    BASELINE,
    BASELINE_COLUMN,
    COLUMNS,
    EXPERIMENTAL,
    EXPERIMENTAL_COLUMN,
    ID,
    OF_ROWS,
    TABLE,
    Choice,
    Files,
    Format,
    Guess,
    Look,
    Option,
    Sniff,
)
from core.readers.parsing.delimited import DELIMITERS, find_delimiter, split_table
from core.readers.parsing.file import File, load_table
from core.readers.parsing.names import baseline_first
from core.readers.parsing.pairing import Missing, MissingValue
from core.readers.parsing.records import is_json, split_records
from core.readers.parsing.table import Columns
from core.readers.parsing.text import Source, display_names
from core.readers.tables.table_scores import pair_of, two_of

_SYSTEMS = ("baseline", "experimental")
# One column of numbers is a table only on request.
_SURE = {"columns": 0.6, "numbers": 0.1}


def read_table(
    source: Source,
    *,
    baseline: Columns | None = None,
    experimental: Columns | None = None,
    id: Columns | None = None,
    runs: Columns | None = None,
    cluster: Columns | None = None,
    strata: Columns | None = None,
    measure: str | None = None,
    transpose: bool = False,
    missing: Missing = "error",
    missing_value: MissingValue = None,
    lower_is_better: bool | None = None,
    counts: bool = False,
) -> PairedScores:
    """Read one CSV, TSV, JSON Lines or JSON table that holds the scores of both systems.

    Parameters
    ----------
    source : path or Upload
        The first line names the columns; in JSON, keys within keys are joined by points ("new.correct").
    baseline, experimental : str or strings, optional
        The system's score column, or its two or four columns in the order of a score file (see `read_scores`),
        separated by commas; by default the only two columns that may hold systems, baseline first.
    id : str or strings, optional
        The column, or columns, that name the items; by default one that names each row. The rows of one name are
        samples of the item, and its score is their mean.
    runs : str or strings, optional
        The column that distinguishes the samples of an item: a seed, a trial, an annotator.
    cluster : str, optional
        Items that agree in this column form a cluster, which is resampled as a whole.
    strata : str, optional
        The column of each item's task: scores are averaged over tasks, and items resampled within each.
    measure : str, optional
        The measure whose rows are read, if a column is called metric or measure.
    transpose : bool
        Whether the rows are the systems, named in the first column, and the columns the items.
    missing : {"error", "drop"}
        Whether a missing score is an error, or the pair is omitted with a note.
    missing_value : number or "none", optional
        A number that marks a missing score, such as -1; "none" if every number is a score.
    lower_is_better : bool, optional
        Whether lower scores are better; by default as the columns' names say, with a note.
    counts : bool
        Whether each system has the counts of one score: two or four columns, each numerator before its denominator.

    Raises
    ------
    DataError
        If the table cannot be read; the message names line, column and value.
    OptionError
        If a column does not exist, or the table is ambiguous; the message lists the options.

    Examples
    --------
    >>> from core.readers import Upload
    >>> table = Upload("scores.csv", b"id,old,new\\na,0,1\\nb,1,1\\n")
    >>> pair = read_table(table)
    >>> pair.ids, pair.baseline_name
    (('a', 'b'), 'old')
    """
    asked = Asked(
        id=id, runs=runs, cluster=cluster, strata=strata, measure=measure, of_two=True,
        missing=missing, missing_value=missing_value, lower_is_better=lower_is_better, counts=counts,
    )  # fmt: skip
    table = load_table(source, *((None, None) if transpose else (baseline, experimental)), *asked.named)
    also: tuple[str, ...] = ()
    if transpose:
        table, also = transposed(table, id)
        asked = asked._replace(id="item")
    chosen = [table.names(each) for each in (baseline, experimental) if each is not None]
    if len(chosen) == 2:
        if chosen[0] == chosen[1]:
            raise OptionError(f"baseline and experimental both name column {baseline!r}: choose two different ones.")
        roles = roles_of([table], (), asked._replace(systems=tuple(chosen)), "wide")
        return pair_of(replace(roles, notes=(*roles.notes, *also)), asked)
    roles = roles_of([table], (), asked)
    names = [None if each is None else system_name(table.names(each)) for each in (baseline, experimental)]
    two = two_of(roles, names[0], names[1])
    return pair_of(replace(two, notes=(*two.notes, *also)), asked)


def read_long(
    source: Source,
    *,
    system: str | None = None,
    score: Columns | None = None,
    item: Columns | None = None,
    baseline: str | None = None,
    experimental: str | None = None,
    id: Columns | None = None,
    runs: Columns | None = None,
    cluster: Columns | None = None,
    strata: Columns | None = None,
    measure: str | None = None,
    missing: Missing = "error",
    missing_value: MissingValue = None,
    lower_is_better: bool | None = None,
    counts: bool = False,
) -> PairedScores:
    """Read a long table, with a column of system names, and pair two of its systems by item.

    Parameters
    ----------
    source : path or Upload
        CSV, TSV, JSON Lines or JSON, as for `read_table`.
    system, score, item : str or strings, optional
        The columns of the system's name, its score (or two or four columns) and the item's name; by default
        derived from the values. ``id`` is another word for ``item``.
    baseline, experimental : str, optional
        Two of the names in the system column; by default the only two, in order of appearance.
    id, runs, cluster, strata, measure, missing, missing_value, lower_is_better, counts
        As for `read_table`.

    Raises
    ------
    DataError
        If the table cannot be read, or an item is scored for one of the systems only.
    OptionError
        If a column or a system does not exist, or the table is ambiguous; the message lists the options.

    Examples
    --------
    >>> from core.readers import Upload
    >>> rows = Upload("long.csv", b"item,system,f1\\na,old,.5\\na,new,.75\\nb,new,1\\nb,old,1\\n")
    >>> pair = read_long(rows, baseline="old", experimental="new")
    >>> pair.ids, pair.baseline[:, 0]
    (('a', 'b'), array([0.5, 1. ]))
    """
    asked = Asked(
        item or id, None, system, score, runs, cluster, strata, measure, of_two=True,
        missing=missing, missing_value=missing_value, lower_is_better=lower_is_better, counts=counts,
    )  # fmt: skip
    roles = roles_of([load_table(source, *asked.named)], (), asked, "long")
    two = two_of(roles, baseline, experimental)
    unused = [name for name in roles.names if name not in two.names]
    notes = (f"Other systems in the file were not used: {', '.join(unused)}.",) if unused else ()
    return pair_of(replace(two, notes=(*two.notes, *notes)), asked)


def read_tables(
    baseline: Source,
    experimental: Source,
    *,
    columns: Columns | None = None,
    id: Columns | None = None,
    runs: Columns | None = None,
    cluster: Columns | None = None,
    strata: Columns | None = None,
    measure: str | None = None,
    missing: Missing = "error",
    missing_value: MissingValue = None,
    lower_is_better: bool | None = None,
    counts: bool = False,
) -> PairedScores:
    """Read two tables, one for each system, joined on an id column if there is one, else by position.

    Parameters
    ----------
    baseline, experimental : path or Upload
        CSV, TSV, JSON Lines or JSON, as for `read_table`.
    columns : str or strings, optional
        The score column of both tables, or two or four columns; by default the only column beside the id, the
        only one of numbers in which the tables differ, or those that `helped-hurt convert` writes (``score``;
        ``numerator, denominator``; ``recall_numerator, …``).
    id : str or strings, optional
        The column, or columns, to join on; by default one that is called id, item, seg_id, document or the like
        in both tables, or that holds the same distinct values in both. The rows of one name are samples of the item.
        "position" joins row i with row i. A note says how they were joined.
    runs, cluster, strata, measure, missing, missing_value, lower_is_better, counts
        As for `read_table`.

    Raises
    ------
    DataError
        If a table cannot be read, or an id is in one table only.
    OptionError
        If a column does not exist, the score column has to be named, or an id is repeated for no known reason.

    Examples
    --------
    >>> from core.readers import Upload
    >>> old = Upload("old.csv", b"id,score\\na,0.5\\nb,1\\n")
    >>> new = Upload("new.csv", b"id,score\\nb,0.75\\na,1\\n")
    >>> pair = read_tables(old, new)
    >>> pair.ids, pair.experimental[:, 0], pair.notes
    (('a', 'b'), array([1.  , 0.75]), ("Joined on column 'id'.",))
    """
    asked = Asked(
        id, columns, runs=runs, cluster=cluster, strata=strata, measure=measure,
        missing=missing, missing_value=missing_value, lower_is_better=lower_is_better, counts=counts,
    )  # fmt: skip
    tables = [load_table(file, *asked.named) for file in (baseline, experimental)]
    roles = roles_of(tables, display_names(baseline, experimental), asked)
    return pair_of(roles, asked)


def _proposed(files: Files) -> Arrangement:
    try:
        return propose([file.table for file in files.values()], _SYSTEMS, Asked())
    except ComparisonError as error:  # a file is no table
        return Arrangement("tables" if len(files) > 1 else "wide", question=str(error))


def _options(found: Arrangement) -> dict[str, Choice]:
    """Return the proposed columns as arguments of the readers of two systems."""
    options = dict(found.proposed)
    if found.kind == "long" and "id" in options:
        options["item"] = options.pop("id")
    columns = options.pop("columns", ())
    if found.kind == "tables" and columns:
        options["columns"] = one_or_more(tuple(columns))
    elif len(found.names) == 2:
        options |= zip(_SYSTEMS, baseline_first(found.names)[0], strict=True)
    return options


def _guess_wide(files: Files) -> Guess:
    found = _proposed(files)
    return Guess(0.6, "it has columns", _options(found) if found.kind == "wide" else {})


def _guess_long(files: Files) -> Guess | None:
    found = _proposed(files)
    return Guess(0.8, "each item has a row for every system", _options(found)) if found.kind == "long" else None


def _guess_tables(files: Files) -> Guess:
    return Guess(0.6, "they have columns", _options(_proposed(files)))


def sniff_columns(file: File) -> Sniff:
    """Return the certainty that a file is a table of any kind."""
    return Sniff(_SURE.get(file.shape, 0), "it has columns")


def look_at_columns(file: File) -> Look:
    """Show a table, with the lines that do not fit the others."""
    if is_json(file.text):
        table, problems = split_records(file.text)
        return Look(table, problems, None, True, "row")
    table, problems = split_table(file.text)
    return Look(table, problems, DELIMITERS[find_delimiter(file.text)], True, "row")


_SHARED = ("missing", "missing_value", "lower_is_better")

WIDE = Format(
    "table",
    "One table with both systems",
    "CSV, TSV, JSON lines, .xlsx or .parquet with a column for each system.",
    "one table of both systems",
    "a table",
    (TABLE,),
    read_table,
    sniff_columns,
    (
        replace(BASELINE_COLUMN, many=True, required=False, asked=True),
        replace(EXPERIMENTAL_COLUMN, many=True, required=False, asked=True),
        ID,
        *OF_ROWS,
    ),
    guess=_guess_wide,
    look=look_at_columns,
    shared=(*_SHARED, "transpose"),
    also=("counts",),
    is_plain=True,
)

TABLES = Format(
    "tables",
    "Two tables, joined on an id",
    "One table for each system; items are aligned by their id where there is one, by position otherwise.",
    "two tables",
    "a table",
    (BASELINE, EXPERIMENTAL),
    read_tables,
    sniff_columns,
    (replace(COLUMNS, asked=True, many=True), ID, *OF_ROWS),
    guess=_guess_tables,
    look=look_at_columns,
    called=("table",),
    shared=_SHARED,
    also=("counts",),
    is_plain=True,
)

LONG = Format(
    "long",
    "One long table",
    "One line for each item and system, with a column that names the system.",
    "a long table",
    "a table",
    (TABLE,),
    read_long,
    sniff_columns,
    (
        Option(
            "system", "System's name", "--system-column", "Long table: the system's name.", required=False, asked=True
        ),
        Option(
            "item", "Item", "--item-column", "Long table: the item's name, or position, to pair rows in their order.",
            required=False, asked=True,
        ),
        Option("score", "Score", "--score-column", "Long table: the score.", "COLUMN[,…]", required=False, asked=True),
        Option(
            "baseline", "Baseline is", "--baseline-system", "Long table or logs: which system is the baseline.", "NAME",
            required=False, asked=True, values_of="system",
        ),
        Option(
            "experimental", "Experimental is", "--experimental-system",
            "Long table or logs: which one is experimental.", "NAME", required=False, asked=True, values_of="system",
        ),
        *OF_ROWS,
    ),
    guess=_guess_long,
    look=look_at_columns,
    shared=_SHARED,
    also=("counts",),
    is_plain=True,
)  # fmt: skip
