"""Properties computed once per instance.

Before Python 3.12 `functools.cached_property` holds one lock for all instances of a class while it computes, so that
concurrent comparisons wait for each other. The properties here are functions of frozen data: two threads may compute
the same value twice.
"""

import functools
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any, TypeVar

T = TypeVar("T")


class cached_property(functools.cached_property[T]):
    """`functools.cached_property` without its lock.

    >>> class Sum:
    ...     @cached_property
    ...     def value(self):
    ...         print("computed")
    ...         return 3
    >>> sum_ = Sum()
    >>> sum_.value + sum_.value
    computed
    6
    """

    def __init__(self, func: Callable[[Any], T]) -> None:
        super().__init__(func)
        self.lock = nullcontext()
