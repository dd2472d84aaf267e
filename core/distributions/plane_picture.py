"""The masses of a plane too large to list, at few enough points for a picture."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.fft import irfft2

from core.distributions.swapped_score import SwappedScore

__all__ = ["MOST_LISTED", "POINTS", "distinct", "picture"]

Floats = NDArray[Any]
Complexes = NDArray[Any]
Integers = NDArray[Any]

# So many totals are listed one by one; a picture has so many points a coordinate.
MOST_LISTED, POINTS = 2**18, 192
_SEEN = 1e-12


def picture(
    score: SwappedScore, basis: Integers, start: Integers, shape: Integers, frequencies: Integers, phi: Complexes
) -> tuple[Floats, Floats]:
    """Return some 37,000 differences, sorted, and their probabilities.

    Parameters
    ----------
    score : SwappedScore
        The metric's difference.
    basis : numpy.ndarray
        What a coordinate stands for, ``(2, k)``.
    start, shape : numpy.ndarray
        Of the window of swapped sums, ``(2,)`` each.
    frequencies, phi : numpy.ndarray
        Where the window's characteristic function is known, ``(m, 2)``, none below 0 in the second, and what it is.
    """
    near = (np.abs(frequencies) < POINTS // 2).all(axis=1)
    at = frequencies[near]
    table = np.zeros((POINTS, POINTS // 2 + 1), dtype=complex)
    table[at[:, 0] % POINTS, at[:, 1]] = phi[near]
    mass = np.maximum(irfft2(table, s=(POINTS, POINTS)), 0.0).ravel()
    cells = np.stack(np.divmod(np.arange(mass.size), POINTS), axis=1) / POINTS
    return distinct(score.differences((start + cells * shape) @ basis), mass)


def distinct(differences: Floats, mass: Floats) -> tuple[Floats, Floats]:
    """Return the distinct differences that have any mass to speak of, sorted, and their probabilities."""
    seen = mass > _SEEN
    values, place = np.unique(differences[seen] + 0.0, return_inverse=True)
    return values, np.bincount(place.ravel(), mass[seen] / mass[seen].sum())
