"""What the last values of a sum leave open, inverted for all states of the first at once.

With y how far the mean of a state lies above x, the bracket of `fourier` is linear in the characteristic function, so
that one inversion of Σ P(state)·E e^{it(y + rest)} serves all states. A state known up to a slack of s is taken s lower
for the one end of the bracket, and s higher for the other.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.distributions.brackets import Bracket, OfPValue
from core.distributions.fading import Law
from core.distributions.frequencies import sums_of_waves
from core.distributions.inversion import bracketed, returning, spacing
from core.distributions.ordered import Draws, Order
from core.distributions.peeling import Open
from core.distributions.spectrum import NEGLIGIBLE, characteristic, one_draw
from core.distributions.sums import ResampledSum, SwappedSum

__all__ = ["inverted"]

Floats = NDArray[Any]
Complexes = NDArray[Any]
Integers = NDArray[Any]

_FREQUENCIES = (2**9, 2**12, 2**15, 2**17, 2**19, 2**21)
# Frequencies × states and values that are added up at most, or to tell more digits; a cosine is as much work as so
# many, a value that is drawn as so few, and a frequency itself as so many, and again for each number of draws.
_LARGEST_WORK, _DIGITS_WORK, _COSINE, _VALUE, _FREQUENCY, _KIND = 2**27, 2**23, 16, 1 / 4, 256, 64
# Some values tell which frequencies matter, in so much less work.
_TOLD, _LOOKED_AT = 2**10, 8
# Of more states than so, the fewest frequencies take as long as more.
_FEW = 256
# More frequencies that leave more than so much of a bracket are the last.
_HARDLY = 0.4
# So many waves are sooner summed one by one.
_ONE_BY_ONE, _TINY = 2**19, 1e-300
# What a characteristic function is off where it is left out, and what angles at so many frequencies are rounded.
_OFF, _ANGLE, _ROUNDED = math.exp(-NEGLIGIBLE), 4e-16, 4e-16


def inverted(order: Order, number: int, states: Open, reach: float, sure: Bracket, aim: OfPValue) -> Bracket:
    """How likely states of the first values are to count, from as many frequencies as make it certain.

    Parameters
    ----------
    order : Draws or Signs
        The values.
    number : int
        After how many of them the states are.
    states : Open
        The states, their sums above x.
    reach : float
        Half a window that holds what is left of each.
    sure : Bracket
        What is added to it.
    aim : OfPValue
        How certain the sum of both is made.
    """
    core, found = order.core(number), Bracket(0.0, float(states.masses.sum()))
    step = spacing(reach)
    each = _FREQUENCY + int(len(core.values) * (_COSINE if isinstance(core, SwappedSum) else _VALUE))
    kinds = len(np.unique(states.drawn))
    look, matter = (_FREQUENCY + min(len(core.values), _TOLD)) / _LOOKED_AT, 1.0
    for count in _FREQUENCIES[len(states) > _FEW :]:
        both = sure.plus(found)
        wanted, tells = aim.certain(both)
        work = count * (len(states) + look + (each + kinds * _KIND) * matter)
        if both.half_width <= wanted or work > (_DIGITS_WORK if both.half_width <= tells else _LARGEST_WORK):
            break
        new, matter = _from_frequencies(order, core, states, reach, step, count)
        blurred = new.half_width > _HARDLY * found.half_width  # by states that were taken together
        found = found.and_(new)
        if blurred:
            break
    return found


def _from_frequencies(
    order: Order, core: Law, states: Open, reach: float, step: float, count: int
) -> tuple[Bracket, float]:
    """What it lies between, and the share of the frequencies that matter."""
    mass = float(states.masses.sum())
    if isinstance(core, SwappedSum):
        k, waves, error = characteristic(core, step / 2, step, count)
        draws, y = np.zeros(len(states), dtype=np.int64), states.sums
    else:
        assert isinstance(order, Draws)
        draws = order.n - states.drawn
        y = states.sums + draws * core.mean / core.n
        k, waves, rounding = one_draw(core, step / 2, step, count, 0.0, math.exp(-NEGLIGIBLE / max(draws.min(), 1)))
        error = _OFF + float(draws.max()) * rounding
    returns = returning(reach, count)
    ends = []
    for side in (-1, 1) if states.slack.any() else (0,):
        own = Open(draws, y + side * states.slack, states.masses, states.slack)
        phi = _mixed(own, k, waves, step, count, isinstance(core, ResampledSum))
        below, half_width = bracketed(mass, phi, k, step, count, 0.0, mass * (error + _ANGLE * count))
        half_width += (_ROUNDED + returns) * mass
        ends += [mass - below - half_width, mass - below + half_width]
    return Bracket(max(ends[0], 0.0), min(ends[-1], mass)), len(k) / count


def _mixed(states: Open, k: Integers, waves: Complexes, step: float, count: int, powers: bool) -> Complexes:
    """Σ P·e^{ity}·E e^{it·rest} of states at y, the rest of a resampled sum being so many draws."""
    logs = np.log(waves + _TINY)
    if len(states) * len(k) <= _ONE_BY_ONE:
        exponents = np.multiply.outer(states.sums, 1j * step * (k + 0.5))
        exponents += np.multiply.outer(states.drawn if powers else np.ones(len(states)), logs)
        return states.masses @ np.exp(exponents, out=exponents)
    phi = np.zeros(len(k), dtype=complex)
    for drawn in np.unique(states.drawn):
        some = states.at(np.flatnonzero(states.drawn == drawn))
        own = sums_of_waves(some.sums, some.masses, step / 2, step, count)[k]
        phi += own * (np.exp(drawn * logs) if powers else waves)
    return phi
