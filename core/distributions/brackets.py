"""What a probability lies between, and how certain it is made."""

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from numpy.typing import NDArray

from core.common.cached import cached_property
from core.distributions.enumeration import lowest
from core.distributions.inversion import CERTAIN, DOUBLED, ENOUGH, SHARE, TELLS, InvertedSum, edge_tail
from core.distributions.quantiles import real_quantile, whole_quantile
from core.distributions.stratified import Law
from core.distributions.tail import Tail, largest_error, surest
from core.errors import NotExactError

__all__ = ["AimedSum", "BackedSum", "Bracket", "OfPValue", "OfQuantile"]

Floats = NDArray[Any]

# Of a p near 1 two decimals say all.
_NEAR_ONE = 0.02
# A tail less certain, as a share of it or of the other, is asked of another engine.
_KEPT = 0.005
# On the way to a quantile a probability is made so certain, as a share of how far it is from it; and so certain it is
# not asked of another engine, also as a share of what may be called exact.
_ASIDE, _TOLD, _MOST_TOLD = 1 / 8, 1 / 2, 5e-4


@dataclass(frozen=True)
class Bracket:
    """What a probability lies between."""

    low: float = 0.0
    high: float = 1.0

    @property
    def middle(self) -> float:
        return (self.low + self.high) / 2

    @property
    def half_width(self) -> float:
        return (self.high - self.low) / 2

    @property
    def rest(self) -> float:
        """What the probability and its complement are at least."""
        return min(self.low, max(1 - self.high, _NEAR_ONE))

    def plus(self, other: "Bracket") -> "Bracket":
        """What its sum with another lies between."""
        return Bracket(self.low + other.low, self.high + other.high)

    def and_(self, other: "Bracket") -> "Bracket":
        """What it lies between by both."""
        return Bracket(max(self.low, other.low), min(self.high, other.high))


class OfPValue:
    """How certain a probability is made, and after how many values it is tried to."""

    last: int | None = None

    def certain(self, found: Bracket) -> tuple[float, float]:
        """Where that takes little time, and otherwise."""
        return min(ENOUGH, SHARE * found.middle), TELLS * found.rest

    def kept(self, found: Bracket) -> float:
        """How certain it is at least, not to be asked of another engine."""
        return max(min(CERTAIN, found.rest / 8), min(_KEPT * found.rest, DOUBLED))

    def in_turn(self, numbers: list[int]) -> list[int]:
        """All numbers once."""
        return list(dict.fromkeys(numbers))


class OfQuantile(OfPValue):
    """Of many probabilities that are asked in turn until one is q: what did for the last is tried first."""

    def __init__(self, q: float) -> None:
        self._q = q

    def certain(self, found: Bracket) -> tuple[float, float]:
        certain = max(CERTAIN, _ASIDE * abs(found.middle - self._q))
        return certain, certain

    def kept(self, found: Bracket) -> float:
        told = min(_TOLD * largest_error(min(self._q, 1 - self._q)), _MOST_TOLD)
        return max(self.certain(found)[0], told)

    def in_turn(self, numbers: list[int]) -> list[int]:
        return super().in_turn([each for each in numbers if each == self.last] + numbers)


class AimedSum(InvertedSum):
    """The law of a sum whose tails are made as certain as what they are asked for takes."""

    _picture: tuple[Floats, Floats]

    def points(self) -> tuple[Floats, Floats]:
        """Sums across the distribution with the mass near each, for pictures."""
        return self._picture

    def quantile(self, q: float) -> float:
        """The x for which q lies between P(S < x) and P(S ≤ x), as certain as `real_quantile` tells.

        Raises
        ------
        NotExactError
            If no x can be certified.
        """
        find = whole_quantile if self.law.whole else real_quantile
        return find(q, partial(self._at_most, aim=OfQuantile(q)), self._picture, self.law.support)

    def _at_most(self, x: float, aim: OfPValue) -> Tail:
        at = math.floor(x) + 0.5 if self.law.whole else x
        return edge_tail(self.law.reflected(), -at, False) or self._aimed(at, False, False, aim)

    def _tail(self, x: float | Fraction, strict: bool, *, upper: bool) -> Tail:
        return self._aimed(x, strict, upper, OfPValue())

    def _aimed(self, x: float | Fraction, strict: bool, upper: bool, aim: OfPValue) -> Tail:
        raise NotImplementedError

    def _edge(self, x: float | Fraction, strict: bool, upper: bool) -> float:
        """Where sums that count are parted from all others: beside those that equal x within the tolerance."""
        return float(x) if self.law.whole else lowest(self.law, x, strict == upper)


class BackedSum(AimedSum):
    """Such a law with another engine for what this one leaves open; ``otherwise`` makes it of the law when asked."""

    def __init__(self, law: Law, otherwise: Callable[[Law], Any]) -> None:
        super().__init__(law)
        self._otherwise = otherwise

    def quantile(self, q: float) -> float:
        """As that of any other, or of the other engine."""
        try:
            return super().quantile(q)
        except NotExactError:
            if self._other.quantile is None:
                raise
            found: float = self._other.quantile(q)
            return found

    @cached_property
    def _other(self) -> Any:
        return self._otherwise(self.law)

    def _aimed(self, x: float | Fraction, strict: bool, upper: bool, aim: OfPValue) -> Tail:
        tail = self._own(float(x), strict, upper, aim)
        if tail is None:
            return self._by_other(x, strict, upper, aim)
        low, high = (tail.probability + side * tail.error_bound for side in (-1, 1))
        if tail.error_bound > aim.kept(Bracket(low, high)):
            with suppress(NotExactError):
                tail = surest(tail, self._by_other(x, strict, upper, aim))
        return tail

    def _by_other(self, x: float | Fraction, strict: bool, upper: bool, aim: OfPValue) -> Tail:
        if isinstance(self._other, AimedSum):
            return self._other._aimed(x, strict, upper, aim)
        tail: Tail = (self._other.at_least if upper else self._other.at_most)(x, strict)
        return tail

    def _own(self, x: float, strict: bool, upper: bool, aim: OfPValue) -> Tail | None:
        """P(S ≥ x) or P(S ≤ x), without ties where it is strict, or None where too much is open."""
        raise NotImplementedError
