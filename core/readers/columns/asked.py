"""What the user says about the columns of tables, and how their scores are read."""

from collections.abc import Sequence
from shlex import quote
from typing import NamedTuple

from core.readers.parsing.pairing import Missing, MissingValue
from core.readers.parsing.problems import choice
from core.readers.parsing.table import Columns, Table

# The fields that name columns
_COLUMNS = ("id", "columns", "system", "score", "runs", "cluster", "strata")


class Asked(NamedTuple):
    """The roles given by the user, where None is derived from the values, and how scores are read.

    ``columns`` are the systems' columns of one table, or the score's of tables that hold one system each; ``systems``
    names the columns of each system, where it has several. ``of_two`` says that two systems of one table are compared;
    ``counts``, that the numbers of a system's row are the counts of one score.
    """

    id: Columns | None = None
    columns: Columns | None = None
    system: str | None = None
    score: Columns | None = None
    runs: Columns | None = None
    cluster: Columns | None = None
    strata: Columns | None = None
    measure: str | None = None
    systems: tuple[tuple[str, ...], ...] = ()
    of_two: bool = False
    missing: Missing = "error"
    missing_value: MissingValue = None
    lower_is_better: bool | None = None
    counts: bool = False

    @property
    def named(self) -> tuple[Columns | None, ...]:
        """The columns that the user names, as they were given."""
        return tuple(getattr(self, name) for name in _COLUMNS)

    @property
    def given(self) -> set[str]:
        """The arguments by which the user names columns, or a measure."""
        return {name for name in (*_COLUMNS, "measure") if getattr(self, name) not in (None, (), False)}

    def systems_choice(self, columns: Sequence[str]) -> str:
        """Return the option that names these columns as the systems, or the first two of them."""
        if not self.of_two:
            return choice("columns", "--columns", columns)
        first, second = map(quote, columns[:2])
        return (
            f"(baseline={columns[0]!r}, experimental={columns[1]!r}, --baseline-column {first} --experimental-column "
            f"{second})"
        )

    def grouped(self, table: Table) -> set[str]:
        """Return the columns of clusters and tasks."""
        return {*table.names(self.cluster), *table.names(self.strata)}

    def beside(self, table: Table) -> set[str]:
        """Return the columns of runs, clusters and tasks."""
        return self.grouped(table) | set(table.names(self.runs))
