"""The bootstrap test and the shifted bootstrap test; and Student's t test of systems whose runs all items share.

``bootstrap`` (Jansen's primer): p = P(δ* ≤ 0), two-sided twice the smaller tail.
``shifted-bootstrap`` (Berg-Kirkpatrick et al. 2012; Jurafsky & Martin): p = P(δ* ≥ 2δ), two-sided P(|δ* − δ| ≥ |δ|).
Jurafsky & Martin's algorithm counts the boundary; "exceeds twice the difference" is ``boundary="exclude"``.
"""

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.common.arrays import Floats, Integers
from core.common.cached import cached_property
from core.distributions import LinearDifference, Probability, SumDistribution, Threshold, complement
from core.distributions.counts import CountedResamples
from core.distributions.distribution import Distribution
from core.distributions.quantiles import CLOSE, quantile
from core.distributions.threads import on_one_thread
from core.distributions.trinomial import at_least
from core.errors import NotExactError
from core.metrics.bounds import rows_at_most
from core.significance.observed import ROUNDING, Observed
from core.significance.pvalue import SamplingDistribution
from core.significance.record import Test
from core.significance.resampling import ItemDraws, Progress, Resampled, StratifiedDraws, resample
from core.significance.tilted_sampling import TiltedDraws

# Engine name for thresholds at or beyond every possible difference, and relative rounding error.
_ENGINE, _ROUNDING = "bounds", 4e-16
# Half-width of a grid of a ratio's nearly normal difference in standard deviations, and its number of points.
_WIDE, _POINTS = 8.0, 513
# Upper bound of the relative rounding error of a fraction of a few sums.
_OF_A_FRACTION = 1e-14
_VARIES = "the items' denominators differ, so a resample's own denominator varies"


@dataclass(frozen=True, eq=False)
class BootstrapDistribution(SamplingDistribution):
    """The distribution of δ*, the difference on n items drawn with replacement."""

    plus_one = False

    def computed_tail(self, side: str, threshold: Threshold, strict: bool = False, within: float = 0.0) -> Probability:
        """P(δ* ≤ threshold) or P(δ* ≥ threshold), to 0.2 % or to the absolute error ``within``.

        Raises NotExactError if no engine can compute it; the message says why.
        """
        linear, linked = self.observed.linear, self.observed.linked
        if linked is not None and threshold == Threshold():  # an increasing function keeps the sign
            return BootstrapDistribution(linked, self.n_resamples, self.seed).computed_tail(side, threshold, strict)
        x = threshold.value(self.observed.reference)
        if linear is None or not linear.constant_weight:
            edge = self.edge_tail(side, x, strict)
            if edge is not None:
                return edge
        if linear is None:
            counted = self._counted
            return counted.at_most(x, strict) if side == "<=" else counted.at_least(x, strict)
        if linear.strata is not None and not linear.constant_weight:
            raise NotExactError(_VARIES)
        if linear.constant_weight:
            engine, bound = self._sum, linear.bound(threshold)
        else:
            law, bound = linear.resampled(threshold)
            engine = SumDistribution(law)
        tail = (engine.at_most if side == "<=" else engine.at_least)(bound, strict, within)
        return tail if linear.constant_weight else self._without_denominators(tail, side, threshold, strict)

    def _without_denominators(self, tail: Probability, side: str, threshold: Threshold, strict: bool) -> Probability:
        """Correct a tail of Σ(d − x·w) for resamples in which all items have denominator 0.

        Their difference is 0 by convention. Their sum is 0 for every x, so that they were counted as if 0 were x.
        """
        linear = self.observed.linear
        assert linear is not None
        share, x = linear.empty_share, threshold.value(self.observed.reference)
        on_boundary = abs(x) <= self.observed.tolerance
        past = x > 0 if side == "<=" else x < 0
        counts, counted = (not strict if on_boundary else past), not strict
        if counts == counted or share == 0:
            return tail
        value = tail.value + (share if counts else -share)
        return Probability.of(min(max(value, 0.0), 1.0), tail.error_bound + 1e-15 * share, tail.engine)

    @cached_property
    def is_listed(self) -> bool:
        """Whether the whole distribution can be computed: for a sum over the drawn items, or for few resamples."""
        linear = self.observed.linear
        if linear is not None and linear.constant_weight:
            return True
        with suppress(NotExactError):
            return self._counted is not None
        return False

    @cached_property
    def computed_distribution(self) -> Distribution:
        """The whole exact distribution.

        Raises NotExactError if denominators differ between many items, or no engine can compute it.
        """
        linear = self.observed.linear
        if linear is None or not linear.constant_weight:
            return Distribution(*self._counted.points())
        return self._sum.distribution(linear.unit)

    def computed_quantile(self, q: float) -> float:
        """Return the smallest difference x with P(δ* ≤ x) ≥ q.

        Raises NotExactError if no engine can compute it.
        """
        linear = self.observed.linear
        if linear is None or linear.constant_weight or linear.strata is not None or self.is_listed:
            return self.computed_distribution.quantile(q)
        # The smaller tail is known more closely.
        within = CLOSE * min(q, 1 - q)

        def at_most(threshold: Threshold, strict: bool) -> Probability:
            if q <= 0.5:
                return self.computed_tail("<=", threshold, strict, within)
            return complement(self.computed_tail(">=", threshold, not strict, within))

        return ratio_quantile(q, linear, at_most)

    @property
    def quantile_method(self) -> str:
        """How `computed_quantile` computes: "exact", or "numerical" if it searches for a quantile."""
        linear = self.observed.linear
        if linear is not None and not linear.constant_weight and not self.is_listed:
            return "numerical"
        return "exact" if self.computed_distribution.exact_quantile is None else "numerical"

    @cached_property
    def _counted(self) -> CountedResamples:
        """Every resample, if they are few."""
        drawn = self.tiltable()
        if drawn is None:
            raise NotExactError(_not_a_sum(self.observed))
        try:
            return CountedResamples(drawn.rows, drawn.counts, drawn.difference, self._roundings)
        except NotExactError as error:
            raise NotExactError(f"{_not_a_sum(self.observed)}; {error}") from None

    def _roundings(self, sums: Floats) -> Floats:
        """Rounding error of the resamples' differences, given their sums of absolute statistics."""
        k, metric = sums.shape[-1] // 2, self.observed.metric
        return (_OF_A_FRACTION if metric.fraction else ROUNDING) * self.observed.sizes(sums[..., :k], sums[..., k:])

    @cached_property
    def _sum(self) -> SumDistribution:
        """The distribution of the sum if all denominators are equal; it answers every threshold."""
        assert self.observed.linear is not None
        return SumDistribution(self.observed.linear.resampled(Threshold())[0])

    def drawn(self) -> tuple[Resampled, Callable[[Floats], Floats]]:
        linear, strata = self.observed.linear, self.observed.strata
        if linear is not None and linear.constant_weight:
            unit = linear.unit
            return _draws(linear.d[:, None], linear.counts, strata, beside=False), lambda sums: sums[:, 0] * unit
        a, e, counts = self.observed.rows
        return _draws(np.hstack([a, e]), counts, strata), partial(_difference, self.observed.metric.score, a.shape[1])

    def own_scores(self, system: int, progress: Progress | None = None) -> Floats:
        """Sample one system's own score ``(n_resamples,)``: 0 is the baseline, 1 the experimental system."""
        baseline, experimental, counts = self.observed.rows
        drawn = _draws((baseline, experimental)[system], counts, self.observed.strata)
        return resample(drawn, self.observed.metric.score, self.n_resamples, self.seed, progress)

    @on_one_thread()
    def edge_tail(self, side: str, x: float, strict: bool) -> Probability | None:
        """A tail at or beyond the edge: empty, only resamples of items that each differ by x, or the complement."""
        tail = self._beyond(side, x, strict)
        if tail is not None:
            return tail
        rest = self._beyond("<=" if side == ">=" else ">=", x, not strict)
        return None if rest is None else complement(rest)

    def _beyond(self, side: str, x: float, strict: bool) -> Probability | None:
        a, e, counts = self.observed.metric_rows
        sides, at = ((a, e), x) if side == "<=" else ((e, a), -x)
        off = ROUNDING * max(map(abs, self.observed.scores)) if x else 0.0
        some = rows_at_most(self.observed.metric, *sides, at, off)
        if some is None:
            return None
        stratum = np.zeros(len(counts), dtype=np.int64) if self.observed.strata is None else self.observed.strata
        of, hits = np.bincount(stratum, counts), np.bincount(stratum, some * counts)
        if strict or not hits.all():
            return Probability.of(0.0, 0.0, _ENGINE)
        log = math.fsum(of * np.log(hits / of))
        return Probability.from_log(log, _ROUNDING * (1 - log), _ENGINE)

    def tiltable(self) -> TiltedDraws | None:
        """The rows of both systems side by side; None if each stratum is drawn separately."""
        if self.observed.strata is not None:
            return None
        a, e, counts = self.observed.metric_rows
        difference = partial(_difference, self.observed.metric.score, a.shape[1])
        return TiltedDraws(np.hstack([a, e]), counts, difference, np.zeros(len(counts)))


def ratio_quantile(q: float, linear: LinearDifference, at_most: Callable[[Threshold, bool], Probability]) -> float:
    """Return the smallest difference x with P(δ* ≤ x) ≥ q, within the error of `quantile`.

    With d the items' numerator differences and w their shared denominators, δ* ≤ x ⟺ Σ(d − x·w) ≤ 0, a different law
    for each x. About the observed δ the difference is nearly normal, with the variance of Σ(d − δ·w)/Σw.

    ``at_most`` gives P(δ* ≤ x), or P(δ* < x) if its second argument is true. The denominators of ``linear`` differ
    between items.

    Raises NotExactError if no x can be certified.
    """
    d, w = np.asarray(linear.d, dtype=float) * float(linear.step or 1), linear.w
    # All draws may be of one item; if all denominators are 0, the difference is 0.
    alone = np.append(d[w > 0] / w[w > 0], np.zeros(int((w == 0).any())))
    support = float(alone.min()), float(alone.max())
    if not 0 < q < 1:
        return support[q >= 1]
    total = linear.total_weight
    observed = float(linear.counts @ d) / total
    deviation = float(np.sqrt(linear.counts @ (d - observed * w) ** 2)) / total
    if not deviation:
        return observed
    z = np.linspace(-_WIDE, _WIDE, _POINTS)
    mass = np.exp(-(z**2) / 2)

    @cache
    def asked(x: float) -> Probability:
        return at_most(Threshold(offset=x), False)

    if asked(support[0]).value >= q:
        return support[0]
    # With few changed items, a difference of 0 is likely, and the quantile may be 0.
    if asked(0.0).value >= q > at_most(Threshold(), True).value:
        return 0.0
    return quantile(q, asked, (observed + deviation * z, mass / mass.sum()), support)


def _draws(rows: Floats, counts: NDArray[Any], strata: Integers | None, *, beside: bool = True) -> Resampled:
    return ItemDraws(rows, counts) if strata is None else StratifiedDraws.of(rows, counts, strata, beside=beside)


def _difference(score: Callable[[Floats], Floats], k: int, sums: Floats) -> Floats:
    """The difference of sums ``(…, 2·k)``: per stratum, the baseline's sums, then the experimental system's."""
    baseline, experimental = np.moveaxis(sums.reshape(*sums.shape[:-1], -1, 2, k), -2, 0)
    of_all = (*sums.shape[:-1], -1)
    return score(experimental.reshape(of_all)) - score(baseline.reshape(of_all))


def _not_a_sum(observed: Observed) -> str:
    if observed.linear is not None:
        return _VARIES
    if observed.metric.fraction is None:
        return f"no exact method is known for {observed.metric.label}"
    return "the denominators of the two systems differ on some items"


def _bootstrap_of_counts(n: Floats, up: Floats, down: Floats, two_sided: bool, strict: int) -> Floats:
    # P(δ* ≤ 0); the smaller of both tails is that beyond zero as seen from the difference
    if two_sided:
        return 2 * at_least(n, np.minimum(up, down), np.maximum(up, down), strict)
    return at_least(n, down, up, strict)


def _shifted_of_counts(n: Floats, up: Floats, down: Floats, two_sided: bool, strict: int) -> Floats:
    # P(δ* ≥ 2δ), two-sided P(δ* ≤ 0) + P(δ* ≥ 2δ) of the system that is ahead
    if not two_sided:
        return at_least(n, up, down, 2 * (up - down) + strict)
    more, less = np.maximum(up, down), np.minimum(up, down)
    return at_least(n, less, more, strict) + at_least(n, more, less, 2 * (more - less) + strict)


BOOTSTRAP = Test(
    name="bootstrap",
    distribution=BootstrapDistribution,
    far=Threshold(0),
    near=Threshold(0),
    of_counts=_bootstrap_of_counts,
    formula={"greater": "P(δ* ≤ 0)", "less": "P(δ* ≥ 0)", "two-sided": "2·min(P(δ* ≤ 0), P(δ* ≥ 0))"},
    title="Bootstrap",
    words="bootstrap",
    caption="How often would other items reverse the sign?",
    methods="paired bootstrap test (the share of resamples that reverse the sign)",
    source="Jansen's primer",
    cases="resamples of the items",
    reverses=True,
)
SHIFTED = Test(
    name="shifted-bootstrap",
    distribution=BootstrapDistribution,
    # |δ* − δ| ≥ |δ| ⟺ δ* ≤ min(0, 2δ) or δ* ≥ max(0, 2δ)
    far=Threshold(2),
    near=Threshold(0),
    of_counts=_shifted_of_counts,
    formula={"greater": "P(δ* ≥ 2δ)", "less": "P(δ* ≤ 2δ)", "two-sided": "P(|δ* − δ| ≥ |δ|)"},
    title="Shifted bootstrap",
    words="shifted bootstrap",
    caption="How often would chance give this gap if items are resampled?",
    methods="paired bootstrap test, shifted to the null (Berg-Kirkpatrick et al., 2012)",
    source="Berg-Kirkpatrick et al. (2012)",
    cases="resampled test sets",
    supposed="resampled items were shifted so that neither is ahead",
    null_at=1.0,
    hypothesis="over items like these the two systems score the same",
)
# The difference on other items and runs is modelled as t about δ (`core.inference.runs` computes its variance), and
# counted as in the shifted bootstrap.
CROSSED = replace(
    SHIFTED,
    name="student-t",
    formula={"greater": "P(T ≥ δ/√v)", "less": "P(T ≤ δ/√v)", "two-sided": "P(|T| ≥ |δ|/√v)"},
    title="Student's t over items and runs",
    words="t test over items and runs",
    caption="How often would other items and other runs give this gap by chance?",
    methods="t test over items and runs (Student's t with Satterthwaite's degrees of freedom)",
    source="Satterthwaite (1946)",
    cases="studies of other items and other runs",
    supposed="items and runs were drawn again and neither system is ahead",
    only_changed=True,
    hypothesis="over items and runs like these the two systems score the same",
)
