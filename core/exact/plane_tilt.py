"""The tilt of a plane's sums that moves the metric's difference onto a threshold where it is expected."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import NotExactError
from core.exact.swapped_plane import SwappedPlane

__all__ = ["moved_along", "tilt_towards"]

Floats = NDArray[Any]

# How often the gradient is taken again from the middle, and from far away.
_ROUNDS, _ROUNDS_FROM_AFAR = 3, 12
_DOUBLINGS, _HALVINGS, _FARTHEST = 60, 40, 1e9
# So few signs that oppose a tilt are none.
_NO_OTHERS = 0.5


def tilt_towards(law: SwappedPlane, difference_at: Callable[[Floats], float], x: float, start: Floats) -> Floats:
    """θ along the metric's gradient so that the metric's difference at E_θ T is x, or nearly all signs agree.

    Parameters
    ----------
    law : SwappedPlane
        The law of T.
    difference_at : callable
        The metric's difference at some T ``(2,)``.
    x : float
        The threshold.
    start : numpy.ndarray
        The tilt ``(2,)`` at whose E_θ T the first gradient is taken.

    Raises
    ------
    NotExactError
        If the metric's difference has no gradient.
    """
    theta, mean = start, law.mean(start)
    for _ in range(_ROUNDS_FROM_AFAR if start.any() else _ROUNDS):
        gradient = _gradient(law, difference_at, mean)
        if not gradient.any():
            raise NotExactError("the metric's difference has no gradient")
        low, high = 0.0, 1.0 / float(np.abs(law.steps @ gradient).max())

        def reached(size: float, gradient: Floats = gradient) -> bool:
            tilted = size * gradient
            return difference_at(law.mean(tilted)) >= x or law.opposing(tilted) <= _NO_OTHERS

        for _ in range(_DOUBLINGS):
            if reached(high):
                break
            low, high = high, 2 * high
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            low, high = (low, middle) if reached(middle) else (middle, high)
        theta = high * gradient
        mean = law.mean(theta)
    return theta


def _gradient(law: SwappedPlane, difference_at: Callable[[Floats], float], mean: Floats) -> Floats:
    """Of the metric's difference as a function of T, by differences of a step that the sums hardly notice."""
    size = np.maximum(np.sqrt(law.counts @ law.steps.astype(float) ** 2), 1.0)
    steps = np.diag(1e-3 * size)
    rise = [difference_at(mean + step) - difference_at(mean - step) for step in steps]
    gradient: Floats = np.array(rise) / (2e-3 * size) * law.steps.any(axis=0)
    return gradient


def moved_along(theta: Floats, direction: Floats, beyond: Callable[[Floats], bool]) -> Floats:
    """θ moved along a direction, either way, to the first place that is beyond."""
    size = 1.0
    while size < _FARTHEST and (beyond(theta - size * direction) or not beyond(theta + size * direction)):
        size *= 2
    low, high = -size, size
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if beyond(theta + middle * direction) else (middle, high)
    return theta + high * direction
