"""The layout and the columns that can be derived from tables, although a question about them may be open."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from core.errors import ComparisonError
from core.readers.columns.asked import Asked
from core.readers.columns.roles import LongTableError, Role, roles_of
from core.readers.format import Choice, Format
from core.readers.parsing.measures import measure_column
from core.readers.parsing.table import Table


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The arrangement of systems in files, and the default roles of columns.

    Parameters
    ----------
    kind : {"wide", "long", "tables", "scores", "labels", "segments", "logs"}
        A column of one table for each system, a row of it for each item and system, a table, a score file or a file of
        translations a system, gold labels beside predicted ones, or logs.
    columns : tuple of strings
        Of the first table.
    proposed : dict
        The arguments of `read_systems` that are derived from the files.
    names : tuple of strings
        The systems of tables, if they can be derived.
    format : Format, optional
        That of logs.
    roles : tuple of Role
        The role of each column of the first table, and its reason.
    question : str
        The missing information before the files can be read; empty if none is missing.
    """

    kind: str
    columns: tuple[str, ...] = ()
    proposed: dict[str, Choice] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    format: Format | None = None
    roles: tuple[Role, ...] = ()
    question: str = ""


def propose(tables: Sequence[Table], names: Sequence[str], asked: Asked, layout: str | None = None) -> Arrangement:
    """Return how `roles_of` would read these tables, and where it asks, what can be derived nevertheless."""
    columns = tables[0].columns
    try:
        roles = roles_of(tables, names, asked, layout)
        return Arrangement(roles.layout, columns, roles.choices, roles.names, roles=roles.columns)
    except ComparisonError as error:
        question = error
    if len(tables) > 1:
        return Arrangement("tables", columns, question=str(question))
    [table] = tables
    is_long = isinstance(question, LongTableError)
    for answer in _answers(table, asked, is_long):
        with suppress(ComparisonError):
            roles = roles_of(tables, names, asked._replace(**answer), layout)
            if roles.layout == "long" or not is_long:
                choices = {name: value for name, value in roles.choices.items() if name not in answer}
                return Arrangement(roles.layout, columns, choices, roles.names, question=str(question))
    named = table.naming_column()
    proposed: dict[str, Choice] = {"id": named} if named else {}
    return Arrangement(layout or ("long" if is_long else "wide"), columns, proposed, question=str(question))


def _answers(table: Table, asked: Asked, is_long: bool) -> Iterator[dict[str, Any]]:
    """Yield answers to questions that do not change the other columns: one of the measures, or one of the scores."""
    measures = measure_column(table)
    if measures is not None and asked.measure is None:
        yield {"measure": table.stripped(measures)[0]}
    if is_long and asked.score is None:
        yield from ({"score": name} for name in table.numeric_columns)
