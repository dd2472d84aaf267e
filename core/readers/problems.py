"""What is wrong with a file, line by line."""

from collections.abc import Sequence
from typing import NamedTuple

from core.errors import DataError
from core.phrases import counted

__all__ = ["Problem", "refuse"]


class Problem(NamedTuple):
    """One fault of a file: the line (or JSON record) it is on, counted from 1, and what it is."""

    line: int
    message: str


def refuse(label: str, problems: Sequence[Problem], unit: str = "line") -> None:
    """Raise the first of the problems, if there are any, and say how many follow.

    Raises
    ------
    DataError
        If there is a problem.

    Examples
    --------
    >>> refuse("a.txt", [Problem(17, "'n/a' is not a number")])
    Traceback (most recent call last):
    core.errors.DataError: a.txt, line 17: 'n/a' is not a number.
    """
    if not problems:
        return
    first = problems[0]
    others = len({problem.line for problem in problems} - {first.line})
    more = f" ({counted(others, f'more {unit}')} cannot be read either.)" if others else ""
    raise DataError(f"{label}, {unit} {first.line}: {first.message}.{more}")
