"""Seeded Monte-Carlo sums over collapsed rows, in batches of bounded memory.

Every resample consumes the same random numbers whatever the size of the batch it falls into, and its sums are formed in
an order that does not depend on the batch either, so that the seed alone fixes the result to the last bit.
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import Stopped

__all__ = ["Progress", "bootstrap_sums", "collect", "swap_sums"]

Floats = NDArray[Any]
# Called with (done, total); returning False asks to stop.
Progress = Callable[[int, int], bool | None]

_BATCH_BYTES = 2**25
# A binomial draw costs about as much as this many draws of an item.
_DRAWS_PER_BINOMIAL = 12
# Independent streams of one seed: what the bootstrap draws never depends on what the swaps draw.
_ITEMS, _BINOMIAL_SWAPS, _BIT_SWAPS = 0, 1, 2


def bootstrap_sums(
    rows: Floats, counts: Floats, n_resamples: int, seed: int, *, batch_bytes: int = _BATCH_BYTES
) -> Iterator[Floats]:
    """Yield batches ``(b, k)`` of the sums of n rows drawn with replacement.

    One resample is one Multinomial(n, counts/n) draw where few rows are distinct, n draws of an item elsewhere.

    Parameters
    ----------
    rows : (u, k) float array
        The distinct rows.
    counts : (u,) array
        Their multiplicities; n is their sum.
    n_resamples, seed : int
        How many resamples, and what fixes them.
    batch_bytes : int
        About how much memory a batch may take.
    """
    n, u = int(counts.sum()), len(rows)
    random = np.random.default_rng([seed, _ITEMS])
    multinomial = u * _DRAWS_PER_BINOMIAL <= n or u == 1
    items = np.zeros(0, dtype=np.int64) if multinomial else np.repeat(np.arange(u), counts.astype(np.int64))
    for size in _batches(n_resamples, u if multinomial else n, batch_bytes):
        if multinomial:
            drawn = random.multinomial(n, counts / n, size=size)
            yield _weighted_sums(drawn, rows)
        else:
            drawn = items[random.integers(0, n, size=(size, n))]
            if rows.shape[1] == 1:
                yield rows[:, 0][drawn].sum(axis=1)[:, None]
                continue
            # Many statistics an item: how often each row was drawn is counted once and serves them all.
            drawn += u * np.arange(size)[:, None]
            yield _weighted_sums(np.bincount(drawn.ravel(), minlength=size * u).reshape(size, u), rows)


def swap_sums(
    differences: Floats, counts: Floats, n_resamples: int, seed: int, *, batch_bytes: int = _BATCH_BYTES
) -> Iterator[Floats]:
    """Yield batches ``(b, k)`` of the sums of ``differences`` over the items whose outputs are swapped.

    Each item is swapped with probability ½: a Binomial(c, ½) draw for a row that occurs c times, one random bit for a
    row that occurs once. Rows without a difference should be left out.
    """
    once = counts == 1
    many, single = differences[~once], differences[once]
    many_counts = counts[~once].astype(np.int64)
    words = -(-len(single) // 64)
    binomials = np.random.default_rng([seed, _BINOMIAL_SWAPS])
    bits = np.random.default_rng([seed, _BIT_SWAPS])
    for size in _batches(n_resamples, len(counts), batch_bytes):
        swapped = binomials.binomial(many_counts, 0.5, size=(size, len(many)))
        # Whole 64-bit words, because smaller draws share a word with their neighbour and so depend on the batch.
        drawn = bits.integers(0, 2**64, size=(size, words), dtype=np.uint64, endpoint=False)
        flipped = np.unpackbits(drawn.view(np.uint8), axis=1)[:, : len(single)]
        yield _weighted_sums(swapped, many) + _weighted_sums(flipped, single)


def collect(
    batches: Iterator[Floats],
    value: Callable[[Floats], Floats],
    n_resamples: int,
    progress: Progress | None = None,
) -> Floats:
    """Return ``value(sums)`` of every resample, shape ``(n_resamples,)``, telling ``progress`` after each batch.

    Raises
    ------
    Stopped
        If ``progress`` returns False.
    """
    values = np.empty(n_resamples)
    done = 0
    for sums in batches:
        values[done : done + len(sums)] = value(sums)
        done += len(sums)
        if progress is not None and progress(done, n_resamples) is False:
            raise Stopped(f"Stopped after {done:,} of {n_resamples:,} resamples.")
    return values


def _batches(total: int, width: int, batch_bytes: int) -> Iterator[int]:
    most = max(1, batch_bytes // (8 * max(width, 1)))
    for start in range(0, total, most):
        yield min(most, total - start)


def _weighted_sums(weights: NDArray[np.integer], rows: Floats) -> Floats:
    """``weights @ rows``, bit for bit the same whatever the number of rows of ``weights``.

    A matrix product sums in an order of its own choosing, which changes with the shape; that cannot matter where all
    sums are whole numbers below 2^53, and elsewhere each row is summed by itself.
    """
    if np.array_equal(rows, np.rint(rows)) and float(np.abs(rows).sum()) * 1e6 < 2.0**53:
        product: Floats = weights.astype(np.float64) @ rows
        return product
    return np.stack([(weights * column).sum(axis=1) for column in np.ascontiguousarray(rows.T)], axis=1)
