"""Permutation tests of metrics that are functions of two sums: F1, precision, recall, macro-F1 of two labels.

A swap adds to the baseline what it subtracts from the experimental system. So the state in Figure 5 of Zmigrod et al.
(2022), their O(N⁵) dynamic program for F1, has as many coordinates as the rank of the items' swap differences: two for
the metrics above, if recall and precision have one numerator. With T = Σ ±c, the swapped sum is (Σc − T)/2, and the
metric's difference is an odd function of T. So P(δ' ≤ −x) = P(δ' ≥ x).

The law of T on a window of w × v points is one 2-D inverse FFT of::

    E_θ e^{it·T} = Π cosh((θ + it)·c)/cosh(θ·c) = Π (cos t·c + i·tanh(θ·c)·sin t·c)

with θ = 0, or for a small tail tilted so that the metric's difference at E_θ T is the threshold, along the metric's
gradient (recomputed there). Then P(δ' ≥ x) = Σ P_θ(T)·e^{K(θ) − θ·T} over all T beyond.

Cost: O(wv log wv), and the frequencies where |φ| matters × distinct swaps; w and v grow with √n. The error bound covers
the rounding of φ and of the FFT (by Parseval's identity and the Cauchy-Schwarz inequality) and the mass outside the
window (Hoeffding's or Bernstein's inequality). Whether an outcome is as extreme as the observed one is decided in
integers where floating point is not accurate enough.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.fft import irfft2, next_fast_len, rfft2

from core.common.arrays import Complexes, Floats, Integers
from core.common.cached import cached_property
from core.common.phrases import about
from core.data.item_statistics import Collapsed
from core.distributions.characteristic import DECAY_TERMS, decay_series
from core.distributions.coordinates import integer_coordinates
from core.distributions.probability import EXACT, Probability
from core.distributions.swaps import in_whole_units
from core.distributions.threads import on_one_thread
from core.errors import NotExactError
from core.metrics import Metric

EPSILON = float(np.finfo(float).eps)
MAX_WINDOW_POINTS = 2**22
MAX_COSINES = 2**27
# Largest mass outside a window, and ln of the |φ| that is negligible beside it.
OUTSIDE, LOG_NEGLIGIBLE = 4e-16, math.log(4e-20)
# Tilt a tail below this, or with a larger relative error.
TILT_BELOW, TILT_ABOVE_ERROR = 1e-6, EXACT / 10
CHUNK = 2**18
# NumPy adds blocks of 128 numbers with 8 running sums, and the blocks pairwise (Higham 1993): a term is rounded once in
# its product and at most 16 + 3 + log₂(2²³/128) times in the sum.
PAIRWISE = 40 * EPSILON
# Gradient updates; doublings and halvings of the tilt; expected opposing signs at which the search stops.
GRADIENTS, DOUBLINGS, HALVINGS, NO_OPPOSING = 3, 60, 40, 0.5


class PlaneSwaps:
    """The law of the metric's difference after random swaps.

    The metric is evaluated on every point of the window. ``decimals`` is the most decimals printed in the files that
    the statistics came from, or None.

    Raises NotExactError if the swap differences span more than two dimensions, lie on no lattice, or need too large a
    window.
    """

    engine = "plane"

    def __init__(self, rows: Collapsed, metric: Metric, decimals: int | None) -> None:
        self.score, steps, counts = in_whole_units(rows, metric, decimals)
        coordinates, self.basis = integer_coordinates(steps, counts, metric.name)
        self.law = SwappedPlane(coordinates, counts)
        self.law.check()
        self._tails: dict[tuple[int, bool], Probability] = {}

    def at_least(self, multiple: int, strict: bool = False) -> Probability:
        """P(δ' ≥ multiple·δ), or P(δ' > multiple·δ)."""
        asked = multiple, strict
        if asked not in self._tails:  # a two-sided test asks twice
            self._tails[asked] = self._tail(multiple, strict)
        return self._tails[asked]

    def _tail(self, multiple: int, strict: bool) -> Probability:
        x = multiple * self.score.observed
        tilted = self._tilted(multiple, strict) if x > 0 and self._seems_small(x) else None
        if tilted is not None and tilted.value < TILT_BELOW and tilted.relative_error <= TILT_ABOVE_ERROR:
            return tilted
        tail = self._untilted(multiple, strict)
        if x <= 0 or (tail.value >= TILT_BELOW and tail.relative_error <= TILT_ABOVE_ERROR):
            return tail
        return min(tail, tilted or self._tilted(multiple, strict) or tail, key=lambda each: each.relative_error)

    def _seems_small(self, x: float) -> bool:
        """Whether the tail from x is below the limit of tilting by the normal distribution, e^{−x²/2σ²}."""
        moves = self.law.steps @ self._gradient(np.zeros(2))
        return x**2 > -2 * math.log(TILT_BELOW) * float(self.law.counts @ moves**2)

    def at_most(self, multiple: int, strict: bool = False) -> Probability:
        """P(δ' ≤ multiple·δ), or P(δ' < multiple·δ)."""
        return self.at_least(-multiple, strict)

    def points(self) -> tuple[Floats, Floats]:
        """The distinct differences and their probabilities, sorted; differences are told apart to twelve digits."""
        window = self._window
        found = [
            (np.round(self.score.differences(points @ self.basis), 12) + 0.0, window.mass[cells])
            for cells, points in self._chunks(window)
        ]
        differences, mass = (np.concatenate(each) for each in zip(*found, strict=True))
        carries = mass > 1e-16 / window.mass.size
        values, inverse = np.unique(differences[carries], return_inverse=True)
        masses = np.bincount(inverse.ravel(), weights=mass[carries])
        return values, masses / masses.sum()

    @cached_property
    def _window(self) -> "Window":
        return self.law.window(np.zeros(2))

    def _untilted(self, multiple: int, strict: bool) -> Probability:
        window = self._window
        chosen = [window.mass[cells][beyond] for cells, _, beyond in self._beyond(window, multiple, strict)]
        mass = np.concatenate(chosen)
        value, bound = window.weighted_sum(mass, np.ones(len(mass)))
        return Probability.of(min(max(value, 0.0), 1.0), bound, self.engine)

    @on_one_thread()
    def _tilted(self, multiple: int, strict: bool) -> Probability | None:
        theta = self._tilt(multiple * self.score.observed)
        if theta is None:
            return None
        window, cumulant = self.law.window(theta), self.law.cumulant(theta)
        masses, exponents = [], []
        for cells, points, beyond in self._beyond(window, multiple, strict):
            masses.append(window.mass[cells][beyond])
            exponents.append(cumulant - (self.law.total - 2 * points[beyond]) @ theta)
        mass, exponent = np.concatenate(masses), np.concatenate(exponents)
        if not len(mass):
            return None
        largest = float(exponent.max())
        value, bound = window.weighted_sum(mass, np.exp(exponent - largest))
        # The cumulant and θ·T are sums of many terms, and the error of their difference is relative to p.
        bound += abs(value) * 1e-15 * (float(self.law.counts @ np.abs(self.law.steps @ theta)) + len(self.law.counts))
        if not value > 2 * bound:
            return None
        return Probability.from_log(largest + math.log(value), bound / value, self.engine)

    def _chunks(self, window: "Window") -> Iterator[tuple[tuple[Integers, Integers], Integers]]:
        """The cells of a window that lie in the support, and the swapped sums that they stand for."""
        low, high = self.law.support
        at = [window.start[i] + np.arange(window.mass.shape[i]) for i in range(2)]
        rows, columns = (np.flatnonzero((each >= low[i]) & (each <= high[i])) for i, each in enumerate(at))
        for some in np.array_split(rows, max(1, len(rows) * len(columns) // CHUNK)):
            cells = np.repeat(some, len(columns)), np.tile(columns, len(some))
            yield cells, np.column_stack([at[0][cells[0]], at[1][cells[1]]])

    def _beyond(
        self, window: "Window", multiple: int, strict: bool
    ) -> Iterator[tuple[tuple[Integers, Integers], Integers, NDArray[np.bool_]]]:
        """Cells, their swapped sums, and whether δ' is at least (or more than) that multiple of δ."""
        for cells, points in self._chunks(window):
            yield cells, points, self.score.beyond(points @ self.basis, multiple, strict)

    def _tilt(self, x: float) -> Floats | None:
        """θ along the metric's gradient so that the metric's difference at E_θ T is x, or almost all signs agree."""
        law, theta, mean = self.law, np.zeros(2), np.zeros(2)
        for _ in range(GRADIENTS):
            gradient = self._gradient(mean)
            if not gradient.any():
                return None
            low, high = 0.0, 1.0 / float(np.abs(law.steps @ gradient).max())
            for _ in range(DOUBLINGS):
                if self._reaches(high * gradient, x):
                    break
                low, high = high, 2 * high
            for _ in range(HALVINGS):
                middle = (low + high) / 2
                low, high = (low, middle) if self._reaches(middle * gradient, x) else (middle, high)
            theta = high * gradient
            mean = law.mean(theta)
        return theta

    def _reaches(self, theta: Floats, x: float) -> bool:
        return self._difference_at(self.law.mean(theta)) >= x or self.law.opposing(theta) <= NO_OPPOSING

    def _gradient(self, mean: Floats) -> Floats:
        """The gradient of the metric's difference as a function of T, by central differences."""
        steps = self.law.steps
        size = np.maximum(np.sqrt(self.law.counts @ steps.astype(float) ** 2), 1.0)
        rise = [self._difference_at(mean + step) - self._difference_at(mean - step) for step in np.diag(1e-3 * size)]
        return np.asarray(np.array(rise) / (2e-3 * size) * steps.any(axis=0))

    def _difference_at(self, sum_of_signs: Floats) -> float:
        return float(self.score.differences((self.law.total - sum_of_signs)[None] / 2 @ self.basis)[0])


@dataclass(frozen=True, eq=False)
class Window:
    """Masses of the swapped sum s = (total − T)/2 at the points from ``start`` on."""

    start: Integers  # (2,)
    mass: Floats  # (w, v), with the FFT's rounding: it may be negative
    noise: float  # √Σ error² over all cells

    def weighted_sum(self, mass: Floats, weights: Floats) -> tuple[float, float]:
        """Σ weight·mass over some cells, and a bound of its error.

        The bound covers the noise of the masses (Cauchy-Schwarz), the mass outside the window, and the rounding of a
        pairwise sum.
        """
        if not len(weights):
            return 0.0, OUTSIDE
        terms = mass * weights
        bound = self.noise * float(np.sqrt(weights @ weights)) + OUTSIDE * max(1.0, float(weights.max()))
        return float(terms.sum()), bound + PAIRWISE * float(np.abs(terms).sum())


@dataclass(frozen=True, eq=False)
class SwappedPlane:
    """T = Σ over ``steps`` of ``counts`` independent signs times the step, a vector of two integers."""

    steps: Integers  # (u, 2)
    counts: Integers  # (u,)

    @cached_property
    def total(self) -> Integers:
        """T without swaps: all signs are plus."""
        return np.asarray(self.counts @ self.steps)

    @cached_property
    def support(self) -> tuple[Integers, Integers]:
        """The smallest and the largest swapped sum, per coordinate."""
        return self.counts @ np.minimum(self.steps, 0), self.counts @ np.maximum(self.steps, 0)

    def cumulant(self, theta: Floats) -> float:
        """ln E e^{θ·T} = Σ ln cosh θ·c."""
        x = np.abs(self.steps @ theta)
        return float(self.counts @ (x + np.log1p(np.exp(-2 * x)) - math.log(2)))

    def mean(self, theta: Floats) -> Floats:
        """E_θ T."""
        return np.asarray((self.counts * np.tanh(self.steps @ theta)) @ self.steps)

    def opposing(self, theta: Floats) -> float:
        """Expected number of signs opposed to the tilt."""
        opposing = np.exp(-2 * np.abs(self.steps @ theta))
        return float(self.counts @ (opposing / (1 + opposing)))

    def check(self) -> None:
        """Raise NotExactError if the untilted window has too many points."""
        cells = float(np.prod(self._sizes(np.zeros(2))))
        if cells > MAX_WINDOW_POINTS:
            raise NotExactError(
                f"swaps lead to {about(cells)} possible totals, more than the {MAX_WINDOW_POINTS:,} that are computed"
            )

    @on_one_thread()
    def window(self, theta: Floats) -> Window:
        """Invert the tilted law.

        Raises NotExactError if the window, or the number of cosines, is too large.
        """
        sizes = self._sizes(theta)
        if float(np.prod(sizes)) > 2 * MAX_WINDOW_POINTS:
            raise NotExactError(f"swaps lead to {about(float(np.prod(sizes)))} possible totals, too many to compute")
        shape = np.array([next_fast_len(int(size), real=True) for size in sizes])
        low, high = self.support
        centre = np.rint((self.total - self.mean(theta)) / 2).astype(np.int64)
        # A window that holds the whole support begins with it.
        start = np.where(shape > high - low, low, centre - shape // 2).astype(np.int64)
        phi, off = self._characteristic(shape, self.total - 2 * start, theta)
        mass = irfft2(phi, s=tuple(shape))
        # By Parseval's identity; φ is listed at half of the frequencies only.
        noise = math.sqrt(2 / mass.size) * off
        noise += float(np.sqrt(np.sum(mass**2))) * 2 * EPSILON * math.log2(mass.size + 1)
        return Window(start, mass, noise)

    def _sizes(self, theta: Floats) -> Floats:
        """Number of swapped sums in the window, per coordinate: ``(2,)``."""
        low, high = self.support
        sizes, slope = self.steps.astype(float), np.tanh(self.steps @ theta)
        variance = (self.counts * (1 - slope**2)) @ sizes**2
        log_tail = math.log(8 / OUTSIDE)  # 2/ε, and a quarter of what is outside at either end of a coordinate
        third = 2 * log_tail * np.abs(sizes).max(axis=0, initial=0) / 3 if theta.any() else 0.0
        reach = third + np.sqrt(third**2 + 2 * log_tail * variance)  # Bernstein; Hoeffding where nothing is tilted
        # s is half of T.
        return np.asarray(np.minimum(2 * np.ceil(reach / 2) + 3, (high - low).astype(float) + 2))

    def _characteristic(self, shape: Integers, offset: Integers, theta: Floats) -> tuple[Complexes, float]:
        """E_θ e^{−iτ·(s − start)} at τ = 2π(j/w, k/v), and a bound of √Σ error²."""
        w, v = (int(size) for size in shape)
        columns = v // 2 + 1
        slope = np.tanh(self.steps @ theta)
        alive = self._alive(shape, slope)
        if len(alive) * len(self.counts) > MAX_COSINES:
            raise NotExactError(
                f"{len(self.counts):,} distinct swaps with {w * v:,} possible totals take too long to compute exactly"
            )
        j, k = np.divmod(alive, columns)
        value, error = np.ones(len(alive), dtype=complex if theta.any() else float), np.zeros(len(alive))
        # Largest counts first, in pieces that fit the cache.
        size = max(1, 2**16 // max(len(alive), 1))
        turns = [_turns(w), _turns(v)]
        for some in np.array_split(np.arange(len(self.counts)), max(1, -(-len(self.counts) // size))):
            for mine in np.array_split(np.arange(len(alive)), len(alive) // 2**16 + 1):
                factors, off = self._factors(some, (j[mine], k[mine]), turns, slope)
                value[mine] *= factors
                error[mine] += off
        turned = (np.column_stack([j, k]) @ (offset % (2 * shape) * [v, w])) % (2 * w * v)
        phi = np.zeros(w * columns, dtype=complex)
        phi[alive] = value * np.exp(-1j * np.pi / (w * v) * turned)
        return phi.reshape(w, columns), EPSILON * float(np.linalg.norm((8 + error) * np.abs(value)))

    def _factors(
        self, some: Integers, at: tuple[Integers, Integers], turns: list[tuple[Floats, Floats]], slope: Floats
    ) -> tuple[NDArray[Any], Floats]:
        """Π (cos a + i·slope·sin a)^count over some items, and its relative error in units of the last place.

        Angles a = π(j·c₀/w + k·c₁/v) are sums, whose cosines are looked up and multiplied.
        """
        (cos_j, sin_j), (cos_k, sin_k) = (
            _looked_up(turns[i], np.multiply.outer(at[i], self.steps[some, i])) for i in range(2)
        )
        counts, tilts = self.counts[some], slope[some]
        cosine = cos_j * cos_k - sin_j * sin_k
        factor = cosine + 1j * tilts * (sin_j * cos_k + cos_j * sin_k) if slope.any() else cosine
        size = np.maximum(np.abs(factor), EPSILON)
        # Each factor has a few rounding errors of size 1, and each product a few more.
        error = (6 / size) @ counts + 3 * counts.sum()
        return _power_product(factor, counts), error

    def _alive(self, shape: Integers, slope: Floats) -> Integers:
        """The frequencies at which |φ| may matter, by one FFT.

        −ln|φ| = −½·Σ ln(1 − q·sin² a) with q = 1 − slope², which a series of cosines bounds from below.
        """
        series = self.counts[:, None] * decay_series(1 - slope**2)
        w, v = (int(size) for size in shape)
        orders = np.arange(1, DECAY_TERMS + 1)
        at = (np.outer(orders, self.steps[:, 0]) % w) * v + np.outer(orders, self.steps[:, 1]) % v
        grid = np.bincount(at.ravel(), series[:, 1:].T.ravel(), w * v).reshape(w, v)
        rounding = 1e-5 * float(np.abs(series).sum())  # of single precision
        decay = rfft2(grid.astype(np.float32)).real + (series[:, 0].sum() - rounding)
        return np.flatnonzero(decay < 1 - LOG_NEGLIGIBLE)


def _turns(size: int) -> tuple[Floats, Floats]:
    """cos and sin of π·i/size for the integers i below 2·size: ``(2·size,)``."""
    angles = np.pi / size * np.arange(2 * size)
    return np.cos(angles), np.sin(angles)


def _looked_up(turns: tuple[Floats, Floats], multiples: Integers) -> tuple[Floats, Floats]:
    """cos and sin of π·multiple/size, which have the period 2·size."""
    index = multiples % len(turns[0])
    return turns[0][index], turns[1][index]


def _power_product(factor: NDArray[Any], counts: Integers) -> NDArray[Any]:
    """Π over the last axis of factor^count, by repeated squaring."""
    product = np.ones(len(factor), dtype=factor.dtype)
    while len(counts):
        odd = counts % 2 == 1
        product = product * (factor if odd.all() else factor[:, odd]).prod(axis=1)
        again = counts > 1
        if not again.any():
            break
        factor, counts = factor[:, again] ** 2, counts[again] // 2
    return product
