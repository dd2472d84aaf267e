"""The macro average of a metric over strata (tasks), which is also a metric: a function of summed statistics.

Each stratum has its own columns, which are 0 for the items of other strata. So the sums over all items contain the sums
of each stratum, and the score is the mean of the strata's scores. One more column per stratum counts its items.
"""

from functools import partial
from typing import Any

from core.common.arrays import Floats, Integers
from core.metrics.record import Metric, Weights, mean_of_fractions


def stratum_columns(columns: tuple[str, ...], strata: int) -> tuple[str, ...]:
    """Return the names of the columns: per stratum, its statistics and a column that counts its items.

    >>> stratum_columns(("score",), 2)
    ('1:score', '2:score', '1:', '2:')
    """
    numbers = range(1, strata + 1)
    return (*(f"{s}:{column}" for s in numbers for column in columns), *(f"{s}:" for s in numbers))


def macro_average(metric: Metric, strata: int) -> Metric:
    """Return the metric that is the mean of a metric's scores over this number of strata.

    Nine of ten items of one task are right, and one of two of the other:

    >>> import numpy as np
    >>> from core.metrics import METRICS
    >>> macro = macro_average(METRICS["mean"], 2)
    >>> float(macro.score(np.array([9.0, 10.0, 1.0, 2.0, 10.0, 2.0])))
    0.7
    """
    k = len(metric.columns)
    known = metric.fraction is not None or metric.rational is not None
    return Metric(
        metric.name,
        stratum_columns(metric.columns, strata),
        score=partial(_macro, metric.score, k, strata),
        per_item=False,
        parts=tuple(_placed(part, s, k, strata) for s in range(strata) for part in metric.quotients),
        rational=partial(_rational, metric, strata) if known else None,
        words=metric.words,
        share=metric.share,
        higher_is_better=metric.higher_is_better,
        average_of=(metric, strata),
    )


def _macro(score: Any, k: int, strata: int, sums: Floats) -> Floats:
    apart = sums[..., : k * strata].reshape(*sums.shape[:-1], strata, k)
    return score(apart).mean(axis=-1)


def _placed(part: Weights, s: int, k: int, strata: int) -> Weights:
    before, after = (0.0,) * (k * s), (0.0,) * (k * (strata - 1 - s) + strata)
    return (*before, *part[0], *after), (*before, *part[1], *after)


def _rational(metric: Metric, strata: int, sums: Integers) -> tuple[Integers, Integers]:
    k = len(metric.columns)
    found = []
    for s in range(strata):
        fraction = metric.rational_score(sums[..., k * s : k * (s + 1)])
        assert fraction is not None
        found.append(fraction)
    return mean_of_fractions(found)
