"""The macro average of a metric over strata (tasks), which is also a metric: a function of summed statistics.

Each stratum has its own columns, which are 0 for the items of other strata. So the sums over all items contain the sums
of each stratum, and the score is the mean of the strata's scores. One more column per stratum counts its items.

Rows of that shape are mostly zeros: `StratifiedRows` holds only as many columns as an item has statistics, with the
stratum of each row, and makes the wide rows on request.
"""

from functools import partial
from typing import Any

import numpy as np

from core.common.arrays import Floats, Integers
from core.common.cached import cached_property
from core.data.item_statistics import Collapsed, collapse
from core.data.paired import CountedScores, PairedScores
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


class StratifiedRows(CountedScores):
    """A `PairedScores` whose columns are those of `stratum_columns`, held as narrow rows and their strata.

    ``baseline`` and ``experimental`` ``(u, k)`` are in the columns of ``like``; ``places`` ``(u,)`` is the stratum of
    each row, from 0, and no stratum is empty.

    Both systems fail two questions of one task; only the experimental system answers one question of another task:

    >>> like = PairedScores([[0]], [[0]], ("score",))
    >>> pair = StratifiedRows(np.array([[0], [0], [0]]), np.array([[0], [0], [1]]), np.array([0, 0, 1]), like)
    >>> len(pair), pair.narrow.experimental.tolist(), pair.places.tolist()
    (3, [[0], [1]], [0, 1])
    >>> pair.columns, pair.collapsed.experimental.tolist()
    (('1:score', '2:score', '1:', '2:'), [[0.0, 0.0, 1.0, 0.0], [0.0, 1.0, 0.0, 1.0]])
    """

    narrow: Collapsed  # the distinct rows of each stratum (u, k), sorted by stratum, and how often each occurs
    places: Integers  # (u,)

    def __init__(self, baseline: Floats, experimental: Floats, places: Integers, like: PairedScores) -> None:
        narrow, places = _narrow(baseline, experimental, places)
        self._hold(like, narrow=narrow, places=places, columns=stratum_columns(like.columns, int(places[-1]) + 1))

    @cached_property
    def rows(self) -> Collapsed:
        """The rows with columns for each stratum."""
        a, e, counts = self.narrow
        return Collapsed(_wide(a, self.places), _wide(e, self.places), counts)

    @property
    def collapsed(self) -> Collapsed:
        """The rows with their multiplicities, which are already distinct and sorted by stratum."""
        return self.rows

    def __len__(self) -> int:
        return int(self.narrow.counts.sum())

    def swapped(self) -> "StratifiedRows":
        a, e, _ = self.narrow
        return self.with_rows(e, a, baseline_name=self.experimental_name, experimental_name=self.baseline_name)

    def with_rows(self, baseline: Floats, experimental: Floats, **names: str) -> "StratifiedRows":
        """Return the pair with other statistics ``(u, k)`` of its narrow rows, and other names of its systems."""
        narrow, places = _narrow(baseline, experimental, self.places, self.narrow.counts)
        other = StratifiedRows.__new__(StratifiedRows)
        other._hold(self, narrow=narrow, places=places, **names)
        return other


def _narrow(a: Floats, e: Floats, places: Integers, times: Integers | None = None) -> tuple[Collapsed, Integers]:
    of = places[:, None]
    rows = collapse(np.hstack([of, a]), np.hstack([of, e]), times)
    return Collapsed(rows.baseline[:, 1:], rows.experimental[:, 1:], rows.counts), rows.baseline[:, 0].astype(np.int64)


def _wide(rows: Floats, places: Integers) -> Floats:
    (u, k), strata = rows.shape, int(places[-1]) + 1
    wide = np.zeros((u, strata, k))
    wide[np.arange(u), places] = rows
    return np.hstack([wide.reshape(u, strata * k), np.eye(strata)[places]])
