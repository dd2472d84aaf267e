"""Characteristic functions of sums of real values at equally spaced frequencies, wherever they are not negligible.

Most of them are: of a smooth law all but a few dozen.

- `ResampledSum`: φ is the n-th power of the mean of e^{itx}.
- `SumOfResamples`: φ is the product of its parts'.
- `SwappedSum`: φ is the product of cos td + i·tanh(θd)·sin td, whose squared sizes are 1 − q·sin² td with
  q = 1 − tanh²(θd). Their geometric mean is at most their mean, so that with n signs, Q the mean of q and m that of
  cos 2td, weighted by q, |φ|² ≤ (1 − Q(1 − m)/2)ⁿ: m is a sum again, and only the rest is multiplied out.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.exact.frequencies import Grid
from core.exact.stratified import Law, SumOfResamples
from core.exact.sums import ResampledSum, SwappedSum
from core.exact.threads import on_one_thread

__all__ = ["NEGLIGIBLE", "characteristic", "one_draw"]

Floats = NDArray[Any]
Complexes = NDArray[Any]
Integers = NDArray[Any]

# Characteristic functions below e^-23 = 1e-10 change a probability by 2e-9 at most, where 1e-6 is certain enough.
NEGLIGIBLE = 23.0
# Of n draws a value that is drawn so seldom, or of signs so few that are turned, are left out.
_ABSENT = 1e-20
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
    phi, error = np.ones(count, dtype=complex), 0.0
    for part in law.parts:
        k, own, off = _resampled(part, first, step, count, theta, negligible, phi != 0)
        product, error = phi[k] * own, error + off  # no φ is larger than 1
        phi = np.zeros(count, dtype=complex)
        phi[k] = np.where(np.abs(product) > math.exp(-negligible), product, 0)
    [k] = np.nonzero(phi)
    return k, phi[k], error


def _resampled(
    law: ResampledSum,
    first: float,
    step: float,
    count: int,
    theta: float,
    negligible: float,
    asked: NDArray[np.bool_] | None = None,
) -> tuple[Integers, Complexes, float]:
    k, mean, rounding = one_draw(law, first, step, count, theta, math.exp(-negligible / law.n))
    if asked is not None:
        within = asked[k]
        k, mean = k[within], mean[within]
    return k, np.exp(law.n * np.log(mean)), math.exp(-negligible) + law.n * rounding


def one_draw(
    law: ResampledSum, first: float, step: float, count: int, theta: float, floor: float
) -> tuple[Integers, Complexes, float]:
    """Return k < count where E_θ e^{it(x − E_θ x)} of one draw exceeds the floor, it, and how far it may be off."""
    weights = law.weights(theta)
    offsets = law.values - float(weights @ law.values)
    # What a tilt leaves so little of may lie far out, and would only be rounded.
    present = weights * law.n > _ABSENT
    lost = float(weights[~present].sum())
    weights, offsets = weights[present], offsets[present]
    grid = Grid(offsets, first, step, count, float(weights @ np.abs(offsets)))
    with on_one_thread():
        k, mean = grid.means(weights, floor)
    alive = np.abs(mean) > floor
    return k[alive], mean[alive], grid.rounding(k[alive]) + lost


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
