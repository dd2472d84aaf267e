"""The outcomes that a test counts: one predicate for sampled p-values, the shading of plots and their captions."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.distributions.distribution import Distribution

__all__ = ["Counted"]

Floats = NDArray[Any]

# Values of a distribution are sums times a unit: they are equal within this fraction of the largest.
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Counted:
    """Whether differences lie in one of the tails.

    Parameters
    ----------
    tails : pairs of {"<=", ">="} and a difference
        The tails; ``strict`` excludes the boundary.
    strict : bool
        As ``boundary="exclude"``.
    tolerance : float
        Rounding error of a difference: closer differences are equal.

    Examples
    --------
    >>> at_least = Counted((("<=", -0.1), (">=", 0.1)), strict=False, tolerance=1e-12)
    >>> at_least(np.array([-0.2, 0.05, 0.1])).tolist()
    [True, False, True]
    """

    tails: tuple[tuple[str, float], ...]
    strict: bool
    tolerance: float

    def __call__(self, differences: Floats, tolerance: float | None = None) -> NDArray[np.bool_]:
        """Return whether each difference counts."""
        slack = self.tolerance if tolerance is None else tolerance
        slack = -slack if self.strict else slack
        each = [_beyond(differences, side, x, self.strict, slack) for side, x in self.tails]
        return np.asarray(np.logical_or.reduce(each), dtype=bool)

    def among(self, distribution: Distribution) -> NDArray[np.bool_]:
        """Return which values of a distribution count."""
        largest = float(np.abs(distribution.values).max(initial=0.0))
        return self(distribution.values, max(self.tolerance, _ROUNDING * largest))

    def share(self, distribution: Distribution) -> float:
        """Return the probability that a value counts."""
        return min(float(distribution.mass[self.among(distribution)].sum()), 1.0)

    def shifted(self, by: float) -> "Counted":
        """Return the predicate for values increased by ``by``."""
        return Counted(tuple((side, x + by) for side, x in self.tails), self.strict, self.tolerance)


def _beyond(differences: Floats, side: str, x: float, strict: bool, slack: float) -> NDArray[np.bool_]:
    if side == "<=":
        beyond = differences < x + slack if strict else differences <= x + slack
    else:
        beyond = differences > x - slack if strict else differences >= x - slack
    return np.asarray(beyond)
