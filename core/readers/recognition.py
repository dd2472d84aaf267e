"""The format of files, found in what they hold and in the arguments that the user gives; the user may correct it."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from core.common.phrases import counted, first_few
from core.data.paired import PairedScores
from core.data.scores import Scores
from core.errors import DataError, OptionError
from core.readers.format import MARKED, Choice, Format, Guess, Look, Sniff
from core.readers.formats import FORMATS
from core.readers.labels.label_columns import is_column
from core.readers.labels.label_tables import TWO as LABEL_TABLES
from core.readers.labels.label_tables import are_scores
from core.readers.parsing.file import File
from core.readers.parsing.table import Table
from core.readers.parsing.text import Source, Upload, files_unpacked_once, label_of, several
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


def look_at(file: File) -> tuple[Format, Look]:
    """Return the likeliest format of a file, and the file as a table: an empty one if one of several must be chosen."""
    format, _ = likely([file])[0]
    if format.look is not None:
        with suppress(OptionError):
            return format, format.look(file)
    return format, Look(Table(file.label, (), (), ()), unit="")


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
        If no format that is read from as many files fits what they hold.

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
        raise OptionError(
            f"{counted(len(files), 'file')}: no format that is read from this number of files fits what they hold."
        )
    best = [each for each in found if each[1].sure == found[0][1].sure]
    best = [each for each in best if each[0].takes(len(files))] or best
    return max((_suggested(format, guess, opened, right) for format, guess in best), key=lambda each: each[0])[1]


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


class Recognised(NamedTuple):
    """The format of files, the files including those in folders, and the required arguments that they suggest."""

    format: Format
    files: Sequence[Source]
    derived: dict[str, Choice]

    def read(self, given: Mapping[str, Any]) -> PairedScores | Scores:
        """Call the format's reader with the given and the derived arguments."""
        scores = self.format.read(self.format.placed(self.files), {**self.derived, **given})
        if not self.derived:
            return scores
        told = ", ".join(f"{name} {value!r}" for name, value in self.derived.items())
        return replace(scores, notes=(f"Read as {self.format.holds}: {told}.", *scores.notes))


def recognise(
    named: Sequence[Source],
    given: Mapping[str, Any],
    formats: Iterable[Format] | None = None,
    accepts: Callable[[Format], bool] = lambda format: True,
) -> Recognised:
    """Return the format of files, and what its reader needs.

    Parameters
    ----------
    named : sequence of paths or Uploads
    given : mapping
        The arguments of the reader that the user gives.
    formats : iterable of Format, optional
        The formats to choose from, by default all.
    accepts : callable, optional
        Whether a format takes the arguments as the user writes them. The result does not accept them if no format of
        these files does.

    Raises
    ------
    DataError
        If a file cannot be read, or a folder is empty.
    OptionError
        If the format is read from another number of files, or its reader needs an argument that the files do not
        suggest.
    """
    known = list(FORMATS.values() if formats is None else formats)
    numbered = [format for format in known if format.takes(len(named))]
    files, fitting = gathered(named, [format for format in numbered if accepts(format)] or numbered or known)
    if list(files) != list(named):
        numbered = fitting
    fitting = _of_columns(fitting, files, given)
    is_asked = formats is not None and len(fitting) == 1
    gold = _gold(fitting, given) if len(files) > 1 else None
    if is_asked:
        format, right = fitting[0], None if gold is None else File(gold)
        _, found = _suggested(format, Guess(1, "it was asked for"), [File(file) for file in files], right)
    else:
        found = _surest(files, gold, numbered, fitting, accepts)
        format = FORMATS[found.kind]
    if list(files) != list(named) and not format.takes_many:
        raise OptionError(
            f"{' and '.join(map(label_of, named))}: no logs in such a folder. Name the files of both systems."
        )
    _refuse_number(format, len(files))
    derived = {name: found.options[name] for name in format.required if name in found.options and name not in given}
    _refuse_lacking(format, files, {*given, *derived}, is_asked)
    return Recognised(format, files, derived)


def _of_columns(formats: Sequence[Format], files: Sequence[Source], given: Mapping[str, Any]) -> list[Format]:
    """Return the formats that fit the columns asked for: of gold labels, or of scores beside gold labels."""
    in_column = [format for format in formats if any(option.name == "gold" for option in format.options)]
    if in_column and is_column(given.get("gold")):
        return in_column
    others = [format for format in formats if format is not LABEL_TABLES]
    columns, are_labels = given.get("columns"), not given.keys().isdisjoint(("gold", "labels"))
    if columns is None or are_labels or len(files) != 2 or not others or len(others) == len(formats):
        return list(formats)
    return others if are_scores([File(file) for file in files], columns) else list(formats)


def _gold(formats: Iterable[Format], given: Mapping[str, Any]) -> Source | None:
    """Return the first file of gold labels or references."""
    slots = (slot.name for format in formats for slot in format.slots if slot.flag)
    name = next((name for name in slots if name in given), None)
    return None if name is None else next(iter(several(given[name])), None)


def _surest(
    files: Sequence[Source],
    gold: Source | None,
    numbered: Sequence[Format],
    fitting: Sequence[Format],
    accepts: Callable[[Format], bool],
) -> Suggestion:
    if gold is not None:
        return suggest(*files, gold=gold, formats=fitting)
    opened = [File(file) for file in files]
    found = likely(opened, numbered)
    marked = [format for format, guess in found if guess.sure >= MARKED]
    # A file with a distinctive mark has its own format, whether or not that takes the arguments.
    if len(marked) == 1 or (marked and not any(map(accepts, marked))):
        return Suggestion(marked[0].name, "")
    if any(format in fitting for format, _ in found):
        return suggest(*files, formats=fitting)
    plain = [format for format in fitting if format.is_plain]
    return Suggestion((plain or [format for format, _ in found or likely(opened)])[0].name, "")


def _refuse_number(format: Format, n_files: int) -> None:
    if format.takes(n_files):
        return
    if n_files < len(format.named):
        raise OptionError(f"EXPERIMENTAL is missing: {format.holds} come in two files, BASELINE and EXPERIMENTAL.")
    are = "is one FILE that holds both systems" if len(format.named) == 1 else "come in two files"
    raise OptionError(f"{counted(n_files, 'file')} were named, but {format.holds} {are}.")


def _refuse_lacking(format: Format, files: Sequence[Source], given: set[str], is_asked: bool) -> None:
    if "missing_value" in format.shared and "baseline" not in given and not is_asked:
        refuse_one_system(files)
    names = " and ".join(map(label_of, files)) if len(files) < 3 else f"{label_of(files[0])} and the other files"
    slots = [slot for slot in format.slots if slot.flag and slot.name not in given]
    if slots and not is_asked:
        raise OptionError(f"{names} {slots[0].lacking} ({slots[0].name}=, {slots[0].flag} FILE).")
    lacking = [f"{name}= ({flag})" for name, flag in format.required.items() if name not in given]
    if lacking:
        refuse_one_system(files)
        columns = first_few(list(map(repr, look_at(File(files[0]))[1].table.columns)), limit=30)
        raise OptionError(f"To read {format.holds}, add {', '.join(lacking)}: {names} has the columns {columns}.")


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


def gathered(files: Sequence[Source], formats: Sequence[Format]) -> tuple[Sequence[Source], list[Format]]:
    """Return the files, including those in folders, and the possible formats.

    A folder is the files in it and below it, by name, for those formats only that are read from any number of files.
    """
    logs = [format for format in formats if format.takes_many]
    gathered: list[Source] = []
    for file in files:
        if isinstance(file, Upload) or not os.path.isdir(file):
            gathered.append(file)
        else:
            within = sorted(each for each in Path(file).rglob("*") if each.is_file())
            if logs and not within:
                raise DataError(f"{os.fspath(file)} is a folder without files: name one that holds logs.")
            gathered += within
    return (list(files), list(formats)) if not logs or gathered == list(files) else (gathered, logs)


def log_of(files: Sequence[Source], gold: Source | None = None) -> Recognised | None:
    """Return the format of the logs (and of the gold file, if given), with the files in folders; None for others."""
    sources, fitting = gathered(files, [each for each in FORMATS.values() if each.takes_many])
    with_gold = [each for each in fitting if any(slot.flag for slot in each.slots)]
    found = likely([File(source) for source in sources]) if gold is None else likely([File(gold)], with_gold)
    surest = found[0][0] if found else None
    if surest is not None and surest in fitting:
        return Recognised(surest, sources, {})
    if list(sources) != list(files):
        raise DataError("A folder without logs: name the files of the systems.")
    return None
