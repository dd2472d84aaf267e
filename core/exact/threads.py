"""Matrix products on one thread: those of an engine are too small to be shared.

On several threads each waits for the slowest, which on cores with other work takes longer than the product.
"""

from contextlib import AbstractContextManager
from functools import cache
from typing import Any

__all__ = ["on_one_thread"]


def on_one_thread() -> AbstractContextManager[Any]:
    """Return a context in which the linear algebra library uses one thread."""
    limits: AbstractContextManager[Any] = _libraries().limit(limits=1, user_api="blas")
    return limits


@cache
def _libraries() -> Any:
    from threadpoolctl import ThreadpoolController  # looks through all loaded libraries, once

    return ThreadpoolController()
