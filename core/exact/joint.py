"""E e^{iθZ + itR} of sums of values near a lattice, Z the sum on it and R of what is left over, where it matters.

- of draws Σ p·e^{iθz + itr} to the power of n
- of signs Π cos(θz + tr); by Jensen's inequality Σ ln cos²(θz + tr) over m values on one point of the lattice is at
  most m·ln((1 + Re e^{2iθz}·χ)/2), with χ the mean of their e^{2itr}, which tells where the product is negligible.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import NotExactError
from core.exact.fading import Law
from core.exact.inversion import Known
from core.exact.jitter import Jitter
from core.exact.series import SMALL, log_cosines, wave_means
from core.exact.sums import SwappedSum

__all__ = ["NEGLIGIBLE", "JointWaves"]

Floats = NDArray[Any]
Complexes = NDArray[Any]
Integers = NDArray[np.int64]

NEGLIGIBLE = math.exp(-40)
# So many factors at once, and of so many frequencies at least.
_AT_ONCE, _ROWS = 2**18, 32
# So many are looked at or multiplied, but for those of so many values that are summed by power series.
_MOST_WORK, _FEW = 2**24, 256
_TINY, _ROUNDING = 1e-300, 4e-16


class JointWaves:
    """E e^{iθZ + itR} at J angles θ that tell all Z apart and at frequencies t = (k + ½)·step, R from its mean.

    Attributes
    ----------
    angles : int
        J.
    work : int
        How many factors were looked at or multiplied.
    """

    def __init__(self, law: Law, jitter: Jitter, step: float) -> None:
        self.step, self.work = step, 0
        self._counts, self._swapped = law.counts, isinstance(law, SwappedSum)
        half, on = jitter.on_lattice.half_width(), jitter.on_lattice
        # All signs together add up to an even or an odd number.
        self._apart, low = 1 + self._swapped, math.ceil(on.mean - half)
        self._window = low + (low - int(on.support[0])) % self._apart, math.floor(on.mean + half)
        self.angles = max((self._window[1] - self._window[0]) // self._apart + 1, 1)
        self._points, self._of = np.unique(jitter.whole, return_inverse=True)
        self._rest = jitter.rest - jitter.off_lattice.mean / float(law.counts.sum())
        self._sizes = np.bincount(self._of, law.counts)
        # The j of 2πj/(J·apart), from −J/2 up
        self._turns = np.arange(self.angles) - self.angles // 2
        self._waves = self.wave(np.multiply.outer(self._turns, self._points))
        # Pairs of an angle and a frequency are numbered k·J + j.
        self._known = Known(self._pairs)

    def between(self, first: float = -math.inf, last: float = math.inf) -> Integers:
        """All but the unlikeliest Z from the first to the last."""
        first, last = max(first, self._window[0]), min(last, self._window[1])
        return np.arange(first + (first - self._window[0]) % self._apart, last + 1, self._apart, dtype=np.int64)

    def below(self, frequencies: int) -> tuple[Integers, Integers, Complexes, float]:
        """The k and j of pairs that matter, E e^{iθZ + itR} there, and its error as a share of it.

        Raises
        ------
        NotExactError
            If too many matter.
        """
        pairs, values, error = self._known.below(frequencies * self.angles)
        k, at = np.divmod(pairs, self.angles)
        return k, self._turns[at], values, error

    def wave(self, turns: Integers) -> Complexes:
        """e^{iθz} for j·z of an angle and a whole number, which are reduced as such."""
        circle = self.angles * self._apart
        waves: Complexes = np.exp(2j * math.pi / circle * (turns % circle))
        return waves

    def _pairs(self, start: int, count: int) -> tuple[Integers, Complexes, float]:
        begin, end = start // self.angles, (start + count) // self.angles
        found = [(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=complex))]
        rows = max(_AT_ONCE // max(len(self._rest), self.angles), _ROWS)
        for k in np.array_split(np.arange(begin, end), math.ceil((end - begin) / rows)):
            means = self._means((k + 0.5) * self.step)
            alive = self._logs_at_most(means) > math.log(NEGLIGIBLE)
            self._worked(int(alive.sum()) * self._waves.size)
            if alive.any():
                row, at, values = (self._signs if self._swapped else self._draws)(k[alive], means[alive])
                found.append((k[alive][row] * self.angles + at, values))
        draws = float(self._counts.sum())
        ids, values = (np.concatenate(each) for each in zip(*found, strict=True))
        return ids - start, values, _ROUNDING * (64 + 8 * draws)

    def _worked(self, more: int) -> None:
        self.work += more
        if self.work > _MOST_WORK:
            raise NotExactError("too many frequencies matter of values near a lattice")

    def _means(self, t: Floats) -> Complexes:
        """Of each point of the lattice Σ p·e^{itr} over its values, p their shares; of signs the mean of e^{2itr}."""
        found = np.empty((len(t), len(self._points)), dtype=complex)
        for point, size in enumerate(self._sizes):
            own = self._of == point
            rest, weights = self._rest[own], self._counts[own] / (size if self._swapped else self._counts.sum())
            if float(t[-1] * self._apart * np.abs(rest).max()) <= SMALL[0]:
                found[:, point] = wave_means(t * self._apart, rest, weights)
            else:
                self._worked(len(t) * len(rest))
                found[:, point] = np.exp(1j * np.multiply.outer(t * self._apart, rest)) @ weights
        return found

    def _logs_at_most(self, means: Complexes) -> Floats:
        """ln|E e^{iθZ + itR}| at most, for any θ."""
        if self._swapped:
            return np.log((1 + np.abs(means)) / 2) @ self._sizes / 2
        logs: Floats = self._counts.sum() * np.log(np.abs(means).sum(axis=1) + _TINY)
        return logs

    def _draws(self, k: Integers, means: Complexes) -> tuple[Integers, Integers, Complexes]:
        draws = self._counts.sum()
        one = means @ self._waves.T
        row, at = np.nonzero(draws * np.log(np.abs(one) + _TINY) > math.log(NEGLIGIBLE))
        return row, at, np.exp(draws * np.log(one[row, at]))

    def _signs(self, k: Integers, means: Complexes) -> tuple[Integers, Integers, Complexes]:
        logs = np.zeros((len(k), self.angles))
        for point, size in enumerate(self._sizes.tolist()):
            twice = np.multiply.outer(means[:, point], self._waves[:, point] ** 2).real
            logs += size / 2 * np.log((1 + np.clip(twice, -1.0, 1.0)) / 2 + _TINY)
        row, at = np.nonzero(logs > math.log(NEGLIGIBLE))
        t, small = (k + 0.5) * self.step, np.zeros(len(self._rest), dtype=bool)
        if len(self._rest) > _FEW and len(at):
            # How near any angle is to a zero of the cosine
            room = np.arcsin(np.minimum(np.abs(self._waves[at].real).min(axis=0), 1.0))
            small = t[-1] * np.abs(self._rest) < SMALL[2] * room[self._of]
        values = self._cosines(t, row, at, ~small) * self._small_cosines(t, row, at, small)
        return row, at, values.astype(complex)

    def _small_cosines(self, t: Floats, row: Integers, at: Integers, small: NDArray[np.bool_]) -> Floats:
        """Π cos(θz + tr) over values whose r is small, by power series."""
        values, (some, place) = np.ones(len(at)), np.unique(at, return_inverse=True)
        for point in np.unique(self._of[small]):
            own, waves = small & (self._of == point), self._waves[some, point]
            counts = self._counts[own]
            sign = np.where(waves.real < 0, (-1.0) ** (counts.sum() % 2), 1.0)
            values *= sign[place] * np.exp(log_cosines(waves, t, self._rest[own], counts)[row, place])
        return values

    def _cosines(self, t: Floats, row: Integers, at: Integers, few: NDArray[np.bool_]) -> Floats:
        """Π cos(θz + tr) over some values."""
        rest, of, counts = self._rest[few], self._of[few], self._counts[few]
        self._worked(len(at) * len(rest))
        turns, alike = np.multiply.outer(t, rest), bool((counts == 1).all())
        cos, sin, values = np.cos(turns), np.sin(turns), np.empty(len(at))
        for some in np.array_split(np.arange(len(at)), len(at) * len(rest) // _AT_ONCE + 1):
            waves = self._waves[at[some]]
            factors = waves.real[:, of] * cos[row[some]] - waves.imag[:, of] * sin[row[some]]
            values[some] = (factors if alike else factors**counts).prod(axis=1)
        return values
