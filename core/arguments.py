"""Arguments that are numbers, checked at the boundary: whatever is passed, the sentence names it and its bounds."""

import math
from numbers import Real
from typing import Any

import numpy as np

from core.errors import OptionError

__all__ = ["check_margin", "check_share", "check_whole"]


def check_share(name: str, value: Any, example: float = 0.05) -> None:
    """Raise OptionError unless the value is a number between 0 and 1.

    Examples
    --------
    >>> check_share("alpha", "0.05")
    Traceback (most recent call last):
    core.errors.OptionError: alpha == '0.05', must be a number > 0 and < 1, for example 0.05.
    """
    if not _is_number(value) or not 0 < value < 1:
        raise OptionError(f"{name} == {value!r}, must be a number > 0 and < 1, for example {example:g}.")


def check_margin(value: Any) -> None:
    """Raise OptionError unless the value is a finite number above 0.

    Examples
    --------
    >>> check_margin(True)
    Traceback (most recent call last):
    core.errors.OptionError: margin == True, must be a number > 0: the largest difference that does not matter.
    """
    if not _is_number(value) or not 0 < value < math.inf:
        raise OptionError(f"margin == {value!r}, must be a number > 0: the largest difference that does not matter.")


def _is_number(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def check_whole(name: str, value: Any, least: int, most: int | None = None, hint: str = "") -> None:
    """Raise OptionError unless the value is a whole number within the bounds, both allowed.

    Examples
    --------
    >>> check_whole("n_resamples", 1.5, 1, 10_000_000, "; 10,000 is usual")
    Traceback (most recent call last):
    core.errors.OptionError: n_resamples == 1.5, must be a whole number >= 1 and <= 10,000,000; 10,000 is usual.
    """
    whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if not whole or value < least or (most is not None and value > most):
        bounds = f">= {least:,}" + ("" if most is None else f" and <= {most:,}")
        raise OptionError(f"{name} == {value!r}, must be a whole number {bounds}{hint}.")
