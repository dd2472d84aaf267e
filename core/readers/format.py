"""What a format is: one record for each, from which the command line, the page, the preview and the help derive."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from core.data.paired import PairedScores
from core.data.scores import Scores
from core.errors import OptionError
from core.readers.file import File
from core.readers.problems import Problem
from core.readers.table import Table
from core.readers.text import Source

__all__ = ["MARKED", "Choice", "Conversion", "Files", "Format", "Guess", "Look", "Option", "Slot", "Sniff"]

Choice: TypeAlias = str | tuple[str, ...]
# The files of a format by its slots; a slot for any number of files holds a tuple.
Files: TypeAlias = Mapping[str, Any]

# A file that is as sure as this bears a mark of its own; below, it is plain text of the right shape.
MARKED = 0.9


@dataclass(frozen=True, slots=True)
class Slot:
    """A file that a format needs.

    Parameters
    ----------
    name : str
        The reader's argument: ``baseline``, ``experimental``, ``gold`` or a name of the format's own.
    label : str
        What the page calls it.
    flag, metavar, help : str
        How the command line takes it, where it is not one of the files that are named first.
    lacking : str
        What such files are without it, and what to do.
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
    """A reader's argument that a person chooses, by default among the columns of the first file.

    Parameters
    ----------
    name, label, flag : str
        What the reader, the page and the command line call it.
    help, metavar : str
        What the command line's help says; the first format that has the flag says it for all.
    required : bool
        Whether the reader cannot do without it.
    asked : bool
        Whether the page wants it settled, by a guess or by a person, though the reader can do without it.
    many : bool
        Whether it may be several columns (statistics of a ratio or F1).
    values_of : str, optional
        The option whose column's values are the choices, instead of the columns themselves.
    choices : callable, optional
        Finds the choices in the files, where they are not columns: systems of a log, say, or its metrics.
    fewest : int
        From how many choices on there is one to make: one where it may as well be left out.
    hint : str, optional
        What to type, where there are no choices: names separated by commas.
    words : int
        How many words of the command line it takes.
    fits : strings
        How a column that is offered beforehand may be called, the likeliest first, besides like the argument.
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
        """Whether a column is chosen, or a value in one."""
        return self.hint is None and self.choices is None


@dataclass(frozen=True, slots=True)
class Sniff:
    """How sure it is, from 0 to 1, that a file is of a format, and why, in a few words."""

    sure: float
    why: str = ""


@dataclass(frozen=True, slots=True)
class Guess:
    """How files would be read: how sure that is and why, and options, each with the reason in a few words."""

    sure: float
    why: str
    options: dict[str, tuple[Choice, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Look:
    """A file as a table to look at.

    Parameters
    ----------
    table : Table
    problems : list of Problem
        The lines that cannot be read.
    delimiter : str or None
        What separates the columns, in words.
    has_header : bool
        Whether the first line names the columns.
    unit : str
        What a row is called: "row" or "line"; nothing where it is not counted.
    all_numbers : bool
        Whether every cell has to be a number.
    """

    table: Table
    problems: list[Problem] = field(default_factory=list)
    delimiter: str | None = None
    has_header: bool = False
    unit: str = "line"
    all_numbers: bool = False


@dataclass(frozen=True, slots=True)
class Conversion:
    """How ``core convert NAME`` turns a file into a table: the table and what it holds in words, and the help."""

    table: Callable[..., tuple[Table, str]]
    short_help: str
    help: str


@dataclass(frozen=True, slots=True)
class Format:
    """One kind of file, with everything that the rest of the program needs to know of it.

    A new format is a file that ends in ``FORMAT = Format(...)`` and a row of `core.readers.formats.FORMATS`.

    Evaluation logs fit as they are. Files that belong together (samples and results of lm-evaluation-harness,
    HELM's folders, the ``.eval`` archives of ten systems) are one slot with ``many=True``: the reader gets them all
    as a tuple and tells them apart. Archives are recognised by ``file.data``, sentences and printed logs by
    ``file.any_text``. Metrics and filters are options whose ``choices=`` finds them in the files; a file a system
    (``trec_eval -q``, COMET) needs no more than ``BASELINE``, ``EXPERIMENTAL`` and such an option; references
    (sacreBLEU) are a slot ``gold`` with a label of its own. A reader may return `Scores` of any number of systems
    and runs; where it has the options ``baseline`` and ``experimental``, chosen among the systems, it returns their
    pair. What the log says besides, such as answers left out, is in the notes.

    Parameters
    ----------
    name : str
        As in ``core.read(format=NAME)`` and in links.
    title, explanation : str
        A line for a menu, and what the files hold, in one sentence.
    holds, file : str
        What the files are, and what one of them is, in a sentence.
    slots : Slots
        The files, in the order of the reader's arguments.
    reader : callable
        Takes the files and the options by name.
    sniff : callable
        Says how sure it is that one file is of the format. At least `MARKED` is for a mark that no other format has.
    options : Options
        The reader's other arguments that a person chooses.
    guess : callable, optional
        Takes each slot's `File`; says which options fit, or None where a closer look shows another format.
    look : callable, optional
        Shows one file as a table.
    conversion : Conversion, optional
        How one file becomes a table.
    called : strings, optional
        The values of ``--from`` that may mean it, where its name is none of them.
    missing : bool
        Whether the reader takes ``missing="drop"``, to leave out items with a missing score.
    counts : bool
        Whether the reader takes ``metrics=(NAME, …)``, to count what these need and no more.
    numbers : bool
        Whether the reader takes ``missing_value=`` and ``lower_is_better=``.
    directed : bool
        Whether the reader takes ``lower_is_better=`` alone.
    rows : bool
        Whether it takes ``transpose=True``, where the rows of a table are systems.
    is_plain : bool
        Whether the command line needs no ``--from`` to read such files again: their looks and the options tell.
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
    conversion: Conversion | None = None
    called: tuple[str, ...] = ()
    missing: bool = False
    counts: bool = False
    numbers: bool = False
    directed: bool = False
    rows: bool = False
    is_plain: bool = False

    def __post_init__(self) -> None:
        named = [slot for slot in self.slots if not slot.flag]
        if not named or (len(named) > 1 and any(slot.many for slot in named)):
            raise OptionError(f"format {self.name!r}: name one file or more, or one slot for any number of files.")

    @property
    def words(self) -> tuple[str, ...]:
        """The values of ``--from`` that may mean it, the usual one first."""
        return self.called or (self.name,)

    @property
    def named(self) -> tuple[Slot, ...]:
        """The files that are named first, without a flag."""
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
        """What its reader takes besides the files that are named first, each with its flag."""
        own = {each.name: each.flag for each in self.flagged}
        also = {"missing": "--missing"} if self.missing else {}
        also |= {"missing_value": "--missing-value", "lower_is_better": "--lower-is-better"} if self.numbers else {}
        also |= {"lower_is_better": "--lower-is-better"} if self.directed else {}
        also |= {"transpose": "--transpose"} if self.rows else {}
        return own | also | ({"metrics": "--metric"} if self.counts else {})

    @property
    def required(self) -> dict[str, str]:
        """Those of its arguments that the reader cannot do without."""
        needed = {each.name for each in self.flagged if isinstance(each, Slot) or each.required}
        return {name: flag for name, flag in self.arguments.items() if name in needed}

    def takes(self, n_files: int) -> bool:
        """Return whether it is read from so many files, besides those with a flag."""
        return n_files > 0 if self.takes_many else len(self.named) == n_files

    def placed(self, files: Sequence[Source | File]) -> dict[str, Any]:
        """Return the files by the slots that they are for, in order."""
        if self.takes_many:
            return {self.named[0].name: tuple(files)}
        return {slot.name: file for slot, file in zip(self.named, files, strict=False)}

    def __reduce__(self) -> tuple[Callable[[str], "Format"], tuple[str]]:
        # Its functions cannot be pickled, and every process knows all formats.
        return _named, (self.name,)

    def read(self, files: Files, options: Mapping[str, Any]) -> PairedScores | Scores:
        """Call the reader."""
        return self.reader(**{slot.name: files[slot.name] for slot in self.slots}, **options)


def _named(name: str) -> Format:
    from core.readers import FORMATS

    return FORMATS[name]
