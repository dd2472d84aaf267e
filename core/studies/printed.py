"""Printed accuracies, and the whole numbers of right items that can stand behind them."""

import re
from dataclasses import dataclass
from fractions import Fraction

from core.errors import OptionError

__all__ = ["PrintedAccuracy", "read_accuracies"]

_NUMBER = re.compile(r"([0-9]+\.?[0-9]*|\.[0-9]+)\s*(%?)", re.ASCII)


@dataclass(frozen=True, slots=True)
class PrintedAccuracy:
    """An accuracy as it was printed: its value as a share of the items, and how far it may have been rounded."""

    name: str  # "baseline" or "experimental"
    text: str
    whole: int  # what a perfect score prints: 100, or 1 for fractions
    decimals: int
    last_digit_even: bool

    @property
    def value(self) -> Fraction:
        return Fraction(self.text.rstrip("% "))

    def counts(self, n: int) -> tuple[int, int]:
        """Return the least and the most right items of n that round to it.

        A tie can have been rounded up, or to the even digit: both are admitted.

        Raises
        ------
        OptionError
            If no count does; the message names the nearest numbers that could be printed.

        Examples
        --------
        >>> baseline, _ = read_accuracies("71.2", "71.7")
        >>> baseline.counts(1000), baseline.counts(10_000)
        ((712, 712), (7115, 7125))
        """
        half = Fraction(1, 2 * 10**self.decimals)
        least = max(-(-(self.value - half) * n // self.whole), 0)
        most = (self.value + half) * n // self.whole
        if not self.last_digit_even and most * self.whole == (self.value + half) * n:
            most -= 1
        most = min(most, n)
        if least > most:
            below = self.value * n // self.whole
            near = " and ".join(f"{self._printed(count, n)} ({count:,} of {n:,})" for count in (below, below + 1))
            raise OptionError(
                f"{self.name} == {self.text!r}: no number of right items among {n:,} prints as that; the nearest "
                f"possible are {near}. Check n and the digits."
            )
        return int(least), int(most)

    def _printed(self, count: int, n: int) -> str:
        scaled = int(Fraction(count * self.whole * 10**self.decimals, n) + Fraction(1, 2))
        digits = f"{scaled:0{self.decimals + 1}d}"
        return f"{digits[: len(digits) - self.decimals]}.{digits[len(digits) - self.decimals :]}".rstrip(".")


def read_accuracies(baseline: str, experimental: str) -> tuple[PrintedAccuracy, PrintedAccuracy]:
    """Read two accuracies as printed: the decimals count, so "71.20" says more than "71.2".

    They are fractions of 1 where both are at most 1, both are printed with a decimal point and neither with a percent
    sign; percent otherwise. So "1" and "0" are one and no percent, "1.0" beside "0.9" is every item, and "0.5%" is half
    a percent.

    Raises
    ------
    OptionError
        If one is no plain number from 0 to 100, or a fraction stands beside a 0 or 1 without decimals.
    """
    found = [_parsed(name, text) for name, text in (("baseline", baseline), ("experimental", experimental))]
    small = all(value <= 1 and not percent for value, _, percent in found)
    pointed = ["." in digits for _, digits, _ in found]
    if small and any(pointed) and not all(pointed):
        name, text = ("baseline", baseline) if not pointed[0] else ("experimental", experimental)
        raise OptionError(
            f"{name} == {text!r} beside a fraction: write it with its decimals ({text}.00 if it was rounded to two), "
            "or both with a percent sign."
        )
    whole = 1 if small and all(pointed) else 100
    texts = (baseline.strip(), experimental.strip())
    for (value, _, _), name, text in zip(found, ("baseline", "experimental"), texts, strict=True):
        if value > whole:
            raise OptionError(f"{name} == {text!r}, must be <= 100 (percent of the items).")
    first, second = (
        PrintedAccuracy(name, text, whole, len(digits.partition(".")[2]), digits.rstrip(".")[-1] in "02468")
        for name, text, (_, digits, _) in zip(("baseline", "experimental"), texts, found, strict=True)
    )
    return first, second


def _parsed(name: str, text: str) -> tuple[Fraction, str, bool]:
    matched = _NUMBER.fullmatch(text.strip()) if isinstance(text, str) else None
    if matched is None:
        hint = "as text, because its decimals count" if not isinstance(text, str) else "with a point for the decimals"
        raise OptionError(f"{name} == {text!r}, must be an accuracy as printed, {hint}: '71.2' or '0.712'.")
    return Fraction(matched[1]), matched[1], bool(matched[2])
