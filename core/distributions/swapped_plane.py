"""The law of T = Σ ±c for whole-numbered vectors c of two coordinates, on a window, tilted where its tail is asked for.

Tilted by θ, an outcome T weighs e^{θ·T} more::

    E_θ e^{it·T} = Π cosh((θ + it)·c) / cosh(θ·c) = Π (cos t·c + i·tanh(θ·c)·sin t·c)

One 2-D FFT inverts it. Its angles are π times whole numbers over the window's size and are reduced as whole numbers.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.fft import irfft2, next_fast_len

from core.common.cached import cached_property
from core.common.phrases import about
from core.distributions.deviations import Deviations
from core.distributions.plane_decay import cosines_below, least_on_cells
from core.errors import NotExactError

__all__ = ["COARSE", "FINE", "LARGEST_WINDOW", "SwappedPlane", "Window"]

Floats = NDArray[Any]
Complexes = NDArray[Any]
Integers = NDArray[Any]

LARGEST_WINDOW = 2**22
_LARGEST_WORK = 10**9
# What may lie outside a window: as much as double precision does not hold, or more where that takes too long.
FINE, COARSE = 4e-16, 4e-9
# Characteristic functions this much smaller than that cannot change a probability.
_SMALLER = 1e-4
_CHUNK = 2**19
# Items are multiplied one by one where there are at most so many of a kind.
_ALIKE = 3
# … and a line of frequencies has so many terms, with fewer of which it costs more to begin than to go on.
_TERMS_A_LINE = 1_500
# Of factors as far from zero as that, the least tells enough of their rounding.
_FAR_FROM_ZERO = 0.25
_EPSILON, _TINY = float(np.finfo(float).eps), 1e-40


@dataclass(frozen=True, eq=False)
class Window:
    """Masses of the swapped sum s = (total − T)/2 at the whole points from ``start`` on."""

    start: Integers  # (2,)
    mass: Floats  # (w, v), with the FFT's rounding: it may be negative
    noise: float  # √Σ error² over all cells
    outside: float  # at most so much of the mass is not in the window

    def error_bound(self, weights: Floats) -> float:
        """Bound the error of Σ weight·mass over cells: Cauchy and Schwarz, and what the window leaves out."""
        if not len(weights):
            return self.outside
        return self.noise * float(np.sqrt(weights @ weights)) + self.outside * max(1.0, float(weights.max()))


@dataclass(frozen=True, eq=False)
class SwappedPlane:
    """T = Σ over ``steps`` of ``counts`` independent signs times the step."""

    steps: Integers  # (u, 2)
    counts: Integers  # (u,)
    outside: float = FINE  # how much of the mass a window may leave out
    narrow: bool = False  # whether a tilted window is no wider than that takes, or as wide as the largest step may need

    @property
    def negligible(self) -> float:
        """The logarithm of a characteristic function that does not matter."""
        return math.log(_SMALLER * self.outside)

    @cached_property
    def total(self) -> Integers:
        """The largest T can be in the direction of all plus signs: nothing is swapped."""
        return np.asarray(self.counts @ self.steps)

    @cached_property
    def support(self) -> tuple[Integers, Integers]:
        """The least and the largest swapped sum, a coordinate."""
        return self.counts @ np.minimum(self.steps, 0), self.counts @ np.maximum(self.steps, 0)

    def cumulant(self, theta: Floats) -> float:
        """ln E e^{θ·T} = Σ ln cosh θ·c."""
        x = np.abs(self.steps @ theta)
        return float(self.counts @ (x + np.log1p(np.exp(-2 * x)) - math.log(2)))

    def mean(self, theta: Floats) -> Floats:
        """E_θ T."""
        tilted: Floats = (self.counts * np.tanh(self.steps @ theta)) @ self.steps
        return tilted

    def opposing(self, theta: Floats) -> float:
        """How many signs are expected to oppose the tilt."""
        opposing = np.exp(-2 * np.abs(self.steps @ theta))
        return float(self.counts @ (opposing / (1 + opposing)))

    def window(self, theta: Floats, cosines: float = _LARGEST_WORK) -> Window:
        """Invert the tilted law.

        Raises
        ------
        NotExactError
            If the window has more than 2²² cells, or needs more cosines than that.
        """
        shape = self._shape(theta)
        start = self.start(theta, shape)
        phi, off = self._characteristic(shape, self.total - 2 * start, np.tanh(self.steps @ theta), cosines)
        mass = irfft2(phi, s=tuple(shape))
        # By Parseval; of φ, only half of the frequencies are listed.
        noise = math.sqrt(2 / mass.size) * off
        noise += float(np.sqrt(np.sum(mass**2))) * 2 * _EPSILON * math.log2(mass.size + 1)
        return Window(start, mass, noise, self.outside)

    def check(self, most: int) -> None:
        """Raise NotExactError, saying why, if the untilted window has more points."""
        self._shape(np.zeros(2), most)

    def sizes(self, theta: Floats) -> Floats:
        """How many swapped sums the window needs, a coordinate: ``(2,)`` whole numbers."""
        low, high = self.support
        below, above = self._reaches(theta)
        # s is half of T.
        return np.minimum(2 * np.ceil((below + above) / 4) + 3, (high - low).astype(float) + 2)

    def start(self, theta: Floats, shape: Integers) -> Integers:
        """The least swapped sum of a window of that shape."""
        below, above = self._reaches(theta)
        centre = np.rint((self.total - self.mean(theta) - (above - below) / 2) / 2).astype(np.int64)
        low, high = self.support
        # A window that holds the whole support begins with it.
        return np.where(shape > high - low, low, centre - shape // 2).astype(np.int64)

    def outside_of(self, theta: Floats, start: Integers, shape: Integers) -> float:
        """How much of the tilted law such a window leaves out at most."""
        low, high = self.total - 2 * (start + shape - 1), self.total - 2 * start  # of T
        each = [Deviations(self.steps @ theta, step, self.counts) for step in self.steps.T.astype(float)]
        return sum(m.outside(b - m.mean, m.mean - a) for m, a, b in zip(each, low.tolist(), high.tolist(), strict=True))

    def _reaches(self, theta: Floats) -> Floats:
        """How far below and above its mean each coordinate of T lies, but for what may be outside ``(2, 2)``."""
        slope, sizes = np.tanh(self.steps @ theta), self.steps.astype(float)
        variance = (self.counts * (1 - slope**2)) @ sizes**2
        log_tail = math.log(8 / self.outside)  # 2/ε, and a quarter of what is outside at either end of a coordinate
        if not theta.any():  # Hoeffding
            return np.tile(np.sqrt(2 * log_tail * variance), (2, 1))
        if self.narrow:
            each = [Deviations(self.steps @ theta, step, self.counts) for step in sizes.T]
            return np.stack([deviations.reaches(log_tail)[::-1] for deviations in each], axis=1)
        third = 2 * log_tail * np.abs(sizes).max(axis=0, initial=0) / 3
        return np.tile(third + np.sqrt(third**2 + 2 * log_tail * variance), (2, 1))  # Bernstein

    def _shape(self, theta: Floats, most: int = LARGEST_WINDOW) -> Integers:
        sizes = self.sizes(theta)
        cells = float(np.prod(sizes))
        if cells > most:
            raise NotExactError(
                f"swaps lead to {about(cells)} possible totals, more than the {most:,} that are computed"
            )
        return np.array([next_fast_len(int(size), real=True) for size in sizes])

    def _characteristic(
        self, shape: Integers, offset: Integers, slope: Floats, cosines: float
    ) -> tuple[NDArray[Any], float]:
        """E_θ e^{−iτ·(s − start)} at τ = 2π(j/w, k/v), and a bound of √Σ error²."""
        w, v = (int(size) for size in shape)
        columns = v // 2 + 1
        alive = self._alive(shape, slope)
        phi = np.zeros(w * columns, dtype=complex)
        frequencies = np.column_stack([alive // columns, alive % columns])
        phi[alive], error = self.characteristic(frequencies, shape, offset, slope, cosines)
        return phi.reshape(w, columns), float(np.linalg.norm(error * np.abs(phi[alive])))

    def characteristic(
        self, frequencies: Integers, shape: Integers, offset: Integers, slope: Floats, cosines: float = _LARGEST_WORK
    ) -> tuple[Complexes, Floats]:
        """Return E_θ e^{−iτ·(s − start)} at those (j, k) ``(m, 2)``, and bounds of its relative errors.

        Raises
        ------
        NotExactError
            If that takes more cosines.
        """
        if len(frequencies) * len(self.counts) > cosines:
            raise NotExactError(
                f"{len(self.counts):,} distinct swaps with {math.prod(shape):,} possible totals take too long to "
                "compute exactly"
            )
        w, v = (int(size) for size in shape)
        turned = (frequencies @ (offset % (2 * shape) * [v, w])) % (2 * w * v)
        one_by_one = self.counts.sum() <= _ALIKE * len(self.counts)
        one_by_one &= len(np.unique(frequencies[:, 0])) * _TERMS_A_LINE <= len(frequencies) * len(self.counts)
        values, most = (self._products, 8 * _CHUNK) if one_by_one else (self._powers, _CHUNK)
        pieces = np.array_split(frequencies, len(frequencies) * len(self.steps) // most + 1)
        found = [values(some, shape, slope) for some in pieces]
        phi, error = (np.concatenate(each) for each in zip(*found, strict=True))
        return phi * np.exp(-1j * np.pi / (w * v) * turned), error

    def _products(self, frequencies: Integers, shape: Integers, slope: Floats) -> tuple[NDArray[Any], Floats]:
        """Π (cos a + i·slope·sin a)^count as a product, and bounds of its relative errors."""
        steps, slopes = np.repeat(self.steps, self.counts, axis=0), np.repeat(slope, self.counts)
        lines, j = np.unique(frequencies[:, 0], return_inverse=True)
        places, k = np.unique(frequencies[:, 1], return_inverse=True)
        cos_j, sin_j = _turned(lines, steps[:, 0], int(shape[0]))
        cos_k, sin_k = _turned(places, steps[:, 1], int(shape[1]))
        found, inverses = np.empty(len(frequencies), dtype=complex), np.empty(len(frequencies))
        # Room for one line at a time, because new pages take longer to come than to be filled.
        room = np.empty((2, int(np.bincount(j).max()), len(steps)))
        for i in range(len(lines)):
            mine = np.flatnonzero(j == i)
            factors, other = room[:, : len(mine)]
            _add_angles(cos_j[i], cos_k, -sin_j[i], sin_k, k[mine], factors, other)
            if slope.any():
                sines = _add_angles(sin_j[i], cos_k, cos_j[i], sin_k, k[mine], np.empty_like(factors), other)
                sines *= slopes
                inverses[mine] = _inverses(np.maximum(np.abs(factors), np.abs(sines)))
                found[mine] = (factors + 1j * sines).prod(axis=1)
            else:
                inverses[mine] = _inverses(factors)
                found[mine] = factors.prod(axis=1)
        # Each factor is off by four roundings of 1, and each product by three of its own.
        return found, _EPSILON * (3 * len(steps) + 6 * inverses)

    def _powers(self, frequencies: Integers, shape: Integers, slope: Floats) -> tuple[NDArray[Any], Floats]:
        """The same by powers, where many items are alike.

        An angle is first brought to within π/2 of 0, which turns the sign, because there sin a is exact even where it
        is small; powers go through ln|·|² = log1p(−sin²a·(1 − slope²)), or where that is near ln 0 through cos a.
        """
        w, v = (int(size) for size in shape)
        # π·(j·c/w + k·d/v) = π/(w·v)·(j·c·v + k·d·w): a whole number, reduced modulo 2·w·v.
        numerator = (frequencies @ (self.steps % (2 * shape) * [v, w]).T) % (2 * w * v)
        half_turns = (2 * numerator + w * v) // (2 * w * v)
        angle = (np.pi / (w * v)) * (numerator - half_turns * w * v)
        sine, cosine = np.sin(angle), np.cos(angle)
        missing = sine**2 * (1 - slope**2)
        size = np.where(missing < 0.5, 1 - missing, cosine**2 + (slope * sine) ** 2)
        logs = np.where(missing < 0.5, np.log1p(-np.minimum(missing, 0.5)), np.log(np.maximum(size, _TINY)))
        log_size = 0.5 * (logs @ self.counts)
        sign = 1 - 2 * ((half_turns @ self.counts) % 2)
        # A logarithm of at most 45 and the angles of all factors, summed; an angle is off by two roundings of itself,
        # and its factor f by π·sin²a/f of them.
        relative = _EPSILON * (100 + len(self.steps) + 16 * (sine**2 / np.sqrt(np.maximum(size, _TINY)) @ self.counts))
        if not slope.any():
            return sign * np.exp(log_size), relative
        phase = np.arctan2(slope * sine, cosine)
        turn = np.abs(phase) @ self.counts
        return sign * np.exp(log_size + 1j * (phase @ self.counts)), relative + 4 * _EPSILON * turn

    def _alive(self, shape: Integers, slope: Floats) -> Integers:
        """The frequencies at which φ may not be negligible, usually some hundred, by one FFT."""
        waves = self.counts[:, None] * cosines_below(1 - slope**2, np.zeros(len(slope)))
        return np.flatnonzero(least_on_cells(self.steps, waves, shape) < 1 - self.negligible)


def _turned(values: Integers, steps: Integers, size: int) -> tuple[Floats, Floats]:
    """cos and sin of π/size·value·step ``(values, steps)``, looked up where there are fewer of them than that."""
    most = 2 * size * int(np.abs(values).max(initial=1))
    kind = np.int32 if most < 2**31 else np.int64
    half_turns = np.multiply.outer(values.astype(kind), (steps % (2 * size)).astype(kind)) % (2 * size)
    if half_turns.size <= 2 * size:
        return np.cos(np.pi / size * half_turns), np.sin(np.pi / size * half_turns)
    angles = np.pi / size * np.arange(2 * size)
    return np.cos(angles)[half_turns], np.sin(angles)[half_turns]


def _add_angles(
    one: Floats, ones: Floats, two: Floats, twos: Floats, which: Integers, found: Floats, other: Floats
) -> Floats:
    """one·ones + two·twos, of those rows, in ``found``; ``other`` is room of the same shape."""
    np.multiply(np.take(ones, which, axis=0, out=found, mode="clip"), one, out=found)
    np.multiply(np.take(twos, which, axis=0, out=other, mode="clip"), two, out=other)
    return np.add(found, other, out=found)


def _inverses(factors: Floats) -> Floats:
    """Σ 1/|factor| of each row, or more where all factors are as far from 0 as most are."""
    least = factors.min(axis=1, initial=1.0)
    found = factors.shape[1] / np.maximum(least, _FAR_FROM_ZERO)
    near = np.flatnonzero(least < _FAR_FROM_ZERO)
    found[near] = (1 / np.maximum(np.abs(factors[near]), _EPSILON)).sum(axis=1)
    return found
