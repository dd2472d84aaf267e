"""Computed values, kept up to a number of bytes and seconds, and dropped with the session that they belong to."""

import gc
import sys
import threading
import time
from collections.abc import Callable, Hashable
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, NamedTuple, TypeVar

import numpy as np
from cachetools import TTLCache

from dashboard.server.limits import CACHE_BYTES, CACHE_SECONDS

T = TypeVar("T")


class _Entry(NamedTuple):
    value: Any
    bytes: int


class Store:
    """The values used last, in at most ``most_bytes`` and for at most ``seconds`` unused; safe to share.

    Parameters
    ----------
    most_bytes : int
        Limit for all values together. A value of more than a quarter of it is not kept.
    seconds : float
        How long a value is kept after its last use.
    clock : callable
        Returns seconds that never go back.
    """

    def __init__(
        self, most_bytes: int, seconds: float = CACHE_SECONDS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.most_bytes = most_bytes
        self._entries: TTLCache = TTLCache(most_bytes, seconds, clock, getsizeof=lambda entry: entry.bytes)
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def bytes(self) -> int:
        """The bytes of all values."""
        return int(self._entries.currsize)

    def get_or_make(self, key: Hashable, make: Callable[[], T], owner: Hashable = None) -> T:
        """Return the value of the key for this owner, made now if it is not there.

        Two sessions may both make it: neither waits for the other's work, and work that is stopped leaves no trace.
        """
        key = (owner, key)
        with self._lock:
            entry = self._entries.get(key)
            if entry is not None:
                self._entries[key] = entry  # its time begins again
                return entry.value
        value = make()
        size = weight(value) + weight(key)
        if size <= self.most_bytes // 4:
            with self._lock:
                self._entries[key] = _Entry(value, size)
        return value

    def forget(self, owner: Hashable) -> None:
        """Drop all values of the owner."""
        with self._lock:
            for key in [key for key in self._entries if key[0] == owner]:
                del self._entries[key]

    def drop_expired(self) -> None:
        """Drop the values that were not used lately."""
        with self._lock:
            self._entries.expire()


def weight(value: Any) -> int:
    """Return about how many bytes a value keeps from being freed: its own and those of all that it refers to.

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
            waiting.append(one.base)  # a view keeps the whole array behind it
        elif isinstance(one, FunctionType):
            # Its globals are there anyway.
            waiting += [one.__closure__, one.__defaults__, one.__kwdefaults__]
        elif isinstance(one, (tuple, list)) and one and isinstance(one[0], str):
            total += sum(map(sys.getsizeof, one))  # a million ids: not one by one
        else:
            if type(one).__module__.startswith("pyarrow"):  # Arrow's memory is not the garbage collector's
                total += int(getattr(one, "nbytes", 0))
            waiting += gc.get_referents(one)
    return total


# The results of everybody, in one budget.
STORE = Store(CACHE_BYTES)
