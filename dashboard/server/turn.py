"""Redraws of pages are serialised.

Python runs one thread of a process at a time. If many threads draw at the same time, all of them finish late, and
switching between threads costs time. With 50 people who move sliders of *Helped and hurt* on two cores, the 95th
percentile of a redraw is 0.27 s instead of 0.50 (`benchmarks.load`, while other work ran on the machine).
"""

import math
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

# A longer redraw computes, reads a large file or waits for a process; the other redraws do not wait for it.
_LONG_SECONDS = 0.15

_DRAWING: dict[int, float] = {}  # the threads that draw now, with the start time of each
_CHANGED = threading.Condition()


@contextmanager
def in_turn() -> Iterator[None]:
    """Wait for a free turn, then draw; a nested call uses the same turn."""
    me = threading.get_ident()
    if me in _DRAWING:
        yield
        return
    with _CHANGED:
        while (free_at := max(_DRAWING.values(), default=-math.inf) + _LONG_SECONDS) > time.monotonic():
            _CHANGED.wait(free_at - time.monotonic())
        _DRAWING[me] = time.monotonic()
    try:
        yield
    finally:
        with _CHANGED:
            del _DRAWING[me]
            _CHANGED.notify()
