"""A cache limited in bytes and in seconds, whose values are dropped with the session that owns them.

With it a redraw of *Helped and hurt* takes 25 ms of processor time instead of 117, and one of *p-value grid* 21 instead
of 300 (`python -m benchmarks.load --people 10`).
"""

import gc
import sys
import threading
import time
from collections.abc import Callable, Hashable
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, TypeVar

import numpy as np
from cachetools import TTLCache

from dashboard.server.limits import CACHE_BYTES, CACHE_SECONDS

T = TypeVar("T")


class Store:
    """The most recently used values, in at most ``most_bytes``, each for ``seconds`` after its last use; thread-safe.

    A value larger than a quarter of the bytes is not kept. ``clock`` returns seconds that never decrease.
    """

    def __init__(
        self, most_bytes: int, seconds: float = CACHE_SECONDS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.most_bytes = most_bytes
        # Each entry is a value and its bytes.
        self._entries: TTLCache = TTLCache(most_bytes, seconds, clock, getsizeof=lambda entry: entry[1])
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def bytes(self) -> int:
        """The bytes of all values."""
        return int(self._entries.currsize)

    def get_or_make(self, key: Hashable, make: Callable[[], T], owner: Hashable = None) -> T:
        """Return the value of the key for this owner; call ``make`` if there is none.

        Two sessions may both make the same value: neither waits for the other. If ``make`` raises an error, nothing is
        kept.
        """
        key = (owner, key)
        with self._lock:
            entry = self._entries.get(key)
            if entry is not None:
                self._entries[key] = entry  # the time since its last use starts again
                return entry[0]
        value = make()
        size = weight(value) + weight(key)
        if size <= self.most_bytes // 4:
            with self._lock:
                self._entries[key] = value, size
        return value

    def forget(self, owner: Hashable) -> None:
        """Drop all values of the owner."""
        with self._lock:
            for key in [key for key in self._entries if key[0] == owner]:
                del self._entries[key]

    def drop_expired(self) -> None:
        """Drop the values whose time since the last use is over."""
        with self._lock:
            self._entries.expire()


def weight(value: Any) -> int:
    """Return about how many bytes a value keeps in memory: its own and those of every object that it refers to.

    Examples
    --------
    >>> weight(np.zeros(1_000)) // 1_000, weight([np.zeros(1_000)[:1]]) // 1_000
    (8, 8)
    """
    seen: set[int] = set()
    waiting, total = [value], 0
    while waiting:
        one = waiting.pop()
        if id(one) in seen or isinstance(one, (type, ModuleType, BuiltinFunctionType)):
            continue
        seen.add(id(one))
        total += sys.getsizeof(one, 0)
        if isinstance(one, np.ndarray):
            waiting.append(one.base)  # a view keeps the whole base array in memory
        elif isinstance(one, FunctionType):
            # The function's globals exist anyway, so they are not counted.
            waiting += [one.__closure__, one.__defaults__, one.__kwdefaults__]
        elif isinstance(one, (tuple, list)) and one and isinstance(one[0], str):
            total += sum(map(sys.getsizeof, one))  # for speed: there may be a million ids
        else:
            if type(one).__module__.startswith("pyarrow"):  # the garbage collector does not see Arrow's memory
                total += int(getattr(one, "nbytes", 0))
            waiting += gc.get_referents(one)
    return total


# The results of all sessions share one limit.
STORE = Store(CACHE_BYTES)
