"""The result of one comparison: everything needed to show, plot and reproduce it."""

from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Any

from core.common.arguments import check_choice, check_share
from core.common.cached import cached_property
from core.common.claimed import HasPValue, json_pvalue, pvalue_equation
from core.common.display import Displayed, attributes, finite
from core.data.provenance import Provenance
from core.distributions.distribution import Distribution
from core.errors import NotExactError
from core.inference.effect_size import odds, standardised
from core.inference.equivalence import Equivalence, right_or_wrong
from core.inference.intervals import INTERVALS, ConfidenceInterval, confidence_interval, own_interval
from core.inference.runs import CrossedRuns, Estimate
from core.inference.standard_error import ClusterErrors
from core.significance import CROSSED, TESTS, BootstrapDistribution, RejectionRegion, SamplingDistribution, Test
from core.significance.observed import Observed
from core.significance.resampling import Progress

# An error bound below this is rounding error.
_ROUNDING = 1e-9


@dataclass(frozen=True, eq=False, repr=False)
class Comparison(HasPValue, Displayed):
    """One comparison of two systems, frozen.

    ``statistic`` is the difference, experimental minus baseline. ``method`` is ``"exact"`` (error at most 1e-6 of p),
    ``"numerical"`` (at most 2e-3 of p), ``"monte-carlo"`` or ``"approximate"`` (for crossed runs; ``estimate``
    holds the standard error and its degrees of freedom), ``engine`` names the engine of the p-value
    (``"lattice+fourier"`` if its tails come from two engines), and ``reason`` says why it was sampled.
    ``error_bound`` bounds the error of a computed p-value; ``pvalue_interval`` is the 99 % interval of a sampled one.
    If the engine is ``"tilted-sampling"``, ``effective_sample_size`` is the equivalent number of unweighted samples.
    Fields that do not apply are None.

    The distributions and the interval are computed on first access.
    """

    metric: str
    metric_words: str | None  # its name in a sentence, if it has one
    signature: str | None  # settings of the statistics, as printed by the tool that counted them
    higher_is_better: bool
    of_shares: bool  # whether the scores are shares of counts, whose differences are percentage points
    test: str
    alternative: str
    boundary: str
    alpha: float
    method: str
    engine: str
    reason: str | None
    pvalue: float
    log10_pvalue: float | None
    error_bound: float | None
    pvalue_interval: tuple[float, float] | None
    effective_sample_size: float | None
    statistic: float
    baseline: float
    experimental: float
    baseline_name: str
    experimental_name: str
    n_items: int
    clusters: ClusterErrors | None  # None if items were resampled
    strata: dict[str, int] | None  # the items of each stratum (task), within which they were resampled
    changed: int  # items on which the systems differ in what the metric counts
    confidence_level: float
    interval: str
    equivalence: Equivalence | None
    digest: str
    version: str
    lattice: int | None  # L if the scores are multiples of 1/L
    notes: tuple[str, ...]
    by_id: bool  # whether items were paired by name rather than by position
    provenance: Provenance
    runs: str  # "mean", "nested" or "crossed"
    spread_of_runs: tuple[float, ...] | None  # standard deviations of the runs' own scores, baseline first
    estimate: Estimate | None  # of crossed runs
    _bootstrap: BootstrapDistribution  # the difference on resamples of the items
    _of_test: SamplingDistribution  # the distribution from which the test computes p
    _items: Observed  # the single items as one list, even if clusters or strata are resampled
    _may_be_exact: bool  # whether a distribution or an interval may be computed rather than sampled
    _crossed: CrossedRuns | None
    _intervals: dict[tuple[float, str], ConfidenceInterval]  # those that were computed

    @property
    def helped(self) -> int | None:
        """Number of items on which the experimental system is better; None if single items have no score."""
        return self._items.helped_hurt_tied[0]

    @property
    def hurt(self) -> int | None:
        """Number of items on which it is worse."""
        return self._items.helped_hurt_tied[1]

    @property
    def tied(self) -> int | None:
        """Number of items on which both are equal."""
        return self._items.helped_hurt_tied[2]

    @cached_property
    def bootstrap_distribution(self) -> Distribution:
        """The difference on resamples of the items; of crossed runs, Student's t about it."""
        if self.estimate is not None:
            return self.estimate.distribution()
        if self._may_be_exact and self._bootstrap.is_listed:
            with suppress(NotExactError):
                return self._bootstrap.computed_distribution
        return self._bootstrap.sampled_distribution()

    @cached_property
    def null_distribution(self) -> Distribution | None:
        """The null distribution of the difference; None for the plain bootstrap test, which has none."""
        if self.tested.reverses:
            return None
        if self.tested.distribution is BootstrapDistribution:
            return self.bootstrap_distribution.shifted(-self.tested.null_at * self.resampled.reference)
        by_samples = self.engine.endswith("sampling")
        return self._of_test.sampled_distribution() if by_samples else self._of_test.computed_distribution

    @cached_property
    def counted_in_bootstrap(self) -> RejectionRegion:
        """The differences of the bootstrap distribution at or beyond zero; if two-sided, in the smaller tail."""
        sides = self._region(TESTS["bootstrap"]).sides
        return min(sides, key=lambda each: each.share(self.bootstrap_distribution))

    @cached_property
    def counted_in_null(self) -> RejectionRegion | None:
        """The differences of the null distribution that are at least as extreme as the observed one."""
        if self.tested.reverses:
            return None
        return self._region(self.tested).shifted(-self.tested.null_at * self.resampled.reference)

    def _region(self, test: Test) -> RejectionRegion:
        observed = self.resampled
        strict = self.boundary == "exclude"
        return RejectionRegion.of(test, self.side, observed.reference, strict=strict, tolerance=observed.tolerance)

    def with_test(self, test: str) -> "Comparison":
        """Return the comparison with another test of `core.TESTS`; only what depends on the test is computed.

        Crossed runs keep their own test.

        >>> from core import compare
        >>> shifted = compare([0, 1, 1, 0, 0, 1, 0, 0], [1, 1, 1, 1, 1, 1, 0, 1], test="shifted-bootstrap")
        >>> shifted.with_test("permutation").pvalue
        0.125
        """
        if self.estimate is not None:
            return self
        chosen = TESTS[test]
        sampling: SamplingDistribution = self._bootstrap
        if not isinstance(sampling, chosen.distribution):
            sampling = chosen.distribution(self.resampled, sampling.n_resamples, sampling.seed)
        pvalue = sampling.pvalue(self._region(chosen), "auto" if self._may_be_exact else "monte-carlo")
        return replace(self, test=test, _of_test=sampling, **pvalue.of_comparison())

    @property
    def n_resamples(self) -> int | None:
        """The number of resamples; None if neither the p-value nor the interval is sampled."""
        return self._bootstrap.n_resamples if self._sampled else None

    @property
    def seed(self) -> int | None:
        """The seed of the resamples; None if there are none."""
        return self._bootstrap.seed if self._sampled else None

    @property
    def _sampled(self) -> bool:
        return self.reason is not None or self.confidence_interval().method == "monte-carlo"

    @property
    def n_clusters(self) -> int | None:
        """The number of resampled clusters; None if items were resampled."""
        return None if self.clusters is None else self.clusters.n_clusters

    @property
    def exact(self) -> bool:
        """Whether the error of the p-value is rounding only."""
        return self.method == "exact"

    @property
    def computed(self) -> bool:
        """Whether the p-value was computed, exactly or numerically, rather than sampled or approximated."""
        return self.method in ("exact", "numerical")

    @property
    def tested(self) -> Test:
        """The test of the p-value."""
        return TESTS.get(self.test, CROSSED)

    @property
    def side(self) -> str:
        """The tail of the statistic that the test uses: ``alternative``, reversed if lower is better."""
        return self._items.metric.side(self.alternative)

    @property
    def lead(self) -> float:
        """The experimental system's improvement, < 0 if it is worse; a lower error rate is an improvement."""
        return self.statistic if self.higher_is_better else -self.statistic

    @property
    def unit(self) -> str:
        """The resampled unit: ``"item"`` or ``"cluster"``."""
        return "item" if self.n_clusters is None else "cluster"

    @property
    def n_units(self) -> int:
        """The number of resampled units, items or clusters."""
        return self.n_items if self.n_clusters is None else self.n_clusters

    @property
    def significant(self) -> bool:
        """Whether p ≤ α."""
        return self.pvalue <= self.alpha

    @property
    def undecided(self) -> bool:
        """Whether α lies within the interval of a sampled p-value, or within the error bound of a computed one."""
        low, high = self.pvalue_interval or (self.pvalue - self.notable_error, self.pvalue + self.notable_error)
        return low <= self.alpha < high

    @property
    def notable_error(self) -> float:
        """The error bound of a computed p-value if it exceeds rounding, else 0."""
        return 0.0 if self.error_bound is None or self.error_bound < _ROUNDING else self.error_bound

    def confidence_interval(self, level: float | None = None, kind: str | None = None) -> ConfidenceInterval:
        """Return an interval of the difference, by default with the comparison's level and kind.

        Raises OptionError if the level is not between 0 and 1, or the kind is not percentile, basic or bca.
        """
        level, kind = self.confidence_level if level is None else level, self.interval if kind is None else kind
        check_share("level", level, example=0.95)
        level = float(level)
        if self.estimate is not None:
            return self.estimate.interval(level)
        check_choice("kind", kind, INTERVALS)
        if (level, kind) not in self._intervals:
            self._intervals[level, kind] = confidence_interval(self._bootstrap, self._may_be_exact, level, kind)
        return self._intervals[level, kind]

    @property
    def resampled(self) -> Observed:
        """The resampled units under the metric: items, clusters, or items within strata."""
        return self._bootstrap.observed

    @cached_property
    def right_or_wrong(self) -> tuple[int, int, int] | None:
        """Numbers of helped items, hurt items and all items if each is right or wrong, else None.

        Also None if clusters, tasks or runs are resampled.
        """
        return None if self._crossed is not None else right_or_wrong(self._bootstrap)

    @property
    def relative(self) -> float | None:
        """The difference relative to the baseline's score; None if the score is not above 0."""
        return self.statistic / self.baseline if self.baseline > 0 else None

    @cached_property
    def odds(self) -> float | None:
        """The ratio of helped to hurt items, inf if none was hurt; None unless all changes have the same size."""
        return odds(self._items)

    @cached_property
    def standardised(self) -> float | None:
        """d_z, the mean of the items' differences over their standard deviation; None if undefined."""
        return None if self.strata is not None else standardised(self._items)

    def own_intervals(
        self, level: float | None = None, progress: Progress | None = None
    ) -> tuple[ConfidenceInterval, ConfidenceInterval]:
        """Return the intervals of the baseline's and of the experimental system's own score.

        Clopper and Pearson's intervals if items are right or wrong, else bootstrap percentiles, exact if possible.

        Raises OptionError if the level is not between 0 and 1.
        """
        level = self.confidence_level if level is None else level
        check_share("level", level, example=0.95)
        if self._crossed is not None:
            return self._crossed.score(0).interval(level), self._crossed.score(1).interval(level)
        if level not in self._own_intervals:
            baseline, experimental = (own_interval(self._bootstrap, i, level, progress=progress) for i in (0, 1))
            self._own_intervals[level] = baseline, experimental
        return self._own_intervals[level]

    @cached_property
    def _own_intervals(self) -> dict[float, tuple[ConfidenceInterval, ConfidenceInterval]]:
        return {}

    def to_dict(self) -> dict[str, Any]:
        """Return the keys that ``--format json`` prints, with None for fields that do not apply; ``clusters``,
        and ``average`` with ``strata``, are present only if the data have them.

        ``pvalue`` is also None if only an upper bound is known; ``pvalue_text``, ``log10_pvalue`` and
        ``pvalue_interval`` give the bound.
        """
        text = self.claimable_pvalue()
        return {
            **attributes(self, "metric", *(() if self.signature is None else ("signature",))),
            **attributes(self, "test", "alternative", "boundary", "alpha", "method", "engine", "reason"),
            "pvalue": json_pvalue(self.pvalue, text),
            "pvalue_text": text,
            **attributes(self, "log10_pvalue", "error_bound", "pvalue_interval", "effective_sample_size"),
            "difference": self.statistic,
            **attributes(self, "baseline", "experimental", "baseline_name", "experimental_name"),
            **attributes(self, "n_items", "helped", "hurt", "tied"),
            **({} if self.clusters is None else {"clusters": self.clusters.to_dict()}),
            **({} if self.strata is None else {"average": "macro", "strata": self.strata}),
            **({} if self.runs == "mean" else {"runs": self.runs}),
            "confidence_interval": finite(asdict(self.confidence_interval())),
            "equivalence": None if self.equivalence is None else self.equivalence.to_dict(),
            **attributes(self, "n_resamples", "seed", "digest", "version"),
        }

    def __repr__(self) -> str:
        how = f"{self.n_resamples:,} resamples" if self.method == "monte-carlo" else self.method
        return (
            f"Comparison({self.experimental_name} − {self.baseline_name} = {self.statistic:+.6g} in {self.metric}, "
            f"{self.test} {pvalue_equation(self.claimable_pvalue('{:.6g}'.format))} ({how}), n = {self.n_items:,})"
        )
