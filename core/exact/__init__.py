"""Exact distributions of sums, behind one door.

`exact_sum` picks the first engine that can compute a law: binomial, lattice, enumeration, certified Fourier inversion.
`swapped_metric` is the permutation test of metrics that are not sums. An engine answers `at_least` and `at_most` with a
`Tail`; where none can, `NotExactError` says why.
"""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from core.errors import NotExactError
from core.exact.binomial import BinomialSum
from core.exact.counted import CountedSwaps
from core.exact.enumeration import EnumeratedResamples, EnumeratedSwaps
from core.exact.fourier import FourierSum
from core.exact.lattice import LatticeSum
from core.exact.linear import LinearDifference, Threshold, linear_difference
from core.exact.plane import PlaneSwaps
from core.exact.sums import ResampledSum, SwappedSum
from core.exact.tail import Tail
from core.metrics import Metric
from core.paired import Collapsed

__all__ = [
    "ExactSum",
    "FourierSum",
    "LinearDifference",
    "ResampledSum",
    "SwappedMetric",
    "SwappedSum",
    "Tail",
    "Threshold",
    "exact_sum",
    "linear_difference",
    "swapped_metric",
]


class ExactSum(Protocol):
    """What every engine offers."""

    @property
    def engine(self) -> str: ...

    def at_least(self, x: float, strict: bool = False) -> Tail: ...

    def at_most(self, x: float, strict: bool = False) -> Tail: ...

    def points(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...


def exact_sum(law: ResampledSum | SwappedSum, *, on_lattice: bool) -> ExactSum:
    """Return the first engine that can compute this law.

    Parameters
    ----------
    law : ResampledSum or SwappedSum
        The random sum.
    on_lattice : bool
        Whether its values are whole numbers of lattice units.

    Raises
    ------
    NotExactError
        If none can. (The Fourier engine may still refuse a single tail that it cannot certify.)
    """
    reasons = []
    if on_lattice:
        if isinstance(law, SwappedSum) and len(law.values) <= 1:
            return BinomialSum(law)
        try:
            return LatticeSum(law)
        except NotExactError as error:
            reasons.append(str(error))
    else:
        reasons.append("the scores lie on no lattice of at most 1,000 steps a unit")
    try:
        return EnumeratedSwaps(law) if isinstance(law, SwappedSum) else EnumeratedResamples(law)
    except NotExactError as error:
        reasons.append(str(error))
    return FourierSum(law, because="; ".join(reasons))


SwappedMetric = CountedSwaps | PlaneSwaps


def swapped_metric(rows: Collapsed, metric: Metric, decimals: int | None) -> SwappedMetric:
    """Return the first engine that can compute the permutation test of a metric that is not a sum over items.

    Parameters
    ----------
    rows : Collapsed
        The distinct rows of the pair with their multiplicities.
    metric : Metric
        Any metric.
    decimals : int or None
        The most decimals printed in the files that the statistics came from.

    Raises
    ------
    NotExactError
        If none can.
    """
    try:
        return CountedSwaps(rows, metric, decimals)
    except NotExactError as few:
        try:
            return PlaneSwaps(rows, metric, decimals)
        except NotExactError as error:
            raise NotExactError("; ".join(dict.fromkeys([str(few), str(error)]))) from None
