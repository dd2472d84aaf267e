"""Options that say what the files hold, and the reader that they choose."""

from collections.abc import Callable
from typing import Any, NamedTuple

import click

from core import readers
from core.errors import OptionError
from core.paired import PairedScores
from core.phrases import first_few
from core.readers.kinds import kind_of
from core.readers.text import read_text

__all__ = ["input_options", "read_pair"]

KINDS = ("auto", "scores", "table", "long", "labels", "entities", "conll")


class Reader(NamedTuple):
    """A function of `core.readers`, and which options become which of its arguments."""

    name: str
    holds: str  # what it reads, in words
    n_files: int
    options: dict[str, str]
    required: tuple[str, ...] = ()


_PAIRS = {"missing": "missing"}
_ROWS = {**_PAIRS, "cluster": "cluster"}
_BOTH = {"baseline_column": "baseline", "experimental_column": "experimental", "id": "id"}

READERS: dict[str, Reader] = {
    "scores": Reader("read_scores", "score files", 2, _PAIRS),
    "tables": Reader("read_tables", "two tables", 2, {**_ROWS, "id": "id", "columns": "columns"}),
    "table": Reader(
        "read_table", "one table of both systems", 1, {**_ROWS, **_BOTH}, ("baseline_column", "experimental_column")
    ),
    "long": Reader(
        "read_long",
        "a long table",
        1,
        {
            **_ROWS,
            "system_column": "system",
            "item_column": "item",
            "score_column": "score",
            "baseline_system": "baseline",
            "experimental_system": "experimental",
        },
        ("system_column", "item_column", "score_column", "baseline_system", "experimental_system"),
    ),
    "labels": Reader(
        "read_labels",
        "labels",
        2,
        {name: name for name in ("gold", "labels", "id", "columns", "cluster")},
        ("gold",),
    ),
    "label-table": Reader(
        "read_label_table",
        "a table of labels",
        1,
        {**_BOTH, **{name: name for name in ("gold", "labels", "cluster")}},
        ("gold", "baseline_column", "experimental_column"),
    ),
    "entities": Reader("read_entities", "entities", 2, {"gold": "gold"}, ("gold",)),
    "conll": Reader("read_conll_coreference", "a coreference scorer's output", 2, {"conll_metric": "metric"}),
}

_ONE_SYSTEM = {"scores": "score files", "entities": "files of tags", "conll": "outputs of a coreference scorer"}

OPTIONS = (
    click.option(
        "--from", "kind", type=click.Choice(KINDS), default="auto", show_default=True,
        help="What the files hold; auto looks at their first lines.",
    ),
    click.option(
        "--id", "id", metavar="COLUMN",
        help="Column that names the items, or position, to join row by row [default: id, item, …].",
    ),
    click.option(
        "--cluster", metavar="COLUMN",
        help="Sum the items of one document or passage, which then is the item [default: none].",
    ),
    click.option(
        "--columns", metavar="COLUMN[,…]",
        help="Tables, one a system: the score column, or two or four, or the label's "
        "[default: the only one beside the id].",
    ),
    click.option("--baseline-column", metavar="COLUMN[,…]", help="One table: the baseline's score (or label)."),
    click.option("--experimental-column", metavar="COLUMN[,…]", help="One table: the experimental system's."),
    click.option("--system-column", metavar="COLUMN", help="Long table: the system's name."),
    click.option("--item-column", metavar="COLUMN", help="Long table: the item's name."),
    click.option("--score-column", metavar="COLUMN[,…]", help="Long table: the score."),
    click.option("--baseline-system", metavar="NAME", help="Long table: which system is the baseline."),
    click.option("--experimental-system", metavar="NAME", help="Long table: which one is experimental."),
    click.option("--gold", metavar="FILE|COLUMN", help="Gold labels: a third file, or a column of the one table."),
    click.option(
        "--labels", metavar="LABEL[,…]",
        help="The label set, where it is larger than what occurs: leaving out a label that occurs is an error "
        "[default: every label that occurs].",
    ),
    click.option(
        "--missing", type=click.Choice(["error", "drop"]), default="error", show_default=True,
        help="What to do about items with a missing score.",
    ),
    click.option(
        "--conll-metric", metavar="NAME",
        help="Which metric of a coreference scorer's output, 1 or 2 … where it does not name them "
        "[default: the only one].",
    ),
)  # fmt: skip


def input_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options to a command, in the order of their table."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


def read_pair(baseline: str, experimental: str | None, kind: str, options: dict[str, Any]) -> PairedScores:
    """Read the files with the reader that the options, or the files' first lines, call for.

    Parameters
    ----------
    baseline, experimental : str
        Two files, or one table and None.
    kind : str
        The value of ``--from``.
    options : dict
        The values of the other options of `input_options`; None where not given.

    Raises
    ------
    OptionError
        If an option is missing, or has no meaning for these files.
    """
    given = {name: value for name, value in options.items() if value is not None and (name, value) != _DEFAULT}
    files = [baseline] if experimental is None else [baseline, experimental]
    reader = READERS[_one_table(given, kind) if experimental is None else _two_files(files, given, kind)]
    _check(reader, files, given)
    arguments = {reader.options[name]: value for name, value in given.items()}
    if "labels" in arguments:
        arguments["labels"] = [label.strip() for label in arguments["labels"].split(",")]
    if reader.name in ("read_labels", "read_entities"):
        files.insert(0, arguments.pop("gold"))
    pair: PairedScores = getattr(readers, reader.name)(*files, **arguments)
    return pair


_DEFAULT = ("missing", "error")


def _one_table(given: dict[str, Any], kind: str) -> str:
    if kind == "labels" or (kind in ("auto", "table") and "gold" in given):
        return "label-table"
    if kind == "long" or (kind == "auto" and any(READERS["long"].options.get(name) == "system" for name in given)):
        return "long"
    return "table" if kind == "auto" else kind


def _two_files(files: list[str], given: dict[str, Any], kind: str) -> str:
    if kind != "auto":
        return {"table": "tables"}.get(kind, kind)
    if "gold" in given:
        return "entities" if kind_of(read_text(given["gold"])) == "entities" else "labels"
    if "conll_metric" in given:
        return "conll"
    kinds = {kind_of(read_text(file)) for file in files}
    if kinds <= {"labels", "entities"}:
        raise OptionError(
            f"{files[0]} and {files[1]} hold no numbers: for predicted labels name the gold labels too (--gold FILE)."
        )
    if "conll" in kinds:
        return "conll"
    return "tables" if "table" in kinds or {"columns", "id", "cluster"} & set(given) else "scores"


def _check(reader: Reader, files: list[str], given: dict[str, Any]) -> None:
    n_files = len(files)
    lacking = [_flag(name) for name in reader.required if name not in given]
    if n_files < reader.n_files:
        raise OptionError(f"EXPERIMENTAL is missing: {reader.holds} come in two files, BASELINE and EXPERIMENTAL.")
    if n_files > reader.n_files:
        raise OptionError(f"Two files were named, but {reader.holds} is one FILE that holds both systems.")
    if lacking:
        if n_files > 1:
            raise OptionError(f"To read {reader.holds}, add {', '.join(lacking)}.")
        seen = readers.preview(files[0])
        if reader.name == "read_table" and seen.kind in _ONE_SYSTEM:
            raise OptionError(
                f"{files[0]} holds one system only, as {_ONE_SYSTEM[seen.kind]} do: name the other's file after it."
            )
        columns = first_few([repr(column.name) for column in seen.columns], limit=30)
        raise OptionError(
            f"To read {reader.holds}, add {', '.join(lacking)} (or name a second file): {files[0]} has the columns "
            f"{columns}."
        )
    stray = [_flag(name) for name in given if name not in reader.options]
    if stray:
        raise OptionError(f"{', '.join(stray)} has no meaning for {reader.holds}: leave it out, or choose --from.")


def _flag(name: str) -> str:
    return "--" + name.replace("_", "-")
