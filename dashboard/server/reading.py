"""Large files are read in a process of their own: in this one, everybody's redraws would wait for the interpreter."""

import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.errors import DataError
from core.readers import Upload
from dashboard.server.limits import COMPUTATION_SECONDS
from dashboard.server.pool import Pool

T = TypeVar("T")

# Smaller ones are read in the time that a redraw takes.
LARGE = 2**20
# Not that of the computations, which may keep others waiting for minutes.
_READERS = Pool(1)
_PATIENCE_SECONDS = 0.5


def read_apart(files: Iterable[Upload], read: Callable[..., T], *arguments: Any) -> T:
    """Return ``read(*arguments)``, a function of `dashboard.server.work`, computed elsewhere where the files are large.

    Raises
    ------
    DataError
        If it takes longer than a computation may.
    ComparisonError
        Whatever the reading raises.
    """
    if sum(len(file.data) for file in files) < LARGE:
        return read(*arguments)
    begun, place = time.monotonic(), _Place()

    def say(*_: int) -> None:
        seconds = time.monotonic() - begun
        if seconds > COMPUTATION_SECONDS:
            raise DataError(
                f"These files were not read within {COMPUTATION_SECONDS / 60:g} minutes: bring fewer or smaller ones, "
                "or use the command line, which has no limit."
            )
        if seconds > _PATIENCE_SECONDS:
            place.say("Reading the files …")

    try:
        return _READERS.run(partial(read, *arguments), say, say)
    finally:
        place.clear()


class _Place:
    """Where it is said that files are read: nowhere, until it is."""

    def __init__(self) -> None:
        self._drawn: DeltaGenerator | None = None

    def say(self, text: str) -> None:
        # Drawing also lets Streamlit leave the script here, when the page has to run again.
        self._drawn = self._drawn or st.empty()
        self._drawn.caption(text)

    def clear(self) -> None:
        if self._drawn is not None:
            self._drawn.empty()
