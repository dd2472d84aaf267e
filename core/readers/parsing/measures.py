"""The column of a table that names the measure of each row."""

from core.readers.parsing.names import are_measures, is_system, looks_like_id
from core.readers.parsing.table import Table

MEASURES = (
    "metric", "measure", "criterion", "metric_name", "metricname", "measure_name", "evaluation_name", "score_name",
    "score_type", "metric_type",
)  # fmt: skip
# Columns of these names hold measures, or the kind of each item.
_OR_KINDS = ("criteria", "aspect", "dimension", "rubric", "scorer", "feedback_key")
# Rows examined first: most columns of words have more values.
_ENOUGH, _MOST_KINDS = 1_000, 60


def measure_column(table: Table) -> str | None:
    """Return the column that is called so, or that has several measures for each item.

    Examples
    --------
    >>> cells = ["a", "a", "b", "b"], ["em", "f1", "em", "f1"]
    >>> measure_column(Table("a.csv", ("id", "variable"), cells, range(2, 6)))
    'variable'
    """
    for name in table.columns:
        if name.strip().casefold() in MEASURES:
            return name
    words = [
        name for name in table.columns
        if table.columns.count(name) == 1 and (name not in table.numeric_columns or looks_like_id(name))
    ]  # fmt: skip
    return next((name for name in words if not is_system(name) and _holds_measures(table, name, words)), None)


def _holds_measures(table: Table, name: str, words: list[str]) -> bool:
    """Return whether the values are measures, and each item, named by one of the columns of words, has all of them."""
    if name in table.numeric_columns or len(set(table.column(name)[:_ENOUGH])) > _MOST_KINDS:
        return False
    cells = table.stripped(name)
    kinds = set(cells)
    if len(kinds) < 2 or not (are_measures(list(kinds)) or name.strip().casefold() in _OR_KINDS):
        return False
    others = [table.stripped(other) for other in words if other != name]
    items = max(others, key=lambda each: len(set(each)), default=cells)
    return len(set(zip(items, cells, strict=True))) == len(set(items)) * len(kinds) <= len(table)
