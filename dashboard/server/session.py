"""The end of a visitor's session, with which all that it brought is dropped."""

import asyncio
import threading
from functools import partial
from typing import NamedTuple

from streamlit import runtime
from streamlit.runtime.state import SafeSessionState

from dashboard.server.heap import give_back

__all__ = ["GRACE_SECONDS", "Visit", "end_later"]

# A connection that comes back within this time finds its session again: a moment without a network.
GRACE_SECONDS = 60.0
_SWEEP_SECONDS = 5.0
_SWEEPING = threading.Lock()


class Visit(NamedTuple):
    """A session, and what it holds."""

    name: str
    state: SafeSessionState


def end_later(visit: Visit) -> None:
    """End a session whose page was closed, unless it is open again by then.

    Streamlit would keep its state until another session ends, which may be hours later.
    """
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        return  # nobody left: a cache was cleared
    loop.call_later(GRACE_SECONDS, partial(_end, visit))


def _end(visit: Visit) -> None:
    if not runtime.exists() or runtime.get_instance().is_active_session(visit.name):
        return
    runtime.get_instance().close_session(visit.name)
    # Streamlit's loop keeps the session that it looked at last until it looks at another.
    for key in visit.state.filtered_state:
        del visit.state[key]
    # A session refers to itself. A whole class leaves at once, and each look at all objects takes a tenth of a second.
    if not _SWEEPING.locked():
        _SWEEPING.acquire()
        asyncio.get_running_loop().call_later(_SWEEP_SECONDS, _sweep)


def _sweep() -> None:
    _SWEEPING.release()
    give_back()
