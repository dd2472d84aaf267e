"""Plan a study: items needed for a gain, smallest detectable gain of n items, exaggeration of results, and power.

All is exact for right-or-wrong items (see `core.planning.rejections`); the power of other pilot scores is simulated.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.common.arguments import argument, check_number, check_progress, check_share, check_whole
from core.common.arrays import Floats, Integers
from core.common.display import Displayed, attributes
from core.data.paired import PairedScores, as_units
from core.errors import OptionError
from core.metrics import Metric, resolve_metric
from core.metrics.samples import scored_by_samples
from core.planning.pilot import PilotPower, Simulated, rates_of
from core.planning.rates import (
    EffectiveItems,
    Rates,
    effective_items,
    rates_of_accuracies,
    rates_of_gain,
    rates_of_items,
)
from core.planning.rejections import Changes
from core.planning.sizes import PowerCurve, power_curve, smallest_gain, smallest_n
from core.significance.cells import LARGEST_N, check_test, helped_hurt_pvalues
from core.significance.observed import Observed

# The target powers of every plan.
TARGETS = (0.8, 0.9)


@dataclass(frozen=True, eq=False, repr=False)
class Plan(Displayed):
    """A planned study; rates, gains and powers are shares.

    Power counts the rejections with the right sign; ``type_m`` and ``type_s`` are over all rejections (Gelman & Carlin
    2014; Card et al. 2020). Exact power is a saw-tooth in n, so there are two sizes for each target: ``first_n``, the
    first that has the power, and ``smallest_n``, from which it is never lost again.

    Attributes
    ----------
    n : int or None
        The items at hand; without it power, type_m, type_s and smallest_gain are None.
    helped, hurt : float or None
        The true rates; None for pilot scores whose items have no score of their own.
    gain : float
        The true gain, helped − hurt; for pilot scores in the metric's unit, > 0 where it is better.
    power, rejected : float or None
        The probability of p ≤ α with the right sign (None without a gain), and with either sign.
    type_m, type_s : float or None
        The mean size of a significant difference in true gains, and the share that has the wrong sign.
    smallest_n, first_n, smallest_gain : dicts
        By target power; None if there is none.
    simulated : Simulated or None
        The uncertainty of numbers simulated from pilot scores; None if all are exact.
    unit : str
        What is counted, ``"item"``, or ``"cluster"`` where the pilot's items belong to some.
    n_pilot : int or None
        How many the pilot has.
    """

    n: int | None
    helped: float | None
    hurt: float | None
    gain: float
    test: str
    alternative: str
    alpha: float
    target: float
    effective: EffectiveItems
    power: float | None
    rejected: float | None
    type_m: float | None
    type_s: float | None
    smallest_n: dict[float, int | None]
    first_n: dict[float, int | None]
    smallest_gain: dict[float, float | None]
    metric: str = "mean"
    simulated: Simulated | None = None
    unit: str = "item"
    n_pilot: int | None = None

    @property
    def targets(self) -> tuple[float, ...]:
        """The target powers, the smallest first."""
        return tuple(self.smallest_n)

    def curve(self, largest: int | None = None, n_points: int = 400) -> PowerCurve:
        """Return power against n up to ``largest`` items: every n, or steps with the ends of the power in each."""
        largest = self.largest_shown() if largest is None else largest
        if self.simulated is not None:
            return self.simulated.curve(largest, n_points)
        rates = Changes.of(self.helped or 0.0, self.hurt or 0.0, self.test, self.alternative, self.alpha)
        return power_curve(rates, self.effective, largest, n_points)

    def largest_shown(self) -> int:
        """Return the largest n of the plotted curve."""
        sizes = [n for n in (*self.smallest_n.values(), self.n) if n]
        return min(max(20, int(1.25 * max(sizes, default=1000))), LARGEST_N)

    def to_dict(self, scale: float = 100.0) -> dict[str, Any]:
        """Return the keys that ``--format json`` prints; rates in percent, and so gains unless ``scale`` is 1."""
        return {
            "n": self.n,
            "helped": _percent(self.helped),
            "hurt": _percent(self.hurt),
            **attributes(self, "test", "alternative", "alpha", "power", "type_m", "type_s"),
            "smallest_n": {f"{target:g}": n for target, n in self.smallest_n.items()},
            "smallest_gain": {f"{target:g}": _percent(gain, scale) for target, gain in self.smallest_gain.items()},
        }


def plan(
    n: int | None = None,
    *,
    helped: float | None = None,
    hurt: float | None = None,
    disagreement: float | None = None,
    gain: float | None = None,
    baseline: float | None = None,
    experimental: float | None = None,
    agreement: float | None = None,
    pilot: PairedScores | None = None,
    metric: str | Metric = "mean",
    test: str = "permutation",
    alternative: str = "two-sided",
    alpha: float = 0.05,
    power: float = 0.8,
    design_effect: float | None = None,
    cluster_size: float | None = None,
    cluster_correlation: float | None = None,
    runs: int = 1,
    run_correlation: float | None = None,
    n_studies: int = 200,
    seed: int = 0,
    progress: Callable[[int, int], bool | None] | bool | None = None,
) -> Plan:
    """Return the number of items that a gain needs, and the smallest gain that n items can detect.

    What is true is given in one of four ways: ``helped`` and ``hurt``; ``disagreement`` and ``gain``; ``baseline``,
    ``experimental`` and ``agreement``; or ``pilot``. Right-or-wrong items are exact (the two-sided permutation test is
    then the exact McNemar test); pilot scores of another kind are resampled to other sizes and simulated.

    Parameters
    ----------
    n : int, optional
        The items at hand.
    helped, hurt : float
        The true rates of items helped and hurt, 0.05 for 5 %.
    disagreement, gain : float
        The share of items on which the systems differ, helped + hurt, and helped − hurt.
    baseline, experimental, agreement : float
        Two accuracies, and the share of items on which both systems are right or both wrong.
    pilot : PairedScores
        Scores of both systems on a few items, taken for the truth; where they have clusters, those are the items.
    metric : str or Metric
        Of the pilot scores, as for `core.compare`.
    test, alternative : str
        As for `core.compare`.
    alpha : float
        The significance level, at most 0.5.
    power : float
        The power wanted, beside 0.8 and 0.9.
    design_effect : float, optional
        How many times larger clusters make the variance; or ``cluster_size`` and ``cluster_correlation``.
    runs : int
        How often every item is run, with ``run_correlation`` between an item's differences in two runs.
    n_studies, seed : int
        How many studies are simulated for each size, and what fixes them.
    progress : bool or callable, optional
        As for `core.compare`; a function is called with (done, total) while simulating.

    Raises
    ------
    OptionError
        If an argument is outside its range, or they contradict each other.

    Examples
    --------
    >>> study = plan(500, disagreement=0.10, gain=0.02)
    >>> study.smallest_n[0.8], round(study.smallest_gain[0.8], 4), round(study.power, 4), round(study.type_m, 2)
    (2043, 0.0407, 0.2494, 1.89)
    """
    check_test(test, alternative)
    if n is not None:
        check_whole("n", n, 1, LARGEST_N)
    check_share("alpha", alpha)
    if alpha > 0.5:
        raise OptionError(f"alpha == {alpha!r}, must be <= 0.5: 0.05 is usual.")
    check_share("power", power, example=0.8)
    n_studies = check_whole("n_studies", n_studies, 1, 100_000, "; 200 give a power within about ± 0.07")
    seed = check_whole("seed", seed, 0)
    progress = check_progress(progress)
    if not isinstance(metric, str | Metric):
        raise OptionError(f"{argument('metric', metric)}, must be the name of a metric.")
    effective = effective_items(design_effect, cluster_size, cluster_correlation, runs, run_correlation)
    given = _given(
        {"helped": helped, "hurt": hurt, "disagreement": disagreement, "gain": gain, "baseline": baseline,
         "experimental": experimental, "agreement": agreement}, pilot
    )  # fmt: skip
    alpha, targets = float(alpha), tuple(sorted({*TARGETS, float(power)}))
    unit, label, rates, simulated = "item", "mean", None, None
    if pilot is None:
        rates = _RATES[tuple(given)](*given.values())
    else:
        unit = "item" if pilot.clusters is None else "cluster"
        pilot = as_units(scored_by_samples(pilot, metric), "pilot")
        observed = Observed(pilot, resolve_metric(metric, pilot))
        rates = rates_of(observed)
    first: dict[float, int | None]
    if rates is not None:
        helped, hurt = rates
        gain = helped - hurt
        changes = Changes.of(helped, hurt, test, alternative, alpha)
        worth = None if n is None else effective.independent(n)
        at = None if worth is None else changes.at_size(worth)
        gains = {each: None if worth is None else smallest_gain(worth, changes, each) for each in targets}
        reached = {each: smallest_n(changes, each) for each in targets}
        first, stays = (
            {each: None if sizes is None else effective.items(sizes[i]) for each, sizes in reached.items()}
            for i in (0, 1)
        )
    else:
        assert pilot is not None
        studies = PilotPower(pilot, observed, test, alternative, alpha, n_studies, seed)
        simulated = studies.simulate(n, targets, effective, progress)
        n_helped, n_hurt, _ = observed.helped_hurt_tied
        helped, hurt = (None if count is None else count / len(pilot) for count in (n_helped, n_hurt))
        gain, at, label = simulated.gain, simulated.at_n, observed.metric.name
        gains = {each: None if n is None else simulated.smallest_gain(n, each) for each in targets}
        first = stays = {each: simulated.smallest_n(each) for each in targets}
    return Plan(
        n, helped, hurt, gain, test, alternative, alpha, float(power), effective,
        at and at.power, at and at.rejected, at and at.type_m, at and at.type_s,
        stays, first, gains, label, simulated, unit, None if pilot is None else len(pilot),
    )  # fmt: skip


_RATES: dict[tuple[str, ...], Callable[..., Rates]] = {
    ("helped", "hurt"): rates_of_items,
    ("disagreement", "gain"): rates_of_gain,
    ("baseline", "experimental", "agreement"): rates_of_accuracies,
}


def _given(numbers: dict[str, float | None], pilot: PairedScores | None) -> dict[str, float]:
    """Return the parameters of the one given specification of the true rates, in order."""
    given = {name: value for name, value in numbers.items() if value is not None}
    ways = "helped and hurt; disagreement and gain; baseline, experimental and agreement; or pilot scores"
    if pilot is not None:
        if given:
            raise OptionError(f"Pilot scores already say what is true: leave {', '.join(given)} out.")
        if not isinstance(pilot, PairedScores):
            raise OptionError(
                f"{argument('pilot', pilot)}, must be PairedScores: core.read_scores reads them from files."
            )
        return {}
    if not given:
        raise OptionError(f"What is true is missing. Give {ways}.")
    for way in _RATES:
        if set(given) <= set(way):
            lacking = [name for name in way if name not in given]
            if lacking:
                raise OptionError(f"{', '.join(given)} alone is not enough: add {' and '.join(lacking)}.")
            return given
    raise OptionError(f"{', '.join(given)} do not go together. Give {ways}.")


def _percent(share: float | None, scale: float = 100.0) -> float | None:
    # Twelve decimals: 100 · 0.07 is 7.000000000000001 in floating point.
    return None if share is None else round(scale * share, 12)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RepeatedStudies(Displayed):
    """Simulated data sets from the same true rates, one row each, and their estimate of the power."""

    n: int
    helped: Integers
    hurt: Integers
    pvalue: Floats
    alpha: float
    power: float  # exact
    test: str
    alternative: str
    seed: int

    @property
    def share_significant(self) -> float:
        """The share of the studies with p ≤ α."""
        return float((self.pvalue <= self.alpha).mean())


def repeat_study(
    n: int,
    helped_rate: float,
    hurt_rate: float,
    *,
    n_studies: int = 200,
    seed: int = 0,
    alpha: float = 0.05,
    test: str = "bootstrap",
    alternative: str = "greater",
) -> RepeatedStudies:
    """Draw new data sets from the same true rates and compute the exact p-value of each.

    Parameters
    ----------
    n : int
        Items in every study.
    helped_rate, hurt_rate : float
        The true probabilities that an item is helped and hurt, 0.05 for 5 %.
    n_studies, seed : int
        How many studies, and what fixes them.
    alpha : float
        The significance level.
    test, alternative : str
        As for `core.compare`.

    Raises
    ------
    OptionError
        If an argument is outside its range.

    Examples
    --------
    No true effect, yet some studies look promising:

    >>> studies = repeat_study(68, 0.1, 0.1, n_studies=200, seed=1)
    >>> int((studies.pvalue <= 0.05).sum()), round(studies.power, 4)
    (9, 0.0438)
    """
    n_studies = check_whole("n_studies", n_studies, 1, 100_000, "; 200 is plenty for a picture")
    seed = check_whole("seed", seed, 0)
    exact = power(n, helped_rate, hurt_rate, alpha=alpha, test=test, alternative=alternative)
    rates = [helped_rate, hurt_rate, max(0.0, 1 - helped_rate - hurt_rate)]
    helped, hurt, _ = np.random.default_rng(seed).multinomial(n, rates, size=n_studies).T
    pvalue = helped_hurt_pvalues(n, helped, hurt, test=test, alternative=alternative)
    return RepeatedStudies(n, helped, hurt, pvalue, alpha, exact, test, alternative, seed)


def power(
    n: int,
    helped_rate: float,
    hurt_rate: float,
    *,
    alpha: float = 0.05,
    test: str = "bootstrap",
    alternative: str = "greater",
) -> float:
    """Return the exact probability that p ≤ α for these true rates; with equal rates, the type-I error.

    Raises
    ------
    OptionError
        If an argument is outside its range.

    Examples
    --------
    500 items, truly 4 % helped and 2 % hurt:

    >>> round(power(500, 0.04, 0.02), 4)
    0.5558
    """
    check_test(test, alternative)
    check_whole("n", n, 1, LARGEST_N)
    for name, rate in (("helped_rate", helped_rate), ("hurt_rate", hurt_rate)):
        check_number(name, rate, 0, 1, ": 0.05 for 5 %")
    if helped_rate + hurt_rate > 1 + 1e-12:
        raise OptionError(f"helped_rate + hurt_rate == {helped_rate + hurt_rate:g}, must be <= 1.")
    check_share("alpha", alpha)
    return Changes.of(helped_rate, hurt_rate, test, alternative, alpha).at_size(n).rejected
