"""The smallest n for a power, the smallest gain that n items can show, and power against n.

Exact power is a saw-tooth in n: one more item can raise the critical number and lower the power. So there are two
answers: the first n that reaches the power, and the smallest n from which every larger study has it. Both are found
without trying every n. power(n) = E B(M), with M the number of changed items. If B is replaced by its running maximum,
or by its minimum from M on, the expectation increases with n and is an upper or a lower bound of the power. Bisecting
the two bounds leaves a short range of sizes, which are all computed.
"""

from bisect import bisect_left
from typing import NamedTuple

import numpy as np
from scipy.special import ndtri

from core.common.arrays import Floats, Integers
from core.common.roots import root
from core.distributions.binomial import binomial_at_least
from core.planning.rates import EffectiveItems
from core.planning.rejections import Changes, changed_items, critical_bounds
from core.significance import TESTS
from core.significance.cells import LARGEST_N

# Below this the bounds hold from n = 1 on; above, for a stretch around the normal approximation.
_FEW = 400


class Reached(NamedTuple):
    """The first n with the power, and the smallest n from which every larger study has the power."""

    first: int
    stays: int


def smallest_n(changes: Changes, target: float) -> Reached | None:
    """Return the sizes at which a study reaches the target power; None if no n up to 10,000,000 does.

    >>> smallest_n(Changes.of(0.06, 0.04, "permutation", "two-sided", 0.05), 0.8)
    Reached(first=2043, stays=2043)
    """
    about = _approximate(changes, target)
    if about > LARGEST_N:
        return None
    spread = 0.02 + 8 / np.sqrt(about * changes.changed)
    low = max(1, int(about * (1 - spread))) if about > _FEW else 1
    high = int(about * (1 + spread)) + 60
    while True:
        bounds = _Bounds(changes, low, high)
        if bounds.upper(low) >= target > 0 and low > 1:
            low = 1
        elif bounds.lower(high) < target:
            if high >= LARGEST_N:
                return None
            high = min(2 * high, LARGEST_N)
        else:
            break
    first, last = bounds.between(low, high, target)
    # Among few sizes the bootstraps' critical numbers differ less, so the bounds are closer.
    first, last = _Bounds(changes, first, last, last).between(first, last, target)
    ns = np.arange(first, last + 1)
    enough = changes.power(ns) >= target
    lost = np.flatnonzero(~enough)
    stays = int(ns[lost[-1] + 1]) if lost.size else int(ns[0])
    return Reached(int(ns[np.argmax(enough)]), stays) if stays <= LARGEST_N else None


def smallest_gain(n: int, changes: Changes, target: float) -> float | None:
    """Return the smallest gain at which n items have the power, for a fixed share of changed items, or None.

    For a fixed number of changed items, the power increases with the share of them that is helped.
    """
    if not changes.changed:
        return None
    rows = next(changed_items(np.array([n]), changes.changed))
    m, mass = rows[1][0] + np.arange(rows[2].shape[1]), rows[2][0]
    inside = m <= n
    m, mass = m[inside], mass[inside]
    c = changes.critical(m, n)

    def short(share: float) -> float:
        return float(mass @ binomial_at_least(m, share, c)) - target

    if short(1.0) < 0:
        return None
    if short(0.5) >= 0:  # a target below the type-I error: any gain has it
        return 0.0
    return (2 * root(short, 0.5, 1.0) - 1) * changes.changed


def _approximate(changes: Changes, target: float) -> float:
    """The normal approximation, which is slightly too small; infinity if no size has the power."""
    gain, changed = changes.up - changes.down, changes.changed
    if gain <= 0 or changes.opposed:
        return np.inf
    z = -ndtri(changes.alpha / (2 if changes.two_sided else 1))
    reach = z * np.sqrt(changed) + ndtri(target) * np.sqrt(max(changed - gain**2, 0.0))
    root_n = float(reach / gain)
    return max(root_n * root_n, 1.0)  # of a gain near 0 infinite, where a power would raise


class _Bounds:
    """Bounds of the power of low … high items, and of more up to ``most``, that increase with n.

    Some of the items are averaged over first: M = M′ + M″, and the teeth of B are small in E B(m′ + M″).
    """

    def __init__(self, changes: Changes, low: int, high: int, most: int = LARGEST_N) -> None:
        self.changed, self.apart = changes.changed, low // 2
        (_, (first,), (kernel,)) = next(changed_items(np.array([self.apart]), self.changed))
        (_, starts, masses) = next(changed_items(np.array([low - self.apart, high - self.apart]), self.changed))
        # A block's rows are as wide as its widest, which holds the window of its last.
        self.start, stop = int(starts[0]), int(starts[-1]) + masses.shape[1]
        m = np.arange(self.start + int(first), stop + int(first) + len(kernel))
        easy, hard = critical_bounds(low, most, m, changes.test, changes.two_sided, changes.alpha)
        highest, lowest = (np.correlate(binomial_at_least(m, changes.share, c), kernel, "valid") for c in (easy, hard))
        self.highest = np.maximum.accumulate(highest)
        self.lowest = np.minimum.accumulate(lowest[::-1])[::-1]

    def between(self, low: int, high: int, target: float) -> tuple[int, int]:
        """Return the first of low … high that may have the power, and the first from which all of them have it."""
        first, last = (low + bisect_left(range(low, high), target, key=bound) for bound in (self.upper, self.lower))
        return first, last

    def upper(self, n: int) -> float:
        """Upper bound of the power of n items, and of fewer."""
        return self._mean(n, self.highest)

    def lower(self, n: int) -> float:
        """Lower bound of the power of n items, and of more."""
        return self._mean(n, self.lowest)

    def _mean(self, n: int, values: Floats) -> float:
        (_, (first,), (mass,)) = next(changed_items(np.array([n - self.apart]), self.changed))
        return float(mass @ values[first - self.start :][: len(mass)])


# With this standard deviation of the numbers of changed items, the saw-tooth is smaller than a pixel.
_SMOOTH = 20.0
# For the bootstraps, critical numbers are searched for every n.
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
