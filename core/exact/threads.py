"""Linear algebra on one thread: the products of an engine are too small to be shared.

On several threads each waits for the slowest, which on cores with other work takes longer than the product: a twentieth
of a second for what takes a thousandth.
"""

from contextlib import ContextDecorator
from functools import cache
from threading import Lock
from typing import Any

__all__ = ["on_one_thread"]

_LOCK = Lock()


class on_one_thread(ContextDecorator):
    """A context, or a decorator, in which the linear algebra library uses one thread.

    The first of several at once sets the limit, the last takes it back: inside another it costs next to nothing.
    """

    _open = 0
    _limits: Any = None

    def __enter__(self) -> "on_one_thread":
        with _LOCK:
            if not on_one_thread._open:
                on_one_thread._limits = _libraries().limit(limits=1, user_api="blas")
            on_one_thread._open += 1
        return self

    def __exit__(self, *_: object) -> None:
        with _LOCK:
            on_one_thread._open -= 1
            if not on_one_thread._open:
                on_one_thread._limits.restore_original_limits()


@cache
def _libraries() -> Any:
    from threadpoolctl import ThreadpoolController  # looks through all loaded libraries, once

    return ThreadpoolController()
