"""Why tools disagree: one pair of systems under every definition of the p-value in `core.teaching.definitions`."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from scipy.special import bdtrc

from core.common.arguments import check_progress, check_resamples
from core.common.arrays import Floats
from core.common.claimed import claimed
from core.common.display import Displayed, attributes
from core.data.paired import PairedScores, as_units
from core.data.synthetic import helped_hurt
from core.distributions import SumDistribution, Threshold, bootstrap_sum, certified
from core.distributions.sums import grouped
from core.errors import NotExactError
from core.metrics import Metric, resolve_metric
from core.metrics.samples import scored_by_samples
from core.significance import (
    TESTS,
    BootstrapDistribution,
    PermutationDistribution,
    RejectionRegion,
    SamplingDistribution,
)
from core.significance.observed import Observed
from core.significance.pvalue import clopper_pearson
from core.significance.resampling import ItemDraws, Progress, resample, seed_from
from core.teaching.convergence import far_swaps
from core.teaching.definitions import DEFINITIONS, Definition

# Streams of the seed that no other resampling uses.
_HALF, _UNPAIRED = 11, 12
# Error of a sum of an exact distribution's masses.
_OF_MASSES = 1e-12


@dataclass(frozen=True)
class DefinedPValue:
    """The p-value of one definition: ``method`` is ``"exact"``, ``"monte-carlo"``, or None if undefined.

    ``reason`` says why it was sampled or why there is none. ``interval`` is the 99 % interval of a sampled one; it
    begins at 0 where not one resample counted. ``error_bound`` bounds the error of an exact one, which is 0 only where
    nothing less likely can be.
    """

    definition: Definition
    pvalue: float | None
    method: str | None
    reason: str | None
    interval: tuple[float, float] | None = None
    error_bound: float = 0.0

    @property
    def none_counted(self) -> bool:
        """Whether no resample counted, so that only an upper bound of the p-value is known."""
        return self.interval is not None and self.interval[0] == 0

    @property
    def claimed_pvalue(self) -> float | None:
        """The smallest p-value that can be claimed: p, or the upper end of its interval if no resample counted."""
        return None if self.pvalue is None else claimed(self.pvalue, self.interval)


@dataclass(frozen=True, eq=False)
class PairTails:
    """The probabilities of the definitions for one pair, as p-values of one: exact if possible, else sampled."""

    definition: Definition
    resampling: BootstrapDistribution
    swapping: PermutationDistribution
    progress: Progress | None

    @property
    def observed(self) -> Observed:
        return self.resampling.observed

    def resampled(self, relation: str, multiple: int) -> DefinedPValue:
        side = relation[0] if self.observed.metric.higher_is_better else {"<": ">", ">": "<"}[relation[0]]
        tails = ((side + "=", Threshold(multiple)),)
        reference, tolerance = self.observed.reference, self.observed.tolerance
        return self._share(self.resampling, RejectionRegion(tails, reference, "=" not in relation, tolerance))

    def swapped(self, relation: str) -> DefinedPValue:
        return self._swapped("two-sided", strict=relation == ">")

    def swapped_to_the_observed_side(self) -> DefinedPValue:
        # δ' is symmetric about 0
        alternative = "greater" if self.observed.difference >= 0 else "less"
        return self._swapped(alternative, strict=False)

    def counted_swaps(self) -> DefinedPValue:
        count = int(np.count_nonzero(far_swaps(self.swapping, self.progress)))
        return self._counted(count, "the definition is about a sampled count")

    def folded(self) -> DefinedPValue:
        reason = None
        try:
            distribution = self.resampling.computed_distribution
            if distribution.exact_quantile is not None:  # its values are a grid for pictures
                raise NotExactError("the mean of |δ*| is not known exactly for real-valued scores")
        except NotExactError as error:
            self.resampling.samples(self.progress)
            distribution = self.resampling.sampled_distribution()
            reason = str(error)
        size = np.abs(distribution.values)
        centred = size - size @ distribution.mass
        beyond = centred > abs(self.observed.reference) + self.observed.tolerance + 1e-9 * float(size.max())
        share = float(distribution.mass[beyond].sum())
        if reason is not None:
            return self._counted(round(share * self.resampling.n_resamples), reason)
        return self._exact(share, _OF_MASSES if len(size) > 1 else 0.0)

    def half_size(self) -> DefinedPValue:
        linear = self.observed.linear
        draws = max(len(self.observed.pair) // 2, 1)
        try:
            if linear is None:
                raise NotExactError(f"{self.observed.metric.name} is not a sum over the items")
            law, _ = linear.resampled(Threshold())
            engine = SumDistribution(replace(law, draws=np.array([draws])))
            tail = certified(engine.at_most(0) if self.observed.metric.higher_is_better else engine.at_least(0))
            value = _not_zero(tail.value) if math.isfinite(tail.log) else 0.0
            return self._exact(value, tail.error_bound)
        except NotExactError as error:
            differences = self._half_size_samples(draws)
            return self._sampled_at_most_zero(differences, str(error))

    def unpaired(self) -> DefinedPValue:
        a, e, counts = self.observed.pair.collapsed
        linear = self.observed.linear
        largest = max(float(np.abs(a).max()), float(np.abs(e).max())) * len(self.observed.pair)
        if linear is not None and linear.constant_weight and linear.lattice and largest * linear.lattice < 2**52:
            assert self.observed.metric.fraction is not None
            numerator = np.array(self.observed.metric.fraction[0])
            try:
                worse_first = (a, e)[:: self.observed.metric.sign]
                (a_sums, a_mass), (e_sums, e_mass) = (
                    SumDistribution(
                        bootstrap_sum([grouped(np.rint(side @ numerator * linear.lattice).astype(np.int64), counts)])
                    ).points()
                    for side in worse_first
                )
            except NotExactError as error:
                return self._sampled_at_most_zero(self._unpaired_samples(), str(error))
            # P(E* ≤ A*) = Σ P(E* = s)·P(A* ≥ s)
            at_least = np.append(np.cumsum(a_mass[::-1])[::-1], 0.0)
            value = float(e_mass @ at_least[np.searchsorted(a_sums, e_sums - 0.5)])
            return self._exact(min(1.0, value), _OF_MASSES)
        reason = "the two resampled scores have no common lattice"
        return self._sampled_at_most_zero(self._unpaired_samples(), reason)

    def signs(self) -> DefinedPValue:
        helped, _, _ = self.observed.helped_hurt_tied
        if helped is None or not self.observed.per_item:
            reason = f"one item alone has no {self.observed.metric.name}, so none is helped or hurt"
            return DefinedPValue(self.definition, None, None, reason)
        return self._exact(_not_zero(float(bdtrc(helped - 1, len(self.observed.pair), 0.5))) if helped else 1.0, 0.0)

    def _swapped(self, alternative: str, strict: bool) -> DefinedPValue:
        reference, tolerance = self.observed.reference, self.observed.tolerance
        region = RejectionRegion.of(TESTS["permutation"], alternative, reference, strict=strict, tolerance=tolerance)
        return self._share(self.swapping, region)

    def _share(self, sampling: SamplingDistribution, region: RejectionRegion) -> DefinedPValue:
        found = sampling.pvalue(region, plain=True, progress=self.progress)
        value = found.value if found.log10 is None or found.interval else _not_zero(found.value)
        bound = found.error_bound or 0.0
        return DefinedPValue(self.definition, value, found.method, found.reason, found.interval, bound)

    def _exact(self, value: float, bound: float) -> DefinedPValue:
        return DefinedPValue(self.definition, value, "exact", None, error_bound=bound)

    def _sampled_at_most_zero(self, differences: Floats, reason: str) -> DefinedPValue:
        ahead = self.observed.metric.sign * differences
        return self._counted(int(np.count_nonzero(ahead <= self.observed.tolerance)), reason)

    def _counted(self, count: int, reason: str) -> DefinedPValue:
        draws = self.resampling.n_resamples
        return DefinedPValue(self.definition, count / draws, "monte-carlo", reason, clopper_pearson(count, draws))

    def _half_size_samples(self, draws: int) -> Floats:
        a, e, counts = self.observed.pair.collapsed
        score, k = self.observed.metric.score, a.shape[1]
        drawn = ItemDraws(np.hstack([a, e]), counts, draws)
        return self._resampled(drawn, lambda sums: score(sums[:, k:]) - score(sums[:, :k]), _HALF)

    def _unpaired_samples(self) -> Floats:
        *sides, counts = self.observed.pair.collapsed
        score = self.observed.metric.score
        before, after = (self._resampled(ItemDraws(side, counts), score, _UNPAIRED, i) for i, side in enumerate(sides))
        return after - before

    def _resampled(self, drawn: ItemDraws, value: Callable[[Floats], Floats], *stream: int) -> Floats:
        seed = seed_from(self.resampling.seed, *stream)
        return resample(drawn, value, self.resampling.n_resamples, seed, self.progress)


def _not_zero(probability: float) -> float:
    """The smallest positive double in place of a probability that underflows."""
    return max(probability, math.ulp(0.0))


@dataclass(frozen=True)
class DataSet:
    """A small data set on which the definitions disagree."""

    title: str
    n: int
    helped: int
    hurt: int
    both_correct: int

    def pair(self) -> PairedScores:
        """Make its 0/1 scores."""
        return helped_hurt(self.n, self.helped, self.hurt, self.both_correct)


DATA_SETS: dict[str, DataSet] = {
    "few-changes": DataSet("50 items, 6 helped, 1 hurt", 50, 6, 1, 30),
    "identical": DataSet("Two identical systems, 50 items", 50, 0, 0, 30),
    "ten-questions": DataSet("Ten questions", 10, 4, 3, 2),
}


@dataclass(frozen=True, repr=False)
class Disagreement(Displayed):
    """One pair of systems under every definition."""

    metric: str
    n_items: int
    helped: int | None
    hurt: int | None
    both_correct: int | None
    difference: float
    n_resamples: int
    seed: int
    digest: str
    rows: tuple[DefinedPValue, ...] = field(repr=False)
    unit: str = "item"  # or "cluster": n_items, helped and hurt are then numbers of clusters

    def significant(self, alpha: float = 0.05) -> tuple[str, ...]:
        """Return the keys of the definitions by which p ≤ α."""
        return tuple(row.definition.key for row in self.rows if row.pvalue is not None and row.pvalue <= alpha)

    def null_design(self, most_items: int = 2_000) -> tuple[int, float, float | None] | None:
        """Return ``(n, changed, both_correct)`` of 0/1 data like these for `type_one_errors`, or None.

        The shares of items changed and both correct are those of the data; of more items only ``most_items`` are taken,
        because the type-I error changes little with n once hundreds of items changed.
        """
        if self.helped is None or self.hurt is None:
            return None
        changed = (self.helped + self.hurt) / self.n_items
        both = None if self.both_correct is None else self.both_correct / self.n_items
        return min(self.n_items, most_items), changed, both

    def records(self) -> list[dict[str, Any]]:
        """Return one row per definition, for a table or a file."""
        return [
            {
                "definition": row.definition.key,
                **attributes(row.definition, "name", "formula", "sides"),
                **attributes(row, "pvalue", "method", "reason"),
                **attributes(row.definition, "used_by", "effect", "report"),
            }
            for row in self.rows
        ]


def disagreement(
    pair: PairedScores,
    *,
    metric: str | Metric = "mean",
    n_resamples: int = 10_000,
    seed: int = 0,
    progress: Progress | bool | None = None,
) -> Disagreement:
    """Compute one pair's p-value under every definition in use.

    Parameters
    ----------
    pair : PairedScores
        Both systems' statistics.
    metric : str or Metric
        As in `core.compare`.
    n_resamples, seed : int
        For the definitions that sample, and if no exact engine applies.
    progress : bool or callable, optional
        As for `core.compare`; a function is called with (done, total) while sampling.

    Raises
    ------
    OptionError
        If an argument is outside its range or the metric does not fit the data.

    Examples
    --------
    >>> result = disagreement(DATA_SETS["identical"].pair())
    >>> result.significant(0.05)
    ('bootstrap-strict', 'shifted-bootstrap-strict', 'permutation-strict', 'folded')
    """
    unit = "cluster" if isinstance(pair, PairedScores) and pair.clusters is not None else "item"
    pair = as_units(scored_by_samples(pair, metric))
    n_resamples, seed = check_resamples(n_resamples, seed)
    progress = check_progress(progress)
    observed = Observed(pair, resolve_metric(metric, pair))
    resampling = BootstrapDistribution(observed, n_resamples, seed)
    swapping = PermutationDistribution(observed, n_resamples, seed)
    helped, hurt, _ = observed.helped_hurt_tied if observed.per_item else (None, None, None)
    return Disagreement(
        metric=observed.metric.name,
        n_items=len(pair),
        helped=helped,
        hurt=hurt,
        both_correct=_both_correct(observed),
        difference=observed.difference,
        n_resamples=n_resamples,
        seed=seed,
        digest=pair.digest,
        rows=tuple(row.value(PairTails(row, resampling, swapping, progress)) for row in DEFINITIONS.values()),
        unit=unit,
    )


def _both_correct(observed: Observed) -> int | None:
    """The number of items that both systems have right, or None if items are not right or wrong."""
    a, e, counts = observed.pair.collapsed
    right_or_wrong = observed.metric.per_item and a.shape[1] == 2 and (a[:, 1] == 1).all() and (e[:, 1] == 1).all()
    if not right_or_wrong or not np.isin(np.stack([a, e]), (0, 1)).all():
        return None
    return int(counts[(a[:, 0] == 1) & (e[:, 0] == 1)].sum())
