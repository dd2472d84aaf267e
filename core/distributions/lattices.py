"""Sums of independent parts of few points each, as of tasks that are each near a lattice of their own.

With Z the sum of the points at which the parts are, and R what is left over of all, B half a window of R::

    P(S ≥ x) = P(Z > x + B) + Σ P(Z = z, R ≥ x − z)  over the points z between x − B and x + B,

of which the first is met in the middle, and the second inverted from the product of E[e^{itR}·1(Z = z)] of the parts.
"""

import math
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.common.cached import cached_property, latest
from core.distributions.brackets import BackedSum, Bracket, OfPValue
from core.distributions.inversion import bracketed
from core.distributions.joint import NEGLIGIBLE
from core.distributions.part_halves import Half, Members, Open
from core.distributions.parts import Part, Points, left_over, parts_of
from core.distributions.stratified import Law, SumOfResamples
from core.distributions.sums import ResampledSum
from core.distributions.tail import Tail
from core.errors import NotExactError

__all__ = ["SeveralLattices"]

Floats = NDArray[Any]
Complexes = NDArray[Any]
Integers = NDArray[np.int64]

# So many pairs of places may be open.
_MOST_OPEN = 2**17
# How many frequencies there are at first and at most, and how many factors are few, and multiplied at most where a tail
# is certain enough, and where it is not.
_FEWEST, _MOST, _FEW_FACTORS, _MANY_FACTORS, _MOST_FACTORS = 2**6, 2**14, 2**21, 2**24, 2**26
# So many numbers are looked at together.
_TOGETHER = 2**20
# More frequencies that leave more than so much of a bracket are the last.
_HARDLY = 0.7
# Open pairs that are so unlikely together, as a share of the tail, stay open. What lies outside a window, and the
# rounding of a few operations.
_FAINT, _OUTSIDE, _ROUNDING = 1e-4, 1e-16, 4e-16
_CELLS = 2**12
# Sums of half of the parts are taken together where they lie within such a part of what is left over.
_NEAR = 1 / 8


class SeveralLattices(BackedSum):
    """The law of such a sum, as a bracket around each tail that provably holds, or as another engine has it.

    Parameters
    ----------
    law : SwappedSum or SumOfResamples
        The whole sum.
    otherwise : callable
        The engine of the law where too much is open, or a tail too small.

    Raises
    ------
    NotExactError
        If it has no such parts, or half of them too many points together.
    """

    law: Law

    def __init__(self, law: Law, otherwise: Callable[[Law], Any]) -> None:
        super().__init__(law, otherwise)
        self._tolerance = _ROUNDING * float(law.counts @ np.abs(law.values))
        for parts, self._sign in _ways(law):
            with suppress(NotExactError):  # refused now, and not when a tail is asked
                self._take(parts)
                break
        else:
            raise NotExactError("the sum has no parts of few points")
        self._asked = latest(self._open_at)  # both tails, one after the other

    def _take(self, parts: list[Part]) -> None:
        left = left_over(parts)
        self._near = _NEAR * left + self._tolerance / len(parts)
        self._reach = left + max(len(parts) - 1, 2) * self._near + self._tolerance
        self._step = math.pi / (2 * (self._reach + self.law.tolerance))
        self._parts: list[Points] = [part.points(self._step) for part in parts]
        self._mean = sum(part.mean for part in self._parts)
        self._halves = self._in_halves()

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
        return self._sign * (low + present * step)[:: self._sign], (mass[present] / mass[present].sum())[:: self._sign]

    def _in_halves(self) -> tuple[Half, Half]:
        halves = [Members(np.zeros(1), np.ones(1), {}, 0.0)] * 2
        for at in sorted(range(len(self._parts)), key=lambda each: -len(self._parts[each].sums)):
            halves.sort(key=lambda half: len(half.sums))
            halves[0] = halves[0].with_part(at, self._parts[at], self._near)
        one, other = halves
        return one.grouped(self._near), other.grouped(self._near)

    def _own(self, x: float, strict: bool, upper: bool, aim: OfPValue) -> Tail | None:
        off = self._edge(x, strict, upper) - x
        if self._sign < 0:
            x, off, upper = -x, -off, not upper
        asked = self._asked(x - self._mean)
        if asked is None:
            return None
        sure = (asked.above if upper else asked.below) + (0.0 if strict else asked.tied)
        certain = Bracket(sure, sure + asked.faintest)
        found, frequencies = Bracket(0.0, asked.mass), _FEWEST
        while asked.mass and frequencies <= _MOST:
            kept = found.half_width <= aim.kept(certain.plus(found))
            new = asked.bracket(frequencies, upper, off, _MANY_FACTORS if kept else _MOST_FACTORS)
            if new is None:
                break
            hardly = new.half_width > _HARDLY * found.half_width
            found = found.and_(new)
            wanted = aim.certain(certain.plus(found))[4 * frequencies * asked.factors > _FEW_FACTORS]
            if found.half_width <= wanted or (hardly and frequencies > _FEWEST):
                break
            frequencies *= 4
        both, halves = certain.plus(found), self._halves
        left_out = sum(half.members.left_out for half in halves) + _OUTSIDE * (1 + len(self._parts))
        rounding = _ROUNDING * (64 + sum(len(half.sums) ** 0.5 for half in halves)) * both.high
        because = f"with {frequencies:,} frequencies of the Fourier inversion, "
        error = both.half_width + left_out + rounding
        return Tail.of(min(max(both.middle, 0.0), 1.0), error, self.engine)._replace(because=because)

    def _open_at(self, x: float) -> "_Asked | None":
        """What is open at a threshold, or None where that are too many pairs."""
        (first, second), tolerance = self._halves, self.law.tolerance
        room = self._reach + tolerance
        begin = np.searchsorted(second.sums, x - room - first.sums, side="left")
        end = np.searchsorted(second.sums, x + room - first.sums, side="right")
        below = float(first.masses @ np.append(0.0, np.cumsum(second.masses))[begin])
        above = float(first.masses @ np.append(np.cumsum(second.masses[::-1])[::-1], 0.0)[end])
        each = end - begin
        if each.sum() > _MOST_OPEN:
            return None
        row = np.repeat(np.arange(len(each)), each)
        column = np.arange(len(row)) - np.repeat(np.cumsum(each) - each, each) + np.repeat(begin, each)
        masses = first.masses[row] * second.masses[column]
        ties = np.abs(first.sums[row] + second.sums[column] - x) <= tolerance - self._reach
        tied, row, column, masses = float(masses[ties].sum()), row[~ties], column[~ties], masses[~ties]
        # The least likely are left open.
        faint, order = _FAINT * (min(below, above) + tied + float(masses.sum())), np.argsort(masses)
        some = order[np.searchsorted(np.cumsum(masses[order]), faint) :]
        row, column = row[some], column[some]
        one, other = first.only(row, second.masses[column], faint), second.only(column, first.masses[row], faint)
        mass = float(one.masses[one.pairs] @ other.masses[other.pairs])
        faintest = max(float(masses.sum()) - mass, 0.0)
        return _Asked(x, below, above, tied, faintest, mass, one, other, self._parts, self._step, self._tolerance)


def _ways(law: Law) -> Iterator[tuple[list[Part], int]]:
    """The parts of S, or of −S, and that sign: the same of both systems, and of any order of strata."""
    if not isinstance(law, SumOfResamples):
        yield from ((parts, 1) for parts in parts_of(law))
    elif parts_of(law) or parts_of(law.reflected()):
        each = [
            (sorted(map(_ascending, turned.parts), key=_key), sign)
            for turned, sign in ((law, 1), (law.reflected(), -1))
        ]
        each.sort(key=lambda turned: [_key(part) for part in turned[0]])
        for strata, sign in each:
            yield from ((parts, sign) for parts in parts_of(replace(law, parts=tuple(strata))))


def _ascending(part: ResampledSum) -> ResampledSum:
    order = np.argsort(part.values, kind="stable")
    return replace(part, values=part.values[order], counts=part.counts[order])


def _key(part: ResampledSum) -> tuple[list[float], list[float]]:
    return part.values.tolist(), part.counts.tolist()


@dataclass(frozen=True, eq=False)
class _Asked:
    """A threshold, how likely sums surely lie on either side or equal it, and how likely open pairs of places are.

    Of a few more, so faint that they stay open, only that is known.
    """

    x: float
    below: float
    above: float
    tied: float
    faintest: float
    mass: float
    one: Open
    other: Open
    parts: list[Points]
    step: float
    tolerance: float

    @cached_property
    def factors(self) -> int:
        """How many are multiplied for one frequency."""
        return len(self.one.pairs) + self.one.factors(self.parts) + self.other.factors(self.parts)

    def bracket(self, frequencies: int, upper: bool, off: float, most: int) -> Bracket | None:
        """How likely the open pairs are to reach what lies so far from x, or None where that takes too much work."""
        try:
            largest = np.prod([part.largest(frequencies) for part in self.parts], axis=0)
        except NotExactError:
            return None
        k = np.flatnonzero(largest > NEGLIGIBLE)
        if len(k) * self.factors > most:
            return None
        waves, error = self._waves(k)
        waves = waves * np.exp(-1j * off * (k + 0.5) * self.step)
        below, half_width = bracketed(self.mass, waves, k, self.step, frequencies, self.tolerance, error)
        middle = self.mass - below if upper else below
        return Bracket(max(middle - half_width, 0.0), min(middle + half_width, self.mass))

    def _waves(self, k: Integers) -> tuple[Complexes, float]:
        """Σ E[e^{it(R − over)}·1(Z = z)] over the open pairs, each computed once, and how far off it is."""
        known, waves, error = self.__dict__.get("_known", (k[:0], np.zeros(0, dtype=complex), 0.0))
        new = np.setdiff1d(k, known, assume_unique=True)
        if len(new):
            more, off = self._computed(new)
            order = np.argsort(np.append(known, new))
            known, waves, error = np.append(known, new)[order], np.append(waves, more)[order], max(error, off)
            object.__setattr__(self, "_known", (known, waves, error))  # at once, whatever another thread asks
        return waves[np.searchsorted(known, k)], error

    def _computed(self, k: Integers) -> tuple[Complexes, float]:
        one, other = self.one, self.other
        tables = {at: self.parts[at].table(k, of) for half in (one, other) for at, of in half.asked().items()}
        over = self.x - one.sums[one.pairs] - other.sums[other.pairs]
        waves = np.zeros(len(k), dtype=complex)
        together = max(_TOGETHER // max(one.most(), other.most(), len(over)), 1)
        for start in range(0, len(k), together):
            some = slice(start, start + together)
            t = (k[some] + 0.5) * self.step
            both = one.waves(t, tables, some)[:, one.pairs] * other.waves(t, tables, some)[:, other.pairs]
            waves[some] = (both * np.exp(-1j * np.multiply.outer(t, over))).sum(axis=1)
        error = one.error(self.parts, tables).sum() + other.error(self.parts, tables).sum()
        return waves, float(error) + NEGLIGIBLE
