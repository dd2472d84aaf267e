"""Tails of a random sum and the square of another: P(Σ ±u + κ·M² ≥ c) of real u, with M = Σ ±μ of the same signs."""

import math
from contextlib import suppress

from core.distributions.curved_list import listed_tail
from core.distributions.curved_mixture import CurvedMixture
from core.distributions.curved_tilt import TiltedCurve
from core.distributions.curved_waves import Curved
from core.distributions.tail import Tail, surest
from core.distributions.tilted import ENGINE
from core.errors import NotExactError

__all__ = ["Curved", "bent_tail", "curved_tail"]

# Factors that are multiplied at first, and where the tail is then less certain than this part of it, with less asked.
_WORK, _MOST_WORK, _TELLS, _ENOUGH = 2**23, 2**26, 0.15, 0.03
# Where the square bends much: how near a bracket is asked to be, of far tails at first, which are those below that
# logarithm; when that is enough, or nearly so, and nearer is asked; and how many factors are multiplied.
_BENT, _BENT_FAR, _FAR = 0.01, 0.05, -7.0
_ENOUGH_BENT, _NEARLY_BENT, _BENT_WORK = 0.09, 0.3, 3 * 2**27


def curved_tail(law: Curved, c: float, strict: bool = False) -> Tail:
    """Return P(Σ ±u + κM² ≥ c), or with >, for c ≥ 0 and κ ≥ 0; a bracket holds both.

    Raises
    ------
    NotExactError
        If c is out of a tilted law's reach, or the square bends too much for it.
    """
    listed = listed_tail(law, c, strict)
    if listed is not None:
        return listed
    tilted = TiltedCurve(law, c)
    return _tail(tilted, _bracket(tilted))


def bent_tail(law: Curved, c: float, small: float = 0.0) -> Tail:
    """Return P(Σ ±u + κM² ≥ c) where the square may bend much, which takes a second or two.

    Of one that is smaller than ``small``, it is soon told that it is.

    Raises
    ------
    NotExactError
        If there are too many items.
    """
    mixture = CurvedMixture(law, c)
    try:
        if mixture.most < small:
            raise NotExactError("nearly all swaps are less extreme")
        tail = _tail(mixture, mixture.bracket(_BENT_WORK, _BENT_FAR if mixture.log_scale < _FAR else _BENT))
        if _ENOUGH_BENT < tail.error_bound / tail.probability < _NEARLY_BENT:
            with suppress(NotExactError):
                tail = surest(tail, _tail(mixture, mixture.bracket(_BENT_WORK, _BENT)))
        return tail
    except NotExactError as error:
        half = mixture.most / 2
        return Tail.of(half, max(half, math.ulp(0.0)), ENGINE)._replace(because=f"{error}, ")


def _tail(curve: TiltedCurve | CurvedMixture, bracket: tuple[float, float]) -> Tail:
    low, high = bracket
    middle = (low + high) / 2
    relative = (high - low) / (2 * middle) + curve.rounding
    because = f"with {curve.frequencies:,} frequencies of the Fourier inversion, "
    return Tail.from_log(curve.log_scale + math.log(middle), ENGINE, relative)._replace(because=because)


def _bracket(tilted: TiltedCurve) -> tuple[float, float]:
    try:
        low, high = tilted.bracket(_WORK)
    except NotExactError:
        return tilted.bracket(_MOST_WORK, _ENOUGH)
    if high - low > _TELLS * high:
        with suppress(NotExactError):
            nearer = tilted.bracket(_MOST_WORK, _ENOUGH)
            return min((low, high), nearer, key=lambda ends: ends[1] - ends[0])
    return low, high
