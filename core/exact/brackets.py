"""What a probability lies between, and how certain it is made."""

from dataclasses import dataclass

from core.exact.inversion import CERTAIN, ENOUGH, SHARE

__all__ = ["Bracket", "OfPValue", "OfQuantile"]

# A tail so certain, as a share of it or of the other, is not made more certain with much more work.
_TELLS = 0.002
_NEAR_ONE = 0.02
# On the way to a quantile a probability is made so certain, as a share of how far it is from it.
_ASIDE = 1 / 8


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
        """What the probability and its complement are at least; of a p near 1 two decimals say all."""
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
        return min(ENOUGH, SHARE * found.middle), _TELLS * found.rest

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

    def in_turn(self, numbers: list[int]) -> list[int]:
        return super().in_turn([each for each in numbers if each == self.last] + numbers)
