"""Judgments of pairs: an item, two systems, and which of them is preferred."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.common.arguments import argument
from core.common.arrays import Integers
from core.common.cached import cached_property
from core.common.phrases import first_few, shown
from core.data.item_statistics import digest_of
from core.errors import DataError, OptionError


@dataclass(frozen=True, eq=False)
class Preferences:
    """Judgments of pairs of systems; build them with :meth:`from_judgments` or `core.read_preferences`.

    Parameters
    ----------
    names : strings
        The systems.
    items, judges : strings
        The distinct items and judges.
    item, judge : (m,) int arrays
        The item and the judge of each judgment, as indices into ``items`` and ``judges``.
    first, second : (m,) int arrays
        The two systems of each judgment, as indices into ``names``.
    verdict : (m,) int array
        1 if the first system is preferred, −1 if the second is, 0 for a tie.
    ordered : (m,) bool array
        Whether the first system is known to have been shown first.
    notes : strings
        Notes of the reader for the user.
    """

    names: tuple[str, ...]
    items: tuple[str, ...]
    judges: tuple[str, ...]
    item: Integers
    judge: Integers
    first: Integers
    second: Integers
    verdict: Integers
    ordered: NDArray[Any]
    notes: tuple[str, ...] = ()

    @classmethod
    def from_judgments(
        cls,
        items: Sequence[str],
        first: Sequence[str],
        second: Sequence[str],
        verdict: Sequence[int],
        *,
        judges: Sequence[str] | None = None,
        ordered: bool | Sequence[bool] = True,
        names: Sequence[str] | None = None,
        notes: Sequence[str] = (),
    ) -> "Preferences":
        """Number the items, systems and judges of a list of judgments.

        Parameters
        ----------
        items, first, second : m strings
            The item of each judgment and its two systems, the one shown first before the other.
        verdict : m ints
            1 if the first system is preferred, −1 if the second is, 0 for a tie.
        judges : m strings, optional
            The judge of each judgment.
        ordered : bool or m bools
            Whether the first system was shown first; False if the order is not known.
        names : strings, optional
            The order of the systems; by default that of their first appearance.

        Raises
        ------
        DataError
            If there are no judgments, the lists differ in length, or a verdict is not 1, 0 or −1.

        Examples
        --------
        >>> data = Preferences.from_judgments(["q1", "q2"], ["new", "old"], ["old", "new"], [1, 0])
        >>> data.names, len(data), data.wins().tolist()
        (('new', 'old'), 2, [[0.0, 1.5], [0.5, 0.0]])
        """
        m = len(items)
        judges = [""] * m if judges is None else judges
        marks = np.broadcast_to(np.asarray(ordered, dtype=bool), (m,)) if isinstance(ordered, bool) else ordered
        lengths = {m, len(first), len(second), len(verdict), len(judges), len(marks)}
        if len(lengths) > 1 or not m:
            raise DataError(
                f"The lists of judgments have lengths {sorted(lengths)}: give one entry a judgment, at least one."
            )
        verdicts = np.asarray(verdict)
        if not np.isin(verdicts, (-1, 0, 1)).all():
            raise DataError("A verdict must be 1 (the first system), -1 (the second) or 0 (a tie).")
        if names is None:
            names = tuple(dict.fromkeys(name for both in zip(first, second, strict=True) for name in both))
        if any(a == b for a, b in zip(first, second, strict=True)):
            raise DataError("A judgment compares a system with itself: leave it out.")
        found, item = _numbered(items)
        who, judge = _numbered(judges)
        place = {name: i for i, name in enumerate(names)}
        return cls(
            tuple(names), found, who, item, judge, np.array([place[name] for name in first]),
            np.array([place[name] for name in second]), verdicts.astype(np.int64), np.array(marks, dtype=bool),
            tuple(notes),
        )  # fmt: skip

    def __len__(self) -> int:
        return len(self.item)

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of the judgments."""
        arrays = (self.item, self.judge, self.first, self.second, self.verdict, self.ordered)
        described = (len(self), self.names, self.judges)
        return digest_of(described, [np.asarray(each, dtype=np.int64) for each in arrays], self.items)

    def only(self, systems: Sequence[str]) -> "Preferences":
        """Return the judgments between these systems, which then have this order.

        Raises OptionError if a system does not exist or is named twice, fewer than two are named, or no judgment
        compares them.
        """
        if isinstance(systems, str) or not isinstance(systems, Sequence) or len(systems) < 2:
            raise OptionError(f"{argument('systems', systems)}, must be a list of two or more names.")
        for name in systems:
            if name not in self.names:
                known = first_few([shown(each) for each in self.names], limit=30)
                raise OptionError(f"No judgment names the system {shown(str(name))}: choose among {known}.")
        if len(set(systems)) != len(systems):
            raise OptionError(f"{argument('systems', systems)}, must be different names.")
        if tuple(systems) == self.names:
            return self
        place = np.full(len(self.names), -1)
        place[[self.names.index(name) for name in systems]] = np.arange(len(systems))
        kept = (place[self.first] >= 0) & (place[self.second] >= 0)
        if not kept.any():
            raise OptionError(f"No judgment compares {' with '.join(systems)}: choose other systems.")
        items, item = _numbered([self.items[i] for i in self.item[kept]])
        judges, judge = _numbered([self.judges[i] for i in self.judge[kept]])
        return replace(
            self, names=tuple(systems), items=items, judges=judges, item=item, judge=judge,
            first=place[self.first[kept]], second=place[self.second[kept]], verdict=self.verdict[kept],
            ordered=self.ordered[kept],
        )  # fmt: skip

    def wins(self) -> NDArray[Any]:
        """Return the number of wins of each system (row) over each other (column); a tie is half a win for both."""
        s = len(self.names)
        cell = np.concatenate([self.first * s + self.second, self.second * s + self.first])
        won = np.concatenate([1 + self.verdict, 1 - self.verdict]) / 2
        return np.bincount(cell, won, s * s).reshape(s, s)


def _numbered(names: Sequence[str]) -> tuple[tuple[str, ...], Integers]:
    place = {name: i for i, name in enumerate(dict.fromkeys(names))}
    return tuple(place), np.array([place[name] for name in names], dtype=np.int64)
