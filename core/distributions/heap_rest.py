"""What is left over of sums in heaps, given how many of each are drawn or get a plus, inverted for many rows at once.

With r what is left over of a value, R of all, and e_k the elementary symmetric polynomial of k factors::

    E[e^{itR} | k] = Π χ(t)^k                          of draws, χ the mean of e^{itr} in a heap
    E[e^{itR} | k] = Π e_k(e^{2itr}) / C(m, k)         of m signs, Σ r = 0
    E[e^{itR}]     = Π cos(tr)                         of signs around 0, which are not counted

and the bracket of `inversion` is linear in it.
"""

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln

from core.distributions.brackets import Bracket, OfPValue
from core.distributions.frequencies import sums_of_waves
from core.distributions.heaps import Heap
from core.distributions.inversion import bracketed, returning, spacing
from core.distributions.jitter import Jitter
from core.distributions.joint import NEGLIGIBLE, JointWaves
from core.distributions.spectrum import characteristic
from core.distributions.sums import SwappedSum
from core.errors import NotExactError

__all__ = ["Open", "inverted"]

Floats = NDArray[Any]
Complexes = NDArray[Any]
Integers = NDArray[np.int64]

# How many frequencies there are at first and at most, and how many factors of signs are multiplied.
_FEWEST, _MOST, _MOST_FACTORS = 2**8, 2**15, 2**24
# Up to so many factors of one heap are multiplied one by one, or all at once what is not so unlikely at one tilt.
_ONE_BY_ONE, _OUTSIDE, _UNLIKELY = 2**14, 1e-15, 1e-6
# So many times √m are those of all angles, of m signs.
_ANGLES = 128
# A row of one heap takes as long as so many factors.
_ROW = 4
# So much work for digits takes little time.
_LITTLE = 2**22
# Characteristic functions smaller than this do not matter, and the rounding of a factor in so many operations.
_NEGLIGIBLE, _EPSILON, _ROUNDED = 1e-11, 2.3e-16, 16.0
# More frequencies that leave more than so much of a bracket are the last.
_HARDLY = 0.7
# So many numbers are held at once.
_AT_ONCE, _TINY = 2**20, 1e-300


class Left(NamedTuple):
    """What is left over of which heaps.

    Attributes
    ----------
    heaps : list of Heap
        The heaps.
    signs : bool
        Whether numbers are of pluses, or of draws.
    side : int
        1 where sums are asked to reach x from below, −1 from above.
    reach : float
        How far any sum lies from that of its centres, and that from x.
    tolerance : float
        How far apart equal sums may be.
    """

    heaps: list[Heap]
    signs: bool
    side: int
    reach: float
    tolerance: float


class Open(NamedTuple):
    """Numbers of the heaps ``(c, h)``, how far the sum of their centres lies above x, and how likely they are."""

    numbers: Integers
    above: Floats
    masses: Floats


def inverted(left: Left, rows: Open, outside: float, sure: Bracket, aim: OfPValue) -> Bracket:
    """How likely sums of these rows are to reach x, from as many frequencies as make it certain.

    Parameters
    ----------
    left : Left
        What is left over.
    rows : Open
        The numbers that are open.
    outside : float
        What of their mass may yet lie outside the reach.
    sure : Bracket
        What is added to it.
    aim : OfPValue
        How certain the sum of both is made.
    """
    mass = float(rows.masses.sum())
    found, step, count, work = Bracket(0.0, mass), spacing(left.reach), _FEWEST, 0
    while count <= _MOST:
        waves = _Waves(left, rows, step, count)
        work += waves.work
        if work > _MOST_FACTORS:
            break
        returns = returning(left.reach, count)
        try:
            mixed = waves.mixed()
        except NotExactError:
            break
        below, half_width = bracketed(mass, mixed, waves.k, step, count, left.tolerance, mass * waves.error)
        half_width += mass * (returns + 1e-16) + outside
        new = found.and_(Bracket(mass - below - half_width, mass - below + half_width))
        hardly, found = new.half_width > _HARDLY * found.half_width, new
        both = sure.plus(found)
        # The half-width of a smooth law halves with every doubling.
        times, fewer = (_times(both.half_width, certain) for certain in aim.certain(both))
        if waves.grows:
            times = min(times, max(fewer, 1 << int(math.log2(max(_LITTLE / max(waves.work, 1), 1.0)))))
        elif waves.work > _LITTLE:
            times = min(times, fewer)
        if times == 1 or (hardly and count > _FEWEST):
            break
        count = min(count * times, _MOST) if count < _MOST else 2 * _MOST
    return found


def _times(half_width: float, certain: float) -> int:
    """How many times more frequencies make a bracket so certain, as a power of two."""
    if half_width <= certain:
        return 1
    return 1 << math.ceil(math.log2(min(1.1 * half_width / max(certain, half_width / _MOST), _MOST)))


class _Waves:
    """Characteristic functions of the rows at the frequencies (k + ½)·step that matter."""

    def __init__(self, left: Left, rows: Open, step: float, count: int) -> None:
        self._rows, self._signs, self._side = rows, left.signs, left.side
        self._spread = [(heap, at) for at, heap in enumerate(left.heaps) if heap.farthest > 0]
        self._grid = step / 2, step, count
        self._free = np.ones(count, dtype=complex)
        self._means: dict[int, Complexes] = {}
        logs = np.zeros(count)
        for heap, at in self._spread:
            numbers = rows.numbers[:, at]
            if left.signs and not heap.centre:
                free = SwappedSum(np.abs(heap.rest), heap.counts)
                k, phi, _ = characteristic(free, *self._grid, negligible=-math.log(_NEGLIGIBLE))
                self._free = np.zeros(count, dtype=complex)
                self._free[k] = phi
                logs += np.log(np.abs(self._free) + _TINY)
            elif left.signs:
                logs += _logs_at_most(heap, numbers, self._of_all(heap, 2.0))
            else:
                self._means[at] = self._of_all(heap, float(left.side))
                logs += numbers.min() * np.log(np.abs(self._means[at]) + _TINY)
        self.k = np.flatnonzero(logs > math.log(_NEGLIGIBLE))
        self._t = (self.k + 0.5) * step
        # A factor is rounded, and its angle.
        last = float(self._t[-1]) if len(self.k) else 0.0
        factors = [
            (heap.size if left.signs else float(rows.numbers[:, at].max()), heap.farthest) for heap, at in self._spread
        ]
        self.error = _NEGLIGIBLE + _EPSILON * sum(many * (_ROUNDED + 2 * last * farthest) for many, farthest in factors)
        multiplied = sum(_work(heap, rows.numbers[:, at]) for heap, at in self._spread if left.signs)
        self.work = int(len(self.k) * (multiplied + _ROW * len(rows.masses) * len(self._spread)))
        # Where most frequencies are negligible, so are more.
        self.grows = 2 * len(self.k) > count

    def _of_all(self, heap: Heap, times: float) -> Complexes:
        """The mean of e^{i·times·tr}."""
        return sums_of_waves(times * heap.rest, heap.counts / heap.size, *self._grid)

    def mixed(self) -> Complexes:
        """Σ P·e^{it·above}·E[e^{itR} | numbers] of all rows."""
        phi, k, numbers = np.zeros(len(self.k), dtype=complex), self.k, self._rows.numbers
        counted = [(heap, at) for heap, at in self._spread if heap.centre] if self._signs else []
        tables = [self._of_pluses(heap, numbers[:, at]) for heap, at in counted]
        drawn = list(self._means)
        logs = np.log(np.array([self._means[at][k] for at in drawn]).reshape(len(drawn), len(k)) + _TINY)
        for some in _blocks(len(numbers), len(k)):
            waves = np.exp(1j * np.multiply.outer(self._rows.above[some], self._t) + numbers[some][:, drawn] @ logs)
            for row, table in tables:
                waves *= table[row[some]]
            phi += self._rows.masses[some] @ waves
        return phi * self._free[k]

    def _of_pluses(self, heap: Heap, numbers: Integers) -> tuple[Integers, Complexes]:
        if _factors(heap, numbers) <= _ONE_BY_ONE:
            return _one_by_one(heap, numbers, self._side * self._t)
        row, given, error = _at_all_angles(heap, numbers, self.k, self._grid)
        self.error += error
        return row, given if self._side > 0 else given.conj()


def _fewer(heap: Heap, numbers: Integers) -> NDArray[Any]:
    """How many have the sign that fewer have."""
    return np.minimum(numbers, round(heap.size) - numbers) if heap.centre else np.zeros(1)


def _factors(heap: Heap, numbers: Integers) -> float:
    """How many are multiplied for each frequency, if they are one by one."""
    return heap.size * float(_fewer(heap, numbers).max())


def _work(heap: Heap, numbers: Integers) -> float:
    """How many multiplications each frequency takes, or about as many of all angles that matter."""
    factors = _factors(heap, numbers)
    return factors if factors <= _ONE_BY_ONE else _ANGLES * math.sqrt(heap.size)


def _logs_at_most(heap: Heap, numbers: Integers, means: Complexes) -> Floats:
    """ln|E[e^{itR} | k]| at most, χ being the mean of e^{2itr}.

    With p = k/m, P(k)·E[e^{itR} | k] is a mean over θ of products of |p·e^{ia} + (1 − p)·e^{−ia}|² at a = θ + tr, which
    is 1 − 4p(1 − p)·sin² a; by Jensen's inequality the sum of their logarithms is at most m·ln(1 − 2p(1 − p)(1 − |χ|)).
    P(k) is at least 1/(m + 1).
    """
    m = heap.size
    share = float(_fewer(heap, numbers).min()) / m
    lost = 2 * share * (1 - share) * (1 - np.minimum(np.abs(means), 1.0))
    logs: Floats = m / 2 * np.log1p(-lost) + math.log(m + 1)
    return np.minimum(logs, 0.0)


def _one_by_one(heap: Heap, numbers: Integers, t: Floats) -> tuple[Integers, Complexes]:
    """Which row is that of each number of pluses, and rows of E[e^{itR} | k].

    As all r add up to 0, minuses are pluses whose angles turn the other way: the fewer are chosen.
    """
    m, fewer = round(heap.size), _fewer(heap, numbers)
    most = int(fewer.max())
    table, share = np.zeros((most + 1, len(t) + 1), dtype=complex), most / m
    table[0] = 1.0
    # The last column is of t = 0: how likely so many are chosen at all.
    angles = np.append(2 * t, 0.0)
    for r in np.repeat(heap.rest, heap.counts.astype(np.int64)).tolist():
        chosen = share * np.exp(1j * r * angles) * table[:-1]
        table *= 1 - share
        table[1:] += chosen
    kinds, row = np.unique(np.where(2 * numbers > m, -1 - fewer, fewer), return_inverse=True)
    given = table[:, :-1] / table[:, -1:].real
    turned = kinds < 0
    return row.ravel(), np.where(turned[:, None], given[np.where(turned, -1 - kinds, 0)].conj(), given[kinds * ~turned])


def _at_all_angles(
    heap: Heap, numbers: Integers, k: Integers, grid: tuple[float, float, int]
) -> tuple[Integers, Complexes, float]:
    """The same of many pluses at frequencies k, from E e^{iθZ + itR} with Z = Σ ±1, and its error.

    Pluses are so likely as they are many.
    """
    _, step, count = grid
    m, (kinds, row) = round(heap.size), np.unique(numbers, return_inverse=True)
    share = float(np.clip(kinds.mean() / m, 0.5 / m, 1 - 0.5 / m))
    ones, rest = np.ones(len(heap.rest), dtype=np.int64), SwappedSum(np.abs(heap.rest), heap.counts)
    on = SwappedSum(np.ones(1, dtype=np.int64), np.array([m]))
    values = SwappedSum(heap.centre + heap.rest, heap.counts)
    jitter = Jitter(heap.centre, ones, heap.rest, on, rest)
    waves = JointWaves(values, jitter, slope=math.atanh(2 * share - 1), step=step)
    at, turns, phi, error = waves.below(count)
    place = np.searchsorted(k, at)
    known = np.flatnonzero(k[np.minimum(place, len(k) - 1)] == at)
    place, turns, phi = place[known], turns[known], phi[known]
    logs = gammaln(m + 1) - gammaln(kinds + 1) - gammaln(m - kinds + 1)
    chances = np.exp(logs + kinds * math.log(share) + (m - kinds) * math.log1p(-share))
    if chances.min() < _UNLIKELY:
        raise NotExactError("the numbers of pluses lie far apart")
    given = np.empty((len(kinds), len(k)), dtype=complex)
    for each, (pluses, chance) in enumerate(zip(kinds.tolist(), chances.tolist(), strict=True)):
        own = phi * waves.wave(-turns * (2 * pluses - m)) / (waves.angles * chance)
        given[each] = np.bincount(place, own.real, len(k)) + 1j * np.bincount(place, own.imag, len(k))
    return row.ravel(), given, (error + NEGLIGIBLE + _OUTSIDE) / float(chances.min())


def _blocks(rows: int, columns: int) -> Iterator[slice]:
    size = max(1, _AT_ONCE // max(columns, 1))
    for start in range(0, rows, size):
        yield slice(start, start + size)
