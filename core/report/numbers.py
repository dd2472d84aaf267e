"""Format numbers for reading: units, significant digits, and p-values within their precision."""

import math
from typing import NamedTuple

from core.common.claimed import claimable, pvalue_equation
from core.common.phrases import counted
from core.data.paired import PairedScores
from core.inference.intervals import ConfidenceInterval
from core.inference.result import Comparison
from core.metrics import Metric, resolve_metric
from core.metrics.samples import scored_by_samples

# In sentences, smaller p-values are printed without digits.
LEAST_IN_PROSE = 0.001

MINUS = "−"
# Smaller numbers than these show have an exponent.
_MOST_DECIMALS = 10


class Unit(NamedTuple):
    """The unit of a metric's numbers: multiply by ``scale`` and append ``name``."""

    scale: float
    name: str  # "points" or ""

    def of(self, text: str) -> str:
        """Return a number with its unit, in the singular for 1."""
        return f"{text} {self.name.removesuffix('s') if text.lstrip(f'+-{MINUS}') == '1' else self.name}".rstrip()


POINTS = Unit(100.0, "points")
OWN = Unit(1.0, "")


def unit_of(pair: PairedScores, metric: str | Metric) -> Unit:
    """Return percentage points if the metric is a share of counts, else the metric's unit.

    A mean is a share if every item, in every run, is right or wrong (or counts its right parts).

    >>> unit_of(PairedScores.from_scores([0, 1], [1, 1]), "mean").name
    'points'
    >>> unit_of(PairedScores.from_scores([0.2, 3.5], [1, 1]), "mean").name
    ''
    """
    scored = scored_by_samples(pair, metric)
    return POINTS if resolve_metric(metric, scored).is_share_of(scored.all_rows) else OWN


def unit_of_result(result: Comparison) -> Unit:
    """Return percentage points if the compared scores are shares of counts, else the metric's unit."""
    return POINTS if result.of_shares else OWN


def decimals_for(width: float) -> int:
    """Return the decimals that show two significant digits of an interval's half width.

    >>> decimals_for(2.8), decimals_for(50.0), decimals_for(0.031)
    (1, 0, 3)
    """
    if not width > 0 or not math.isfinite(width):
        return 1
    return min(max(1 - math.floor(math.log10(width)), 0), _MOST_DECIMALS)


def significant_decimals(value: float, digits: int) -> int:
    """Return the decimals that show this many significant digits of a number below 1, and one fewer from 1 on."""
    size = abs(value)
    return digits - 1 if size >= 1 or not size else min(digits - 1 - math.floor(math.log10(size)), _MOST_DECIMALS)


def number(value: float, decimals: int) -> str:
    """Return the value with that many decimals and a typographic minus, never as a negative zero.

    Where even the most decimals show less than two digits, the value is written with an exponent.

    >>> number(-7.126, 1), number(-0.01, 1), number(1319, 0), number(-8e-14, 10)
    ('−7.1', '0.0', '1,319', '−8e−14')
    """
    if decimals >= _MOST_DECIMALS and 0 < abs(value) < 10 ** (1 - decimals):
        return f"{value:.2g}".replace("-", MINUS)
    text = f"{value:,.{decimals}f}"
    if float(text.replace(",", "")) == 0:
        text = text.lstrip("-")
    return text.replace("-", MINUS)


def outward(value: float, decimals: int) -> str:
    """Return a number > 0 rounded up, for a bound above which differences are ruled out."""
    return number(math.ceil(round(value * 10**decimals, 6)) / 10**decimals, decimals)


def rounding_note(before: float, after: float, difference: float, decimals: int) -> str | None:
    """Return a note if the rounded difference is not the difference of the rounded scores."""
    first, second = (float(number(each, decimals).replace(",", "").replace(MINUS, "-")) for each in (before, after))
    shown = [number(amount, decimals) for amount in (abs(second - first), abs(difference))]
    if shown[0] == shown[1]:
        return None
    return f"Scores are rounded, so they seem to differ by {shown[0]}; the exact difference is {shown[1]}."


def signed(value: float, decimals: int) -> str:
    """Return the value with its sign, a plus included."""
    text = number(value, decimals)
    return text if text.startswith(MINUS) or not text.strip("0.") else f"+{text}"


def pvalue_said(result: Comparison) -> str:
    """Return a comparison's p-value for a sentence, without the digits of a tiny p."""
    return pvalue_words(result.pvalue, interval=result.pvalue_interval, bound=result.error_bound, zero=True)


def pvalue_words(
    p: float, *, interval: tuple[float, float] | None = None, bound: float | None = None, zero: bool = False
) -> str:
    """Return ``p = …`` for a sentence, without the digits of a tiny p; the arguments are those of `claimable`.

    >>> pvalue_words(0.0421), pvalue_words(4.2e-9), pvalue_words(0.0, interval=(0.0, 0.0053))
    ('p = 0.0421', 'p < .001', 'p < 0.00530')
    """
    most = interval[1] if interval is not None and interval[0] == 0 else p + (bound or 0.0)
    if most < LEAST_IN_PROSE:
        return "p < .001"
    return pvalue_equation(claimable(p, interval=interval, bound=bound, zero=zero))


def percent(p: float) -> str:
    """Return a share as a percentage of two significant digits, for use in a sentence.

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


def item_count(n: int, n_clusters: int | None = None) -> str:
    """Return the number of items and the number of clusters."""
    return counted(n, "item") + ("" if n_clusters is None else f" in {counted(n_clusters, 'cluster')}")


def interval_text(interval: ConfidenceInterval, unit: Unit, decimals: int | None = None) -> str:
    """Return ``[low, high]`` in the unit's scale."""
    if decimals is None:
        decimals = interval_decimals(interval, unit)
    low, high = (number(unit.scale * end, decimals) for end in (interval.low, interval.high))
    return f"[{low}, {high}]"


def interval_decimals(interval: ConfidenceInterval, unit: Unit) -> int:
    """Return the decimals supported by the interval's width, and up to two more if an end would be printed as 0."""
    decimals = decimals_for(unit.scale * (interval.high - interval.low) / 2)
    ends = [unit.scale * end for end in (interval.low, interval.high) if end]
    enough = (more for more in range(decimals, decimals + 3) if all(round(end, more) for end in ends))
    return next(enough, decimals)
