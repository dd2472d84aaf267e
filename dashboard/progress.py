"""Long work shows how far it is and can be stopped."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import streamlit as st

from core.errors import Stopped

__all__ = ["stoppable"]

# Work that ends sooner shows nothing, so that nothing flickers.
PATIENCE_SECONDS = 0.3


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
        with place.container(horizontal=True, vertical_alignment="center"):
            st.text(f"{doing} was stopped. Start again, or ask for fewer resamples.")
            st.button("Start again", key=f"restart-{name}", on_click=st.session_state.pop, args=("_stopped", None))
        raise Stopped(f"{doing} was stopped.")
    begun = time.monotonic()
    bar = None

    def progress(done: int, total: int) -> bool:
        nonlocal bar
        if time.monotonic() - begun < PATIENCE_SECONDS:
            return True
        if bar is None:
            with place.container():
                bar = st.progress(0.0)
                st.button(
                    f"Stop {doing[0].lower()}{doing[1:]}",
                    key=f"stop-{name}",
                    on_click=st.session_state.update,
                    args=({"_stopped": name},),
                )
        # Drawing also lets a click come through: Streamlit leaves the script here when the page has to run again.
        bar.progress(min(done / total, 1.0), f"{doing}: {done:,} of {total:,}")
        return True

    try:
        yield progress
    except Exception:
        place.empty()
        raise
    place.empty()
