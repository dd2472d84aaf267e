"""Rows of items in strata, each with its stratum, and only as many columns as an item has statistics.

The macro average is a function of sums in which each stratum has columns of its own (`core.metrics.averaging`). Rows of
that shape, mostly zeros, are made only on request.
"""

import numpy as np

from core.common.arrays import Floats, Integers
from core.common.cached import cached_property
from core.data.item_statistics import Collapsed, collapse
from core.data.paired import CountedScores, PairedScores
from core.metrics.averaging import stratum_columns


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
