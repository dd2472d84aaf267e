"""Exact permutation tests of few items whose totals are far apart: counted on a plane in whole numbers.

The sums of the items with the smaller steps are counted on their plane, each in 64 bits, and added up along its rows.
Of each way to swap the others, which are at most twenty, it is asked how many of those sums are as extreme: a row's
extreme outcomes lie on one side of a point.
"""

from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.common.cached import cached_property
from core.distributions.added_plane import add_steps, additions
from core.distributions.extreme_rows import check_quotient, extreme_rows
from core.distributions.peeled_swaps import peeled_plane
from core.distributions.plane import PlaneSwaps
from core.distributions.plane_picture import MOST_LISTED, POINTS, picture
from core.distributions.tail import Tail
from core.errors import NotExactError

__all__ = ["CountedRowSwaps"]

Floats = NDArray[Any]
Integers = NDArray[Any]

# A count of so many items' swaps is a whole number of 64 bits.
_MOST_COUNTED, _MOST_ASKED = 62, 20
# Of counts and of questions; a question costs as much as so many additions.
_MOST_CELLS, _MOST_ADDITIONS, _PER_QUESTION = 2**25, 25 * 10**7, 6
_CHUNK = 2**19


class CountedRowSwaps(PlaneSwaps):
    """The law of the metric's difference after random swaps, as of `PlaneSwaps`, counted.

    Raises
    ------
    NotExactError
        If more than 82 items changed, their totals are too many to count, or the score is no quotient of sums.
    """

    engine = "enumeration"

    def _check(self) -> None:
        check_quotient(self.score, self.basis)
        if self._quotient is None:  # its rows may move both ways
            extreme_rows(self.score, self.basis, self.law.support, 1, False, None)
        steps = np.repeat(self.law.steps, self.law.counts, axis=0)
        size = (np.abs(steps) / np.maximum(np.abs(steps).sum(axis=0), 1)).max(axis=1)
        steps = steps[np.argsort(size)]
        if len(steps) > _MOST_COUNTED + _MOST_ASKED:
            raise NotExactError(f"{len(steps):,} items changed, too many to count every way to swap them")
        # What is counted takes as many additions as its sums have cells, step by step.
        cells = additions(steps)
        rows = (np.abs(steps).sum(axis=0) + 1).min()
        asked = np.arange(max(0, len(steps) - _MOST_COUNTED), min(_MOST_ASKED, len(steps)) + 1)
        counted = len(steps) - asked
        costs = np.cumsum(cells)[counted] + _PER_QUESTION * rows * 2.0**asked
        costs[cells[counted] > _MOST_CELLS] = np.inf
        best = int(np.argmin(costs))
        if costs[best] > _MOST_ADDITIONS:
            raise NotExactError(f"{len(steps):,} changed items lead to too many possible totals to count")
        self._counted, self._asked = np.split(steps, [int(counted[best])])
        self._by_row: dict[int, tuple[Integers, Integers]] = {}

    def _upper(self, multiple: int, strict: bool) -> Tail:
        rows, along = extreme_rows(self.score, self.basis, self.law.support, multiple, strict, self._quotient)
        low, counts = self._counts(along)
        height, width = counts.shape
        sums = self._sums[:, [1 - along, along]]
        ways = 0
        for some in np.array_split(sums, max(1, len(sums) * len(rows.r) // _CHUNK)):
            at = rows.r - low[0] - some[:, :1]
            first, end = (np.clip(q - low[1] - some[:, 1:], 0, width - 1) for q in (rows.first, rows.last + 1))
            inside = (at >= 0) & (at < height)
            at = np.where(inside, at, 0)
            found = np.where(inside, counts[at, end] - counts[at, first], 0)
            ways += sum(found.sum(axis=1).tolist())  # of each way, no more than a count holds; of all, perhaps
        probability = ways / 2 ** (len(self._counted) + len(self._asked))
        return Tail.of(probability, 1.2e-16 * probability, self.engine)

    def points(self) -> tuple[Floats, Floats]:
        """The distinct differences and their probabilities, or where these are too many some 37,000, for pictures."""
        try:
            self.law.check(MOST_LISTED)
            return super().points()
        except NotExactError:
            low, high = self.law.support
        with suppress(NotExactError):
            return peeled_plane(self.rows, self.score.metric, self.decimals).points()
        shape, near = high - low + 1, POINTS // 2
        at = np.stack(np.meshgrid(np.arange(1 - near, near), np.arange(near), indexing="ij"), axis=-1).reshape(-1, 2)
        phi, _ = self.law.characteristic(at, shape, self.law.total - 2 * low, np.zeros(len(self.law.steps)))
        # As if each outcome were spread over a point of the picture: few items leave no frequency out.
        return picture(self.score, self.basis, low, shape, at, phi * np.exp(-((at / near) ** 2).sum(axis=1) * 2.5))

    @cached_property
    def _sums(self) -> Integers:
        """What each way to swap the others has swapped ``(m, 2)``."""
        sums = np.zeros((1, 2), dtype=np.int64)
        for step in self._asked:
            sums = np.concatenate([sums, sums + step])
        return sums

    def _counts(self, along: int) -> tuple[Integers, Integers]:
        """The least sum ``(2,)``, and how many ways lead to a sum before each in its row; rows come first."""
        if along not in self._by_row:
            steps = self._counted[:, [1 - along, along]]
            low = np.minimum(steps, 0).sum(axis=0)
            height, width = np.abs(steps).sum(axis=0) + 1
            counts = np.zeros((height, width + 1), dtype=np.int64)
            add_steps(counts[:, 1:], steps)
            self._by_row[along] = low, np.cumsum(counts, axis=1, out=counts)
        return self._by_row[along]
