"""Files that a command writes."""

from collections.abc import Sequence
from pathlib import Path

from core.errors import DataError, OptionError

__all__ = ["write"]


def write(path: Path, text: str, read: Sequence[str] = ()) -> None:
    """Write a file, unless it is one of those that were read, by whatever name or link.

    Raises
    ------
    OptionError
        If it is one of them.
    DataError
        If it cannot be written.
    """
    try:
        is_read = path.exists() and any(path.samefile(source) for source in read)
        if not is_read:
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise DataError(f"{path} cannot be written ({error.strerror}): choose another place.") from None
    if is_read:
        raise OptionError(f"--output {path} is the file that is read: name another one.")
