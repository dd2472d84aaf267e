"""One JSON object that holds all items: ids and scores, ids and records, or columns as pandas writes them."""

from collections.abc import Iterable
from typing import Any

from core.readers.table import ID_NAMES

__all__ = ["Printed", "records_of"]


class Printed(str):
    """A number as it was printed, for its decimals."""

    __slots__ = ()


# What an object is called by that is one record of an item, not a map of several.
_OF_ONE_ITEM = frozenset((
    *ID_NAMES, "score", "label", "gold", "prediction", "pred", "baseline", "experimental", "old", "new", "numerator",
    "denominator", "accuracy", "acc", "bleu", "f1", "correct",
))  # fmt: skip


def records_of(value: dict[str, Any]) -> Iterable[dict[str, Any]] | None:
    """Yield the records of the items that the object maps their ids to, or return None where it is no such map.

    Examples
    --------
    >>> list(records_of({"a": 1, "b": 0}))
    [{'id': 'a', 'score': 1}, {'id': 'b', 'score': 0}]
    >>> list(records_of({"a": {"score": 1}, "b": {"score": 0}}))
    [{'id': 'a', 'score': 1}, {'id': 'b', 'score': 0}]
    >>> list(records_of({"score": {"0": 0.5, "1": 0.25}}))
    [{'score': 0.5}, {'score': 0.25}]
    >>> records_of({"id": 1, "score": 0.5}) is None
    True
    """
    inner = list(value.values())
    if inner and all(isinstance(each, dict) for each in inner):
        rows = list(inner[0])
        if rows == [str(i) for i in range(len(rows))] and all(list(each) == rows for each in inner):
            return ({name: cells[row] for name, cells in value.items()} for row in rows)
        if len(inner) < 2 or not _OF_ONE_ITEM.isdisjoint(map(str.casefold, value)):
            return None
        name = next(name for name in (*ID_NAMES, "key", "name of the item") if not any(name in each for each in inner))
        return ({name: key} | record for key, record in value.items())
    is_map = len(inner) > 1 and _OF_ONE_ITEM.isdisjoint(map(str.casefold, value)) and all(map(_is_score, inner))
    return ({"id": key, "score": score} for key, score in value.items()) if is_map else None


def _is_score(value: Any) -> bool:
    return value is None or isinstance(value, bool | int | float | Printed)
