"""The law of a sum shifted and stretched by whole numbers, as an engine of the smallest whole numbers knows it."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from numpy.typing import NDArray

from core.exact.tail import Tail

__all__ = ["Rescaled"]


class Rescaled:
    """The law of shift + step·S for an engine of S; all whole numbers."""

    def __init__(self, inner: Any, shift: int, step: int) -> None:
        self.inner, self.shift, self.step = inner, shift, step

    @property
    def engine(self) -> str:
        return str(self.inner.engine)

    def at_least(self, x: float | Fraction, strict: bool = False) -> Tail:
        """P(shift + step·S ≥ x), or with >."""
        tail: Tail = self.inner.at_least((Fraction(x) - self.shift) / self.step, strict)
        return tail

    def at_most(self, x: float | Fraction, strict: bool = False) -> Tail:
        """P(shift + step·S ≤ x), or with <."""
        tail: Tail = self.inner.at_most((Fraction(x) - self.shift) / self.step, strict)
        return tail

    def points(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """The values and their probabilities."""
        sums, mass = self.inner.points()
        return self.shift + self.step * sums, mass

    @property
    def quantile(self) -> Callable[[float], float] | None:
        """The inner quantile, rescaled, where there is one."""
        inner = self.inner.quantile
        return None if inner is None else lambda q: self.shift + self.step * inner(q)
