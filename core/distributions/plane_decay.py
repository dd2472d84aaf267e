"""How fast the characteristic function of random signs decays, bounded from above on whole cells of frequencies.

φ(τ) = Π cos a + i·tanh(θ·c)·sin a with a = τ·c/2, so −ln|φ| is a sum of g(a) = −½·ln(1 − q·sin²a), q = 1 − tanh²θ·c.
Where τ moves within a cell, a moves by at most some reach d, and g(max(0, |a| − d)) is the least that its term can be.
A polynomial of cosines that lies below that is for all items and all cells one FFT.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.fft import rfft2

__all__ = ["cosines_below", "least_decay", "least_on_cells"]

Floats = NDArray[Any]
Integers = NDArray[Any]

_TERMS, _POINTS, _CHUNK = 8, 2**10, 2**9
# Reaches are rounded up to a multiple, and q down to a power, of which there are few.
_REACHES, _POWERS = 64, 4
_LEAST = 1e-6
# Of single precision, which tells as much here.
_ROUNDING = 1e-5


def least_on_cells(steps: Integers, waves: Floats, sizes: Integers) -> Floats:
    """Return what −ln|φ| is at least, in ``(w, v // 2 + 1)`` cells around τ = 2π(j/w, k/v).

    Parameters
    ----------
    steps : numpy.ndarray
        c, ``(u, 2)``.
    waves : numpy.ndarray
        `cosines_below` of each, times how often it is there.
    sizes : numpy.ndarray
        (w, v).
    """
    orders = np.arange(1, waves.shape[1])
    j, k = ((orders[:, None] * at) % size for at, size in zip(steps.T, sizes, strict=True))
    grid = np.bincount((j * sizes[1] + k).ravel(), waves[:, 1:].T.ravel(), math.prod(sizes)).reshape(sizes)
    usual, rounding = waves[:, 0].sum(), _ROUNDING * np.abs(waves).sum()
    least: Floats = rfft2(grid.astype(np.float32)).real + (usual - rounding)
    return least


def cosines_below(q: Floats, reach: Floats) -> Floats:
    """Return the coefficients ``(u, 9)`` of cosines of 0, 2a, …, 16a, whose sum is at most g of each item.

    Parameters
    ----------
    q, reach : numpy.ndarray
        Of each item, ``(u,)``.
    """
    rounded = np.ceil(np.minimum(reach, math.pi / 2) * _REACHES) / _REACHES
    power = np.floor(np.log2(np.maximum(q, _LEAST)) * _POWERS) / _POWERS
    power = np.where(q > _LEAST, 2.0**power, 0.0)
    kinds, which = np.unique(np.column_stack([rounded, power]), axis=0, return_inverse=True)
    below = [_below(*some.T) for some in np.array_split(kinds, len(kinds) // _CHUNK + 1)]
    return np.concatenate(below)[which.ravel()]


def _below(reach: Floats, q: Floats) -> Floats:
    """The best of three smoothed series ``(k, 9)``, lowered until it is nowhere above, or nothing."""
    angles = np.linspace(0, np.pi / 2, _POINTS + 1)
    half = np.pi / 4 / _POINTS
    orders = np.arange(_TERMS + 1)
    waves = np.cos(2 * np.outer(orders, angles))
    # Between two points it is at least what it is half a step nearer to 0.
    least = least_decay(angles, q[:, None], reach[:, None] + half)
    weights = np.where(orders == 0, 1.0, 2.0) / _POINTS
    ends = np.where((angles == 0) | (angles == angles[-1]), 0.5, 1.0)
    series = weights * (least * ends @ waves.T)
    best = np.zeros((len(q), _TERMS + 1))
    for kernel in (1 - orders / (_TERMS + 1), _jackson(orders), np.ones(_TERMS + 1)):
        smooth = kernel * series
        # … and the series changes by no more than its steepest slope.
        smooth[:, 0] -= (smooth @ waves - least).max(axis=1) + half * (np.abs(smooth) @ (2 * orders))
        best = np.where(smooth[:, :1] > best[:, :1], smooth, best)
    return best


def _jackson(orders: Integers) -> Floats:
    # Jackson's kernel: the series of a positive function that is narrow.
    n = len(orders) + 1
    return ((n - orders) * np.cos(np.pi * orders / n) + np.sin(np.pi * orders / n) / math.tan(math.pi / n)) / n


def least_decay(angles: Floats, q: Floats | float, reach: Floats | float) -> Floats:
    """g where an angle within π/2 of 0 may be nearer to it by the reach."""
    sine = np.sin(np.maximum(np.abs(angles) - reach, 0.0))
    found: Floats = -0.5 * np.log1p(-np.minimum(q * sine**2, 1 - 1e-12))
    return found
