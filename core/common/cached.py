"""Properties computed once per instance, and functions that keep their latest result.

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

    Examples
    --------
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


class latest:
    """A function that keeps its latest result; unlike `functools.lru_cache` it can be pickled, without the result.

    Examples
    --------
    >>> squared = latest(lambda x: print("computed") or x**2)
    >>> squared(3), squared(3)
    computed
    (9, 9)
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._known: tuple[tuple[Any, ...], Any] | None = None

    def __call__(self, *arguments: Any) -> Any:
        known = self._known
        if known is None or known[0] != arguments:
            known = self._known = arguments, self._function(*arguments)
        return known[1]

    def __getstate__(self) -> dict[str, Any]:
        return {"_function": self._function, "_known": None}
