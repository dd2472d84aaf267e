"""Read files of any format; the format is recognised unless named."""

import os
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from core.common.phrases import counted, first_few
from core.data.paired import PairedScores
from core.data.scores import Scores
from core.errors import DataError, OptionError
from core.readers._preview import preview
from core.readers.format import Format
from core.readers.formats import FORMATS
from core.readers.parsing.text import Source, Upload, label_of, several
from core.readers.suggestion import refuse_one_system, suggest, suggest_as


def read(*files: Source, format: str | None = None, **options: Any) -> PairedScores | Scores:
    """Read files of any format: the scores of two systems, or of all systems in a log.

    Parameters
    ----------
    *files : path or Upload
        The baseline's file and the experimental system's, a table that holds both, or a log's files and folders.
    format : str, optional
        A key of `FORMATS`; by default the format is recognised. Unambiguous columns are then chosen too, and a note
        names them.
    **options
        Arguments of the format's reader, such as ``id=``, ``columns=``, ``gold=`` or ``missing="drop"``.

    Raises
    ------
    DataError
        If a file cannot be read.
    OptionError
        If the format cannot be recognised, or an option is missing or does not apply.

    Examples
    --------
    >>> from core.readers import Upload
    >>> read(Upload("old.txt", b"0\\n1\\n1\\n"), Upload("new.txt", b"1\\n1\\n1\\n"))
    PairedScores('old', 'new', n=3, columns=('score', 'items'))
    >>> rows = Upload("long.csv", b"item,system,f1\\na,old,.5\\na,new,.75\\nb,new,1\\nb,old,1\\n")
    >>> print(read(rows).notes[0])
    Read as a long table: system 'system', item 'item', score 'f1'.
    """
    if format is not None and format not in FORMATS:
        raise OptionError(f"format == {format!r}, must be one of {', '.join(FORMATS)}.")
    asked = FORMATS.values() if format is None else [FORMATS[format]]
    fitting = [each for each in asked if each.takes(len(files)) and set(options) <= each.accepted]
    sources, fitting = gathered(files, fitting)
    if not fitting:
        with_ = f" with {', '.join(f'{name}=' for name in options)}" if options else ""
        which = "No format is" if format is None else f"Format {format!r} is not"
        raise OptionError(
            f"{which} read from {counted(len(files), 'file')}{with_}: give two files, or one that holds both systems."
        )
    right = {slot.name for each in fitting for slot in each.slots if slot.flag and slot.name in options}
    gold = next(iter(several(options[min(right)])), None) if right and len(sources) > 1 else None
    if format is not None:
        found = suggest_as(FORMATS[format], sources, gold)
    else:
        try:
            found = suggest(*sources, gold=gold, formats=fitting)
        except OptionError:
            _refuse_needless(sources, gold, options)
            raise
    chosen = FORMATS[found.kind]
    told = {name: value for name, value in found.options.items() if name in chosen.required and name not in options}
    _refuse_open(chosen, sources, {*options, *told})
    placed = chosen.placed(sources) | {slot.name: options.pop(slot.name) for slot in chosen.slots if slot.flag}
    scores = chosen.read(placed, told | options)
    if not told:
        return scores
    note = f"Read as {chosen.holds}: {', '.join(f'{name} {value!r}' for name, value in told.items())}."
    return replace(scores, notes=(note, *scores.notes))


def _refuse_needless(files: Sequence[Source], gold: Source | None, options: Collection[str]) -> None:
    """Refuse options that the format of the files does not take."""
    found = FORMATS[suggest(*files, gold=gold).kind]
    needless = [f"{name}=" for name in options if name not in found.accepted]
    if needless:
        are, them = "s are" if len(files) > 1 else " is", "it" if len(needless) == 1 else "them"
        raise OptionError(
            f"The file{are} read as {found.holds}, without {', '.join(needless)}: leave {them} out, or name another "
            "format (format=)."
        )


def _refuse_open(format: Format, files: Sequence[Source], given: Collection[str]) -> None:
    """Refuse files that need an option which cannot be derived from them."""
    if "missing_value" in format.shared and not given:
        refuse_one_system(files)
    name = label_of(files[0])
    slots = [slot for slot in format.slots if slot.flag and slot.name not in given]
    if slots:
        raise OptionError(f"{name} and the other files {slots[0].lacking} ({slots[0].name}=FILE).")
    lacking = [f"{option.name}=" for option in format.options if option.required and option.name not in given]
    if lacking:
        refuse_one_system(files)
        columns = first_few([repr(column.name) for column in preview(files[0]).columns], limit=30)
        raise OptionError(f"To read {format.holds}, add {', '.join(lacking)}: {name} has the columns {columns}.")


def paired(scores: PairedScores | Scores, format: Format) -> PairedScores:
    """Return the pair, or the pair from a log of two systems."""
    if isinstance(scores, PairedScores):
        return scores
    if len(scores.names) == 2:
        return scores.pair(*scores.names)
    if len(scores.names) == 1:
        raise OptionError(f"The files hold one system only, {scores.names[0]}: give the other's too.")
    choose = [f"({option.name}=, {option.flag})" for option in format.options if option.name in _SYSTEMS]
    listed = first_few(scores.names, limit=30)
    raise OptionError(f"{counted(len(scores.names), 'system')} in the files, {listed}: choose two {' '.join(choose)}.")


_SYSTEMS = ("baseline", "experimental")


def gathered(files: Sequence[Source], formats: Sequence[Format]) -> tuple[list[Source], list[Format]]:
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
