"""Linear algebra on one thread: an engine's matrix products are too small to be split between threads.

Each of several threads waits for the slowest. On busy cores that wait exceeds the time of the product: 50 ms instead of
1 ms.
"""

from collections.abc import Sequence
from contextlib import ContextDecorator
from functools import cache
from threading import Lock
from typing import Any

_LOCK = Lock()


class on_one_thread(ContextDecorator):
    """A context, or a decorator, in which the linear algebra library uses one thread.

    The outermost context sets the limit and resets it; an inner context costs almost no time.
    """

    _open = 0
    _before: tuple[int, ...] = ()

    def __enter__(self) -> "on_one_thread":
        with _LOCK:
            if not on_one_thread._open:
                on_one_thread._before = tuple(library.num_threads for library in _libraries())
                _set([1] * len(_libraries()))
            on_one_thread._open += 1
        return self

    def __exit__(self, *_: object) -> None:
        with _LOCK:
            on_one_thread._open -= 1
            if not on_one_thread._open:
                _set(on_one_thread._before)


def _set(threads: Sequence[int]) -> None:
    for library, n in zip(_libraries(), threads, strict=True):
        library.set_num_threads(n)


@cache
def _libraries() -> list[Any]:
    from threadpoolctl import ThreadpoolController  # looks through all loaded libraries, once

    # `limit` is slower: it queries every property of each library.
    return list(ThreadpoolController().select(user_api="blas").lib_controllers)
