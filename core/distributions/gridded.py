"""Sums of waves e^{itx} to two digits or so, of values rounded to a grid: they tell which frequencies matter.

With x = gΔ + r, e^{itx} = e^{itgΔ}·Σₘ (itr)ᵐ/m!. For Δ = 2π/(L·step) the sums over the values of each g are an FFT of L
points, whatever the number of values (the Taylor form of a non-uniform FFT, Anderson & Dahleh 1996).
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.fft import ifft, next_fast_len

__all__ = ["gridded_sums"]

Floats = NDArray[Any]
Complexes = NDArray[Any]

# Four terms of |tr| ≤ π/4 leave (π/4)⁴/4! = 0.016 at most.
_TERMS, _FINER = 4, 2
_ROUNDING = 1e-12


def gridded_sums(x: Floats, weights: Floats, first: float, step: float, count: int) -> tuple[Complexes, Floats]:
    """Return Σ w·e^{itx} at t = first + k·step for all k < count, and how far each may be off; w ≥ 0.

    Examples
    --------
    >>> x, w = np.array([-0.3, 0.1, 0.5]), np.array([0.5, 0.25, 0.25])
    >>> sums, off = gridded_sums(x, w, 0.0, 2.0, 50)
    >>> exact = np.exp(1j * np.outer(2.0 * np.arange(50), x)) @ w
    >>> bool((np.abs(sums - exact) <= off).all()), bool(off.max() < 0.02)
    (True, True)
    """
    points = next_fast_len(_FINER * count)
    grid = 2 * math.pi / (points * step)
    g = np.rint(x / grid)
    r, at = x / grid - g, (g % points).astype(np.int64)  # in steps of the grid, whatever the scale of x
    # Counted from the middle, t is half as large.
    turns = np.arange(count) - count // 2
    t, middle = 2 * math.pi / points * turns, first + step * (count // 2)
    factor = weights * np.exp(1j * middle * x)
    total, power = np.zeros(count, dtype=complex), np.ones(count, dtype=complex)
    for m in range(_TERMS):
        placed = np.bincount(at, factor.real, points) + 1j * np.bincount(at, factor.imag, points)
        total += power * ifft(placed, norm="forward")[turns]
        factor, power = factor * r, power * (1j * t / (m + 1))
    left_out = np.abs(power) * float(weights @ np.abs(r) ** _TERMS)
    angles = float(weights.sum()) * (abs(first) + step * count) * float(np.abs(x).max(initial=0.0))
    return total, left_out + _ROUNDING * float(weights.sum()) + 4 * float(np.finfo(float).eps) * angles
