"""Read small members of a log in a zip archive, which may be compressed with Zstandard."""

import io
import os
import sys
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from core.errors import DataError
from core.readers.parsing.text import Source, Upload, label_of, read_bytes

_zipfile: Any = zipfile
_DAMAGED: tuple[type[Exception], ...] = (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError)
# Without these packages, archives compressed with DEFLATE can still be read.
with suppress(ImportError):
    if sys.version_info >= (3, 14):
        from compression.zstd import ZstdError
    else:
        from backports.zstd import ZstdError
        from backports.zstd import zipfile as _zipfile
    _DAMAGED = (_zipfile.BadZipFile, ZstdError, *_DAMAGED)

LARGEST_MEMBER = 200_000_000


class Archive:
    """An archive from which members of at most `LARGEST_MEMBER` bytes are read.

    Raises
    ------
    DataError
        If the archive is incomplete.
    """

    def __init__(self, source: Source) -> None:
        self.label = label_of(source)
        if isinstance(source, Upload) or not os.path.isfile(source):
            self._file: Any = io.BytesIO(read_bytes(source))
        else:
            self._file = os.fspath(source)
        with self._opened() as archive:
            self.names = archive.namelist()

    def read(self, name: str) -> bytes:
        """Return a member.

        Raises
        ------
        DataError
            If it is too large, damaged, or compressed by a method that this Python cannot read.
        """
        with self._opened() as archive, archive.open(name) as member:
            # The size in the archive's header may be wrong.
            data: bytes = member.read(LARGEST_MEMBER + 1)
        if len(data) > LARGEST_MEMBER:
            raise DataError(
                f"{self.label}: {name} in it holds more than {LARGEST_MEMBER // 1_000_000:,} MB, which no log needs: "
                "it is not read."
            )
        return data

    @contextmanager
    def _opened(self) -> Iterator[Any]:
        try:
            with _zipfile.ZipFile(self._file) as archive:
                yield archive
        except NotImplementedError:
            raise DataError(
                f"{self.label} is packed with Zstandard, which this Python cannot read: install backports.zstd, or "
                "give what `inspect log dump` prints of it."
            ) from None
        except _DAMAGED:
            raise DataError(f"{self.label} is not a whole zip archive: it is cut or damaged. Copy it again.") from None
