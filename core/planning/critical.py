"""Critical numbers: of so many changed items, how many must be helped before a test calls the study significant.

Given the items that changed, a test's p-value falls with those that were helped, so significance begins at one number.
The permutation test's does not depend on the number of items at all; the bootstraps' does, a little.
"""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from core.significance import TESTS
from core.significance.cells import LARGEST_N, helped_hurt_pvalues

__all__ = ["critical_bounds", "critical_numbers", "critical_steps"]

Integers = NDArray[np.int64]
Floats = NDArray[Any]

# Up to here critical numbers are kept: half a megabyte for each n, test and α.
_LARGEST_KNOWN = 100_000
# Numbers of tied items between which the bootstraps' critical numbers hardly move; see critical_bounds.
_TIED = (0, 1, 2, 3, 4, 16, 256)


def critical_numbers(n: int, changed: Integers, test: str, two_sided: bool, alpha: float) -> Integers:
    """Return, for each number of changed items, the least number helped with p ≤ α (one more than all if none).

    They do not depend on the rates, so that a slider which moves them is answered from what is known already.
    """
    # The permutation test looks at the changed items only.
    room, key = (_LARGEST_KNOWN, 0) if TESTS[test].only_changed else (n, n)
    if max(room, changed.max(initial=0)) > _LARGEST_KNOWN:
        return _search(np.full_like(changed, n), changed, test, two_sided, alpha)
    known = _known(key, room, test, two_sided, alpha)
    missing = np.unique(changed[known[changed] < 0])
    if missing.size:
        known[missing] = _search(np.full_like(missing, n), missing, test, two_sided, alpha)
    return known[changed].astype(np.int64)


def critical_bounds(low: int, changed: Integers, test: str, two_sided: bool, alpha: float) -> tuple[Integers, Integers]:
    """Return the smallest and the largest critical number that any n ≥ low gives to these numbers of changed items.

    The bootstraps' critical numbers grow with the tied items, as a resample's number of changed items then varies
    more. Only among the first four tied items do they go up and down, because without ties every sum is of one parity.
    """
    if TESTS[test].only_changed:
        same = critical_numbers(int(changed.max(initial=1)), changed, test, two_sided, alpha)
        return same, same
    items = [np.maximum(changed + tied, max(low, 1)) for tied in _TIED] + [np.full_like(changed, LARGEST_N)]
    cells = np.stack([np.concatenate(items), np.tile(changed, len(items))])
    once, places = np.unique(cells, axis=1, return_inverse=True)
    table = _search(once[0], once[1], test, two_sided, alpha)[places.ravel()].reshape(len(items), len(changed))
    return table.min(axis=0), table.max(axis=0)


def critical_steps(
    low: int, high: int, changed: Integers, test: str, two_sided: bool, alpha: float
) -> tuple[Integers, Integers] | None:
    """Return the critical numbers of ``low`` items, and the n ≤ high from which they are one more (high + 1 if none).

    None where they grow by more than one, or too few items are tied for them to grow at all: see critical_bounds.
    """
    if low - changed.max(initial=0) < _TIED[4]:
        return None
    first, last = (_search(np.full_like(changed, n), changed, test, two_sided, alpha) for n in (low, high))
    if not ((last - first >= 0) & (last - first <= 1)).all():
        return None
    step = np.where(first == last, high + 1, high)
    rising = np.flatnonzero(first != last)
    least, most = np.full(len(rising), low), np.full(len(rising), high)
    while (searching := np.flatnonzero(most - least > 1)).size:
        middle = (least[searching] + most[searching]) // 2
        m = rising[searching]
        more = _search(middle, changed[m], test, two_sided, alpha) > first[m]
        most[searching] = np.where(more, middle, most[searching])
        least[searching] = np.where(more, least[searching], middle)
    step[rising] = most
    return first, step


@lru_cache(maxsize=64)
def _known(n: int, largest: int, test: str, two_sided: bool, alpha: float) -> NDArray[np.int32]:
    """The critical numbers found so far, −1 where not yet; threads may fill it at once, with the same numbers."""
    return np.full(largest + 1, -1, dtype=np.int32)


def _search(n: Integers, changed: Integers, test: str, two_sided: bool, alpha: float) -> Integers:
    """Find the critical numbers of each (n, changed).

    The normal approximation is nearly always right or off by one; the whole range is bisected where it is not.
    Two-sided, the search begins at the middle and the other side mirrors it.
    """
    alternative = "two-sided" if two_sided else "greater"

    def significant(helped: Integers, of: Integers, among: Integers) -> NDArray[np.bool_]:
        return helped_hurt_pvalues(among, helped, of - helped, test=test, alternative=alternative) <= alpha

    least = (changed + 1) // 2 if two_sided else np.zeros_like(changed)
    # Resampled differences are a step of 1 apart, swapped ones of 2; half a step corrects for continuity.
    z, half_step = -ndtri(alpha / 2 if two_sided else alpha), 1.0 if TESTS[test].only_changed else 0.5
    guess = np.ceil((changed + half_step + z * np.sqrt(changed)) / 2).astype(np.int64)
    low, high = np.clip(guess - 1, least, changed), np.clip(guess, least, changed)
    low = np.where(significant(low, changed, n), least, low + 1)
    high = np.where(significant(high, changed, n), high, changed + 1)
    while (searching := np.flatnonzero(low < high)).size:
        middle = (low[searching] + high[searching]) // 2
        enough = significant(middle, changed[searching], n[searching])
        high[searching] = np.where(enough, middle, high[searching])
        low[searching] = np.where(enough, low[searching], middle + 1)
    return high
