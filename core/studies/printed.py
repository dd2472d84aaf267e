"""Printed accuracies, and the whole numbers of right items that can stand behind them."""

import math
import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from core.errors import OptionError
from core.phrases import shown

__all__ = ["PrintedAccuracy", "read_accuracies"]

_NAMES = ("baseline", "experimental")
# More digits than floating point prints are no accuracy.
_NUMBER = re.compile(r"([0-9]{1,20}\.?[0-9]{0,20}|\.[0-9]{1,20})\s*(%?)", re.ASCII)


@dataclass(frozen=True, slots=True)
class PrintedAccuracy:
    """An accuracy as it was printed: its value as a share of the items, and how far it may have been rounded."""

    name: str  # "baseline" or "experimental"
    text: str
    whole: int  # what a perfect score prints: 100, or 1 for fractions
    decimals: int

    @property
    def value(self) -> Fraction:
        return Fraction(self.text.rstrip("% "))

    def counts(self, n: int) -> tuple[int, int]:
        """Return the least and the most right items of n that round to it.

        Every count is admitted whose share is within half a unit of the last printed decimal, both ends included. Ties
        are printed either way: rounded up, to the even digit, or as floating point has it (Python prints 23/40 with two
        decimals as 0.57, 0.575 being a little less in binary).

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
        low, high = self._ends(n)
        least, most = max(math.ceil(low), 0), min(math.floor(high), n)
        if least > most:
            below = self.value * n // self.whole
            near = " and ".join(f"{self._printed(count, n)} ({count:,} of {n:,})" for count in (below, below + 1))
            raise OptionError(
                f"{self.name} == {self.text!r}: no number of right items among {n:,} prints as that; the nearest "
                f"possible are {near}. Check n and the digits."
            )
        return least, most

    def has_ties(self, n: int) -> bool:
        """Return whether one of its counts lies exactly halfway to the next number that could be printed.

        Examples
        --------
        >>> read_accuracies("0.57", "0.62")[0].has_ties(40), read_accuracies("0.57", "0.62")[0].has_ties(100)
        (True, False)
        """
        return any(end.denominator == 1 and 0 <= end <= n for end in self._ends(n))

    def _ends(self, n: int) -> tuple[Fraction, Fraction]:
        half = Fraction(1, 2 * 10**self.decimals)
        return (self.value - half) * n / self.whole, (self.value + half) * n / self.whole

    def _printed(self, count: int, n: int) -> str:
        scaled = int(Fraction(count * self.whole * 10**self.decimals, n) + Fraction(1, 2))
        digits = f"{scaled:0{self.decimals + 1}d}"
        return f"{digits[: len(digits) - self.decimals]}.{digits[len(digits) - self.decimals :]}".rstrip(".")


def read_accuracies(baseline: str, experimental: str) -> tuple[PrintedAccuracy, PrintedAccuracy]:
    """Read two accuracies as printed: the decimals count, so "71.20" says more than "71.2".

    They are fractions of 1 where both are at most 1, both are printed with a decimal point and neither with a percent
    sign; percent otherwise. So "1" and "0" are one and no percent, "1.0" beside "0.9" is every item, and "0.5%" is half
    a percent. Beside a larger number, what may be a fraction is taken as percent only where both have as many decimals.

    Raises
    ------
    OptionError
        If one is no plain number from 0 to 100, a fraction stands beside a 0 or 1 without decimals, or one looks like
        a fraction and the other like percent.
    """
    found = [_parsed(name, text) for name, text in zip(_NAMES, (baseline, experimental), strict=True)]
    texts = (baseline.strip(), experimental.strip())
    small = all(value <= 1 and not percent for value, _, percent in found)
    pointed = ["." in digits for _, digits, _ in found]
    if small and any(pointed) and not all(pointed):
        i = pointed.index(False)
        raise OptionError(
            f"{_NAMES[i]} == {texts[i]!r} beside a fraction: write it with its decimals ({texts[i]}.00 if it was "
            "rounded to two), or both with a percent sign."
        )
    whole = 1 if small and all(pointed) else 100
    for (value, _, _), name, text in zip(found, _NAMES, texts, strict=True):
        if value > whole:
            raise OptionError(f"{name} == {text!r}, must be <= 100 (percent of the items).")
    decimals = [len(digits.partition(".")[2]) for _, digits, _ in found]
    for i, j in ((0, 1), (1, 0)):
        value, digits, percent = found[i]
        if 0 < value <= 1 < found[j][0] and decimals[i] > decimals[j] and not percent:
            raise OptionError(
                f"{_NAMES[i]} == {texts[i]!r} looks like a fraction beside {_NAMES[j]} == {texts[j]!r}: write "
                f"{Decimal(digits).scaleb(2):f} if it is one, or {digits}% if it is percent."
            )
    first, second = (
        PrintedAccuracy(name, text, whole, places) for name, text, places in zip(_NAMES, texts, decimals, strict=True)
    )
    return first, second


def _parsed(name: str, text: str) -> tuple[Fraction, str, bool]:
    matched = _NUMBER.fullmatch(text.strip()) if isinstance(text, str) else None
    if matched is None:
        hint = "as text, because its decimals count" if not isinstance(text, str) else "with a point for the decimals"
        given = shown(text) if isinstance(text, str) else repr(text)
        raise OptionError(f"{name} == {given}, must be an accuracy as printed, {hint}: '71.2' or '0.712'.")
    return Fraction(matched[1]), matched[1], bool(matched[2])
