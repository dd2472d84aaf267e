"""The two random sums behind every linear test, and what the exact engines need to know of them.

- `ResampledSum`: the bootstrap's sum of n independent draws from the items' differences.
- `SwappedSum`: the permutation test's Σ ±|d|, each sign with probability ½.

Both can be *tilted* exponentially by θ: the law of the sum with every outcome s weighted by e^{θs} and normalised.
A tilt that moves the mean onto a far threshold turns a tail of 1e-300 into one of about ½.

Values of whole numbers (an integer array) make a law on a lattice, for which no tie is lost; sums of real values count
as equal within a ``tolerance``.
"""

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import log1p

from core.common.cached import cached_property
from core.distributions.frequencies import Grid
from core.distributions.threads import on_one_thread
from core.distributions.waves import NEGLIGIBLE, cosine_product

__all__ = ["LOG_TAIL", "ResampledSum", "SwappedSum", "Tilted", "cosine_product", "grouped"]

Floats = NDArray[Any]
Complexes = NDArray[Any]

# ln(2/1e-16): both of Bernstein's and Hoeffding's bounds leave 1e-16 of the mass outside the window.
LOG_TAIL = float(np.log(2e16))
# The rounding of a few operations.
_ROUNDING = 4e-16
# Sums over fewer values than so many times √n in windows wider than that take less time by themselves than by an FFT.
_WIDE, _FEW = 2**15, 16
# By so much a mean of waves may change between two frequencies that tell of others, if what matters is so large.
_BETWEEN, _TOLD = 0.02, 0.5


@dataclass(frozen=True)
class Tilted:
    """A law tilted by θ: the cumulant generating function of S − E S at θ with its rounding, its mean and variance."""

    theta: float
    cumulant: float
    rounding: float
    mean: float
    variance: float


def bernstein(variance: Any, largest_step: Any, log_tail: Any = LOG_TAIL) -> Any:
    """Return t with P(|S − E S| ≥ t) ≤ 2e^−log_tail = 1e-16 for independent steps (Bernstein's inequality)."""
    third = log_tail * largest_step / 3
    return third + np.sqrt(third**2 + 2 * log_tail * variance)


@dataclass(frozen=True, eq=False)
class ResampledSum:
    """The sum of ``n = counts.sum()`` independent draws of ``values`` with probabilities ``counts / n``.

    ``values`` are distinct.
    """

    values: NDArray[Any]  # (u,)
    counts: NDArray[Any]  # (u,)
    tolerance: float = 0.0

    @cached_property
    def n(self) -> int:
        return round(float(self.counts.sum()))

    @property
    def whole(self) -> bool:
        return self.values.dtype.kind == "i"

    @cached_property
    def support(self) -> tuple[Any, Any]:
        return self.n * self.values.min().item(), self.n * self.values.max().item()

    @cached_property
    def mean(self) -> float:
        return float(self.counts @ self.values)

    def reflected(self) -> "ResampledSum":
        return replace(self, values=-self.values)

    def reduced(self) -> tuple["ResampledSum", int, int]:
        """A law S' of the smallest whole numbers from 0 up, shift and step: S = shift + step·S'."""
        low = int(self.values.min())
        step = int(np.gcd.reduce(self.values - low)) or 1
        return replace(self, values=(self.values - low) // step), self.n * low, step

    def log_probability_of_maximum(self) -> float:
        """ln P(S = n·max): every draw is a largest value, (c/n)ⁿ."""
        share = float(self.counts[np.argmax(self.values)] / self.n)
        others = float(self.counts.sum() - self.counts[np.argmax(self.values)]) / float(self.counts.sum())
        return self.n * float(np.log(share) if share < 0.5 else np.log1p(-others))

    @cached_property
    def gap_below_maximum(self) -> float:
        """How far the second largest sum lies below the largest: one draw of the next value."""
        largest = self.values.max()
        return float(largest - self.values[self.values < largest].max()) if len(self.values) > 1 else 0.0

    def tilted(self, theta: float) -> Tilted:
        exponents, weights = theta * (self.values - self.mean / self.n), self.counts / self.n
        largest = max(float(exponents.max()), 0.0)  # taken out first, so that nothing overflows
        if largest <= 1:  # the smaller the exponents, the smaller the rounding
            log_mgf = float(np.log1p(weights @ np.expm1(exponents)))
            rounding = float(weights @ np.abs(exponents))
        else:
            log_mgf = largest + float(np.log(weights @ np.exp(exponents - largest)))
            rounding = 1 + largest
        tilted = self.weights(theta)
        mean = float(tilted @ self.values)
        variance = float(tilted @ (self.values - mean) ** 2)
        off = (self.n * rounding + abs(theta * self.mean)) * 2 * _ROUNDING  # the mean is rounded, too
        return Tilted(theta, self.n * log_mgf, off, self.n * mean, self.n * variance)

    def half_width(self, tilt: Tilted | None = None) -> float:
        """Half the window that holds all but 1e-16 of the (tilted) mass, around its mean."""
        variance, step = self.spread(tilt)
        return min(bernstein(variance, step), self.n * step)

    def spread(self, tilt: Tilted | None) -> tuple[float, float]:
        """The (tilted) variance, and how far one draw can lie from its mean."""
        weights = self.weights(0.0 if tilt is None else tilt.theta)
        # A value that no resample will show (its share of the tilted mass is below 1e-20) does not widen the window.
        present = self.values[weights * self.n > 1e-20]
        mean = float(weights @ self.values)
        variance = self.n * float(weights @ (self.values - mean) ** 2)
        return variance, float(np.abs(present - mean).max())

    def characteristic(self, window: int, centre: int, tilt: Tilted | None, j: Any = None) -> tuple[Complexes, Floats]:
        """E e^{it(S − centre)} at t = 2πj/window, j = 0 … window/2, of whole-numbered values, and its relative error.

        Where |φ|ⁿ matters, or at those j, φ − 1 of the centred values is summed without cancellation and
        exp(n·log1p(φ − 1)) taken, because plain φⁿ is off by 5e-12 at n = 10⁶. Angles are reduced in whole numbers.
        """
        weights = self.weights(0.0 if tilt is None else tilt.theta)
        alive = self._alive(weights, window) if j is None else j
        phi, error = np.zeros(window // 2 + 1, dtype=complex), np.zeros(window // 2 + 1)
        mean = (self.mean if tilt is None else tilt.mean) / self.n
        near = round(mean)
        wave = 2 * np.pi / window
        for block in np.array_split(alive, max(1, len(alive) * len(weights) // 2_000_000)):
            shift = wave * (mean - near) * block
            y = wave * _turned(block[:, None] * (self.values - near), window) - shift[:, None]
            lost = 2 * (np.sin(y / 2) ** 2 @ weights)
            minus_one = -lost + 1j * (np.sin(y) @ weights)
            phase = self.n * shift + wave * _turned(block * (self.n * near - centre), window)
            phi[block] = np.exp(self.n * log1p(minus_one) + 1j * phase)
            # E|sin y| ≤ √(2·E(1 − cos y)): every draw brings the rounding of its angle.
            error[block] = _ROUNDING * (64 + self.n * (np.sqrt(2 * lost) + lost) / np.abs(1 + minus_one))
        return phi, error

    def _alive(self, weights: Floats, window: int) -> NDArray[np.intp]:
        """The j at which |φ|ⁿ matters: by one FFT, or of few values in a wide window by grids of waves."""
        floor = math.exp((NEGLIGIBLE - 1) / self.n)
        offsets = self.values - weights @ self.values
        # E e^{itx} changes by E|x| at most while t grows by 1, so that fewer frequencies tell of those between them.
        change = float(weights @ np.abs(offsets))
        if window > _WIDE and len(weights) < _FEW * np.sqrt(self.n):
            with on_one_thread():
                j, mean = Grid(offsets, 0.0, 2 * np.pi / window, window // 2 + 1, change).means(weights, floor)
            return j[np.abs(mean) > floor]
        few = 1 << math.ceil(math.log2(1 + math.pi * change / _BETWEEN))
        told, off = (few, math.pi * change / few) if few < window // 4 and floor > _TOLD else (window, 0.0)
        wrapped = np.bincount(self.values % told, weights=weights, minlength=told)
        alive = np.abs(np.fft.rfft(wrapped)) + off > floor
        if told < window:
            alive = alive[np.rint(np.arange(window // 2 + 1) * (told / window)).astype(np.int64)]
        return np.flatnonzero(alive)

    def weights(self, theta: float) -> Floats:
        """The probabilities of the values in one draw, tilted by θ."""
        if theta == 0:
            return self.counts / self.n
        exponents = theta * self.values
        weights: Floats = self.counts * np.exp(exponents - exponents.max())
        return weights / weights.sum()


@dataclass(frozen=True, eq=False)
class SwappedSum:
    """Σ over ``values`` of ``counts`` independent signs times the value; ``values`` are distinct and positive."""

    values: NDArray[Any]  # (u,)
    counts: NDArray[Any]  # (u,)
    tolerance: float = 0.0

    @property
    def whole(self) -> bool:
        return self.values.dtype.kind == "i"

    @property
    def support(self) -> tuple[Any, Any]:
        total = (self.counts @ self.values).item()
        return -total, total

    @property
    def mean(self) -> float:
        return 0.0

    @property
    def signs(self) -> int:
        """How many signs are drawn."""
        return int(self.counts.sum())

    def reflected(self) -> "SwappedSum":
        return self

    def reduced(self) -> tuple["SwappedSum", int, int]:
        """A law S' of the smallest whole numbers, shift and step: S = shift + step·S'."""
        step = (int(np.gcd.reduce(self.values)) if len(self.values) else 0) or 1
        return replace(self, values=self.values // step), 0, step

    def log_probability_of_maximum(self) -> float:
        """ln P(S = Σ|d|): all m signs agree, 2^−m."""
        return -float(self.counts.sum()) * float(np.log(2))

    @property
    def gap_below_maximum(self) -> float:
        """How far the second largest sum lies below the largest: the smallest value with its sign turned."""
        return 2 * float(self.values.min()) if len(self.values) else 0.0

    @cached_property
    def _sizes(self) -> Floats:
        return self.values.astype(float)  # squares of whole numbers may need more than 64 bits

    def tilted(self, theta: float) -> Tilted:
        x = theta * self._sizes
        size = np.abs(x)
        # ln cosh x = ln(1 + 2 sinh²(x/2)) = |x| + ln(1 + e^{−2|x|}) − ln 2, of which the second cannot overflow.
        log_cosh = np.where(
            size < 1,
            np.log1p(2 * np.sinh(np.minimum(size, 1) / 2) ** 2),
            size + np.log1p(np.exp(-2 * size)) - np.log(2),
        )
        slope = np.tanh(x)
        return Tilted(
            theta,
            float(self.counts @ log_cosh),
            4 * _ROUNDING * float(self.counts @ (log_cosh + size * np.abs(slope))),
            float(self.counts @ (self._sizes * slope)),
            float(self.counts @ (self._sizes**2 * (1 - slope**2))),
        )

    def half_width(self, tilt: Tilted | None = None) -> float:
        """Half the window that holds all but 1e-16 of the (tilted) mass, around its mean (Hoeffding, Bernstein)."""
        if not len(self.values):
            return 0.0
        total = float(self.counts @ self.values)
        if tilt is None:
            return min(float(np.sqrt(2 * LOG_TAIL * (self.counts @ self._sizes**2))), total)
        turned = self._sizes[self.counts * np.exp(-2 * abs(tilt.theta) * self._sizes) > 1e-20]  # as of resamples
        return min(bernstein(tilt.variance, 2 * float(turned.max(initial=0.0))), 2 * total)

    def characteristic(self, window: int, centre: int, tilt: Tilted | None) -> tuple[Complexes, Floats]:
        """E e^{it(S − centre)} at t = 2πj/window, j = 0 … window/2, of whole numbers, and its relative error."""
        frequencies = np.arange(window // 2 + 1)
        wave, theta = 2 * np.pi / window, 0.0 if tilt is None else tilt.theta

        def angles(j: NDArray[Any], d: Floats) -> Floats:
            reduced: Floats = wave * _turned(j[:, None] * d, window)
            return reduced

        alive = frequencies
        damping = self.counts * (1 - np.tanh(theta * self._sizes) ** 2)
        if damping.sum() > -2 * NEGLIGIBLE:
            # ln|φ| ≤ −¼·Σ damping·(1 − cos 2td), at all frequencies by one FFT
            twice = np.bincount(2 * self.values % window, weights=damping, minlength=window)
            alive = np.flatnonzero(damping.sum() - np.fft.rfft(twice).real < -4 * (NEGLIGIBLE - 1))
        phi = np.zeros(len(frequencies), dtype=complex)
        phi[alive] = cosine_product(alive, self.values, self.counts, angles, theta)
        draws = float(self.counts.sum())
        with np.errstate(divide="ignore"):
            lost = np.minimum(-np.log(np.abs(phi)), -NEGLIGIBLE)
        # Σ|sin a| ≤ √(m·Σ sin²a), and Σ sin²a is at most twice the loss −ln|φ|.
        error = _ROUNDING * (64 + 4 * np.sqrt(draws) * (1 + np.sqrt(2 * np.maximum(lost, 0))))
        if tilt is not None:  # the angles then add up
            error += _ROUNDING * np.minimum(wave * frequencies * self.support[1], np.pi * draws)
        if centre != 0:
            phi = phi * np.exp(-1j * wave * _turned(frequencies * centre, window))
        return phi, error


def grouped(values: NDArray[Any], counts: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the distinct values, sorted, and the sums of their counts."""
    order = np.argsort(values, kind="stable")
    ordered = values[order]
    starts = np.flatnonzero(np.append(True, ordered[1:] != ordered[:-1]))
    return ordered[starts], np.add.reduceat(counts[order], starts)


def _turned(cells: NDArray[np.int64], window: int) -> NDArray[np.int64]:
    """Whole numbers of cells of a circle, reduced to at most half a turn either way."""
    reduced = cells % window
    return reduced - window * (2 * reduced > window)
