"""How often a study rejects, with the right sign and the wrong one, and what it then prints: exactly.

A study of n right-or-wrong items changes M of them, Binomial(n, helped + hurt); of those H are helped, Binomial(M,
helped / (helped + hurt)); it is significant where H reaches the critical number c(M). With B = P(H ≥ c(M) | M),

    power = Σ P(M = m) · B(m),    E[(2H − m); H ≥ c] = 2mq · P(Binomial(m − 1, q) ≥ c − 1) − m · B(m),

so nothing is simulated. M is summed over all but 1e-16 of its mass.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import betainc

from core.planning.critical import critical_numbers
from core.significance import TESTS

__all__ = ["Changes", "Rejections", "binomial_at_least", "changed_items"]

Integers = NDArray[np.int64]
Floats = NDArray[Any]

# ln(2/1e-16): Bernstein's inequality leaves 1e-16 of the numbers of changed items outside the window.
_LOG_TAIL = float(np.log(2e16))
# Numbers of changed items held at once.
_CELLS = 2**20


class Rejections(NamedTuple):
    """Of each n: the probabilities of rejecting with the right and the wrong sign, and E(|difference|; rejected)."""

    right: Floats
    wrong: Floats
    size: Floats

    @property
    def mean_size(self) -> Floats:
        """E(|difference| | rejected)."""
        with np.errstate(invalid="ignore"):
            mean: Floats = self.size / (self.right + self.wrong)
        return mean

    @property
    def type_s(self) -> Floats:
        """The share of the rejections that have the wrong sign."""
        with np.errstate(invalid="ignore"):
            share: Floats = self.wrong / (self.right + self.wrong)
        return share


@dataclass(frozen=True, slots=True)
class Changes:
    """The true rates of a study with right-or-wrong items, and the test that it ends with.

    ``up`` is the rate of the items that the truly better system wins, ``down`` that of the others. A one-sided test
    that asks for the other side can only be wrong.
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
        """The probability that an item which changes is won by the better system."""
        return self.up / (self.up + self.down) if self.up else 0.5

    def rejections(self, ns: Integers) -> Rejections:
        """Return the rejections of studies of these sizes, increasing."""
        parts = [self._block(n, first, mass) for n, first, mass in changed_items(ns, self.changed)]
        return Rejections(*(np.concatenate(each) for each in zip(*parts, strict=True)))

    def power(self, ns: Integers) -> Floats:
        """Return the probabilities of p ≤ α with the right sign, for sizes in increasing order."""
        return self.rejections(ns).right

    def _block(self, n: Integers, first: Integers, mass: Floats) -> tuple[Floats, Floats, Floats]:
        m = first[:, None] + np.arange(mass.shape[1])
        if TESTS[self.test].only_changed:  # the same for every n
            low = int(first.min())
            given = self.given(np.arange(low, int(m.max()) + 1), None)
            right, wrong, size = ((mass * each[m - low]).sum(axis=1) for each in given)
        else:
            rows = [self.given(row, int(items)) for items, row in zip(n, m, strict=True)]
            right, wrong, size = (
                (mass * np.stack(each)).sum(axis=1) for each in zip(*rows, strict=True)
            )  # fmt: skip
        return right, wrong, size / n

    def given(self, m: Integers, n: int | None) -> tuple[Floats, Floats, Floats]:
        """Return what the numbers of changed items alone decide: P(right), P(wrong), E(|2H − m|; rejected)."""
        # Beyond n no item can change: such cells have no mass, and any number will do.
        m = m if n is None else np.minimum(m, n)
        c = self.critical(m, n)
        right, ahead = _beyond(m, self.share, c)
        wrong, behind = _beyond(m, 1 - self.share, c)
        nothing = np.zeros(len(m))
        if self.opposed:
            return nothing, wrong, behind
        return (right, wrong, ahead + behind) if self.two_sided else (right, nothing, ahead)

    def critical(self, m: Integers, n: int | None) -> Integers:
        """Return how many of the changed items the better system must win; n is None where it does not matter."""
        return critical_numbers(max(int(m.max()), 1) if n is None else n, m, self.test, self.two_sided, self.alpha)


def _beyond(m: Integers, q: float, c: Integers) -> tuple[Floats, Floats]:
    """P(H ≥ c) and E(2H − m; H ≥ c), H of m changed items."""
    above = binomial_at_least(m, q, c)
    return above, 2 * m * q * binomial_at_least(np.maximum(m - 1, 0), q, c - 1) - m * above


def binomial_at_least(trials: Integers, rate: float, least: Integers) -> Floats:
    """P(Binomial(trials, rate) ≥ least)."""
    k, above = np.maximum(least, 1), np.maximum(trials - least + 1, 1)
    return np.select([least <= 0, least > trials], [1.0, 0.0], betainc(k, above, rate))


def changed_items(ns: Integers, rate: float) -> Iterator[tuple[Integers, Integers, Floats]]:
    """Yield blocks of sizes n, each with its first number of changed items and the probabilities from there on.

    The ratios of neighbours, (n − m)/(m + 1) · rate/(1 − rate), are multiplied up and scaled to a sum of 1, which keeps
    the relative precision that differences of log-factorials lose where n is a million.
    """
    if rate in (0.0, 1.0):
        yield ns, ns * int(rate), np.ones((len(ns), 1))
        return
    third = _LOG_TAIL / 3
    reach = third + np.sqrt(third**2 + 2 * _LOG_TAIL * ns * rate * (1 - rate))
    first = np.maximum(0, np.floor(ns * rate - reach)).astype(np.int64)
    width = np.minimum(ns, np.ceil(ns * rate + reach)).astype(np.int64) - first + 1
    start = 0
    while start < len(ns):
        # The sizes grow, and with them the widths: as many rows as fit.
        end = start + max(1, int(np.searchsorted(width[start:] * np.arange(1, len(ns) - start + 1), _CELLS)))
        n, m0, cells = ns[start:end], first[start:end], int(width[start:end].max())
        m = m0[:, None] + np.arange(cells - 1)
        with np.errstate(divide="ignore"):
            steps = np.log(np.maximum(n[:, None] - m, 0) / (m + 1) * (rate / (1 - rate)))
        log = np.concatenate([np.zeros((len(n), 1)), np.cumsum(steps, axis=1)], axis=1)
        mass = np.exp(log - log.max(axis=1, keepdims=True))
        yield n, m0, mass / mass.sum(axis=1, keepdims=True)
        start = end
