"""Characteristic functions of sums of independent draws, at equally spaced frequencies.

Frequencies where |φ| is negligible are skipped: for a smooth law, all but a few dozen. Two bounds prove that |φ| is
negligible:

- For a part with more than two values, φ = mⁿ with m = Σ w·e^{itx}, a mean that changes by at most E|x|·δ while t moves
  by δ. So m at the middle of a block of frequencies bounds m on all of it. On a lattice one FFT gives all m.
- For a part with two values mid ± h, φ = (e^{it·mid}·(cos th + i·s·sin th))ⁿ, s the difference of their probabilities,
  and |cos th + i·s·sin th|² = 1 − q·sin² th with q = 1 − s². The geometric mean of such factors is at most their mean.
  So for N draws, with Q the mean of q and m the mean of cos 2th weighted by q, |φ|² ≤ (1 − Q·(1 − m)/2)ᴺ.

Cost: frequencies/block × values to bound, and frequencies that matter × values to compute.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import log1p

from core.common.arrays import Complexes, Floats, Integers
from core.distributions.sums import ROUNDING, IndependentSum
from core.distributions.threads import on_one_thread

# Maps some frequencies and some pairs, both by index, to e^{ith} ``(u, m)``.
Turns = Callable[[Integers, slice], Complexes]

EPSILON = float(np.finfo(float).eps)
# On a lattice |φ| below e^-40 = 4e-18 cannot change a probability that is held in double precision.
NEGLIGIBLE_ON_LATTICE = 40.0
# Terms of the series that bounds |φ| of pairs on a lattice.
DECAY_TERMS = 8
# Elements of the largest matrix in memory.
BLOCK_ELEMENTS = 2**20
# Largest change of a mean within a block of frequencies; skip the bound for fewer frequencies × values than this.
LARGEST_MOVE, SMALLEST_BOUNDED = 0.1, 2**16
# A sixth of the draws bounds |φ| first, within these multiples of −ln of the negligible level.
FEWEST_DRAWS, MOST_DRAWS = 16, 64
# σ·t where |φ| of most laws is negligible.
SEVERAL = 10
# Largest power of a factor that is computed by multiplication.
LARGEST_MULTIPLIED = 4
# Error of a mean computed by FFT.
FFT_ERROR = 1e-12


@on_one_thread()
def off_lattice(
    law: IndependentSum, first: float, step: float, count: int, negligible: float
) -> tuple[Integers, Complexes, float]:
    """Return k < count, E e^{it(S − E S)} at t = first + k·step for those k, and a bound of the error of each.

    At the other k, |φ| is smaller than that bound, which is e^−negligible plus the rounding error.

    >>> from core.distributions.sums import bootstrap_sum
    >>> law = bootstrap_sum([(np.array([-0.3, 0.1, 0.8]), np.array([3, 3, 4]))])
    >>> k, phi, error = off_lattice(law, 0.0, 0.5, 4, 23.0)
    >>> exact = ((law.weights * np.exp(0.5j * np.outer(np.arange(4), law.centred))).sum(axis=1)) ** 10
    >>> bool(np.abs(phi - exact[k]).max() < error), error < 2e-10
    (True, True)
    """
    wide, pairs = _split(law)
    blocks, size = _blocks_that_matter(wide, pairs, first, step, count, negligible)
    logs = np.zeros((len(blocks), size), dtype=complex)
    for part in wide:
        logs += part.n * np.log(part.sums(first, step, blocks, size) + 1e-300)
        matter = (logs.real > -negligible).any(axis=1)
        blocks, logs = blocks[matter], logs[matter]
    k = blocks[:, None] * size + np.arange(size)
    matters = (k < count) & (logs.real > -negligible)
    k, phi = k[matters], np.exp(logs[matters])
    if len(pairs.half):
        t = first + step * k

        def turns(some: Integers, of: slice) -> Complexes:
            return _turns(pairs.half[of], first, step, k[some])

        phi = phi * pairs.product(len(k), turns, math.exp(-negligible)) * np.exp(-1j * t * pairs.drift)
        k, phi = k[phi != 0], phi[phi != 0]
    last = abs(first) + step * float(k[-1] if len(k) else 0)
    draws = int(law.draws.sum())
    furthest = float(np.abs(law.centred[law.present]).max(initial=0.0))
    rounding = EPSILON * (8 + math.log2(count + 1) + last * furthest)
    return k, phi, math.exp(-negligible) + draws * rounding


class _Wide:
    """A part with more than two values, centred, without the values of probability 0."""

    def __init__(self, n: int, x: Floats, weights: Floats) -> None:
        self.n, self.x, self.weights = n, x, weights
        self.move = float(weights @ np.abs(x))

    def some(self, enough: float) -> "_Wide":
        """A subset of the values with enough expected draws."""
        of = slice(None, None, _stride(self.n * self.weights, enough))
        return _Wide(self.n, self.x[of], self.weights[of])

    def sums(self, first: float, step: float, blocks: Integers, size: int) -> Complexes:
        """Σ w·e^{itx} at all frequencies of these blocks, ``(blocks, size)``."""
        return _sums_of_blocks(self.x, self.weights, first, step, blocks, size)


class _Pairs:
    """Parts with two values: the values, half their distance, and their probabilities."""

    def __init__(self, law: IndependentSum, which: Integers) -> None:
        first = law.starts[which]
        last = first + (1 if len(first) else 0)
        swap = law.values[first] > law.values[last]
        first, last = np.where(swap, last, first), np.where(swap, first, last)
        n, half = law.draws[which], (law.values[last] - law.values[first]).astype(float) / 2
        damping = 4 * law.weights[first] * law.weights[last]
        # −ln|factor| is about ½·n·q·min(1, (th)²), and φ becomes negligible where t is several times 1/σ. The largest
        # first: their product becomes negligible earliest.
        turn = SEVERAL * half / math.sqrt(max(float((n * damping) @ half**2), 1e-300))
        order = np.argsort(-n * damping * np.minimum(turn, 1.0) ** 2, kind="stable")
        first, last, self.n = first[order], last[order], n[order]
        self.low, self.high = law.values[first], law.values[last]
        self.half = (self.high - self.low) / 2
        self.slope = law.weights[last] - law.weights[first]
        self.damping = damping[order]
        self.drift = float((self.n * self.slope) @ self.half)  # Σ n·(mean − middle)

    def product(self, frequencies: int, turns: Turns, floor: float) -> Complexes:
        """Π (cos th + i·s·sin th)ⁿ, or 0 where it is smaller than the floor; no factor exceeds 1."""
        phi = np.ones(frequencies, dtype=complex if self.slope.any() else float)
        for start in range(0, frequencies, 16_384):
            alive, done = np.arange(start, min(start + 16_384, frequencies)), 0
            while done < len(self.half) and len(alive):
                of = slice(done, done + max(8, 2**17 // len(alive)))
                done = of.stop
                phi[alive] *= self._powers(turns(alive, of), of)
                gone = np.abs(phi[alive]) < floor
                phi[alive[gone]] = 0
                if 4 * gone.sum() > len(alive):  # frequencies in a row are computed faster than some of them
                    alive = alive[~gone]
        return phi.astype(complex)

    def _powers(self, turned: Complexes, of: slice) -> NDArray[Any]:
        """Π over the first axis; high powers by ln|·|² = log1p(−q·sin²), accurate where a factor is close to 1."""
        n, slope, tilted = self.n[of], self.slope[of, None], self.slope.any()
        multiplied = n.max() <= LARGEST_MULTIPLIED
        if multiplied and n.max() > 1:
            turned, slope = np.repeat(turned, n, axis=0), np.repeat(slope, n, axis=0)
        factor = turned if multiplied else turned.copy()
        if tilted:
            factor.imag *= slope
        else:
            factor = factor.real
        if multiplied:
            return np.multiply.reduce(factor, axis=0)
        with np.errstate(divide="ignore", invalid="ignore"):
            log_size = 0.5 * np.log1p(-np.minimum(turned.imag**2 * self.damping[of, None], 1.0))
            size = np.exp(n.astype(float) @ log_size)
        sign = 1 - 2 * (((n % 2).astype(float) @ (factor.real < 0).astype(float)) % 2)
        if not tilted:
            return np.asarray(size * sign)
        turn = n.astype(float) @ np.where(factor.real < 0, np.angle(-factor), np.angle(factor))
        return np.asarray(size * sign * np.exp(1j * turn))


def _split(law: IndependentSum) -> tuple[list[_Wide], _Pairs]:
    """Split the parts: more than two values (largest variance first), and two values; with one value φ is 1."""
    # A pair with one value of probability 0 is constant.
    varies = np.logical_and.reduceat(law.present, law.starts)
    pairs = _Pairs(law, np.flatnonzero((law.sizes == 2) & varies))
    wide = []
    for part in np.flatnonzero(law.sizes > 2):
        of = law.parts()[part]
        present = law.present[of]
        wide.append(_Wide(int(law.draws[part]), law.centred[of][present], law.weights[of][present]))
    return sorted(wide, key=lambda part: -part.n * float(part.weights @ part.x**2)), pairs


def _blocks_that_matter(
    wide: list[_Wide], pairs: _Pairs, first: float, step: float, count: int, negligible: float
) -> tuple[Integers, int]:
    """Return the blocks of frequencies where |φ| may not be negligible, and the block length.

    A few hundred draws are enough to bound |φ|: the other factors, and the other terms of a mean, are at most 1.
    """
    draws = sum(part.n for part in wide) + int(pairs.n.sum())
    enough = min(max(draws / 6, FEWEST_DRAWS * negligible), MOST_DRAWS * negligible)
    some_wide = [part.some(enough) for part in wide]
    stride = _stride(pairs.n * pairs.damping, enough)
    half, n, damping = (each[::stride] for each in (pairs.half, pairs.n, pairs.damping))
    weights = n * damping
    move = 2 * float(weights @ half) / max(float(weights.sum()), 1e-300)
    largest = max([move, *(part.move / float(part.weights.sum()) for part in some_wide)])
    usual = 1 << max(0, round(math.log2(count) / 2))
    size = usual
    if largest:
        size = min(usual, 2 ** math.floor(math.log2(max(2 * LARGEST_MOVE / (step * largest), 1.0))))
    items = len(pairs.half) + sum(len(part.x) for part in wide)
    if size < 2 or items * count <= SMALLEST_BOUNDED:
        return np.arange(-(-count // usual)), usual
    blocks, middle = np.arange(-(-count // size)), first + step * (size - 1) / 2
    logs = np.zeros(len(blocks))
    for part in some_wide:
        means = np.abs(_sums(part.x, part.weights, middle, step * size, len(blocks)))
        others = 1 - float(part.weights.sum())
        logs += part.n * np.log(np.minimum(means + part.move * step * size / 2 + others + FFT_ERROR, 1.0))
    if len(half) and weights.any():
        cosines = _sums(2 * half, weights / weights.sum(), middle, step * size, len(blocks)).real
        logs += _log_bound(n, damping, cosines + move * step * size / 2 + FFT_ERROR)
    return blocks[logs > -negligible], size


def _stride(draws: Floats, enough: float) -> int:
    """The stride over values that leaves enough draws."""
    return max(1, int(float(draws.sum()) / enough)) if len(draws) else 1


def _log_bound(n: Integers, damping: Floats, mean_of_cosines: Floats) -> Floats:
    """Upper bound of ln|φ| for pairs, given the mean of cos 2th weighted by n·q."""
    draws = float(n.sum())
    share = float(n @ damping) / draws
    return np.asarray(draws / 2 * np.log(np.maximum(1 - share * (1 - np.minimum(mean_of_cosines, 1.0)) / 2, 1e-300)))


def _sums(x: Floats, weights: Floats, first: float, step: float, count: int) -> Complexes:
    """Σ w·e^{itx} at t = first + k·step for all k < count."""
    size = 1 << round(math.log2(count) / 2)
    return _sums_of_blocks(x, weights, first, step, np.arange(-(-count // size)), size).ravel()[:count]


def _sums_of_blocks(x: Floats, weights: Floats, first: float, step: float, blocks: Integers, size: int) -> Complexes:
    """Σ w·e^{itx} at t = first + k·step for the k of each block of ``size``, ``(blocks, size)``.

    e^{i(a + b)x} = e^{iax}·e^{ibx}, so that the sums are a product of two matrices.
    """
    total = np.zeros((len(blocks), size), dtype=complex)
    if len(blocks) == 0:
        return total
    span = int(blocks[-1] - blocks[0]) + 1
    for some in np.array_split(np.arange(len(x)), len(x) * (len(blocks) + size) // BLOCK_ELEMENTS + 1):
        starts = first + step * size * blocks
        if span <= 2 * len(blocks):  # few gaps
            coarse = _waves(x[some], starts[0], step * size, span)[blocks - blocks[0]]
        else:
            coarse = np.exp(1j * np.multiply.outer(starts, x[some]))
        total += (coarse * weights[some]) @ _waves(x[some], 0.0, step, size).T
    return total


def _turns(h: Floats, first: float, step: float, k: Integers) -> Complexes:
    """e^{ith} at t = first + k·step ``(u, m)`` for increasing k: many are products of coarse and fine steps."""
    begin, span = int(k[0]), int(k[-1] - k[0]) + 1
    size = 1 << round(math.log2(span) / 2)
    starts = np.arange(begin, begin + span, size)
    if len(starts) + size > len(k):
        return np.asarray(np.exp(1j * np.multiply.outer(h, first + step * k)))
    coarse = np.exp(1j * np.multiply.outer(h, first + step * starts))
    fine = np.exp(1j * np.multiply.outer(h, step * np.arange(size)))
    if span == len(k):
        return np.asarray((coarse[:, :, None] * fine[:, None, :]).reshape(len(h), -1)[:, :span])
    block, place = np.divmod(k - begin, size)
    return np.asarray(np.take(coarse, block, axis=1) * np.take(fine, place, axis=1))


def _waves(x: Floats, first: float, step: float, count: int) -> Complexes:
    """e^{itx} at t = first + k·step, one row per k < count, by repeated doubling."""
    waves = np.empty((count, len(x)), dtype=complex)
    waves[0] = np.exp(1j * first * x)
    done = 1
    while done < count:
        more = min(done, count - done)
        np.multiply(waves[:more], np.exp(1j * (done * step) * x), out=waves[done : done + more])
        done += more
    return waves


@on_one_thread()
def on_lattice(law: IndependentSum, window: int, centre: int) -> tuple[Complexes, Floats]:
    """Return E e^{it(S − centre)} of integers at t = 2πj/window for j = 0 … window/2, and its relative error.

    Angles are reduced as integers. φ − 1 of the centred values is summed without cancellation and exp(n·log1p(φ − 1))
    taken, because plain φⁿ is off by 5e-12 at n = 10⁶.
    """
    wide = [(int(n), of) for size, n, of in zip(law.sizes, law.draws, law.parts(), strict=True) if size != 2]
    pairs = _Pairs(law, np.flatnonzero(law.sizes == 2))
    distance, ends = pairs.high - pairs.low, pairs.high + pairs.low
    alive = _alive_on_lattice(law, wide, pairs, window)
    phi, error = np.zeros(window // 2 + 1, dtype=complex), np.zeros(window // 2 + 1)
    wave = 2 * np.pi / window
    found, off = np.ones(len(alive), dtype=complex), np.full(len(alive), 64 * ROUNDING)
    rest = centre
    for n, of in wide:
        values, chance = law.values[of], law.weights[of]
        mean = float(chance @ values)
        near = round(mean)
        rest -= n * near
        for at in np.array_split(np.arange(len(alive)), max(1, len(alive) * len(values) // (2 * BLOCK_ELEMENTS))):
            shift = wave * (mean - near) * alive[at]
            y = wave * _turned(alive[at, None] * (values - near), window) - shift[:, None]
            lost = 2 * (np.sin(y / 2) ** 2 @ chance)
            minus_one = -lost + 1j * (np.sin(y) @ chance)
            found[at] *= np.exp(n * log1p(minus_one) + 1j * n * shift)
            # E|sin y| ≤ √(2·E(1 − cos y)): each draw adds the rounding error of its angle.
            off[at] += ROUNDING * (8 + n * (np.sqrt(2 * lost) + lost) / np.abs(1 + minus_one))
    if len(distance):
        turned = distance % (2 * window)

        def turns(some: Integers, of: slice) -> Complexes:
            return np.asarray(np.exp(0.5j * wave * _turned(turned[of, None] * alive[some], 2 * window)))

        product = pairs.product(len(alive), turns, math.exp(-NEGLIGIBLE_ON_LATTICE))
        with np.errstate(divide="ignore"):
            lost = np.clip(-np.log(np.abs(product)), 0, NEGLIGIBLE_ON_LATTICE)
        # Σ|sin a| ≤ √(N·Σ sin² a), where Σ q·sin² a is at most twice the loss; factors drawn rarely are multiplied.
        total = float(pairs.n.sum())
        off += ROUNDING * (
            int(pairs.n[pairs.n <= LARGEST_MULTIPLIED].sum()) + 4 * np.sqrt(total) * (1 + np.sqrt(2 * lost))
        )
        if pairs.slope.any():
            off += ROUNDING * np.minimum(wave * alive * float(pairs.n @ distance), np.pi * total)
        found *= product
    doubled = int(pairs.n @ ends) - 2 * rest
    phase = np.exp(1j * (wave / 2) * _turned(alive * (doubled % (2 * window)), 2 * window))
    phi[alive], error[alive] = found * phase, off
    return phi, error


def _alive_on_lattice(law: IndependentSum, wide: list[tuple[int, slice]], pairs: _Pairs, window: int) -> Integers:
    """The j where |φ| may not be negligible, by one FFT per part with many values and one for all pairs."""
    logs = np.zeros(window // 2 + 1)
    for n, of in wide:
        mean = np.fft.rfft(np.bincount(law.values[of] % window, law.weights[of], window))
        logs += n * np.log(np.minimum(np.abs(mean) + FFT_ERROR, 1.0))
    damping = pairs.n * pairs.damping
    if damping.sum() > 2 * NEGLIGIBLE_ON_LATTICE:
        series = pairs.n[:, None] * decay_series(pairs.damping)
        orders = np.arange(1, DECAY_TERMS + 1)
        cells = np.multiply.outer(orders, (pairs.high - pairs.low) % window) % window
        waves = np.fft.rfft(np.bincount(cells.ravel(), series[:, 1:].T.ravel(), window)).real
        logs -= series[:, 0].sum() + waves - FFT_ERROR * float(np.abs(series).sum())
    return np.flatnonzero(logs > -NEGLIGIBLE_ON_LATTICE)


def decay_series(q: Floats) -> Floats:
    """Coefficients ``(u, 9)`` of 1, cos 2a, …, cos 16a whose sum is at most −½·ln(1 − q·sin² a), for q ≤ 1.

    The sum consists of the first eight terms of ½·Σ qᵐ·sin²ᵐ a/m, with the powers of sin² written as sums of cosines.
    """
    series = np.zeros((len(q), DECAY_TERMS + 1))
    for m in range(1, DECAY_TERMS + 1):
        for order in range(m + 1):
            share = math.comb(2 * m, m - order) * (-1) ** order * (1 if order == 0 else 2) / 4**m
            series[:, order] += q**m / (2 * m) * share
    return series


def _turned(cells: Integers, window: int) -> Integers:
    """Integers modulo ``window``, reduced to the interval from −window/2 to window/2."""
    reduced = cells % window
    return np.asarray(reduced - window * (2 * reduced > window))
