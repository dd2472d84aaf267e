"""The true rates of helped and hurt items in a planned study, and its effective number of independent items.

With s items in a cluster whose differences correlate by ρ, the variance of a mean is 1 + (s − 1)ρ times that of
independent items, the design effect (Kish 1965). k runs of every item are a cluster of k outcomes, correlated by
another ρ, at no cost in items: (1 + (k − 1)ρ)/k. Either way n items are planned as n / effect independent ones.
"""

import math
from dataclasses import dataclass
from numbers import Real

from core.common.arguments import argument, check_number, check_whole
from core.errors import OptionError

# (helped, hurt), shares of the items
Rates = tuple[float, float]

_ROUNDING = 1e-12


def rates_of_items(helped: float, hurt: float) -> Rates:
    """Return the shares of items helped and hurt, after checks."""
    for name, value in (("helped", helped), ("hurt", hurt)):
        _check_share(name, value)
    if helped + hurt > 1 + _ROUNDING:
        raise OptionError(
            f"helped {_percent(helped)} and hurt {_percent(hurt)} are {_percent(helped + hurt)} of the items together: "
            "at most 100 % can change."
        )
    return float(helped), float(hurt)


def rates_of_gain(disagreement: float, gain: float) -> Rates:
    """Return the rates of a gain, given the share of items on which the systems differ."""
    _check_share("disagreement", disagreement)
    _check_share("gain", gain, least=-1)
    if abs(gain) > disagreement + _ROUNDING:
        raise OptionError(
            f"A gain of {_percent(gain)} is not possible where the systems differ on {_percent(disagreement)} of the "
            "items: the disagreement is at least as large as the gain."
        )
    return _halves(disagreement, gain)


def rates_of_accuracies(baseline: float, experimental: float, agreement: float) -> Rates:
    """Return the rates of two accuracies, given the share of items on which both systems are right or both wrong.

    >>> rates_of_accuracies(0.5, 0.75, 0.5)
    (0.375, 0.125)
    >>> rates_of_accuracies(0.80, 0.82, 0.99)
    Traceback (most recent call last):
    core.errors.OptionError: Accuracies of 80 % and 82 % cannot agree on 99 % of the items: their agreement is between \
62 % and 98 %.
    """
    for name, value in (("baseline", baseline), ("experimental", experimental), ("agreement", agreement)):
        _check_share(name, value)
    least, most = abs(baseline + experimental - 1), 1 - abs(experimental - baseline)
    if not least - _ROUNDING <= agreement <= most + _ROUNDING:
        raise OptionError(
            f"Accuracies of {_percent(baseline)} and {_percent(experimental)} cannot agree on {_percent(agreement)} of "
            f"the items: their agreement is between {_percent(least)} and {_percent(most)}."
        )
    return _halves(1 - agreement, experimental - baseline)


def _halves(disagreement: float, gain: float) -> Rates:
    # Negative rounding errors become 0: 1 − 0.98 is slightly more than 0.82 − 0.80.
    helped, hurt = (disagreement + gain) / 2, (disagreement - gain) / 2
    return (0.0 if helped < _ROUNDING else helped), (0.0 if hurt < _ROUNDING else hurt)


def _check_share(name: str, value: float, least: int = 0) -> None:
    if isinstance(value, bool) or not isinstance(value, Real) or not least <= value <= 1:
        percent = f" ({_percent(value)})" if isinstance(value, Real) and abs(value) < 1e6 else ""
        raise OptionError(f"{argument(name, value)}{percent}, must be a share of the items, at most 1: 0.05 for 5 %.")


def _percent(share: float) -> str:
    return f"{100 * share:.10g} %"


@dataclass(frozen=True, slots=True)
class EffectiveItems:
    """The design effect of a study's clusters and runs."""

    effect: float  # items per independent item: above 1 with clusters, below 1 with runs

    def independent(self, n: int) -> int:
        """Return the effective number of independent items of n items, rounded down, at least 1."""
        return max(1, math.floor(n / self.effect + 1e-9))

    def items(self, independent: int) -> int:
        """Return the fewest items with this effective number of independent items."""
        return max(1, math.ceil(independent * self.effect - 1e-9))


def effective_items(
    design_effect: float | None = None,
    cluster_size: float | None = None,
    cluster_correlation: float | None = None,
    runs: int = 1,
    run_correlation: float | None = None,
) -> EffectiveItems:
    """Return the design effect from the given properties of clusters and runs, after checks."""
    check_whole("runs", runs, 1, 1_000_000)
    if (cluster_size is None) != (cluster_correlation is None):
        lacking = "cluster_correlation" if cluster_correlation is None else "cluster_size"
        raise OptionError(f"{lacking} is missing: clusters need their size and how alike the items of one are.")
    if design_effect is not None and cluster_size is not None:
        raise OptionError("Pass design_effect, or cluster_size with cluster_correlation, not both.")
    if run_correlation is None:
        if runs > 1:
            raise OptionError(
                "run_correlation is missing: say how alike an item's differences are in two runs, "
                "from 0 (unrelated) to 1 (the same)."
            )
        run_correlation = 1.0
    clusters = 1.0
    if cluster_size is not None and cluster_correlation is not None:
        check_number("cluster_size", cluster_size, 1, 1e6)
        check_number("cluster_correlation", cluster_correlation, 0, 1)
        clusters = 1 + (cluster_size - 1) * cluster_correlation
    elif design_effect is not None:
        check_number("design_effect", design_effect, 0.01, 1e6)
        clusters = float(design_effect)
    check_number("run_correlation", run_correlation, 0, 1)
    return EffectiveItems(clusters * (1 + (int(runs) - 1) * float(run_correlation)) / int(runs))
