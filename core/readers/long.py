"""Long tables: one row for each item and system."""

from collections.abc import Collection

from core.common.phrases import first_few
from core.data.paired import PairedScores
from core.errors import ComparisonError, OptionError
from core.readers.columns import look_at_columns, sniff_columns
from core.readers.format import Choice, Files, Format, Guess, Option
from core.readers.joining import joined
from core.readers.loading import load_table
from core.readers.options import CLUSTER, STRATA, TABLE
from core.readers.pairing import Missing
from core.readers.roles import is_called_score, numeric_columns, system_column
from core.readers.table import Columns, Table
from core.readers.text import Source

__all__ = ["FORMAT", "read_long", "score_column"]


def read_long(
    source: Source,
    *,
    system: str,
    score: Columns,
    item: Columns,
    baseline: str,
    experimental: str,
    cluster: Columns | None = None,
    strata: Columns | None = None,
    missing: Missing = "error",
) -> PairedScores:
    """Read a table whose rows say which system they score, and pair two of its systems on their items.

    Parameters
    ----------
    source : path or Upload
        CSV, TSV, JSON Lines or JSON, as for `read_table`.
    system, score, item : str or strings
        The columns of the system's name, its score (or two or four columns) and the item's name.
    baseline, experimental : str
        Two of the names in the system column.
    cluster : str, optional
        Items that agree in this column form a cluster, which is resampled as a whole.
    strata : str, optional
        The column of each item's task: scores are averaged over tasks, and items resampled within each.
    missing : {"error", "drop"}
        Whether a missing score is an error, or the pair is left out and a note says so.

    Raises
    ------
    DataError
        If the table cannot be read, or an item is scored twice or for one of the systems only.
    OptionError
        If a column or a system does not exist; the message lists those that do.

    Examples
    --------
    >>> from core.readers import Upload
    >>> rows = Upload("long.csv", b"item,system,f1\\na,old,.5\\na,new,.75\\nb,new,1\\nb,old,1\\n")
    >>> pair = read_long(rows, system="system", score="f1", item="item", baseline="old", experimental="new")
    >>> pair.ids, pair.baseline[:, 0]
    (('a', 'b'), array([0.5, 1. ]))
    """
    if baseline == experimental:
        raise OptionError(f"baseline and experimental are both {baseline!r}: choose two different systems.")
    table = load_table(source, system, score, item)
    tables = [table.only(system, name) for name in (baseline, experimental)]
    others = dict.fromkeys(cell.strip() for cell in table.column(system))
    unused = [name for name in others if name not in (baseline, experimental)]
    return joined(
        tables,
        scores=[table.names(score)] * 2,
        names=(baseline, experimental),
        id=item,
        cluster=cluster,
        strata=strata,
        missing=missing,
        notes=[f"Other systems in the file were not used: {first_few(unused)}."] if unused else [],
    )


def score_column(table: Table, others: Collection[str]) -> str | None:
    """Return the column of scores: the only one of numbers beside the others, or that is called so; None if unclear."""
    numeric = [name for name in numeric_columns(table) if name not in others]
    called = [name for name in numeric if is_called_score(name)]
    return (called or numeric)[0] if len(numeric) == 1 or len(called) == 1 else None


def _guess(files: Files) -> Guess | None:
    try:
        table = files["source"].table
    except ComparisonError:
        return None
    found = system_column(table)
    if found is None:
        return None
    system, item = found
    options: dict[str, tuple[Choice, str]] = {
        "system": (system, "it names a system on each row"),
        "item": (item, "it names each item once for every system"),
    }
    score = score_column(table, found)
    if score is not None:
        options["score"] = (score, "it is called so" if is_called_score(score) else "it is the only one of numbers")
    systems = list(dict.fromkeys(cell.strip() for cell in table.column(system)))
    if len(systems) == 2:
        options |= {name: (value, "it comes in this order") for name, value in zip(_SYSTEMS, systems, strict=True)}
    return Guess(0.8, "each item has a row for every system", options)


_SYSTEMS = ("baseline", "experimental")

FORMAT = Format(
    "long",
    "One long table",
    "One line for each item and system, with a column that names the system.",
    "a long table",
    "a table",
    (TABLE,),
    read_long,
    sniff_columns,
    (
        Option("system", "System's name", "--system-column", "Long table: the system's name."),
        Option("item", "Item", "--item-column", "Long table: the item's name."),
        Option("score", "Score", "--score-column", "Long table: the score.", "COLUMN[,…]"),
        Option(
            "baseline", "Baseline is", "--baseline-system", "Long table or logs: which system is the baseline.", "NAME",
            values_of="system",
        ),
        Option(
            "experimental", "Experimental is", "--experimental-system",
            "Long table or logs: which one is experimental.", "NAME", values_of="system",
        ),
        CLUSTER,
        STRATA,
    ),
    guess=_guess,
    look=look_at_columns,
    missing=True,
    is_plain=True,
)  # fmt: skip
