"""What evaluation tools write, told by its keys or lines, with how to get one score an item out of it."""

from collections.abc import Mapping, Sequence
from typing import Any

from core.common.phrases import first_few
from core.errors import DataError

__all__ = ["refuse_log", "refuse_several"]

_TABLE = "write a table with a line for each item, of its id and its score"

# Keys of the outermost object, or of a list's first object, that only this tool writes; what it is; what to do.
_OBJECTS: tuple[tuple[frozenset[str], str, str], ...] = (
    (frozenset({"name", "score", "signature"}), "sacreBLEU's scores of whole systems",
     "give one score a segment (sacrebleu --sentence-level)"),
    (frozenset({"htmls", "convos"}), "what simple-evals writes", _TABLE),
    (frozenset({"accuracy", "details"}), "what OpenCompass writes", _TABLE),
)  # fmt: skip

# Columns that say what a row measures, and what stands beside them in such a file.
_SEVERAL = (("filter", "doc_id"), ("measure", "query_id"), ("evaluation_name", "sample_id"))


def refuse_log(label: str, value: Any) -> None:
    """Refuse what an evaluation tool wrote as JSON, and say how its items' scores are had.

    Raises
    ------
    DataError
        If it is such a file.

    Examples
    --------
    >>> refuse_log("details.json", {"accuracy": 71.2, "details": {}})
    Traceback (most recent call last):
    core.errors.DataError: details.json is what OpenCompass writes: write a table with a line for each item, of its \
id and its score.
    """
    first = value[0] if isinstance(value, list) and value else value
    if not isinstance(first, dict):
        return
    for keys, what, advice in _OBJECTS:
        if keys <= first.keys():
            raise DataError(f"{label} is {what}: {advice}.")


def refuse_several(label: str, columns: Mapping[str, Sequence[str]]) -> None:
    """Refuse rows of several measures or filters in one table: each item would count once for each.

    Raises
    ------
    DataError
        If it is such a table.
    """
    for what, beside in _SEVERAL:
        if what in columns and beside in columns:
            kinds = list(dict.fromkeys(columns[what]))
            if len(kinds) > 1:
                raise DataError(
                    f"{label} has rows of {len(kinds):,} kinds in column {what!r} ({first_few(kinds)}), so each item "
                    "comes several times: keep the rows of one."
                )
