"""Tails of a random sum and the square of another: P(Σ ±u + κ·M² ≥ c) of real u, with M = Σ ±μ of the same signs."""

import math
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import NotExactError
from core.exact.curved_tilt import Curved, TiltedCurve
from core.exact.tail import Tail
from core.exact.tilted import ENGINE

__all__ = ["Curved", "curved_tail"]

Floats = NDArray[Any]

# Factors that are multiplied at first, and where the tail is then less certain than this part of it, with less asked.
_WORK, _MOST_WORK, _TELLS, _ENOUGH = 2**22, 2**24, 0.15, 0.03
# Up to so many ways to turn signs are listed, which are copied as often as signs are looked at.
_LISTED, _COPIED, _MOST_SIGNS, _ROUNDS = 2**18, 2**25, 2**20, 30
# A bound that is hardly less than the last is taken.
_HARDLY, _TINY = 0.999, 1e-280


def curved_tail(law: Curved, c: float, strict: bool = False) -> Tail:
    """Return P(Σ ±u + κM² ≥ c), or with >, for c ≥ 0 and κ ≥ 0; a bracket holds both.

    Raises
    ------
    NotExactError
        If c is out of a tilted law's reach, or the square bends too much for it.
    """
    listed = _listed(law, c, strict)
    if listed is not None:
        return listed
    tilted = TiltedCurve(law, c)
    low, high = _bracket(tilted)
    middle = (low + high) / 2
    relative = (high - low) / (2 * middle) + tilted.rounding
    because = f"with {tilted.frequencies:,} frequencies of the Fourier inversion, "
    return Tail.from_log(tilted.log_scale + math.log(middle), ENGINE, relative)._replace(because=because)


def _bracket(tilted: TiltedCurve) -> tuple[float, float]:
    try:
        low, high = tilted.bracket(_WORK)
    except NotExactError:
        return tilted.bracket(_MOST_WORK, _ENOUGH)
    if high - low > _TELLS * high:
        with suppress(NotExactError):
            nearer = tilted.bracket(_MOST_WORK, _ENOUGH)
            return min((low, high), nearer, key=lambda ends: ends[1] - ends[0])
    return low, high


def _listed(law: Curved, c: float, strict: bool) -> Tail | None:
    """The tail by listing which signs may be turned where nearly all must stay; None where they are too many.

    From M₀ = Σ ±μ with all signs of w = u + 2κM₀·μ as they add most, turning some of them takes a sum of 2|w|, and
    gives κ·m².
    """
    signs, total = np.where(law.u < 0, -1, 1), float(law.counts.sum())
    if total > _MOST_SIGNS:
        return None
    for _ in range(_ROUNDS):
        centre = float(law.counts @ (signs * law.mu))
        w = law.u + 2 * law.kappa * centre * law.mu
        if (signs * w >= 0).all():
            break
        signs = np.where(w < 0, -1, 1)
    else:
        return None
    room = float(law.counts @ np.abs(w)) - law.kappa * centre**2 - c + law.tolerance
    costs, moves = (np.repeat(each, law.counts) for each in (2 * np.abs(w), -2 * signs * law.mu))
    most = _most_cost(room, law.kappa, costs, moves)
    order = np.argsort(costs, kind="stable")
    steps = np.zeros((len(law.counts), 0), dtype=np.int64) if law.steps is None else law.steps
    swapped = (law.counts * (signs < 0) @ steps)[None]
    turned = np.repeat(steps * signs[:, None], law.counts, axis=0)
    cost, move, copied = np.zeros(1), np.zeros(1), 0
    for each in order:
        if costs[each] > most:
            break
        more = cost + costs[each] <= most
        cost = np.append(cost, cost[more] + costs[each])
        move = np.append(move, move[more] + moves[each])
        swapped = np.concatenate([swapped, swapped[more] + turned[each]])
        copied += len(cost)
        if len(cost) > _LISTED or copied > _COPIED:
            return None
    left = room - cost + law.kappa * move**2
    sure, near = left > 2 * law.tolerance, np.flatnonzero((left >= 0) & (left <= 2 * law.tolerance))
    if law.decided is not None:
        ties = int(law.decided(swapped[near]).sum()) if len(near) else 0
    else:
        ties = 0 if strict and not law.whole else len(near)
    tail = Tail.of_ways(int(sure.sum()) + ties, int(total))
    open_ = law.whole and law.decided is None
    return tail._replace(error_bound=tail.error_bound + math.ldexp(ties, -int(total))) if open_ else tail


def _most_cost(room: float, kappa: float, costs: Floats, moves: Floats) -> float:
    """What the turned signs may cost at most: what there is room for, and κm² of as large an m as costs no more."""
    most = room + kappa * float(np.abs(moves).sum()) ** 2
    for _ in range(_ROUNDS):
        farthest = max(_farthest(costs[some], np.abs(moves[some]), most) for some in (moves > 0, moves < 0))
        if room + kappa * farthest**2 >= _HARDLY * most:
            break
        most = room + kappa * farthest**2
    return most


def _farthest(costs: Floats, moves: Floats, most: float) -> float:
    """How much moves add up to at most that cost no more, the last of which may be taken in part (Dantzig 1957)."""
    order = np.argsort(-moves / np.maximum(costs, _TINY), kind="stable")
    spent = np.append(0.0, np.cumsum(costs[order]))
    return float(np.interp(most, spent, np.append(0.0, np.cumsum(moves[order]))))
