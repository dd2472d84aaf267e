"""The sums of half of a law's parts from point to point, so that two halves meet in the middle."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.distributions.parts import Points, Table, members, taken_together
from core.errors import NotExactError

__all__ = ["Half", "Members", "Open"]

Floats = NDArray[Any]
Complexes = NDArray[Any]
Integers = NDArray[np.int64]

# So many points a half has at most, of so many that are looked at before the unlikely ones are left out, and no more
# than so much of all; and so many together with those of parts that were taken together before.
_MOST_POINTS, _MOST_AT_ONCE, _UNLIKELY, _MOST_LEFT_OUT, _MOST_HELD = 2**19, 2**22, 1e-14, 1e-6, 2**20


class Open(NamedTuple):
    """Places of which some are in open pairs: which those are, and the members of each.

    Of each part, ``points`` are those at which it may be, and ``places`` which of them a member has. Of parts that were
    taken together before, ``inner`` has the places of the members.
    """

    sums: Floats
    masses: Floats
    pairs: Integers
    starts: Integers
    moved: Floats
    points: dict[int, Integers]
    places: dict[int, Integers]
    inner: "Open | None"

    def asked(self) -> dict[int, Integers]:
        """The points of every part at which it may be."""
        return self.points if self.inner is None else {**self.inner.asked(), **self.points}

    def factors(self, parts: list[Points]) -> int:
        """How many are multiplied for one frequency."""
        own = len(self.moved) * (1 + len(self.places)) + sum(parts[at].factors(of) for at, of in self.points.items())
        return own if self.inner is None else own + len(self.moved) + self.inner.factors(parts)

    def most(self) -> int:
        """How many numbers are held at most for one frequency."""
        return len(self.moved) if self.inner is None else max(len(self.moved), self.inner.most())

    def waves(self, t: Floats, tables: dict[int, Table], some: slice) -> Complexes:
        """E[e^{itR}·1(Z = z)] of these places, at some frequencies."""
        product = np.exp(1j * np.multiply.outer(t, self.moved))
        if self.inner is not None:
            product *= self.inner.waves(t, tables, some)[:, self.inner.pairs]
        for at, place in self.places.items():
            product *= tables[at].values[some][:, place]
        waves: Complexes = np.add.reduceat(product, self.starts, axis=1)
        return waves

    def error(self, parts: list[Points], tables: dict[int, Table]) -> Floats:
        """How far those of each place are off."""
        exact, off = np.ones(len(self.moved)), np.ones(len(self.moved))
        if self.inner is not None:
            exact = self.inner.masses[self.inner.pairs]
            off = exact + self.inner.error(parts, tables)[self.inner.pairs]
        for at, place in self.places.items():
            masses = parts[at].masses[self.points[at]]
            exact, off = exact * masses[place], off * (masses + tables[at].errors)[place]
        error: Floats = np.add.reduceat(off - exact, self.starts)
        return error


class Half(NamedTuple):
    """About where the sums of some parts are, how likely each place is, and where its members begin."""

    sums: Floats
    masses: Floats
    starts: Integers
    members: "Members"

    def alone(self) -> "Members":
        """These places, as members that further parts are added to."""
        return Members(self.sums, self.masses, {}, self.members.left_out, (self, np.arange(len(self.sums))))

    def only(self, of: Integers, chances: Floats, faint: float) -> Open:
        """What is asked of these places, once for each, but for members that are no more likely than this together.

        A place counts with the chance that all other parts make it a pair.
        """
        groups, pairs = np.unique(of, return_inverse=True)
        member, starts = members(self.starts, len(self.members.sums), groups)
        sizes = np.diff(np.append(starts, len(member)))
        masses = self.members.masses[member]
        likely = masses * np.repeat(np.bincount(pairs.ravel(), chances), sizes)
        order, kept = np.argsort(likely), np.ones(len(member), dtype=bool)
        kept[order[: np.searchsorted(np.cumsum(likely[order]), faint)]] = False
        kept[starts] = True  # no place is left without a member
        group, member, masses, likely = (
            np.repeat(np.arange(len(groups)), sizes)[kept],
            member[kept],
            masses[kept],
            likely[kept],
        )
        starts = np.searchsorted(group, np.arange(len(groups)))
        moved = self.members.sums[member] - self.sums[groups][group]
        points, places = dict[int, Integers](), dict[int, Integers]()
        for at, place in self.members.places.items():
            points[at], each = np.unique(place[member], return_inverse=True)
            places[at] = each.ravel()
        inner = None
        if self.members.inner is not None:
            before, place = self.members.inner
            each = place[member]
            inner = before.only(each, likely / before.masses[each], faint)
            masses = masses * inner.masses[inner.pairs] / before.masses[each]
        masses = np.bincount(group, masses)
        return Open(self.sums[groups], masses, pairs.ravel(), starts, moved, points, places, inner)


class Members(NamedTuple):
    """The sums of some parts at their points, how likely each is, and at which point each part then is.

    Of parts that were taken together before, ``inner`` has their places, and at which of them they then are.
    """

    sums: Floats
    masses: Floats
    places: dict[int, Integers]
    left_out: float
    inner: tuple[Half, Integers] | None = None

    def with_part(self, at: int, part: Points, near: float) -> "Members":
        if len(self.places) + (self.inner is not None) > 1:
            return self.grouped(near).alone().with_part(at, part, near)
        if len(self.sums) * len(part.sums) > _MOST_AT_ONCE:
            raise NotExactError("half of the parts have too many points")
        both = np.multiply.outer(self.masses, part.masses)
        least = _UNLIKELY
        if int((both > least).sum()) > _MOST_POINTS:
            least = float(np.partition(both, both.size - _MOST_POINTS, axis=None)[both.size - _MOST_POINTS])
        row, column = np.nonzero(both > least)
        left_out = float(both[both <= least].sum())
        if left_out > _MOST_LEFT_OUT or len(row) + self._before() > _MOST_HELD:
            raise NotExactError("half of the parts have too many points")
        places = {**{each: place[row] for each, place in self.places.items()}, at: column}
        left_out += self.left_out + part.uncertain
        inner = self.inner and (self.inner[0], self.inner[1][row])
        return Members(self.sums[row] + part.sums[column], both[row, column], places, left_out, inner)

    def _before(self) -> int:
        """How many points are held of parts that were taken together before."""
        if self.inner is None:
            return 0
        members = self.inner[0].members
        return len(members.sums) + members._before()

    def grouped(self, near: float) -> Half:
        """Sorted, those that are about equal together."""
        order = np.argsort(self.sums, kind="stable")
        sums, masses = self.sums[order], self.masses[order]
        starts, means, chances = taken_together(sums, masses, near)
        places = {each: place[order] for each, place in self.places.items()}
        inner = self.inner and (self.inner[0], self.inner[1][order])
        return Half(means, chances, starts, Members(sums, masses, places, self.left_out, inner))
