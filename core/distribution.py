"""A distribution of differences, computed exactly or sampled."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Distribution"]

Floats = NDArray[Any]


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
        How many resamples it was counted from; None where it is exact.
    exact_quantile : callable, optional
        Inverts the distribution function itself, where ``values`` are only a fine grid for pictures.

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

        A cumulative sum of m masses is rounded by about m·1e-16; the slack keeps q on the step that it is exactly on.
        """
        if self.exact_quantile is not None and 0 < q < 1:
            return self.exact_quantile(q)
        return self._quantile_of_values(q)

    def _quantile_of_values(self, q: float) -> float:
        cumulative = np.cumsum(self.mass)
        index = int(np.searchsorted(cumulative, q - 1e-12))
        return float(self.values[min(index, len(self.values) - 1)])

    def shifted(self, by: float) -> "Distribution":
        """Return the distribution of value + by, for pictures."""
        return Distribution(self.values + by, self.mass, self.n_resamples)

    def probability_below(self, x: float, tolerance: float = 0.0) -> float:
        """Return P(value < x), values within ``tolerance`` of x counting as x."""
        return float(self.mass[self.values < x - tolerance].sum())

    def probability_at(self, x: float, tolerance: float = 0.0) -> float:
        """Return P(value = x), within ``tolerance``."""
        return float(self.mass[np.abs(self.values - x) <= tolerance].sum())

    def histogram(self, max_bins: int = 80) -> tuple[Floats, Floats, Floats]:
        """Return ``(left, right, mass)`` of at most about ``max_bins`` bins over all but 1e-6 of the mass.

        Values on a grid get bins that each hold the same number of grid points, so that no bar is an artefact.
        """
        low, high = self._quantile_of_values(5e-7), self._quantile_of_values(1 - 5e-7)
        inside = (self.values >= low) & (self.values <= high)
        values, mass = self.values[inside], self.mass[inside]
        if len(values) == 1:
            half = max(abs(values[0]), 1.0) * 0.005
            return values - half, values + half, mass
        step = float(np.diff(values).min())
        cells = (high - low) / step
        on_grid = cells < 1e6 and np.allclose((values - low) / step, np.rint((values - low) / step), atol=1e-3)
        width = step * np.ceil((cells + 1) / max_bins) if on_grid else (high - low) / max_bins
        start = low - (step / 2 if on_grid else 0.0)
        bins = np.minimum(((values - start) / width).astype(int), max(int(np.ceil((high - start) / width)) - 1, 0))
        total = np.bincount(bins, weights=mass)
        left = start + width * np.arange(len(total))
        return left, left + width, total
