"""The kinds of upload: which files, which reader, which columns. A new kind is one row of `KINDS`.

A reader is called with the kind's files and options by name; the same row also writes the Python and the command line
that read the files again.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import core.readers as readers
from core.paired import PairedScores
from core.report import Origin
from core.report.escape import python
from core.report.reproduce import as_file

__all__ = ["KINDS", "MISSING", "SLOTS", "Kind", "Option", "origin_of", "remedies_in", "swapped"]

SLOTS = {
    "source": "Table",
    "gold": "Gold labels",
    "baseline": "Baseline",
    "experimental": "Experimental",
}


MISSING = "Leave out items with a missing score"

# How the readers name the argument, or the reader, and the option of the command line that would help.
_REMEDY = re.compile(r" \((\w+)(?:=[^,()]*)?, --[^()]*\)")


@dataclass(frozen=True, slots=True)
class Option:
    """A reader's argument, chosen among the columns (or the values of a column) of the first file.

    Parameters
    ----------
    name : str
        The reader's argument.
    label : str
        What the page calls it.
    flag : str
        What the command line calls it.
    required : bool
        Whether nothing can be read without it.
    many : bool
        Whether it may be several columns (statistics of a ratio or F1).
    values_of : str, optional
        The option whose column's values are the choices, instead of the columns themselves.
    choices : callable, optional
        Finds the choices in the first file, where they are not its columns.
    hint : str, optional
        What to type, where there are no choices: names separated by commas.
    fits : strings
        How a column that is offered beforehand may be called, the likeliest first, besides like the argument.
    """

    name: str
    label: str
    flag: str
    required: bool = True
    many: bool = False
    values_of: str | None = None
    choices: Callable[[readers.Upload], tuple[str, ...]] | None = None
    hint: str | None = None
    fits: tuple[str, ...] = ()

    @property
    def pick(self) -> str:
        """The setting that holds what is chosen."""
        return f"pick_{self.name}"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of upload.

    Parameters
    ----------
    title, explanation : str
        A line for the menu, and what the files hold.
    slots : strings
        The files, as the reader's arguments.
    reader : str
        A function of `core.readers`.
    options : Options
        The reader's other arguments that a person chooses.
    words : strings
        What the command line needs besides, such as ``--from``.
    missing : bool
        Whether items with a missing score can be dropped.
    """

    title: str
    explanation: str
    slots: tuple[str, ...]
    reader: str
    options: tuple[Option, ...] = ()
    words: tuple[str, ...] = ()
    missing: bool = True

    def read(self, files: dict[str, readers.Upload], options: dict[str, Any]) -> PairedScores:
        """Call the reader."""
        reader: Callable[..., PairedScores] = getattr(readers, self.reader)
        return reader(**files, **options)


_CALLED_LABELS = (
    "label", "labels", "gold", "gold_label", "target", "class", "tag", "prediction", "predicted", "pred",
)  # fmt: skip
_ID = Option("id", "Item id (to align items)", "--id", required=False)
_CLUSTER = Option("cluster", "Cluster (document, passage)", "--cluster", required=False)
_LABELS = Option(
    "labels",
    "Label set",
    "--labels",
    required=False,
    hint="every label that occurs",
)
_BASELINE = Option("baseline", "Baseline's score", "--baseline-column", many=True)
_EXPERIMENTAL = Option("experimental", "Experimental's score", "--experimental-column", many=True)

KINDS: dict[str, Kind] = {
    "scores": Kind(
        "Two score files",
        "One line for each item, the same items in the same order: one number (a score), two (numerator and "
        "denominator) or four (recall's and precision's).",
        ("baseline", "experimental"),
        "read_scores",
    ),
    "table": Kind(
        "One table with both systems",
        "CSV, TSV or JSON lines with a column for each system.",
        ("source",),
        "read_table",
        (_BASELINE, _EXPERIMENTAL, _ID, _CLUSTER),
    ),
    "tables": Kind(
        "Two tables, joined on an id",
        "One table for each system; items are aligned by their id where there is one, by position otherwise.",
        ("baseline", "experimental"),
        "read_tables",
        (Option("columns", "Score", "--columns", many=True), _ID, _CLUSTER),
    ),
    "long": Kind(
        "One long table",
        "One line for each item and system, with a column that names the system.",
        ("source",),
        "read_long",
        (
            Option("system", "System's name", "--system-column"),
            Option("item", "Item", "--item-column"),
            Option("score", "Score", "--score-column"),
            Option("baseline", "Baseline is", "--baseline-system", values_of="system"),
            Option("experimental", "Experimental is", "--experimental-system", values_of="system"),
            _CLUSTER,
        ),
    ),
    "labels": Kind(
        "Gold labels and two predictions",
        "Three files with one label a line, or three tables with an id and a label, joined on the id.",
        ("gold", "baseline", "experimental"),
        "read_labels",
        (Option("columns", "Label", "--columns", required=False, fits=_CALLED_LABELS), _ID, _CLUSTER, _LABELS),
        missing=False,
    ),
    "label-table": Kind(
        "One table with gold and predictions",
        "CSV, TSV or JSON lines with a column of gold labels and one of each system's predictions.",
        ("source",),
        "read_label_table",
        (
            Option("gold", "Gold labels", "--gold"),
            Option("baseline", "Baseline's predictions", "--baseline-column"),
            Option("experimental", "Experimental's predictions", "--experimental-column"),
            _ID,
            _CLUSTER,
            _LABELS,
        ),
        missing=False,
    ),
    "entities": Kind(
        "Entities in BIO columns",
        "Three CoNLL files: a token and its tag a line, a blank line after each sentence.",
        ("gold", "baseline", "experimental"),
        "read_entities",
        words=("--from", "entities"),
        missing=False,
    ),
    "conll": Kind(
        "Coreference scorer output",
        "What the CoNLL scorer prints for each system, with its lines for every document.",
        ("baseline", "experimental"),
        "read_conll_coreference",
        (Option("metric", "Metric of the scorer", "--conll-metric", False, choices=readers.coreference_metrics),),
        words=("--from", "conll"),
        missing=False,
    ),
}


def remedies_in(kind: Kind | None, message: str) -> str:
    """Return a reader's message with the page's own widgets for the arguments that it advises.

    Examples
    --------
    >>> remedies_in(KINDS["tables"], "say which holds the scores (columns=, --columns).")
    'say which holds the scores (“Score”).'
    >>> remedies_in(None, "read both as tables (read_tables, --from table).")
    'read both as tables (“Two tables, joined on an id”).'
    >>> remedies_in(None, 'leave these pairs out (missing="drop", --missing drop).')
    'leave these pairs out.'
    """
    labels = {other.reader: other.title for other in KINDS.values()}
    labels |= {option.name: option.label for option in kind.options} if kind else {}
    if kind and kind.missing:
        labels["missing"] = MISSING
    return _REMEDY.sub(lambda found: f" (“{labels[found[1]]}”)" if found[1] in labels else "", message)


def origin_of(kind: Kind, names: dict[str, str], options: dict[str, Any]) -> Origin:
    """Return the Python and the command line that read these files with these options."""
    keywords = [f"{name}={python(value)}" for name, value in options.items() if value is not None]
    source = f"core.{kind.reader}({', '.join([*map(python, names.values()), *keywords])})"
    flags = {option.name: option.flag for option in kind.options} | {"missing": "--missing"}
    words = [as_file(names[slot]) for slot in kind.slots if slot != "gold"]
    if "gold" in names:
        words += ["--gold", as_file(names["gold"])]
    words += kind.words
    for name, value in options.items():
        if value is not None:
            words += [flags[name], value if isinstance(value, str) else ",".join(value)]
    return Origin(source, tuple(words))


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
