"""The end of a visitor's session, at which all the visitor's data are dropped.

Streamlit itself stops the visitor's work as soon as the page is closed: it asks the thread that draws the page to stop,
which does so when it next draws a progress bar (`progress`), and then its task in the pool is stopped too (`pool`).

Objects that exist when the app starts or when sessions end are left out of later garbage collections (`freeze`). With
20 people who move sliders of *Helped and hurt* on two cores, the 95th percentile of a redraw is 0.17 s instead of 0.27
(`benchmarks.load`, while other work ran on the machine).
"""

import asyncio
import gc
import threading
from functools import partial
from typing import NamedTuple

import pyarrow as pa
import streamlit as st
from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.state import SafeSessionState

from dashboard.server.limits import CACHE_SECONDS
from dashboard.server.store import STORE

# A browser that reconnects within this time gets its session back, for example after a short network failure.
GRACE_SECONDS = 60.0
_SWEEP_SECONDS = 5.0
_SWEEPING = threading.Lock()


class Visit(NamedTuple):
    """A session and its state."""

    name: str
    state: SafeSessionState


def current() -> str | None:
    """Return the name of the session whose page is drawn, and ask Streamlit to report its end."""
    context = get_script_run_ctx()
    return None if context is None else _visit(context.session_id).name


def leave(visit: Visit) -> None:
    """Drop the results of a session whose page was closed, and end the session unless it is open again in a minute.

    Otherwise Streamlit would keep its state until another session ends, which may be hours later.
    """
    STORE.forget(visit.name)
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        return  # no page was closed: a cache was cleared
    loop.call_later(GRACE_SECONDS, partial(_end, visit))


@st.cache_resource(scope="session", show_spinner=False, on_release=leave)
def _visit(name: str) -> Visit:
    context = get_script_run_ctx()
    assert context is not None
    return Visit(name, context.session_state)


def _end(visit: Visit) -> None:
    if not runtime.exists() or runtime.get_instance().is_active_session(visit.name):
        return
    runtime.get_instance().close_session(visit.name)
    # Streamlit's event loop keeps a reference to the session that it handled last.
    for key in visit.state.filtered_state:
        del visit.state[key]
    # A whole class may leave at the same moment, and each garbage collection takes 0.1 s.
    if _SWEEPING.acquire(blocking=False):
        asyncio.get_running_loop().call_later(_SWEEP_SECONDS, _sweep)


def _sweep() -> None:
    _SWEEPING.release()
    _give_back()
    asyncio.get_running_loop().call_later(CACHE_SECONDS, _give_back)


def _give_back() -> None:
    """Drop expired results, and free reference cycles, including those that existed when `freeze` ran."""
    STORE.drop_expired()
    gc.unfreeze()
    freeze()
    pa.default_memory_pool().release_unused()


def freeze() -> None:
    """Exclude the objects that exist now from later garbage collections: each would take 0.09 s instead of none."""
    gc.collect()
    gc.freeze()
