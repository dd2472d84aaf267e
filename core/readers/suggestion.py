"""Suggest a format for files and the roles of their columns; the user may correct both."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from core.common.phrases import counted
from core.errors import DataError, OptionError
from core.readers.format import MARKED, Choice, Format, Guess, Sniff
from core.readers.formats import FORMATS
from core.readers.labels.label_tables import TWO as LABEL_TABLES
from core.readers.labels.label_tables import are_scores
from core.readers.parsing.file import File
from core.readers.parsing.text import Source, files_unpacked_once, label_of
from core.readers.parsing.without_scores import refuse_lines


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A suggested way to read files.

    Parameters
    ----------
    kind : str
        The name of a format: a key of `FORMATS`.
    why : str
        The evidence for the format, in a few words.
    options : dict
        The reader's arguments besides the files that can be derived: a column, or several.
    open : tuple of strings
        The arguments, including files, that are still required.
    """

    kind: str
    why: str
    options: dict[str, Choice] = field(default_factory=dict)
    open: tuple[str, ...] = ()


def likely(files: Sequence[File], formats: Iterable[Format] | None = None) -> list[tuple[Format, Guess]]:
    """Return the possible formats of these files, most certain first, each with its certainty and reason."""
    for file in files:
        _refuse_known(file)
    found: list[tuple[Format, Guess]] = []
    faults: dict[int, DataError] = {}
    read: set[int] = set()
    for format in FORMATS.values() if formats is None else formats:
        sniffs = []
        for place, file in enumerate(files):
            try:
                sniffs.append(format.sniff(file))
                if sniffs[-1].sure > 0:
                    read.add(place)
            except DataError as error:
                faults.setdefault(place, error)
        # A mark on one of the files is enough.
        surest = max(sniffs, key=lambda sniff: sniff.sure, default=Sniff(0))
        sure = surest.sure if surest.sure >= MARKED else sum(sniff.sure for sniff in sniffs) / len(files)
        if sure > 0:
            found.append((format, Guess(sure, surest.why)))
    for place, fault in faults.items():
        if place not in read:
            raise fault
    return sorted(found, key=lambda each: -each[1].sure)


def _refuse_known(file: File) -> None:
    try:
        text, record = file.any_text, file.record
    except DataError:
        return  # a binary format
    refuse_lines(text.label, text.content, record)


@files_unpacked_once()
def suggest(*files: Source, gold: Source | None = None, formats: Iterable[Format] | None = None) -> Suggestion:
    """Suggest how to read these files: their format, and the columns of ids, scores, gold and predictions.

    Parameters
    ----------
    *files : path or Upload
        The baseline's file and the experimental system's, one alone that may hold both, or all files of a log.
    gold : path or Upload, optional
        The file of gold labels, or of references.
    formats : iterable of Format, optional
        The formats to consider, by default all.

    Returns
    -------
    Suggestion
        The format's reader takes the files and the ``options``, unless something is ``open``.

    Raises
    ------
    DataError
        If a file is binary and no format recognises it.
    OptionError
        If no format reads this number of files.

    Examples
    --------
    >>> from core.readers import Upload
    >>> rows = b"hash,model_name,bleu\\nx,old,.5\\nx,new,.75\\ny,old,1\\ny,new,1\\n"
    >>> found = suggest(Upload("long.csv", rows))
    >>> found.kind, found.options["system"], found.options["item"], found.options["score"], found.open
    ('long', 'model_name', 'hash', 'bleu', ())
    """
    known = list(FORMATS.values() if formats is None else formats)
    if gold is not None:
        known = [format for format in known if any(slot.flag for slot in format.slots)]
    if len(files) > 1:
        known = [format for format in known if format.takes(len(files))]
    opened, right = [File(file) for file in files], None if gold is None else File(gold)
    found = likely(opened, known)
    if right is not None:
        # Gold labels are recognised more reliably than predictions.
        found = likely([right], known)
    if not found:
        refuse_one_system(files)
        raise OptionError(f"{counted(len(files), 'file')}: no format is read from this number of files of this kind.")
    best = [each for each in found if each[1].sure == found[0][1].sure]
    best = [each for each in best if each[0].takes(len(files))] or best
    return max((_suggested(format, guess, opened, right) for format, guess in best), key=lambda each: each[0])[1]


def suggest_as(format: Format, files: Sequence[Source], gold: Source | None = None) -> Suggestion:
    """Suggest how to read these files in a known format."""
    opened, right = [File(file) for file in files], None if gold is None else File(gold)
    return _suggested(format, Guess(1, "it was asked for"), opened, right)[1]


def without_labels(
    formats: Sequence[Format], files: Sequence[Source], columns: Choice | None, of_labels: Collection[str]
) -> list[Format]:
    """Return the formats without that of gold labels beside predicted ones, where the columns asked for are scores.

    ``of_labels`` are the options given that only labels have.
    """
    others = [format for format in formats if format is not LABEL_TABLES]
    if columns is None or of_labels or len(files) != 2 or not others or len(others) == len(formats):
        return list(formats)
    return others if are_scores([File(file) for file in files], columns) else list(formats)


def refuse_one_system(files: Sequence[Source]) -> None:
    """Refuse a single file that appears to hold only one system."""
    if len(files) != 1:
        return
    [file] = files
    surest, _ = likely([File(file)])[0]
    if not surest.takes(1):
        width = _width(File(file)) if surest.is_plain and File(file).shape == "numbers" else 0
        if width > 1:
            names = "old,new" if width == 2 else "id,old,new"
            raise OptionError(
                f"{label_of(file)} has {width:,} numbers a line and no names: put a line above that names the columns, "
                f"such as {names}. If they are of one system, name the other's file after it."
            )
        raise OptionError(
            f"{label_of(file)} holds one system only, as {surest.holds} do: name the other's file after it."
        )


def _width(file: File) -> int:
    """Return the number of fields of the first line of a file of numbers."""
    line = file.text.head()[0]
    mark = next((mark for mark in ";\t," if mark in line), None)
    return len(line.split(mark))


def _suggested(format: Format, told: Guess, files: Sequence[File], gold: File | None) -> tuple[float, Suggestion]:
    """Return the certainty of the format after full inspection, and its suggestion."""
    given = format.placed(files) | {slot.name: gold for slot in format.slots if slot.flag and gold is not None}
    placed = {slot.name: given[slot.name] for slot in format.slots if slot.name in given}
    lacking = tuple(slot.name for slot in format.slots if slot.name not in placed)
    guess = told
    if lacking:
        guess = Guess(told.sure, "it holds one system only" if len(files) == 1 else told.why)
    elif format.guess is not None:
        guess = format.guess(placed) or Guess(0, told.why)
    asked = () if lacking else (option.name for option in format.options if option.required or option.asked)
    return guess.sure, Suggestion(
        format.name,
        guess.why,
        guess.options,
        (*lacking, *(name for name in asked if name not in guess.options)),
    )
