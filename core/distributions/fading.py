"""What a law tells at a glance: its middle, how widely most of it varies, and what its inversion takes."""

import math
from typing import Any

import numpy as np

from core.distributions.sums import ResampledSum, SwappedSum

__all__ = ["LARGEST", "ORDINARY", "Law", "deviation", "inversion_cost", "middle"]

Law = ResampledSum | SwappedSum

# So few values may all be looked at by themselves.
LARGEST = 64
# Standard deviations beyond which φ of a smooth law has faded.
_SMOOTH = 10.0
# Half a window of so many standard deviations of most values has no outliers.
ORDINARY = 32


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
