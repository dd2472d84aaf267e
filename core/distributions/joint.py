"""E e^{iθZ + itR} of sums of values near a lattice, Z the sum on it and R of what is left over, where it matters.

All of it can be tilted by λ on the lattice alone: every outcome counts e^{λZ} times, normalised.

- of draws Σ p·e^{iθz + itr} to the power of n, with p ∝ e^{λz}, multiplied over strata
- of signs, which then have a mean of μ = tanh λz, Π (cos(θz + tr) + i·μ·sin(θz + tr)); by Jensen's inequality twice its
  logarithm over m values on one point of the lattice is at most m·ln(1 − (1 − μ²)(1 − Re e^{2iθz}·χ)/2), with χ the
  mean of their e^{2itr}, which tells where the product is negligible.
"""

import math
from collections.abc import Iterator
from copy import copy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.common.cached import cached_property
from core.distributions.frequencies import Grid
from core.distributions.inversion import Known
from core.distributions.jitter import Jitter
from core.distributions.series import SMALL, log_cosines
from core.distributions.stratified import Law, centred, strata_of, together
from core.distributions.sums import LOG_TAIL, ResampledSum, SwappedSum
from core.distributions.threads import on_one_thread
from core.errors import NotExactError

__all__ = ["NEGLIGIBLE", "JointWaves"]

Floats = NDArray[Any]
Complexes = NDArray[Any]
Integers = NDArray[np.int64]

NEGLIGIBLE = math.exp(-28)
# So many factors at once.
_AT_ONCE = 2**18
# So many are looked at or multiplied, but for those of so many values that are summed by power series.
_MOST_WORK, _FEW = 2**24, 256
# So many factors are multiplied before looking which products have become negligible.
_FACTORS = 16
# So many waves are added up in the time of one such factor.
_MULTIPLIED = 16
_TINY, _ROUNDING = 1e-300, 4e-16
# So many standard deviations out a tail of 1e-3 begins, and a little.
_USUAL = 3.3
# More than the edges of a window are rounded.
_EDGE = 1e-9


class JointWaves:
    """E e^{iθZ + itR} at J angles θ that tell all Z apart and at frequencies t = (k + ½)·step, R from its mean.

    Parameters
    ----------
    law, jitter
        The whole sum and the lattice that its values are near, as a `JitteredSum` has them.
    tolerance : float
        How far apart equal sums may be.
    slope : float
        The λ of a tilt on the lattice, 0 for none.
    step : float, optional
        How far apart the frequencies are, if not as few as tell all R apart.

    Attributes
    ----------
    tilt : Tilted
        The tilted Z.
    mean, reach : float
        The tilted mean of R, and how far from it R lies but for 1e-16.
    angles : int
        J.
    work : int
        How many factors were looked at or multiplied.
    """

    def __init__(
        self, law: Law, jitter: Jitter, tolerance: float = 0.0, slope: float = 0.0, step: float | None = None
    ) -> None:
        on, whole, rest = jitter.on_lattice, jitter.whole, jitter.rest
        self.work, self._swapped, self._counts = 0, isinstance(law, SwappedSum), law.counts
        self.tilt, self._lattice = on.tilted(slope), jitter.step
        self._strata = strata_of(law)
        self._n = np.array([law.counts[own].sum() for own in self._strata])
        each = [np.unique(whole[own], return_inverse=True) for own in self._strata]
        self._points = np.concatenate([points for points, _ in each])
        # Where the points of each stratum begin
        self._begins = np.cumsum([0, *(len(points) for points, _ in each[:-1])])
        self._of = np.concatenate([begin + of for begin, (_, of) in zip(self._begins, each, strict=True)])
        self._slopes = slope * self._points
        self._sign_means = np.tanh(self._slopes)
        if slope and not self._swapped:
            self._counts = np.concatenate([_tilted(law.counts[own], slope * whole[own]) for own in self._strata])
        self.mean, self.reach = self._left_over(rest, slope, slope / jitter.step)
        self.reach += tolerance
        self.step = math.pi / (2 * self.reach) if step is None else step
        # All signs together add up to an even or an odd number.
        self._apart, half = 1 + self._swapped, on.half_width(self.tilt if slope else None) + _EDGE
        low = math.ceil(self.tilt.mean - half)
        self._window = low + (low - int(on.support[0])) % self._apart, math.floor(self.tilt.mean + half)
        self.angles = max((self._window[1] - self._window[0]) // self._apart + 1, 1)
        self._rest = rest if self._swapped else centred(law, rest, self._counts)
        self._sizes = np.bincount(self._of, self._counts)
        self._turn(self.angles)

    def _turn(self, angles: int) -> None:
        self.angles, circle = angles, angles * self._apart
        self._circle = np.exp(2j * math.pi / circle * np.arange(circle))
        # The j of 2πj/(J·apart), from −J/2 up
        self._turns = np.arange(angles) - angles // 2
        # Pairs of an angle and a frequency are numbered k·J + j.
        self._known = Known(self._pairs)
        self.__dict__.pop("_waves", None)

    @property
    def usual(self) -> tuple[float, float]:
        """Between which Z tails are not so small that they are tilted."""
        off = _USUAL * math.sqrt(self.tilt.variance)
        return self.tilt.mean - off, self.tilt.mean + off

    def telling(self, first: float, last: float) -> "JointWaves":
        """The same with no more angles than tell the Z from the first to the last from all others."""
        low, high = self._window
        widest = max(high - first, last - low, 0.0)
        few = copy(self)
        few._turn(min(int(widest) // self._apart + 1, self.angles))
        return few

    def near(self, x: float) -> tuple[int, int]:
        """The lowest and the largest Z from which what is left over may decide whether the sum reaches x."""
        x -= self.mean
        return math.ceil((x - self.reach) / self._lattice), math.floor((x + self.reach) / self._lattice)

    @cached_property
    def _waves(self) -> Complexes:
        return self.wave(np.multiply.outer(self._turns, self._points))

    def _left_over(self, rest: Floats, slope: float, along: float) -> tuple[float, float]:
        """The mean of R, and how far from it R lies but for 1e-16 of all that is counted beside a threshold.

        What reaches it by R from the lattice's sums farther below than that counts more by e^{−λz}: with s ≥ λ/step
        it is at most e^{K(s) − s·reach + λ}, K being ln E e^{s(R − E R)}.
        """
        law: Law
        if self._swapped:
            law, means = SwappedSum(np.abs(rest), self._counts), self._sign_means[self._of]
            mean = float(self._counts @ (means * rest))
            # Hoeffding's bound holds of signs of any mean.
            reach = law.half_width() + abs(mean) if slope else law.half_width()
        else:
            law = together([ResampledSum(rest[own], self._counts[own]) for own in self._strata])
            mean, reach = law.mean, law.half_width()
        if slope and reach:
            s = math.copysign(max(2 * LOG_TAIL / reach, abs(along)), slope)
            if self._swapped:
                z = self._slopes[self._of]
                tilted = z + s * rest
                excess = float(self._counts @ (np.logaddexp(tilted, -tilted) - np.logaddexp(z, -z))) - s * mean
            else:
                excess = law.tilted(s).cumulant
            reach = max(reach, (excess + LOG_TAIL + abs(slope)) / abs(s))
        return mean, reach

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
        waves: Complexes = self._circle[turns % len(self._circle)]
        return waves

    def _pairs(self, start: int, count: int) -> tuple[Integers, Complexes, float]:
        begin, end = start // self.angles, (start + count) // self.angles
        ids, found, rounding = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=complex)], 0.0
        for k, means, error in self._faint_left_out(begin, end - begin):
            self._worked(len(k) * self.angles * len(self._points))
            row, at, values = (self._signs if self._swapped else self._draws)(k, means)
            ids.append((k[row] - begin) * self.angles + at)
            found.append(values)
            rounding = max(rounding, error)
        turned = _ROUNDING * abs(end * self.step * self.mean)
        error = turned if self._swapped else rounding * float(self._n @ NEGLIGIBLE ** (-1 / self._n))
        return np.concatenate(ids), np.concatenate(found), error + _ROUNDING * (64 + 8 * float(self._n.sum()))

    def _faint_left_out(self, begin: int, count: int) -> Iterator[tuple[Integers, Complexes, float]]:
        """The k from ``begin`` on that matter at some θ, and of each point of the lattice what its values add up to.

        That is Σ p·e^{itr} over draws, p their shares of all draws, or the mean of e^{2itr} over signs; and its error.
        """
        x = self._apart * self._rest
        weights = self._counts / self._n[np.searchsorted(self._begins, self._of, side="right") - 1]
        grid = Grid(x, (begin + 0.5) * self.step, self.step, count, float(weights @ np.abs(x)))
        points = [self._of == point for point in range(len(self._points))]
        shares = [weights[own] / (weights[own].sum() if self._swapped else 1.0) for own in points]
        parts = [(grid.of(own), each) for own, each in zip(points, shares, strict=True)]
        least, size = math.log(NEGLIGIBLE), grid.size
        with on_one_thread():
            middles = [np.abs(part.middles(each)) + part.reach(each) for part, each in parts]
            [kept] = np.nonzero(self._logs_at_most(np.minimum(np.stack(middles, axis=1), 1.0)) > least)
            self._worked(len(kept) * size * len(x) // _MULTIPLIED)
            for some in np.array_split(kept, len(kept) * size * self.angles // _AT_ONCE + 1) if len(kept) else ():
                k = (some[:, None] * size + np.arange(size)).ravel()
                means = np.stack([part.sums(some, each).ravel() for part, each in parts], axis=1)
                alive = (self._logs_at_most(np.abs(means)) > least) & (k < count)
                if alive.any():
                    yield begin + k[alive], means[alive], grid.rounding(k[alive])

    def _worked(self, more: int) -> None:
        self.work += more
        if self.work > _MOST_WORK:
            raise NotExactError("too many frequencies matter of values near a lattice")

    def _logs_at_most(self, sizes: Floats) -> Floats:
        """ln|E e^{iθZ + itR}| at most, for any θ, given the sizes of what the values of each point add up to."""
        if self._swapped:
            return _signs_at_most(1 - sizes, self._sign_means) @ self._sizes
        logs: Floats = np.log(np.add.reduceat(sizes, self._begins, axis=1) + _TINY) @ self._n
        return logs

    def _draws(self, k: Integers, means: Complexes) -> tuple[Integers, Integers, Complexes]:
        columns = np.split(np.arange(len(self._points)), self._begins[1:])
        each = [(n, means[:, own] @ self._waves[:, own].T) for n, own in zip(self._n, columns, strict=True)]
        row, at = np.nonzero(sum(n * np.log(np.abs(one) + _TINY) for n, one in each) > math.log(NEGLIGIBLE))
        return row, at, np.exp(sum(n * np.log(one[row, at]) for n, one in each))

    def _signs(self, k: Integers, means: Complexes) -> tuple[Integers, Integers, Complexes]:
        logs = np.zeros((len(k), self.angles))
        for point, (size, mean) in enumerate(zip(self._sizes.tolist(), self._sign_means.tolist(), strict=True)):
            twice = np.multiply.outer(means[:, point], self._waves[:, point] ** 2).real
            logs += size * _signs_at_most(1 - np.clip(twice, -1.0, 1.0), mean)
        row, at = np.nonzero(logs > math.log(NEGLIGIBLE))
        t, small = (k + 0.5) * self.step, np.zeros(len(self._rest), dtype=bool)
        if len(self._rest) > _FEW and len(at):
            # How near any angle is to a zero of the factor: cos(a − i·λz)/cosh λz
            room = np.arcsin(np.minimum(np.abs(self._waves[at].real).min(axis=0), 1.0))
            room = np.hypot(room, self._slopes)
            small = t[-1] * np.abs(self._rest) < SMALL[2] * room[self._of]
        values = self._factors(t, row, at, ~small) * self._small_factors(t, row, at, small)
        return row, at, values * np.exp(-1j * self.mean * t)[row]

    def _small_factors(self, t: Floats, row: Integers, at: Integers, small: NDArray[np.bool_]) -> Complexes:
        """E e^{iε(θz + tr)} of all signs whose r is small, by power series."""
        logs, (some, place) = np.zeros(len(at), dtype=complex), np.unique(at, return_inverse=True)
        for point in np.unique(self._of[small]):
            own, waves = small & (self._of == point), self._waves[some, point]
            mean = float(self._sign_means[point])
            logs += log_cosines(waves, t, self._rest[own], self._counts[own], mean)[row, place]
        values: Complexes = np.exp(logs)
        return values

    def _factors(self, t: Floats, row: Integers, at: Integers, few: NDArray[np.bool_]) -> Complexes:
        """E e^{iε(θz + tr)} of some signs, or 0 where it is negligible: no factor is larger than 1."""
        # What lies at 0 of the lattice is the same at all θ.
        still = few & (self._points[self._of] == 0)
        self._worked(len(t) * int(still.sum()))
        values = (
            (np.cos(np.multiply.outer(t, self._rest[still])) ** self._counts[still]).prod(axis=1)[row].astype(complex)
        )
        rest, of, counts = (each[few & ~still] for each in (self._rest, self._of, self._counts))
        alive, alike = np.flatnonzero(np.abs(values) > NEGLIGIBLE), bool((counts == 1).all())
        for start in range(0, len(rest), _FACTORS):
            some = slice(start, start + _FACTORS)
            turns, means = np.multiply.outer(t, rest[some]), 1j * self._sign_means[of[some]]
            cos, sin = np.cos(turns), np.sin(turns)
            self._worked(len(alive) * cos.shape[1])
            for pairs in np.array_split(alive, len(alive) * cos.shape[1] // _AT_ONCE + 1):
                waves, c, s = self._waves[at[pairs]][:, of[some]], cos[row[pairs]], sin[row[pairs]]
                factors = waves.real * c - waves.imag * s
                if means.any():
                    factors = factors + means * (waves.imag * c + waves.real * s)
                values[pairs] *= (factors if alike else factors ** counts[some]).prod(axis=1)
            alive = alive[np.abs(values[alive]) > NEGLIGIBLE]
        values[np.abs(values) <= NEGLIGIBLE] = 0
        return values


def _tilted(counts: Floats, exponents: Floats) -> Floats:
    """As many in all, of which every one counts e^exponent times."""
    weights = counts * np.exp(exponents - exponents.max())
    return counts.sum() / weights.sum() * weights


def _signs_at_most(lost: Floats, mean: Floats | float) -> Floats:
    """ln|E e^{iεa}| = ½·ln(1 − (1 − μ²)·sin² a) of a sign of mean μ, where 2·sin² a is ``lost`` on average."""
    logs: Floats = np.log(1 - (1 - np.square(mean)) * lost / 2 + _TINY) / 2
    return logs
