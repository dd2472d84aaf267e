"""What kind of file a text is, told from its first lines."""

from core.readers.delimited import DELIMITERS
from core.readers.numeric import is_missing, is_number
from core.readers.records import is_json
from core.readers.table import ID_NAMES
from core.readers.text import Text

__all__ = ["kind_of"]

_SCORER_MARKS = ("====>", "====== TOTALS", "version: 8", "METRIC ")


def kind_of(text: Text) -> str:
    """Return "scores", "table", "labels", "entities" or "conll" (a coreference scorer's output).

    A table names its items in the first line, or has other columns than numbers.

    Examples
    --------
    >>> kind_of(Text("a", "score\\n0.5\\n1")), kind_of(Text("a", "id,score\\nx,0.5")), kind_of(Text("a", "yes\\nno"))
    ('scores', 'table', 'labels')
    """
    if is_json(text):
        return "table"
    head = [line.strip() for line in text.content.split("\n", 200)[:200]]
    if any(line.startswith(_SCORER_MARKS) for line in head):
        return "conll"
    rows = [_fields(line) for line in head]
    filled = [row for row in rows if any(row)]
    if not filled:
        return "scores"
    numeric = [all(is_number(field) or is_missing(field) for field in row) for row in filled]
    has_header = not any(is_number(field) or is_missing(field) for field in filled[0])
    if has_header and any(name.casefold() in ID_NAMES for name in filled[0]) and len(filled[0]) > 1:
        return "table"
    if numeric[0] or 2 * sum(numeric) >= len(numeric):
        return "scores"
    if any(mark and any(mark in line for line in head) for mark in DELIMITERS if mark != "\t"):
        return "table"
    if len(filled) < len(rows) and all(_is_tag(row[-1]) for row in filled):
        return "entities"
    widths = {len(row) for row in filled}
    # Labels of one or several words do not line up in columns.
    in_columns = any("\t" in line for line in head) or (len(widths) == 1 and widths != {1})
    return "table" if in_columns else "labels"


def _fields(line: str) -> list[str]:
    mark = next((mark for mark in DELIMITERS if mark and mark in line), None)
    return [field.strip() for field in line.split(mark)]


def _is_tag(field: str) -> bool:
    return field == "O" or field[:2] in ("B-", "I-")
