"""Small p-values of any metric by importance sampling: draw resamples near the threshold more often, and reweight.

Each row's influence on the difference is the gradient of the metric. Rows are drawn, or swapped, with probabilities
tilted by θ times their influence. θ is chosen so that the difference at the expected sums equals the threshold; the
gradient is recomputed there until it converges. The weight of a resample is its likelihood ratio, p is the mean of
weight × hit, and its interval uses the variance of the weights.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from core.common.arrays import Floats
from core.significance.drawing import Multinomial, batches
from core.significance.inversion import binomial_draws
from core.significance.resampling import resample, weighted_sums

Score = Callable[[Floats], Floats]

# With fewer effective samples, the variance of the weights does not estimate the error; draw this many times more if
# that makes them enough.
FEWEST_EFFECTIVE, _MORE = 100, 4
# ln of a number far below the smallest double.
_LOG_UNDERFLOW = -800.0
# Relative error if every sample hits: rounding of the weights.
_ROUNDING = 1e-9
# Bisections for θ: a relative error of 1/1,000 suffices, because any θ gives an unbiased estimate.
_HALVINGS = 12
# Most gradient updates (macro-F1 needs ten), and the relative change of the expected sums at convergence.
_MOST_STEPS, _NEAR = 20, 0.05
# If no tilt moves the mean to the threshold: fewest expected opposing draws or swaps, and largest θ.
_FEWEST_OPPOSING, _STEEPEST = 0.5, 1e18
# Alternative starts: tilt of the swaps by one column, most columns, tolerance for reaching the threshold, and the gain
# in log-likelihood for which an alternative is preferred.
_FAR, _MOST_STARTS, _BEYOND, _CLEARLY = 1.0, 4, 1.001, 1.0
# A smaller influence, relative to the largest, is rounding error.
_NEGLIGIBLE = 1e-9
# The normal quantile of a 99 % interval.
_Z = 2.5758293035489004


@dataclass(frozen=True)
class Estimate:
    """ln of a tail probability, its relative standard error, and the effective sample size."""

    log: float
    relative: float
    effective: float

    def __add__(self, other: "Estimate") -> "Estimate":
        """The sum of two tails, estimated from independent samples."""
        log = float(np.logaddexp(self.log, other.log))
        errors = (math.exp(each.log - log) * each.relative for each in (self, other))
        return Estimate(log, math.hypot(*errors), min(self.effective, other.effective))

    def interval(self) -> tuple[float, float]:
        """The 99 % interval, symmetric for the logarithm because a share is not negative."""
        off = _Z * self.relative + _ROUNDING
        return math.exp(self.log - off), math.exp(min(self.log + off, 0.0))


@dataclass(frozen=True, eq=False)
class Tiltable(ABC):
    """Rows that are resampled, and the difference as a function of their sums."""

    rows: Floats  # (u, k) the distinct rows
    counts: NDArray[Any]  # (u,) their multiplicities
    difference: Score  # maps sums ``(..., k)`` to the metric's differences
    influence: Floats  # (u,) the tilt of each row's log-weight

    stream: ClassVar[int]

    @property
    @abstractmethod
    def threads(self) -> bool:
        """Whether each batch is a few long calls of NumPy, so that two threads are faster than one."""

    @abstractmethod
    def mean(self) -> Floats:
        """The expected sums ``(k,)``."""

    @abstractmethod
    def opposing(self) -> float:
        """Expected number of draws or swaps other than those with the largest influence."""

    def tilted(self, influence: Floats) -> Self:
        """The same rows with that influence."""
        return replace(self, influence=influence)

    @abstractmethod
    def batches(self, generators: Callable[[int], np.random.Generator], size: int, most: int) -> Iterator[Floats]:
        """Yield sums, and in a last column the logarithm of each resample's weight."""

    def towards(self, x: float) -> "Tiltable | None":
        """The law tilted so that the difference at the expected sums is x, or None if no tilt does that."""
        return self._from(self, x)

    def _from(self, law: "Tiltable", x: float) -> "Tiltable | None":
        """Like `towards`, with the first gradient at the expected sums of ``law``."""
        start = float(self.difference(self.mean()))
        for _ in range(_MOST_STEPS):
            slopes = self.rows @ _gradient(self.difference, law.mean(), self._spread())
            slopes -= float(self.counts @ slopes) / float(self.counts.sum()) if self.stream == TiltedDraws.stream else 0
            largest = float(np.abs(slopes).max(initial=0.0))
            if not largest > 0 or not math.isfinite(largest):
                return None if law is self else law
            direction = slopes / largest * (1 if x > start else -1)
            reached = partial(_reached, self, direction, x, x > start)
            low, high = 0.0, 1e-3
            while not reached(high):
                low, high = high, 2 * high
                if high > _STEEPEST:
                    return None if law is self else law
            for _ in range(_HALVINGS):
                middle = (low + high) / 2
                low, high = (low, middle) if reached(middle) else (middle, high)
            before, law = law, self.tilted(high * direction)
            if (np.abs(law.mean() - before.mean()) <= _NEAR * self._spread()).all():
                break
        return law

    def _spread(self) -> Floats:
        rows = self.rows - (self.counts @ self.rows) / self.counts.sum()
        return np.sqrt(self.counts @ rows**2)


def _reached(law: Tiltable, direction: Floats, x: float, above: bool, theta: float) -> bool:
    tilted = law.tilted(theta * direction)
    difference = float(law.difference(tilted.mean()))
    return (difference >= x if above else difference <= x) or tilted.opposing() <= _FEWEST_OPPOSING


def _gradient(difference: Score, at: Floats, spread: Floats) -> Floats:
    """The gradient by finite differences with a step that is small relative to the sums."""
    moves = spread > 0
    step = np.where(moves, 1e-3 * spread, 1.0)
    rise = difference(at + np.diag(step)) - difference(at - np.diag(step))
    return np.where(moves, rise / (2 * step), 0.0)


class TiltedDraws(Tiltable):
    """Sums of n rows drawn with replacement, each with probability proportional to count·e^influence."""

    stream = 2

    def _chances(self) -> tuple[Floats, float]:
        """The probabilities of the rows, and ln E e^influence of one draw."""
        largest = float(self.influence.max())
        weights = self.counts * np.exp(self.influence - largest)
        total = float(weights.sum())
        return weights / total, largest + math.log(total / float(self.counts.sum()))

    def mean(self) -> Floats:
        return float(self.counts.sum()) * (self._chances()[0] @ self.rows)

    def opposing(self) -> float:
        others = self.influence < self.influence.max() - _NEGLIGIBLE * np.abs(self.influence).max()
        return float(self.counts.sum() * self._chances()[0][others].sum())

    def batches(self, generators: Callable[[int], np.random.Generator], size: int, most: int) -> Iterator[Floats]:
        _, cumulant = self._chances()
        for times in self._law.times(generators, size, most):
            logs = self._law.draws * cumulant - (times * self.influence).sum(axis=1)
            yield np.column_stack([weighted_sums(times, self.rows), logs])

    @property
    def threads(self) -> bool:
        return self._law.one_by_one

    @cached_property
    def _law(self) -> Multinomial:
        return Multinomial(self._chances()[0], int(self.counts.sum()))


class TiltedSwaps(Tiltable):
    """Sums of the rows that are swapped, each with probability 1/(1 + e^−influence)."""

    stream = 3
    threads = False

    def towards(self, x: float) -> Tiltable | None:
        """The law tilted so that the difference at the expected sums is x, or None if no tilt does that.

        A difference of ratios may reach x when either denominator grows. Among the tilts found from several starts, the
        result is the tilt with the most likely sums.
        """
        best = self._from(self, x)
        columns = self.rows.T[np.abs(self.rows).any(axis=0)]
        if len(columns) > _MOST_STARTS:
            return best
        above = x > float(self.difference(self.mean()))
        for column in columns:
            for side in (1, -1):
                law = self._from(self.tilted(side * _FAR * column / np.abs(column).mean()), x)
                if not isinstance(law, TiltedSwaps) or not _reached(law, law.influence, x, above, _BEYOND):
                    continue
                if not isinstance(best, TiltedSwaps) or law.entropy() < best.entropy() - _CLEARLY:
                    best = law
        return best

    def entropy(self) -> float:
        """Approximately −ln of the probability of the expected sums: the entropy relative to fair swaps."""
        cumulants = np.logaddexp(0.0, self.influence) - math.log(2)
        return float(self.counts @ (self._chances() * self.influence - cumulants))

    def _chances(self) -> Floats:
        return np.exp(-np.logaddexp(0.0, -self.influence))

    def mean(self) -> Floats:
        return (self.counts * self._chances()) @ self.rows

    def opposing(self) -> float:
        size = np.abs(self.influence)
        matter = size > _NEGLIGIBLE * size.max(initial=0.0)
        return float(self.counts[matter] @ np.exp(-np.logaddexp(0.0, size[matter])))

    def batches(self, generators: Callable[[int], np.random.Generator], size: int, most: int) -> Iterator[Floats]:
        random = generators(0)
        cumulant = float(self.counts @ (np.logaddexp(0.0, self.influence) - math.log(2)))
        for batch in batches(size, 2 * len(self.rows), most):
            times = self._swapped(random, batch)
            yield np.column_stack([weighted_sums(times, self.rows), cumulant - (times * self.influence).sum(axis=1)])

    @cached_property
    def _swapped(self) -> Callable[[np.random.Generator, int], NDArray[np.integer]]:
        """Draw how often each row is swapped."""
        return binomial_draws(self.counts.astype(np.int64), self._chances())


def estimate(
    tilted: Tiltable, hits: Callable[[Floats], NDArray[np.bool_]], n_resamples: int, seed: int
) -> Estimate | None:
    """Estimate P(hit) from tilted draws; None if the estimate is not usable."""

    def logs(sums: Floats) -> Floats:
        return np.where(hits(tilted.difference(sums[:, :-1])), sums[:, -1], -np.inf)

    found = _weighed(resample(tilted, logs, n_resamples, seed))
    # For a number below the smallest double, precision is not needed.
    if found is None or found.effective >= FEWEST_EFFECTIVE or found.log < _LOG_UNDERFLOW:
        return found
    if found.effective >= FEWEST_EFFECTIVE / _MORE:
        found = _weighed(resample(tilted, logs, _MORE * n_resamples, seed))
    return found if found is not None and found.effective >= FEWEST_EFFECTIVE else None


def _weighed(logs: Floats) -> Estimate | None:
    """The mean of e^logs ``(R,)``; None if all are −∞."""
    largest = float(logs.max())
    if largest == -math.inf:
        return None
    weights = np.exp(logs - largest)
    total, squares = float(weights.sum()), float(weights @ weights)
    variance = max(squares - total**2 / len(logs), 0.0)
    return Estimate(largest + math.log(total / len(logs)), math.sqrt(variance) / total, total**2 / squares)
