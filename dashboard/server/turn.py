"""Redraws wait for each other, so that each is soon done.

Python runs one thread of a process at a time. Twenty threads that draw a page each are all done late, and what they
lose by switching between them makes it later still; of two at once each takes nearly twice as long.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from dashboard.server.limits import REDRAWS_AT_ONCE

# Whoever takes longer computes, reads a large file or waits for a process: the others do not wait for that.
_LONG_SECONDS = 0.15

_DRAWING: dict[int, float] = {}  # the threads that draw, and when each began
_CHANGED = threading.Condition()


@contextmanager
def in_turn() -> Iterator[None]:
    """Wait until few others draw, then draw; what is drawn within it has the same turn."""
    me = threading.get_ident()
    if me in _DRAWING:
        yield
        return
    with _CHANGED:
        while (seconds := _seconds_to_wait()) > 0:
            _CHANGED.wait(seconds)
        _DRAWING[me] = time.monotonic()
    try:
        yield
    finally:
        with _CHANGED:
            del _DRAWING[me]
            _CHANGED.notify()


def _seconds_to_wait() -> float:
    """How long until a turn is free at the latest."""
    # The begins of those that count, the latest first.
    begun = sorted(_DRAWING.values(), reverse=True)[:REDRAWS_AT_ONCE]
    return 0.0 if len(begun) < REDRAWS_AT_ONCE else begun[-1] + _LONG_SECONDS - time.monotonic()
