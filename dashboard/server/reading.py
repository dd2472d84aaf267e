"""Files are read once in a session, large ones in another process: in this one they would delay all redraws.

Two files of 4.5 MB take 0.7 s of processor time, and files of 0.5 MB 0.06 s, about one redraw.
"""

import hashlib
import time
from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any, TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.data.paired import PairedScores
from core.data.scores import Scores
from core.errors import DataError
from core.readers import Upload
from dashboard.server import cache, work
from dashboard.server.limits import COMPUTATION_SECONDS, MOST_ITEMS
from dashboard.server.pool import Pool

T = TypeVar("T")

# Smaller files are read in about the time of one redraw.
LARGE = 2**20
# Separate from the pool of computations, in which a task may wait for minutes.
_READERS = Pool(1)
_PATIENCE_SECONDS = 0.5


def read_files(what: str, files: Sequence[Upload], key: Hashable, read: Callable[..., T], *arguments: Any) -> T:
    """Return ``read(*arguments)``, a function of a module, kept for this session; large files are read in a process.

    The value is identified by ``what`` is read, by the names and contents of the files, and by ``key``, which contains
    everything else that it depends on.

    Raises
    ------
    DataError
        If the files hold more items than are compared here, or reading takes longer than the time limit of a
        computation.
    ComparisonError
        If the reader raises it.
    """

    def make() -> T:
        value = _read_apart(read, *arguments) if sum(len(file.data) for file in files) >= LARGE else read(*arguments)
        if isinstance(value, PairedScores | Scores) and len(value) > MOST_ITEMS:
            raise DataError(
                f"These are {len(value):,} items, and at most {MOST_ITEMS:,} are compared here: use the command line "
                "(helped-hurt compare) for more."
            )
        return value

    contents = tuple((file.name, hashlib.sha256(file.data).hexdigest()) for file in files)
    return cache.of_session((what, contents, key), make)


def _read_apart(read: Callable[..., T], *arguments: Any) -> T:
    """Return ``read(*arguments)``, computed in another process."""
    begun, places = time.monotonic(), list[DeltaGenerator]()

    def say(*_: int) -> None:
        seconds = time.monotonic() - begun
        if seconds > COMPUTATION_SECONDS:
            raise DataError(
                f"These files were not read within {COMPUTATION_SECONDS / 60:g} minutes: bring fewer or smaller ones, "
                "or use the command line, which has no limit."
            )
        if seconds > _PATIENCE_SECONDS:
            # Drawn only now: an element more would move those below it each time that files are read.
            places[:] = places or [st.empty()]
            # Streamlit can also stop the script in this call, if the page has to run again.
            places[0].caption("Reading the files …")

    try:
        return _READERS.run(partial(work.without_progress, read, *arguments), say, say)
    finally:
        for place in places:
            place.empty()
