"""Distributions of sums and of metrics under resampling, computed rather than sampled.

`SumDistribution` asks, for a sum of independent draws, the first engine of `choice.engines_for` that can compute it;
`swap_distribution` does so for the permutation test of metrics that are not sums. Each engine answers ``at_least`` and
``at_most`` with a `Probability`, whose error is proven.
"""

from core.data.item_statistics import Collapsed
from core.distributions.choice import SumDistribution
from core.distributions.counts import CountedSwaps
from core.distributions.linear import LinearDifference, Threshold, linear_difference
from core.distributions.plane import PlaneSwaps
from core.distributions.probability import Probability, certified, complement, total
from core.distributions.sums import IndependentSum, bootstrap_sum, sign_flip_sum
from core.errors import NotExactError
from core.metrics import Metric

__all__ = [
    "CountedSwaps",
    "IndependentSum",
    "LinearDifference",
    "PlaneSwaps",
    "Probability",
    "SumDistribution",
    "Threshold",
    "bootstrap_sum",
    "certified",
    "complement",
    "linear_difference",
    "sign_flip_sum",
    "swap_distribution",
    "total",
]


def swap_distribution(rows: Collapsed, metric: Metric, decimals: int | None) -> CountedSwaps | PlaneSwaps:
    """Return the law of a metric's difference after random swaps, for metrics that are not sums over items.

    Raises NotExactError if more than a few items changed, and the metric is not a function of two sums on a lattice.
    """
    reasons = []
    for engine in (CountedSwaps, PlaneSwaps):
        try:
            return engine(rows, metric, decimals)
        except NotExactError as error:
            reasons.append(str(error))
    raise NotExactError("; ".join(reasons))
