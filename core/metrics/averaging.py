"""The macro average of a metric over strata (tasks), which is also a metric: a function of summed statistics.

Each stratum has its own columns, which are 0 for the items of other strata. So the sums over all items contain the sums
of each stratum, and the score is the mean of the strata's scores. One more column per stratum counts its items.

Rows of that shape are mostly zeros, so that `core.significance.observed.Observed` holds only as many columns as an item
has statistics, with the stratum of each row.
"""

from functools import partial
from typing import Any

import numpy as np

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
    fractions = (metric.rational_score(sums[..., k * s : k * (s + 1)]) for s in range(strata))
    return mean_of_fractions(filter(None, fractions))  # none is None: `macro_average` has looked


def stratum_rows(rows: Floats, strata: Integers) -> Floats:
    """Return the statistics ``(u, k)`` of rows in the columns of `stratum_columns`; strata are numbers from 0, sorted.

    >>> stratum_rows(np.array([[0.0], [1.0], [1.0]]), np.array([0, 0, 1])).tolist()
    [[0.0, 0.0, 1.0, 0.0], [1.0, 0.0, 1.0, 0.0], [0.0, 1.0, 0.0, 1.0]]
    """
    (u, k), n = rows.shape, int(strata[-1]) + 1
    wide = np.zeros((u, n, k))
    wide[np.arange(u), strata] = rows
    return np.hstack([wide.reshape(u, n * k), np.eye(n)[strata]])
