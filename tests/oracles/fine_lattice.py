"""Tails of integer sums too many for rational arithmetic: one Fourier transform over a huge circle of cells.

Both functions refuse when Hoeffding's or Chernoff's bound cannot show that less than 1e-12 of the mass wraps
around the circle.
"""

import numpy as np

__all__ = ["bootstrap_tail", "permutation_tail"]

WRAPPED = 1e-12


def bootstrap_tail(values, n, threshold, cells=2**23):
    """Return P(sum of n draws from ``values`` <= threshold), integers all."""
    values = np.asarray(values, dtype=np.int64)
    center = round(n * values.mean())
    outside = min(_chernoff(values, n, center + cells // 2), 1) + min(
        _chernoff(-values, n, cells // 2 - center), 1
    )
    if outside > WRAPPED:
        raise ValueError(f"{outside:g} of the mass may wrap around {cells} cells")
    # Draws are folded into the cells, and raising the transform to the n-th power adds n of them.
    once = np.bincount(values % cells, minlength=cells) / len(values)
    masses = np.fft.irfft(np.fft.rfft(once) ** n, cells)
    return _up_to(masses, center - cells // 2, threshold)


def permutation_tail(differences, threshold, cells=2**23):
    """Return P(sum of the differences with random signs >= threshold), integers all."""
    size, times = np.unique(np.abs(np.asarray(differences, dtype=np.int64)), return_counts=True)
    if 2 * np.exp(-((cells / 2) ** 2) / (2 * (times * size.astype(float) ** 2).sum())) > WRAPPED:
        raise ValueError(f"too much mass may wrap around {cells} cells")
    turn = 2 * np.pi * np.arange(cells // 2 + 1) / cells
    transform = np.ones(len(turn))
    for d, count in zip(size, times, strict=True):
        transform *= np.cos(turn * d) ** count
    masses = np.fft.irfft(transform, cells)
    # A symmetric distribution: the upper tail at x is the lower tail at -x.
    return _up_to(masses, -(cells // 2), -threshold)


def _up_to(masses, lowest, threshold):
    cells = len(masses)
    steps = int(threshold) - lowest
    if steps < 0:
        return 0.0
    return float(np.take(masses, np.arange(lowest, lowest + min(steps + 1, cells)), mode="wrap").sum())


def _chernoff(values, n, level):
    """Bound P(sum >= level) by the least of exp(n·log E exp(s·X) - s·level) over a grid of s > 0."""
    scale = values.astype(float)
    best = 0.0
    for s in np.geomspace(1e-4, 1e3, 200) / np.abs(scale).max():
        peak = (s * scale).max()
        best = min(best, n * (peak + np.log(np.exp(s * scale - peak).mean())) - s * level)
    return float(np.exp(best))
