"""The number of draws of each row: the counts of a multinomial law, by the fastest of three methods.

- *Single draws*, tallied: for few draws of many rows.
- *A binomial draw for each row* from the remaining draws: for very many draws of few rows.
- *Tables*: independent Poisson counts with a mean slightly below the number of draws, and the missing draws one by
  one. Given their sum, Poisson counts are multinomial (Devroye 1986, chapter XI), and remain so with the
  added draws. The rare resample with too many draws is redrawn by binomials.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.common.arrays import Floats, Integers
from core.significance.inversion import Inversion, poissons

# Cost of a binomial draw, relative to a table lookup or a tallied row (about 7 ns).
_BINOMIAL = 15
# The Poisson mean lies this many standard deviations below the number of draws: one sum in 160 is too large.
_FEWER = 2.5
# Most items that are listed.
_MOST_LISTED = 2**22


@dataclass(frozen=True, eq=False)
class Multinomial:
    """A number of draws of rows with probabilities proportional to their weights."""

    weights: NDArray[Any]  # (u,) integers, or nonnegative numbers with at least one above 0
    draws: int  # the number of rows in each resample

    def times(self, generators: Callable[[int], np.random.Generator], size: int, most: int) -> Iterator[Integers]:
        """Yield the counts of each row, ``(b, u)``, for ``size`` resamples, in batches of about ``most`` bytes."""
        u, random = len(self.weights), generators(0)
        if self.one_by_one:
            for batch in batches(size, self.draws, most):
                yield self._tallied(random, np.full(batch, self.draws))
        elif self._tables is None:
            for batch in batches(size, u, most):
                yield self._by_binomials(random, batch)
        else:
            others, anew = generators(1), generators(2)
            for batch in batches(size, max(u, self._fewer), most):
                times = self._tables.draw(random, batch)
                missing = self.draws - times.sum(axis=1)
                too_many = missing < 0
                times[too_many] = self._by_binomials(anew, int(too_many.sum()))
                yield times + self._tallied(others, np.where(too_many, 0, missing))

    @cached_property
    def rows(self) -> Callable[[np.random.Generator, int], Integers]:
        """The function that draws a given number of rows one by one."""
        if np.issubdtype(self.weights.dtype, np.integer) and self.weights.sum() <= _MOST_LISTED:
            rows = np.repeat(np.arange(len(self.weights)), self.weights)
            return lambda random, size: rows[random.integers(0, max(len(rows), 1), size=size)]
        ends = self._shares.cumsum()
        law = Inversion((ends / ends[-1])[None], np.zeros(1, dtype=np.int64))
        return lambda random, size: law.draw(random, size)[:, 0].astype(np.int64)

    @property
    def one_by_one(self) -> bool:
        """Whether single draws are the fastest method."""
        return self.draws <= self.counts_cost

    @property
    def counts_cost(self) -> float:
        """The cost of a resample by the faster of the other two methods, relative to a single draw."""
        return min(_BINOMIAL * len(self.weights), self._tables_cost)

    @property
    def _tables_cost(self) -> int:
        return len(self.weights) + self._fewer

    @property
    def _fewer(self) -> int:
        return math.ceil(_FEWER * math.sqrt(self.draws))

    @cached_property
    def _shares(self) -> Floats:
        return self.weights / self.weights.sum()

    @cached_property
    def _tables(self) -> Inversion | None:
        if self._tables_cost > self.counts_cost:
            return None
        return poissons((self.draws - self._fewer) * self._shares)

    def _by_binomials(self, random: np.random.Generator, size: int) -> Integers:
        return random.multinomial(self.draws, self._shares, size=size)

    def _tallied(self, random: np.random.Generator, draws: Integers) -> Integers:
        """Draw ``draws`` rows for each resample, and count them."""
        u = len(self.weights)
        places = self.rows(random, int(draws.sum())) + u * np.repeat(np.arange(len(draws)), draws)
        return np.bincount(places, minlength=len(draws) * u).reshape(len(draws), u)


def batches(size: int, width: int, most: int) -> Iterator[int]:
    """Yield the sizes of batches of about ``most`` bytes, where each resample takes ``width`` numbers."""
    each = max(1, most // (8 * max(width, 1)))
    for start in range(0, size, each):
        yield min(each, size - start)
