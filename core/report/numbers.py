"""Numbers as a person reads them: units, sensible digits, p-values that never claim too much."""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from core.paired import PairedScores
from core.phrases import counted
from core.result import Comparison, ConfidenceInterval

__all__ = [
    "OWN",
    "POINTS",
    "Unit",
    "claimable",
    "decimals_for",
    "interval_decimals",
    "interval_text",
    "item_count",
    "number",
    "percent",
    "power_of_ten",
    "pvalue_equation",
    "pvalue_number",
    "pvalue_said",
    "pvalue_text",
    "pvalue_words",
    "signed",
    "small",
    "unit_of",
]

# Of a smaller p-value no digits are printed; in sentences of none below the other.
LEAST = 1e-300
LEAST_IN_PROSE = 0.001

SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
MINUS = "−"


class Unit(NamedTuple):
    """How the metric's numbers are shown: multiplied by ``scale``, followed by ``name``."""

    scale: float
    name: str  # "points" or ""


POINTS = Unit(100.0, "points")
OWN = Unit(1.0, "")

# Metrics that are shares whatever the data.
SHARES = ("f1", "f1-errors", "accuracy", "micro-f1", "macro-f1", "precision", "recall")


def unit_of(pair: PairedScores, metric: str) -> Unit:
    """Return percentage points where the metric is a share of something counted, its own unit elsewhere.

    A mean is a share where every item is right or wrong (or counts how many of its parts are).

    Examples
    --------
    >>> unit_of(PairedScores.from_scores([0, 1], [1, 1]), "mean").name
    'points'
    >>> unit_of(PairedScores.from_scores([0.2, 3.5], [1, 1]), "mean").name
    ''
    """
    if metric.partition(":")[0] in SHARES:
        return POINTS
    both = np.vstack([pair.collapsed.baseline, pair.collapsed.experimental])
    part, whole = both[:, 0], both[:, 1]
    counted = np.array_equal(part, np.rint(part)) and bool(((part >= 0) & (part <= whole)).all())
    return POINTS if counted else OWN


def decimals_for(width: float) -> int:
    """Return the decimals that show two significant digits of an interval's half width.

    Examples
    --------
    >>> decimals_for(2.8), decimals_for(50.0), decimals_for(0.031)
    (1, 0, 3)
    """
    if not width > 0 or not math.isfinite(width):
        return 1
    return min(max(1 - math.floor(math.log10(width)), 0), 10)


def number(value: float, decimals: int) -> str:
    """Return the value with that many decimals and a typographic minus, never as a negative zero.

    Examples
    --------
    >>> number(-7.126, 1), number(-0.01, 1), number(1319, 0)
    ('−7.1', '0.0', '1,319')
    """
    text = f"{value:,.{decimals}f}"
    if float(text.replace(",", "")) == 0:
        text = text.lstrip("-")
    return text.replace("-", MINUS)


def signed(value: float, decimals: int) -> str:
    """Return the value with its sign, a plus included.

    Examples
    --------
    >>> signed(4.32, 1), signed(-4.32, 1), signed(0.0, 1)
    ('+4.3', '−4.3', '0.0')
    """
    text = number(value, decimals)
    return text if text.startswith(MINUS) or float(text.replace(",", "")) == 0 else f"+{text}"


def power_of_ten(log10: float, digits: int = 3) -> str:
    """Return 10 to the given power as a product such as 1.24 × 10⁻³², or as it is where that is a whole number.

    Examples
    --------
    >>> power_of_ten(-31.9066), power_of_ten(-300)
    ('1.24 × 10⁻³²', '10⁻³⁰⁰')
    """
    exponent = math.floor(log10)
    if exponent == log10:
        return f"10{str(exponent).translate(SUPERSCRIPTS)}"
    mantissa = f"{10 ** (log10 - exponent):.{digits - 1}f}"
    if float(mantissa) >= 10:  # 9.996 is printed as 10.00
        mantissa, exponent = f"{1:.{digits - 1}f}", exponent + 1
    return f"{mantissa} × 10{str(exponent).translate(SUPERSCRIPTS)}"


def small(p: float) -> str:
    """Return a probability with four decimals, three significant digits below 0.01, a power of ten below 0.0001.

    Examples
    --------
    >>> small(0.421732332), small(0.00315), small(1.24e-32), small(1.0)
    ('0.4217', '0.00315', '1.24 × 10⁻³²', '1')
    """
    if p in (0.0, 1.0):
        return f"{p:.0f}"
    if p < 1e-4:
        return power_of_ten(math.log10(p))
    return f"{p:.4f}" if p >= 0.01 else f"{p:.{2 - math.floor(math.log10(p))}f}"


def claimable(
    p: float,
    *,
    interval: tuple[float, float] | None = None,
    bound: float | None = None,
    zero: bool = False,
    form: Callable[[float], str] = small,
) -> str:
    """Return a p-value as it may be printed: a number, or ``< …`` or ``> …`` where no more can be claimed.

    Parameters
    ----------
    p : float
    interval : pair of floats, optional
        The 99 % interval of a sampled p-value. It begins at 0 where not one resample counted, which does not show that
        p is 0: then its other end is printed.
    bound : float, optional
        The error of an exact p-value; where it is not small beside the value, their sum bounds it.
    zero : bool
        Whether a p of 0 is truly 0, as the bootstrap's can be, rather than too small for a float.
    form : callable
        How numbers are written.

    Examples
    --------
    >>> claimable(0.0421), claimable(0.0, interval=(0.0, 0.00053)), claimable(0.0), claimable(0.0, zero=True)
    ('0.0421', '< 0.000530', '< 10⁻³⁰⁰', '0')
    """
    if interval is not None and interval[0] == 0:
        return f"< {form(interval[1])}"
    if p < LEAST and not (p == 0 and zero):
        return f"< {form(LEAST)}"
    if bound is not None and bound > p / 2:
        return f"< {form(min(p + bound, 1.0))}"
    # What would be rounded to 1 is not 1.
    return f"> {form(0.9999)}" if p < 1 and form(p) in (form(1.0), "1.0000") else form(p)


def pvalue_number(result: Comparison, form: Callable[[float], str] = small) -> str:
    """Return a comparison's p-value as `claimable` has it."""
    zero = result.log10_pvalue in (None, -math.inf)
    return claimable(
        result.pvalue, interval=result.pvalue_interval, bound=result.error_bound, zero=zero, form=form
    )  # fmt: skip


def pvalue_text(result: Comparison) -> str:
    """Return ``p = …``, or ``p < …`` where no more can be claimed."""
    return pvalue_equation(pvalue_number(result))


def pvalue_said(result: Comparison) -> str:
    """Return a comparison's p-value as a sentence has it: without the digits of a tiny one."""
    return pvalue_words(result.pvalue, interval=result.pvalue_interval, bound=result.error_bound, zero=True)


def pvalue_words(
    p: float, *, interval: tuple[float, float] | None = None, bound: float | None = None, zero: bool = False
) -> str:
    """Return ``p = …`` for a sentence, where nobody wants the digits of a tiny p; the arguments are `claimable`'s.

    Examples
    --------
    >>> pvalue_words(0.0421), pvalue_words(4.2e-9), pvalue_words(0.0, interval=(0.0, 0.0053))
    ('p = 0.0421', 'p < .001', 'p < 0.00530')
    """
    most = interval[1] if interval is not None and interval[0] == 0 else p + (bound or 0.0)
    if most < LEAST_IN_PROSE:
        return "p < .001"
    return pvalue_equation(claimable(p, interval=interval, bound=bound, zero=zero))


def pvalue_equation(number: str) -> str:
    """Put ``p`` before what `claimable` returns.

    Examples
    --------
    >>> pvalue_equation("0.0421"), pvalue_equation("< 0.000530")
    ('p = 0.0421', 'p < 0.000530')
    """
    return f"p {number}" if number[0] in "<>" else f"p = {number}"


def percent(p: float) -> str:
    """Return a share as a percentage of two significant digits, for use in a sentence.

    Examples
    --------
    >>> percent(0.4217), percent(0.00315), percent(1e-9), percent(0.9997), percent(1)
    ('42 %', '0.32 %', 'less than 0.01 %', 'more than 99.9 %', '100 %')
    """
    if p in (0.0, 1.0):
        return f"{100 * p:.0f} %"
    if p < 1e-4:
        return "less than 0.01 %"
    if p > 0.999:
        return "more than 99.9 %"
    if p > 0.99:
        return f"{100 * p:.1f} %"
    return f"{100 * p:.{max(1 - math.floor(math.log10(100 * p)), 0)}f} %"


def item_count(n: int) -> str:
    """Return how many items there are.

    Examples
    --------
    >>> item_count(1), item_count(1319)
    ('1 item', '1,319 items')
    """
    return counted(n, "item")


def interval_text(interval: ConfidenceInterval, unit: Unit, decimals: int | None = None) -> str:
    """Return ``[low, high]`` in the unit's scale."""
    if decimals is None:
        decimals = interval_decimals(interval, unit)
    low, high = (number(unit.scale * end, decimals) for end in (interval.low, interval.high))
    return f"[{low}, {high}]"


def interval_decimals(interval: ConfidenceInterval, unit: Unit) -> int:
    """Return how many decimals the interval's width supports."""
    return decimals_for(unit.scale * (interval.high - interval.low) / 2)
