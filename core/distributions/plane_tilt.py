"""The tilt of a plane's sums that moves the metric's difference onto a threshold where it is expected."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.distributions.swapped_plane import SwappedPlane
from core.errors import NotExactError

__all__ = ["tilt_towards"]

Floats = NDArray[Any]

# How often the gradient is taken again.
_ROUNDS = 3
_DOUBLINGS, _HALVINGS = 60, 40
# So few signs that oppose a tilt are none.
_NO_OTHERS = 0.5


def tilt_towards(law: SwappedPlane, difference_at: Callable[[Floats], float], x: float) -> Floats:
    """θ along the metric's gradient so that the metric's difference at E_θ T is x, or nearly all signs agree.

    Parameters
    ----------
    law : SwappedPlane
        The law of T.
    difference_at : callable
        The metric's difference at some T ``(2,)``.
    x : float
        The threshold.

    Raises
    ------
    NotExactError
        If the metric's difference has no gradient.
    """
    theta = mean = np.zeros(2)
    for _ in range(_ROUNDS):
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
