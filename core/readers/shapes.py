"""What a name looks like, whatever its letters and digits are."""

import re
from collections.abc import Sequence

__all__ = ["is_odd", "shape"]

_RUNS = re.compile(r"(?P<letters>[^\W\d_]+)|[0-9]+")


def shape(cell: str) -> str:
    """Return the cell with one letter for each run of letters, and one digit for each run of digits."""
    return _RUNS.sub(lambda run: "a" if run["letters"] else "9", cell[:100])


def is_odd(names: Sequence[str], row: int) -> bool:
    """Return whether one of the names looks like none of the others."""
    one = shape(names[row])
    return all(shape(name) != one for i, name in enumerate(names) if i != row)
