"""What is free again goes back to the operating system: a server that was busy in the morning is small at noon.

The C library of Linux gives each thread a heap of its own, up to eight a core, and each redraw is a thread: what one
left between what others still use stays in the process. Elsewhere than on Linux nothing is changed.
"""

import ctypes
import gc
from contextlib import suppress

import pyarrow as pa

__all__ = ["give_back", "one_heap", "trim"]

# Of glibc's malloc.h.
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8
_HEAPS, _LARGE_BYTES, _SPARE_BYTES = 1, 2**18, 2**20


def one_heap() -> None:
    """Have all threads share one heap, and give large arrays pages of their own, which go back when they are freed.

    A chart's data and its message are such arrays. Among the small things that stay they left holes: a hundred visitors
    made the heaps grow by 38 MB, and so by 15.
    """
    with suppress(OSError, AttributeError):
        library = ctypes.CDLL("libc.so.6")
        library.mallopt(_M_ARENA_MAX, _HEAPS)
        library.mallopt(_M_MMAP_THRESHOLD, _LARGE_BYTES)
        library.mallopt(_M_TRIM_THRESHOLD, _SPARE_BYTES)


def give_back() -> None:
    """Collect what only refers to itself, also of what was there when `cache.freeze` ran, and return free pages."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    trim()


def trim() -> None:
    """Return free pages; the tables of charts have an allocator of their own."""
    pa.default_memory_pool().release_unused()
    with suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").malloc_trim(0)
