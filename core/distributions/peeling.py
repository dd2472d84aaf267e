"""The values of a sum from the largest down: how often each is drawn, or which sign it gets, and what is then open.

Given that for the first j values, the sum lies within a window around the mean of what is left. A state whose window
lies on one side of the threshold is decided, and not looked at again: of values of many sizes few states stay open,
because the next window is so much narrower. Where many do, those near one another are taken together, and each is then
known up to its slack.
"""

from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.distributions.ordered import OUTSIDE, Order

__all__ = ["Open", "Peeled", "all_states", "peeled"]

Floats = NDArray[Any]
Integers = NDArray[np.int64]

# Less likely states are left out, all of a step together. All steps together list so many times those that may be
# open, and each so many at once, in some 100 MB.
_LEFT_OUT, _LISTED, _AT_ONCE = 1e-23, 2**9, 2**21
# How often cells are made an eighth as wide where few hold any state.
_NARROWER = 8
# A rounding to nearest.
_ROUNDING = 2.0**-53
# Sums of halves of whole numbers below this are not rounded.
_WHOLE = 2.0**51


@dataclass(frozen=True, eq=False)
class Open:
    """States that are open, ``(s,)``: how often was drawn, and the sum of that less the threshold.

    ``slack`` is how far a sum may be off.
    """

    drawn: Integers
    sums: Floats
    masses: Floats
    slack: Floats

    def __len__(self) -> int:
        return len(self.masses)

    def at(self, some: NDArray[Any]) -> "Open":
        """Some of them."""
        return Open(self.drawn[some], self.sums[some], self.masses[some], self.slack[some])

    def and_(self, others: "Open") -> "Open":
        """These and others."""
        pairs = ((getattr(self, each.name), getattr(others, each.name)) for each in fields(self))
        return Open(*(np.concatenate(pair) for pair in pairs))


@dataclass(frozen=True, eq=False)
class Peeled:
    """What is known once the first values are drawn.

    Attributes
    ----------
    above : float
        How likely the sum is to lie beyond the threshold, wherever that is known.
    settled : Open
        What is near the threshold, with nothing left to be drawn.
    states : Open
        What is open.
    reach : float
        Half a window of what is left, with every state's slack.
    left_out : float
        How likely it is that nothing is known.
    """

    above: float
    settled: Open
    states: Open
    reach: float
    left_out: float


def peeled(order: Order, number: int, x: float | Fraction, tolerance: float, most: int, whole: bool) -> Peeled | None:
    """Draw the first values, with at most about so many states open after each, or None where these are too many.

    Parameters
    ----------
    order : Draws or Signs
        The values.
    number : int
        How many are drawn.
    x : float or Fraction
        The threshold, beyond which a sum counts.
    tolerance : float
        How near the threshold it may not be told on which side a sum lies.
    most : int
        How many states are open at most.
    whole : bool
        Whether sums are whole numbers, and the threshold lies between two.
    """
    start = order.start(x)
    states = Open(np.zeros(1, dtype=np.int64), np.array([start]), np.ones(1), np.zeros(1))
    above, left_out, rounded, room = 0.0, 0.0, 0.0, _LISTED * most
    for j in range(number + 1):
        if j == len(order.values):
            mean = reach = np.zeros(len(states))
        else:
            mean, reach = order.left(j, states.drawn)
        middles = states.sums + mean
        largest = float(np.abs(states.sums).max(initial=abs(start)))
        if not whole or largest >= _WHOLE:
            rounded += _ROUNDING * largest
        margin = reach + states.slack + rounded + tolerance + 4 * _ROUNDING * np.abs(mean)
        sure = middles > margin
        above += float(states.masses[sure].sum())
        open_ = ~sure & (middles >= -margin)
        left_out += OUTSIDE
        if j == number:
            break
        states = states.at(open_)
        if not len(states):
            return Peeled(above, states, states, 0.0, left_out)
        if len(states) > most:
            states = _together(states, float(margin[open_].max()), most)
        next_ = _drawn(order, j, states, room)
        if next_ is None:
            return None
        states, unlikely = next_
        left_out, room = left_out + unlikely, room - len(states)
    states = Open(states.drawn, states.sums, states.masses, states.slack + rounded)
    settled, states = states.at(open_ & (reach == 0)), states.at(open_ & (reach > 0))
    rest = float(reach[open_].max(initial=0.0))
    if len(states) > most:
        states = _together(states, float(margin[open_].max()), most)
    return Peeled(above, settled, states, rest + float(states.slack.max(initial=0.0)) + tolerance, left_out)


def all_states(order: Order, number: int, reach: float, most: int) -> Open | None:
    """All states once the first values are drawn, or None where these are too many.

    About so many: half of them the likeliest, and the others taken together in cells of ±reach.
    """
    states = Open(np.zeros(1, dtype=np.int64), np.array([order.start(0)]), np.ones(1), np.zeros(1))
    room = _LISTED * most
    for j in range(number):
        next_ = _drawn(order, j, states, room)
        if next_ is None:
            return None
        states, room = next_[0], room - len(next_[0])
        if len(states) > most:
            from_likeliest = np.argsort(-states.masses)
            likeliest, others = np.split(from_likeliest, [most // 2])
            states = states.at(likeliest).and_(_together(states.at(others), reach, most // 2))
    return states


def _drawn(order: Order, j: int, states: Open, most: int) -> tuple[Open, float] | None:
    """The states once the j-th value is drawn, but for unlikely ones, and how likely those are; None for too many."""
    drawn, which = np.unique(states.drawn, return_inverse=True)
    more, sums, chances = order.chances(j, drawn)
    if len(states) * len(more) > min(most, _AT_ONCE):
        return None
    masses = states.masses[:, None] * chances[which]
    kept = masses > _LEFT_OUT / masses.size
    state, k = np.nonzero(kept)
    after = Open(states.drawn[state] + more[k], states.sums[state] + sums[k], masses[kept], states.slack[state])
    return after, float(masses[~kept].sum())


def _together(states: Open, reach: float, most: int) -> Open:
    """States taken together in cells, as wide as lets about so many hold any, each kind of draws by itself."""
    drawn, which = np.unique(states.drawn, return_inverse=True)
    which, width = which.ravel(), 2 * len(drawn) * reach / most
    # One after another kind, each from the lowest sum up
    apart = 2 * float(np.abs(states.sums).max()) + 1.0
    order = np.argsort(states.sums + apart * which)
    states, which = states.at(order), which[order]
    starts = _starts(states.sums, which, width)
    for _ in range(_NARROWER):  # sums that crowd at a few points are told apart there
        if len(starts) > most // 4:
            break
        starts, width = _starts(states.sums, which, width / 8), width / 8
    masses = np.add.reduceat(states.masses, starts)
    sums = np.add.reduceat(states.masses * states.sums, starts) / masses
    off = np.abs(states.sums - np.repeat(sums, np.diff(np.append(starts, len(states))))) + states.slack
    return Open(states.drawn[starts], sums, masses, np.maximum.reduceat(off, starts))


def _starts(sums: Floats, which: Integers, width: float) -> NDArray[np.intp]:
    """Where cells of such a width begin among sorted sums."""
    cell = np.floor(sums / width)
    return np.flatnonzero(np.append(True, (np.diff(cell) != 0) | (np.diff(which) != 0)))
