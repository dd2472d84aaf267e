"""A distribution of differences, computed exactly or sampled."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.common.arrays import Floats

# Frequencies at which the characteristic function is searched for a period, per turn over the range of values.
_FINE = 4
# Fewest grid steps for which bins are aligned with the grid.
_FEWEST_STEPS = 4
_CELLS = 4096
# The characteristic function of a smooth distribution stays below this, or below a few of its standard errors.
_RHYTHM = 0.15
_NOISE = 4.0


@dataclass(frozen=True, slots=True, eq=False)
class Distribution:
    """Masses on sorted values of the difference (experimental minus baseline).

    Parameters
    ----------
    values : (m,) float array, increasing
        Differences, in the metric's own unit.
    mass : (m,) float array
        The probability of each value; sums to 1.
    n_resamples : int, optional
        Number of resamples; None if the distribution is exact.
    exact_quantile : callable, optional
        Inverse distribution function, if ``values`` are only a fine grid for plots.

    Examples
    --------
    >>> d = Distribution.from_samples(np.array([0.1, 0.1, 0.2, -0.1]))
    >>> d.values.tolist(), d.mass.tolist(), d.quantile(0.5)
    ([-0.1, 0.1, 0.2], [0.25, 0.5, 0.25], 0.1)
    """

    values: Floats
    mass: Floats
    n_resamples: int | None = None
    exact_quantile: Callable[[float], float] | None = None

    def __post_init__(self) -> None:
        for array in (self.values, self.mass):
            array.setflags(write=False)

    def __reduce__(self) -> tuple[Any, ...]:
        return Distribution, (self.values, self.mass, self.n_resamples, self.exact_quantile)

    @classmethod
    def from_samples(cls, samples: Floats) -> "Distribution":
        """Count sampled differences."""
        values, counts = np.unique(samples, return_counts=True)
        return cls(values, counts / len(samples), len(samples))

    @property
    def exact(self) -> bool:
        """Whether it was computed rather than sampled."""
        return self.n_resamples is None

    def quantile(self, q: float) -> float:
        """Return the smallest value x with F(x) ≥ q.

        A cumulative sum of m masses has a rounding error of about m·1e-16; the slack keeps q on its step.
        """
        if self.exact_quantile is not None and 0 < q < 1:
            return self.exact_quantile(q)
        return self._quantile_of_values(q)

    def _quantile_of_values(self, q: float) -> float:
        cumulative = np.cumsum(self.mass)
        index = int(np.searchsorted(cumulative, q - 1e-12))
        return float(self.values[min(index, len(self.values) - 1)])

    def shifted(self, by: float) -> "Distribution":
        """Return the distribution of value + by, for plots."""
        return Distribution(self.values + by, self.mass, self.n_resamples)

    def histogram(self, max_bins: int = 80) -> tuple[Floats, Floats, Floats]:
        """Return ``(left, right, mass)`` of at most about ``max_bins`` bins over all but 1e-6 of the mass.

        For values on a grid, each bin holds the same number of grid points; for values concentrated around grid points,
        the bin width is a multiple of the step. So no bar is an artefact of the bins.
        """
        low, high = self._quantile_of_values(5e-7), self._quantile_of_values(1 - 5e-7)
        inside = (self.values >= low) & (self.values <= high)
        values, mass = self.values[inside], self.mass[inside]
        gaps = np.diff(values)
        if not gaps.any():
            half = max(abs(values[0]), 1.0) * 0.005
            return values[:1] - half, values[:1] + half, mass.sum(keepdims=True)
        step = float(gaps[gaps > 0].min())  # values of a plot may be equal
        cells = (high - low) / step
        on_grid = cells < 1e6 and np.allclose((values - low) / step, np.rint((values - low) / step), atol=1e-3)
        start, width = low, (high - low) / max_bins
        if on_grid:
            start, width = low - step / 2, step * np.ceil((cells + 1) / max_bins)
        elif (crowded := _crowding(values, mass, max_bins, self.n_resamples)) is not None:
            point, step = crowded
            start = point - step / 2 - step * np.ceil((point - step / 2 - low) / step)
            width = step * np.ceil((high - start) / step / max_bins)
        bins = np.minimum(((values - start) / width).astype(int), max(int(np.ceil((high - start) / width)) - 1, 0))
        total = np.bincount(bins, weights=mass)
        left = start + width * np.arange(len(total))
        return left, left + width, total


def _crowding(values: Floats, mass: Floats, max_bins: int, n_resamples: int | None) -> tuple[float, float] | None:
    """Return a point and the step of the grid around whose points the values concentrate, or None.

    Each swap changes a macro-F1 by a nearly equal step. With any other width, bins would hold one or two clusters
    alternately. The step appears as a peak of the characteristic function |E e^{2πitv}| at t = 1/step.
    """
    low, extent = values[0], values[-1] - values[0]
    cells = np.bincount(np.minimum(((values - low) / extent * _CELLS).astype(int), _CELLS - 1), mass, _CELLS)
    # At t = j / (4·extent); bins of three steps or more need no alignment.
    waves = np.fft.rfft(cells, _FINE * _CELLS)[: 3 * _FINE * max_bins].conj()
    size = np.abs(waves) / mass.sum()
    least = max(_RHYTHM, _NOISE / np.sqrt(n_resamples or np.inf))
    calm, strong = np.flatnonzero(size < least), np.flatnonzero(size >= least)
    strong = strong[strong > calm[0]] if len(calm) else strong[:0]
    if len(strong) == 0:
        return None
    # The first run of strong frequencies is the step; later runs are fractions of it.
    run = strong[: np.append(np.flatnonzero(np.diff(strong) > 1), len(strong) - 1)[0] + 1]
    peak = int(run[np.argmax(size[run])])
    step = _FINE * extent / peak
    if extent < _FEWEST_STEPS * step:  # a few clusters, which bars of one width show correctly
        return None
    point = low + extent / _CELLS / 2 + step * np.angle(waves[peak]) / (2 * np.pi)
    return float(point), float(step)
