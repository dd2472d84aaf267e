"""The frequencies at which the law of a swapped sum matters, found without looking at all of them.

A probability is Σ φ_jk·W_jk / wv, and |W_jk| / wv is known to be small but near 0: what frequencies add at most, where
φ is small, can be told of whole cells of them by one FFT (`plane_decay`). Those that together add less than may be
left out are left out; the other cells are divided until they hold few frequencies.
"""

import math
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import ellipe

from core.distributions.plane_decay import cosines_below, least_decay, least_on_cells
from core.distributions.swapped_plane import SwappedPlane
from core.errors import NotExactError

__all__ = ["frequencies"]

Floats = NDArray[Any]
Integers = NDArray[Any]
Cells = tuple[Floats, Floats]  # centres (m, 2) and half sides (2,), in turns: τ/2π

# Cells a coordinate.
_FEWEST_CELLS, _MOST_CELLS = 2**8, 2**12
# So many frequencies are looked at, and so many terms of cells computed.
_MOST_FREQUENCIES, _MOST_TERMS, _CHUNK = 2**17, 2**25, 2**19
# The logarithm of how often more all but a few frequencies add than they may.
_FAR_TOO_MUCH = math.log(20)
# Angles that are as likely as others.
_WAVES = np.cos(2 * np.outer(np.arange(9), (np.arange(32) + 0.5) * np.pi / 64))


def frequencies(law: SwappedPlane, shape: Integers, slope: Floats) -> tuple[Integers, float]:
    """Return the (j, k) ``(m, 2)`` that matter, those with k < 0 being mirror images, and what the others add at most.

    Parameters
    ----------
    law : SwappedPlane
        Its frequencies are τ = 2π(j/w, k/v).
    shape : numpy.ndarray
        (w, v).
    slope : numpy.ndarray
        tanh θ·c of each step.

    Raises
    ------
    NotExactError
        If they are too many.
    """
    q, may = 1 - slope**2, law.outside / 8
    (centres, half), spent = _cells(law, shape, q, may)
    while len(centres) * math.prod(2 * half * shape + 1) > _MOST_FREQUENCIES:
        if (2 * half * shape < 1).all() or len(centres) * 4 * len(law.counts) > _MOST_TERMS:
            raise NotExactError("the possible totals are too irregular to add up")
        centres, half = _quarters(centres, half)
        matters, lost = _that_matter(np.exp(-_least(law, centres, half, q)) * _each_adds(centres, half, shape), may)
        centres, spent = centres[matters], spent + lost
    found = _inside(centres, half, shape)
    added = np.exp(-_near_zero(law, found / shape, q)) * _each_adds(found / shape, np.zeros(2), shape)
    matters, lost = _that_matter(added, may)
    return found[matters], spent + lost


def _cells(law: SwappedPlane, shape: Integers, q: Floats, may: float) -> tuple[Cells, float]:
    """The cells that matter, and what the others add at most.

    They are as large as they may be for most to be left out; where that needs no fewer than there are frequencies,
    they are the frequencies.
    """
    # Where an angle may be anywhere, |W|/wv is some 4·ln w / w, and |cos a + i·tanh(θ·c)·sin a| is E(q)·2/π on average.
    usual = math.log(math.prod(shape) * 4 * math.log(max(shape)) / min(shape) / may)
    if usual + float(law.counts @ np.log(ellipe(q) * 2 / np.pi)) > _FAR_TOO_MUCH:
        raise NotExactError("too few items changed to tell at which frequencies the law matters")
    size = _FEWEST_CELLS
    while True:
        sizes = np.minimum(size, shape)
        half = np.where(sizes < shape, 0.5 / sizes, 0.0)
        waves = law.counts[:, None] * cosines_below(q, np.pi * np.abs(law.steps) @ half)
        # How much e^{−least} is on average, where the angles are anything.
        decays = -float(np.log(np.exp(-np.maximum(waves @ _WAVES, 0)).mean(axis=1)).sum())
        if decays > usual or size == _MOST_CELLS or not half.any():
            break
        size *= 2
    if decays < usual - _FAR_TOO_MUCH and half.any():
        raise NotExactError("the possible totals are too irregular to add up")
    least = np.maximum(least_on_cells(law.steps, waves, sizes), 0)
    j, k = (np.arange(size) for size in least.shape)
    turns = np.where(2 * j > sizes[0], j - sizes[0], j) / sizes[0], k / sizes[1]
    series = (_series(turn, h, int(n)) for turn, h, n in zip(turns, half, shape, strict=True))
    across, along = (_frequencies_in(half, shape) * each.astype(np.float32) for each in series)
    matters, spent = _that_matter(np.exp(-least) * np.maximum(across[:, None], along), may)
    j, k = np.nonzero(matters)
    return (np.column_stack([turns[0][j], turns[1][k]]), half), spent


def _series(turns: Floats, half: float, n: int) -> Floats:
    """|W|/wv at most, of the frequencies within a half side of those along a coordinate.

    Along a row of at most n outcomes W is a geometric series, whose ratio is e^{−s ± 2πi·turns} for some s ≥ 0.
    """
    gap = np.sin(2 * np.pi * np.clip(np.abs(turns) - half, 0.0, 0.25))
    return 1 / np.maximum(gap * n / 2, 1.0)


def _frequencies_in(half: Floats, shape: Integers) -> float:
    """How many frequencies a cell has at most, with their mirror images."""
    return float(2 * math.prod(2 * half * shape + 1))


def _each_adds(turns: Floats, half: Floats, shape: Integers) -> Floats:
    """|W|/wv at most, whichever coordinate the rows have, summed over the frequencies of each cell ``(m, 2)``."""
    series = [_series(turn, h, int(n)) for turn, h, n in zip(turns.T, half, shape, strict=True)]
    return _frequencies_in(half, shape) * np.maximum(*series)


def _that_matter(added: Floats, may: float) -> tuple[NDArray[np.bool_], float]:
    """Those that add most, so that the others sum to no more than they may, and their sum."""
    share = may / added.size
    matters = added > share
    left = float(added.sum(where=~matters, dtype=float))
    for _ in range(3):  # most add far less than an equal share
        share *= max(2.0, may / (4 * max(left, may / 1e4)))
        fewer = added > share
        sum_of_others = float(added.sum(where=~fewer, dtype=float))
        if sum_of_others > may:
            break
        matters, left = fewer, sum_of_others
    return matters, left


def _quarters(centres: Floats, half: Floats) -> Cells:
    half = half / 2
    corners = np.unique(np.array(list(product((-1, 1), repeat=2))) * half, axis=0)
    return (centres[:, None] + corners).reshape(-1, 2), half


def _least(law: SwappedPlane, centres: Floats, half: Floats, q: Floats) -> Floats:
    """What −ln|φ| is at least in each cell: each item's term as small as it can be there."""
    reach = np.pi * np.abs(law.steps) @ (half + 1e-15)  # the product of a centre and a step is rounded
    least = []
    for some in np.array_split(centres, max(1, len(centres) * len(law.counts) // _CHUNK)):
        turns = some @ law.steps.T
        least.append(least_decay(np.pi * (turns - np.rint(turns)), q, reach) @ law.counts)
    return np.concatenate(least)


def _inside(centres: Floats, half: Floats, shape: Integers) -> Integers:
    """The frequencies of those cells."""
    first = np.ceil((centres - half) * shape - 1e-6).astype(np.int64)
    j, k = (np.arange(int(2 * h * n) + 2 if h else 1) for h, n in zip(half, shape, strict=True))
    j, k = np.broadcast_arrays(first[:, 0, None, None] + j[:, None], first[:, 1, None, None] + k)
    j = (j + (shape[0] - 1) // 2) % shape[0] - (shape[0] - 1) // 2  # those past half a turn are below 0
    half_plane = (k >= 0) & (2 * k <= shape[1])
    places = np.unique(j[half_plane] * shape[1] + k[half_plane])
    return np.column_stack(np.divmod(places, shape[1]))


def _near_zero(law: SwappedPlane, turns: Floats, q: Floats) -> Floats:
    """What −ln|φ| is at least: ¼·Σ q·(1 − cos τ·c), and 1 − cos x ≥ x²/2 − x⁴/24 + x⁶/720 − x⁸/40320."""
    t, (x, y) = 2 * np.pi * turns, law.steps.T.astype(float)
    least, square = np.zeros(len(t)), np.zeros(len(t))
    for order in (2, 4, 6, 8):
        power = np.zeros(len(t))
        for i in range(order + 1):
            moment = float((law.counts * q) @ (x**i * y ** (order - i)))
            power += math.comb(order, i) * moment * t[:, 0] ** i * t[:, 1] ** (order - i)
        square = power if order == 2 else square
        least += (1 if order % 4 else -1) * power / math.factorial(order)
    small = np.abs(t) @ np.abs(law.steps).max(axis=0) <= math.pi  # then 1 − cos x ≥ 2x²/π²
    return np.maximum(np.maximum(least, np.where(small, 2 / math.pi**2 * square, 0.0)), 0.0) / 4
