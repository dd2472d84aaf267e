"""Formats in the words of the page: the widgets that messages recommend, and the code that reads the files again."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from core.readers import FORMATS, Format, Upload
from core.report.reproduce import each_of

MISSING = "Leave out items with a missing score"
# The page's names for the readers' arguments that are not columns.
NUMBERS = {
    "missing_value": "Number that marks a missing score",
    "lower_is_better": "Better scores are",
    "transpose": "Rows are systems",
}

# The arguments, or the reader, and the command-line options that a message of a reader recommends.
_REMEDY = re.compile(r" \(([^()]*?), --[^()]*\)")
_DIRECTION = {"True": "lower", "False": "higher"}  # lower_is_better=
_ARGUMENT = re.compile(r"(\w+)(?:=('[^']*'|\"[^\"]*\"|[^,]*))?(?:, |$)")


def remedies_in(format: Format | None, message: str, widgets: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return a reader's message with the page's widgets in place of the arguments that it recommends.

    ``format`` is that of the files, if all have the same. ``widgets`` has the page's names for further arguments.

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
    >>> remedies_in(FORMATS["table"], "name the column that says which (system='model', --system-column model).")
    "name the column that says which (“What the file is: One long table”, “System's name”: model)."
    >>> remedies_in(FORMATS["table"], "say so (gold='human', --gold human) or give gold labels (gold=, --gold FILE).")
    'say so (“What the file is: One table with gold and predictions”, “Gold labels”: human) or give gold labels.'
    >>> remedies_in(FORMATS["table"], "is 1 the best (lower_is_better=True, --lower-is-better)?")
    'is 1 the best (“Better scores are”: lower)?'
    >>> remedies_in(FORMATS["table"], "choose two (baseline='a', experimental='b', --baseline-column a …).")
    "choose two (“Baseline's score”: a, “Experimental's score”: b)."
    """
    labels = {other.reader.__name__: other.title for other in FORMATS.values()}
    # These formats have to be chosen first.
    of_labels = "label-tables" if format is not None and len(format.slots) > 1 else "label-table"
    for kind, name in (("long", "system"), (of_labels, "gold")):
        [option] = (option for option in FORMATS[kind].options if option.name == name)
        labels[name] = f"What the file is: {FORMATS[kind].title}”, “{option.label}"
    labels |= {option.name: option.label for option in (format or FORMATS["tables"]).options} | NUMBERS
    if "item" in labels:
        labels["id"] = labels["item"]
    if format is None or "missing" in format.shared:
        labels["missing"] = MISSING
    labels |= widgets

    def widget(found: re.Match[str]) -> str:
        bare = [(name, value.strip("'\"")) for name, value in _ARGUMENT.findall(found[1])]
        arguments = [(name, _DIRECTION.get(value, value)) for name, value in bare]
        if "columns" not in labels and arguments[0][0] == "columns":
            # Two systems have a widget each.
            arguments = list(zip(("baseline", "experimental"), arguments[0][1].split(","), strict=False))
        chosen = [
            f"“{labels[name]}”: {value}" if value and name not in ("missing", "transpose") else f"“{labels[name]}”"
            for name, value in arguments
            if name in labels and (value or name != "gold")  # gold labels may also have a file
        ]
        return f" ({', '.join(chosen)})" if chosen else ""

    # Two and more columns of systems are the same two widgets.
    return re.sub(r"( \([^()]+\)) or\1", r"\1", _REMEDY.sub(widget, message))


def uploads_in(files: Mapping[str, Any]) -> list[Upload]:
    """Return the files of all slots; a slot for several files holds a tuple."""
    return [upload for held in files.values() for upload in each_of(held)]


def names_of(files: Mapping[str, Any]) -> dict[str, Any]:
    """Return the name of the file of each slot, or the names if it holds several."""
    return {
        slot: tuple(each.name for each in held) if type(held) is tuple else held.name for slot, held in files.items()
    }


def swapped(roles: dict[str, Any]) -> dict[str, Any]:
    """Exchange the files of the baseline and of the experimental system; the order of the roles is unchanged.

    Examples
    --------
    >>> swapped({"gold": "a", "baseline": "b", "experimental": "c"})
    {'gold': 'a', 'baseline': 'c', 'experimental': 'b'}
    """
    exchanged = {other_system(role): value for role, value in roles.items()}
    return {role: exchanged[role] for role in (*roles, *exchanged) if role in exchanged}


def other_system(role: str) -> str:
    """Return the role of the other system; other roles belong to none."""
    return {"baseline": "experimental", "experimental": "baseline"}.get(role, role)
