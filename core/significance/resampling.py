"""Seeded resamples: sums over items drawn with replacement, or over items whose outputs are swapped.

Resamples come in blocks of 1,024, each with random numbers of its own, spawned from the seed by
`numpy.random.SeedSequence`. So any number of workers, on any number of machines, gives the same bits. Within a block,
the random numbers of a resample and the order of its sums do not depend on the batch.
"""

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from core.common.arrays import Floats, Integers
from core.common.progress import report_progress
from core.significance.drawing import Multinomial, batches
from core.significance.inversion import binomial_draws

# Called with (done, total); returning False asks to stop.
Progress = Callable[[int, int], bool | None]

BLOCK = 1_024
_BATCH_BYTES = 2**25
# Blocks drawn in parallel, if each has at most this many batches.
_BLOCKS_AT_ONCE, _FEW_BATCHES = 2, 8


class Resampled(Protocol):
    """Interface of the draws: a stream of the seed unique to this kind, and batches ``(b, k)`` of sums."""

    stream: ClassVar[int]

    @property
    def threads(self) -> bool:
        """Whether each batch is a few long calls of NumPy, so that two threads are faster than one."""

    def batches(self, generators: Callable[[int], np.random.Generator], size: int, most: int) -> Iterator[Floats]:
        """Yield the sums of ``size`` resamples, in batches of about ``most`` bytes, from the block's generators."""


@dataclass(frozen=True, eq=False)
class ItemDraws:
    """Sums of items drawn with replacement."""

    rows: Floats  # (u, k) the distinct rows
    counts: NDArray[Any]  # (u,) their multiplicities, n in all
    draws: int | None = None  # the number of items in a resample; by default n

    stream: ClassVar[int] = 0

    def batches(self, generators: Callable[[int], np.random.Generator], size: int, most: int) -> Iterator[Floats]:
        rows, law = self.rows, self._law
        if self._uncounted:
            random = generators(0)
            for batch in batches(size, law.draws, most):
                drawn = law.rows(random, batch * law.draws).reshape(batch, law.draws)
                yield rows[:, 0][drawn].sum(axis=1)[:, None]
            return
        for times in law.times(generators, size, most):
            yield weighted_sums(times, rows)

    @property
    def threads(self) -> bool:
        return self._uncounted or self._law.one_by_one

    @property
    def _uncounted(self) -> bool:
        # For one column, summing single draws takes half the time of counting rows.
        return self.rows.shape[1] == 1 and self._law.draws <= 2 * self._law.counts_cost

    @cached_property
    def _law(self) -> Multinomial:
        counts = self.counts.astype(np.int64)
        return Multinomial(counts, int(counts.sum()) if self.draws is None else self.draws)


@dataclass(frozen=True, eq=False)
class ItemSwaps:
    """Sums of ``differences`` over the items whose outputs are swapped, each with probability ½.

    A row that occurs c times is swapped Binomial(c, ½) times, a row that occurs once by a random bit. Rows without a
    difference should be omitted.
    """

    differences: Floats  # (u, k) the distinct rows of differences
    counts: NDArray[Any]  # (u,) their multiplicities

    stream: ClassVar[int] = 1

    def batches(self, generators: Callable[[int], np.random.Generator], size: int, most: int) -> Iterator[Floats]:
        once = self.counts == 1
        many, single = self.differences[~once], self.differences[once]
        words = -(-len(single) // 64)
        random, bits = generators(0), generators(1)
        for batch in batches(size, len(self.counts), most):
            swapped = self._swapped(random, batch)
            # Whole 64-bit words, because smaller draws share a word with their neighbour and so depend on the batch.
            drawn = bits.integers(0, 2**64, size=(batch, words), dtype=np.uint64, endpoint=False)
            flipped = np.unpackbits(drawn.view(np.uint8), axis=1)[:, : len(single)]
            yield weighted_sums(swapped, many) + weighted_sums(flipped, single)

    @property
    def threads(self) -> bool:
        return 2 * int((self.counts == 1).sum()) > len(self.counts)

    @cached_property
    def _swapped(self) -> Callable[[np.random.Generator, int], NDArray[np.integer]]:
        """Draw how often rows that occur more than once are swapped."""
        return binomial_draws(self.counts[self.counts != 1].astype(np.int64), 0.5)


@dataclass(frozen=True, eq=False)
class StratifiedDraws:
    """Sums of n items drawn with replacement from each stratum of n items, with a random stream per stratum."""

    parts: Sequence[Resampled]  # the draws of each stratum, of the same statistics
    beside: bool = False  # whether the sums of the strata are placed side by side instead of added

    stream: ClassVar[int] = ItemDraws.stream

    @property
    def threads(self) -> bool:
        return any(part.threads for part in self.parts)

    @classmethod
    def of(cls, rows: Floats, counts: NDArray[Any], strata: Integers, *, beside: bool = False) -> "StratifiedDraws":
        """Return the draws of rows, each in a stratum."""
        within = (strata == s for s in range(int(strata.max()) + 1))
        return cls([ItemDraws(rows[of], counts[of]) for of in within], beside)

    def batches(self, generators: Callable[[int], np.random.Generator], size: int, most: int) -> Iterator[Floats]:
        strata = len(self.parts)
        sums = [
            np.concatenate(list(part.batches(lambda g, s=s: generators(g * strata + s), size, most)))  # type: ignore[misc]
            for s, part in enumerate(self.parts)
        ]
        yield np.hstack(sums) if self.beside else np.add.reduce(sums)


def resample(
    drawn: Resampled,
    value: Callable[[Floats], Floats],
    n_resamples: int,
    seed: int,
    progress: Progress | None = None,
    begin: int = 0,
) -> Floats:
    """Return ``value(sums)`` of every resample, shape ``(n_resamples, …)``, calling ``progress`` after each batch.

    ``value`` maps sums ``(b, k)`` to values ``(b, …)``. The first ``begin`` resamples, a multiple of the block size,
    are skipped.

    Raises Stopped if ``progress`` returns False.

    Resamples of three items:

    >>> drawn = ItemDraws(np.array([[1.0], [2.0]]), np.array([1, 2]))
    >>> sums = resample(drawn, lambda sums: sums[:, 0], 1000, seed=0)
    >>> sums.shape, sums.min(), sums.max()
    ((1000,), np.float64(3.0), np.float64(6.0))
    """
    parts: list[Floats] = []
    done = begin
    for sums in resampled_sums(drawn, n_resamples, seed, begin=begin):
        parts.append(value(sums))
        done += len(sums)
        report_progress(progress, done, n_resamples)
    return np.concatenate(parts)


def resampled_sums(
    drawn: Resampled, n_resamples: int, seed: int, *, begin: int = 0, batch_bytes: int = _BATCH_BYTES
) -> Iterator[Floats]:
    """Yield the sums of every resample from ``begin`` on, block by block, in batches ``(b, k)`` of bounded memory.

    Long calls of NumPy release the interpreter's lock, so that two blocks in parallel take about the time of one.
    Blocks of many batches are drawn one by one, so that each batch is reported.
    """

    def sums_of(block: int) -> Iterator[Floats]:
        return block_sums(drawn, block, min(BLOCK, n_resamples - block * BLOCK), seed, batch_bytes=batch_bytes)

    blocks = range(begin // BLOCK, -(-n_resamples // BLOCK))
    begun = sums_of(blocks.start)
    first = next(begun, None)
    if first is None:
        return
    yield first
    at_once = min(_BLOCKS_AT_ONCE, len(blocks), os.cpu_count() or 1) if drawn.threads else 1
    if at_once < 2 or len(first) * _FEW_BATCHES < BLOCK:
        yield from begun
        for block in blocks[1:]:
            yield from sums_of(block)
        return
    with ThreadPoolExecutor(at_once) as threads:
        ahead: deque[Future[list[Floats]]] = deque([threads.submit(list, begun)])
        for block in blocks[1:]:
            ahead.append(threads.submit(lambda each: list(sums_of(each)), block))
            if len(ahead) > at_once:
                yield from ahead.popleft().result()
        for each in ahead:
            yield from each.result()


def block_sums(
    drawn: Resampled, block: int, size: int, seed: int, *, batch_bytes: int = _BATCH_BYTES
) -> Iterator[Floats]:
    """Yield the sums of the first ``size`` resamples of one block, which depend on no other block."""

    def generator(part: int) -> np.random.Generator:
        return np.random.default_rng(np.random.SeedSequence([seed, drawn.stream], spawn_key=(block, part)))

    return drawn.batches(generator, size, batch_bytes)


def seed_from(*numbers: int) -> int:
    """Return one seed from several numbers, so that no two draws of a study share theirs."""
    return int(np.random.SeedSequence(numbers).generate_state(1, np.uint64)[0])


def weighted_sums(weights: NDArray[np.integer], rows: Floats) -> Floats:
    """``weights @ rows``, bit for bit the same whatever the number of rows of ``weights``.

    A matrix product sums in an order that depends on the shape. That does not matter if all sums are integers below
    2^53; otherwise each row is summed separately.
    """
    if np.array_equal(rows, np.rint(rows)) and float(np.abs(rows).sum()) * 1e6 < 2.0**53:
        return weights.astype(np.float64) @ rows
    return np.stack([(weights * column).sum(axis=1) for column in np.ascontiguousarray(rows.T)], axis=1)
