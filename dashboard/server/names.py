"""Names as one text, in a link or a form: a line of comma-separated values."""

import csv
import io
from collections.abc import Iterable

__all__ = ["listed", "names_in"]


def listed(names: Iterable[str]) -> str:
    """Return names as the text of one setting: a line of comma-separated values."""
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(names)
    return line.getvalue()


def names_in(text: str | None) -> tuple[str, ...]:
    """Return the names that `listed` wrote, in order.

    Examples
    --------
    >>> names_in('new,"a, b"'), names_in(None)
    (('new', 'a, b'), ())
    """
    return tuple(next(csv.reader([text]), [])) if text else ()
