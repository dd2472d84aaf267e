"""Formats in the words of the page: what messages advise, and the code that reads the same files again."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from core.readers import FORMATS, Format, Upload
from core.report.reproduce import each_of

__all__ = ["MISSING", "remedies_in", "swapped", "uploads_in"]

MISSING = "Leave out items with a missing score"
# What the page calls the readers' arguments that are no columns.
NUMBERS = {
    "missing_value": "Number that marks a missing score",
    "lower_is_better": "Better scores are",
    "transpose": "Rows are systems",
}

# How the readers name the argument, or the reader, and the option of the command line that would help.
_REMEDY = re.compile(r" \((\w+)(?:=([^()]*?))?, --[^()]*\)")


def remedies_in(format: Format | None, message: str, widgets: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return a reader's message with the page's own widgets for the arguments that it advises.

    Parameters
    ----------
    format : Format or None
        That of the files, where they are of one.
    message : str
        The reader's.
    widgets : mapping
        What else the page calls an argument.

    Examples
    --------
    >>> remedies_in(FORMATS["tables"], "say which holds the scores (columns=, --columns).")
    'say which holds the scores (“Score”).'
    >>> remedies_in(None, "read both as tables (read_tables, --from table).")
    'read both as tables (“Two tables, joined on an id”).'
    >>> remedies_in(None, 'leave these pairs out (missing="drop", --missing drop).')
    'leave these pairs out (“Leave out items with a missing score”).'
    >>> remedies_in(FORMATS["tables"], "samples of one item (id='task', --id task).")
    'samples of one item (“Item id (to align items)”: task).'
    """
    labels = {other.reader.__name__: other.title for other in FORMATS.values()}
    labels |= {option.name: option.label for option in (format or FORMATS["tables"]).options} | NUMBERS
    if format is None or format.missing:
        labels["missing"] = MISSING
    labels |= widgets

    def widget(found: re.Match[str]) -> str:
        name, value = found[1], (found[2] or "").strip("'\"")
        if name not in labels:
            return ""
        return (
            f" (“{labels[name]}”: {value})"
            if value and name not in ("missing", "transpose")
            else f" (“{labels[name]}”)"
        )

    return _REMEDY.sub(widget, message)


def uploads_in(files: Mapping[str, Any]) -> list[Upload]:
    """Return the files of all slots; a slot for any number of files holds a tuple."""
    return [upload for held in files.values() for upload in each_of(held)]


def swapped(roles: dict[str, Any]) -> dict[str, Any]:
    """Exchange what plays the baseline and what plays the experimental system; the order of the parts stays.

    Examples
    --------
    >>> swapped({"gold": "a", "baseline": "b", "experimental": "c"})
    {'gold': 'a', 'baseline': 'c', 'experimental': 'b'}
    """
    other = {"baseline": "experimental", "experimental": "baseline"}
    exchanged = {other.get(role, role): value for role, value in roles.items()}
    return {role: exchanged[role] for role in (*roles, *exchanged) if role in exchanged}
