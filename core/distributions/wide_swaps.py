"""Permutation tests of quotients whose planes take long to add up: bracketed first.

A bracket takes some 30 ms and tells two digits or more. Where it tells fewer, because outcomes crowd near the
threshold, the plane is added up.
"""

from contextlib import suppress
from functools import partial
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from core.common.cached import cached_property
from core.distributions.peeled_swaps import PeeledSwaps, peeled_quotient
from core.distributions.plane import PlaneSwaps
from core.distributions.plane_rows import CoarseRowSwaps, RowSwaps
from core.distributions.tail import Tail, first_that_tells
from core.errors import NotExactError

__all__ = ["IrregularSwaps", "WideSwaps"]

Floats = NDArray[Any]

# More different swaps make brackets uncertain, and fewer items are listed.
_MOST_SWAPS, _FEWEST_ITEMS = 10**4, 20
# A bracket of such a share of the tail tells enough.
_TELLS = 1e-2


class WideSwaps(PlaneSwaps):
    """The law of the metric's difference after random swaps, as of `PlaneSwaps`, where its rows are many.

    Raises
    ------
    NotExactError
        If the score is no quotient, or another engine is better at such a plane.
    """

    fewest_rows = 2**16
    engines: ClassVar[tuple[type[PlaneSwaps], ...]] = (RowSwaps, CoarseRowSwaps)

    def _check(self) -> None:
        rows, items = min(self.law.sizes(np.zeros(2))), int(self.law.counts.sum())
        if rows < self.fewest_rows or items <= _FEWEST_ITEMS or len(self.law.counts) > _MOST_SWAPS:
            raise NotExactError("its rows are soon added up")
        if self._quotient is None:
            raise NotExactError("the score is no quotient of sums")

    def _upper(self, multiple: int, strict: bool) -> Tail:
        ways = partial(self._bracketed, soon=True), self._by_adding, self._by_peeling, self._bracketed
        return first_that_tells((partial(way, multiple, strict) for way in ways), _TELLS)

    def _by_adding(self, multiple: int, strict: bool) -> Tail:
        if self._added is None:
            raise NotExactError("the plane is too large to add up")
        return self._added.at_least(multiple, strict)

    def _by_peeling(self, multiple: int, strict: bool) -> Tail:
        if self._peeled is None:
            raise NotExactError("no items are far larger than the others")
        return self._peeled.at_least(multiple, strict)

    @cached_property
    def _added(self) -> PlaneSwaps | None:
        for engine in self.engines:
            with suppress(NotExactError):
                added = engine(self.rows, self.score.metric, self.decimals)
                added.bracketed = False
                return added
        return None

    @cached_property
    def _peeled(self) -> PeeledSwaps | None:
        with suppress(NotExactError):
            return peeled_quotient(self.rows, self.score.metric, self.score.lattice)
        return None

    def points(self) -> tuple[Floats, Floats]:
        """Some 37,000 differences, sorted, and their probabilities, for pictures."""
        law = self._peeled or self._quotient
        assert law is not None
        return law.points()


class IrregularSwaps(WideSwaps):
    """The same where its rows are too irregular to be added up soon."""

    fewest_rows = 0
    engines = (CoarseRowSwaps, PlaneSwaps)
