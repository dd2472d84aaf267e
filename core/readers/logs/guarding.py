"""Recognise a harness's files, and refuse files of an unsupported version with a message."""

import os
import re
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from core.common.phrases import counted, first_few
from core.errors import ComparisonError, DataError
from core.readers.format import Sniff
from core.readers.logs.log import Log
from core.readers.parsing.file import File
from core.readers.parsing.text import Source, Upload, file_names

__all__ = ["Logs", "bare_name", "guarded", "is_printed", "label_of", "systems_of"]

# Makes logs from the files and the other arguments of the format: its gold file, its options.
Logs: TypeAlias = Callable[..., list[Log]]


def guarded(logs: Logs, sniff: Callable[[File], Sniff], holds: str) -> Callable[..., list[Log]]:
    """Return a function that makes logs from the files of a kind; other files, for example in a folder, get a note.

    Errors from an unexpected file structure are raised as a DataError.
    """

    def made(sources: Sequence[Source | File], **more: Any) -> list[Log]:
        files = [each if isinstance(each, File) else File(each) for each in sources]
        known = [file for file in files if _is_of(file, sniff)]
        others = [label_of(file.source) for file in files if file not in known]
        if not known:
            raise DataError(f"{first_few(others)}: no {holds}.")
        try:
            found = logs(known, **more)
        except ComparisonError:
            raise
        except (ArithmeticError, AttributeError, LookupError, OSError, RuntimeError, TypeError, ValueError) as error:
            names = first_few([label_of(file.source) for file in known])
            what = f"no key {error}" if isinstance(error, KeyError) else error
            raise DataError(f"{names}: not built as {holds} are ({what}): was a file changed by hand?") from None
        for log in found if others else ():
            log.notes.append(f"{counted(len(others), 'file')} not read, being no {holds}: {first_few(others)}.")
        return found

    return made


def label_of(source: Source) -> str:
    """Return the name of a file in messages."""
    return source.name if isinstance(source, Upload) else os.fspath(source)


def is_printed(file: File, pattern: re.Pattern[str]) -> bool:
    """Return whether at least half of the first lines match the pattern at their start."""
    lines = file.any_text.content.split("\n", 200)[:200]
    return 2 * sum(pattern.match(line[:2000]) is not None for line in lines) > len(lines)


def bare_name(source: Source) -> str:
    """Return the name of a file without its folder and its last extension."""
    name = label_of(source).replace(os.sep, "/").rpartition("/")[2]
    return name.rpartition(".")[0] or name


def systems_of(files: Sequence[File]) -> list[str]:
    """Return the system name of each file: the file's name, or its folder's if all file names agree."""
    names = file_names([file.source for file in files]) if files else ()
    last = {name.rpartition("/")[2] for name in names}
    return [name.rpartition("/")[0] if len(last) == 1 and "/" in name else name for name in names]


def _is_of(file: File, sniff: Callable[[File], Sniff]) -> bool:
    """Return whether the file is of a kind; a binary file is not an error."""
    try:
        return sniff(file).sure > 0
    except DataError:
        return False
