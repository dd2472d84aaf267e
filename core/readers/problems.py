"""Errors in a file, line by line."""

from collections.abc import Sequence
from typing import NamedTuple

from core.common.phrases import counted
from core.errors import DataError

__all__ = ["MOST_PROBLEMS", "Problem", "refuse"]

# One problem is shown and the others are counted up to this number, which limits memory.
MOST_PROBLEMS = 1_000


class Problem(NamedTuple):
    """A problem of a file: its line (or JSON record), counted from 1, and its description."""

    line: int
    message: str


def refuse(label: str, problems: Sequence[Problem], unit: str = "line") -> None:
    """Raise the first problem, if any, with the number of further ones, at most `MOST_PROBLEMS`."""
    if not problems:
        return
    first = problems[0]
    others = len({problem.line for problem in problems} - {first.line})
    least = "At least " if len(problems) >= MOST_PROBLEMS else ""
    more = f" ({least}{counted(others, f'more {unit}')} cannot be read either.)" if others else ""
    raise DataError(f"{label}, {unit} {first.line}: {first.message}.{more}")
