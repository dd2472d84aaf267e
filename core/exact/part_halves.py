"""The sums of half of a law's parts from point to point, so that two halves meet in the middle."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.errors import NotExactError
from core.exact.parts import Points, Table, members, taken_together

__all__ = ["Half", "Members", "Open"]

Floats = NDArray[Any]
Complexes = NDArray[Any]
Integers = NDArray[np.int64]

# So many points a half has at most, of so many that are looked at before the unlikely ones are left out.
_MOST_POINTS, _MOST_AT_ONCE, _UNLIKELY = 2**19, 2**21, 1e-14


class Open(NamedTuple):
    """Places of which some are in open pairs: which those are, and the members of each.

    Of each part, ``points`` are those at which it may be, and ``places`` which of them a member has.
    """

    sums: Floats
    masses: Floats
    pairs: Integers
    starts: Integers
    moved: Floats
    points: dict[int, Integers]
    places: dict[int, Integers]

    def factors(self, parts: list[Points]) -> int:
        """How many are multiplied for one frequency."""
        of_parts = sum(parts[at].factors(of) for at, of in self.points.items())
        return len(self.moved) * (1 + len(self.places)) + of_parts

    def waves(self, t: Floats, tables: dict[int, Table], some: slice) -> Complexes:
        """E[e^{itR}·1(Z = z)] of these places, at some frequencies."""
        product = np.exp(1j * np.multiply.outer(t, self.moved))
        for at, place in self.places.items():
            product *= tables[at].values[some][:, place]
        waves: Complexes = np.add.reduceat(product, self.starts, axis=1)
        return waves

    def error(self, parts: list[Points], tables: dict[int, Table]) -> float:
        """How far those of all places are off together."""
        exact, off = np.ones(len(self.moved)), np.ones(len(self.moved))
        for at, place in self.places.items():
            masses = parts[at].masses[self.points[at]]
            exact *= masses[place]
            off *= (masses + tables[at].errors)[place]
        return float((off - exact).sum())


class Half(NamedTuple):
    """About where the sums of half of the parts are, how likely each place is, and where its members begin."""

    sums: Floats
    masses: Floats
    starts: Integers
    members: "Members"

    def only(self, of: Integers, chances: Floats, faint: float) -> Open:
        """What is asked of these places, once for each, but for members that are no more likely than this together.

        A place counts with the chance that the other half makes it a pair.
        """
        groups, pairs = np.unique(of, return_inverse=True)
        member, starts = members(self.starts, len(self.members.sums), groups)
        sizes = np.diff(np.append(starts, len(member)))
        masses = self.members.masses[member]
        likely = masses * np.repeat(np.bincount(pairs.ravel(), chances), sizes)
        order, kept = np.argsort(likely), np.ones(len(member), dtype=bool)
        kept[order[: np.searchsorted(np.cumsum(likely[order]), faint)]] = False
        kept[starts] = True  # no place is left without a member
        group, member = np.repeat(np.arange(len(groups)), sizes)[kept], member[kept]
        starts = np.searchsorted(group, np.arange(len(groups)))
        moved = self.members.sums[member] - self.sums[groups][group]
        points, places = dict[int, Integers](), dict[int, Integers]()
        for at, place in self.members.places.items():
            points[at], each = np.unique(place[member], return_inverse=True)
            places[at] = each.ravel()
        masses = np.bincount(group, masses[kept])
        return Open(self.sums[groups], masses, pairs.ravel(), starts, moved, points, places)


class Members(NamedTuple):
    """The sums of some parts at their points, how likely each is, and at which point each part then is."""

    sums: Floats
    masses: Floats
    places: dict[int, Integers]
    left_out: float

    def with_part(self, at: int, part: Points) -> "Members":
        few = len(self.sums) * len(part.sums) <= _MOST_AT_ONCE
        both = np.multiply.outer(self.masses, part.masses if few else part.masses[:0])
        row, column = np.nonzero(both > _UNLIKELY)
        if not few or len(row) > _MOST_POINTS:
            raise NotExactError("half of the parts have too many points")
        places = {**{each: place[row] for each, place in self.places.items()}, at: column}
        left_out = self.left_out + float(both[both <= _UNLIKELY].sum()) + part.uncertain
        return Members(self.sums[row] + part.sums[column], both[row, column], places, left_out)

    def grouped(self, near: float) -> Half:
        """Sorted, those that are about equal together."""
        order = np.argsort(self.sums, kind="stable")
        sums, masses = self.sums[order], self.masses[order]
        starts, means, chances = taken_together(sums, masses, near)
        places = {each: place[order] for each, place in self.places.items()}
        return Half(means, chances, starts, Members(sums, masses, places, self.left_out))
