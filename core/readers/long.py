"""Long tables: one row for each item and system."""

from core.errors import OptionError
from core.paired import PairedScores
from core.phrases import first_few
from core.readers.joining import joined
from core.readers.pairing import Missing
from core.readers.table import Columns
from core.readers.tables import load_table
from core.readers.text import Source

__all__ = ["read_long"]


def read_long(
    source: Source,
    *,
    system: str,
    score: Columns,
    item: Columns,
    baseline: str,
    experimental: str,
    cluster: Columns | None = None,
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
        Sum the items that agree in this column: the cluster becomes the item.
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
        missing=missing,
        notes=[f"Other systems in the file were not used: {first_few(unused)}."] if unused else [],
    )
