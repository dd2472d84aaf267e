"""Values that lie near a lattice, as right or wrong with the noise of 32 bits: which lattice, and what is left over.

Of draws the lattice may begin anywhere, in each stratum somewhere else: as many are drawn each time.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.common.cached import cached_property
from core.distributions.fading import ORDINARY, deviation
from core.distributions.heaps import Heap
from core.distributions.stratified import Law, SumOfResamples, centred, strata_of, together
from core.distributions.sums import ResampledSum, SwappedSum, grouped

__all__ = ["Jitter", "jitter_of", "split"]

Floats = NDArray[Any]
Integers = NDArray[np.int64]

# Sizes are so much nearer to others on one point of the lattice than to those of the next; where so many gaps jump.
_NEARER, _JUMPS = 8.0, 4
# The most points that sizes are near; into how many steps the least distance between two may fall, or of strata a step.
_MOST_POINTS, _MOST_PARTS, _MOST_SHARED = 256, 8, 256
# How far from its point a middle of sizes may be, as a share of a step.
_OFF = 1 / 8
# In steps, how wide a window the sum has at most on the lattice, and half a window of what is left over.
_WIDEST, _MOST_LEFT = 2**14, 4.0
# So many steps from 0 a lattice begins there.
_FAR = 2.0**20
# Half a window of what is left over that is so much of a step comes near it.
_ROUGH = 1 / 16
# So many times farther off than from heaps is about as near.
_AS_NEAR = 2.0
# So many numbers of heaps are listed, or of draws at once, where no more values lie off the commonest point.
_LISTED, _LISTED_DRAWS, _MANY = 2**14, 2**10, 2**8
# So many times larger may be what is left over; so few values off the commonest point, or that are drawn, are few.
_UNLIKE, _FEW, _FEW_DRAWN = 4.0, 16, 2
# Where the whole window is no more of those that are left over, inversion tells them apart by itself.
_APART = 16.0


@dataclass(frozen=True, eq=False)
class Jitter:
    """``values = step·whole + rest``, and laws of the whole numbers and of the rest by themselves.

    Where the lattice of draws does not begin at 0, it is the rest that begins there.
    """

    step: float
    whole: Integers
    rest: Floats
    on_lattice: Law
    off_lattice: Law

    @property
    def alike(self) -> bool:
        """Whether what is left over is about as large on all points of the lattice as on the commonest of them."""
        sizes, squares = self._sizes
        commonest = int(np.argmax(sizes))
        return bool(squares.sum() / sizes.sum() <= _UNLIKE**2 * squares[commonest] / sizes[commonest])

    @property
    def at_once(self) -> bool:
        """Whether values are alike, of which many lie off the commonest point: few are gone through one by one."""
        return self.alike and self._off_commonest > _FEW

    @property
    def drawn_at_once(self) -> bool:
        """Whether even a few may, because they are drawn and leave over nothing of many sizes."""
        rest = self.off_lattice
        if isinstance(rest, SwappedSum) or rest.half_width() > ORDINARY * deviation(
            ResampledSum(self._off, rest.counts)
        ):
            return False
        return self.alike and self._off_commonest > _FEW_DRAWN

    @property
    def soon(self) -> bool:
        """Whether values are gone through together before they are one by one."""
        return self.at_once or self.drawn_at_once

    @property
    def rough(self) -> bool:
        """Whether what is left over comes near a step: any values are that near to some lattice."""
        return self.off_lattice.half_width() > _ROUGH * self.step

    def as_near(self, heaps: list[Heap]) -> bool:
        """Whether values are about as near to the lattice as to the centres of heaps."""
        return float(np.abs(self._off).max()) <= _AS_NEAR * max(heap.farthest for heap in heaps)

    @property
    def listed_sooner(self) -> int:
        """How many numbers of heaps are listed sooner than all of them are told from the lattice at once."""
        if not isinstance(self.off_lattice, SwappedSum):
            changed, most = self._off_commonest, _LISTED_DRAWS if self.drawn_at_once else _LISTED
        else:
            changed, most = float(self.off_lattice.counts[self.whole != 0].sum()), _LISTED
        return most if changed <= _MANY else 0

    @property
    def _off_commonest(self) -> float:
        sizes, _ = self._sizes
        return float(sizes.sum() - sizes.max())

    @property
    def _sizes(self) -> tuple[Floats, Floats]:
        """How many values each point has, and the sum of the squares of what is left over of them."""
        of, counts = np.unique(self.whole, return_inverse=True)[1], self.off_lattice.counts
        return np.bincount(of, counts), np.bincount(of, counts * self._off**2)

    @cached_property
    def _off(self) -> Floats:
        """How far values lie from their points."""
        drawn = not isinstance(self.off_lattice, SwappedSum)
        return centred(self.off_lattice, self.rest, self.off_lattice.counts) if drawn else self.rest


def jitter_of(law: Law) -> Jitter | None:
    """Return the lattice that a law's values are near, or None where there is none or inversion needs none.

    Examples
    --------
    >>> law = SwappedSum(np.array([0.3 - 2e-8, 0.3, 0.6 + 1e-8]), np.ones(3))
    >>> round(jitter_of(law).step, 6), jitter_of(law).whole
    (0.3, array([1, 1, 2]))
    """
    found = (split(law, whole) for whole in (_in_strata(law) if isinstance(law, SumOfResamples) else _near(law)))
    return next((jitter for jitter in found if jitter), None)


def _near(law: ResampledSum | SwappedSum) -> Iterator[Integers]:
    """The whole numbers that values are near to in steps, of draws from the least of them up."""
    least = float(law.values.min()) if isinstance(law, ResampledSum) else 0.0
    for step in _steps(np.sort(law.values - least)):
        yield _rounded(law, step)


def _rounded(law: ResampledSum | SwappedSum, step: float) -> Integers:
    least = float(law.values.min()) if isinstance(law, ResampledSum) else 0.0
    # Near multiples of the step nothing of it is left over; far from 0 whole numbers would be too large.
    begin = round(least / step) if abs(least) < _FAR * step else 0
    return begin + np.rint((law.values - least) / step).astype(np.int64)


def _in_strata(law: SumOfResamples) -> Iterator[Integers]:
    """The same in steps that the lattices of all strata share, so nearly that hardly more is left over."""
    each = [jitter_of(part) for part in law.parts]
    some = [jitter for jitter in each if jitter]
    if not some:
        return
    steps = np.array([jitter.step for jitter in some])
    room = sum(jitter.off_lattice.half_width() for jitter in some)
    wide = np.array([jitter.on_lattice.half_width() for jitter in some])
    shared = steps.min() / np.arange(1, _MOST_SHARED + 1)
    off = np.abs(np.rint(steps[:, None] / shared) * shared - steps[:, None])
    for common in shared[wide @ off <= room][:1].tolist():
        yield np.concatenate(
            [
                jitter.whole * round(jitter.step / common) if jitter else _rounded(part, common)
                for jitter, part in zip(each, law.parts, strict=True)
            ]
        )


def _steps(sizes: Floats) -> Iterator[float]:
    """Steps of which the middles of nearby sizes are about multiples, the likeliest and largest first."""
    gaps = np.diff(sizes, prepend=0.0)
    wide = np.sort(gaps[gaps > 0])
    jumps = wide[1:] / wide[:-1]
    # Within points and between them, by a wide jump from one gap to the next larger
    last = np.arange(len(jumps))[-_MOST_POINTS:]
    for at in last[np.argsort(-jumps[last], kind="stable")][:_JUMPS]:
        if jumps[at] < _NEARER:
            return
        starts = np.flatnonzero(np.append(True, gaps[1:] > wide[at]))
        middles = np.add.reduceat(sizes, starts) / np.diff(np.append(starts, len(sizes)))
        if gaps[0] <= wide[at]:
            middles[0] = 0.0
        apart = np.diff(middles, prepend=0.0)
        steps = float(apart[apart > 0].min(initial=np.inf)) / np.arange(1, _MOST_PARTS + 1)
        if len(middles) <= _MOST_POINTS and np.isfinite(steps[0]):
            times = np.divide.outer(middles, steps)
            yield from steps[np.abs(np.rint(times) - times).max(axis=0) <= _OFF].tolist()


def split(law: Law, whole: Integers) -> Jitter | None:
    """Return these whole numbers of the values with the step that fits them best, or None where that is of no use."""
    # By least squares, so that what is left over does not grow with what the whole numbers add up to.
    turning = law.counts * (whole if isinstance(law, SwappedSum) else centred(law, whole, law.counts))
    if not turning.any():
        return None
    step = float(turning @ law.values / (turning @ whole))
    rest = law.values - step * whole
    on: Law
    off: Law
    if isinstance(law, SwappedSum):
        points, counts = grouped(whole[whole > 0], law.counts[whole > 0])
        on, off = SwappedSum(points, counts), SwappedSum(np.abs(rest), law.counts)
    else:
        strata = strata_of(law)
        each = [ResampledSum(*grouped(whole[own], law.counts[own])) for own in strata]
        others = [ResampledSum(rest[own], law.counts[own]) for own in strata]
        on, off = together(each), together(others)
    left = off.half_width()
    if 2 * on.half_width() > _WIDEST or left > _MOST_LEFT * step or law.half_width() < _APART * left:
        return None
    return Jitter(step, whole, rest, on, off)
