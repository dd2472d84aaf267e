"""One JSON value that holds all items: scores, labels, ids and scores, ids and records, or columns of pandas."""

from collections.abc import Iterable
from typing import Any

from core.readers.parsing.table import ID_NAMES

__all__ = ["Printed", "columns_of", "records_of"]


class Printed(str):
    """A number as it was printed, for its decimals."""

    __slots__ = ()


# What an object is called by that is one record of an item, not a map of several.
_OF_ONE_ITEM = frozenset((
    *ID_NAMES, "score", "label", "gold", "prediction", "pred", "baseline", "experimental", "old", "new", "numerator",
    "denominator", "accuracy", "acc", "bleu", "f1", "correct",
))  # fmt: skip


def columns_of(value: Any) -> dict[str, list[Any]] | None:
    """Return the columns of a list of scores or of labels, or of a map from ids to scores; None of anything else."""
    if isinstance(value, list) and value:
        if all(map(_is_score, value)):
            return {"score": value}
        return {"label": value} if all(isinstance(each, str) for each in value) else None
    if isinstance(value, dict) and (held := _split(value) or _by_column(value) or _by_system(value)) is not None:
        return held
    if not isinstance(value, dict) or len(value) < 2 or not all(map(_is_score, value.values())):
        return None
    return {"id": list(value), "score": list(value.values())} if _names_items(value) else None


def _split(value: dict[str, Any]) -> dict[str, list[Any]] | None:
    """Return the columns of a table of W&B, or of pandas' ``orient="split"``: names, then rows."""
    names, rows = value.get("columns"), value.get("data")
    if not (isinstance(names, list) and isinstance(rows, list) and names and rows):
        return None
    if set(map(type, rows)) != {list} or set(map(len, rows)) != {len(names)}:
        return None
    named = [".".join(map(str, name)) if isinstance(name, list) else str(name) for name in names]
    columns = {name: list(cells) for name, cells in zip(named, zip(*rows, strict=True), strict=True)}
    index = value.get("index")
    if isinstance(index, list) and len(index) == len(rows) and any(str(i) != str(each) for i, each in enumerate(index)):
        columns = {next(name for name in ("id", "index", "name of the item") if name not in columns): index} | columns
    return columns


def _by_system(value: dict[str, Any]) -> dict[str, list[Any]] | None:
    """Return a column for each system of an object that maps few systems to the scores of many numbered items."""
    inner = list(value.values())
    if len(inner) < 2 or not all(isinstance(each, dict) and len(each) > len(inner) for each in inner):
        return None
    items = list(inner[0])
    # Few numbered items, each with many measures, are the other way round; pandas numbers its rows from 0.
    if not all(map(_is_numbered, items)) or all(map(_is_numbered, value)) or items == list(map(str, range(len(items)))):
        return None
    if any(each.keys() != inner[0].keys() for each in inner) or not all(
        _is_score(score) for each in inner for score in each.values()
    ):
        return None
    return {"id": items} | {name: [each[item] for item in items] for name, each in value.items()}


def _is_numbered(name: str) -> bool:
    return any(map(str.isdecimal, name))


def _by_column(value: dict[str, Any]) -> dict[str, list[Any]] | None:
    """Return the columns of an object of lists that are as long as each other."""
    lists = list(value.values())
    if not lists or not all(isinstance(each, list) and len(each) > 1 for each in lists):
        return None
    are_cells = all(isinstance(cell, str) or _is_score(cell) for each in lists for cell in each)
    return value if are_cells and len(set(map(len, lists))) == 1 else None


def records_of(value: dict[str, Any]) -> Iterable[dict[str, Any]] | None:
    """Yield the records of the items that the object maps their ids to, or return None if it is no such map."""
    inner = list(value.values())
    if not inner or not all(isinstance(each, dict) for each in inner):
        return None
    rows = list(inner[0])
    if rows == [str(i) for i in range(len(rows))] and all(list(each) == rows for each in inner):
        return ({name: cells[row] for name, cells in value.items()} for row in rows)
    if len(inner) < 2 or not _names_items(value):
        return None
    name = next(name for name in (*ID_NAMES, "key", "name of the item") if not any(name in each for each in inner))
    return ({name: key} | record for key, record in value.items())


def _names_items(value: dict[str, Any]) -> bool:
    return _OF_ONE_ITEM.isdisjoint(map(str.casefold, value))


def _is_score(value: Any) -> bool:
    return value is None or isinstance(value, bool | int | float | Printed)
