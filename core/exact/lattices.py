"""Sums of independent parts that are each near a lattice of their own, as of tasks that are normalised by themselves.

With Z of each part on its lattice of steps g, and R what is left over of all, B half a window of R::

    P(S ≥ x) = P(Σ g·Z > x + B) + Σ P(Z = z, R ≥ x − Σ g·z)  over the z with Σ g·z between x − B and x + B,

of which the first is met in the middle, and the second inverted from the product of E[e^{itR}·1(Z = z)] of the parts,
each as in `jittered`.
"""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.cached import cached_property
from core.errors import NotExactError
from core.exact.brackets import BackedSum, Bracket, OfPValue
from core.exact.heaps import heaps_of
from core.exact.inversion import bracketed
from core.exact.jitter import Jitter, jitter_of, split
from core.exact.joint import NEGLIGIBLE, JointWaves
from core.exact.lattice import masses_of
from core.exact.stratified import Law, SumOfResamples, together
from core.exact.sums import ResampledSum, SwappedSum
from core.exact.tail import Tail

__all__ = ["SeveralLattices", "parts_near_lattices"]

Floats = NDArray[Any]
Complexes = NDArray[Any]
Integers = NDArray[np.int64]
Part = tuple[ResampledSum | SwappedSum, Jitter]

# Points of half the parts, and pairs of them that are open.
_MOST_POINTS, _MOST_OPEN = 2**17, 2**12
# How many frequencies there are at first, are few, and at most, and how many factors are multiplied.
_FEWEST, _FEW, _MOST, _MOST_FACTORS = 2**6, 2**10, 2**14, 2**24
# More frequencies that leave more than so much of a bracket are the last.
_HARDLY = 0.7
# Open pairs that are so unlikely together, as a share of the tail, stay open, and points less likely than this are left
# out. What lies outside a window, and the rounding of a few operations.
_FAINT, _UNLIKELY, _OUTSIDE, _ROUNDING = 1e-5, 1e-18, 1e-16, 4e-16
_CELLS = 2**12
# What is left over tells nothing of lattices where half a window of it is more than so many steps.
_MOST_LEFT = 4.0
# Heaps are multiples of the smallest, each off by so many times how far values lie from their heaps.
_OFF = 4.0


class SeveralLattices(BackedSum):
    """The law of such a sum, as a bracket around each tail that provably holds, or as another engine has it.

    Parameters
    ----------
    law : SwappedSum or SumOfResamples
        The whole sum.
    parts : list of (law, Jitter)
        As `parts_near_lattices` returns them.
    otherwise : callable
        The engine of the law where too much is open, or a tail too small.

    Raises
    ------
    NotExactError
        If half of the parts have too many points together.
    """

    law: Law

    def __init__(self, law: Law, parts: list[Part], otherwise: Callable[[Law], Any]) -> None:
        super().__init__(law, otherwise)
        self._parts = parts
        self._tolerance = max(law.tolerance, _ROUNDING * float(law.counts @ np.abs(law.values)))
        self._reach = _left_over(parts).half_width() + self._tolerance
        self._step = math.pi / (2 * self._reach)
        self._waves = [JointWaves(part, jitter, step=self._step) for part, jitter in parts]
        self._mean = sum(waves.mean for waves in self._waves)
        self._halves = self._in_halves()  # refused now, and not when a tail is asked

    @cached_property
    def _picture(self) -> tuple[Floats, Floats]:
        first, second = self._halves
        step = sum(float(half.sums[-1] - half.sums[0]) for half in self._halves) / _CELLS
        left, right = (
            np.bincount(np.rint((half.sums - half.sums[0]) / step).astype(np.int64), half.masses)
            for half in self._halves
        )
        mass = np.convolve(left, right)
        present = np.flatnonzero(mass)
        low = float(first.sums[0] + second.sums[0]) + self._mean
        return low + present * step, mass[present] / mass[present].sum()

    def _in_halves(self) -> "tuple[_Half, _Half]":
        halves = [_Half(np.zeros(1), np.ones(1), {}), _Half(np.zeros(1), np.ones(1), {})]
        for at in sorted(range(len(self._parts)), key=lambda each: -self._waves[each].angles):
            jitter, z = self._parts[at][1], self._waves[at].between()
            halves.sort(key=lambda half: len(half.sums))
            halves[0] = halves[0].with_part(at, jitter.step * z, *_masses(jitter, z))
        one, other = halves
        return one.in_order(), other.in_order()

    def _own(self, x: float, upper: bool, aim: OfPValue) -> Tail | None:
        x -= self._mean
        first, second = self._halves
        room = self._reach
        begin = np.searchsorted(second.sums, x - room - first.sums, side="left")
        end = np.searchsorted(second.sums, x + room - first.sums, side="right")
        below = np.append(0.0, np.cumsum(second.masses))
        above = np.append(np.cumsum(second.masses[::-1])[::-1], 0.0)
        sure = float(first.masses @ (above[end] if upper else below[begin]))
        each = end - begin
        if each.sum() > _MOST_OPEN:
            return None
        row = np.repeat(np.arange(len(each)), each)
        column = np.arange(len(row)) - np.repeat(np.cumsum(each) - each, each) + np.repeat(begin, each)
        masses = first.masses[row] * second.masses[column]
        # The least likely are left open.
        order = np.argsort(masses)
        faint = np.searchsorted(np.cumsum(masses[order]), _FAINT * (sure + float(masses.sum())))
        faintest = float(masses[order[:faint]].sum())
        row, column, masses = row[order[faint:]], column[order[faint:]], masses[order[faint:]]
        over = x - first.sums[row] - second.sums[column]
        places = {
            **{at: z[row] for at, z in first.places.items()},
            **{at: z[column] for at, z in second.places.items()},
        }
        left_out = sum(half.left_out for half in self._halves) + _OUTSIDE * (1 + len(self._parts))
        certain = Bracket(sure, sure + faintest)
        found, frequencies = Bracket(0.0, float(masses.sum())), _FEWEST
        while len(row) and frequencies <= _MOST:
            new = self._inverted(places, over, masses, frequencies, upper)
            if new is None:
                break
            hardly = new.half_width > _HARDLY * found.half_width
            found = found.and_(new)
            wanted = aim.certain(certain.plus(found))[frequencies > _FEW]
            if found.half_width <= wanted or (hardly and frequencies > _FEWEST):
                break
            frequencies *= 4
        both = certain.plus(found)
        rounding = _ROUNDING * (64 + len(first.sums) ** 0.5 + len(second.sums) ** 0.5) * both.high
        because = f"with {frequencies:,} frequencies of the Fourier inversion, "
        off = both.half_width + left_out + rounding
        return Tail.of(min(max(both.middle, 0.0), 1.0), off, self.engine)._replace(because=because)

    def _inverted(
        self, places: dict[int, Integers], over: Floats, masses: Floats, frequencies: int, upper: bool
    ) -> Bracket | None:
        """How likely the sums of these points are to reach x, or None where that takes too much work."""
        try:
            tables = [_table(waves, frequencies) for waves in self._waves]
        except NotExactError:
            return None
        k = tables[0].k
        for table in tables[1:]:
            k = np.intersect1d(k, table.k, assume_unique=True)
        if len(k) * len(over) * len(tables) > _MOST_FACTORS:
            return None
        product = np.exp(-1j * np.multiply.outer((k + 0.5) * self._step, over))
        for at, table in enumerate(tables):
            product *= table.values[np.searchsorted(table.k, k)][:, places[at]]
        error = len(over) * sum(table.error for table in tables)
        mass = float(masses.sum())
        waves = product.sum(axis=1)
        below, half_width = bracketed(mass, waves, k, self._step, frequencies, self._tolerance, error)
        middle = mass - below if upper else below
        return Bracket(max(middle - half_width, 0.0), min(middle + half_width, mass))


class _Half(NamedTuple):
    """The sums of some parts on their lattices, how likely each is, and at which point each part then is."""

    sums: Floats
    masses: Floats
    places: dict[int, Integers]
    left_out: float = 0.0

    def with_part(self, at: int, sums: Floats, masses: Floats, uncertain: float) -> "_Half":
        if len(self.sums) * len(sums) > _MOST_POINTS:
            raise NotExactError("several lattices have too many points")
        both = np.multiply.outer(self.masses, masses)
        row, column = np.nonzero(both > _UNLIKELY)
        places = {**{each: place[row] for each, place in self.places.items()}, at: column}
        left_out = self.left_out + float(both[both <= _UNLIKELY].sum()) + uncertain
        return _Half(self.sums[row] + sums[column], both[row, column], places, left_out)

    def in_order(self) -> "_Half":
        order = np.argsort(self.sums, kind="stable")
        places = {each: place[order] for each, place in self.places.items()}
        return _Half(self.sums[order], self.masses[order], places, self.left_out)


class _Table(NamedTuple):
    """E[e^{itR}·1(Z = z)] of a part at some frequencies and all its points ``(k, z)``, each so far off."""

    k: Integers
    values: Complexes
    error: float


def _table(waves: JointWaves, frequencies: int) -> _Table:
    pairs, j, phi, error = waves.below(frequencies)
    k, row = np.unique(pairs, return_inverse=True)
    z = waves.between()
    table = np.zeros((len(k), waves.angles), dtype=complex)
    table[row.ravel(), j % waves.angles] = phi * waves.wave(-j * int(z[0]))
    values = np.fft.fft(table, axis=1)[:, : len(z)] / waves.angles
    largest = float(np.bincount(row.ravel(), np.abs(phi)).max(initial=0.0)) / waves.angles
    return _Table(k, values, error * largest + NEGLIGIBLE)


def _masses(jitter: Jitter, z: Integers) -> tuple[Floats, float]:
    """How likely a part is at these points of its lattice, and how far these may be off together."""
    if len(z) == 1:
        return np.ones(1), 0.0
    sums, mass, uncertainty = masses_of(jitter.on_lattice)
    at = np.minimum(np.searchsorted(sums, z), len(sums) - 1)
    return np.where(sums[at] == z, mass[at], 0.0), uncertainty


def parts_near_lattices(law: Law) -> list[Part]:
    """Return the parts of a sum, or none where they are not each near a lattice of few points."""
    if isinstance(law, SumOfResamples):
        found: list[tuple[Any, Jitter | None]] = [(part, jitter_of(part) or _still(part)) for part in law.parts]
    elif isinstance(law, SwappedSum):
        found = _of_swaps(law)
    else:
        return []
    parts = [(part, jitter) for part, jitter in found if jitter is not None]
    points = np.array([1 + 2 * jitter.on_lattice.half_width() for _, jitter in parts])
    if len(parts) < len(found) or not (points > 1).sum() > 1 or np.log(points).sum() > 2 * math.log(_MOST_POINTS):
        return []
    least = min(jitter.step for (_, jitter), of_part in zip(parts, points.tolist(), strict=True) if of_part > 1)
    return parts if _left_over(parts).half_width() <= _MOST_LEFT * least else []


def _still(part: ResampledSum) -> Jitter:
    """All of it is left over."""
    n, nowhere = part.counts.sum(), np.zeros(len(part.values), dtype=np.int64)
    return Jitter(1.0, nowhere, part.values, ResampledSum(nowhere[:1], np.array([n])), part)


def _left_over(parts: list[Part]) -> Law:
    off: list[Any] = [jitter.off_lattice for _, jitter in parts]
    if isinstance(off[0], ResampledSum):
        return together(off)
    return SwappedSum(np.concatenate([each.values for each in off]), np.concatenate([each.counts for each in off]))


def _of_swaps(law: SwappedSum) -> list[tuple[SwappedSum, Jitter | None]]:
    """Signs by the smallest size of which they are multiples, and of those left over again."""
    ways = heaps_of(law)
    if not ways:
        return []
    off, centres = _OFF * max(heap.farthest for heap in ways[0]), np.array([heap.centre for heap in ways[0]])
    of = np.argmin(np.abs(np.subtract.outer(law.values, centres)), axis=1)
    left, found = np.arange(len(centres)), list[tuple[SwappedSum, Jitter | None]]()
    while len(left):
        step = float(centres[left][centres[left] > 0].min(initial=math.inf))
        times = np.rint(centres / step)
        near = np.abs(centres - times * step) <= off * (1 + times)
        some = np.isin(of, left[near[left]])
        part = SwappedSum(law.values[some], law.counts[some])
        found.append((part, split(part, times[of[some]].astype(np.int64))))
        left = left[~near[left]]
    return found
