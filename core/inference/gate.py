"""Decide whether a change passes, fails or is inconclusive, by non-inferiority against a margin.

The change *passes* if "worse by the margin or more" is rejected at α, *fails* if "worse by less than the margin, or not
worse" is rejected at α, and is *inconclusive* otherwise. A system that is worse by exactly the margin passes, and
fails, with a probability of about α each: `core.inference.tango` has the largest values for right-or-wrong items.

Further measures (``also``), such as a cost that must be lower, are one-sided permutation tests at the same α. The gate
passes only if all tests reject. That needs no correction for multiple tests: if one part does not hold, its test
rejects, and the gate passes, with a probability of about α at most (Berger 1982, *Technometrics* 24: intersection and
union).
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from scipy.special import ndtri

from core._version import __version__
from core.common.arguments import argument, check_margin, check_share
from core.common.display import Displayed, attributes
from core.data.paired import PairedScores
from core.errors import OptionError
from core.inference.compare import compare
from core.inference.result import Comparison
from core.significance.pvalue import PValue

_POWER = 0.8
_MAX_ITEMS = 10**9


@dataclass(frozen=True, slots=True)
class Condition:
    """One measure that must be better: its comparison and its outcome ``"pass"``, ``"fail"``, …"""

    measure: str
    direction: str  # "lower" or "higher"
    result: Comparison = field(repr=False)
    pvalue: float
    outcome: str


@dataclass(frozen=True, repr=False)
class Gate(Displayed):
    """The outcome of a gate, ``"pass"``, ``"fail"`` or ``"inconclusive"``, and the tests behind it.

    ``not_worse`` and ``worse`` are the p-values of the two tests against the margin. ``n_needed`` is the number of
    items for a decision with a probability of 80 % if the true difference equals the observed one; None if the outcome
    is decided or the difference equals the margin.
    """

    outcome: str
    margin: float
    alpha: float
    result: Comparison = field(repr=False)
    not_worse: PValue
    worse: PValue
    n_needed: int | None
    also: tuple[Condition, ...]

    @property
    def by_margin(self) -> str:
        """The outcome of the margin alone."""
        if self.not_worse.claimed <= self.alpha:
            return "pass"
        return "fail" if self.worse.claimed <= self.alpha else "inconclusive"

    def to_dict(self) -> dict[str, Any]:
        """Return the keys that ``gate --format json`` prints."""
        interval = self.result.confidence_interval()
        return {
            **attributes(self, "outcome", "margin", "alpha"),
            **attributes(self.result, "metric", "baseline", "experimental"),
            "difference": self.result.statistic,
            "interval": [interval.low, interval.high],
            "n_items": self.result.n_items,
            "not_worse_pvalue": self.not_worse.value,
            "worse_pvalue": self.worse.value,
            "method": self.not_worse.method,
            "n_needed": self.n_needed,
            "also": [
                {"measure": each.measure, "direction": each.direction, "difference": each.result.statistic,
                 "pvalue": each.pvalue, "outcome": each.outcome}
                for each in self.also
            ],
            "digest": self.result.digest,
            "version": __version__,
        }  # fmt: skip


def gate(
    pair: PairedScores,
    margin: float,
    *,
    metric: str = "mean",
    alpha: float = 0.05,
    runs: str = "mean",
    also: Mapping[str, tuple[PairedScores, str]] | None = None,
    n_resamples: int = 10_000,
    seed: int = 0,
) -> Gate:
    """Decide whether the experimental system may replace the baseline.

    Parameters
    ----------
    pair : PairedScores
        The system in use (baseline) and the changed one (experimental) on the same items.
    margin : float
        The largest loss that does not matter, > 0, in the metric's unit: 0.01 is one point of accuracy.
    metric, runs, n_resamples, seed
        As for `core.compare`.
    alpha : float
        The probability of passing a system that is worse by the margin, and of failing one that is not.
    also : dict of name to (PairedScores, "lower" or "higher"), optional
        Measures that must be shown to be lower, or higher, in the experimental system.

    Raises
    ------
    OptionError
        If the margin is not above 0, or another argument is outside its range.

    Examples
    --------
    >>> import core
    >>> gate(core.helped_hurt(1000, 30, 28), 0.02).outcome, gate(core.helped_hurt(50, 3, 2), 0.02).outcome
    ('pass', 'inconclusive')
    >>> gate(core.helped_hurt(1000, 10, 80), 0.02).outcome
    'fail'
    """
    check_margin(margin)
    check_share("alpha", alpha)
    if also is not None and not isinstance(also, Mapping):
        raise OptionError(f"{argument('also', also)}, must be a dictionary of measures.")
    options: dict[str, Any] = {"alpha": alpha, "n_resamples": n_resamples, "seed": seed}
    result = compare(pair, metric=metric, margin=margin, runs=runs, confidence_level=1 - 2 * alpha, **options)
    assert result.equivalence is not None
    not_worse, worse = result.equivalence.noninferiority, result.equivalence.inferiority
    conditions = tuple(_condition(name, *given, options) for name, given in (also or {}).items())
    found = Gate("", margin, alpha, result, not_worse, worse, None, conditions)
    outcomes = [found.by_margin, *(each.outcome for each in conditions)]
    outcome = "fail" if "fail" in outcomes else "inconclusive" if "inconclusive" in outcomes else "pass"
    needed = _items_needed(result.n_items, not_worse.value, alpha) if found.by_margin == "inconclusive" else None
    return replace(found, outcome=outcome, n_needed=needed)


def _condition(name: str, pair: PairedScores, direction: str, options: dict[str, Any]) -> Condition:
    if direction not in ("lower", "higher"):
        raise OptionError(f"also: {name} must be 'lower' or 'higher', not {direction!r}.")
    pair = replace(pair.listed(), lower_is_better=direction == "lower")
    better, worse = (compare(pair, alternative=side, **options) for side in ("greater", "less"))
    outcome = "pass" if better.significant else "fail" if worse.significant else "inconclusive"
    return Condition(name, direction, better, better.pvalue, outcome)


def _items_needed(n: int, pvalue: float, alpha: float) -> int | None:
    """Return the n for a decision with 80 % power: at the same rates, the test's z grows with √n."""
    z = abs(float(ndtri(pvalue)))
    wanted = -float(ndtri(alpha)) + float(ndtri(_POWER))
    if not z or (found := n * (wanted / z) ** 2) > _MAX_ITEMS:
        return None
    return max(n + 1, math.ceil(found))
