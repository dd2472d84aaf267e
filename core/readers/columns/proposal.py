"""The layout and the columns that can be derived from tables, although a question about them may be open."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from core.errors import ComparisonError
from core.readers.columns.asked import Asked
from core.readers.columns.roles import LongTableError, Role, roles_of
from core.readers.format import Choice
from core.readers.parsing.measures import measure_column
from core.readers.parsing.table import Table


@dataclass(frozen=True, slots=True)
class Proposal:
    """How tables would be read.

    Parameters
    ----------
    layout : {"wide", "long", "tables"}
        One table with a column for each system, one with a row for each item and system, or one table per system.
    choices : dict
        The arguments of `read_systems` that can be derived.
    names : strings
        The systems', if they can be derived.
    columns : tuple of Role
        Of each column of the first table; empty while there is a question.
    question : str
        The reader's message about what cannot be derived; empty if the tables can be read.
    """

    layout: str
    choices: dict[str, Choice] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    columns: tuple[Role, ...] = ()
    question: str = ""


def propose(tables: Sequence[Table], names: Sequence[str], asked: Asked, layout: str | None = None) -> Proposal:
    """Return how `roles_of` would read these tables, and where it asks, what can be derived nevertheless."""
    try:
        roles = roles_of(tables, names, asked, layout)
        return Proposal(roles.layout, roles.choices, roles.names, roles.columns)
    except ComparisonError as error:
        question = error
    if len(tables) > 1:
        return Proposal("tables", question=str(question))
    [table] = tables
    is_long = isinstance(question, LongTableError)
    for answer in _answers(table, asked, is_long):
        with suppress(ComparisonError):
            roles = roles_of(tables, names, asked._replace(**answer), layout)
            if roles.layout == "long" or not is_long:
                choices = {name: value for name, value in roles.choices.items() if name not in answer}
                return Proposal(roles.layout, choices, roles.names, question=str(question))
    named = table.naming_column()
    return Proposal(layout or ("long" if is_long else "wide"), {"id": named} if named else {}, question=str(question))


def _answers(table: Table, asked: Asked, is_long: bool) -> Iterator[dict[str, Any]]:
    """Yield answers to questions that do not change the other columns: one of the measures, or one of the scores."""
    measures = measure_column(table)
    if measures is not None and asked.measure is None:
        yield {"measure": table.stripped(measures)[0]}
    if is_long and asked.score is None:
        yield from ({"score": name} for name in table.numeric_columns)
