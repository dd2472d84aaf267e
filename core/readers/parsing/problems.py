"""Errors in a file, line by line, and the options that an error message offers."""

import shlex
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from core.common.phrases import counted, first_few
from core.errors import DataError

# One problem is shown and the others are counted up to this number, which limits memory.
MOST_PROBLEMS = 1_000


class Problem(NamedTuple):
    """A problem of a file: its line (or JSON record), counted from 1, and its description."""

    line: int
    message: str


def quoted(names: Iterable[str]) -> str:
    """Return names in quotes, at most 30 of them."""
    return first_few([repr(name) for name in names], limit=30)


def choice(name: str, flag: str, value: str | Sequence[str]) -> str:
    """Return an option as a Python value for the API and the command line.

    Examples
    --------
    >>> choice("id", "--id", "item name")
    "(id='item name', --id 'item name')"
    """
    text = value if isinstance(value, str) else ",".join(value)
    return f"({name}={text!r}, {flag} {shlex.quote(text)})"


def choices(name: str, flag: str, values: Sequence[str | Sequence[str]]) -> str:
    """Return an option with each of its first few possible values, or without a value if there are none.

    Examples
    --------
    >>> choices("id", "--id", ["a", "b"]), choices("id", "--id", [])
    ("(id='a', --id a) or (id='b', --id b)", '(id=, --id)')
    """
    return " or ".join(choice(name, flag, value) for value in values[:5]) or f"({name}=, {flag})"


def refuse(label: str, problems: Sequence[Problem], unit: str = "line") -> None:
    """Raise the first problem, if any, with the number of further ones, at most `MOST_PROBLEMS`."""
    if not problems:
        return
    first = problems[0]
    others = len({problem.line for problem in problems} - {first.line})
    least = "At least " if len(problems) >= MOST_PROBLEMS else ""
    more = f" ({least}{counted(others, f'more {unit}')} cannot be read either.)" if others else ""
    raise DataError(f"{label}, {unit} {first.line}: {first.message}.{more}")
