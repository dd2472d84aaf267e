"""The observed scores of two systems and their difference."""

from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from core.common.arrays import Floats, Integers
from core.common.cached import cached_property
from core.data.item_statistics import Collapsed, collapse, exact_sums, strata_of, strata_of_clusters
from core.data.paired import CountedScores, PairedScores, without_items
from core.distributions import LinearDifference, linear_difference
from core.distributions.units import printed_unit, snapped
from core.metrics import Metric, divide
from core.metrics.averaging import macro_average, stratum_rows
from core.metrics.bounds import as_one_fraction
from core.metrics.record import Weights

# Relative tolerance: smaller differences are rounding error.
ROUNDING = 1e-12


def _sums(rows: Floats, counts: Floats, strata: Integers | None = None) -> Floats:
    """Σ count·row; the sums of strata are placed side by side."""
    rows = counts[:, None] * rows
    of_strata = [rows] if strata is None else np.split(rows, np.flatnonzero(np.diff(strata)) + 1)
    return np.concatenate([exact_sums(of_stratum) for of_stratum in of_strata])


@dataclass(frozen=True, eq=False)
class Observed:
    """A pair seen through a metric: both scores, their difference, and the items' own differences.

    Only the columns that the metric needs are kept.
    """

    pair: PairedScores
    metric: Metric
    # The stratum of each row ``(u,)``, within which a resample draws, sorted; ``pair`` then counts these rows.
    strata: Integers | None = None
    snapped: tuple[int, ...] = field(default=(), init=False)  # L of the columns that 32-bit rounding had moved off 1/L

    def __post_init__(self) -> None:
        pair, steps = _without_noise(self.pair.only(self.metric.columns))
        if self.strata is not None:
            pair, strata = _distinct_within(self.strata, pair)
            object.__setattr__(self, "strata", strata)
        object.__setattr__(self, "pair", pair)
        object.__setattr__(self, "snapped", steps)

    @property
    def rows(self) -> Collapsed:
        """Distinct rows of item statistics with their multiplicities, grouped by stratum if there are strata."""
        if self.strata is None:
            return self.pair.collapsed
        assert isinstance(self.pair, CountedScores)
        return self.pair.rows

    @cached_property
    def metric_rows(self) -> Collapsed:
        """The same rows in the columns of the metric, which for a macro average are those of all strata."""
        a, e, counts = self.rows
        if self.strata is None:
            return self.rows
        return Collapsed(stratum_rows(a, self.strata), stratum_rows(e, self.strata), counts)

    @property
    def row_metric(self) -> Metric:
        """The metric of rows; for a macro average, the metric of one stratum."""
        return self.metric if self.metric.average_of is None else self.metric.average_of[0]

    @cached_property
    def scores(self) -> tuple[float, float]:
        """The baseline's and the experimental system's score of all items."""
        a, e, counts = self.rows
        baseline, experimental = (self.metric.score(_sums(side, counts, self.strata)) for side in (a, e))
        return float(baseline), float(experimental)

    @cached_property
    def difference(self) -> float:
        """δ of the scores as printed, experimental minus baseline.

        For fractions with the same denominator, the numerators are subtracted first; printed scores without rounding.
        """
        linear = self.linear
        if linear is None:
            return self.scores[1] - self.scores[0]
        if linear.printed is not None:
            return float(linear.printed / Fraction(linear.total_weight))
        if self.metric.fraction is None:
            return self.reference
        a, e, counts = self.rows
        numerators = (e - a) @ np.array(self.metric.fraction[0])
        return float(_sums(numerators[:, None], counts)[0]) / linear.total_weight

    @cached_property
    def reference(self) -> float:
        """δ from the same rounded scores as resampled sums (0.333333 is 1/3 on a lattice), so that equal sums tie."""
        linear = self.linear
        return self.difference if linear is None else linear.total * linear.unit

    def swapped(self) -> "Observed":
        """Return the observation with the two systems exchanged."""
        return Observed(self.pair.swapped(), self.metric, self.strata)

    def with_rows(self, a: Floats, e: Floats) -> "Observed":
        """Return the observation with other statistics ``(u, k)`` of its rows."""
        return Observed(CountedScores(a, e, self.rows.counts, self.pair), self.metric, self.strata)

    @cached_property
    def linear(self) -> LinearDifference | None:
        """The difference as a sum over items, or None if it is not one."""
        return linear_difference(self.rows, self.row_metric, self.pair.decimals, self.strata)

    @cached_property
    def linked(self) -> "Observed | None":
        """The pair under a metric that is a sum over items and has this metric as an increasing function, or None."""
        if self.metric.link is None:
            return None
        other = Observed(self.pair, self.metric.link[0])
        return None if other.linear is None else other

    @property
    def tolerance(self) -> float:
        """Rounding error of a difference: closer differences are equal."""
        if self.linear is not None and self.linear.constant_weight:
            return self.linear.tolerance * self.linear.unit
        return ROUNDING * self.size

    @cached_property
    def size(self) -> float:
        """Upper bound of the scores of any items: a fraction of sums is at most the largest fraction of one item."""
        a, e, _ = self.rows
        return float(self.sizes(np.abs(a), np.abs(e)).max())

    def sizes(self, a: Floats, e: Floats) -> Floats:
        """Size of the scores before cancellation, given sums ``(..., k)`` of absolute statistics.

        Rounding errors are relative to these sizes, which are at least 1 except for fractions.
        """
        if self._fraction is None:
            return np.full(a.shape[:-1], max(1.0, *map(abs, self.scores)))
        top, bottom = np.abs(self._fraction)
        return np.maximum(divide(a @ top, a @ bottom), divide(e @ top, e @ bottom))

    @cached_property
    def _fraction(self) -> Weights | None:
        """The score as one fraction without cancellation, as F1 is 2·tp/(gold + predicted), or None."""
        a, e, _ = self.rows
        quotients = as_one_fraction(self.row_metric, np.vstack([a, e]))
        return quotients[0] if self.row_metric.fraction is not None or quotients is not self.row_metric.parts else None

    @property
    def per_item(self) -> bool:
        """Whether a single item has a score."""
        if self.metric.link is not None:
            return bool(self.metric.per_item)
        return self.metric.fraction is not None and (bool(self.metric.per_item) or self.linear is not None)

    @cached_property
    def item_differences(self) -> Floats | None:
        """The items' own differences ``(n,)``, or None if single items have no score."""
        if not self.per_item:
            return None
        return self._own_differences(self.pair.baseline, self.pair.experimental)

    def contributions(self, a: Floats, e: Floats) -> Floats:
        """The contribution of each item with these rows: half of the decrease of the difference when it is swapped.

        If the difference is a sum over the items, this is the item's term. If the item's statistics are equal in both
        outputs, it is 0.
        """
        of_a, of_e, counts = self.rows
        before, after, moved = _sums(of_a, counts), _sums(of_e, counts), e - a
        score = self.metric.score
        contributions = (score(after) - score(before) - score(after - moved) + score(before + moved)) / 2
        return np.where(np.abs(contributions) > ROUNDING * self.size, contributions, 0.0)

    @cached_property
    def helped_hurt_tied(self) -> tuple[int, int, int] | tuple[None, None, None]:
        """Numbers of items on which the experimental system is better, worse and equal; None without item scores."""
        if not self.per_item:
            return None, None, None
        a, e, counts = self.rows
        better = self.metric.sign * self._own_differences(a, e)
        helped, hurt = int(counts[better > 0].sum()), int(counts[better < 0].sum())
        return helped, hurt, int(counts.sum()) - helped - hurt

    @cached_property
    def changed(self) -> int:
        """Number of items whose statistics, as used by the metric, differ between the systems."""
        a, e, counts = self.rows
        differs = self._differ(a, e)
        if self.row_metric.fraction is not None:
            differs = differs & np.any(self.row_metric.fraction, axis=0)
        return int(counts[differs.any(axis=1)].sum())

    def _differ(self, a: Floats, e: Floats) -> NDArray[np.bool_]:
        """Whether numbers differ by more than rounding, as `linear_difference` has it: 0.1 + 0.2 and 0.3 do not."""
        lattice = None if self.linear is None else self.linear.lattice
        if lattice is not None:
            return np.rint(a * lattice) != np.rint(e * lattice)
        return np.abs(e - a) > 4 * (np.spacing(np.abs(a)) + np.spacing(np.abs(e)))

    def _own_differences(self, a: Floats, e: Floats) -> Floats:
        """The differences of items' own scores, 0 if their numerators differ by rounding only."""
        if self.metric.fraction is None:
            before, after = self.metric.score(a), self.metric.score(e)
            return np.where(self._differ(before, after), after - before, 0.0)
        top, bottom = (np.array(weights) for weights in self.metric.fraction)
        equal = ~self._differ(a @ top, e @ top) & (a @ bottom == e @ bottom)
        return np.where(equal, 0.0, divide(e @ top, e @ bottom) - divide(a @ top, a @ bottom))


def resampled_units(pair: PairedScores, metric: Metric) -> Observed:
    """Return the units that the tests resample and swap: items or whole clusters, within their strata (tasks).

    Scores on a task of two questions and a task of eight questions:

    >>> from core.metrics import METRICS
    >>> pair = PairedScores.from_scores([0, 1] + [1] * 8, [1] * 10).with_strata(["sums"] * 2 + ["words"] * 8)
    >>> resampled_units(pair, METRICS["mean"]).scores
    (0.75, 1.0)
    """
    pair = pair.only(metric.columns)
    units = pair.units
    if pair.strata is None:
        return Observed(without_items(units), metric)
    strata, places = strata_of(pair.strata if pair.clusters is None else strata_of_clusters(pair.strata, pair.clusters))
    rows = CountedScores(units.baseline, units.experimental, np.ones(len(units)), units)
    return Observed(rows, macro_average(metric, len(strata)), places)


def _distinct_within(strata: Integers, pair: PairedScores) -> tuple[CountedScores, Integers]:
    """Return the distinct rows of each stratum with their multiplicities, sorted by stratum, and their strata."""
    assert isinstance(pair, CountedScores)
    of, (a, e, counts) = strata[:, None], pair.rows
    a, e, counts = collapse(np.hstack([of, a]), np.hstack([of, e]), counts)
    return CountedScores(a[:, 1:], e[:, 1:], counts, pair), a[:, 0].astype(np.int64)


def _without_noise(pair: PairedScores) -> tuple[PairedScores, tuple[int, ...]]:
    """Return the pair with the scores that 32-bit rounding moved off a lattice moved back, and the L of each column.

    Printed scores are left to `find_lattice`, which knows their decimals.
    """
    both, steps = np.concatenate(pair.sides()), []
    for column in both.T:
        found = snapped(column) if printed_unit(column, pair.decimals) is None else None
        if found is not None:
            column[:] = found[0]
            steps.append(found[1])
    if not steps:
        return pair, ()
    a, e = np.split(both, 2)
    return pair.with_fields(baseline=a, experimental=e), tuple(dict.fromkeys(steps))
