"""Tails of a random sum and the square of another: P(Σ ±u + κ·M² ≥ c) of real u, with M = Σ ±μ of the same signs."""

import math

import numpy as np

from core.exact.curved_tilt import Curved, TiltedCurve
from core.exact.tail import Tail
from core.exact.tilted import ENGINE

__all__ = ["Curved", "curved_tail"]

# Factors that are multiplied at first, and where the tail is then less certain than this part of it, but not far less.
_WORK, _MOST_WORK, _TELLS, _HOPELESS = 2**23, 2**24, 0.1, 0.3
# Up to so many ways to turn signs are listed, which are copied as often as signs are looked at.
_LISTED, _COPIED, _MOST_SIGNS, _ROUNDS = 2**18, 2**25, 2**20, 30


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
    low, high = tilted.bracket(_WORK)
    if _TELLS * high < high - low < _HOPELESS * high:
        low, high = tilted.bracket(_MOST_WORK)
    middle = (low + high) / 2
    relative = (high - low) / (2 * middle) + tilted.rounding
    because = f"with {tilted.frequencies:,} frequencies of the Fourier inversion, "
    return Tail.from_log(tilted.log_scale + math.log(middle), ENGINE, relative)._replace(because=because)


def _listed(law: Curved, c: float, strict: bool) -> Tail | None:
    """The tail by listing which signs may be turned where nearly all must stay; None where they are too many.

    From M₀ = Σ ±μ with all signs of w = u + 2κM₀·μ as they add most, turning some of them takes a sum of 2|w|, and
    gives κ·m² of no more than all items' μ together.
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
    everything = float(law.counts @ np.abs(law.mu))
    room = float(law.counts @ np.abs(w)) - law.kappa * centre**2 - c
    # m = M − M₀ is at most twice all of them, and M at most all.
    most = room + law.kappa * (everything + abs(centre)) ** 2 + law.tolerance
    costs, moves = (np.repeat(each, law.counts) for each in (2 * np.abs(w), -2 * signs * law.mu))
    order = np.argsort(costs, kind="stable")
    cost, move, copied = np.zeros(1), np.zeros(1), 0
    for each in order:
        if costs[each] > most:
            break
        more = cost + costs[each] <= most
        cost = np.append(cost, cost[more] + costs[each])
        move = np.append(move, move[more] + moves[each])
        copied += len(cost)
        if len(cost) > _LISTED or copied > _COPIED:
            return None
    left = room - cost + law.kappa * move**2
    found = int((left > law.tolerance if strict else left >= -law.tolerance).sum())
    return Tail.of_ways(found, int(total))
