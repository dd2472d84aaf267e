"""Sums of real values: proven lower and upper bounds of tail probabilities by Fourier inversion.

Let φ be the characteristic function of the centred sum, whose mass beyond ±B is negligible. With |x| ≤ B,
h = π/2B, t = (k + ½)h, T = Nh, u = t/T and J(u) = πu(1 − u)·cot(πu) + u (Vaaler, Bulletin of the AMS 12, 1985),
P(S < x) and P(S ≤ x) both lie in::

    ½ − (h/π)·Σ J(u)·Im(φ·e^{−itx})/t  ±  (h/T)·Σ (1 − u)·Re(φ·e^{−itx}),    k = 0 … N − 1

The second sum is the mass near x that N frequencies cannot separate from x. It stays large for atoms and near-lattices,
which a criterion based on the last |φ| would miss.

Small tails are inverted after tilting by θ with K'(θ) = x. Then y = S − x has mean 0 and
P(S ≥ x) = e^{K(θ) − θx}·E_θ[e^{−θy}·1(y ≥ 0)]. The extremal majorant and minorant of e^{−λv}·1(v ≥ 0) of exponential
type 2π (Graham and Vaaler, Transactions of the AMS 265, 1981; Vaaler 1985, Theorem 9) interpolate it, with its
derivative, at the integers. For a period P, N frequencies, h = P/N, λ = θh and z = e^{−λ−2πiu} their Fourier transforms
are, at 0 < u < 1::

    c(u) = (1 − u)·U − (λ/2πi)·(z/(1 − z) − e^{−λ}/(1 − e^{−λ})),    c(0) = U(0),

with U = 1/(1 − z) for the majorant and U = z/(1 − z) for the minorant, so that (1/N)·[c(0) + 2·Re Σ c(j/N)·φ_j] with
φ_j = E_θ e^{2πijy/P} bounds the expectation from above and, except for mass that wraps around the period, from below.
The half-width is about λ/2 relative to p, for any p.

Cost: O(N) frequencies; those where |φ| is negligible are skipped (`characteristic`). The error bound is the half-width,
and covers the mass beyond the window, negligible frequencies, and rounding.
"""

import math
from fractions import Fraction

import numpy as np

from core.common.arrays import Complexes, Floats, Integers
from core.common.roots import root
from core.distributions.characteristic import off_lattice
from core.distributions.probability import NUMERICAL, Probability, complement
from core.distributions.sums import ROUNDING, IndependentSum, tilt_to
from core.errors import NotExactError

# Target relative half-widths: three digits if few frequencies matter, else the largest that a result may have.
FINE, COARSE = NUMERICAL / 4, 0.75 * NUMERICAL
FEW_FREQUENCIES_TIMES_VALUES = 2**20
# First and largest number of frequencies; fewer if frequencies that matter × values would exceed a limit.
FEWEST_FREQUENCIES, MOST_FREQUENCIES = 4_096, 2**20
MAX_FREQUENCIES_TIMES_VALUES = 2**23
# For an untilted tail: −ln of the mass outside the window, and −ln of the negligible |φ|.
LOG_TAIL, NEGLIGIBLE = 25.0, 23.0
OUTSIDE = 2 * math.exp(-LOG_TAIL)
# Tilt tails below this probability, or beyond this many standard deviations.
TILT_BELOW, TILT_BEYOND = 1e-3, 4.0
# −ln of the mass outside a tilted law's period, and of the weight of a value that wraps around it.
FORGOTTEN = 25.0
# Rounding error of a mean, relative to its terms.
MEAN_ROUNDING = 1e-15
# Fewest and most cells of a plot, and frequencies behind it.
CELLS, MOST_CELLS = 2**12, 2**17


class FourierSum:
    """The law of a sum of real values, or of integers on too wide a lattice.

    Raises NotExactError if the sum does not vary.
    """

    engine = "fourier"

    def __init__(self, law: IndependentSum) -> None:
        self.law = law
        self.reach = law.half_width(LOG_TAIL)
        if not law.variance > 0:
            raise NotExactError("the differences do not vary")
        self.step = math.pi / (2 * self.reach)
        self._waves = _Waves(law, 0.5 * self.step, self.step, NEGLIGIBLE)

    def at_least(self, x: float | Fraction, strict: bool = False) -> Probability:
        """P(S ≥ x), or P(S > x): one bracket holds both, except for integers, where x is moved between two sums."""
        return self._tail(self._between(x, strict), strict, self.law, 1)

    def at_most(self, x: float | Fraction, strict: bool = False) -> Probability:
        """P(S ≤ x), or P(S < x)."""
        return self._tail(self._between(-x, strict), strict, self.law.reflected(), -1)

    def points(self) -> tuple[Floats, Floats]:
        """A grid of sums across the distribution with the mass between each and its predecessor, for plots."""
        count = FEWEST_FREQUENCIES
        k, phi, _ = self._waves.below(count)
        if k[-1] > 0.9 * count:  # a huge value makes the window wide
            count = 8 * FEWEST_FREQUENCIES
            k, phi, _ = self._waves.below(count)
        cells = min(max(CELLS, 2 ** math.ceil(math.log2(16 * int(k[-1]) + 1))), MOST_CELLS)
        t = (k + 0.5) * self.step
        # With x = −B + 2Bj/C, e^{−itx} = e^{itB}·e^{−iπj/2C}·e^{−2πijk/2C}: one FFT of 2C points.
        weights = np.zeros(2 * cells, dtype=complex)
        weights[k] = _vaaler((k + 0.5) / count) * phi / t * np.exp(1j * t * self.reach)
        j = np.arange(cells + 1)
        waves = np.fft.fft(weights)[: cells + 1] * np.exp(-0.5j * np.pi * j / cells)
        mass = np.maximum(-np.diff(waves.imag), 0.0)
        return self.law.mean - self.reach + 2 * self.reach / cells * j[1:], mass / mass.sum()

    def quantile(self, q: float) -> float:
        """The x for which q lies between P(S < x) and P(S ≤ x), within the error allowed for a result.

        Raises NotExactError if no x can be certified.
        """
        count = FEWEST_FREQUENCIES
        low, high = -self.reach, self.reach
        while True:
            x = root(lambda at, n=count: self._bracket(at, n)[0] - q, low, high, 1e-13)  # type: ignore[misc]
            middle, half_width = self._bracket(x, count)
            if abs(middle - q) + half_width <= NUMERICAL * min(q, 1 - q):
                return self.law.mean + x
            needed = self._waves.more(count, half_width / (COARSE * min(q, 1 - q)))
            if needed is None:
                raise NotExactError(
                    f"the end of the interval at {q:g} is certain only within a probability of ±{half_width:.2g}"
                )
            count, near = needed, self.reach / 16
            low, high = max(x - near, -self.reach), min(x + near, self.reach)

    def _between(self, x: float | Fraction, strict: bool) -> float:
        """Half a unit below the smallest integer that counts."""
        if not self.law.whole:
            return float(x)
        return (math.floor(x) + 1 if strict else math.ceil(x)) - 0.5

    def _tail(self, x: float, strict: bool, law: IndependentSum, sign: int) -> Probability:
        """P(S ≥ x) under the law (sign 1) or its reflection (sign −1)."""
        high = law.support[1]
        if x > high - law.gap_below_maximum / 2:  # only the largest sum, which no tilted mean reaches
            if x >= high - law.tolerance if strict else x > high + law.tolerance:
                return Probability.of(0.0, 0.0, self.engine)
            log = law.log_probability_of_maximum()
            return Probability.from_log(log, ROUNDING * (1 - log), self.engine)
        centred, deviation = x - law.mean, math.sqrt(law.variance)
        if centred < -TILT_BEYOND * deviation:
            return complement(self._tail(-x, not strict, law.reflected(), -sign))
        if centred > min(self.reach, TILT_BEYOND * deviation):
            return _tilted(law, x)
        count = FEWEST_FREQUENCIES
        while True:
            middle, half_width = self._tied(sign * centred, count)
            value = min(max(1 - middle if sign > 0 else middle, 0.0), 1.0)
            if value < TILT_BELOW and centred > 0:
                return _tilted(law, x)
            wanted = self._waves.wanted(count) * value
            needed = self._waves.more(count, half_width / wanted) if half_width > wanted else None
            if needed is None:
                found = Probability.of(value, half_width, self.engine)
                if found.is_certified or centred <= 0:
                    return found
                # With a huge value, a tail within a few standard deviations may still be small.
                return min(found, _tilted(law, x), key=lambda each: each.relative_error)
            count = needed

    def _bracket(self, x: float, count: int) -> tuple[float, float]:
        """The middle and the half-width of the bracket of P(S − E S < x) and P(S − E S ≤ x)."""
        k, phi, error = self._waves.below(count)
        t, u = (k + 0.5) * self.step, (k + 0.5) / count
        turned = phi * np.exp(-1j * x * t)
        middle = 0.5 - self.step / math.pi * float(np.sum(_vaaler(u) * turned.imag / t))
        # An error e of every φ moves the middle by less than e·(ln N + 2).
        rounding = error * (math.log(count) + 2.5) + 1e-15 * count**0.5 + OUTSIDE
        half_width = abs(float(np.sum((1 - u) * turned.real))) / count + rounding
        low, high = max(middle - half_width, 0.0), min(middle + half_width, 1.0)
        return (low + high) / 2, max(high - low, 0.0) / 2

    def _tied(self, x: float, count: int) -> tuple[float, float]:
        """The bracket for sums that are equal within the tolerance."""
        middle, half_width = self._bracket(x, count)
        tolerance = max(self.law.tolerance, MEAN_ROUNDING * (abs(x) + abs(self.law.mean) + self.reach))
        # By Bernstein's inequality for entire functions no slope of both ends is above N·h.
        blur = tolerance * count * self.step
        if blur <= half_width / 8:
            return middle, half_width + blur
        (below, lower), (above, upper) = (self._bracket(x + off, count) for off in (-tolerance, tolerance))
        low, high = below - lower, above + upper
        return (low + high) / 2, (high - low) / 2


class _Waves:
    """φ at t = first + k·step for all k below any number, computed once for all thresholds and precisions."""

    def __init__(self, law: IndependentSum, first: float, step: float, negligible: float) -> None:
        self.law, self.first, self.step, self.negligible = law, first, step, negligible
        self._found: tuple[Integers, Complexes, float, int] = (np.zeros(0, np.int64), np.zeros(0, complex), 0.0, 0)

    def below(self, count: int) -> tuple[Integers, Complexes, float]:
        """The k < count at which φ matters, φ there, and its error."""
        k, phi, error, done = self._found
        if done < count:
            more, new, latest = off_lattice(
                self.law, self.first + done * self.step, self.step, count - done, self.negligible
            )
            k, phi, error = np.concatenate([k, done + more]), np.concatenate([phi, new]), max(error, latest)
            self._found = k, phi, error, count
        within = k < count
        return k[within], phi[within], error

    def _work(self, count: int) -> float:
        """Frequencies that matter × values, up to ``count``, extrapolated from the known frequencies."""
        k, _, _, done = self._found
        matter = len(k) / done if len(k) and k[-1] > 0.9 * done else len(k) / count
        return matter * count * len(self.law.values)

    def wanted(self, count: int) -> float:
        """The target relative half-width."""
        return FINE if self._work(8 * count) <= FEW_FREQUENCIES_TIMES_VALUES else COARSE

    def more(self, count: int, times: float) -> int | None:
        """The number of frequencies that shrinks the half-width by the factor ``times``; None if it is too large."""
        needed, most = math.ceil(1.1 * times * count), MOST_FREQUENCIES
        while most > count and self._work(most) > MAX_FREQUENCIES_TIMES_VALUES:
            most //= 2
        if needed <= most:
            return max(needed, count + count // 4)
        return most if most > 2 * count else None


def _vaaler(u: Floats) -> Floats:
    return np.pi * u * (1 - u) / np.tan(np.pi * u) + u


def _tilted(law: IndependentSum, x: float) -> Probability:
    """P(S ≥ x) and P(S > x), for x strictly between the mean and the largest sum."""
    engine = "tilted-fourier"
    tilt = tilt_to(law, x)
    theta, leaning = tilt.theta, tilt.law
    off = leaning.mean - x
    below, above = (_reach(leaning, side) + abs(off) for side in (-1, 1))
    period = max(below + FORGOTTEN / theta, above)
    # A normal law's E_θ[e^{−θy}·1(y ≥ 0)] is about 1/(√2π·θσ) far out, and ½ near the mean.
    fine = FINE / (2 + 2.5 * theta * math.sqrt(leaning.variance))
    waves = _Waves(leaning, 0.0, 2 * math.pi / period, math.log(1000 / fine))
    # Sums are equal within the tolerance, and a majorant's slope is at most 2π times its size.
    tolerance = max(law.tolerance, MEAN_ROUNDING * (abs(x) + abs(leaning.mean) + below + above))
    wrapped = (math.exp(-theta * (period - below)) + 2 * math.exp(-FORGOTTEN)) / -math.expm1(-theta * period)
    count = FEWEST_FREQUENCIES
    while True:
        ends = (off - tolerance, off + tolerance) if 4 * math.pi * tolerance * count > 1e-6 * period else (off, off)
        low, high = _extremal(waves, ends, theta, period, count)
        low, high = max(low - wrapped, 0.0), high + wrapped
        half_width = (high - low) / (high + low)
        wanted = waves.wanted(count)
        needed = waves.more(count, half_width / wanted) if half_width > wanted else None
        if needed is None:
            break
        count = needed
    relative = half_width + tilt.rounding + math.expm1(theta * tolerance)
    return Probability.from_log(tilt.log_scale + math.log((low + high) / 2), relative, engine)


def _reach(law: IndependentSum, side: int) -> float:
    """Distance from the mean, on one side, beyond which the mass is e^-25: P(y ≥ t) ≤ e^{K(s) − st} (Chernoff 1952)."""
    best = min(abs(law.support[side > 0] - law.mean), law.half_width(FORGOTTEN + math.log(2)))
    for steepness in (0.3, 0.55, 1.0, 1.8):  # in units of the optimum for a normal law
        s = steepness * math.sqrt(2 * FORGOTTEN / law.variance)
        best = min(best, (law.cumulant(side * s)[0] + FORGOTTEN) / s)
    return best


def _extremal(waves: _Waves, offs: tuple[float, float], theta: float, period: float, count: int) -> tuple[float, float]:
    """(1/N)·[c(0) + 2·Re Σ c(j/N)·φ_j] of the minorant and of the majorant, given the mean of y for each."""
    decay = theta * period / count
    # |c(u)| is at most slightly above 1/|1 − z|, so that the sum of all N errors grows as ln N.
    adding = 1 / (decay * count) + math.log(count) + 4
    j, phi, error = waves.below(count)
    u = j / count
    gap = -math.expm1(-decay) + 2 * math.exp(-decay) * np.sin(np.pi * u) ** 2  # Re(1 − z) without cancellation
    upper = 1 / (gap + 1j * math.exp(-decay) * np.sin(2 * np.pi * u))
    slope = decay / (2j * np.pi) * (upper - 1 + math.exp(-decay) / math.expm1(-decay))
    share = np.where(j == 0, 1.0, 2.0) / count
    below, above = (phi * np.exp(2j * math.pi / period * off * j) for off in offs)
    low = float((share * below * ((1 - u) * (upper - 1) - slope)).real.sum())
    high = float((share * above * ((1 - u) * upper - slope)).real.sum())
    noise = (error + ROUNDING) * adding
    return low - noise, high + noise
