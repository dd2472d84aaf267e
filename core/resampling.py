"""Seeded resamples: sums over items that are drawn with replacement, or whose outputs are swapped.

Resamples come in blocks of 1,024, each with random numbers of its own, spawned from the seed by
`numpy.random.SeedSequence`. So any number of workers, on any number of machines, gives the same bits. Within a block
every resample consumes the same random numbers whatever the batch it falls into, and its sums are formed in an order
that does not depend on the batch.
"""

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from core.errors import Stopped

__all__ = [
    "BLOCK",
    "ItemDraws",
    "ItemSwaps",
    "Progress",
    "Resampled",
    "StratifiedDraws",
    "block_sums",
    "resample",
    "resampled_sums",
    "seed_from",
    "weighted_sums",
]

Floats = NDArray[Any]
# Called with (done, total); returning False asks to stop.
Progress = Callable[[int, int], bool | None]

BLOCK = 1_024
_BATCH_BYTES = 2**25
# So many blocks are drawn at once, where each is of no more batches than these.
_BLOCKS_AT_ONCE, _FEW_BATCHES = 2, 8
# A binomial draw costs about as much as this many draws of an item.
_DRAWS_PER_BINOMIAL = 12
# So many items are listed: few draws of a billion may find most rows rare.
_MOST_LISTED = 2**22


class Resampled(Protocol):
    """What is drawn: a stream of the seed that no other kind uses, and batches ``(b, k)`` of sums."""

    stream: ClassVar[int]

    def batches(self, generators: Callable[[int], np.random.Generator], size: int, most: int) -> Iterator[Floats]:
        """Yield the sums of ``size`` resamples, in batches of about ``most`` bytes, from the block's generators."""


@dataclass(frozen=True, eq=False)
class ItemDraws:
    """Sums of items drawn with replacement.

    Rows that are drawn often take one multinomial draw a resample, the others one draw for each item.

    Parameters
    ----------
    rows : (u, k) float array
        The distinct rows.
    counts : (u,) array
        Their multiplicities, n in all.
    draws : int, optional
        How many items a resample has; n, unless told otherwise.
    """

    rows: Floats
    counts: NDArray[Any]
    draws: int | None = None

    stream: ClassVar[int] = 0

    def batches(self, generators: Callable[[int], np.random.Generator], size: int, most: int) -> Iterator[Floats]:
        """Yield the sums of ``size`` resamples."""
        rows, counts, random = self.rows, self.counts.astype(np.int64), generators(0)
        n, u = int(counts.sum()), len(rows)
        draws = n if self.draws is None else self.draws
        often = counts >= _DRAWS_PER_BINOMIAL * n / draws
        if often.any() or u == 1:
            often |= counts[~often].sum() > _MOST_LISTED
            # Rare rows are together one of the multinomial draw's, and drawn item by item.
            rare = np.repeat(np.flatnonzero(~often), counts[~often])
            shares = np.append(counts[often], len(rare)) / n
            one_by_one = generators(1)
            for batch in _batches(size, max(u, len(rare)), most):
                drawn = random.multinomial(draws, shares, size=batch)
                times = np.empty((batch, u), dtype=np.int64)
                times[:, often] = drawn[:, :-1]
                times[:, ~often] = _tallied(one_by_one, rare, drawn[:, -1], u)[:, ~often]
                yield weighted_sums(times, rows)
            return
        items = np.repeat(np.arange(u), counts)
        for batch in _batches(size, draws, most):
            drawn = items[random.integers(0, n, size=(batch, draws))]
            if rows.shape[1] == 1:
                yield rows[:, 0][drawn].sum(axis=1)[:, None]
                continue
            # Many statistics an item: how often each row was drawn is counted once and serves them all.
            drawn += u * np.arange(batch)[:, None]
            yield weighted_sums(np.bincount(drawn.ravel(), minlength=batch * u).reshape(batch, u), rows)


@dataclass(frozen=True, eq=False)
class ItemSwaps:
    """Sums of ``differences`` over the items whose outputs are swapped, each with probability ½.

    A row that occurs c times takes one Binomial(c, ½) draw, a row that occurs once a random bit. Rows without a
    difference should be left out.

    Parameters
    ----------
    differences : (u, k) float array
        The distinct rows of differences.
    counts : (u,) array
        Their multiplicities.
    """

    differences: Floats
    counts: NDArray[Any]

    stream: ClassVar[int] = 1

    def batches(self, generators: Callable[[int], np.random.Generator], size: int, most: int) -> Iterator[Floats]:
        """Yield the sums of ``size`` resamples."""
        once = self.counts == 1
        many, single = self.differences[~once], self.differences[once]
        many_counts = self.counts[~once].astype(np.int64)
        words = -(-len(single) // 64)
        binomials, bits = generators(0), generators(1)
        for batch in _batches(size, len(self.counts), most):
            swapped = binomials.binomial(many_counts, 0.5, size=(batch, len(many)))
            # Whole 64-bit words, because smaller draws share a word with their neighbour and so depend on the batch.
            drawn = bits.integers(0, 2**64, size=(batch, words), dtype=np.uint64, endpoint=False)
            flipped = np.unpackbits(drawn.view(np.uint8), axis=1)[:, : len(single)]
            yield weighted_sums(swapped, many) + weighted_sums(flipped, single)


@dataclass(frozen=True, eq=False)
class StratifiedDraws:
    """Sums of as many items of each stratum as it has, drawn with replacement, with random numbers of its own.

    Parameters
    ----------
    parts : list of Resampled
        The draws of each stratum, of the same statistics.
    beside : bool
        Whether the sums of the strata stand beside each other, rather than being added up.
    """

    parts: Sequence[Resampled]
    beside: bool = False

    stream: ClassVar[int] = ItemDraws.stream

    @classmethod
    def of(
        cls, rows: Floats, counts: NDArray[Any], strata: NDArray[np.int64], *, beside: bool = False
    ) -> "StratifiedDraws":
        """Return the draws of rows, each in a stratum."""
        within = (strata == s for s in range(int(strata.max()) + 1))
        return cls([ItemDraws(rows[of], counts[of]) for of in within], beside)

    def batches(self, generators: Callable[[int], np.random.Generator], size: int, most: int) -> Iterator[Floats]:
        """Yield the sums of ``size`` resamples."""
        sums = [
            np.concatenate(list(part.batches(lambda _, s=s: generators(s), size, most)))  # type: ignore[misc]
            for s, part in enumerate(self.parts)
        ]
        yield np.hstack(sums) if self.beside else np.add.reduce(sums)


def resample(
    drawn: Resampled,
    value: Callable[[Floats], Floats],
    n_resamples: int,
    seed: int,
    progress: Progress | None = None,
) -> Floats:
    """Return ``value(sums)`` of every resample, shape ``(n_resamples, …)``, telling ``progress`` after each batch.

    Parameters
    ----------
    drawn : ItemDraws or ItemSwaps
        What is resampled.
    value : callable
        Maps sums ``(b, k)`` to values ``(b, …)``.
    n_resamples, seed : int
        How many resamples, and what fixes them.
    progress : callable, optional
        Called with (done, total).

    Raises
    ------
    Stopped
        If ``progress`` returns False.

    Examples
    --------
    Three items, of which a resample draws three:

    >>> drawn = ItemDraws(np.array([[1.0], [2.0]]), np.array([1, 2]))
    >>> sums = resample(drawn, lambda sums: sums[:, 0], 1000, seed=0)
    >>> sums.shape, sums.min(), sums.max()
    ((1000,), np.float64(3.0), np.float64(6.0))
    """
    parts: list[Floats] = []
    done = 0
    for sums in resampled_sums(drawn, n_resamples, seed):
        parts.append(value(sums))
        done += len(sums)
        if progress is not None and progress(done, n_resamples) is False:
            raise Stopped(f"Stopped after {done:,} of {n_resamples:,} resamples.")
    return np.concatenate(parts)


def resampled_sums(
    drawn: Resampled, n_resamples: int, seed: int, *, batch_bytes: int = _BATCH_BYTES
) -> Iterator[Floats]:
    """Yield the sums of every resample, block by block, in batches ``(b, k)`` of bounded memory.

    Random numbers are drawn without the interpreter's lock: two blocks at once take hardly longer than one. Those of
    many batches come one after the other, so that each is heard of.
    """

    def sums_of(block: int) -> Iterator[Floats]:
        return block_sums(drawn, block, min(BLOCK, n_resamples - block * BLOCK), seed, batch_bytes=batch_bytes)

    blocks = range(-(-n_resamples // BLOCK))
    n_batches = 0
    for batch in sums_of(0):
        yield batch
        n_batches += 1
    at_once = min(_BLOCKS_AT_ONCE, len(blocks) - 1, os.cpu_count() or 1)
    if at_once < 2 or n_batches > _FEW_BATCHES:
        for block in blocks[1:]:
            yield from sums_of(block)
        return
    with ThreadPoolExecutor(at_once) as threads:
        try:
            ahead: deque[Future[list[Floats]]] = deque()
            for block in blocks[1:]:
                ahead.append(threads.submit(lambda each: list(sums_of(each)), block))
                if len(ahead) > at_once:
                    yield from ahead.popleft().result()
            for each in ahead:
                yield from each.result()
        finally:  # whoever stops listening wants no more
            threads.shutdown(wait=False, cancel_futures=True)


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


def _tallied(
    random: np.random.Generator, items: NDArray[np.int64], draws: NDArray[np.int64], u: int
) -> NDArray[np.int64]:
    """How often each of u rows is drawn in each resample, which draws so many of the items."""
    if not len(items):
        return np.zeros((len(draws), u), dtype=np.int64)
    drawn = items[random.integers(0, len(items), size=int(draws.sum()))]
    drawn += u * np.repeat(np.arange(len(draws)), draws)
    return np.bincount(drawn, minlength=len(draws) * u).reshape(len(draws), u)


def _batches(total: int, width: int, batch_bytes: int) -> Iterator[int]:
    most = max(1, batch_bytes // (8 * max(width, 1)))
    for start in range(0, total, most):
        yield min(most, total - start)


def weighted_sums(weights: NDArray[np.integer], rows: Floats) -> Floats:
    """``weights @ rows``, bit for bit the same whatever the number of rows of ``weights``.

    A matrix product sums in an order of its own choosing, which changes with the shape; that cannot matter where all
    sums are whole numbers below 2^53, and elsewhere each row is summed by itself.
    """
    if np.array_equal(rows, np.rint(rows)) and float(np.abs(rows).sum()) * 1e6 < 2.0**53:
        product: Floats = weights.astype(np.float64) @ rows
        return product
    return np.stack([(weights * column).sum(axis=1) for column in np.ascontiguousarray(rows.T)], axis=1)
