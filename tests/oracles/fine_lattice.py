"""Tails of integer sums too many for rational arithmetic: one Fourier transform over a huge circle of cells.

The circle is doubled until Hoeffding's or Chernoff's bound shows that less than 1e-13 of the mass wraps around it.
"""

from typing import NamedTuple

import numpy as np

__all__ = ["Sums", "at_least", "at_most", "bootstrap", "permutation"]

WRAPPED = 1e-13
MOST_CELLS = 2**24
NEGLIGIBLE = 1e-25


class Sums(NamedTuple):
    """``cumulative[i]`` is the probability that the sum is at most ``lowest + i``."""

    lowest: int
    cumulative: np.ndarray


def bootstrap(values):
    """Return the sums of n draws with replacement from n integers."""
    values = np.asarray(values, dtype=np.int64)
    n, center = len(values), int(values.sum())

    def outside(half):
        return _chernoff(values, n, center + half) + _chernoff(-values, n, half - center)

    cells = _cells(outside)
    once = np.bincount(values % cells, minlength=cells) / n
    return _unwound(np.fft.irfft(np.fft.rfft(once) ** n, cells), center - cells // 2)


def permutation(differences):
    """Return the sums of the integers with random signs."""
    size, times = np.unique(np.abs(np.asarray(differences, dtype=np.int64)), return_counts=True)
    variance = (times * size.astype(float) ** 2).sum()
    cells = _cells(lambda half: 2 * np.exp(-(half**2) / (2 * variance)))
    turn = 2 * np.pi * np.arange(cells // 2 + 1) / cells
    transform, alive = np.ones(len(turn)), np.arange(len(turn))
    for d, count in zip(size, times, strict=True):
        transform[alive] *= np.cos(turn[alive] * d) ** count
        # The omitted terms add less than 1e-17 to any probability.
        alive = alive[np.abs(transform[alive]) > NEGLIGIBLE]
    return _unwound(np.fft.irfft(transform, cells), -(cells // 2))


def at_most(sums, threshold):
    """Return P(sum <= threshold)."""
    steps = int(threshold) - sums.lowest
    if steps < 0:
        return 0.0
    return float(sums.cumulative[min(steps, len(sums.cumulative) - 1)])


def at_least(sums, threshold):
    """Return P(sum >= threshold)."""
    return 1 - at_most(sums, int(threshold) - 1)


def _cells(outside):
    cells = 1024
    while outside(cells // 2) > WRAPPED:
        cells *= 2
        if cells > MOST_CELLS:
            raise ValueError(f"more than {MOST_CELLS} cells are needed")
    return cells


def _unwound(masses, lowest):
    """Cut the circle at ``lowest``: cell k of it holds the sums that are k modulo the number of cells."""
    return Sums(lowest, np.cumsum(np.roll(masses, -lowest % len(masses))))


def _chernoff(values, n, level):
    """Bound P(sum >= level) by the least of exp(n·log E exp(s·X) - s·level) over a grid of s > 0."""
    scale = values.astype(float)
    best = 0.0
    for s in np.geomspace(1e-4, 1e3, 200) / max(np.abs(scale).max(), 1):
        peak = (s * scale).max()
        best = min(best, n * (peak + np.log(np.exp(s * scale - peak).mean())) - s * level)
    return float(np.exp(best))
