"""Means of a metric over groups of columns are metrics too: the macro average over strata (tasks), and CoNLL F1.

Each stratum has its own columns, which are 0 for the items of other strata. So the sums over all items contain the sums
of each stratum, and the score is the mean of the strata's scores. One more column per stratum counts its items.

Rows of that shape are mostly zeros, so that `core.significance.observed.Observed` holds only as many columns as an item
has statistics, with the stratum of each row.
"""

from functools import partial
from typing import Any

import numpy as np

from core.common.arrays import Floats, Integers
from core.metrics.record import Metric


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

    >>> from core.metrics import METRICS
    >>> macro = macro_average(METRICS["mean"], 2)
    >>> float(macro.score(np.array([9.0, 10.0, 1.0, 2.0, 10.0, 2.0])))
    0.7
    """
    return Metric(
        metric.name,
        stratum_columns(metric.columns, strata),
        **side_by_side(metric, strata, more=strata),
        per_item=False,
        words=metric.words,
        share=metric.share,
        higher_is_better=metric.higher_is_better,
        average_of=(metric, strata),
    )


def side_by_side(metric: Metric, times: int, more: int = 0) -> dict[str, Any]:
    """Return the score, parts and rational of a `Metric`: the mean of another's scores of columns side by side.

    The columns of ``metric`` are repeated so many ``times``; ``more`` columns that are not used follow them.
    """
    k = len(metric.columns)

    def placed(weights: tuple[float, ...], at: int) -> tuple[float, ...]:
        return (*(0.0,) * (k * at), *weights, *(0.0,) * (k * (times - 1 - at) + more))

    parts = (tuple(placed(weights, at) for weights in part) for at in range(times) for part in metric.quotients)
    known = metric.fraction is not None or metric.rational is not None
    return {
        "score": partial(_mean_score, metric.score, k, times),
        "parts": tuple(parts),
        "rational": partial(_mean_rational, metric, times) if known else None,
    }


def _mean_score(score: Any, k: int, times: int, sums: Floats) -> Floats:
    apart = sums[..., : k * times].reshape(*sums.shape[:-1], times, k)
    return score(apart).mean(axis=-1)


def _mean_rational(metric: Metric, times: int, sums: Integers) -> tuple[Any, Any]:
    k = len(metric.columns)
    top: Any = 0
    bottom: Any = 1
    for at in range(times):
        fraction = metric.rational_score(sums[..., k * at : k * (at + 1)])
        assert fraction is not None  # `side_by_side` has looked
        top, bottom = top * fraction[1] + fraction[0] * bottom, bottom * fraction[1]
    return top, bottom * times


def stratum_rows(rows: Floats, strata: Integers) -> Floats:
    """Return the statistics ``(u, k)`` of rows in the columns of `stratum_columns`; strata are numbers from 0, sorted.

    >>> stratum_rows(np.array([[0.0], [1.0], [1.0]]), np.array([0, 0, 1])).tolist()
    [[0.0, 0.0, 1.0, 0.0], [1.0, 0.0, 1.0, 0.0], [0.0, 1.0, 0.0, 1.0]]
    """
    (u, k), n = rows.shape, int(strata[-1]) + 1
    wide = np.zeros((u, n, k))
    wide[np.arange(u), strata] = rows
    return np.hstack([wide.reshape(u, n * k), np.eye(n)[strata]])
