"""Independent parts of a sum that each have few points, where their values are near a lattice or in heaps.

At a point a part's sum is known but for what is left over of its values, R, whose E[e^{itR}·1(Z = z)] is told for each.
"""

import math
from collections.abc import Callable
from functools import partial
from itertools import product
from operator import itemgetter
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from core.distributions.frequencies import sums_of_waves
from core.distributions.heaps import Heap, about_drawn, counts_of, heaps_of, parted
from core.distributions.jitter import Jitter, jitter_of, split
from core.distributions.joint import NEGLIGIBLE, JointWaves
from core.distributions.lattice import masses_of
from core.distributions.stratified import Law, SumOfResamples, together
from core.distributions.sums import ResampledSum, SwappedSum
from core.errors import NotExactError

__all__ = ["Part", "Points", "Table", "left_over", "members", "parts_of", "taken_together"]

Floats = NDArray[Any]
Complexes = NDArray[Any]
Integers = NDArray[np.int64]

# So many numbers of a part's heaps are listed, of so many parts, of which about so many points are worth a look.
_MOST_NUMBERS, _MOST_PARTS, _MOST_LOG_POINTS = 2**18, 40, 64.0
# What is left over is little where it is less of how far points lie apart, about the same within such a factor, and
# points tell nothing where it is more, or heaps no more than an inversion. Sums of centres that lie within such a part
# of it are taken together.
_ROUGH, _AS_ROUGH, _TOO_ROUGH, _ROUGH_IN_HEAPS, _NEAR = 1 / 1024, 4.0, 4.0, 1 / 64, 1.0
# Heaps of signs are multiples of the smallest, each off by so many times how far values lie from their heaps.
_OFF = 4.0
# The rounding of a mean of waves, and of sums that are equal without it, as a share of all values.
_ROUNDING, _ALIKE = 1e-14, 4e-16


class Table(NamedTuple):
    """E[e^{itR}·1(Z = z)] of a part at some frequencies and points of it ``(k, z)``, and how far off these are."""

    values: Complexes
    errors: Floats  # (z,)


class Points(Protocol):
    """The sums of a part from point to point, how likely each is, how far those may be off together, and E R."""

    sums: Floats
    masses: Floats
    uncertain: float
    mean: float

    def largest(self, frequencies: int) -> Floats:
        """How large those of all points are together, at most, at the first so many frequencies (k + ½)·step."""

    def factors(self, of: Integers) -> int:
        """How many are multiplied for these points at one frequency."""

    def table(self, k: Integers, of: Integers) -> Table:
        """Those of these points at these frequencies, of which the `largest` was asked."""


class Part(NamedTuple):
    """A part before its frequencies are known.

    Attributes
    ----------
    left_over : ResampledSum or SwappedSum
        What is left over of its values.
    gap : float
        How far points lie apart.
    about : float
        About how many there are.
    points : callable
        Takes the step of the frequencies to the points.
    moved : float
        How far sums that are taken for one point lie from it.
    """

    left_over: ResampledSum | SwappedSum
    gap: float
    about: float
    points: Callable[[float], Points]
    moved: float = 0.0


class _LatticePoints:
    def __init__(self, law: ResampledSum | SwappedSum, jitter: Jitter, step: float) -> None:
        self._waves = JointWaves(law, jitter, step=step)
        self._z = self._waves.between()
        self.mean, self.sums = self._waves.mean, jitter.step * self._z
        self.masses, self.uncertain = np.ones(len(self._z)), 0.0
        if len(self._z) > 1:
            sums, masses, self.uncertain = masses_of(jitter.on_lattice)
            at = np.minimum(np.searchsorted(sums, self._z), len(sums) - 1)
            self.masses = np.where(sums[at] == self._z, masses[at], 0.0)

    def largest(self, frequencies: int) -> Floats:
        pairs, _, phi, _ = self._waves.below(frequencies)
        # Σ|v| ≤ √(points·Σ|v|²), and by Parseval Σ|v|² = Σ|φ|²/points
        return np.minimum(np.sqrt(np.bincount(pairs, np.abs(phi) ** 2, frequencies)), 1.0)

    def factors(self, of: Integers) -> int:
        return len(self._z)

    def table(self, k: Integers, of: Integers) -> Table:
        pairs, j, phi, error = self._waves.below(int(k[-1]) + 1)
        asked = np.isin(pairs, k)
        row, angles = np.searchsorted(k, pairs[asked]), self._waves.angles
        table = np.zeros((len(k), angles), dtype=complex)
        table[row, j[asked] % angles] = phi[asked] * self._waves.wave(-j[asked] * int(self._z[0]))
        values = np.fft.fft(table, axis=1)[:, of] / angles
        largest = float(np.bincount(row, np.abs(phi[asked])).max(initial=0.0)) / angles
        return Table(values, np.full(len(of), error * largest + NEGLIGIBLE))


class _HeapPoints:
    """How many of each heap are drawn, together where centres add up to nearly the same."""

    mean = 0.0

    def __init__(self, law: ResampledSum, heaps: list[Heap], near: float, step: float) -> None:
        counts = counts_of(law, heaps, 0.0, _MOST_NUMBERS)
        if counts is None:
            raise NotExactError("the heaps of a part are drawn in too many ways")
        sums = counts.numbers @ np.array([heap.centre for heap in heaps])
        order = np.argsort(sums, kind="stable")
        self._numbers, self._masses, sums = counts.numbers[order], counts.masses[order], sums[order]
        self._starts, self.sums, self.masses = taken_together(sums, self._masses, near)
        self._moved = sums - np.repeat(self.sums, np.diff(np.append(self._starts, len(sums))))
        self.uncertain = counts.left_out + counts.rounding
        self._heaps, self._n, self._step, self._waves = heaps, law.n, step, np.zeros((len(heaps), 0), dtype=complex)

    def largest(self, frequencies: int) -> Floats:
        shares = np.array([heap.size for heap in self._heaps]) / self._n
        largest: Floats = (shares @ np.abs(self._of_heaps(frequencies))) ** self._n
        return largest

    def _of_heaps(self, frequencies: int) -> Complexes:
        waves = self._waves
        if frequencies > waves.shape[1]:
            first, step = self._step / 2, self._step
            each = ((heap.rest, heap.counts / heap.size) for heap in self._heaps)
            waves = self._waves = np.stack([sums_of_waves(*heap, first, step, frequencies) for heap in each])
        return waves[:, :frequencies]

    def factors(self, of: Integers) -> int:
        return len(self._heaps) * len(members(self._starts, len(self._moved), of)[0])

    def table(self, k: Integers, of: Integers) -> Table:
        row, starts = members(self._starts, len(self._moved), of)
        values = np.exp(1j * np.multiply.outer((k + 0.5) * self._step, self._moved[row])) * self._masses[row]
        for at, waves in enumerate(self._of_heaps(int(k[-1]) + 1)[:, k]):
            powers = np.multiply.accumulate(np.repeat(waves[:, None], self._n, axis=1), axis=1)
            values *= np.column_stack([np.ones(len(k)), powers])[:, self._numbers[row, at]]
        return Table(np.add.reduceat(values, starts, axis=1), _ROUNDING * self._n * self.masses[of])


def members(starts: Integers, total: int, groups: Integers) -> tuple[Integers, Integers]:
    """Return what is in some of the groups that begin at ``starts``, and where each then begins.

    Examples
    --------
    >>> member, starts = members(np.array([0, 2, 5]), 6, np.array([0, 2]))
    >>> member.tolist(), starts.tolist()
    ([0, 1, 5], [0, 2])
    """
    sizes = np.append(starts[1:], total)[groups] - starts[groups]
    begin = np.cumsum(sizes) - sizes
    return np.arange(int(sizes.sum())) + np.repeat(starts[groups] - begin, sizes), begin


def taken_together(sums: Floats, masses: Floats, near: float) -> tuple[Integers, Floats, Floats]:
    """Return where groups of sorted sums that are so near begin, their means, and how likely each is.

    Examples
    --------
    >>> starts, means, chances = taken_together(np.array([0.0, 1.0, 1.5]), np.array([0.5, 0.25, 0.25]), 1.0)
    >>> starts.tolist(), means.tolist(), chances.tolist()
    ([0, 1], [0.0, 1.25], [0.5, 0.5])
    """
    starts = np.flatnonzero(np.diff(np.floor(sums / near) if near else sums, prepend=-np.inf))
    chances = np.add.reduceat(masses, starts)
    # Equal sums stay what they are, whatever the mean of several is rounded to.
    first = np.repeat(sums[starts], np.diff(np.append(starts, len(sums))))
    return starts, sums[starts] + np.add.reduceat(masses * (sums - first), starts) / chances, chances


def parts_of(law: Law) -> list[list[Part]]:
    """Return the ways to part a sum, those first of which little is left over, or which have the fewest points."""
    if isinstance(law, SwappedSum):
        found = [_near_lattice(*each) for each in _of_swaps(law)]
        each = [[part] for part in found if part] if len(found) > 1 and all(found) else []
    elif isinstance(law, SumOfResamples) and len(law.parts) <= _MOST_PARTS:
        each = [_ways(part) for part in law.parts]
    else:
        return []
    ways = {}
    for least, rule in product({way.gap for of_part in each for way in of_part}, (_nearest, _fewest)):
        within = [[way for way in of_part if way.gap >= least] for of_part in each]
        parts = [min(of_part, key=rule) for of_part in within if of_part]
        points = sum(math.log(part.about) for part in parts)
        several = len(parts) == len(each) and sum(part.about > 1 for part in parts) > 1
        if several and points <= _MOST_LOG_POINTS:
            rough = left_over(parts) / min(part.gap for part in parts)
            if rough <= (_ROUGH_IN_HEAPS if any(part.moved for part in parts) else _TOO_ROUGH):
                ways[tuple(map(id, parts))] = round(math.log(max(rough, _ROUGH), _AS_ROUGH)), points, parts
    return [parts for *_, parts in sorted(ways.values(), key=itemgetter(0, 1))]


def _nearest(part: Part) -> float:
    return part.left_over.half_width()


def _fewest(part: Part) -> float:
    return part.about if part.about > 1 else math.inf


def left_over(parts: list[Part]) -> float:
    """Half a window of what all parts leave over, and of how far sums are moved."""
    off: list[Any] = [part.left_over for part in parts]
    moved = sum(part.moved for part in parts)
    if isinstance(off[0], ResampledSum):
        return together(off).half_width() + moved
    values, counts = (np.concatenate([getattr(each, name) for each in off]) for name in ("values", "counts"))
    return SwappedSum(values, counts).half_width() + moved


def _ways(law: ResampledSum) -> list[Part]:
    """Near a lattice, or in heaps, of which any few values are in many ways, or nothing but what is left over."""
    lattice = _near_lattice(law, jitter_of(law))
    ways = [_still(law)] if lattice is None else [_still(law), lattice]
    for gap, heaps in parted(law):
        sizes, centres = np.array([heap.size for heap in heaps]), np.array([heap.centre for heap in heaps])
        about = about_drawn(sizes)
        if about <= _MOST_NUMBERS:
            off = law.values - centres[np.argmin(np.abs(np.subtract.outer(law.values, centres)), axis=1)]
            left_over = ResampledSum(off, law.counts)
            near = _NEAR * left_over.half_width() + _ALIKE * float(law.counts @ np.abs(law.values))
            ways.append(Part(left_over, gap, about, partial(_HeapPoints, law, heaps, near), near))
    return ways


def _near_lattice(law: ResampledSum | SwappedSum, jitter: Jitter | None) -> Part | None:
    if jitter is None:
        return None
    off: Any = jitter.off_lattice
    return Part(off, jitter.step, 1 + 2 * jitter.on_lattice.half_width(), partial(_LatticePoints, law, jitter))


def _still(law: ResampledSum) -> Part:
    """All of it is left over."""
    n, nowhere = law.counts.sum(), np.zeros(len(law.values), dtype=np.int64)
    jitter = Jitter(1.0, nowhere, law.values, ResampledSum(nowhere[:1], np.array([n])), law)
    return Part(law, math.inf, 1.0, partial(_LatticePoints, law, jitter))


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
