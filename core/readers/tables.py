"""Two tables, one for each system, joined on an id."""

from dataclasses import replace

from core.data.paired import PairedScores
from core.errors import ComparisonError
from core.readers.columns import look_at_columns, sniff_columns
from core.readers.format import Choice, Files, Format, Guess
from core.readers.joining import guessed_id, joined, one_or_more
from core.readers.loading import load_table
from core.readers.options import BASELINE, CLUSTER, COLUMNS, EXPERIMENTAL, ID, STRATA
from core.readers.pairing import Missing
from core.readers.score_columns import score_columns
from core.readers.table import Columns
from core.readers.text import Source, display_names

__all__ = ["FORMAT", "read_tables"]


def read_tables(
    baseline: Source,
    experimental: Source,
    *,
    columns: Columns | None = None,
    id: Columns | None = None,
    cluster: Columns | None = None,
    strata: Columns | None = None,
    missing: Missing = "error",
) -> PairedScores:
    """Read two tables, one for each system, joined on an id column where there is one, by position otherwise.

    Parameters
    ----------
    baseline, experimental : path or Upload
        CSV, TSV, JSON Lines or JSON, as for `read_table`.
    columns : str or strings, optional
        The score column of both tables, or two or four columns; by default the only column beside the id, the
        only one of numbers in which the tables differ, or those that `core convert` writes (``score``;
        ``numerator, denominator``; ``recall_numerator, …``).
    id : str or strings, optional
        The column, or columns, to join on; by default one that is called id, item, seg_id, document or the like
        in both tables, or that holds the same distinct values in both. "position" joins row i with row i. A note
        says how they were joined.
    cluster : str, optional
        Items that agree in this column form a cluster, which is resampled as a whole.
    strata : str, optional
        The column of each item's task: scores are averaged over tasks, and items resampled within each.
    missing : {"error", "drop"}
        Whether a missing score is an error, or the pair is left out and a note says so.

    Raises
    ------
    DataError
        If a table cannot be read, or an id is repeated or is in one table only.
    OptionError
        If a column does not exist, or the score column has to be named.

    Examples
    --------
    >>> from core.readers import Upload
    >>> old = Upload("old.csv", b"id,score\\na,0.5\\nb,1\\n")
    >>> new = Upload("new.csv", b"id,score\\nb,0.75\\na,1\\n")
    >>> pair = read_tables(old, new)
    >>> pair.ids, pair.experimental[:, 0], pair.notes
    (('a', 'b'), array([1.  , 0.75]), ("Joined on column 'id'.",))
    """
    tables = [load_table(source, columns) for source in (baseline, experimental)]
    return joined(
        tables,
        scores=None if columns is None else [table.names(columns) for table in tables],
        names=display_names(baseline, experimental),
        id=id,
        cluster=cluster,
        strata=strata,
        missing=missing,
    )


def _guess(files: Files) -> Guess:
    options: dict[str, tuple[Choice, str]] = {}
    try:
        rows, names, options = guessed_id([file.table for file in files.values()])
        scores, why = score_columns(rows, names)
        options["columns"] = (one_or_more(scores), why[0] if why else "it is called so, or the only one left")
    except ComparisonError:
        pass  # what cannot be told is asked for
    return Guess(0.6, "they have columns", options)


FORMAT = Format(
    "tables",
    "Two tables, joined on an id",
    "One table for each system; items are aligned by their id where there is one, by position otherwise.",
    "two tables",
    "a table",
    (BASELINE, EXPERIMENTAL),
    read_tables,
    sniff_columns,
    (replace(COLUMNS, asked=True, many=True), ID, CLUSTER, STRATA),
    guess=_guess,
    look=look_at_columns,
    called=("table",),
    missing=True,
    is_plain=True,
)
