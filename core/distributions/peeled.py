"""Sums of values of all sizes: the largest are drawn one by one, and what they leave open is inverted for all at once.

One score of 10⁶ among a thousand ordinary ones makes the window of the whole sum so wide that no number of frequencies
tells its values apart. Once the large values are drawn (`peeling`) nearly all states are decided, and what is left has
a narrow window: it is inverted (`peeled_core`), or where it lies on a lattice or near one, asked of its own engine.

All brackets hold, so that what several say of a tail holds together.
"""

import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.common.cached import cached_property
from core.distributions.brackets import AimedSum, Bracket, OfPValue
from core.distributions.fading import LARGEST, ORDINARY, Law, deviation
from core.distributions.fourier import FourierSum
from core.distributions.inversion import CERTAIN, DOUBLED
from core.distributions.jitter import jitter_of
from core.distributions.jittered import JitteredSum
from core.distributions.lattice import masses_of
from core.distributions.ordered import ALL, Order, in_order, numbers
from core.distributions.peeled_core import inverted
from core.distributions.peeling import Open, all_states, peeled
from core.distributions.tail import Tail, surest
from core.distributions.tilted import tilted_tail

__all__ = ["PeeledSum", "peelable"]

Floats = NDArray[Any]

# Values are large down to such a share of the standard deviation of what they leave, or to a gap so wide.
_SHARES, _LARGE, _GAP = (2.0, 0.5, 0.3), 0.5, 8.0
# About so many states are open at once, and where that is not certain enough.
_OPEN, _MOST_OPEN = 2**12, 2**14
# A tail less certain than so, as a share of it, is tilted where it is small.
_TELLS = 0.002
# Of a tail less certain than so, as a share of it or of the other, more open states may tell more if they need not tell
# too much, and else another engine.
_MORE, _WORTH, _WORTH_OF_FEW, _UNCERTAIN = 0.01, 0.25, 0.64, 0.02
# So few states are asked one by one of what they leave, or all at once where its lattice is no wider either way.
_MOST_ASKED, _MOST_LAWS, _NARROW = 16, 16, 2**16
# A picture shows about so many states, with about so many cells in all of them; nobody sees so little of it, nor more
# points of a lattice to either side. States are taken together no farther apart than such a part of half the window.
_MOST_SHOWN, _CELLS, _NARROWER, _UNSEEN, _FINE, _COARSE = 2**12, 2**19, 1 / 4, 1e-9, 2**9, 2**9
# The rounding of many sums and products of probabilities, as a share of them.
_ROUNDING = 1e-13
# A tail smaller than this is tilted, too, where it is not certain; and one so many standard deviations out is before
# anything else where no value is far from all others.
_TILT_BELOW, _TILT_BEYOND = 1e-3, 4.0


def peelable(law: Law) -> bool:
    """Whether a law has few values, or some so far from most others that one after another is taken from it."""
    if len(law.values) <= LARGEST or law.half_width() > ORDINARY * deviation(law):
        return True
    return any(numbers(in_order(law), (_LARGE,), _GAP))


class PeeledSum(AimedSum):
    """The law of a sum, as a bracket around each tail that provably holds.

    Parameters
    ----------
    law : ResampledSum or SwappedSum
        The whole sum.
    engine_of : callable
        The engine of a law of which no values are taken by themselves.
    """

    law: Law

    def __init__(self, law: Law, engine_of: Callable[[Law], Any]) -> None:
        super().__init__(law)
        self._engine_of = engine_of
        self._masses: dict[tuple[bool, int, int], tuple[NDArray[np.int64], Floats, float]] = {}
        self._engines: dict[tuple[bool, int, int], Any] = {}

    @cached_property
    def _picture(self) -> tuple[Floats, Floats]:
        order, reach, states = self._orders[True], float(self.law.half_width()), None
        number = max(numbers(order, (_LARGE,), _GAP), default=0)
        # Cells of the whole window are too wide for a core so narrow.
        if number and float(order.left(number, np.zeros(1, dtype=np.int64))[1][0]) < _NARROWER * reach:
            states = all_states(order, number, reach, _MOST_SHOWN)
        # Where states had to be taken together that lie farther apart, the whole law's own cells show more.
        if states is None or float(states.masses @ states.slack) > reach / _COARSE:
            whole: tuple[Floats, Floats] = self._other.points()
            return whole
        cells = max(_CELLS // len(states), 1)
        sums, masses = [], []
        for drawn in np.flatnonzero(np.bincount(states.drawn, states.masses) > _UNSEEN).tolist():
            some, core = states.at(np.flatnonzero(states.drawn == drawn)), self._core(order, number, drawn)
            own, mass = self._shown(core) if _varies(core) else (np.array([core.mean]), np.ones(1))
            begins = np.arange(0, len(own), -(-len(own) // cells))
            each = np.add.reduceat(mass, begins)
            middles = np.divide(
                np.add.reduceat(mass * own, begins), each, out=own[begins].astype(float), where=each > 0
            )
            sums.append(np.add.outer(some.sums, middles).ravel())
            masses.append(np.outer(some.masses, each).ravel())
        values, mass = np.concatenate(sums), np.concatenate(masses)
        ascending = np.argsort(values, kind="stable")
        return values[ascending], mass[ascending] / mass.sum()

    def _shown(self, core: Law) -> tuple[Floats, Floats]:
        """A picture of what values leave; of a lattice with more points than cells none is seen."""
        jitter = None if core.whole else jitter_of(core)
        fine = jitter is not None and jitter.on_lattice.half_width() > _FINE
        points: tuple[Floats, Floats] = (FourierSum(core) if fine else self._engine_of(core)).points()
        return points

    @cached_property
    def _other(self) -> Any:
        return self._engine_of(self.law)

    @cached_property
    def _orders(self) -> tuple[Order, Order]:
        return in_order(self.law.reflected()), in_order(self.law)

    def _aimed(self, x: float | Fraction, strict: bool, upper: bool, aim: OfPValue) -> Tail:
        order, at = self._orders[upper], x if upper else -x
        law = self.law if upper else self.law.reflected()
        found, widths, tilted = Bracket(), dict[int, float](), None
        for number in aim.in_turn(numbers(order, _SHARES, _GAP)):
            if not (number or widths) and at < law.support[1] and _far_out(law, at):
                tilted = tilted_tail(law, float(at), strict)
                if tilted.error_bound <= _TELLS * tilted.probability:
                    return tilted
            tried = self._tried(order, number, at, strict, _OPEN, aim)
            found, widths[number] = found.and_(tried), tried.half_width
            if found.half_width <= max(aim.certain(found)):
                aim.last = number
                return self._tail_of(found)
            if found.middle < _TILT_BELOW and tilted is None and law.mean < at < law.support[1]:
                tilted = tilted_tail(law, float(at), strict)
                if tilted.error_bound <= _TELLS * tilted.probability:
                    return tilted
        worth = _WORTH if len(order.values) > ALL else _WORTH_OF_FEW
        for number in sorted(widths, key=widths.__getitem__):
            if number and found.half_width > min(_MORE * found.rest, DOUBLED) and widths[number] <= worth * found.rest:
                found = found.and_(self._tried(order, number, at, strict, _MOST_OPEN, aim))
        tail = self._tail_of(found)
        tail = tail if tilted is None else surest(tail, tilted)
        if tail.error_bound > max(CERTAIN, min(_UNCERTAIN * found.rest, DOUBLED)):
            tail = surest(tail, (self._other.at_least if upper else self._other.at_most)(x, strict))
        return tail

    def _tail_of(self, found: Bracket) -> Tail:
        return Tail.of(min(max(found.middle, 0.0), 1.0), found.half_width, self.engine)

    def _tried(
        self, order: Order, number: int, x: float | Fraction, strict: bool, most: int, aim: OfPValue
    ) -> Bracket:  # fmt: skip
        """What P(S ≥ x), or P(S > x), lies between."""
        known = peeled(order, number, x, self.law.tolerance, most, self.law.whole)
        if known is None:
            return Bracket()
        off = known.left_out + _ROUNDING * known.above
        sure = Bracket(known.above - off, known.above + off)
        settled, states = _listed(known.settled, self.law.tolerance, strict), known.states
        if not len(states):
            open_ = Bracket(0.0, 0.0)
        elif len(states) <= _MOST_ASKED and (engines := self._engines_near_a_lattice(order, number, states.drawn)):
            open_ = _one_by_one(engines, states, strict)
        elif (
            self.law.whole and len(np.unique(states.drawn)) <= _MOST_LAWS and self._on_or_near_a_lattice(order, number)
        ):
            open_ = self._at_once(order, number, states)
        else:
            blurred = replace(states, slack=states.slack + self.law.tolerance)
            open_ = inverted(order, number, blurred, known.reach, sure, aim)
        return sure.plus(settled).plus(open_).and_(Bracket())

    def _core(self, order: Order, number: int, drawn: int) -> Law:
        """The law of what values leave; whole numbers are again, and sums are as equal as those of the whole law."""
        core = order.core(number, drawn)
        values = np.rint(core.values).astype(np.int64) if self.law.whole else core.values
        return replace(core, values=values, tolerance=self.law.tolerance)

    def _on_or_near_a_lattice(self, order: Order, number: int) -> bool:
        """Whether what values leave lies on a narrow lattice or near one."""
        if not number:
            return False
        core = self._core(order, number, 0)
        if core.whole:
            return float(core.half_width()) <= _NARROW
        jitter = jitter_of(core)
        return jitter is not None and jitter.at_once

    def _at_once(self, order: Order, number: int, states: Open) -> Bracket:
        """How likely the states are to count, from the masses of what they leave."""
        low = high = 0.0
        for drawn in np.unique(states.drawn).tolist():
            some = states.at(np.flatnonzero(states.drawn == drawn))
            key = order is self._orders[True], number, drawn
            if key not in self._masses:
                self._masses[key] = masses_of(self._core(order, number, drawn))
            sums, mass, off = self._masses[key]
            above = np.append(np.cumsum(mass[::-1])[::-1], 0.0)
            least, most = (above[np.searchsorted(sums, -(some.sums + side * some.slack))] for side in (-1, 1))
            low += float(some.masses @ np.maximum(least - off, 0.0))
            high += float(some.masses @ np.minimum(most + off, 1.0))
        return Bracket(low, high)

    def _engines_near_a_lattice(self, order: Order, number: int, drawn: NDArray[Any]) -> dict[int, Any]:
        """The engine of what is left of each number of draws; none where one would invert it as if on no lattice."""
        if not self._on_or_near_a_lattice(order, number):
            return {}
        engines = {}
        for each in np.unique(drawn).tolist():
            key = order is self._orders[True], number, each
            if key not in self._engines:
                self._engines[key] = self._engine_of(self._core(order, number, each))
            if isinstance(self._engines[key], FourierSum):
                return {}
            engines[each] = self._engines[key]
        return engines


def _one_by_one(engines: dict[int, Any], states: Open, strict: bool) -> Bracket:
    """How likely the states are to count, from the law of what each leaves."""
    low = high = 0.0
    rows = zip(*(each.tolist() for each in (states.drawn, states.sums, states.masses, states.slack)), strict=True)
    for drawn, y, mass, slack in rows:
        engine = engines[drawn]
        # A bracket near a lattice holds sums within the tolerance anyway.
        slack = 0.0 if isinstance(engine, JitteredSum) and slack <= engine.law.tolerance else slack
        least, most = (engine.at_least(-(y + side * slack), strict) for side in (-1, 1))
        low += mass * (least.probability - least.error_bound)
        high += mass * (most.probability + most.error_bound)
    return Bracket(low, high)


def _far_out(law: Law, x: float | Fraction) -> bool:
    return float(x - law.mean) > _TILT_BEYOND * math.sqrt(law.tilted(0.0).variance)


def _varies(core: Law) -> bool:
    """Whether more than one value is left, and anything to be drawn."""
    return len(core.values) > 1 and bool(core.counts.any())


def _listed(states: Open, tolerance: float, strict: bool) -> Bracket:
    """How likely the states are that count, where nothing is left to be drawn."""
    at = tolerance if strict else -tolerance
    ends = (states.sums + side * states.slack for side in (-1, 1))
    low, high = (float(states.masses[end > at if strict else end >= at].sum()) for end in ends)
    return Bracket(low, high)
