"""The two random sums behind every linear test, and what the exact engines need to know of them.

- `ResampledSum`: the bootstrap's sum of n independent draws from the items' differences.
- `SwappedSum`: the permutation test's Σ ±|d|, each sign with probability ½.

Both can be *tilted* exponentially by θ: the law of the sum with every outcome s weighted by e^{θs} and normalised.
A tilt that moves the mean onto a far threshold turns a tail of 1e-300 into one of about ½.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.polynomial.polynomial import polyval
from numpy.typing import NDArray
from scipy.special import bernoulli, factorial, log1p

from core.cached import cached_property

__all__ = ["ResampledSum", "SwappedSum", "Tilted", "cosine_product"]

Floats = NDArray[Any]
Complexes = NDArray[Any]
# Maps frequencies (m,) and values (b,) to the angles frequency·value, (m, b), exactly reduced where that matters.
Angles = Callable[[NDArray[Any], Floats], Floats]

# ln(2/1e-16): both of Bernstein's and Hoeffding's bounds leave 1e-16 of the mass outside the window.
_LOG_TAIL = float(np.log(2e16))
# Characteristic functions below e^-45 = 3e-20 cannot change a probability that is held in double precision.
_NEGLIGIBLE = -45.0
# Up to so many waves are summed one by one.
_DIRECT = 500_000
# ln cos x = −Σ 2^{2k−1}(2^{2k} − 1)|B₂ₖ| / (k(2k)!)·x^{2k}; ten terms leave 1e-16 at x = 0.25.
_LOG_COSINE = np.array(
    [-(2.0 ** (2 * k - 1)) * (4.0**k - 1) * abs(bernoulli(20)[2 * k]) / (k * factorial(2 * k)) for k in range(1, 11)]
)


@dataclass(frozen=True)
class Tilted:
    """A law tilted by θ: its cumulant generating function at θ, its mean and its variance."""

    theta: float
    cumulant: float
    mean: float
    variance: float


def bernstein(variance: float, largest_step: float) -> float:
    """Return t with P(|S − E S| ≥ t) ≤ 1e-16 for independent steps (Bernstein's inequality)."""
    third = _LOG_TAIL * largest_step / 3
    return third + float(np.sqrt(third**2 + 2 * _LOG_TAIL * variance))


@dataclass(frozen=True, eq=False)
class ResampledSum:
    """The sum of ``n = counts.sum()`` independent draws of ``values`` with probabilities ``counts / n``.

    ``values`` are distinct: whole numbers where the scores lie on a lattice, real otherwise.
    """

    values: Floats  # (u,)
    counts: Floats  # (u,)

    @cached_property
    def n(self) -> int:
        return int(self.counts.sum())

    @property
    def support(self) -> tuple[float, float]:
        return self.n * float(self.values.min()), self.n * float(self.values.max())

    @property
    def mean(self) -> float:
        return float(self.counts @ self.values)

    def reflected(self) -> "ResampledSum":
        return ResampledSum(-self.values, self.counts)

    def log_probability_of_maximum(self) -> float:
        """ln P(S = n·max): every draw is a largest value, (c/n)ⁿ."""
        return self.n * float(np.log(self.counts[np.argmax(self.values)] / self.n))

    @property
    def gap_below_maximum(self) -> float:
        """How far the second largest sum lies below the largest: one draw of the next value."""
        return float(np.diff(np.sort(self.values)[-2:]).sum())

    def tilted(self, theta: float) -> Tilted:
        exponents = theta * self.values
        largest = float(exponents.max())  # taken out first, so that nothing overflows
        weights = self.counts / self.n * np.exp(exponents - largest)
        total = float(weights.sum())
        log_mgf, weights = largest + float(np.log(total)), weights / total
        mean = float(weights @ self.values)
        variance = float(weights @ (self.values - mean) ** 2)
        return Tilted(theta, self.n * log_mgf, self.n * mean, self.n * variance)

    def half_width(self, tilt: Tilted | None = None) -> float:
        """Half the window that holds all but 1e-16 of the (tilted) mass, around its mean."""
        weights = self._weights(tilt)
        # A value that no resample will show (its share of the tilted mass is below 1e-20) does not widen the window.
        present = self.values[weights * self.n > 1e-20]
        mean = float(weights @ self.values)
        variance = self.n * float(weights @ (self.values - mean) ** 2)
        step = float(np.abs(present - mean).max())
        return min(bernstein(variance, step), self.n * step)

    def characteristic(self, window: int, centre: float, tilt: Tilted | None) -> Complexes:
        """E e^{it(S − centre)} at t = 2πj/window, j = 0 … window/2, of whole-numbered values.

        One FFT shows where |φ|ⁿ matters; there φ − 1 is summed without cancellation and exp(n·log1p(φ − 1)) taken,
        because plain φⁿ is off by 5e-12 at n = 10⁶.
        """
        weights = self._weights(tilt)
        wrapped = np.bincount(self.values.astype(np.int64) % window, weights=weights, minlength=window)
        with np.errstate(divide="ignore"):
            alive = np.flatnonzero(self.n * np.log(np.abs(np.fft.rfft(wrapped))) > _NEGLIGIBLE)
        phi = np.zeros(window // 2 + 1, dtype=complex)
        offsets = self.values - centre / self.n
        for block in np.array_split(alive, max(1, len(alive) * len(offsets) // 2_000_000)):
            y = (2 * np.pi / window) * block[:, None] * offsets
            minus_one = (-2 * np.sin(y / 2) ** 2) @ weights + 1j * (np.sin(y) @ weights)
            phi[block] = np.exp(self.n * log1p(minus_one))
        return phi

    def characteristic_at(self, t: Floats) -> tuple[Complexes, float]:
        """E e^{it(S − E S)} at equally spaced t, real values, with a bound of its rounding error."""
        offsets = self.values - self.mean / self.n
        weights = self.counts / self.n
        phi = np.zeros(len(t), dtype=complex)
        alive = _not_negligible(offsets, weights, t, float(np.exp(_NEGLIGIBLE / self.n)))
        if len(alive) * len(offsets) <= _DIRECT:
            angles = np.outer(t[alive], offsets)
            base = np.cos(angles) @ weights + 1j * (np.sin(angles) @ weights)
        else:
            base = _non_uniform_transform(offsets, weights, t, 1e-16)[0][alive]
        with np.errstate(divide="ignore", invalid="ignore"):
            phi[alive] = np.where(base == 0, 0, np.exp(self.n * np.log(base)))
        return phi, self.n * 4e-15

    def _weights(self, tilt: Tilted | None) -> Floats:
        if tilt is None:
            return self.counts / self.n
        return np.exp(tilt.theta * self.values + np.log(self.counts / self.n) - tilt.cumulant / self.n)


@dataclass(frozen=True, eq=False)
class SwappedSum:
    """Σ over ``values`` of ``counts`` independent signs times the value; ``values`` are distinct and positive."""

    values: Floats  # (u,)
    counts: Floats  # (u,)

    @property
    def support(self) -> tuple[float, float]:
        total = float(self.counts @ self.values)
        return -total, total

    @property
    def mean(self) -> float:
        return 0.0

    def reflected(self) -> "SwappedSum":
        return self

    def log_probability_of_maximum(self) -> float:
        """ln P(S = Σ|d|): all m signs agree, 2^−m."""
        return -float(self.counts.sum()) * float(np.log(2))

    @property
    def gap_below_maximum(self) -> float:
        """How far the second largest sum lies below the largest: the smallest value with its sign turned."""
        return 2 * float(self.values.min())

    def tilted(self, theta: float) -> Tilted:
        x = theta * self.values
        # ln cosh x = |x| + ln(1 + e^{−2|x|}) − ln 2, which cannot overflow.
        log_cosh = np.abs(x) + np.log1p(np.exp(-2 * np.abs(x))) - np.log(2)
        slope = np.tanh(x)
        return Tilted(
            theta,
            float(self.counts @ log_cosh),
            float(self.counts @ (self.values * slope)),
            float(self.counts @ (self.values**2 * (1 - slope**2))),
        )

    def half_width(self, tilt: Tilted | None = None) -> float:
        """Half the window that holds all but 1e-16 of the (tilted) mass, around its mean (Hoeffding, Bernstein)."""
        if not len(self.values):
            return 0.0
        total = float(self.counts @ self.values)
        if tilt is None:
            return min(float(np.sqrt(2 * _LOG_TAIL * (self.counts @ self.values**2))), total)
        return min(bernstein(tilt.variance, 2 * float(self.values.max())), 2 * total)

    def characteristic(self, window: int, centre: float, tilt: Tilted | None) -> Complexes:
        """E e^{it(S − centre)} at t = 2πj/window, j = 0 … window/2, of whole-numbered values."""
        frequencies = np.arange(window // 2 + 1)

        def angles(j: NDArray[Any], d: Floats) -> Floats:
            reduced: Floats = (2 * np.pi / window) * ((j[:, None] * d.astype(np.int64)) % window)
            return reduced

        phi = cosine_product(frequencies, self.values, self.counts, angles, 0.0 if tilt is None else tilt.theta)
        if centre == 0:
            return phi
        turned: Complexes = phi * np.exp(-2j * np.pi / window * ((frequencies * int(centre)) % window))
        return turned

    def characteristic_at(self, t: Floats) -> tuple[Complexes, float]:
        """E e^{itS} at any t, real values, with a bound of its rounding error."""
        largest = float(self.values.max())
        energy = float(self.counts @ self.values**2)
        small = np.abs(t) * largest <= 0.25
        # |cos x| ≤ e^{−x²/2} up to x = π/2: beyond this many frequencies nothing is left.
        gone = (np.abs(t) * largest <= np.pi / 2) & (t**2 * energy > -2 * _NEGLIGIBLE)
        rest = ~small & ~gone
        phi = np.zeros(len(t), dtype=complex)
        # ln cos x = Σ aₖ·x²ᵏ turns the product into even moments of the values: all that a million items need.
        moments = np.array([self.counts @ (self.values / largest) ** (2 * k) for k in range(1, len(_LOG_COSINE) + 1)])
        phi[small] = np.exp(polyval((t[small] * largest) ** 2, np.concatenate([[0.0], _LOG_COSINE * moments])))
        phi[rest] = cosine_product(t[rest], self.values, self.counts, lambda some, d: some[:, None] * d)
        return phi, 1e-16 * (float(np.log2(len(self.values) + 1)) * 64 + float(np.abs(t).max()) * largest)


def cosine_product(
    frequencies: NDArray[Any], steps: Floats, counts: Floats, angles: Angles, theta: float = 0.0
) -> Complexes:
    """Π over the steps d of (cos td + i·tanh(θd)·sin td)^count at every frequency t.

    Factors never exceed 1 in size, so a frequency whose product has become negligible needs no further factors; steps
    that occur often come first and end most frequencies early.

    Parameters
    ----------
    frequencies : (m, …) array
        Whatever ``angles`` understands, a row for each t.
    steps : (u, …) array
        The distinct steps.
    counts : (u,) array
        Their multiplicities.
    angles : callable
        Maps some frequencies and steps to the angles td.
    theta : float
        The tilt; 0 for none.
    """
    order = np.argsort(-counts, kind="stable")
    steps, counts = steps[order], counts[order]
    phi = np.ones(len(frequencies), dtype=float if theta == 0 else complex)
    for start in range(0, len(frequencies), 16_384):
        alive = np.arange(start, min(start + 16_384, len(frequencies)))
        done = 0
        while done < len(steps) and len(alive):
            size = max(8, 2**17 // len(alive))
            d, c = steps[done : done + size], counts[done : done + size]
            done += size
            phi[alive] *= _powers(angles(frequencies[alive], d), c, np.tanh(theta * d) if theta else None)
            gone = np.abs(phi[alive]) < 3e-20
            phi[alive[gone]] = 0
            alive = alive[~gone]
    return phi.astype(complex)


def _powers(angle: Floats, counts: Floats, slope: Floats | None) -> NDArray[np.generic]:
    """Π over the last axis of (cos a + i·slope·sin a)^count.

    Powers go through ln|·|² = log1p(−sin²a·(1 − slope²)), which stays accurate where the factor is close to 1.
    """
    if slope is None:
        factor: Complexes = np.cos(angle)
        damping: Floats = np.ones(1)
        phase = np.where(factor < 0, np.pi, 0.0)
    else:
        factor = np.cos(angle) + 1j * slope * np.sin(angle)
        damping, phase = 1 - slope**2, np.angle(factor)
    if (counts == 1).all():
        return np.multiply.reduce(factor, axis=-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        log_size = 0.5 * np.log1p(-np.minimum(np.sin(angle) ** 2 * damping, 1.0))
        size = np.exp(log_size @ counts)
    turn = phase @ counts
    return size * (np.cos(turn) if slope is None else np.exp(1j * turn))


def _not_negligible(x: Floats, weights: Floats, t: Floats, floor: float) -> NDArray[Any]:
    """Return the indices of equally spaced t at which |φ| may exceed the floor: usually a few dozen.

    φ changes by at most E|x| times the step in t, so one value tells of many neighbours; for very many x a rough
    transform tells of all.
    """
    block = 128
    if len(t) < 2 * block:
        return np.arange(len(t))
    if len(t) // block * len(x) > 4 * _DIRECT:
        rough, slack = _non_uniform_transform(x, weights, t, (1 - floor) / 4)
        return np.flatnonzero(np.abs(rough) + slack > floor)
    angles = np.outer(t[block // 2 :: block], x).astype(np.float32)
    share = weights.astype(np.float32)
    reach = block / 2 * (t[1] - t[0]) * float(weights @ np.abs(x))
    rounding = 1e-5 + 1e-7 * float(np.abs(angles).max())
    alive = np.hypot(np.cos(angles) @ share, np.sin(angles) @ share) + reach + rounding > floor
    return np.flatnonzero(np.repeat(np.append(alive, True), block)[: len(t)])


def _non_uniform_transform(x: Floats, weights: Floats, t: Floats, tolerance: float) -> tuple[Complexes, float]:
    """Σ w·e^{itx} at equally spaced t by FFTs, and a bound of its error, at most ``tolerance`` (weights sum to 1).

    Each x is rounded to a grid fine enough that the rest r has |t − t₀|·r ≤ π/16, and e^{i(t−t₀)r} is expanded in its
    Taylor series, one FFT a term: two terms leave 2 %, twelve 1e-17.
    """
    count = len(t)
    step, middle = float(t[1] - t[0]), float(t[count // 2])
    size = 1 << int(np.ceil(np.log2(8 * count)))
    unit = 2 * np.pi / (size * step)
    cells = np.rint(x / unit).astype(np.int64)
    rest = x - cells * unit
    cells %= size
    k = np.arange(count) - count // 2
    rotated = weights * np.exp(1j * middle * x)
    result = np.zeros(count, dtype=complex)
    factor = np.ones(count, dtype=complex)
    bound, term = 1.0, 0
    while bound > tolerance:
        grid = np.bincount(cells, rotated.real, size) + 1j * np.bincount(cells, rotated.imag, size)
        result += factor * (np.fft.ifft(grid) * size)[k % size]
        term += 1
        rotated = rotated * rest
        factor = factor * (1j * step * k) / term
        bound *= np.pi / 16 / term
    return result, bound
