"""Items that a result file counts and does not name: they are the same for every system."""

import re
from collections.abc import Collection

from core.common.phrases import counted
from core.errors import DataError

__all__ = ["filled"]

_NUMBERED = re.compile(r"(?P<name>.*?)(?P<number>0|[1-9][0-9]{0,8})")


def filled(label: str, known: Collection[str], total: int) -> list[str]:
    """Return the names of ``total`` items: the known ones, and names for the others.

    The others are called as the known ones are where those are numbered from 0.
    """
    if len(known) > total:
        raise DataError(
            f"{label} says that there are {counted(total, 'item')}, and the files name {len(known):,}: give the right "
            "number, and files of the same items."
        )
    found = [_NUMBERED.fullmatch(name) for name in known]
    stems = {each["name"] if each and int(each["number"]) < total else None for each in found}
    if len(stems) == 1 and (stem := stems.pop()) is not None:
        return [f"{stem}{number}" for number in range(total)]
    return [*known, *(f"not listed {number}" for number in range(1, total - len(known) + 1))]
