"""Few extreme outcomes of a random sum and the square of another: listed, wherever they are."""

import math
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.distributions.curved_waves import Curved
from core.distributions.tail import Tail

__all__ = ["listed_tail"]

Floats = NDArray[Any]
Integers = NDArray[Any]

# Up to so many ways to turn signs are listed, which are copied as often as signs are looked at.
_LISTED, _COPIED, _MOST_SIGNS, _ROUNDS = 2**18, 2**25, 2**20, 30
# A bound that is hardly less than the last is taken.
_HARDLY, _TINY, _ROUNDED = 0.999, 1e-280, 2
# Of the largest M, what rounding makes of 0, and far more.
_HARDLY_ANY, _BESIDE = 1e-13, 1e-6


def listed_tail(law: Curved, c: float, strict: bool) -> Tail | None:
    """The tail by listing which signs may be turned where nearly all must stay; None where they are too many.

    Of all signs with some M, Σ ±u is largest on a concave line whose corners are passed as signs are turned in the
    order of u/μ. Between them the line and κM² are convex, so that extreme outcomes are near corners that are extreme.
    """
    total = int(law.counts.sum())
    if total > _MOST_SIGNS:
        return None
    kinds = np.repeat(np.arange(len(law.u)), law.counts)
    u, mu = law.u[kinds], law.mu[kinds]
    # From the least M on; signs that do not move it are as they add most.
    signs = np.where(mu == 0, np.where(u < 0, -1, 1), np.where(mu < 0, 1, -1))
    order = np.flatnonzero(mu)
    order = order[np.argsort(-u[order] / mu[order], kind="stable")]
    ms = np.append(0.0, np.cumsum(2 * np.abs(mu[order]))) + float(signs @ mu)
    us = np.append(0.0, np.cumsum(-2 * (signs * u)[order])) + float(signs @ u)
    vs = us + law.kappa * ms**2 - c
    reach = vs >= -_ROUNDED * len(vs) * law.tolerance
    ends = np.append(np.append(-1, np.flatnonzero(_separating(ms, vs, reach, law))), len(vs))
    room = _BESIDE * float(ms[-1] - ms[0]) + _TINY  # beyond the least M and the largest, for rounding
    ways = ties = 0
    for before, after in pairwise(ends.tolist()):
        if not reach[before + 1 : after].any():
            continue
        best = before + 1 + int(np.argmax(vs[before + 1 : after]))
        signs[order] = np.where(mu[order] < 0, 1, -1)
        signs[order[:best]] *= -1
        low, high = ms[before] if before >= 0 else ms[0] - room, ms[after] if after < len(vs) else ms[-1] + room
        found = _ways(law, kinds, signs, c, strict, (low, high))
        if found is None:
            return None
        ways, ties = ways + found[0], ties + found[1]
    tail = Tail.of_ways(ways + ties, total)
    open_ = law.whole and law.decided is None
    return tail._replace(error_bound=tail.error_bound + math.ldexp(ties, -total)) if open_ else tail


def _separating(ms: Floats, vs: Floats, reach: NDArray[np.bool_], law: Curved) -> NDArray[np.bool_]:
    """Corners next to which nothing is extreme, as near as rounding may take an M there."""
    near = _HARDLY_ANY * float(law.counts @ np.abs(law.mu))
    shares = np.minimum(near / np.maximum(np.diff(ms), _TINY), 1.0)
    after = vs + np.append(shares * np.maximum(np.diff(vs), 0.0), 0.0)
    before = vs + np.append(0.0, shares * np.maximum(-np.diff(vs), 0.0))
    last = np.maximum.accumulate(np.where(reach, ms, -math.inf))
    following = np.minimum.accumulate(np.where(reach, ms, math.inf)[::-1])[::-1]
    alone = (ms - last > near) & (following - ms > near)
    return alone & (np.maximum(after, before) < -_ROUNDED * len(vs) * law.tolerance)


def _ways(
    law: Curved, kinds: Integers, signs: Integers, c: float, strict: bool, within: tuple[float, float]
) -> tuple[int, int] | None:
    """How many ways to choose signs are extreme, and how many are ties that count, with an M between two corners.

    From M₀ = Σ ±μ with all signs of w = u + 2κM₀·μ as they add most, turning some of them takes a sum of 2|w|, and
    gives κ·m².
    """
    mu = law.mu[kinds]
    centre = math.fsum(signs * mu)
    w = law.u[kinds] + 2 * law.kappa * centre * mu
    costs, moves = 2 * np.maximum(signs * w, 0.0), -2 * signs * mu
    room = math.fsum(signs * w) - law.kappa * centre**2 - c + law.tolerance
    low, high = within[0] - centre, within[1] - centre
    most = _most_cost(room, law.kappa, costs, moves, max(-low, high))
    steps = np.zeros((len(law.counts), 0), dtype=np.int64) if law.steps is None else law.steps
    swapped = ((signs < 0) @ steps[kinds])[None]
    turned = steps[kinds] * signs[:, None]
    cost, move, copied = np.zeros(1), np.zeros(1), 0
    for each in np.argsort(costs, kind="stable"):
        if costs[each] > most:
            break
        more = cost + costs[each] <= most
        cost = np.append(cost, cost[more] + costs[each])
        move = np.append(move, move[more] + moves[each])
        swapped = np.concatenate([swapped, swapped[more] + turned[each]])
        copied += len(cost)
        if len(cost) > _LISTED or copied > _COPIED:
            return None
    left = np.where((move > low) & (move < high), room - cost + law.kappa * move**2, -math.inf)
    sure, near_by = left > 2 * law.tolerance, np.flatnonzero((left >= 0) & (left <= 2 * law.tolerance))
    if law.decided is not None:
        ties = int(law.decided(swapped[near_by]).sum()) if len(near_by) else 0
    else:
        ties = 0 if strict and not law.whole else len(near_by)
    return int(sure.sum()), ties


def _most_cost(room: float, kappa: float, costs: Floats, moves: Floats, end: float) -> float:
    """What the turned signs may cost at most: what there is room for, and κm² of as large an m as costs no more.

    It need be no larger than the end.
    """
    most = room + kappa * min(float(np.abs(moves).sum()), end) ** 2
    for _ in range(_ROUNDS):
        farthest = max(_farthest(costs[some], np.abs(moves[some]), most) for some in (moves > 0, moves < 0))
        if room + kappa * min(farthest, end) ** 2 >= _HARDLY * most:
            break
        most = room + kappa * min(farthest, end) ** 2
    return most


def _farthest(costs: Floats, moves: Floats, most: float) -> float:
    """How much moves add up to at most that cost no more, the last of which may be taken in part (Dantzig 1957)."""
    order = np.argsort(-moves / np.maximum(costs, _TINY), kind="stable")
    spent = np.append(0.0, np.cumsum(costs[order]))
    return float(np.interp(most, spent, np.append(0.0, np.cumsum(moves[order]))))
