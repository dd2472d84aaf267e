"""The probabilities behind every definition of the p-value, for one pair of systems."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import bdtrc

from core.common.cached import cached_property
from core.distributions import ResampledSum, Threshold, certified, exact_sum
from core.errors import NotExactError
from core.significance import Law
from core.significance.bootstrap import Resampling
from core.significance.observed import Observed
from core.significance.permutation import Swapping, permutation_question
from core.significance.pvalue import Question, clopper_pearson, thresholds
from core.significance.resampling import ItemDraws, Progress, resample, seed_from

__all__ = ["PairTails", "Share"]

Floats = NDArray[Any]

# Streams of the seed that no other resampling uses.
_HALF, _UNPAIRED = 11, 12
# How far off sums of an exact distribution's masses may be.
_OF_MASSES = 1e-12


@dataclass(frozen=True)
class Share:
    """A probability; ``method`` is ``"exact"``, ``"monte-carlo"``, or None where there is none, and ``reason`` why.

    ``interval`` is the 99 % interval of a sampled one, ``error_bound`` bounds the error of an exact one, which is 0
    only where nothing less likely can be.
    """

    value: float | None
    method: str | None = "exact"
    reason: str | None = None
    interval: tuple[float, float] | None = None
    error_bound: float = 0.0


@dataclass(frozen=True, eq=False)
class PairTails:
    """The probabilities of `Tails` for one pair: exact where an engine can, sampled elsewhere."""

    observed: Observed
    n_resamples: int
    seed: int
    progress: Progress | None

    @cached_property
    def resampling(self) -> Resampling:
        return Resampling(self.observed, self.n_resamples, self.seed)

    @cached_property
    def swapping(self) -> Swapping:
        return Swapping(self.observed, self.n_resamples, self.seed)

    def resampled(self, relation: str, multiple: int) -> Share:
        side = relation[0] if self.observed.metric.higher_is_better else {"<": ">", ">": "<"}[relation[0]]
        question = Question(thresholds((side + "=", multiple)))
        return self._share(self.resampling, question, strict="=" not in relation)

    def swapped(self, relation: str) -> Share:
        question = permutation_question("two-sided", self.observed.difference)
        return self._share(self.swapping, question, strict=relation == ">")

    def swapped_to_the_observed_side(self) -> Share:
        # δ' is symmetric about 0
        alternative = "greater" if self.observed.difference >= 0 else "less"
        return self._share(self.swapping, permutation_question(alternative, self.observed.difference), strict=False)

    def counted_swaps(self) -> Share:
        count = np.count_nonzero(np.abs(self._swaps) >= abs(self.observed.reference) - self.observed.tolerance)
        return self._counted(int(count), "the definition is about a sampled count")

    def folded(self) -> Share:
        reason = None
        try:
            distribution = self.resampling.exact_distribution
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
            return self._counted(round(share * self.n_resamples), reason)
        return Share(share, error_bound=_OF_MASSES if len(size) > 1 else 0.0)

    def half_size(self) -> Share:
        linear = self.observed.linear
        draws = max(len(self.observed.pair) // 2, 1)
        try:
            if linear is None:
                raise NotExactError(f"{self.observed.metric.name} is not a sum over the items")
            law, _ = linear.resampled(Threshold())
            assert isinstance(law, ResampledSum)  # the items of one list, without strata
            fewer = _FewerDraws(law.values, law.counts * (draws / law.n), law.tolerance, draws)
            engine = exact_sum(fewer)
            tail = certified(engine.at_most(0) if self.observed.metric.higher_is_better else engine.at_least(0))
            value = _not_zero(tail.probability) if math.isfinite(tail.log) else 0.0
            return Share(value, error_bound=tail.error_bound)
        except NotExactError as error:
            differences = self._half_size_samples(draws)
            return self._sampled_at_most_zero(differences, str(error))

    def unpaired(self) -> Share:
        a, e, counts = self.observed.pair.collapsed
        linear = self.observed.linear
        largest = max(float(np.abs(a).max()), float(np.abs(e).max())) * len(self.observed.pair)
        if linear is not None and linear.constant_weight and linear.lattice and largest * linear.lattice < 2**52:
            assert self.observed.metric.fraction is not None
            numerator = np.array(self.observed.metric.fraction[0])
            try:
                worse_first = (a, e)[:: self.observed.metric.sign]
                laws = [
                    _law(np.rint(side @ numerator * linear.lattice).astype(np.int64), counts) for side in worse_first
                ]
                (a_sums, a_mass), (e_sums, e_mass) = (exact_sum(law).points() for law in laws)
            except NotExactError as error:
                return self._sampled_at_most_zero(self._unpaired_samples(), str(error))
            # P(E* ≤ A*) = Σ P(E* = s)·P(A* ≥ s)
            at_least = np.append(np.cumsum(a_mass[::-1])[::-1], 0.0)
            value = float(e_mass @ at_least[np.searchsorted(a_sums, e_sums - 0.5)])
            return Share(min(1.0, value), error_bound=_OF_MASSES)
        reason = "the two resampled scores have no common lattice"
        return self._sampled_at_most_zero(self._unpaired_samples(), reason)

    def signs(self) -> Share:
        helped, _, _ = self.observed.helped_hurt_tied
        if helped is None or not self.observed.per_item:
            reason = f"one item alone has no {self.observed.metric.name}, so none is helped or hurt"
            return Share(None, None, reason)
        return Share(_not_zero(float(bdtrc(helped - 1, len(self.observed.pair), 0.5))) if helped else 1.0)

    @property
    def _swaps(self) -> Floats:
        return self.swapping.samples(self.progress)

    def _share(self, law: Law, question: Question, strict: bool) -> Share:
        found = law.pvalue(question, strict=strict, plain=True, progress=self.progress)
        value = found.value if found.log10 is None or found.interval else _not_zero(found.value)
        return Share(value, found.method, found.reason, found.interval, found.error_bound or 0.0)

    def _sampled_at_most_zero(self, differences: Floats, reason: str) -> Share:
        ahead = self.observed.metric.sign * differences
        return self._counted(int(np.count_nonzero(ahead <= self.observed.tolerance)), reason)

    def _counted(self, count: int, reason: str) -> Share:
        draws = self.n_resamples
        return Share(count / draws, "monte-carlo", reason, clopper_pearson(count, draws))

    def _half_size_samples(self, draws: int) -> Floats:
        a, e, counts = self.observed.pair.collapsed
        score, k = self.observed.metric.score, a.shape[1]
        drawn = ItemDraws(np.hstack([a, e]), counts, draws)
        return resample(
            drawn, lambda sums: score(sums[:, k:]) - score(sums[:, :k]),
            self.n_resamples, seed_from(self.seed, _HALF), self.progress,
        )  # fmt: skip

    def _unpaired_samples(self) -> Floats:
        a, e, counts = self.observed.pair.collapsed
        score = self.observed.metric.score
        scores = [
            resample(
                ItemDraws(side, counts), score, self.n_resamples, seed_from(self.seed, _UNPAIRED, i), self.progress
            )
            for i, side in enumerate((a, e))
        ]
        return scores[1] - scores[0]


@dataclass(frozen=True, eq=False)
class _FewerDraws(ResampledSum):
    """The sum of fewer draws than there are items; ``counts`` are scaled so that they add up to ``draws``."""

    draws: int = 0

    @cached_property
    def n(self) -> int:
        return self.draws


def _not_zero(probability: float) -> float:
    """The least number above 0 in place of a probability that is too small for a float."""
    return max(probability, math.ulp(0.0))


def _law(values: Floats, counts: Floats) -> ResampledSum:
    distinct, place = np.unique(values, return_inverse=True)
    return ResampledSum(distinct, np.bincount(place.ravel(), weights=counts))
