"""Exact permutation tests of metrics that are not sums: F1, precision, recall, macro-F1 of two labels.

What the experimental system loses by a swap the baseline gains, so the state of Figure 5 in Zmigrod et al. (2022),
their F1 dynamic program in O(N⁵), needs not four coordinates but as many as the items' swap differences have
dimensions: two for every metric above. With a sign for each item, T = Σ ±c says all: half of (ΣC − T) has been
swapped, and the metric's difference is a function of T that is turned by T → −T. So P(δ' ≤ −x) = P(δ' ≥ x).

Statistics, steps and sums are whole numbers of lattice units throughout, and whether an outcome is as extreme as the
observed one is decided in whole numbers where floating point cannot tell. Far tails are tilted
(`swapped_plane`) towards where the metric's difference has its threshold: P(δ' ≥ x) is Σ P_θ(T)·e^{K(θ) − θ·T} over
all T beyond.
"""

import math
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import copy
from dataclasses import replace
from functools import partial
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from core.common.cached import cached_property
from core.data.collapsed import Collapsed
from core.distributions.added_plane import AddedPlane
from core.distributions.coordinates import integer_coordinates
from core.distributions.plane_tilt import tilt_towards
from core.distributions.quotients import Decided, QuotientSwaps
from core.distributions.swapped_plane import COARSE, FINE, LARGEST_WINDOW, SwappedPlane, Window
from core.distributions.swapped_score import in_whole_units
from core.distributions.tail import Tail, first_that_tells, surest
from core.errors import NotExactError
from core.metrics import Metric

__all__ = ["PlaneSwaps", "QuickPlaneSwaps"]

Floats = NDArray[Any]
Integers = NDArray[Any]

# Below this, or where fewer of its digits are known, a tail is tilted.
_TILT_BELOW, _KNOWN_TO = 1e-6, 1e-4
# A tail less certain than this part of it is bracketed, too, or first where more rows take long to tilt.
_TELLS, _SOON_TILTED = 0.01, 2**13
# What may lie outside a tilted window, whether it is a narrow one, and how many cosines it may take: of more, fewer
# digits are computed.
_LEVELS = (
    (1e-24, False, 10**7),
    (FINE, False, 10**7),
    (FINE, True, 10**7),
    (COARSE, True, 3 * 10**7),
    (1e-5, True, 3 * 10**7),
)
_CHUNK = 2**18


class PlaneSwaps:
    """The law of the metric's difference after random swaps.

    Parameters
    ----------
    rows : Collapsed
        The distinct rows of the pair with their multiplicities.
    metric : Metric
        Any metric; its score is evaluated on every point of the window.
    decimals : int or None
        The most decimals printed in the files that the statistics came from.
    left : numpy.ndarray, optional
        How many items of each step are left to chance; the others are not swapped.

    Raises
    ------
    NotExactError
        If the swap differences span more than two dimensions, lie on no lattice, or need too large a window.
    """

    engine = "plane"

    def __init__(self, rows: Collapsed, metric: Metric, decimals: int | None, left: Integers | None = None) -> None:
        self.rows, self.decimals, self._left, self._known = rows, decimals, left, np.zeros(rows.baseline.shape[1])
        self.score, steps, counts = in_whole_units(rows, metric, decimals)
        if left is not None:
            self._known = (counts - left) @ steps
            steps, counts = steps[left > 0], left[left > 0]
        coordinates, self.basis = integer_coordinates(steps, counts, metric.name)
        self.law = SwappedPlane(coordinates, counts)
        self._adding = AddedPlane(coordinates, counts)
        self._check()
        self._tails: dict[tuple[int, bool], Tail] = {}
        self._shared: dict[str, Any] = {}  # among copies

    def after(self, swapped: Integers) -> Self:
        """The law where of the items that are not left to chance so much has been swapped ``(k,)``, in whole units."""
        other = copy(self)
        other.score, other._tails = self.score.after(swapped), {}
        quotient, other._quotient = self._quotient, None
        if quotient is not None and self._left is not None and len(self._left) == len(quotient.counts):
            known = (self._known - 2 * swapped) @ quotient.axes
            other._quotient = quotient.given(self._left, known, Decided(self.law.steps, other._decided))
        return other

    most_totals = LARGEST_WINDOW
    bracketed = True  # whether a tail is also told as of statistics on no lattice

    def _check(self) -> None:
        self.law.check(self.most_totals)

    def at_least(self, multiple: int, strict: bool = False) -> Tail:
        """P(δ' ≥ multiple·δ), or P(δ' > multiple·δ)."""
        asked = multiple, strict
        if asked not in self._tails:  # a two-sided question asks twice
            self._tails[asked] = self._upper(multiple, strict)
        return self._tails[asked]

    def _upper(self, multiple: int, strict: bool) -> Tail:
        tail = self.untilted(multiple, strict)
        known = tail.probability >= _TILT_BELOW and tail.error_bound <= _KNOWN_TO * tail.probability
        if known or multiple * self.score.observed <= 0:
            return tail
        soon: Callable[[int, bool], Tail] = partial(self._bracketed, soon=True)
        others = [self._tilted, soon, self._step_by_step, self._bracketed]
        if not self.bracketed:
            others = [self._tilted, self._step_by_step]
        elif self._adding.soon:
            others[:3] = others[2::-1]
        elif min(self.law.sizes(np.zeros(2))) > _SOON_TILTED:
            others[:2] = others[1::-1]
        with suppress(NotExactError):
            return surest(tail, first_that_tells((partial(other, multiple, strict) for other in others), _TELLS))
        return tail

    def _decided(self, swapped: Integers, multiple: int, strict: bool) -> NDArray[np.bool_]:
        """Whether swapped sums ``(m, 2)`` are as extreme."""
        return self.score.beyond(swapped @ self.basis, multiple, strict)

    def _bracketed(self, multiple: int, strict: bool, soon: bool = False) -> Tail:
        """The tail as of statistics on no lattice, or only where that is soon known."""
        if self._quotient is None:
            raise NotExactError("the score is no quotient of sums")
        return (self._quotient.untilted if soon else self._quotient.at_least)(multiple, strict)

    def _step_by_step(self, multiple: int, strict: bool) -> Tail:
        """The tail from masses that are added up step by step."""
        adding = self._adding
        window = Window(self.law.support[0], adding.masses, 0.0, 0.0)
        value = 0.0
        for cells, _, beyond in self._beyond(window, multiple, strict):
            value += float(window.mass[cells][beyond].sum())
        if not value:
            return Tail(0.0, -math.inf, 0.0, self.engine)
        return Tail.from_log(math.log(value) - adding.exponent * math.log(2), self.engine, adding.relative)

    def untilted(self, multiple: int, strict: bool) -> Tail:
        """P(δ' ≥ multiple·δ), or P(δ' > multiple·δ), known absolutely."""
        window = self._window
        chosen = [window.mass[cells][beyond] for cells, _, beyond in self._beyond(window, multiple, strict)]
        mass = np.concatenate(chosen)
        bound = window.error_bound(np.ones(len(mass)))
        return Tail.of(min(max(math.fsum(mass), 0.0), 1.0), bound, self.engine)

    def at_most(self, multiple: int, strict: bool = False) -> Tail:
        """P(δ' ≤ multiple·δ), or P(δ' < multiple·δ)."""
        return self.at_least(-multiple, strict)

    def points(self) -> tuple[Floats, Floats]:
        """The distinct differences and their probabilities, sorted; differences are told apart to twelve digits."""
        window = self._window
        found = [
            (np.round(self.score.differences(points @ self.basis), 12) + 0.0, window.mass[cells])
            for cells, points in self._chunks(window)
        ]
        differences, mass = (np.concatenate(each) for each in zip(*found, strict=True))
        carries = mass > 1e-16 / window.mass.size
        values, inverse = np.unique(differences[carries], return_inverse=True)
        masses = np.bincount(inverse.ravel(), weights=mass[carries])
        return values, masses / masses.sum()

    @property
    def _window(self) -> Window:
        if "window" not in self._shared:
            self._shared["window"] = self.law.window(np.zeros(2))
        window: Window = self._shared["window"]
        return window

    def _chunks(self, window: Window) -> Iterator[tuple[tuple[Integers, Integers], Integers]]:
        """The cells of a window that lie in the support, and the swapped sums that they stand for."""
        low, high = self.law.support
        at = [window.start[i] + np.arange(window.mass.shape[i]) for i in range(2)]
        rows, columns = (np.flatnonzero((each >= low[i]) & (each <= high[i])) for i, each in enumerate(at))
        for some in np.array_split(rows, max(1, len(rows) * len(columns) // _CHUNK)):
            cells = np.repeat(some, len(columns)), np.tile(columns, len(some))
            yield cells, np.column_stack([at[0][cells[0]], at[1][cells[1]]])

    def _beyond(
        self, window: Window, multiple: int, strict: bool
    ) -> Iterator[tuple[tuple[Integers, Integers], Integers, NDArray[np.bool_]]]:
        """Cells, their swapped sums, and whether δ' is at least (or more than) the multiple of δ there."""
        for cells, points in self._chunks(window):
            yield cells, points, self.score.beyond(points @ self.basis, multiple, strict)

    def _tilted(self, multiple: int, strict: bool) -> Tail:
        return self._listed(self._tilt(multiple), multiple, strict)

    def _listed(self, theta: Floats, multiple: int, strict: bool) -> Tail:
        """The tilted tail from a list of its outcomes."""
        window = self._tilted_window(theta)
        cumulant = self.law.cumulant(theta)
        masses, exponents = [], []
        for cells, points, beyond in self._beyond(window, multiple, strict):
            sums = self.law.total - 2 * points
            masses.append(window.mass[cells][beyond])
            exponents.append(cumulant - sums[beyond] @ theta)
        mass, exponent = np.concatenate(masses), np.concatenate(exponents)
        if not len(mass):
            raise NotExactError("no outcome is that extreme")
        largest = float(exponent.max())
        weights = np.exp(exponent - largest)
        value, bound = math.fsum(mass * weights), window.error_bound(weights)
        # The cumulant and θ·T are sums of many terms: so much their difference can be off, relative to p.
        bound += abs(value) * 1e-15 * (float(self.law.counts @ np.abs(self.law.steps @ theta)) + len(self.law.counts))
        bound += self._missed(theta, multiple, window.start, np.array(window.mass.shape), largest)
        if not value > 2 * bound:
            raise NotExactError("the tilted law does not reach that far")
        log = largest + math.log(value)
        return Tail(math.exp(log), log, math.exp(largest) * bound, self.engine)

    def _tilted_window(self, theta: Floats) -> Window:
        for outside, narrow, most in _LEVELS[:-1]:
            with suppress(NotExactError):
                return self._leaning(outside, narrow).window(theta, most)
        outside, narrow, most = _LEVELS[-1]
        return self._leaning(outside, narrow).window(theta, most)

    @cached_property
    def _quotient(self) -> QuotientSwaps | None:
        try:
            decided = Decided(self.law.steps, self._decided) if self._left is None else None
            return QuotientSwaps(self.rows, self.score.metric, self.score.lattice, decided)
        except NotExactError:
            return None

    def _leaning(self, outside: float, narrow: bool) -> SwappedPlane:
        """The law that is tilted: its windows are narrow only where it is known what they miss."""
        return replace(self.law, outside=outside, narrow=narrow and self._quotient is not None)

    def _missed(self, theta: Floats, multiple: int, start: Integers, shape: Integers, largest: float) -> float:
        """How likely extreme outcomes outside a window are at most, divided by e^largest, of a quotient."""
        if self._quotient is None:
            return 0.0
        outside = self.law.outside_of(theta, start, shape)
        log = self._quotient.log_missed(self.law.steps @ theta, multiple, outside)
        return math.exp(min(log - largest, 700.0))

    def _tilt(self, multiple: int) -> Floats:
        """θ under which the threshold is expected."""
        return tilt_towards(self.law, self._difference_at, multiple * self.score.observed)

    def _difference_at(self, sum_of_signs: Floats) -> float:
        return float(self.score.differences((self.law.total - sum_of_signs)[None] / 2 @ self.basis)[0])


class QuickPlaneSwaps(PlaneSwaps):
    """The same where that takes no longer than a blink."""

    most_totals = 2**19
