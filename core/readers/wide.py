"""One table with a column of scores for each system."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from core.data.paired import PairedScores
from core.errors import ComparisonError, OptionError
from core.readers.columns import look_at_columns, sniff_columns
from core.readers.format import Choice, Files, Format, Guess
from core.readers.loading import load_table
from core.readers.options import BASELINE_COLUMN, CLUSTER, EXPERIMENTAL_COLUMN, ID, STRATA, TABLE
from core.readers.pairing import Missing, pair_up
from core.readers.roles import is_numeric, looks_like_id, may_be_two_systems
from core.readers.table import Columns, Table
from core.readers.text import Source

__all__ = ["FORMAT", "named_rows", "read_table", "system_name"]


def read_table(
    source: Source,
    *,
    baseline: Columns,
    experimental: Columns,
    id: Columns | None = None,
    cluster: Columns | None = None,
    strata: Columns | None = None,
    missing: Missing = "error",
) -> PairedScores:
    """Read one CSV, TSV, JSON Lines or JSON table that holds the scores of both systems.

    Parameters
    ----------
    source : path or Upload
        The first line names the columns; in JSON, keys within keys are joined by points ("new.correct").
    baseline, experimental : str or strings
        The system's score column, or its two or four columns in the order of a score file (see `read_scores`),
        separated by commas.
    id : str or strings, optional
        The column, or columns, that name the items; by default one that is called id, item, seg_id, document
        or the like and names each row differently.
    cluster : str, optional
        Items that agree in this column form a cluster, which is resampled as a whole.
    strata : str, optional
        The column of each item's task: scores are averaged over tasks, and items resampled within each.
    missing : {"error", "drop"}
        Whether a missing score is an error, or the pair is left out and a note says so.

    Raises
    ------
    DataError
        If the table cannot be read; the message names line, column and value.
    OptionError
        If a column does not exist; the message lists those that do.

    Examples
    --------
    >>> from core.readers import Upload
    >>> table = Upload("scores.csv", b"id,old,new\\na,0,1\\nb,1,1\\n")
    >>> pair = read_table(table, baseline="old", experimental="new")
    >>> pair.ids, pair.baseline_name
    (('a', 'b'), 'old')
    """
    table = load_table(source, baseline, experimental)
    if table.names(baseline) == table.names(experimental):
        raise OptionError(f"baseline and experimental both name column {baseline!r}: choose two different ones.")
    systems = [
        replace(table.statistics(names), label=f"column {', '.join(map(repr, names))} of {table.label}")
        for names in map(table.names, (baseline, experimental))
    ]
    table.refuse_summary(
        table.names(id or table.id_column() or table.columns[:1]), [*table.names(baseline), *table.names(experimental)]
    )
    ids, notes = table.ids(id)
    return pair_up(
        systems[0],
        systems[1],
        names=(system_name(table.names(baseline)), system_name(table.names(experimental))),
        missing=missing,
        ids=ids,
        clusters=None if cluster is None else table.keys(cluster),
        strata=None if strata is None else table.keys(strata),
        notes=notes,
    )


def system_name(columns: Sequence[str]) -> str:
    """Return a name for the system whose scores these columns hold: what their names begin with.

    Examples
    --------
    >>> system_name(["bart"]), system_name(["bart_right", "bart_total"]), system_name(["a", "b"])
    ('bart', 'bart', 'a, b')
    """
    if len(columns) == 1:
        return columns[0]
    shared = takewhile(lambda letters: len(set(letters)) == 1, zip(*columns, strict=False))
    return "".join(letters[0] for letters in shared).rstrip("_-.: ") or ", ".join(columns)


def named_rows(table: Table) -> tuple[dict[str, tuple[Choice, str]], list[str]]:
    """Return the choice of a column that names each row, if there is one, and the columns beside it."""
    name = table.id_column() or next((name for name in table.columns[:1] if looks_like_id(name)), None)
    if name is None or len(set(table.column(name))) < len(table):
        return {}, list(table.columns)
    return {"id": (name, "it names each row")}, [other for other in table.columns if other != name]


def _guess(files: Files) -> Guess:
    options: dict[str, tuple[Choice, str]] = {}
    try:
        table = files["source"].table
        options, rest = named_rows(table)
        numeric = [name for name in rest if is_numeric(table.column(name))]
        if len(numeric) == 2 and may_be_two_systems(*((name, table.column(name)) for name in numeric)):
            because = "two columns hold numbers"
            options |= {"baseline": (numeric[0], because), "experimental": (numeric[1], because)}
    except ComparisonError:
        pass  # what cannot be told is asked for
    return Guess(0.6, "it has columns", options)


FORMAT = Format(
    "table",
    "One table with both systems",
    "CSV, TSV, JSON lines, .xlsx or .parquet with a column for each system.",
    "one table of both systems",
    "a table",
    (TABLE,),
    read_table,
    sniff_columns,
    (replace(BASELINE_COLUMN, many=True), replace(EXPERIMENTAL_COLUMN, many=True), ID, CLUSTER, STRATA),
    guess=_guess,
    look=look_at_columns,
    missing=True,
    is_plain=True,
)
