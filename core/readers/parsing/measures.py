"""The column of a table that names the measure of each row."""

from core.readers.parsing.names import are_measures, is_system
from core.readers.parsing.table import Table

MEASURES = (
    "metric", "measure", "criterion", "criteria", "metric_name", "metricname", "measure_name", "evaluation_name",
    "score_name", "aspect", "dimension", "rubric", "scorer", "feedback_key",
)  # fmt: skip


def measure_column(table: Table) -> str | None:
    """Return the column that is called so, or whose cells repeat and are names of measures.

    Examples
    --------
    >>> cells = ["a", "a", "b", "b"], ["em", "f1", "em", "f1"]
    >>> measure_column(Table("a.csv", ("id", "variable"), cells, range(2, 6)))
    'variable'
    """
    for name in table.columns:
        if name.strip().casefold() in MEASURES:
            return name
    words = (
        name for name in table.columns
        if table.columns.count(name) == 1 and not is_system(name) and name not in table.numeric_columns
    )  # fmt: skip
    return next((name for name in words if _holds_measures(table, name)), None)


# Rows examined first: most columns of words have more kinds.
_ENOUGH, _MOST_KINDS = 1_000, 60


def _holds_measures(table: Table, name: str) -> bool:
    if len(set(table.column(name)[:_ENOUGH])) > _MOST_KINDS:
        return False
    kinds = set(table.stripped(name))
    return len(kinds) <= len(table) // 2 and are_measures(list(kinds))
