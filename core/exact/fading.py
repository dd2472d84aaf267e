"""How fast a characteristic function fades, looked up at some frequencies from the largest values and some others.

Where it has faded, no more frequencies are needed, and what it holds until then bounds the density.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.cached import cached_property
from core.exact.sums import ResampledSum, SwappedSum

__all__ = ["CROWDED", "LARGEST", "ORDINARY", "Fading", "Law", "deviation", "inversion_cost", "middle"]

Floats = NDArray[Any]
Law = ResampledSum | SwappedSum

# So many frequencies, so many of the largest values, and about so many of the others.
_FREQUENCIES, LARGEST, _SOME = 160, 64, 512
# Standard deviations beyond which φ of a smooth law has faded, and where no more is looked up; it has faded at e^−23.
_SMOOTH, _LAST, _FADED = 10.0, 30.0, -23.0
_TINY = 1e-300
# Where φ does not fade, so many frequencies are looked at.
_UNFADED = 2.0**15
# Half a window of so many standard deviations of most values has no outliers; where half a window times the density is
# no more, Fourier inversion tells neighbours apart by itself.
ORDINARY, CROWDED = 32, 25


class Fading:
    """|φ(t)| of a law, and of the law without its m largest values.

    Attributes
    ----------
    t : ndarray of shape (160,)
        Frequencies from far below half a turn of the largest sum to where sums of most values are smooth.
    order : ndarray of shape (u,)
        The values from the farthest from the middle to the nearest.
    """

    def __init__(self, law: Law) -> None:
        self.law = law
        self.off = np.asarray(law.values - middle(law), dtype=float)
        self.order = np.argsort(-np.abs(self.off), kind="stable")
        self.deviation = deviation(law)
        self.t = np.geomspace(0.01 / law.half_width(), _LAST / self.deviation, _FREQUENCIES)

    @cached_property
    def crowded(self) -> bool:
        """Whether sums lie so close together, for their window, that Fourier inversion cannot tell neighbours apart."""
        reach = self.law.half_width()
        return reach > ORDINARY * self.deviation and reach * self.density(0) > CROWDED

    def density(self, m: int) -> float:
        """About what no density of the sum without the m largest values exceeds, ∫|φ|dt/π."""
        phi = np.exp(self._logs(m))
        return float(self.t[0] + np.trapezoid(phi * self.t, np.log(self.t))) / math.pi

    def frequencies(self, m: int, reach: float) -> float:
        """About how many frequencies matter in a window of ±reach of the law without its m largest values."""
        lasting = np.flatnonzero(self._logs(m) > _FADED)
        if not len(lasting):
            return 1.0
        if lasting[-1] + 1 == len(self.t):
            return _UNFADED
        return 1 + 2 * reach * float(self.t[lasting[-1] + 1]) / math.pi

    def _logs(self, m: int) -> Floats:
        """ln|φ| without the m largest values."""
        waves, weights = self._waves
        some = waves[:, m:] @ weights[m:]
        if isinstance(self.law, SwappedSum):
            logs: Floats = some
            return logs
        size = np.minimum(np.abs(some) / float(weights[m:].sum()), 1.0)
        return self.law.n * np.log(size + _TINY)

    @cached_property
    def _waves(self) -> tuple[NDArray[Any], Floats]:
        """e^{itx}, or ln|cos tx|, of the largest values and of some of the others, and how many each stands for."""
        some = self.order[LARGEST :: max(1, len(self.order) // _SOME)]
        counts = self.law.counts
        of_others = counts[self.order[LARGEST:]].sum() / max(counts[some].sum(), 1.0)
        taken = np.append(self.order[:LARGEST], some)
        weights = counts[taken] * np.where(np.arange(len(taken)) < LARGEST, 1.0, of_others)
        angles = np.multiply.outer(self.t, self.off[taken])
        if isinstance(self.law, SwappedSum):
            return np.log(np.abs(np.cos(angles)) + _TINY), weights
        return np.exp(1j * angles), weights


def middle(law: Law) -> Any:
    """The median of what is drawn, as the mean is where outliers pull it; sums of signs are around 0."""
    if isinstance(law, SwappedSum):
        return 0
    order = np.argsort(law.values)
    below = np.cumsum(law.counts[order])
    return law.values[order][np.searchsorted(below, below[-1] / 2)]


def deviation(law: Law) -> float:
    """About the standard deviation of a sum of the values but for the largest."""
    off = np.abs(law.values - middle(law))
    some = off > 0
    return float(np.median(off[some])) * math.sqrt(float(law.counts[some].sum())) if some.any() else 0.0


def inversion_cost(law: Law) -> float:
    """About how many frequencies × values the inversion of a lattice takes, and a few for each frequency."""
    reach, core = law.half_width(), deviation(law)
    return reach / 2 + len(law.values) * min(reach, 2 * _SMOOTH / math.pi * reach / core if core else math.inf)
