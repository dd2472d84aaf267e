"""The record that defines a format, and the slots and options that several formats share.

The command line, page, preview and help are derived from it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from core.data.paired import PairedScores
from core.data.scores import Scores
from core.errors import ComparisonError, OptionError
from core.readers.parsing.file import File
from core.readers.parsing.measures import measure_column
from core.readers.parsing.problems import Problem
from core.readers.parsing.table import Table
from core.readers.parsing.text import Source, files_unpacked_once

Choice: TypeAlias = str | tuple[str, ...]
# The files of a format by its slots; a slot for any number of files holds a tuple.
Files: TypeAlias = Mapping[str, Any]

# Arguments that several readers take: what to do with missing scores, a number that marks them, whether lower is
# better, whether rows are systems, the items' names, and which metrics are counted.
SHARED_FLAGS = {
    "missing": "--missing", "missing_value": "--missing-value", "lower_is_better": "--lower-is-better",
    "transpose": "--transpose", "id": "--id", "metrics": "--metric",
}  # fmt: skip

# From this certainty on, a file has a distinctive mark; below, it is plain text of the right shape.
MARKED = 0.9


@dataclass(frozen=True, slots=True)
class Slot:
    """A file that a format needs.

    Parameters
    ----------
    name : str
        The reader's argument: ``baseline``, ``experimental``, ``gold`` or a name of the format's own.
    label : str
        The label on the page.
    flag, metavar, help : str
        Its option on the command line, if it is not a positional argument.
    lacking : str
        The message if it is missing, with a remedy.
    many : bool
        Whether it takes any number of files, folders included. The reader gets a tuple.
    """

    name: str
    label: str
    flag: str = ""
    metavar: str = "FILE"
    help: str = ""
    lacking: str = ""
    many: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """A reader's argument that the user chooses, by default among the columns of the first file.

    Parameters
    ----------
    name, label, flag : str
        Its name for the reader, on the page and on the command line.
    help, metavar : str
        Its help on the command line; the first format with the flag defines the help.
    required : bool
        Whether the reader requires it.
    asked : bool
        Whether the page requires a value, guessed or chosen, although the reader does not.
    many : bool
        Whether it may be several columns (statistics of a ratio or F1).
    values_of : str, optional
        The option whose column's values are the choices, instead of the columns themselves.
    choices : callable, optional
        Finds the choices in the files if they are not columns, such as the systems or metrics of a log.
    fewest : int
        The smallest number of choices for which the user is asked.
    hint : str, optional
        The expected input if the user types names, separated by commas, of which the reader gets a list.
    words : int
        The number of command-line words that it takes.
    fits : strings
        Names of a column that is preselected, most likely first, besides the name of the argument.
    """

    name: str
    label: str
    flag: str
    help: str
    metavar: str = "COLUMN"
    required: bool = True
    asked: bool = False
    many: bool = False
    values_of: str | None = None
    choices: Callable[[Sequence[Source]], tuple[str, ...]] | None = None
    fewest: int = 2
    hint: str | None = None
    words: int = 1
    fits: tuple[str, ...] = ()

    @property
    def is_column(self) -> bool:
        """Whether the choice is a column, or a value in a column."""
        return self.hint is None and self.choices is None


@dataclass(frozen=True, slots=True)
class Sniff:
    """The certainty, from 0 to 1, that a file has a format, and the reason in a few words."""

    sure: float
    why: str = ""


@dataclass(frozen=True, slots=True)
class Guess:
    """How files would be read: the certainty and its reason, and the options that fit."""

    sure: float
    why: str
    options: dict[str, Choice] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Look:
    """A file as a table for display.

    Parameters
    ----------
    table : Table
    problems : list of Problem
        The lines that cannot be read.
    delimiter : str or None
        The separator of the columns, in words.
    has_header : bool
        Whether the first line names the columns.
    unit : str
        The word for a row, "row" or "line"; empty if rows are not counted.
    all_numbers : bool
        Whether every cell must be a number.
    """

    table: Table
    problems: list[Problem] = field(default_factory=list)
    delimiter: str | None = None
    has_header: bool = False
    unit: str = "line"
    all_numbers: bool = False


@dataclass(frozen=True, slots=True)
class Format:
    """A file format, with its reader, recognition, options and texts.

    A new format is a file that ends in ``FORMAT = Format(...)`` and a row of `core.readers.formats.FORMATS`.

    Evaluation logs, any number of files of any number of systems, are a `log_format` of `core.readers.logs.harness`.
    Archives are recognised by ``file.data``, sentences and printed logs by ``file.any_text``. Other facts in
    the files, such as omitted answers, are in the notes.

    Parameters
    ----------
    name : str
        As in ``core.read(format=NAME)`` and in links.
    title, explanation : str
        The title in a menu, and the contents of the files in one sentence.
    holds, file : str
        Words for the files, and for one file, in a sentence.
    slots : Slots
        The files, in the order of the reader's arguments.
    reader : callable
        Called with the files and the options by name.
    sniff : callable
        Returns the certainty that one file has the format; at least `MARKED` for a mark that no other format has.
    options : Options
        The reader's other arguments that the user chooses.
    guess : callable, optional
        Called with each slot's `File`; returns options that fit, or None if the file has another format.
    look : callable, optional
        Shows one file as a table.
    called : strings, optional
        The values of ``--from`` for this format; by default its name.
    shared : strings
        The reader's arguments among `SHARED_FLAGS`.
    also : strings
        The reader's arguments that no option of the command line gives.
    is_plain : bool
        Whether the command line can read such files without ``--from``, from their content and the options.
    """

    name: str
    title: str
    explanation: str
    holds: str
    file: str
    slots: tuple[Slot, ...]
    reader: Callable[..., PairedScores | Scores]
    sniff: Callable[[File], Sniff]
    options: tuple[Option, ...] = ()
    guess: Callable[[Files], Guess | None] | None = None
    look: Callable[[File], Look] | None = None
    called: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    is_plain: bool = False

    def __post_init__(self) -> None:
        if not self.named or (len(self.named) > 1 and any(slot.many for slot in self.named)):
            raise OptionError(f"format {self.name!r}: name one file or more, or one slot for any number of files.")

    @property
    def words(self) -> tuple[str, ...]:
        """The values of ``--from`` for this format, the usual one first."""
        return self.called or (self.name,)

    @property
    def named(self) -> tuple[Slot, ...]:
        """The files that are positional arguments."""
        return tuple(slot for slot in self.slots if not slot.flag)

    @property
    def takes_many(self) -> bool:
        """Whether it is read from any number of files, and from folders."""
        return self.named[0].many

    @property
    def flagged(self) -> tuple[Option | Slot, ...]:
        """The options, and the files that the command line takes with a flag."""
        return (*self.options, *(slot for slot in self.slots if slot.flag))

    @property
    def arguments(self) -> dict[str, str]:
        """The reader's arguments besides the positional files, each with its flag."""
        own = {each.name: each.flag for each in self.flagged}
        # A long table's item is called id too, as in messages on other tables.
        shared = (*self.shared, "id") if "item" in own else self.shared
        return own | {name: flag for name, flag in SHARED_FLAGS.items() if name in shared}

    @property
    def accepted(self) -> set[str]:
        """The arguments of `core.read`."""
        return {*self.arguments, *self.also}

    @property
    def required(self) -> dict[str, str]:
        """The required arguments of the reader."""
        return {each.name: each.flag for each in self.flagged if isinstance(each, Slot) or each.required}

    def takes(self, n_files: int) -> bool:
        """Return whether it is read from this number of files, not counting files with a flag."""
        return n_files > 0 if self.takes_many else len(self.named) == n_files

    def placed(self, files: Sequence[Source | File]) -> dict[str, Any]:
        """Return the files by slot, in order."""
        if self.takes_many:
            return {self.named[0].name: tuple(files)}
        return {slot.name: file for slot, file in zip(self.named, files, strict=False)}

    def __reduce__(self) -> tuple[Callable[[str], "Format"], tuple[str]]:
        # Pickle by name: the functions cannot be pickled, and every process has all formats.
        return _named, (self.name,)

    @files_unpacked_once()
    def read(self, files: Files, options: Mapping[str, Any]) -> PairedScores | Scores:
        """Call the reader."""
        return self.reader(**files, **options)


def _named(name: str) -> Format:
    from core.readers import FORMATS

    return FORMATS[name]


BASELINE = Slot("baseline", "Baseline")
EXPERIMENTAL = Slot("experimental", "Experimental")
TABLE = Slot("source", "Table")
GOLD = Slot(
    "gold",
    "Gold labels",
    "--gold",
    "FILE|COLUMN",
    "Gold labels: a third file, or a column of the one table.",
    lacking="hold no numbers: if they say what was right, write 1 for right and 0 for wrong; for predicted labels name "
    "the gold labels too",
)

ID = Option(
    "id",
    "Item id (to align items)",
    "--id",
    "Column that names the items, or position, to join row by row [default: id, item, …].",
    required=False,
)
CLUSTER = Option(
    "cluster",
    "Cluster (document, passage)",
    "--cluster",
    "Items of one document or passage, which are resampled as a whole [default: none].",
    required=False,
)
STRATA = Option(
    "strata",
    "Task (scores averaged over tasks)",
    "--strata",
    "Each item's task: scores are averaged over tasks, and items resampled within each [default: none].",
    required=False,
)
RUNS = Option(
    "runs",
    "Run or sample (seed, epoch, trial)",
    "--runs",
    "Which run (seed, epoch, trial) or sample of its item a row is of; an item's score is their mean [default: a "
    "column of such a name, where items have several rows].",
    "COLUMN[,…]",
    required=False,
)


def _measures(files: Sequence[Source]) -> tuple[str, ...]:
    try:
        table = File(files[0]).table
    except ComparisonError:
        return ()
    name = measure_column(table)
    kinds = () if name is None else tuple(dict.fromkeys(cell.strip() for cell in table.column(name)))
    return kinds if len(kinds) < len(table) else ()


MEASURE = Option(
    "measure",
    "Measure",
    "--measure",
    "Logs, and tables with rows of several measures: which one.",
    "NAME",
    required=False,
    choices=_measures,
)
COLUMNS = Option(
    "columns",
    "Score",
    "--columns",
    "Tables, one a system: the score column, or two or four, or the label's [default: the only one beside the id].",
    "COLUMN[,…]",
    required=False,
)
BASELINE_COLUMN = Option(
    "baseline", "Baseline's score", "--baseline-column", "One table: the baseline's score (or label).", "COLUMN[,…]"
)
EXPERIMENTAL_COLUMN = Option(
    "experimental",
    "Experimental's score",
    "--experimental-column",
    "One table: the experimental system's.",
    "COLUMN[,…]",
)
LABEL_SET = Option(
    "labels",
    "Label set",
    "--labels",
    "The label set, where it is larger than what occurs: leaving out a label that occurs is an error "
    "[default: every label that occurs].",
    "LABEL[,…]",
    required=False,
    hint="every label that occurs",
)

# Options of tables of scores, and of tables of labels.
OF_ROWS = (RUNS, CLUSTER, STRATA, MEASURE)
OF_LABELS = (ID, CLUSTER, LABEL_SET)
