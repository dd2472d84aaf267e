"""The format of files, found in what they hold and in the arguments that the user gives."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from core.common.phrases import counted, first_few
from core.data.paired import PairedScores
from core.data.scores import Scores
from core.errors import DataError, OptionError
from core.readers._preview import preview
from core.readers.format import MARKED, Choice, Format
from core.readers.formats import FORMATS
from core.readers.labels.label_columns import is_column
from core.readers.parsing.file import File
from core.readers.parsing.text import Source, Upload, label_of, several
from core.readers.suggestion import Suggestion, likely, refuse_one_system, suggest, suggest_as, without_labels


class Recognised(NamedTuple):
    """The format of files, the files including those in folders, and the required arguments that they suggest."""

    format: Format
    files: Sequence[Source]
    derived: dict[str, Choice]

    def read(self, given: Mapping[str, Any]) -> PairedScores | Scores:
        """Call the format's reader with the given and the derived arguments."""
        slots = {slot.name: given[slot.name] for slot in self.format.slots if slot.flag}
        options = {name: value for name, value in given.items() if name not in slots}
        scores = self.format.read(self.format.placed(self.files) | slots, self.derived | options)
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
        If no format is read from so many files, or its reader needs an argument that the files do not suggest.
    """
    known = list(FORMATS.values() if formats is None else formats)
    numbered = [format for format in known if format.takes(len(named))]
    files, fitting = gathered(named, [format for format in numbered if accepts(format)] or numbered or known)
    if list(files) != list(named):
        numbered = fitting
    fitting = without_labels(_with_gold_column(fitting, given), files, given.get("columns"), _OF_LABELS & set(given))
    is_asked = formats is not None and len(fitting) == 1
    gold = _gold(fitting, given) if len(files) > 1 else None
    found = suggest_as(fitting[0], files, gold) if is_asked else _surest(files, gold, numbered, fitting, accepts)
    format = FORMATS[found.kind] if not is_asked else fitting[0]
    if list(files) != list(named) and not format.takes_many:
        raise OptionError(
            f"{' and '.join(map(label_of, named))}: no logs in such a folder. Name the files of both systems."
        )
    _refuse_number(format, len(files))
    derived = {name: found.options[name] for name in format.required if name in found.options and name not in given}
    _refuse_lacking(format, files, {*given, *derived}, is_asked)
    return Recognised(format, files, derived)


# Arguments of labels only
_OF_LABELS = {"gold", "labels"}


def _with_gold_column(formats: Sequence[Format], given: Mapping[str, Any]) -> list[Format]:
    """Return the formats that have a column of gold labels, if one is named, and no file."""
    gold = given.get("gold")
    in_column = [format for format in formats if any(option.name == "gold" for option in format.options)]
    return in_column if in_column and is_column(gold) else list(formats)


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
        columns = first_few([repr(column.name) for column in preview(files[0]).columns], limit=30)
        raise OptionError(f"To read {format.holds}, add {', '.join(lacking)}: {names} has the columns {columns}.")


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


def log_of(files: Sequence[Source], gold: Source | None = None) -> tuple[Format | None, Sequence[Source]]:
    """Return the format of the logs (and of the gold file, if given), and the files with folders expanded."""
    sources, fitting = gathered(files, [each for each in FORMATS.values() if each.takes_many])
    with_gold = [each for each in fitting if any(slot.flag for slot in each.slots)]
    found = likely([File(source) for source in sources]) if gold is None else likely([File(gold)], with_gold)
    surest = found[0][0] if found else None
    if surest is not None and surest in fitting:
        return surest, sources
    if list(sources) != list(files):
        raise DataError("A folder without logs: name the files of the systems.")
    return None, files
