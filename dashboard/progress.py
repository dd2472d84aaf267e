"""Long work shows how far it is, can be stopped, ends when its page is left, and takes no longer than a limit."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.errors import Stopped

__all__ = ["stoppable"]

# Work that ends sooner shows nothing, so that nothing flickers.
PATIENCE_SECONDS = 0.3
# Between two drawings of the bar: each is a message, and the moment in which a click, or that nobody is there any more,
# comes through.
_PAUSE_SECONDS = 0.2
# Others wait for the same processor.
LIMIT_SECONDS = 180.0


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
    bar = None

    def progress(done: int, total: int) -> bool:
        nonlocal bar, drawn
        now = time.monotonic()
        if now - begun > LIMIT_SECONDS:
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
    place.empty()


def _draw_stopped(place: DeltaGenerator, name: str, doing: str) -> None:
    why = st.session_state.get("_beyond_limit") or f"{doing} was stopped."
    with place.container(horizontal=True, vertical_alignment="center"):
        st.text(f"{why} Start again, or ask for fewer resamples.")
        st.button("Start again", key=f"restart-{name}", on_click=st.session_state.pop, args=("_stopped", None))


def _beyond_limit(doing: str, done: int, total: int) -> str:
    return (
        f"{doing} was ended after {LIMIT_SECONDS / 60:g} minutes, at {done:,} of {total:,}: others wait for the same "
        "server. The command line has no limit."
    )
