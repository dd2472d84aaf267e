"""The size of a difference in words, and what so many items could show."""

import math

from core.common.phrases import counted
from core.inference.result import Comparison
from core.planning.sensitivity import POWER, Sensitivity
from core.report.numbers import Unit, number, percent
from core.report.plan import gain_text

__all__ = ["effect_size_words", "exaggeration", "relative_words", "shown_gain"]


def relative_words(result: Comparison) -> str | None:
    """Return the difference as a share of the baseline's score; None where that is not above 0.

    Examples
    --------
    >>> from core import compare
    >>> relative_words(compare([0, 1, 0, 1], [1, 1, 0, 1])), relative_words(compare([0, 0], [0, 1]))
    ('+50.0 %', None)
    """
    if result.relative is None:
        return None
    size = abs(100 * result.relative)
    decimals = 1 if size >= 1 or not size else min(1 - math.floor(math.log10(size)), 10)
    return f"{'+' if result.relative > 0 else ''}{number(100 * result.relative, decimals)} %"


def effect_size_words(result: Comparison) -> str | None:
    """Return the odds of helped to hurt where items are right or wrong, d_z of other scores; None where neither is.

    Examples
    --------
    >>> from core import compare, helped_hurt
    >>> effect_size_words(compare(helped_hurt(500, 30, 20))), effect_size_words(compare([0, 0, 0], [1, 2, 3]))
    ('odds of helped to hurt 1.50', 'd_z = 2.00')
    """
    if result.odds is not None:
        if math.isinf(result.odds):
            return f"odds of helped to hurt {result.helped:,} to 0"
        return f"odds of helped to hurt {_three(result.odds)}"
    return None if result.standardised is None else f"d_z = {_three(result.standardised)}"


def _three(value: float) -> str:
    """Three digits of a number."""
    size = abs(value)
    return number(value, 2 if size >= 1 or not size else min(2 - math.floor(math.log10(size)), 10))


def shown_gain(found: Sensitivity, result: Comparison, unit: Unit) -> str:
    """Return the smallest difference that so many items show, and how many the one seen takes.

    Examples
    --------
    >>> from core import compare, helped_hurt
    >>> from core.report.numbers import POINTS
    >>> from core.planning.sensitivity import sensitivity
    >>> result = compare(helped_hurt(500, 30, 20))
    >>> print(shown_gain(sensitivity(result), result, POINTS))
    With a power of 80 %, 500 items show a difference of 4.1 points or more (exact, where 10 % of items change, as \
here); a difference as large as the observed one needs 2,043 items.
    """
    units = counted(result.n_units, result.unit)
    how = "by a normal approximation"
    if found.exact:
        how = f"exact, where {percent(result.changed / result.n_units)} of {result.unit}s change, as here"
    if found.smallest_gain is None:
        said = f"{units} cannot show any difference ({how})"
    else:
        said = f"{units} show a difference of {gain_text(found.smallest_gain, unit)} or more ({how})"
    if result.statistic != 0:
        needed = f"more than 10,000,000 {result.unit}s" if found.needed is None else counted(found.needed, result.unit)
        said += f"; a difference as large as the observed one needs {needed}"
    return f"With a power of {percent(POWER)}, {said}."


def exaggeration(found: Sensitivity, one_sided: bool = False) -> str | None:
    """Return how much a significant result exaggerates, and how often its sign is wrong; None without a difference.

    Examples
    --------
    >>> print(exaggeration(Sensitivity(True, 0.04, 2043, 0.25, 1.888, 0.00093)))
    If the observed difference is the true one, a significant result overstates it 1.9 times on average (Type M) and \
has the wrong sign in 0.093 % of cases (Type S).
    """
    if found.type_m is None or found.type_s is None:
        return None
    times = number(found.type_m, 2 if found.type_m < 1.05 else 1)
    return (
        f"If the observed difference is the true one, a significant result overstates it {times} times on average "
        f"(Type M){_wrong(found.type_s, one_sided)}."
    )


def _wrong(type_s: float, one_sided: bool) -> str:
    if type_s:
        share = "fewer than 1 of 10,000" if type_s < 1e-4 else f"{percent(type_s)} of"
        return f" and has the wrong sign in {share} cases (Type S)"
    if one_sided:
        return "; a one-sided test finds no difference of the other sign (Type S)"
    return "; all changes went one way, so how often its sign is wrong (Type S) cannot be said"
