"""Distributions and intervals of a comparison's difference, computed on first access."""

from dataclasses import dataclass

from core.common.arguments import check_choice, check_share
from core.common.cached import cached_property
from core.distributions.distribution import Distribution
from core.errors import NotExactError
from core.inference.effect_size import odds, standardised
from core.inference.equivalence import right_or_wrong
from core.inference.intervals import INTERVALS, confidence_interval, own_interval
from core.inference.result import ConfidenceInterval
from core.inference.runs import CrossedRuns
from core.significance import TESTS, BootstrapDistribution, RejectionRegion, SamplingDistribution, Test
from core.significance.observed import Observed
from core.significance.resampling import Progress


@dataclass(frozen=True, eq=False)
class Spread:
    """The distributions and intervals of a comparison, computed on first access.

    Parameters
    ----------
    resampling : BootstrapDistribution
        The distribution of the difference on resamples of the items.
    sampling : SamplingDistribution
        The distribution of the test's p-value.
    items : Observed
        The items, if clusters or strata are resampled.
    test, side, strict, engine
        The test, its side, whether the boundary is excluded, and the engine of its p-value.
    may_be_exact : bool
        Whether the distribution or an interval may be computed rather than sampled.
    """

    resampling: BootstrapDistribution
    sampling: SamplingDistribution
    items: Observed
    test: Test
    side: str
    strict: bool
    engine: str
    may_be_exact: bool

    @cached_property
    def exact(self) -> bool:
        """Whether the bootstrap distribution is computed rather than sampled."""
        if not (self.may_be_exact and self.resampling.is_listed):
            return False
        try:
            return self.resampling.exact_distribution is not None
        except NotExactError:
            return False

    def interval(self, level: float, kind: str, progress: Progress | None = None) -> ConfidenceInterval:
        """Return the interval of that level and kind, or raise OptionError; see `core.inference.intervals`."""
        check_share("level", level, example=0.95)
        check_choice("kind", kind, INTERVALS)
        level = float(level)
        if (level, kind) not in self._intervals:
            found = confidence_interval(self.resampling, self.may_be_exact, level, kind, progress)
            self._intervals[level, kind] = found
        return self._intervals[level, kind]

    @cached_property
    def right_or_wrong(self) -> tuple[int, int, int] | None:
        """Numbers of helped items, hurt items and all items; see `core.inference.equivalence`."""
        return right_or_wrong(self.resampling)

    @cached_property
    def odds(self) -> float | None:
        """The ratio of helped to hurt items; see `core.inference.effect_size`."""
        return odds(self.items)

    @cached_property
    def standardised(self) -> float | None:
        """d_z of the items; see `core.inference.effect_size`."""
        return standardised(self.items)

    def own_intervals(
        self, level: float, progress: Progress | None = None
    ) -> tuple[ConfidenceInterval, ConfidenceInterval]:
        """Return the intervals of both systems' own scores, at that level."""
        if level not in self._own_intervals:
            check_share("level", level, example=0.95)
            baseline, experimental = (own_interval(self.resampling, i, level, progress=progress) for i in (0, 1))
            self._own_intervals[level] = baseline, experimental
        return self._own_intervals[level]

    @cached_property
    def _own_intervals(self) -> dict[float, tuple[ConfidenceInterval, ConfidenceInterval]]:
        return {}

    @cached_property
    def _intervals(self) -> dict[tuple[float, str], ConfidenceInterval]:
        return {}

    @cached_property
    def bootstrap_distribution(self) -> Distribution:
        """The difference on resamples of the items."""
        return self.resampling.exact_distribution if self.exact else self.resampling.sampled_distribution()

    @cached_property
    def null_distribution(self) -> Distribution | None:
        """The null distribution of the difference, or None."""
        return self.test.null(self.sampling, self.bootstrap_distribution, self.engine)

    @cached_property
    def counted_in_bootstrap(self) -> RejectionRegion:
        """The differences at or beyond zero; for a two-sided test, in the smaller tail."""
        sides = self._region(TESTS["bootstrap"]).sides
        return min(sides, key=lambda each: each.share(self.bootstrap_distribution))

    @cached_property
    def counted_in_null(self) -> RejectionRegion | None:
        """The differences of the null distribution that are at least as extreme as the observed one."""
        if self.test.reverses:
            return None
        return self._region(self.test).shifted(-self.test.null_at * self.resampling.observed.reference)

    def _region(self, test: Test) -> RejectionRegion:
        observed = self.resampling.observed
        return test.region(self.side, observed.reference, strict=self.strict, tolerance=observed.tolerance)


@dataclass(frozen=True, eq=False)
class CrossedSpread(Spread):
    """The distributions for crossed runs: Student's t about the difference."""

    crossed: CrossedRuns
    right_or_wrong = None

    def interval(self, level: float, kind: str, progress: Progress | None = None) -> ConfidenceInterval:
        """Return the interval of that level by Student's t; the kind is ignored."""
        check_share("level", level, example=0.95)
        return self.crossed.difference(1, 0).interval(float(level))

    def own_intervals(
        self, level: float, progress: Progress | None = None
    ) -> tuple[ConfidenceInterval, ConfidenceInterval]:
        """Return the intervals of both systems' own scores by Student's t."""
        check_share("level", level, example=0.95)
        return self.crossed.score(0).interval(level), self.crossed.score(1).interval(level)

    @cached_property
    def bootstrap_distribution(self) -> Distribution:
        """Student's t about the difference."""
        return self.crossed.difference(1, 0).distribution()
