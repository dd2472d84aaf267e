"""Check arguments: an error names the argument, its value, and the allowed values."""

import math
import sys
from collections.abc import Callable, Iterable
from numbers import Real
from typing import Any

import numpy as np

from core.common.progress import progress_bar
from core.errors import OptionError

# Longer values are cut in messages.
_LONGEST = 60


def argument(name: str, value: Any) -> str:
    """Return the argument for the start of a message, on one line of bounded length.

    >>> argument("seed", -1), argument("n", 10**5000)
    ('seed == -1', 'n == a number of 5,001 digits')
    """
    try:
        text = " ".join(repr(value).split())
    except ValueError:  # Python does not print integers of more than 4,300 digits
        text = f"a number of {round(math.log10(abs(value))) + 1:,} digits" if isinstance(value, int) else "?"
    return f"{name} == {text if len(text) <= _LONGEST else text[:_LONGEST] + '…'}"


def check_choice(name: str, value: Any, allowed: Iterable[str]) -> None:
    """Raise OptionError unless the value is one of these names."""
    if not isinstance(value, str) or value not in tuple(allowed):
        raise OptionError(f"{argument(name, value)}, must be one of {', '.join(allowed)}.")


def check_share(name: str, value: Any, example: float = 0.05) -> None:
    """Raise OptionError unless the value is a number between 0 and 1."""
    if not _is_number(value) or not 0 < value < 1:
        raise OptionError(f"{argument(name, value)}, must be a number > 0 and < 1, for example {example:g}.")


def check_number(name: str, value: Any, least: float, most: float, hint: str = "") -> None:
    """Raise OptionError unless the value is a number within the bounds, inclusive."""
    if not _is_number(value) or not least <= value <= most:
        raise OptionError(f"{argument(name, value)}, must be a number >= {least:g} and <= {most:,.10g}{hint}.")


def check_margin(value: Any) -> None:
    """Raise OptionError unless the value is a finite number above 0."""
    if not _is_number(value) or not 0 < value <= 1e300:
        raise OptionError(
            f"{argument('margin', value)}, must be a number > 0: the largest difference that does not matter."
        )


def _is_number(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def check_whole(name: str, value: Any, least: int, most: int | None = None, hint: str = "") -> int:
    """Return the integer, or raise OptionError unless it is one within the bounds, inclusive.

    >>> check_whole("n_resamples", 1.5, 1, 10_000_000, "; 10,000 is usual")
    Traceback (most recent call last):
    core.errors.OptionError: n_resamples == 1.5, must be a whole number >= 1 and <= 10,000,000; 10,000 is usual.
    """
    whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if not whole or value < least or (most is not None and value > most):
        bounds = f">= {least:,}" + ("" if most is None else f" and <= {most:,}")
        raise OptionError(f"{argument(name, value)}, must be a whole number {bounds}{hint}.")
    return int(value)


def check_levels(alpha: Any, confidence_level: Any) -> None:
    """Raise OptionError unless both are numbers between 0 and 1."""
    check_share("alpha", alpha)
    check_share("confidence_level", confidence_level, example=0.95)


def check_resamples(n_resamples: Any, seed: Any, most: int = 10_000_000, usual: int = 10_000) -> tuple[int, int]:
    """Return the number of resamples and their seed as integers, or raise OptionError unless they are in range."""
    return check_whole("n_resamples", n_resamples, 1, most, f"; {usual:,} is usual"), check_whole("seed", seed, 0)


def check_wholes(name: str, values: Any, most: int) -> tuple[int, ...]:
    """Return the integers, or raise OptionError unless there is at least one and all are from 1 to ``most``."""
    listed = isinstance(values, Iterable) and not isinstance(values, str | bytes | dict | set)
    several = list(values) if listed else []
    if not several:
        raise OptionError(f"{argument(name, values)}, must be a list of whole numbers, at least one.")
    return tuple(check_whole(name, value, 1, most) for value in several)


def check_progress(value: Any) -> Callable[[int, int], bool | None] | None:
    """Return the function to call with (done, total): the given one, or one that draws a bar.

    True draws a bar, None only in a notebook, and False never.

    Raises OptionError if the value is something else.
    """
    if callable(value):
        return value
    if value is not None and not isinstance(value, bool):
        raise OptionError(f"{argument('progress', value)}, must be a function of (done, total), True, False or None.")
    in_notebook = "ipykernel" in sys.modules
    return progress_bar() if value or (value is None and in_notebook) else None
