"""One comparison for each group of items (task, category, language), and tests across all groups."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core._version import __version__
from core.common.arguments import argument, check_choice, check_share
from core.common.display import Displayed
from core.common.phrases import counted, first_few
from core.data.item_statistics import as_names, check_one_each, check_text, strata_of, strata_of_clusters
from core.data.paired import PairedScores
from core.errors import DataError, OptionError
from core.groups.heterogeneity import gail_simon, heterogeneity_pvalue, moments, partial_conjunction, standard_errors
from core.inference.compare import compare
from core.inference.result import Comparison
from core.metrics import resolve_metric
from core.metrics.samples import scored_by_samples
from core.ranking.corrections import CORRECTIONS, adjust
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
    p-value), ``at_least`` a lower bound, at level α, of the number of groups with a better experimental system.
    The intervals hold simultaneously at ``confidence_level``: each has the level 1 − (1 − level)/m (Bonferroni).
    """

    groups: tuple[Group, ...]
    heterogeneity: tuple[float, float, int]
    qualitative: tuple[float, float]
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
        q, pvalue, n_resamples = self.heterogeneity
        statistic, qualitative = self.qualitative
        return {
            "groups": [asdict(group) | {"interval": list(group.interval)} for group in self.groups],
            "heterogeneity": {
                "statistic": q, "pvalue": pvalue, "method": f"permutation of group labels, {n_resamples:,} draws",
            },
            "qualitative": {"statistic": statistic, "pvalue": qualitative},
            "at_least": self.at_least,
            "by": self.column,
            "correction": self.correction,
            "alpha": self.alpha,
            "confidence_level": self.confidence_level,
            "seed": self.seed,
            "digest": self.overall.digest,
            "version": __version__,
        }  # fmt: skip


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
    correction : {"holm", "bh", "hochberg", "none"}
        The correction of the groups' p-values. The groups hold different items, so that their tests are independent.
    column : str
        The name of the grouping, for sentences and tables.

    Returns
    -------
    GroupedComparison

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
    check_choice("correction", correction, CORRECTIONS)
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
    options: dict[str, Any] = {"metric": metric, "test": test, "n_resamples": n_resamples, "seed": seed, "alpha": alpha}
    each_level = 1 - (1 - confidence_level) / len(known)
    parts = [_items(pair, np.flatnonzero(places == g)) for g in range(len(known))]
    results = [compare(part, alternative=alternative, confidence_level=each_level, **options) for part in parts]
    better = [compare(part, alternative="greater", **options).pvalue for part in parts]
    adjusted = adjust([result.pvalue for result in results], correction)
    found = [_group(name, result, p, alpha) for name, result, p in zip(known, results, adjusted.tolist(), strict=True)]
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
        partial_conjunction(np.array(better), alpha),
        compare(pair, alternative=alternative, confidence_level=confidence_level, **options),
        column, correction, alpha, confidence_level, seed, notes,
    )  # fmt: skip


def _items(pair: PairedScores, places: NDArray[np.int64]) -> PairedScores:
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


def _differences(pair: PairedScores, metric: Any, names: Sequence[str]) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Return the difference of each item, or cluster, and its group.

    For a metric without item scores, it is n times the item's contribution to the difference.
    """
    units = pair.units
    observed = Observed(units, metric)
    own = observed.item_differences
    if own is None:
        own = len(units) * observed.pulls(units.baseline, units.experimental)
    of_units = names if pair.clusters is None else strata_of_clusters(names, pair.clusters)
    return np.asarray(own, dtype=float), strata_of(of_units)[1]
