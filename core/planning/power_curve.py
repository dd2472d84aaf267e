"""Power against n, with its saw-tooth."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.planning.effective_items import EffectiveItems
from core.planning.rejections import Changes
from core.significance import TESTS

__all__ = ["PowerCurve", "power_curve"]

Integers = NDArray[np.int64]
Floats = NDArray[Any]

# With this standard deviation of the numbers of changed items, the teeth are smaller than a pixel.
_SMOOTH = 20.0
# Of the bootstraps, critical numbers are searched for every n.
_FEW_POINTS = 50


class PowerCurve(NamedTuple):
    """Power against n; ``low`` and ``high`` are its ends from each n up to the next, or those of its error."""

    n: Integers
    power: Floats
    low: Floats
    high: Floats


def power_curve(changes: Changes, effective: EffectiveItems, largest: int, n_points: int) -> PowerCurve:
    """Return the exact power at every n up to ``largest``, or at about ``n_points``.

    The ends between two points are those of every n where the saw-tooth can be seen and costs nothing (the permutation
    test, whose critical numbers are the same for all n), and the power itself elsewhere.
    """
    fast = TESTS[changes.test].only_changed
    step = max(1, -(-largest // (n_points if fast else min(n_points, _FEW_POINTS))))
    smooth = largest / effective.effect * changes.changed * (1 - changes.changed) > _SMOOTH**2
    neighbours = 1 if smooth or not fast else step
    n = np.arange(1, largest + 1, step)
    every = n[:, None] + np.arange(neighbours)
    independent = np.maximum(1, np.floor(every / effective.effect + 1e-9).astype(np.int64))
    once, places = np.unique(independent, return_inverse=True)
    power = changes.power(once)[places.ravel()].reshape(every.shape)
    return PowerCurve(n, power[:, 0], power.min(axis=1), power.max(axis=1))
