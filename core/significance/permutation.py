"""The paired permutation test: computed (Zmigrod et al. 2022), or sampled: approximate randomization (the `art` tool).

p = P(δ' ≥ δ) where each item's two outputs are swapped with probability ½, two-sided P(|δ'| ≥ |δ|). Zmigrod et al.'s
equations 2 and 4 and figures 1, 2 and 5 print P(effect ≤ observed), a misprint: with it the paper's own Table 2 cannot
be obtained. Sampled plainly, p = (count + 1)/(R + 1), so that it is never 0 (Phipson & Smyth 2010).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from core.common.arrays import Floats
from core.common.cached import cached_property
from core.data.item_statistics import Collapsed, collapse
from core.distributions import CountedSwaps, PlaneSwaps, Probability, SumDistribution, Threshold, swap_distribution
from core.distributions.binomial import binomial_at_least
from core.distributions.distribution import Distribution
from core.metrics import METRICS
from core.significance.pvalue import SamplingDistribution
from core.significance.record import Test
from core.significance.resampling import ItemSwaps, Resampled
from core.significance.tilted_sampling import TiltedSwaps


@dataclass(frozen=True, eq=False)
class PermutationDistribution(SamplingDistribution):
    """The distribution of δ', the difference after random swaps."""

    plus_one = True

    def computed_tail(self, side: str, threshold: Threshold, strict: bool = False) -> Probability:
        """P(δ' ≤ threshold) or P(δ' ≥ threshold).

        Raises NotExactError if no engine can compute it; the message says why.
        """
        engine, linear = self._engine, (self.observed.linked or self.observed).linear
        if isinstance(engine, CountedSwaps | PlaneSwaps):  # these compare in integers
            assert threshold.offset == 0
            ask = engine.at_most if side == "<=" else engine.at_least
            return ask(threshold.multiple, strict)
        assert linear is not None
        # An increasing function g of a mean keeps the order: with u + v fixed, g(u) − g(v) rises with u − v.
        bound = linear.bound(threshold)
        return engine.at_most(bound, strict) if side == "<=" else engine.at_least(bound, strict)

    @cached_property
    def computed_distribution(self) -> Distribution:
        sums, mass = self._engine.points()
        linear, linked, link = self.observed.linear, self.observed.linked, self.observed.metric.link
        if linked is not None and linked.linear is not None and link is not None:
            # The differences of a function of a mean, from the sums of the differences of the means.
            middle, half = sum(linked.scores) / 2, sums * (linked.linear.unit / 2)
            return Distribution(link[1](middle + half) - link[1](middle - half), mass)
        return Distribution(sums * (1.0 if linear is None else linear.unit), mass)

    @cached_property
    def _engine(self) -> SumDistribution | CountedSwaps | PlaneSwaps:
        observed, linear = self.observed, (self.observed.linked or self.observed).linear
        if linear is None:
            (a, e, counts), metric, decimals = observed.metric_rows, observed.metric, observed.pair.decimals
            if metric.fraction is not None:
                # Statistics that the metric does not use would add dimensions to its law.
                used = np.any(metric.fraction, axis=0)
                weights = np.diag(used.astype(float))
                if used.sum() > 2:  # the numerator and the denominator are two dimensions
                    weights, decimals = np.transpose(metric.fraction), None
                    metric = replace(METRICS["ratio"], name=metric.name)
                a, e, counts = collapse(a @ weights, e @ weights, counts)
            return swap_distribution(Collapsed(a, e, counts), metric, decimals)
        return SumDistribution(linear.swapped())

    def drawn(self) -> tuple[Resampled, Callable[[Floats], Floats]]:
        linear = self.observed.linear
        if linear is not None:
            # ±d and ±|d| have the same law, and there are fewer distinct sizes than values.
            (sizes, counts), unit = linear.sizes(), linear.unit
            total = (counts @ sizes).item()
            return ItemSwaps(sizes[:, None], counts), lambda sums: (total - 2 * sums[:, 0]) * unit
        swaps = self.tiltable()
        return ItemSwaps(swaps.rows, swaps.counts), swaps.difference

    def tiltable(self) -> TiltedSwaps:
        """The swaps of each kind of item, as sums moved from the experimental system to the baseline."""
        a, e, counts = self.observed.metric_rows
        differs = (a != e).any(axis=1)
        difference = partial(_difference, self.observed.metric.score, counts @ a, counts @ e)
        return TiltedSwaps((e - a)[differs], counts[differs], difference, np.zeros(int(differs.sum())))


def _difference(score: Callable[[Floats], Floats], a: Floats, e: Floats, swapped: Floats) -> Floats:
    return score(e - swapped) - score(a + swapped)


def _permutation_of_counts(n: Floats, up: Floats, down: Floats, two_sided: bool, strict: int) -> Floats:
    # The sign test: P(Binomial(changed, ½) ≤ hurt), two-sided twice that of the smaller count.
    fewest, changed = (np.minimum(up, down) if two_sided else down) - strict, up + down
    return (1 + two_sided) * binomial_at_least(changed, 0.5, changed - fewest)


PERMUTATION = Test(
    name="permutation",
    distribution=PermutationDistribution,
    far=Threshold(1),
    near=Threshold(-1),
    of_counts=_permutation_of_counts,
    formula={"greater": "P(δ' ≥ δ)", "less": "P(δ' ≤ δ)", "two-sided": "P(|δ'| ≥ |δ|)"},
    title="Permutation",
    words="permutation test",
    caption="How often would chance give this gap if outputs are swapped?",
    methods="paired permutation test",
    source="Fisher (1935); exact by Zmigrod et al. (2022)",
    cases="random swaps",
    supposed="each item's two outputs were swapped at random",
    only_changed=True,
    hypothesis="the two systems' outputs for an item are exchangeable",
)
