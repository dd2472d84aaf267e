"""Products of cosines at many frequencies: characteristic functions of random signs on a lattice."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["NEGLIGIBLE", "cosine_product"]

Floats = NDArray[Any]
Complexes = NDArray[Any]
# Maps frequencies (m,) and values (b,) to the angles frequency·value, (m, b), exactly reduced where that matters.
Angles = Callable[[NDArray[Any], Floats], Floats]

# Characteristic functions below e^-45 = 3e-20 cannot change a probability that is held in double precision.
NEGLIGIBLE = -45.0


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
