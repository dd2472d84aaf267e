"""Products and sums of waves at many frequencies: what characteristic functions are made of."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["DIRECT", "NEGLIGIBLE", "cosine_product", "non_uniform_transform", "not_negligible"]

Floats = NDArray[Any]
Complexes = NDArray[Any]
# Maps frequencies (m,) and values (b,) to the angles frequency·value, (m, b), exactly reduced where that matters.
Angles = Callable[[NDArray[Any], Floats], Floats]

# Characteristic functions below e^-45 = 3e-20 cannot change a probability that is held in double precision.
NEGLIGIBLE = -45.0
# Up to so many waves are summed one by one.
DIRECT = 500_000


def cosine_product(
    frequencies: NDArray[Any], steps: Floats, counts: Floats, angles: Angles, theta: float = 0.0
) -> Complexes:
    """Π over the steps d of (cos td + i·tanh(θd)·sin td)^count at every frequency t.

    Factors never exceed 1 in size, so a frequency whose product has become negligible needs no further factors; steps
    that occur often come first and end most frequencies early.

    Parameters
    ----------
    frequencies : (m, …) array
        Whatever ``angles`` understands, a row for each t.
    steps : (u, …) array
        The distinct steps.
    counts : (u,) array
        Their multiplicities.
    angles : callable
        Maps some frequencies and steps to the angles td.
    theta : float
        The tilt; 0 for none.
    """
    order = np.argsort(-counts, kind="stable")
    steps, counts = steps[order], counts[order]
    phi = np.ones(len(frequencies), dtype=float if theta == 0 else complex)
    for start in range(0, len(frequencies), 16_384):
        alive = np.arange(start, min(start + 16_384, len(frequencies)))
        done = 0
        while done < len(steps) and len(alive):
            size = max(8, 2**17 // len(alive))
            d, c = steps[done : done + size], counts[done : done + size]
            done += size
            phi[alive] *= _powers(angles(frequencies[alive], d), c, np.tanh(theta * d) if theta else None)
            gone = np.abs(phi[alive]) < 3e-20
            phi[alive[gone]] = 0
            alive = alive[~gone]
    return phi.astype(complex)


def _powers(angle: Floats, counts: Floats, slope: Floats | None) -> NDArray[np.generic]:
    """Π over the last axis of (cos a + i·slope·sin a)^count.

    Powers go through ln|·|² = log1p(−sin²a·(1 − slope²)), which stays accurate where the factor is close to 1.
    """
    if slope is None:
        factor: Complexes = np.cos(angle)
        damping: Floats = np.ones(1)
    else:
        factor = np.cos(angle) + 1j * slope * np.sin(angle)
        damping = 1 - slope**2
    if (counts == 1).all():
        return np.multiply.reduce(factor, axis=-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        log_size = 0.5 * np.log1p(-np.minimum(np.sin(angle) ** 2 * damping, 1.0))
        size = np.exp(log_size @ counts)
    # Half turns are counted, not added up: (−1)^count is exact.
    sign = 1 - 2 * (((factor.real < 0).astype(float) @ (counts % 2).astype(float)) % 2)
    if slope is None:
        return size * sign
    turn = np.where(factor.real < 0, np.angle(-factor), np.angle(factor)) @ counts
    return size * sign * np.exp(1j * turn)


def not_negligible(x: Floats, weights: Floats, t: Floats, floor: float) -> NDArray[Any]:
    """Return the indices of equally spaced t at which |φ| may exceed the floor: usually a few dozen.

    φ changes by at most E|x| times the step in t, so one value tells of many neighbours; for very many x a rough
    transform tells of all.
    """
    block = 128
    if len(t) < 2 * block:
        return np.arange(len(t))
    if len(t) // block * len(x) > 4 * DIRECT:
        rough, slack = non_uniform_transform(x, weights, t, (1 - floor) / 4)
        return np.flatnonzero(np.abs(rough) + slack > floor)
    angles = np.outer(t[block // 2 :: block], x).astype(np.float32)
    share = weights.astype(np.float32)
    reach = block / 2 * (t[1] - t[0]) * float(weights @ np.abs(x))
    rounding = 1e-5 + 1e-7 * float(np.abs(angles).max())
    alive = np.hypot(np.cos(angles) @ share, np.sin(angles) @ share) + reach + rounding > floor
    return np.flatnonzero(np.repeat(np.append(alive, True), block)[: len(t)])


def non_uniform_transform(x: Floats, weights: Floats, t: Floats, tolerance: float) -> tuple[Complexes, float]:
    """Σ w·e^{itx} at equally spaced t by FFTs, and a bound of its error, at most ``tolerance`` (weights sum to 1).

    Each x is rounded to a grid fine enough that the rest r has |t − t₀|·r ≤ π/16, and e^{i(t−t₀)r} is expanded in its
    Taylor series, one FFT a term: two terms leave 2 %, twelve 1e-17.
    """
    count = len(t)
    step, middle = float(t[1] - t[0]), float(t[count // 2])
    size = 1 << int(np.ceil(np.log2(8 * count)))
    unit = 2 * np.pi / (size * step)
    cells = np.rint(x / unit).astype(np.int64)
    rest = x - cells * unit
    cells %= size
    k = np.arange(count) - count // 2
    rotated = weights * np.exp(1j * middle * x)
    result = np.zeros(count, dtype=complex)
    factor = np.ones(count, dtype=complex)
    bound, term = 1.0, 0
    while bound > tolerance:
        grid = np.bincount(cells, rotated.real, size) + 1j * np.bincount(cells, rotated.imag, size)
        result += factor * (np.fft.ifft(grid) * size)[k % size]
        term += 1
        rotated = rotated * rest
        factor = factor * (1j * step * k) / term
        bound *= np.pi / 16 / term
    return result, bound
