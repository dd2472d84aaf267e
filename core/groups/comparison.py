"""One comparison for each group of items (task, category, language), and tests across all groups."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core._version import __version__
from core.common.arguments import argument, check_choice, check_share
from core.common.arrays import Integers
from core.common.display import Displayed, attributes
from core.common.phrases import counted, first_few
from core.data.item_statistics import as_names, check_one_each, check_text, strata_of, strata_of_clusters
from core.data.paired import PairedScores
from core.errors import DataError, OptionError
from core.groups.heterogeneity import gail_simon, heterogeneity_pvalue, moments, partial_conjunction, standard_errors
from core.inference.compare import compare
from core.inference.result import Comparison
from core.metrics import fitting_metrics, resolve_metric
from core.metrics.samples import scored_by_samples
from core.ranking.corrections import PVALUE_CORRECTIONS, adjust
from core.significance.observed import Observed

_MAX_GROUPS = 1_000
_NOT_SHOWN = "not shown"


@dataclass(frozen=True, slots=True)
class Group:
    """One group: both scores, their difference with a simultaneous interval, and p raw and adjusted.

    ``verdict`` is ``"better"``, ``"worse"`` or ``"not shown"``, by the adjusted p-value.
    """

    name: str
    n_items: int
    baseline: float
    experimental: float
    difference: float
    interval: tuple[float, float]
    helped: int | None
    hurt: int | None
    pvalue: float
    adjusted_pvalue: float
    verdict: str


@dataclass(frozen=True, repr=False)
class GroupedComparison(Displayed):
    """Comparisons of all groups, sorted by gain, and three tests across the groups.

    ``heterogeneity`` is (Cochran's Q, p-value, number of permutations), ``qualitative`` Gail and Simon's (statistic,
    p-value), both None if the groups are measures of the same items. ``at_least`` is a lower bound, at level α, of the
    number of groups with a better experimental system. The intervals hold simultaneously at ``confidence_level``: each
    has the level 1 − (1 − level)/m (Bonferroni).
    """

    groups: tuple[Group, ...]
    heterogeneity: tuple[float, float, int] | None
    qualitative: tuple[float, float] | None
    at_least: int
    overall: Comparison = field(repr=False)
    column: str
    correction: str
    alpha: float
    confidence_level: float
    seed: int
    notes: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the keys that ``compare --by COLUMN --format json`` prints."""
        heterogeneity, qualitative = None, None
        if self.heterogeneity is not None and self.qualitative is not None:
            q, pvalue, n_resamples = self.heterogeneity
            method = f"permutation of group labels, {n_resamples:,} draws"
            heterogeneity = {"statistic": q, "pvalue": pvalue, "method": method}
            qualitative = dict(zip(("statistic", "pvalue"), self.qualitative, strict=True))
        return {
            "groups": [asdict(group) | {"interval": list(group.interval)} for group in self.groups],
            "heterogeneity": heterogeneity,
            "qualitative": qualitative,
            "at_least": self.at_least,
            "by": self.column,
            **attributes(self, "correction", "alpha", "confidence_level", "seed"),
            "digest": self.overall.digest,
            "version": __version__,
        }


def by_group(
    pair: PairedScores,
    groups: Sequence[str] | None = None,
    *,
    metric: str = "mean",
    test: str = "permutation",
    alternative: str = "two-sided",
    alpha: float = 0.05,
    confidence_level: float = 0.95,
    correction: str = "holm",
    n_resamples: int = 10_000,
    seed: int = 0,
    column: str = "group",
) -> GroupedComparison:
    """Compare two systems within each group of items, and test whether the groups differ.

    Parameters
    ----------
    pair : PairedScores
        Both systems on the same items.
    groups : n strings, optional
        The group of each item. Default: the pair's strata (the tasks of a log).
    metric, test, alternative, n_resamples, seed
        As for `core.compare`, for each group.
    alpha, confidence_level : float
        The significance level, and the simultaneous level of all intervals.
    correction : str
        The correction of the groups' p-values: a name of `CORRECTIONS`, other than ``"maxt"``. The groups
        hold different items, so that their tests are independent.
    column : str
        The name of the grouping, for sentences and tables.

    Raises
    ------
    DataError
        If there are no groups, only one, or more than 1,000; or if the items of a cluster lie in several groups.
    OptionError
        If an argument is outside its range.

    References
    ----------
    Cochran (1954), Biometrics 10; Gail and Simon (1985), Biometrics 41; Benjamini and Heller (2008), Biometrics 64.

    Examples
    --------
    >>> pair = PairedScores.from_scores([0, 0, 0, 0, 1, 1, 1, 1], [1, 1, 1, 1, 0, 0, 1, 1])
    >>> found = by_group(pair, ["code"] * 4 + ["math"] * 4)
    >>> [(group.name, group.helped, group.hurt, group.pvalue) for group in found.groups]
    [('code', 4, 0, 0.125), ('math', 0, 2, 0.5)]
    """
    if not isinstance(pair, PairedScores):
        raise OptionError(f"{argument('pair', pair)}, must be PairedScores, as readers return them.")
    check_choice("correction", correction, PVALUE_CORRECTIONS)
    check_text("column", column)
    check_share("confidence_level", confidence_level)
    names = pair.strata if groups is None else as_names("groups", groups)
    if names is None:
        raise DataError("The items belong to no groups: name the group of each item.")
    check_one_each(names, len(pair), "group")
    pair = scored_by_samples(pair.with_strata(None), metric)
    known, places = strata_of(names)
    if not 2 <= len(known) <= _MAX_GROUPS:
        raise DataError(
            f"The {column} column has {counted(len(known), 'value')} ({first_few(known)}), and groups are compared "
            f"where there are 2 to {_MAX_GROUPS:,}: choose another column."
        )
    options: dict[str, Any] = {"test": test, "n_resamples": n_resamples, "seed": seed, "alpha": alpha}
    parts = {name: (_items(pair, np.flatnonzero(places == g)), metric) for g, name in enumerate(known)}
    results, found, at_least = _compared(parts, alternative, confidence_level, correction, options)
    row = resolve_metric(metric, pair)
    differences, unit_groups = _differences(pair, row, names)
    sign = row.sign
    errors = standard_errors(*moments(differences, unit_groups))
    gains = np.array([sign * result.statistic for result in results])
    single = [name for name, result in zip(known, results, strict=True) if result.n_units == 1]
    notes: tuple[str, ...] = ()
    if single:
        notes += (f"{counted(len(single), 'group')} of one item ({first_few(single)}) can show nothing.",)
    short = [each.name for each in found if each.verdict == _NOT_SHOWN and each.interval[0] * each.interval[1] > 0]
    if short:
        notes += (
            f"The interval of {counted(len(short), 'group')} ({first_few(short)}) excludes zero, and the adjusted "
            "p-value is above α: a bootstrap interval of few changed items is too short. Go by the p-value.",
        )
    return GroupedComparison(
        tuple(sorted(found, key=lambda group: (-sign * group.difference, group.name))),
        heterogeneity_pvalue(differences, unit_groups, n_resamples, seed),
        gail_simon(gains, errors),
        at_least,
        compare(pair, metric=metric, alternative=alternative, confidence_level=confidence_level, **options),
        column, correction, alpha, confidence_level, seed, notes,
    )  # fmt: skip


def by_measure(
    pairs: Mapping[str, PairedScores],
    *,
    test: str = "permutation",
    alternative: str = "two-sided",
    alpha: float = 0.05,
    confidence_level: float = 0.95,
    correction: str = "holm",
    n_resamples: int = 10_000,
    seed: int = 0,
) -> GroupedComparison:
    """Compare two systems under each of several measures of the same items.

    The measures are in the order given. They share their items and need not share their scale, so no test asks whether
    the gain is the same in all; the corrections "holm" and "none", and the number of measures that are better at least,
    hold however the measures depend on each other.

    Parameters
    ----------
    pairs : dict of name to PairedScores
        Both systems' scores by each measure, each pair with its own direction.
    test, alternative, alpha, confidence_level, correction, n_resamples, seed
        As for `by_group`.

    Raises
    ------
    OptionError
        If there are fewer than two measures, or an argument is outside its range.

    Examples
    --------
    >>> exact = PairedScores.from_scores([0, 0, 0, 0, 1, 1], [1, 1, 1, 1, 1, 1])
    >>> seconds = PairedScores.from_scores([3.0, 4, 2, 5, 4, 3], [2.5, 3, 1, 4, 3, 2.5])
    >>> [(each.name, each.pvalue) for each in by_measure({"exact": exact, "seconds": seconds}).groups]
    [('exact', 0.125), ('seconds', 0.03125)]
    """
    if not isinstance(pairs, Mapping) or len(pairs) < 2:
        raise OptionError(f"{argument('pairs', pairs)}, must be a dictionary of two or more measures.")
    check_choice("correction", correction, PVALUE_CORRECTIONS)
    check_share("confidence_level", confidence_level)
    options: dict[str, Any] = {"test": test, "n_resamples": n_resamples, "seed": seed, "alpha": alpha}
    parts = {name: (pair, fitting_metrics(pair)[0]) for name, pair in pairs.items()}
    results, found, at_least = _compared(parts, alternative, confidence_level, correction, options)
    return GroupedComparison(
        tuple(found), None, None, at_least, results[0], "measure", correction, alpha, confidence_level, seed
    )


def _compared(
    parts: Mapping[str, tuple[PairedScores, str]], alternative: str, level: float, correction: str,
    options: dict[str, Any],
) -> tuple[list[Comparison], list[Group], int]:  # fmt: skip
    """Return each part's comparison, its group with adjusted p, and in how many the experimental system is better."""
    each = {"alternative": alternative, "confidence_level": 1 - (1 - level) / len(parts), **options}
    results = [compare(part, metric=metric, **each) for part, metric in parts.values()]
    better = [compare(part, metric=metric, alternative="greater", **options).pvalue for part, metric in parts.values()]
    adjusted = adjust([result.pvalue for result in results], correction)
    alpha = options["alpha"]
    groups = [_group(name, result, p, alpha) for name, result, p in zip(parts, results, adjusted.tolist(), strict=True)]
    return results, groups, partial_conjunction(np.array(better), alpha)


def _items(pair: PairedScores, places: Integers) -> PairedScores:
    ids = None if pair.ids is None else tuple(pair.ids[i] for i in places)
    part = pair.with_items(pair.baseline[places], pair.experimental[places], ids)
    return part if pair.clusters is None else part.with_clusters([pair.clusters[i] for i in places])


def _group(name: str, result: Comparison, adjusted: float, alpha: float) -> Group:
    interval = result.confidence_interval()
    verdict = _NOT_SHOWN if adjusted > alpha or result.lead == 0 else "better" if result.lead > 0 else "worse"
    return Group(
        name, result.n_items, result.baseline, result.experimental, result.statistic, (interval.low, interval.high),
        result.helped, result.hurt, result.pvalue, adjusted, verdict,
    )  # fmt: skip


def _differences(pair: PairedScores, metric: Any, names: Sequence[str]) -> tuple[NDArray[Any], Integers]:
    """Return the difference of each item, or cluster, and its group.

    For a metric without item scores, it is n times the item's contribution to the difference.
    """
    units = pair.units
    observed = Observed(units, metric)
    own = observed.item_differences
    if own is None:
        own = len(units) * observed.contributions(units.baseline, units.experimental)
    of_units = names if pair.clusters is None else strata_of_clusters(names, pair.clusters)
    return np.asarray(own, dtype=float), strata_of(of_units)[1]
