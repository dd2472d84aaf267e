"""The bootstrap's sum where each stratum is resampled by itself: independent sums, whose laws are convolved.

Characteristic functions multiply, cumulants, means and variances add up, so that every engine of one resampled sum
serves many.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.common.cached import cached_property
from core.distributions.sums import ResampledSum, SwappedSum, Tilted, bernstein
from core.distributions.waves import NEGLIGIBLE

__all__ = ["Law", "SumOfResamples", "centred", "strata_of", "together"]

Floats = NDArray[Any]
Complexes = NDArray[Any]

# More than the FFT of a law is off.
_OFF = 1e-12


@dataclass(frozen=True, eq=False)
class SumOfResamples:
    """The sum of independent sums ``parts``, all of whole numbers or none."""

    parts: tuple[ResampledSum, ...]
    tolerance: float = 0.0

    @property
    def whole(self) -> bool:
        return self.parts[0].whole

    @cached_property
    def values(self) -> NDArray[Any]:
        return np.concatenate([part.values for part in self.parts])

    @cached_property
    def counts(self) -> NDArray[Any]:
        """Of each value in its stratum."""
        return np.concatenate([part.counts for part in self.parts])

    @property
    def support(self) -> tuple[Any, Any]:
        ends = [part.support for part in self.parts]
        return sum(low for low, _ in ends), sum(high for _, high in ends)

    @property
    def mean(self) -> float:
        return sum(part.mean for part in self.parts)

    def reflected(self) -> "SumOfResamples":
        return SumOfResamples(tuple(part.reflected() for part in self.parts), self.tolerance)

    def reduced(self) -> tuple["SumOfResamples", int, int]:
        """A law S' of the smallest whole numbers from 0 up, shift and step: S = shift + step·S'."""
        lows = [int(part.values.min()) for part in self.parts]
        steps = [np.gcd.reduce(part.values - low) for part, low in zip(self.parts, lows, strict=True)]
        step = int(np.gcd.reduce(steps)) or 1
        parts = (
            ResampledSum((part.values - low) // step, part.counts) for part, low in zip(self.parts, lows, strict=True)
        )
        return SumOfResamples(tuple(parts)), sum(part.n * low for part, low in zip(self.parts, lows, strict=True)), step

    def log_probability_of_maximum(self) -> float:
        """ln P(S = its largest value)."""
        return sum(part.log_probability_of_maximum() for part in self.parts)

    @property
    def gap_below_maximum(self) -> float:
        """How far the second largest sum lies below the largest."""
        return min((part.gap_below_maximum for part in self._varying), default=0.0)

    def tilted(self, theta: float) -> Tilted:
        each = [part.tilted(theta) for part in self.parts]
        cumulant, rounding, mean, variance = (
            sum(getattr(tilt, name) for tilt in each) for name in ("cumulant", "rounding", "mean", "variance")
        )
        return Tilted(theta, cumulant, rounding, mean, variance)

    def half_width(self, tilt: Tilted | None = None) -> float:
        """Half the window that holds all but 1e-16 of the (tilted) mass, around its mean."""
        spreads = [part.spread(tilt) for part in self._varying]
        if not spreads:
            return 0.0
        utmost = sum(part.n * step for part, (_, step) in zip(self._varying, spreads, strict=True))
        return min(bernstein(sum(variance for variance, _ in spreads), max(step for _, step in spreads)), utmost)

    def characteristic(self, window: int, centre: int, tilt: Tilted | None) -> tuple[Complexes, Floats]:
        """E e^{it(S − centre)} at t = 2πj/window, j = 0 … window/2, of whole numbers, and its relative error."""
        tilts = [None if tilt is None else part.tilted(tilt.theta) for part in self.parts]
        means = [part.mean if own is None else own.mean for part, own in zip(self.parts, tilts, strict=True)]
        centres = [round(mean) for mean in means[1:]]
        centres = [centre - sum(centres), *centres]
        alive = self._alive(window, 0.0 if tilt is None else tilt.theta)
        found = [
            part.characteristic(window, at, own, alive)
            for part, at, own in zip(self.parts, centres, tilts, strict=True)
        ]
        return reduce(np.multiply, (phi for phi, _ in found)), np.add.reduce([error for _, error in found])

    def _alive(self, window: int, theta: float) -> NDArray[np.intp]:
        """The j at which the product matters, most of which no part knows by itself."""
        logs = np.zeros(window // 2 + 1)
        for part in self.parts:
            mean = np.fft.rfft(np.bincount(part.values % window, part.weights(theta), window))
            logs += part.n * np.log(np.abs(mean) + _OFF)
        return np.flatnonzero(logs > NEGLIGIBLE - 1)

    @cached_property
    def _varying(self) -> tuple[ResampledSum, ...]:
        return tuple(part for part in self.parts if len(part.values) > 1)


Law = ResampledSum | SwappedSum | SumOfResamples


def strata_of(law: Law) -> list[slice]:
    """Where the values of each stratum are, of which one that is not divided is the only."""
    sizes = [len(part.values) for part in law.parts] if isinstance(law, SumOfResamples) else [len(law.values)]
    ends = np.cumsum(sizes).tolist()
    return [slice(end - size, end) for end, size in zip(ends, sizes, strict=True)]


def together(strata: Sequence[ResampledSum]) -> ResampledSum | SumOfResamples:
    """The law of the sum over strata, or over one."""
    return SumOfResamples(tuple(strata)) if len(strata) > 1 else strata[0]


def centred(law: Law, values: NDArray[Any], counts: Floats) -> Floats:
    """Values that are drawn so often, less the mean of their stratum."""
    strata = strata_of(law)
    return np.concatenate([values[own] - counts[own] @ values[own] / counts[own].sum() for own in strata])
