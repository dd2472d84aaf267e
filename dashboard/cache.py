"""What is computed once and kept for everybody: the only ``st.cache_*`` of the project.

Results are kept by a digest of all the data plus names and options. Streamlit's own hashing of arguments is not used
for data: it reads large arrays from a sample, so that two different inputs can share a result.
"""

import gc
import hashlib
import threading
import time
import warnings
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, NamedTuple, TypeVar

import streamlit as st

from core.compare import compare
from core.paired import PairedScores
from core.report.items import Items, items_of
from core.result import Comparison
from core.studies.claim import ClaimCheck, check_claim
from core.studies.grid import PvalueGrid, pvalue_grid
from dashboard.samples import load

__all__ = [
    "Timed",
    "claim",
    "compared",
    "freeze",
    "grid",
    "items",
    "kept",
    "of_pair",
    "read_once",
    "sample",
    "specification",
]

T = TypeVar("T")


class Timed(NamedTuple):
    """A result and the seconds that it took when it was computed."""

    result: Comparison
    seconds: float


class Recent:
    """The values used last, at most ``max_entries``; safe to share between sessions."""

    def __init__(self, max_entries: int) -> None:
        self._max_entries = max_entries
        self._values: OrderedDict[Hashable, Any] = OrderedDict()
        self._lock = threading.Lock()

    def get_or_make(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the value of the key, made now if it is not there. Two sessions may both make it."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
        # Not under the lock: others need not wait, and an interrupted computation leaves no trace.
        value = make()
        with self._lock:
            self._values[key] = value
            while len(self._values) > self._max_entries:
                self._values.popitem(last=False)
        return value


@st.cache_resource(show_spinner=False, max_entries=32)
def _recent(room: str, max_entries: int) -> Recent:
    return Recent(max_entries)


def kept(room: str, key: Hashable, make: Callable[[], T], max_entries: int = 64) -> T:
    """Return what ``make`` returns, computed once for each key; the oldest of ``max_entries`` is forgotten.

    The key must name everything that the value depends on. What is returned is shared: do not change it.
    """
    return _recent(room, max_entries).get_or_make(key, make)


def _identity(pair: PairedScores) -> Hashable:
    """Everything that a result depends on; the digest covers statistics and ids, but not how they were printed."""
    return pair.digest, pair.baseline_name, pair.experimental_name, pair.decimals, pair.labels, pair.notes


def compared(
    pair: PairedScores, options: dict[str, Any], progress: Callable[[int, int], bool | None] | None = None
) -> Timed:
    """Return the comparison with these options of `core.compare`, and how long it took."""

    def make() -> Timed:
        start = time.perf_counter()
        with warnings.catch_warnings():
            # What compare() warns of is among the result's notes, which the page shows.
            warnings.simplefilter("ignore", UserWarning)
            result = compare(pair, **options, progress=progress)
        return Timed(result, time.perf_counter() - start)

    return kept("comparisons", (_identity(pair), tuple(sorted(options.items()))), make, 256)


def items(pair: PairedScores, metric: str) -> Items:
    """Return what each item did under the metric."""
    return of_pair("items", pair, metric, lambda: items_of(pair, metric))


def claim(n: int, baseline: str, experimental: str, alpha: float, side: str) -> ClaimCheck:
    """Return what a printed claim can mean; ``side`` is the alternative of all tests, or ``"usual"``."""
    key = (n, baseline, experimental, alpha, side)
    asked = None if side == "usual" else side
    return kept("claims", key, lambda: check_claim(n, baseline, experimental, alpha=alpha, alternative=asked), 64)


def grid(n: tuple[Any, ...], effects: tuple[Any, ...], hurts: tuple[Any, ...], options: dict[str, Any]) -> PvalueGrid:
    """Return the p-value grid of these values, with these options of `core.studies.grid.pvalue_grid`."""
    key = (n, effects, hurts, tuple(sorted(options.items())))
    return kept("grids", key, lambda: pvalue_grid(n, effects, hurts, **options), 128)


def of_pair(room: str, pair: PairedScores, key: Hashable, make: Callable[[], T], max_entries: int = 16) -> T:
    """Return what ``make`` makes of a pair, kept under all that the pair is and ``key``."""
    return kept(room, (_identity(pair), key), make, max_entries)


def sample(key: str) -> PairedScores:
    """Return a bundled sample."""
    return kept("samples", key, lambda: load(key))


def read_once(reader: str, data: tuple[bytes, ...], names: Hashable, read: Callable[[], T]) -> T:
    """Return what a reader makes of these bytes under these options; ``names`` holds all that is not in the bytes."""
    digests = tuple(hashlib.sha256(part).hexdigest() for part in data)
    return kept("read", (reader, digests, names), read, 24)


def specification(author: Callable[..., dict], name: str, *arguments: Hashable) -> dict:
    """Return a chart's Vega-Lite specification, authored once for each name and arguments."""
    return kept("specifications", (name, *arguments), lambda: author(*arguments), 128)


@st.cache_resource(show_spinner=False)
def freeze() -> None:
    """Take what is loaded by now, which stays, out of the garbage collector's rounds: each would take 0.1 s."""
    gc.collect()
    gc.freeze()
