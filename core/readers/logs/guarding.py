"""Files of a harness told from others, and those of another build refused in a sentence."""

import os
from collections.abc import Callable, Sequence
from functools import wraps
from typing import TypeAlias

from core.errors import ComparisonError, DataError
from core.phrases import counted, first_few
from core.readers.file import File
from core.readers.format import Sniff
from core.readers.logs.log import Log
from core.readers.text import Source, Upload

__all__ = ["Logs", "built_as", "is_of", "label_of", "strays"]

Logs: TypeAlias = Callable[[Sequence[Source]], list[Log]]


def built_as(holds: str) -> Callable[[Logs], Logs]:
    """Return a decorator of what makes logs: files of another build than the harness's are refused in a sentence."""

    def guarded(logs: Logs) -> Logs:
        @wraps(logs)
        def read(sources: Sequence[Source]) -> list[Log]:
            try:
                return logs(sources)
            except ComparisonError:
                raise
            except (AttributeError, LookupError, TypeError, ValueError, OverflowError, RecursionError) as error:
                names = first_few([label_of(source) for source in sources])
                raise DataError(f"{names}: not built as {holds} are ({error}): was a file changed by hand?") from None

        return read

    return guarded


def label_of(source: Source) -> str:
    """Return what messages call a file."""
    return source.name if isinstance(source, Upload) else os.fspath(source)


def strays(files: Sequence[File], known: Sequence[File], holds: str) -> list[str]:
    """Return a note on the files, of a folder say, that are none of the known ones."""
    others = [label_of(file.source) for file in files if file not in known]
    return [f"{counted(len(others), 'file')} not read, being no {holds}: {first_few(others)}."] if others else []


def is_of(file: File, sniff: Callable[[File], Sniff]) -> bool:
    """Return whether the file is of a kind; what is no text at all need not be."""
    try:
        return sniff(file).sure > 0
    except DataError:
        return False
