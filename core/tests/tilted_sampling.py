"""Small p-values of any metric by tilted sampling: resamples that reach the threshold are drawn often, and weigh less.

Each row's influence on the difference is the gradient of the metric there. Rows are drawn, or swapped, with chances
tilted by θ times their influence, θ such that the difference at the expected sums lies on the threshold (the gradient
is taken again there, twice). A resample's weight is its likelihood ratio, p the mean of weight × hit, and its interval
comes from the weights' own variance.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from core.resampling import Progress, resample, weighted_sums

__all__ = ["Estimate", "TiltedDraws", "TiltedSwaps", "estimate"]

Floats = NDArray[Any]
Score = Callable[[Floats], Floats]

# Fewer effective samples, and the weights' variance is no guide to the error.
FEWEST_EFFECTIVE = 100
# As much as a processor's cache holds.
_MOST_CELLS = 2**16
# Where every sample hits, nothing but the rounding of the weights is uncertain.
_ROUNDING = 1e-9
# The normal quantile of a 99 % interval.
_Z = 2.5758293035489004


@dataclass(frozen=True)
class Estimate:
    """ln of the share of outcomes in a tail, the standard error as a part of it, and its worth in equal weights."""

    log: float
    relative: float
    effective: float

    def __add__(self, other: "Estimate") -> "Estimate":
        """Of two tails together, estimated from samples of their own."""
        log = float(np.logaddexp(self.log, other.log))
        errors = (math.exp(each.log - log) * each.relative for each in (self, other))
        return Estimate(log, math.hypot(*errors), min(self.effective, other.effective))

    def interval(self) -> tuple[float, float]:
        """The 99 % interval, symmetric for the logarithm because a share is not negative."""
        off = _Z * self.relative + _ROUNDING
        return math.exp(self.log - off), math.exp(min(self.log + off, 0.0))


@dataclass(frozen=True, eq=False)
class Tiltable(ABC):
    """Rows that are resampled, and the difference as a function of their sums.

    Parameters
    ----------
    rows : (u, k) float array
        The distinct rows.
    counts : (u,) array
        Their multiplicities.
    difference : callable
        Maps sums ``(..., k)`` to the metric's differences.
    influence : (u,) array, optional
        How much more θ makes each row weigh; nothing where it is left out.
    """

    rows: Floats
    counts: NDArray[Any]
    difference: Score
    influence: Floats | float = 0.0

    stream: ClassVar[int]

    @abstractmethod
    def mean(self) -> Floats:
        """The expected sums ``(k,)``."""

    @abstractmethod
    def tilted(self, influence: Floats) -> "Tiltable":
        """The same rows with that influence."""

    @abstractmethod
    def batches(self, generators: Callable[[int], np.random.Generator], size: int, most: int) -> Iterator[Floats]:
        """Yield sums, and in a last column the logarithm of each resample's weight."""

    def towards(self, x: float) -> "Tiltable | None":
        """The law tilted so that the difference at the expected sums is x, or None where no tilt does that."""
        law: Tiltable = self
        start = float(self.difference(self.mean()))
        for _ in range(3):
            slopes = self.rows @ _gradient(self.difference, law.mean(), self._spread())
            slopes -= float(self.counts @ slopes) / float(self.counts.sum()) if self.stream == TiltedDraws.stream else 0
            largest = float(np.abs(slopes).max(initial=0.0))
            if not largest > 0 or not math.isfinite(largest):
                return None
            direction = slopes / largest * (1 if x > start else -1)
            reached = partial(_reached, self, direction, x, x > start)
            low, high = 0.0, 1e-3
            while not reached(high):
                low, high = high, 2 * high
                if high > 1e3:
                    return None
            for _ in range(40):
                middle = (low + high) / 2
                low, high = (low, middle) if reached(middle) else (middle, high)
            law = self.tilted(high * direction)
        return law

    def _spread(self) -> Floats:
        rows = self.rows - (self.counts @ self.rows) / self.counts.sum()
        return np.sqrt(self.counts @ rows**2)


def _reached(law: Tiltable, direction: Floats, x: float, above: bool, theta: float) -> bool:
    difference = float(law.difference(law.tilted(theta * direction).mean()))
    return difference >= x if above else difference <= x


def _gradient(difference: Score, at: Floats, spread: Floats) -> Floats:
    """By differences of a step that the sums hardly notice."""
    moves = spread > 0
    step = np.where(moves, 1e-3 * spread, 1.0)
    rise = difference(at + np.diag(step)) - difference(at - np.diag(step))
    return np.where(moves, rise / (2 * step), 0.0)


class TiltedDraws(Tiltable):
    """Sums of n rows drawn with replacement, each with a chance in proportion to count·e^influence."""

    stream = 2

    def tilted(self, influence: Floats) -> "TiltedDraws":
        """The same rows with that influence."""
        return TiltedDraws(self.rows, self.counts, self.difference, influence)

    def _chances(self) -> tuple[Floats, float]:
        """The chances of the rows, and ln E e^influence of one draw."""
        influence = np.broadcast_to(self.influence, len(self.rows))
        largest = float(influence.max())
        weights = self.counts * np.exp(influence - largest)
        total = float(weights.sum())
        return weights / total, largest + math.log(total / float(self.counts.sum()))

    def mean(self) -> Floats:
        """The expected sums ``(k,)``."""
        expected: Floats = float(self.counts.sum()) * (self._chances()[0] @ self.rows)
        return expected

    def batches(self, generators: Callable[[int], np.random.Generator], size: int, most: int) -> Iterator[Floats]:
        """Yield sums, and in a last column the logarithm of each resample's weight."""
        chances, cumulant = self._chances()
        n, u, random = int(self.counts.sum()), len(self.rows), generators(0)
        influence = np.broadcast_to(self.influence, u)
        each = max(1, most // (16 * max(u, n)))
        for start in range(0, size, each):
            batch = min(each, size - start)
            if 12 * u <= n or u == 1:
                times = random.multinomial(n, chances, size=batch)
            else:
                drawn = _inverted(np.cumsum(chances)[:-1], random.random((batch, n)))
                drawn += u * np.arange(batch)[:, None]
                times = np.bincount(drawn.ravel(), minlength=batch * u).reshape(batch, u)
            yield np.column_stack([weighted_sums(times, self.rows), n * cumulant - (times * influence).sum(axis=1)])


def _inverted(ends: Floats, shares: Floats) -> NDArray[np.int64]:
    """``np.searchsorted(ends, shares, side="right")``, of which most are read off a table (Chen & Asau 1974)."""
    cells = min(1 << (8 * len(ends)).bit_length(), _MOST_CELLS)  # a power of two, so that no share is rounded up
    first = np.searchsorted(ends, np.arange(cells) / cells, side="right")
    found: NDArray[np.int64] = first[(shares * cells).astype(np.int64)]
    # In a cell in which a row ends, a share may lie beyond that.
    beyond = np.append(ends, np.inf)[found] <= shares
    found[beyond] = np.searchsorted(ends, shares[beyond], side="right")
    return found


class TiltedSwaps(Tiltable):
    """Sums of the rows that are swapped, each with a chance of 1/(1 + e^−influence)."""

    stream = 3

    def tilted(self, influence: Floats) -> "TiltedSwaps":
        """The same rows with that influence."""
        return TiltedSwaps(self.rows, self.counts, self.difference, influence)

    def _chances(self) -> Floats:
        return 1 / (1 + np.exp(-np.broadcast_to(self.influence, len(self.rows))))

    def mean(self) -> Floats:
        """The expected sums ``(k,)``."""
        expected: Floats = (self.counts * self._chances()) @ self.rows
        return expected

    def batches(self, generators: Callable[[int], np.random.Generator], size: int, most: int) -> Iterator[Floats]:
        """Yield sums, and in a last column the logarithm of each resample's weight."""
        chances, random = self._chances(), generators(0)
        influence, counts = np.broadcast_to(self.influence, len(self.rows)), self.counts.astype(np.int64)
        cumulant = float(counts @ (np.logaddexp(0.0, influence) - math.log(2)))
        once = bool((counts == 1).all())
        each = max(1, most // (16 * max(len(self.rows), 1)))
        for start in range(0, size, each):
            shape = min(each, size - start), len(self.rows)
            times = (random.random(shape) < chances) * 1 if once else random.binomial(counts, chances, size=shape)
            yield np.column_stack([weighted_sums(times, self.rows), cumulant - (times * influence).sum(axis=1)])


def estimate(
    law: Tiltable,
    x: float,
    hits: Callable[[Floats], NDArray[np.bool_]],
    n_resamples: int,
    seed: int,
    progress: Progress | None = None,
) -> Estimate | None:
    """Estimate P(hit), whose threshold is x, from draws tilted towards it; None where those are no better than none."""
    tilted = law.towards(x)
    if tilted is None:
        return None

    def logs(sums: Floats) -> Floats:
        return np.where(hits(law.difference(sums[:, :-1])), sums[:, -1], -np.inf)

    found = resample(tilted, logs, n_resamples, seed, progress)
    largest = float(found.max())
    if largest == -math.inf:
        return None
    weights = np.exp(found - largest)
    total, squares = float(weights.sum()), float(weights @ weights)
    effective = total**2 / squares
    if effective < FEWEST_EFFECTIVE:
        return None
    variance = max(squares - total**2 / n_resamples, 0.0)
    return Estimate(largest + math.log(total / n_resamples), math.sqrt(variance) / total, effective)
