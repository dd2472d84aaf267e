"""What is wrong with a file, line by line."""

from collections.abc import Sequence
from typing import NamedTuple

from core.common.phrases import counted
from core.errors import DataError

__all__ = ["MOST_PROBLEMS", "Problem", "refuse"]

# One fault is shown and the others are counted up to here: a file of ten million faults is no reason to hold them all.
MOST_PROBLEMS = 1_000


class Problem(NamedTuple):
    """One fault of a file: the line (or JSON record) it is on, counted from 1, and what it is."""

    line: int
    message: str


def refuse(label: str, problems: Sequence[Problem], unit: str = "line") -> None:
    """Raise the first of the problems, if there are any, and say how many follow, of `MOST_PROBLEMS` at most."""
    if not problems:
        return
    first = problems[0]
    others = len({problem.line for problem in problems} - {first.line})
    least = "At least " if len(problems) >= MOST_PROBLEMS else ""
    more = f" ({least}{counted(others, f'more {unit}')} cannot be read either.)" if others else ""
    raise DataError(f"{label}, {unit} {first.line}: {first.message}.{more}")
