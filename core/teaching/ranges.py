"""Lists of numbers as a person types them: ``1, 2, 5``, ``0:20``, ``0.5:10.5:0.5``, or several of these."""

import math
import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

from core.common.phrases import shown
from core.errors import OptionError

__all__ = ["read_list", "written", "written_number"]

# No more digits than a question can be about; exponents keep numbers such as 1e4 short.
_NUMBER = re.compile(r"[-+]?([0-9]{1,20}\.?[0-9]{0,20}|\.[0-9]{1,20})([eE][-+]?[0-9]{1,2})?", re.ASCII)


def read_list(name: str, text: str, most: int = 60) -> tuple[Fraction, ...]:
    """Return the numbers of a list, each once; ``a:b:step`` is Python's range, from a up to but without b.

    Raises
    ------
    OptionError
        If it is not such a list, is empty or has more than ``most`` numbers.

    Examples
    --------
    >>> [float(number) for number in read_list("effects", "5, 0.5, 1:3, 10:8:-1")]
    [5.0, 0.5, 1.0, 2.0, 10.0, 9.0]
    """
    numbers: dict[Fraction, None] = {}
    for part in filter(None, re.split(r"[\s,;]+", text.strip())):
        numbers.update(dict.fromkeys(_part(name, part, most)))
        if len(numbers) > most:
            raise OptionError(f"{name} has more than {most:,} values: take fewer, or larger steps.")
    if not numbers:
        raise OptionError(f"{name} is empty: give at least one number, for example 1, 2, 5 or 0:20.")
    return tuple(numbers)


def _part(name: str, part: str, most: int) -> list[Fraction]:
    ends = part.split(":")
    if len(ends) > 3 or not all(_NUMBER.fullmatch(end) for end in ends):
        raise OptionError(f"{name}: {shown(part)} must be a number, or a range such as 0:20 (0 to 19) or 0:10:0.5.")
    first, *more = map(Fraction, ends)
    if not more:
        return [first]
    end, step = (*more, Fraction(1))[:2]
    if step == 0:
        raise OptionError(f"{name}: the step of {part!r} must not be 0.")
    if (end - first) * step <= 0:
        down = f"{written_number(first)}:{written_number(end)}:{written_number(-step)}"
        way = "ends where it begins, and its end is left out" if end == first else f"goes the other way, as {down} does"
        raise OptionError(f"{name}: the range {part!r} has no numbers: it {way}.")
    # One more than allowed is enough to be refused.
    count = min(math.ceil((end - first) / step), most + 1)
    return [first + i * step for i in range(count)]


def written(values: Sequence[Fraction | float]) -> str:
    """Return a list as it is written, evenly spaced numbers as a range; `read_list` reads it back.

    Examples
    --------
    >>> written(read_list("hurts", "0,1,2,3,4,5")), written(read_list("effects", "0.5,1,2"))
    ('0:6', '0.5,1,2')
    """
    exact = [Fraction(str(value)) for value in values]
    steps = {after - before for before, after in pairwise(exact)}
    if len(exact) > 3 and len(steps) == 1:
        [step] = steps
        ends = [exact[0], exact[-1] + step, *([step] if step != 1 else [])]
        return ":".join(map(written_number, ends))
    return ",".join(map(written_number, exact))


def written_number(value: Fraction) -> str:
    """Return a number without exponent or fraction bar.

    Examples
    --------
    >>> written_number(Fraction(21, 2)), written_number(Fraction(10**12)), written_number(Fraction(1, 100000))
    ('10.5', '1000000000000', '0.00001')
    """
    return f"{Decimal(value.numerator) / value.denominator:f}"
