"""Printed accuracies, and the whole numbers of right items that can stand behind them."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from core.common.arguments import argument
from core.common.phrases import shown
from core.errors import OptionError

_NAMES = ("baseline", "experimental")
# More digits than floating point prints are refused.
_DIGITS = r"[0-9]{1,20}(?:[.,][0-9]{0,20})?|[.,][0-9]{1,20}"
_NUMBER = re.compile(rf"({_DIGITS})\s*(%|percent|per cent|)", re.IGNORECASE)
_WHOLE = r"[0-9]{1,3}(?:,[0-9]{3}){1,2}|[0-9]{1,9}"
_COUNT = re.compile(rf"({_WHOLE})\s*(?:/|of|out of)\s*({_WHOLE})", re.IGNORECASE)
# A share with at least seven decimals may be a float, which two roundings to 32 bits have moved: k/n, and times 100.
_OF_FLOATS, _ROUNDING = 10**7, Fraction(1, 2**23)
# Written beside a number, and no part of it.
_SPREAD = re.compile(r"±|\+/-|\+-|\(")


@dataclass(frozen=True, slots=True)
class PrintedAccuracy:
    """An accuracy as it was printed: a share of the items, and how far it may have been rounded.

    ``of`` is the number of items where it was printed as a count, 712/1000, and None elsewhere.
    """

    name: str  # "baseline" or "experimental"
    text: str
    share: Fraction
    whole: int  # what a perfect score prints: 100, or 1 for fractions
    decimals: int
    of: int | None = None

    def counts(self, n: int) -> tuple[int, int]:
        """Return the least and the most right items of n that round to it.

        Every count is admitted whose share is within half a unit of the last printed decimal, both ends included; if
        there is none and the digits are as many as floating point prints, within the rounding of 32-bit floats. Ties
        are printed either way: rounded up, to the even digit, or as floating point has it (Python prints 23/40 with two
        decimals as 0.57, 0.575 being a little less in binary).

        Raises OptionError if no count does; the message names the nearest numbers that could be printed.

        >>> baseline, _ = read_accuracies("71.2", "71.7")
        >>> baseline.counts(1000), baseline.counts(10_000)
        ((712, 712), (7115, 7125))
        """
        if self.of is not None and self.of != n:
            raise OptionError(
                f"{self.name} == {self.text!r} counts {self.of:,} items, but n == {n:,}: mend one of them."
            )
        low, high = self._ends(n)
        least, most = max(math.ceil(low), 0), min(math.floor(high), n)
        if least > most and self.whole * 10**self.decimals >= _OF_FLOATS:
            low, high = low * (1 - _ROUNDING), high * (1 + _ROUNDING)
            least, most = math.ceil(low), min(math.floor(high), n)
        if least > most:
            below = math.floor(self.share * n)
            near = " and ".join(f"{self._printed(count, n)} ({count:,} of {n:,})" for count in (below, below + 1))
            raise OptionError(
                f"{self.name} == {self.text!r}: no number of right items among {n:,} prints as that; the nearest "
                f"possible are {near}. Check n and the digits."
            )
        return least, most

    def has_ties(self, n: int) -> bool:
        """Return whether one of its counts lies exactly halfway to the next number that could be printed."""
        return self.of is None and any(end.denominator == 1 and 0 <= end <= n for end in self._ends(n))

    def _ends(self, n: int) -> tuple[Fraction, Fraction]:
        half = 0 if self.of is not None else Fraction(1, 2 * 10**self.decimals * self.whole)
        return (self.share - half) * n, (self.share + half) * n

    def _printed(self, count: int, n: int) -> str:
        scaled = int(Fraction(count * self.whole * 10**self.decimals, n) + Fraction(1, 2))
        return f"{Decimal(scaled).scaleb(-self.decimals):f}"


class _Number(NamedTuple):
    """A number as typed: its value, its digits with a point for the decimals, and whether a percent sign follows."""

    value: Fraction
    digits: str
    percent: bool

    @property
    def decimals(self) -> int:
        return len(self.digits.partition(".")[2])


def read_accuracies(baseline: str, experimental: str) -> tuple[PrintedAccuracy, PrintedAccuracy]:
    """Read two accuracies as printed: the decimals count, so "71.20" says more than "71.2".

    They are fractions of 1 where both are at most 1, both are printed with a decimal point and neither with a percent
    sign; percent otherwise. So "1" and "0" are one and no percent, "1.0" beside "0.9" is every item, and "0.5%" is half
    a percent. Beside a larger number, what may be a fraction is taken as percent only where both have as many decimals.
    A decimal comma is a decimal point, and "712/1000" counts the right items.

    Raises OptionError if one is not a number from 0 to 100, a fraction stands beside a 0 or 1 without decimals, or one
    looks like a fraction and the other like percent.

    >>> [each.counts(1000) for each in read_accuracies("71,2 %", "717/1000")]
    [(712, 712), (717, 717)]
    """
    texts = {name: _stripped(name, text) for name, text in zip(_NAMES, (baseline, experimental), strict=True)}
    counted = {name: _count(name, text) for name, text in texts.items()}
    numbers = {name: _number(name, text) for name, text in texts.items() if counted[name] is None}
    whole = _whole(numbers, texts)
    first, second = (
        counted[name] or PrintedAccuracy(name, text, numbers[name].value / whole, whole, numbers[name].decimals)
        for name, text in texts.items()
    )
    return first, second


def read_planned(printed: Mapping[str, str]) -> dict[str, float]:
    """Return two planned accuracies and their agreement, as far as they are given, as shares of the items.

    They are all percent or all fractions, by the rule of `read_accuracies`.

    >>> read_planned({"baseline": "80", "experimental": "82", "agreement": "97.5"})
    {'baseline': 0.8, 'experimental': 0.82, 'agreement': 0.975}
    """
    whole = 100
    shares = {}
    if set(_NAMES) <= set(printed):
        for each in read_accuracies(printed["baseline"], printed["experimental"]):
            shares[each.name] = float(each.share)
            whole = each.whole
    for name, text in printed.items():
        if name in shares:
            continue
        value, digits, percent = _number(name, _stripped(name, text))
        others = " and ".join(repr(other) for key, other in printed.items() if key != name)
        beside = f"{name} == {text!r} beside {others}"
        if whole == 1 and value > 1 and not percent:
            raise OptionError(f"{beside}: write it as a fraction too, or all of them in percent.")
        if shares and whole == 100 and value < 1 and "." in digits and not percent:
            raise OptionError(f"{beside}: write {Decimal(digits).scaleb(2):f} if it is a fraction, or {digits}%.")
        shares[name] = float(value / (100 if percent else whole))
    return shares


def _whole(numbers: dict[str, _Number], texts: dict[str, str]) -> int:
    """Return what a perfect score prints, 1 or 100, by both numbers together."""
    small = all(each.value <= 1 and not each.percent for each in numbers.values())
    pointed = {name: "." in each.digits for name, each in numbers.items()}
    if small and any(pointed.values()) and not all(pointed.values()):
        name = next(name for name, has in pointed.items() if not has)
        raise OptionError(
            f"{name} == {texts[name]!r} beside a fraction: write it with its decimals ({texts[name]}.00 if it was "
            "rounded to two), or both with a percent sign."
        )
    whole = 1 if small and all(pointed.values()) else 100
    for name, each in numbers.items():
        if each.value > whole:
            raise OptionError(f"{name} == {texts[name]!r}, must be <= 100 (percent of the items).")
        for other, beside in numbers.items():
            if 0 < each.value <= 1 < beside.value and each.decimals > beside.decimals and not each.percent:
                raise OptionError(
                    f"{name} == {texts[name]!r} looks like a fraction beside {other} == {texts[other]!r}: write "
                    f"{Decimal(each.digits).scaleb(2):f} if it is one, or {each.digits}% if it is percent."
                )
    return whole


def _stripped(name: str, text: str) -> str:
    if not isinstance(text, str):
        raise OptionError(
            f"{argument(name, text)}, must be an accuracy as printed, as text, because its decimals count: '71.2'."
        )
    return text.strip()


def _count(name: str, text: str) -> PrintedAccuracy | None:
    matched = _COUNT.fullmatch(text)
    if matched is None:
        return None
    right, n = (int(number.replace(",", "")) for number in matched.groups())
    if not 0 < n >= right:
        raise OptionError(f"{name} == {shown(text)}, must count at most as many right items as there are: '712/1000'.")
    return PrintedAccuracy(name, text, Fraction(right, n), 100, 0, n)


def _number(name: str, text: str) -> _Number:
    matched = _NUMBER.fullmatch(text)
    if matched is None:
        hint = " without its spread or a remark" if _SPREAD.search(text) else ""
        raise OptionError(
            f"{name} == {shown(text)}, must be an accuracy as printed{hint}: '71.2', '71,2', '71.2%', '0.712' or, "
            "counted, '712/1000'."
        )
    digits = matched[1].replace(",", ".")
    return _Number(Fraction(digits), digits, bool(matched[2]))
