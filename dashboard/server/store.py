"""What was computed is kept for a while: bounded by bytes and by time, and gone with the session that it belongs to."""

import gc
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, TypeVar

import numpy as np

from dashboard.server.heap import trim
from dashboard.server.limits import CACHE_SECONDS

__all__ = ["Store", "weight"]

T = TypeVar("T")

_SWEEP_SECONDS = 30.0


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
            # A view keeps the whole array behind it.
            waiting.append(one.base)
        elif isinstance(one, FunctionType):
            # What it knows globally is there anyway.
            waiting += [one.__closure__, one.__defaults__, one.__kwdefaults__]
        elif isinstance(one, (tuple, list)) and one and isinstance(one[0], str):
            total += sum(map(sys.getsizeof, one))  # a million ids: not one by one
        else:
            total += _elsewhere(one)
            waiting += gc.get_referents(one)
    return total


def _elsewhere(value: Any) -> int:
    # pandas holds text in Arrow's memory, which the garbage collector does not see.
    return int(getattr(value, "nbytes", 0)) if type(value).__module__.startswith("pyarrow") else 0


@dataclass
class _Entry:
    value: Any
    owner: Hashable
    bytes: int
    used: float


class Store:
    """The values used last, in at most ``most_bytes`` and for at most ``seconds`` unused; safe to share.

    Parameters
    ----------
    most_bytes : int
        Of all values together. One that would take more than a quarter of it is not kept.
    seconds : float
        How long a value stays that nobody asks for.
    """

    def __init__(self, most_bytes: int, seconds: float = CACHE_SECONDS) -> None:
        self.most_bytes, self.seconds = most_bytes, seconds
        self.bytes = 0
        self._entries: OrderedDict[Hashable, _Entry] = OrderedDict()
        self._lock = threading.Lock()
        self._sweeper: threading.Thread | None = None

    def __len__(self) -> int:
        return len(self._entries)

    def get_or_make(self, key: Hashable, make: Callable[[], T], owner: Hashable = None) -> T:
        """Return the value of the key, made now if it is not there; what has an owner is for that one only.

        Two sessions may both make it: nobody waits for another's work, and work that is stopped leaves no trace.
        """
        key = (owner, key)
        with self._lock:
            entry = self._entries.get(key)
            if entry is not None:
                entry.used = time.monotonic()
                self._entries.move_to_end(key)
                return entry.value
        value = make()
        size = weight(value) + weight(key)
        if size <= self.most_bytes // 4:
            self._keep(key, _Entry(value, owner, size, time.monotonic()))
        return value

    def forget(self, owner: Hashable) -> None:
        """Drop all that the owner has."""
        with self._lock:
            for key in [key for key, entry in self._entries.items() if entry.owner == owner]:
                self._drop(key)

    def drop_expired(self) -> int:
        """Drop what nobody has asked for lately, and return how many values that were."""
        oldest = time.monotonic() - self.seconds
        with self._lock:
            expired = [key for key, entry in self._entries.items() if entry.used < oldest]
            for key in expired:
                self._drop(key)
        return len(expired)

    def _keep(self, key: Hashable, entry: _Entry) -> None:
        with self._lock:
            if key in self._entries:
                self._drop(key)
            self._entries[key] = entry
            self.bytes += entry.bytes
            while self.bytes > self.most_bytes:
                self._drop(next(iter(self._entries)))
            if self._sweeper is None:
                self._sweeper = threading.Thread(target=self._sweep, name="store", daemon=True)
                self._sweeper.start()

    def _drop(self, key: Hashable) -> None:
        self.bytes -= self._entries.pop(key).bytes

    def _sweep(self) -> None:
        # Nobody may come for hours, and time passes all the same.
        while True:
            time.sleep(_SWEEP_SECONDS)
            if self.drop_expired():
                trim()
