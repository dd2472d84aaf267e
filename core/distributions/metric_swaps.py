"""Which engine computes the permutation test of a metric that is not a sum over items."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from core.data.collapsed import Collapsed
from core.distributions.counted import CountedSwaps
from core.distributions.counted_rows import CountedRowSwaps
from core.distributions.halves import HalvedSwaps
from core.distributions.level import LevelSwaps
from core.distributions.peeled_swaps import PeeledSwaps, peeled_plane, peeled_quotient
from core.distributions.plane import PlaneSwaps, QuickPlaneSwaps
from core.distributions.plane_rows import CoarseRowSwaps, RowSwaps
from core.distributions.quotients import QuotientSwaps
from core.distributions.sums import SwappedSum
from core.distributions.swapped_score import in_whole_units
from core.distributions.wide_swaps import IrregularSwaps, WideSwaps
from core.errors import NotExactError
from core.metrics import Metric

__all__ = ["SwappedMetric", "swapped_metric"]

# No more swaps are listed where only that does.
_MOST_SWAPS = 2**20
SwappedMetric = CountedSwaps | PlaneSwaps | PeeledSwaps | QuotientSwaps | HalvedSwaps | LevelSwaps


def swapped_metric(
    rows: Collapsed, metric: Metric, decimals: int | None, exact_sum: Callable[[SwappedSum], Any]
) -> SwappedMetric:
    """Return the first engine that can compute the permutation test of a metric that is not a sum over items.

    Parameters
    ----------
    rows : Collapsed
        The distinct rows of the pair with their multiplicities.
    metric : Metric
        Any metric.
    decimals : int or None
        The most decimals printed in the files that the statistics came from.
    exact_sum : callable
        Returns the engine of a random sum.

    Raises
    ------
    NotExactError
        If none can.
    """
    reasons = []
    engines: tuple[Callable[[Collapsed, Metric, int | None], SwappedMetric], ...] = (
        CountedSwaps,
        CountedRowSwaps,
        peeled_plane,
        WideSwaps,
        RowSwaps,
        QuickPlaneSwaps,
        IrregularSwaps,
        CoarseRowSwaps,
        PlaneSwaps,
    )
    for engine in engines:
        try:
            return engine(rows, metric, decimals)
        except NotExactError as error:
            reasons.append(str(error))
    others: tuple[Callable[[], SwappedMetric], ...] = (
        lambda: HalvedSwaps(rows, metric, decimals),
        lambda: CountedSwaps(rows, metric, decimals, _MOST_SWAPS),
        lambda: peeled_quotient(rows, metric, _lattice(rows, metric, decimals)),
        lambda: QuotientSwaps(rows, metric, _lattice(rows, metric, decimals)),
        lambda: LevelSwaps(rows, metric, decimals, exact_sum),
    )
    for other in others:
        with suppress(NotExactError):
            return other()
    # Why the simplest engine cannot and why the widest cannot: those between would only say it again.
    raise NotExactError(f"{reasons[0]}; {reasons[-1]}")


def _lattice(rows: Collapsed, metric: Metric, decimals: int | None) -> int | None:
    """So many times the statistics are whole numbers, if any of a size that floating point holds."""
    with suppress(NotExactError):
        return in_whole_units(rows, metric, decimals)[0].lattice
    return None
