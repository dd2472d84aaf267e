"""How often each row is drawn: the counts of a multinomial law, by whichever way costs least.

- *One draw after the other*, tallied: few draws of many rows.
- *A binomial draw for each row* of what the rows before it left over: very many draws of few rows.
- *Off tables*: independent Poisson counts of somewhat fewer draws than there should be, and those that are missing one
  after the other. Given their sum, Poisson counts are multinomial (Devroye 1986, chapter XI), and remain so with the
  added draws. In the rare resample with too many draws all are made by binomials.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.significance.inversion import Inversion, poissons

__all__ = ["Multinomial", "batches"]

Integers = NDArray[np.int64]

# What a binomial draw takes, where a number off a table, or a row drawn and tallied, takes 1: some 7 ns.
_BINOMIAL = 15
# The Poisson counts have so many standard deviations fewer draws than there should be: one sum in 160 is too large.
_FEWER = 2.5
# So many items are listed, of data that have a billion.
_MOST_LISTED = 2**22


@dataclass(frozen=True, eq=False)
class Multinomial:
    """So many draws of rows in proportion to their weights.

    Parameters
    ----------
    weights : (u,) array
        Whole numbers, or any of which one is above 0.
    draws : int
        How many rows each resample draws.
    """

    weights: NDArray[Any]
    draws: int

    def times(self, generators: Callable[[int], np.random.Generator], size: int, most: int) -> Iterator[Integers]:
        """Yield how often ``size`` resamples draw each row, ``(b, u)``, in batches of about ``most`` bytes."""
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
        """Draws so many rows, one after the other."""
        if np.issubdtype(self.weights.dtype, np.integer) and self.weights.sum() <= _MOST_LISTED:
            return partial(_listed, np.repeat(np.arange(len(self.weights)), self.weights))
        ends = self._shares.cumsum()
        return partial(_looked_up, Inversion((ends / ends[-1])[None], np.zeros(1, dtype=np.int64)))

    @property
    def one_by_one(self) -> bool:
        """Whether one draw after the other costs least."""
        return self.draws <= self.counts_cost

    @property
    def counts_cost(self) -> float:
        """What a resample costs by the cheaper of the other two ways, where each draw one after the other costs 1."""
        return min(_BINOMIAL * len(self.weights), self._tables_cost)

    @property
    def _tables_cost(self) -> int:
        return len(self.weights) + self._fewer

    @property
    def _fewer(self) -> int:
        return math.ceil(_FEWER * math.sqrt(self.draws))

    @cached_property
    def _shares(self) -> NDArray[np.float64]:
        shares: NDArray[np.float64] = self.weights / self.weights.sum()
        return shares

    @cached_property
    def _tables(self) -> Inversion | None:
        if self._tables_cost > self.counts_cost:
            return None
        return poissons((self.draws - self._fewer) * self._shares)

    def _by_binomials(self, random: np.random.Generator, size: int) -> Integers:
        return random.multinomial(self.draws, self._shares, size=size)

    def _tallied(self, random: np.random.Generator, draws: Integers) -> Integers:
        """Draw so many rows for each resample, and count them."""
        u = len(self.weights)
        places = self.rows(random, int(draws.sum())) + u * np.repeat(np.arange(len(draws)), draws)
        return np.bincount(places, minlength=len(draws) * u).reshape(len(draws), u)


def _listed(rows: Integers, random: np.random.Generator, size: int) -> Integers:
    return rows[random.integers(0, max(len(rows), 1), size=size)]


def _looked_up(law: Inversion, random: np.random.Generator, size: int) -> Integers:
    return law.draw(random, size)[:, 0].astype(np.int64)


def batches(size: int, width: int, most: int) -> Iterator[int]:
    """Yield the sizes of batches of about ``most`` bytes, where each resample takes ``width`` numbers."""
    each = max(1, most // (8 * max(width, 1)))
    for start in range(0, size, each):
        yield min(each, size - start)
