"""Permutation tests where swaps of a few items move far more than those of all others: for each of their signs.

Given the signs of those few, a law of the others is left, on a far smaller plane and with thresholds of its own; of k
items P(δ' ≥ x) = Σ P(δ' ≥ x | signs) / 2^k.
"""

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from core.data.collapsed import Collapsed
from core.distributions.plane import PlaneSwaps, QuickPlaneSwaps
from core.distributions.plane_picture import distinct
from core.distributions.plane_rows import CoarseRowSwaps, RowSwaps
from core.distributions.quotients import QuotientSwaps
from core.distributions.swapped_score import in_whole_units
from core.distributions.tail import Tail, first_that_tells
from core.errors import NotExactError
from core.metrics import Metric

__all__ = ["PeeledSwaps", "peeled_plane", "peeled_quotient"]

Floats = NDArray[Any]
Integers = NDArray[Any]

# So many items get their signs one by one at most.
_MOST = 5
# A direction in which sums vary by so much less is none: whole numbers of another rank are rounded.
_FLAT = 1e-12
# A tail is certain enough within such a share of it, and uncertain where more than such a share is open.
_KNOWN_TO, _TELLS = 1e-4, 1e-2


class State(Protocol):
    """What is left once the signs of the few are known."""

    def untilted(self, multiple: int, strict: bool) -> Tail:
        """P(δ' ≥ multiple·δ) of a multiple not below 0, which may be known absolutely only."""

    def at_least(self, multiple: int, strict: bool = False) -> Tail:
        """The same as certain as can be."""

    def points(self) -> tuple[Floats, Floats]: ...


class PeeledSwaps:
    """The law of the metric's difference after random swaps, from those given the signs of a few items.

    Parameters
    ----------
    states : sequence
        The law given some signs, for each.
    ways : numpy.ndarray
        How many of all ways to choose those signs lead to that.
    observed : float
        δ: nothing is swapped.
    whole : State, optional
        The law as a whole, which is asked where the others leave a tail uncertain.
    """

    def __init__(self, states: Sequence[State], ways: Integers, observed: float, whole: State | None = None) -> None:
        self._states, self._shares, self._observed, self._whole = states, ways / ways.sum(), observed, whole
        self._tails: dict[tuple[int, bool], Tail] = {}

    def at_least(self, multiple: int, strict: bool = False) -> Tail:
        """P(δ' ≥ multiple·δ), or P(δ' > multiple·δ)."""
        if multiple * self._observed < 0:
            rest = self.at_least(-multiple, not strict)
            return Tail.of(1 - rest.probability, rest.error_bound + 1e-16, rest.engine)
        asked = multiple, strict
        if asked not in self._tails:
            self._tails[asked] = self._upper(multiple, strict)
        return self._tails[asked]

    def _upper(self, multiple: int, strict: bool) -> Tail:
        ways = [partial(self._by_states, multiple, strict)]
        if self._whole is not None:  # which may take long where the signs of the few decide
            ways = [
                partial(self._whole.untilted, multiple, strict),
                *ways,
                partial(self._whole.at_least, multiple, strict),
            ]
        return first_that_tells(ways, _TELLS)

    def _by_states(self, multiple: int, strict: bool) -> Tail:
        with suppress(NotExactError):
            soon = self._mixed([state.untilted(multiple, strict) for state in self._states])
            if soon.error_bound <= _KNOWN_TO * soon.probability:
                return soon
        return self._mixed([state.at_least(multiple, strict) for state in self._states])

    def at_most(self, multiple: int, strict: bool = False) -> Tail:
        """P(δ' ≤ multiple·δ), or P(δ' < multiple·δ): swapping all items turns δ' into −δ'."""
        return self.at_least(-multiple, strict)

    def points(self) -> tuple[Floats, Floats]:
        """The differences that all states lead to, sorted, and their probabilities; for pictures."""
        found = [state.points() for state in self._states]
        masses = [share * mass for share, (_, mass) in zip(self._shares, found, strict=True)]
        return distinct(np.concatenate([values for values, _ in found]), np.concatenate(masses))

    def _mixed(self, tails: Sequence[Tail]) -> Tail:
        logs = np.log(self._shares) + [tail.log for tail in tails]
        largest = float(logs.max())
        log = largest + math.log(np.exp(logs - largest).sum()) if largest > -math.inf else largest
        bound = float(self._shares @ [tail.error_bound for tail in tails])
        worst = max(tails, key=lambda tail: tail.error_bound)
        return Tail(min(math.exp(log), 1.0), min(log, 0.0), bound, worst.engine, worst.because)


def peeled_plane(rows: Collapsed, metric: Metric, decimals: int | None) -> PeeledSwaps:
    """Return the law of whole-numbered steps on a plane.

    Raises
    ------
    NotExactError
        If no items stand out, or no plane engine can compute what they leave.
    """
    score, steps, counts = in_whole_units(rows, metric, decimals)
    left = _left(steps, counts)
    engines: tuple[Callable[..., PlaneSwaps], ...] = (RowSwaps, QuickPlaneSwaps, CoarseRowSwaps, PlaneSwaps)
    for engine in engines:
        with suppress(NotExactError):
            rest = engine(rows, metric, decimals, left)
            break
    else:
        raise NotExactError("beside a few large items no plane can be added up")
    swapped, ways = _swapped(steps, counts - left)
    return PeeledSwaps([rest.after(each) for each in swapped], ways, score.observed)


def peeled_quotient(rows: Collapsed, metric: Metric, lattice: int | None = None) -> PeeledSwaps:
    """Return the law of a quotient of sums of any numbers, or of whole ones times ``lattice``.

    Raises
    ------
    NotExactError
        If no items stand out, or the metric is no such quotient.
    """
    whole = QuotientSwaps(rows, metric, lattice)
    steps, counts = whole.steps, whole.counts
    left = _left(steps, counts)
    swapped, ways = _swapped(steps, counts - left)
    known = (counts - left) @ steps - 2 * swapped
    return PeeledSwaps([whole.given(left, each) for each in known], ways, whole.observed, whole)


def _left(steps: NDArray[Any], counts: Integers) -> Integers:
    """How many of each step remain where the largest are taken by themselves: what takes the smallest planes, all told.

    A plane is as large as the ellipse in which the others' sum varies, and k items have 2^k. The largest item is that
    without which the ellipse is smallest: of a covariance C the one with the largest c·C⁻¹·c.
    """
    steps = steps / np.maximum(np.sqrt(counts @ steps.astype(float) ** 2), 1e-300)
    left = [counts]
    while len(left) <= _MOST and left[-1].sum() > 1:
        inverse = np.linalg.pinv(steps.T @ (left[-1][:, None] * steps), rcond=_FLAT, hermitian=True)
        largest = int(np.argmax(np.where(left[-1] > 0, ((steps @ inverse) * steps).sum(axis=1), -1.0)))
        left.append(left[-1] - (np.arange(len(counts)) == largest))
    areas = np.array([_area(steps, each) for each in left]) * 2.0 ** np.arange(len(left))
    best = int(np.argmin(np.where(areas > 0, areas, np.inf)))
    if not best:
        raise NotExactError("no items are far larger than the others")
    return left[best]


def _area(steps: Floats, counts: Integers) -> float:
    """Of the ellipse in which Σ ±steps varies, without π; or of rank one, its length."""
    variances = np.linalg.eigvalsh(steps.T @ (counts[:, None] * steps))[-2:]
    return float(np.sqrt(np.where(variances > _FLAT * variances[-1], variances, 1.0).prod()))


def _swapped(steps: NDArray[Any], counts: Integers) -> tuple[NDArray[Any], Integers]:
    """What each way to swap those items has swapped, and how many ways lead to it."""
    sums = np.zeros((1, steps.shape[1]), dtype=steps.dtype)
    for step in np.repeat(steps, counts, axis=0):
        sums = np.concatenate([sums, sums + step])
    return np.unique(sums, axis=0, return_counts=True)
