"""Permutation tests of quotients of sums on no lattice, or on too wide a one: tokens a second, F1 of many pages.

Swaps keep what both systems' numerators add up to, N, and their denominators, D. With an item's differences ν of the
numerator and μ of the denominator and a sign for each item, T = Σ ±ν and M = Σ ±μ, the difference after swaps is::

    δ' = (N + T)/(D + M) − (N − T)/(D − M) = 2·D·U / (D² − M²)    with U = Σ ±u, u = ν − μ·N/D,

so that δ' ≥ x is U + κ·M² ≥ x·D/2 with κ = x/2D: a sum and a square (`curved`).
"""

import math
from collections.abc import Callable
from copy import copy
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.fft import irfft2

from core.data.collapsed import Collapsed
from core.distributions.curved import Curved, bent_tail, curved_tail
from core.distributions.deviations import Deviations
from core.distributions.plane_picture import POINTS, distinct
from core.distributions.tail import Tail, first_that_tells
from core.errors import NotExactError
from core.metrics import Metric

__all__ = ["Decided", "QuotientSwaps"]

Floats = NDArray[Any]
Integers = NDArray[Any]

_ROUNDING, _FITS, _LOGS = 1e-15, 1e-9, np.geomspace(8.0, 200.0, 12)
# Of less certain tails, it is asked whether the square bends.
_TELLS, _NO_CHANCE = 0.09, 5e-324
# Beside a tail that is nearly everything, so small a rest need not be known more closely.
_SMALL = 1e-4
# A picture is made from so many frequencies on either side of 0, or fewer of many items, so many of which at once.
_MOST_FREQUENCIES, _FEWEST_FREQUENCIES, _MOST_WORK, _AT_ONCE = 64, 24, 2**24, 2**10
# Of so many items, those smaller than e^-32 are left out.
_MANY, _NEGLIGIBLE = 1_000, 32.0
# How many standard deviations a picture shows on either side, and where its frequencies fade.
_SHOWN, _FADE = 6.0, 2.5


class Decided(NamedTuple):
    """What decides in whole numbers: the steps ``(u, 2)``, and whether their swapped sums are extreme outcomes."""

    steps: Integers
    beyond: Callable[..., NDArray[np.bool_]]  # of sums (m, 2), a multiple of δ, and strictness


class QuotientSwaps:
    """The law of a quotient's difference after random swaps, as a bracket around each tail that provably holds.

    Parameters
    ----------
    rows : Collapsed
        The distinct rows of the pair with their multiplicities.
    metric : Metric
        A quotient of two sums, or a harmonic mean of two with one numerator, as F1 is.
    lattice : int or None, optional
        So many times the statistics are whole numbers. Without it, what floating point cannot tell apart is equal.
    decided : Decided, optional
        Whether swaps lead to an extreme outcome, in whole numbers.

    Raises
    ------
    NotExactError
        If the metric is no such quotient, or a system has no denominator.

    Attributes
    ----------
    top, bottom : numpy.ndarray
        The weights of numerator and denominator ``(k,)``.
    least : float
        The least denominator that swaps can lead to, in units of the lattice.
    axes : numpy.ndarray
        What U and M are of T ``(k, 2)``.
    steps, counts : numpy.ndarray
        U and M of each distinct swap ``(u, 2)``, and how many there are ``(u,)``.
    observed : float
        δ: nothing is swapped.
    """

    engine = "tilted-fourier"

    def __init__(
        self, rows: Collapsed, metric: Metric, lattice: int | None = None, decided: Decided | None = None
    ) -> None:
        self.top, self.bottom = top, bottom = tuple(np.array(each) for each in _weights(rows, metric))
        a, e, counts = rows
        if lattice:
            a, e = np.rint(a * lattice), np.rint(e * lattice)
        self._whole, self._decided = lattice is not None, decided
        over, under = a @ bottom, e @ bottom
        self.least = float(counts @ np.minimum(over, under))
        if min(over.min(), under.min()) < 0 or not min(counts @ over, counts @ under) > 0:
            raise NotExactError(f"a system has no denominator of {metric.name}")
        differs = (a != e).any(axis=1)
        mu, self.counts = (under - over)[differs], counts[differs].astype(np.int64)
        sums = counts @ (a + e)
        self._denominators = float(sums @ bottom)
        # u = (ν·D − μ·N)/D by determinants of the weights, so that what numerators and denominators share is not lost.
        weights = (np.outer(top, bottom) - np.outer(bottom, top)) @ sums / self._denominators
        self.axes, self._known = np.column_stack([weights, bottom]), np.zeros(2)
        self.steps = np.column_stack([((e - a) @ weights)[differs], mu])
        self._size = float(self.counts @ (np.abs(e - a) @ np.abs(weights))[differs])
        observed = self.counts @ self.steps
        self.observed = float(self._differences(*observed))
        # So many times as much as U is rounded is c, where M is another than the observed one.
        self._rounds = float(self._denominators**2 / (self._denominators**2 - observed[1] ** 2))
        self._tails: dict[tuple[str, int, bool], Tail | NotExactError] = {}

    def given(self, left: Integers, known: Floats, decided: Decided | None = None) -> "QuotientSwaps":
        """The law where so many items of each step are left to chance and the others add up to ``known``, U and M."""
        other = copy(self)
        other._decided = decided
        other.steps, other.counts = self.steps[left > 0], left[left > 0]
        other._known, other._tails = known, {}
        return other

    def at_least(self, multiple: int, strict: bool = False) -> Tail:
        """P(δ' ≥ multiple·δ), or P(δ' > multiple·δ)."""
        soon, surely = (partial(each, multiple, strict) for each in (self.untilted, self._bent))
        return first_that_tells((soon, surely), _TELLS)

    def untilted(self, multiple: int, strict: bool) -> Tail:
        """The same where that is soon known.

        Raises
        ------
        NotExactError
            If it is not.
        """
        if multiple * self.observed < 0:
            return self._rest(self.untilted(-multiple, not strict))
        return self._once(self._upper, multiple, strict)

    def _bent(self, multiple: int, strict: bool) -> Tail:
        """The same where the square bends much."""
        if multiple * self.observed < 0:
            return self._rest(self._once(self._small, -multiple, not strict))
        return self._once(self._mixed, multiple, strict)

    def _once(self, way: Callable[[int, bool], Tail], multiple: int, strict: bool) -> Tail:
        """The tail that is found so, or why it is not: a question comes again."""
        asked = way.__name__, multiple, strict
        if asked not in self._tails:
            try:
                self._tails[asked] = way(multiple, strict)
            except NotExactError as error:
                self._tails[asked] = error
        found = self._tails[asked]
        if isinstance(found, NotExactError):
            raise found
        return found

    def _small(self, multiple: int, strict: bool) -> Tail:
        return self._mixed(multiple, strict, _SMALL)

    def _mixed(self, multiple: int, strict: bool, small: float = 0.0) -> Tail:
        tail = bent_tail(*self._law(multiple, strict), small)
        return tail._replace(error_bound=tail.error_bound + self._without())

    @staticmethod
    def _rest(tail: Tail) -> Tail:
        return Tail.of(1 - tail.probability, tail.error_bound + 1e-16, tail.engine)

    def at_most(self, multiple: int, strict: bool = False) -> Tail:
        """P(δ' ≤ multiple·δ), or P(δ' < multiple·δ): swapping all items turns δ' into −δ'."""
        return self.at_least(-multiple, strict)

    def _differences(self, u: Any, m: Any) -> Any:
        return 2 * self._denominators * u / (self._denominators**2 - m**2)

    def _upper(self, multiple: int, strict: bool) -> Tail:
        law, c = self._law(multiple, strict)
        if c < 0:  # of some signs that are known
            missed = Deviations(0 * law.u, law.u, law.counts).probability(-c - 2 * law.tolerance, 0.0)
            if missed < _ROUNDING:
                return Tail.of(1.0, missed + _ROUNDING, self.engine)
        tail = curved_tail(law, c, strict)
        if law.decided is not None and tail.engine != self.engine:  # each outcome near the threshold was looked at
            return tail
        return tail._replace(error_bound=tail.error_bound + self._without())

    def _law(self, multiple: int, strict: bool) -> tuple[Curved, float]:
        """What is at least c where δ' is extreme, and c."""
        x, steps, decided = multiple * self.observed, None, None
        if self._decided is not None:
            steps, decided = self._decided.steps, partial(self._decided.beyond, multiple=multiple, strict=strict)
        u, mu, kappa, c = self._curve(x)
        farthest = abs(float(self._known[1])) + float(self.counts @ np.abs(mu))
        size = self._size + x * self._denominators / 2 + 4 * kappa * farthest**2
        return Curved(u, mu, self.counts, kappa, _ROUNDING * self._rounds * size, self._whole, steps, decided), c

    def _without(self) -> float:
        """How likely a system is left without a denominator, at most: then δ' is not what the equations say."""
        moves = self.steps[:, 1] != 0
        farthest = abs(float(self._known[1])) + float(self.counts @ np.abs(self.steps[:, 1]))
        if self.least or farthest < self._denominators * (1 - _FITS):
            return 0.0
        return 2.0 ** (1 - int(self.counts[moves].sum()))

    def log_missed(self, x: Floats, multiple: int, outside: float) -> float:
        """ln of how likely extreme outcomes are, at most, where signs tilted by x leave them no more likely than that.

        With x = αu + βμ, outcomes at which δ' ≥ multiple·δ > 0 have U ≥ c − κM², and at m = M − E M weigh at most
        e^{K − αc + ακM² − βM}, which is e^{(2ακ·E M − β)m + ακm²} times as much as at E M.
        """
        if not outside:
            return -math.inf
        u, mu, kappa, c = self._curve(multiple * self.observed)
        both = np.column_stack([u, mu])
        sizes = np.abs(both).max(axis=0, initial=0.0) + 1e-300
        (alpha, beta), *_ = np.linalg.lstsq(both / sizes, x, rcond=None)
        if len(both) != len(x) or np.abs(both / sizes @ (alpha, beta) - x).max() > _FITS * np.abs(x).max():
            return math.inf
        alpha, beta = alpha / sizes[0], beta / sizes[1]
        if not alpha > 0:
            return math.inf
        m = Deviations(x, mu, self.counts)
        slope, bend = abs(2 * alpha * kappa * m.mean - beta), alpha * kappa
        base = float(self.counts @ (np.logaddexp(x, -x) - math.log(2))) - alpha * c + bend * m.mean**2 - beta * m.mean

        def log_weight(t: float) -> float:
            return slope * t + bend * t**2

        # Outside are few with m near its mean, and few have m far from it: from some t on the latter.
        missed = []
        for t in (float(m.reaches(log).max()) for log in _LOGS):
            farther = m.log_beyond(t, m.mean, log_weight)
            missed.append(np.logaddexp(math.log(outside) + log_weight(t), farther))
        return float(np.logaddexp(base + min(missed), np.log(self._without() or _NO_CHANCE)))

    def _curve(self, x: float) -> tuple[Floats, Floats, float, float]:
        """Return u, μ, κ and c of δ' ≥ x, in which (m + M)² of a known m is m² + 2m·M + M²."""
        kappa, (known, m) = x / (2 * self._denominators), self._known.tolist()
        u, mu = self.steps.T
        return u + 2 * kappa * m * mu, mu, kappa, x * self._denominators / 2 - known - kappa * m**2

    def points(self) -> tuple[Floats, Floats]:
        """Some 37,000 differences, sorted, and their probabilities, for pictures."""
        steps = self.steps
        if not len(steps):
            return np.array([float(self._differences(*self._known))]), np.ones(1)
        reach = _SHOWN * np.sqrt(self.counts @ steps**2) + 1e-300
        near = int(np.clip(np.sqrt(_MOST_WORK / (2 * len(steps))), _FEWEST_FREQUENCIES, _MOST_FREQUENCIES))
        at = np.stack(np.meshgrid(np.arange(1 - near, near), np.arange(near), indexing="ij"), axis=-1).reshape(-1, 2)
        angles = np.pi * steps / reach  # of the first frequencies of a period of 2·reach
        if self.counts.sum() > _MANY:  # about as large as those of a normal law
            at = at[((at @ (angles.T * self.counts @ angles)) * at).sum(axis=1) < 2 * _NEGLIGIBLE]
        phi = np.exp(-_FADE * ((at / near) ** 2).sum(axis=1))
        for some in np.array_split(np.arange(len(steps)), len(steps) // _AT_ONCE + 1):
            waves, counts = np.cos(at @ angles[some].T), self.counts[some]
            phi *= (waves if (counts == 1).all() else waves**counts).prod(axis=1)
        table = np.zeros((POINTS, POINTS // 2 + 1))
        # From the middle of the period, where the law is.
        table[at[:, 0] % POINTS, at[:, 1]] = phi * (1 - 2 * (at.sum(axis=1) % 2))
        mass = np.maximum(irfft2(table, s=(POINTS, POINTS)), 0.0).ravel()
        u, m = reach[:, None] * (2 * np.stack(np.divmod(np.arange(mass.size), POINTS)) / POINTS - 1)
        u, m = u + self._known[0], m + self._known[1]
        # What is blurred reaches where a denominator would be smaller than swaps can make it.
        possible = (np.abs(m) <= self._denominators - 2 * self.least) & (np.abs(m) < self._denominators)
        return distinct(self._differences(u[possible], m[possible]), mass[possible])


def _weights(rows: Collapsed, metric: Metric) -> Any:
    """The weights of numerator and denominator; of a harmonic mean of N/A and N/B they are 2N and A + B."""
    if metric.fraction is not None:
        return metric.fraction
    sums = np.concatenate([rows.baseline, rows.experimental])
    if len(metric.parts) == 2:
        (top, bottom), (same, other) = (np.array(part) for part in metric.parts)
        totals = np.stack([rows.counts @ rows.baseline, rows.counts @ rows.experimental, *sums[sums.all(axis=1)][:8]])
        found = 2 * totals @ top / np.maximum(totals @ (bottom + other), 1e-300)
        if np.array_equal(sums @ top, sums @ same) and np.allclose(found, metric.score(totals), rtol=1e-12, atol=0):
            return 2 * top, bottom + other
    raise NotExactError(f"{metric.name} is no quotient of two sums")
