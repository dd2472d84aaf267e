"""Characteristic functions of sums of real values at equally spaced frequencies, wherever they are not negligible.

Most of them are: of a smooth law all but a few dozen.

- `ResampledSum`: φ is the n-th power of the mean of e^{itx}.
- `SumOfResamples`: φ is the product of its parts'.
- `SwappedSum`: φ is the product of cos td + i·tanh(θd)·sin td, whose squared sizes are 1 − q·sin² td with
  q = 1 − tanh²(θd). Their geometric mean is at most their mean, so that with n signs, Q the mean of q and m that of
  cos 2td, weighted by q, |φ|² ≤ (1 − Q(1 − m)/2)ⁿ: m is a sum again, and only the rest is multiplied out.
"""

import math
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.distributions.frequencies import Grid
from core.distributions.stratified import Law, SumOfResamples
from core.distributions.sums import ResampledSum, SwappedSum
from core.distributions.threads import on_one_thread

__all__ = ["NEGLIGIBLE", "characteristic", "one_draw"]

Floats = NDArray[Any]
Complexes = NDArray[Any]
Integers = NDArray[Any]

# Characteristic functions below e^-23 = 1e-10 change a probability by 2e-9 at most, where 1e-6 is certain enough.
NEGLIGIBLE = 23.0
# Of n draws a value that is drawn so seldom, or of signs so few that are turned, are left out.
_ABSENT = 1e-20
# So many frequencies are looked at together.
_AT_ONCE, _TINY = 2**20, 1e-300
# So many items tell which frequencies matter, if what they leave is so near 1 that few do.
_TELLING, _TOLD = 2**10, 0.5


def characteristic(
    law: Law, first: float, step: float, count: int, theta: float = 0.0, negligible: float = NEGLIGIBLE
) -> tuple[Integers, Complexes, float]:
    """Return k < count, E_θ e^{it(S − E_θ S)} at t = first + k·step for those k, and a bound of the error of each.

    At the other k it is smaller than the bound, which is e^−negligible and the rounding.
    """
    with on_one_thread():
        if isinstance(law, SumOfResamples):
            return _stratified(law, first, step, count, theta, negligible)
        if isinstance(law, ResampledSum):
            return _resampled(law, first, step, count, theta, negligible)
        return _swapped(law, first, step, count, theta, negligible)


def _stratified(
    law: SumOfResamples, first: float, step: float, count: int, theta: float, negligible: float
) -> tuple[Integers, Complexes, float]:
    draws = [(part.n, *_present(part, theta)) for part in law.parts]
    grid = Grid(
        np.concatenate([offsets for _, offsets, _, _ in draws]),
        first,
        step,
        count,
        max(float(weights @ np.abs(offsets)) for _, offsets, weights, _ in draws),
    )
    starts = np.cumsum([0, *(len(offsets) for _, offsets, _, _ in draws)]).tolist()
    parts = [
        (n, grid.of(slice(*own)), weights, lost)
        for own, (n, _, weights, lost) in zip(pairwise(starts), draws, strict=True)
    ]
    # Those that vary most tell of most frequencies, and all together of more than each by itself: no mean is above 1.
    parts.sort(key=lambda each: -each[0] * float(each[2] @ each[1].x ** 2))
    kept, most = np.arange(grid.blocks), np.zeros(grid.blocks)
    for n, part, weights, _ in parts:
        most += n * np.log(part.at_most(weights, math.exp(-negligible / n), kept))
        kept, most = kept[most > -negligible], most[most > -negligible]
    found = [(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=complex))]
    for some in np.array_split(kept, len(kept) * grid.size // _AT_ONCE + 1) if len(kept) else ():
        k = some[:, None] * grid.size + np.arange(grid.size)
        alive, logs = k < count, np.zeros(k.shape, dtype=complex)
        for n, part, weights, _ in parts:
            if not alive.any():
                break
            rows = alive.any(axis=1)
            some, k, alive, logs = some[rows], k[rows], alive[rows], logs[rows]
            logs[alive] += n * np.log(part.sums(some, weights)[alive] + _TINY)
            alive &= logs.real > -negligible
        found.append((k[alive], np.exp(logs[alive])))
    k, phi = map(np.concatenate, zip(*found, strict=True))
    rounding = grid.rounding(k)
    return k, phi, math.exp(-negligible) + sum(n * (rounding + lost) for n, _, _, lost in parts)


def _resampled(
    law: ResampledSum, first: float, step: float, count: int, theta: float, negligible: float
) -> tuple[Integers, Complexes, float]:
    k, mean, rounding = one_draw(law, first, step, count, theta, math.exp(-negligible / law.n))
    return k, np.exp(law.n * np.log(mean)), math.exp(-negligible) + law.n * rounding


def one_draw(
    law: ResampledSum, first: float, step: float, count: int, theta: float, floor: float
) -> tuple[Integers, Complexes, float]:
    """Return k < count where E_θ e^{it(x − E_θ x)} of one draw exceeds the floor, it, and how far it may be off."""
    offsets, weights, lost = _present(law, theta)
    grid = Grid(offsets, first, step, count, float(weights @ np.abs(offsets)))
    with on_one_thread():
        k, mean = grid.means(weights, floor)
    alive = np.abs(mean) > floor
    return k[alive], mean[alive], grid.rounding(k[alive]) + lost


def _present(law: ResampledSum, theta: float) -> tuple[Floats, Floats, float]:
    """How far the values lie from the mean of a tilted draw, how likely each is, and how likely those left out."""
    weights = law.weights(theta)
    offsets = law.values - float(weights @ law.values)
    # What a tilt leaves so little of may lie far out, and would only be rounded.
    present = weights * law.n > _ABSENT
    return offsets[present], weights[present], float(weights[~present].sum())


def _swapped(
    law: SwappedSum, first: float, step: float, count: int, theta: float, negligible: float
) -> tuple[Integers, Complexes, float]:
    # The largest first, whose factors are the smallest.
    sizes, counts = law.values.astype(float)[::-1], law.counts.astype(np.int64)[::-1]
    # Of those whose sign a tilt leaves no doubt about, what is added is known.
    open_ = counts * np.exp(-2 * theta * sizes) > _ABSENT
    lost = float(counts[~open_] @ np.exp(-2 * theta * sizes[~open_]))
    sizes, counts = sizes[open_], counts[open_]
    slope = np.tanh(theta * sizes)
    k = np.arange(count)
    # No factor is larger than 1, so that what some of them make negligible is.
    for some in (slice(None, None, max(1, min(64, len(sizes) // _TELLING))), slice(None)):
        signs, damping = int(counts[some].sum()), counts[some] * (1 - slope[some] ** 2)
        total = float(damping.sum())
        floor = 1 + 2 * signs / total * math.expm1(-2 * negligible / signs)
        if floor > _TOLD or (some.step is None and floor > -1):
            twice = Grid(2 * sizes[some], first, step, count, 2 * float(damping @ sizes[some]) / total)
            k, mean = twice.means(damping / total, floor)
            k = k[mean.real > floor]
            break
    grid = Grid(sizes, first, step, count)
    phi = grid.products(k, theta, counts, math.exp(-negligible))
    k, phi = k[phi != 0], phi[phi != 0]
    if theta:
        phi = phi * np.exp(-1j * (first + k * step) * float((counts * slope) @ sizes))
    return k, phi, math.exp(-negligible) + int(counts.sum()) * grid.rounding(k) + 2 * lost
