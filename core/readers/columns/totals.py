"""Recognise totals of one system, as printed by training scripts, which are not scores of items."""

import re
from collections.abc import Sequence

from core.common.phrases import first_few
from core.errors import DataError
from core.readers.parsing.names import are_measures, looks_like_id
from core.readers.parsing.numeric import is_number
from core.readers.parsing.table import Table

__all__ = ["refuse_totals"]

_ACCURACY = re.compile(r"(?:^|[_ .-])(?:acc|accuracy|exact_match|em)$", re.IGNORECASE)
_SIZE = re.compile(r"(?:^|[_ .-])(?:samples|n|total|size|examples|items|support)$", re.IGNORECASE)
_CALLED = frozenset(("metric", "measure", "metric_name", "measure_name"))


def refuse_totals(tables: Sequence[Table]) -> None:
    """Refuse tables whose rows, or whose columns of one row, are measures of a whole system."""
    held = [_totals(table) for table in tables]
    if not all(held):
        return
    names = list(dict.fromkeys(name for each in held for name in each))
    values = [column for each in held for column in _columns(each)]
    labels = " and ".join(dict.fromkeys(table.label for table in tables))
    verb, whole = ("holds", "a whole system") if len(tables) == 1 else ("hold", "whole systems")
    raise DataError(
        f"{labels} {verb} totals of {whole} ({first_few(names)}), not scores of items: give "
        f"{'a file' if len(tables) == 1 else 'files'} with a score for each item{_claim(values)}."
    )


def _totals(table: Table) -> dict[str, list[str]]:
    """Return the measures with their values, of one system or several; nothing where rows are items."""
    first, rest = table.columns[0], table.cells[1:]
    if any(map(looks_like_id, table.columns[1:])):
        return {}
    if len(table) == 1 and not looks_like_id(first) and are_measures(table.columns):
        return {name: [cells[0]] for name, cells in zip(table.columns, table.cells, strict=True)}
    names = [cell.strip() for cell in table.cells[0]]
    if not rest or len(set(names)) < len(names) or any(map(is_number, names)):
        return {}
    if first.strip().casefold() in _CALLED or are_measures(names):
        return dict(zip(names, map(list, zip(*rest, strict=True)), strict=True))
    return {}


def _columns(held: dict[str, list[str]]) -> list[dict[str, str]]:
    return [dict(zip(held, cells, strict=True)) for cells in zip(*held.values(), strict=True)]


def _claim(systems: Sequence[dict[str, str]]) -> str:
    """Return the command that says what two accuracies may mean, where these are known."""
    if len(systems) != 2:
        return ""
    for name, first in systems[0].items():
        if not _ACCURACY.search(name) or name not in systems[1]:
            continue
        sizes = {each[size].removesuffix(".0") for each in systems for size in each if _SIZE.search(size)}
        if len(sizes) == 1 and sizes == {size for size in sizes if size.isdigit()}:
            size = sizes.pop()
            return (
                f"; of the totals alone, helped-hurt claim --n {size} --baseline {first} --experimental "
                f"{systems[1][name]} says whether the difference may be significant"
            )
    return ""
