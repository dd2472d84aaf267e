"""Exact probabilities that a study rejects with the right or the wrong sign, and its mean significant difference.

In a study of n right-or-wrong items, M items change, Binomial(n, helped + hurt), and H of them are helped, Binomial(M,
helped / (helped + hurt)). Given M, the p-value decreases with H, so it is significant if H reaches a critical number
c(M), which does not depend on the rates. With B = P(H ≥ c(M) | M),

    power = Σ P(M = m) · B(m),    E[(2H − m); H ≥ c] = 2mq · P(Binomial(m − 1, q) ≥ c − 1) − m · B(m),

so nothing is simulated. M is summed over all but 1e-16 of its mass.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from core.common.arrays import Floats, Integers
from core.distributions.binomial import binomial_at_least
from core.distributions.sums import LOG_TAIL
from core.significance import TESTS
from core.significance.cells import helped_hurt_pvalues

# Critical numbers are cached up to this number of items: half a megabyte per n, test and α.
_LARGEST_KNOWN = 100_000
# Numbers of tied items between which the bootstraps' critical numbers change little; see critical_bounds.
_TIED = (0, 1, 2, 3, 4, 16, 256)


def critical_numbers(n: int, changed: Integers, test: str, two_sided: bool, alpha: float) -> Integers:
    """Return, for each number of changed items, the least number helped with p ≤ α (one more than all if none).

    They do not depend on the rates, so that a change of the rates uses the cached numbers.
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


def critical_bounds(
    low: int, high: int, changed: Integers, test: str, two_sided: bool, alpha: float
) -> tuple[Integers, Integers]:
    """Return the smallest and the largest critical number that any of low … high items gives to these changed items.

    The bootstraps' critical numbers grow with the number of tied items, because a resample's number of changed items
    then varies more. They are not monotone for up to four tied items, because without ties every sum has one parity.
    """
    if TESTS[test].only_changed:
        same = critical_numbers(int(changed.max(initial=1)), changed, test, two_sided, alpha)
        return same, same
    most = np.maximum(changed, high)
    items = [*(np.clip(changed + tied, max(low, 1), most) for tied in _TIED), most]
    cells = np.stack([np.concatenate(items), np.tile(changed, len(items))])
    once, places = np.unique(cells, axis=1, return_inverse=True)
    table = _search(once[0], once[1], test, two_sided, alpha)[places.ravel()].reshape(len(items), len(changed))
    return table.min(axis=0), table.max(axis=0)


@lru_cache(maxsize=64)
def _known(n: int, largest: int, test: str, two_sided: bool, alpha: float) -> NDArray[np.int32]:
    """Cache of critical numbers, −1 if not yet computed; concurrent threads write the same numbers."""
    return np.full(largest + 1, -1, dtype=np.int32)


def _search(n: Integers, changed: Integers, test: str, two_sided: bool, alpha: float) -> Integers:
    """Find the critical numbers of each (n, changed).

    The normal approximation is almost always exact or off by one, so steps away from it begin with 1 and double.
    Two-sided, the search begins at the middle and the other side mirrors it.
    """
    alternative = "two-sided" if two_sided else "greater"

    def significant(helped: Integers, of: Integers, among: Integers) -> NDArray[np.bool_]:
        return helped_hurt_pvalues(among, helped, of - helped, test=test, alternative=alternative) <= alpha

    least = (changed + 1) // 2 if two_sided else np.zeros_like(changed)
    # Steps are 1 for resampled differences and 2 for swapped ones; half a step is the continuity correction.
    z, half_step = -ndtri(alpha / 2 if two_sided else alpha), 1.0 if TESTS[test].only_changed else 0.5
    guess = np.ceil((changed + half_step + z * np.sqrt(changed)) / 2).astype(np.int64)
    low, high = np.clip(guess - 1, least, changed), np.clip(guess, least, changed)
    below, enough = significant(np.stack([low, high]), changed, n)
    low, high = (
        np.select([below, enough], [least, low + 1], high + 1),
        np.select([below, enough], [low, high], changed + 1),
    )
    reach = 1
    while (searching := np.flatnonzero(low < high)).size:
        middle = (low[searching] + high[searching]) // 2
        near = np.where(
            below[searching],
            np.maximum(high[searching] - reach, middle),
            np.minimum(low[searching] + reach - 1, middle),
        )
        enough = significant(near, changed[searching], n[searching])
        high[searching] = np.where(enough, near, high[searching])
        low[searching] = np.where(enough, low[searching], near + 1)
        reach *= 2
    return high


# Numbers of changed items per block.
_CELLS = 2**20


class Rejections(NamedTuple):
    """For each n, the probabilities of rejecting with the right and the wrong sign, and E(|difference|; rejected)."""

    right: Floats
    wrong: Floats
    size: Floats


class AtSize(NamedTuple):
    """Result of studies of one size; None without a gain. ``interval`` is the power's 99 % interval if simulated."""

    power: float | None
    rejected: float
    type_m: float | None
    type_s: float | None
    interval: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Changes:
    """The true rates of a study with right-or-wrong items, and its test.

    ``up`` is the rate of the items that the truly better system wins, ``down`` that of the others. A one-sided test
    for the other side can only reject with the wrong sign.
    """

    up: float
    down: float
    test: str
    two_sided: bool
    opposed: bool
    alpha: float

    @classmethod
    def of(cls, helped: float, hurt: float, test: str, alternative: str, alpha: float) -> "Changes":
        """Turn rates of helped and hurt items so that the better system is ahead."""
        down, up = sorted((helped, hurt))
        opposed = down < up and alternative == ("less" if helped > hurt else "greater")
        return cls(up, down, test, alternative == "two-sided", opposed, alpha)

    @property
    def changed(self) -> float:
        """The probability that an item changes."""
        return min(self.up + self.down, 1.0)

    @property
    def share(self) -> float:
        """The probability that the better system wins a changed item."""
        return self.up / (self.up + self.down) if self.up else 0.5

    def rejections(self, ns: Integers) -> Rejections:
        """Return the rejections of studies of these sizes, increasing."""
        parts = [self._block(n, first, mass) for n, first, mass in changed_items(ns, self.changed)]
        return Rejections(*(np.concatenate(each) for each in zip(*parts, strict=True)))

    def power(self, ns: Integers) -> Floats:
        """Return the probabilities of p ≤ α with the right sign, for sizes in increasing order."""
        return self.rejections(ns).right

    def at_size(self, n: int) -> AtSize:
        """Return the power of n items, the probability of p ≤ α with either sign, and Type M and Type S errors."""
        (right,), (wrong,), (size,) = self.rejections(np.array([n]))
        gain, rejected = self.up - self.down, float(right + wrong)
        told, power = gain > 0 and rejected > 0, min(float(right), 1.0)
        return AtSize(
            power=power if gain > 0 else None,
            rejected=min(rejected, 1.0),
            type_m=float(size / rejected) / gain if told else None,
            type_s=float(wrong / rejected) if told else None,
            interval=(power, power),
        )

    def _block(self, n: Integers, first: Integers, mass: Floats) -> tuple[Floats, Floats, Floats]:
        m = first[:, None] + np.arange(mass.shape[1])
        if TESTS[self.test].only_changed:  # the same for every n
            low = int(first.min())
            given = self.given(np.arange(low, int(m.max()) + 1), None)
            right, wrong, size = ((mass * each[m - low]).sum(axis=1) for each in given)
        else:
            rows = [self.given(row, int(items)) for items, row in zip(n, m, strict=True)]
            right, wrong, size = ((mass * np.stack(each)).sum(axis=1) for each in zip(*rows, strict=True))
        return right, wrong, size / n

    def given(self, m: Integers, n: int | None) -> tuple[Floats, Floats, Floats]:
        """Return P(right), P(wrong) and E(|2H − m|; rejected), given the numbers of changed items."""
        # Cells with m > n have no mass, so their value does not matter.
        m = m if n is None else np.minimum(m, n)
        c = self.critical(m, n)
        nothing = np.zeros(len(m))
        right, ahead = (nothing, nothing) if self.opposed else _beyond(m, self.share, c)
        wrong, behind = _beyond(m, 1 - self.share, c) if self.opposed or self.two_sided else (nothing, nothing)
        return right, wrong, ahead + behind

    def critical(self, m: Integers, n: int | None) -> Integers:
        """Return the number of changed items that the better system must win; n is None if it does not matter."""
        return critical_numbers(max(int(m.max()), 1) if n is None else n, m, self.test, self.two_sided, self.alpha)


def _beyond(m: Integers, q: float, c: Integers) -> tuple[Floats, Floats]:
    """P(H ≥ c) and E(2H − m; H ≥ c), H of m changed items."""
    above = binomial_at_least(m, q, c)
    return above, 2 * m * q * binomial_at_least(np.maximum(m - 1, 0), q, c - 1) - m * above


def changed_items(ns: Integers, rate: float) -> Iterator[tuple[Integers, Integers, Floats]]:
    """Yield blocks of sizes n, each with its first number of changed items and the probabilities from there on.

    The ratios of neighbours, (n − m)/(m + 1) · rate/(1 − rate), are multiplied up and scaled to a sum of 1, which keeps
    the relative precision that differences of log-factorials lose where n is a million.
    """
    if rate in (0.0, 1.0):
        yield ns, ns * int(rate), np.ones((len(ns), 1))
        return
    third = LOG_TAIL / 3
    # Bernstein's inequality leaves 1e-16 of the numbers of changed items outside the window.
    reach = third + np.sqrt(third**2 + 2 * LOG_TAIL * ns * rate * (1 - rate))
    first = np.maximum(0, np.floor(ns * rate - reach)).astype(np.int64)
    width = np.minimum(ns, np.ceil(ns * rate + reach)).astype(np.int64) - first + 1
    start = 0
    while start < len(ns):
        # Widths grow with n: take as many rows as fit.
        end = start + max(1, int(np.searchsorted(width[start:] * np.arange(1, len(ns) - start + 1), _CELLS)))
        n, m0, cells = ns[start:end], first[start:end], int(width[start:end].max())
        m = m0[:, None] + np.arange(cells - 1)
        with np.errstate(divide="ignore"):
            steps = np.log(np.maximum(n[:, None] - m, 0) / (m + 1) * (rate / (1 - rate)))
        log = np.concatenate([np.zeros((len(n), 1)), np.cumsum(steps, axis=1)], axis=1)
        mass = np.exp(log - log.max(axis=1, keepdims=True))
        yield n, m0, mass / mass.sum(axis=1, keepdims=True)
        start = end
