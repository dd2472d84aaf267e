"""How far a sum of tilted signs lies from its mean, at most: what windows leave out, and how much that may weigh."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Deviations"]

Floats = NDArray[Any]

# So many tilts, as multiples of 1 over the standard deviation, of which each distance takes the best.
_TILTS = np.geomspace(1.0, 2.0**10, 31)
# Strips beyond a window are so much wider than the last, and no narrower than such a share of all.
_STRIP, _NARROWEST = 1.1, 1e-3
_CHUNK, _TINY = 2**20, 1e-300


class Deviations:
    """Tails of M = Σ ±μ, of ``counts`` signs each that are plus with odds of e^{2x}.

    The best of the bounds of Hoeffding (1963), Bernstein and Chernoff (1952).

    Parameters
    ----------
    x, mu, counts : numpy.ndarray
        ``(u,)`` each.

    Attributes
    ----------
    mean : float
        E M.

    Examples
    --------
    >>> fair = Deviations(np.zeros(2), np.array([1.0, 2.0]), np.array([50, 50]))
    >>> fair.mean, bool(fair.probability(60, 0.0) < 2e-3)
    (0.0, True)
    """

    def __init__(self, x: Floats, mu: Floats, counts: Floats) -> None:
        slope, sizes = np.tanh(x), np.abs(mu).astype(float)
        self.mean = float(counts @ (mu * slope))
        self._largest, self._step = float(counts @ sizes), 2 * float(sizes.max(initial=0.0))
        self._squares, self._variance = float(counts @ sizes**2), float((counts * (1 - slope**2)) @ sizes**2)
        self._tilts = _TILTS / math.sqrt(self._variance or 1.0)
        self._cumulants = np.stack([self._cumulant(x, side * mu, counts) for side in (1, -1)])

    def _cumulant(self, x: Floats, mu: Floats, counts: Floats) -> Floats:
        """ln E e^{b(M − E M)} for each tilt b."""
        found = -self._tilts * float(counts @ (mu * np.tanh(x)))
        for some in np.array_split(np.arange(len(x)), len(x) * len(self._tilts) // _CHUNK + 1):
            moved = x[some] + np.multiply.outer(self._tilts, mu[some])
            found += (np.logaddexp(moved, -moved) - np.logaddexp(x[some], -x[some])) @ counts[some]
        return found

    def reaches(self, log: float) -> Floats:
        """How far above and below its mean M lies, but for e^−log on either side."""
        third = log * self._step / 3
        bernstein = third + math.sqrt(third**2 + 2 * log * self._variance)
        chernoff = ((self._cumulants + log) / self._tilts).min(axis=1)
        most = np.array([self._largest - self.mean, self._largest + self.mean])
        return np.minimum(np.minimum(chernoff, min(bernstein, math.sqrt(2 * log * self._squares))), most)

    def outside(self, above: float, below: float) -> float:
        """P(M − E M > above, or E M − M > below) at most."""
        return math.exp(self._log_outside(above, below))

    def probability(self, t: float, centre: float) -> float:
        """P(|M − centre| > t) at most."""
        return self.outside(t - (self.mean - centre), t + (self.mean - centre))

    def log_beyond(self, t: float, centre: float, log_weight: Callable[[float], float]) -> float:
        """ln E[e^{log_weight(|M − centre|)}·1(|M − centre| > t)] at most, of a weight that rises."""
        most, found, off = self._largest + abs(centre), -math.inf, self.mean - centre
        while t < most:
            after = min(max(t * _STRIP, _NARROWEST * most), most)
            found = float(np.logaddexp(found, self._log_outside(t - off, t + off) + log_weight(after)))
            t = after
        return found

    def _log_outside(self, above: float, below: float) -> float:
        off = np.maximum([above, below], 0.0)
        chernoff = (self._cumulants - self._tilts * off[:, None]).min(axis=1)
        bernstein = self._variance + self._step * off / 3
        others = off**2 / (2 * np.maximum(np.minimum(bernstein, self._squares), _TINY))
        ends = np.array([self._largest - self.mean, self._largest + self.mean])
        logs = np.where(off < ends, np.minimum(chernoff, -others), -np.inf)
        return float(np.logaddexp(*logs))
