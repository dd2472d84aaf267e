"""Items that a result file counts but does not name; they are equal for all systems."""

import re
from collections.abc import Collection

from core.common.phrases import counted
from core.errors import DataError

__all__ = ["filled"]

_NUMBERED = re.compile(r"(?P<name>.*?)(?P<number>0|[1-9][0-9]{0,8})")


def filled(label: str, known: Collection[str], total: int) -> list[str]:
    """Return the names of ``total`` items: the known ones, and names for the others.

    If the known names are numbers from 0, the others are numbered too.
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
