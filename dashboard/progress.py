"""Long work shows how far it is, can be stopped, ends when its page is left, waits its turn, and takes limited time."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.errors import Stopped
from dashboard.limits import COMPUTATION_SECONDS, COMPUTATIONS_AT_ONCE

__all__ = ["TURNS", "Turns", "stoppable"]

# Work that ends sooner shows nothing, so that nothing flickers.
PATIENCE_SECONDS = 0.3
# Between two drawings of the bar: each is a message, and the moment in which a click, or that nobody is there any more,
# comes through.
_PAUSE_SECONDS = 0.2


class Turns:
    """So many may compute at once; the others wait."""

    def __init__(self, most: int) -> None:
        self._free = threading.BoundedSemaphore(most)
        self._lock = threading.Lock()
        self.taken = self.waiting = 0

    def take(self, while_waiting: Callable[[], object]) -> None:
        """Wait for a turn, and call this again and again meanwhile; it may raise."""
        self._count(waiting=1)
        try:
            while not self._free.acquire(timeout=_PAUSE_SECONDS):
                while_waiting()
        finally:
            self._count(waiting=-1)
        self._count(taken=1)

    def give_back(self) -> None:
        """Let another begin."""
        self._count(taken=-1)
        self._free.release()

    def _count(self, taken: int = 0, waiting: int = 0) -> None:
        with self._lock:
            self.taken += taken
            self.waiting += waiting


# Of this process.
TURNS = Turns(COMPUTATIONS_AT_ONCE)


@contextmanager
def stoppable(name: str, doing: str) -> Iterator[Callable[[int, int], bool]]:
    """Give a progress callback for `core`; a bar and a button appear when the work takes long.

    Pressing it runs the page again, where the same work, known by its ``name``, raises `Stopped` at its first step
    until *Start again* is pressed.

    Parameters
    ----------
    name : str
        Names the work and all that it depends on, so that changed settings start afresh.
    doing : str
        What the bar says, such as "Resampling".
    """
    place = st.empty()
    if st.session_state.get("_stopped") == name:
        _draw_stopped(place, name, doing)
        raise Stopped(f"{doing} was stopped.")
    begun = drawn = time.monotonic()
    bar, waited, has_turn = None, 0.0, False

    def progress(done: int, total: int) -> bool:
        nonlocal bar, drawn, waited, has_turn
        now = time.monotonic()
        if now - begun - waited > COMPUTATION_SECONDS:
            # Kept, so that what is done next on the page does not begin it once more.
            st.session_state.update(_stopped=name, _beyond_limit=_beyond_limit(doing, done, total))
            raise Stopped(f"{doing} took too long.")
        if now - begun < PATIENCE_SECONDS or (bar is not None and now - drawn < _PAUSE_SECONDS):
            return True
        drawn = now
        if bar is None:
            with place.container():
                bar = st.progress(0.0)
                st.button(
                    f"Stop {doing[0].lower()}{doing[1:]}",
                    key=f"stop-{name}",
                    on_click=st.session_state.update,
                    args=({"_stopped": name, "_beyond_limit": ""},),
                )
        # Work that takes long waits while as many others compute as may; short work never comes here.
        if not has_turn:
            others = f"{doing}: others are computing; this goes on as soon as one is done"
            TURNS.take(lambda: bar.progress(min(done / total, 1.0), others))
            has_turn = True
        waited += time.monotonic() - now
        # Drawing also lets a click come through: Streamlit leaves the script here when the page has to run again.
        bar.progress(min(done / total, 1.0), f"{doing}: {done:,} of {total:,}")
        return True

    try:
        yield progress
    except Exception:
        place.empty()
        if st.session_state.get("_stopped") == name:
            _draw_stopped(place, name, doing)
        raise
    finally:
        if has_turn:
            TURNS.give_back()
    place.empty()


def _draw_stopped(place: DeltaGenerator, name: str, doing: str) -> None:
    why = st.session_state.get("_beyond_limit") or f"{doing} was stopped."
    with place.container(horizontal=True, vertical_alignment="center"):
        st.text(f"{why} Start again, or ask for fewer resamples.")
        st.button("Start again", key=f"restart-{name}", on_click=st.session_state.pop, args=("_stopped", None))


def _beyond_limit(doing: str, done: int, total: int) -> str:
    return (
        f"{doing} was ended after {COMPUTATION_SECONDS / 60:g} minutes, at {done:,} of {total:,}: others wait for the "
        "same server. The command line has no limit."
    )
