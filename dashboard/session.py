"""The end of a visitor's session, with which all that it brought is dropped."""

import asyncio
import gc
from functools import partial

from streamlit import runtime

__all__ = ["GRACE_SECONDS", "end_later"]

# A connection that comes back within this time finds its session again: a moment without a network.
GRACE_SECONDS = 60.0


def end_later(name: str) -> None:
    """End a session whose page was closed, unless it is open again by then.

    Streamlit would keep its state until another session ends, which may be hours later.
    """
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        return  # nobody left: a cache was cleared
    loop.call_later(GRACE_SECONDS, partial(_end, name))


def _end(name: str) -> None:
    if runtime.exists() and not runtime.get_instance().is_active_session(name):
        runtime.get_instance().close_session(name)
        # A session refers to itself, and what was there when `cache.freeze` ran is looked at only when unfrozen.
        gc.unfreeze()
        gc.collect()
        gc.freeze()
