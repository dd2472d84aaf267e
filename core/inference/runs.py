"""Several runs of each system: how their variance enters the comparison.

``mean``     the items' means over runs are resampled: the result holds for these runs
``nested``   runs are trials, drawn anew for each item (epochs, repeats, samples): items, then runs within each
``crossed``  runs are seeds, shared by all items (a trained model, a prompt, a judge): Student's t

``nested`` resamples never underestimate the variance of items and runs; with few runs per item they slightly
overestimate the variance of the runs (Owen 2007, *Annals of Applied Statistics* 1).

Three seeds are too few to resample. With dᵢ the difference of an item's means over seeds, and s² the variance of the
seeds' own scores in each system, the variance of the difference is::

    v = var(d)/n + s_A²/k_A + s_B²/k_B

and δ/√v has Student's t distribution with Satterthwaite's degrees of freedom (Satterthwaite 1946, *Biometrics Bulletin*
2). If the score is not a mean, each variance is the jackknife's over items or seeds; for a mean the two agree. If the
seeds have no effect, the test is conservative: the variance of items counts twice.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from scipy.special import stdtr, stdtrit

from core.common.arrays import Floats, Integers
from core.data.item_statistics import exact_sums
from core.distributions import Probability, Threshold
from core.distributions.distribution import Distribution
from core.errors import NotExactError, OptionError
from core.inference.intervals import ConfidenceInterval
from core.inference.standard_error import influences
from core.metrics import Metric
from core.metrics.samples import is_pass
from core.significance.bootstrap import BootstrapDistribution
from core.significance.observed import ROUNDING
from core.significance.resampling import Progress, resample
from core.significance.tilted_sampling import TiltedDraws


@dataclass(frozen=True, eq=False)
class NestedDraws:
    """Sums over drawn items of the means over drawn runs, all systems side by side."""

    runs: Floats  # (s, n, r, k) the statistics; an item's missing runs come last
    held: Integers  # (s, n) the number of runs of each item

    stream: ClassVar[int] = 4
    threads: ClassVar[bool] = False

    @classmethod
    def of(cls, statistics: Floats) -> "NestedDraws":
        """Return the draws of statistics ``(s, r, n, k)``."""
        runs = np.moveaxis(statistics, 1, 2)
        lacking = np.isnan(runs).all(axis=-1)
        order = np.argsort(lacking, axis=-1, kind="stable")
        ordered = np.nan_to_num(np.take_along_axis(runs, order[..., None], axis=2))
        return cls(ordered, np.add.reduce(~lacking, axis=-1, dtype=np.int64))

    def batches(self, generators: Callable[[int], np.random.Generator], size: int, most: int) -> Iterator[Floats]:
        """Yield the sums ``(b, s·k)`` of ``size`` resamples, one at a time."""
        s, n, r, k = self.runs.shape
        of_items, of_runs = generators(0), generators(1)
        system = np.arange(s)[:, None]
        for _ in range(size):
            items: Integers = np.asarray(of_items.integers(0, n, size=n))
            held = self.held[:, items]
            drawn = (of_runs.random((s, n, r)) * held[..., None]).astype(np.int64)
            weights = (np.arange(r) < held[..., None]) / held[..., None]
            values = self.runs[system[..., None], items[None, :, None], drawn]
            yield np.einsum("snrk,snr->sk", values, weights).reshape(1, s * k)


def by_name(statistics: Floats, ids: Sequence[str] | None) -> Floats:
    """Return statistics ``(s, r, n, k)`` with the items in the order of their names.

    So resamples do not depend on the order in which a file lists the items.
    """
    return statistics if ids is None else statistics[:, :, np.argsort(np.array(ids), kind="stable")]


RUNS = ("mean", "nested", "crossed")
# Number of quantiles of Student's t in its plot.
_POINTS = 2_000


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimate, its standard error, and the degrees of freedom of their quotient, which has a t distribution."""

    value: float
    error: float
    df: float

    def at_least(self, threshold: float = 0.0) -> float:
        """Return the p-value of H₀: the true value is at most the threshold."""
        if not self.error:
            return float(self.value <= threshold)
        return float(stdtr(self.df, (threshold - self.value) / self.error))

    def pvalue(self, side: str) -> float:
        """Return the p-value of H₀: the true value is 0, two-sided, ``"greater"`` or ``"less"``."""
        if side == "two-sided":
            return min(1.0, 2 * min(self.at_least(), self.negative().at_least()))
        return self.at_least() if side == "greater" else self.negative().at_least()

    def negative(self) -> "Estimate":
        """Return the estimate of the negative value."""
        return Estimate(-self.value, self.error, self.df)

    def interval(self, level: float) -> ConfidenceInterval:
        """Return the interval of that level."""
        reach = float(stdtrit(self.df, (1 + level) / 2)) * self.error if self.error else 0.0
        return ConfidenceInterval(level, self.value - reach, self.value + reach, "t", "approximate")

    def distribution(self) -> Distribution:
        """Return equally likely values of the t distribution."""
        q = (np.arange(_POINTS) + 0.5) / _POINTS
        values = self.value + self.error * stdtrit(self.df, q) if self.error else np.full(1, self.value)
        return Distribution(values, np.full(len(values), 1 / len(values)))


@dataclass(frozen=True, eq=False)
class CrossedRuns:
    """Scores of systems with seeds that all items share, and their variances due to items and seeds."""

    scores: Floats  # (s,) scores of the items' means over seeds
    effects: Floats  # (s, n) the items' influences on each score
    seeds: Floats  # (s,) the variance of each score due to seeds
    held: Integers  # (s,) the number of seeds of each system

    @classmethod
    def of(cls, names: Sequence[str], statistics: Floats, metric: Metric) -> "CrossedRuns":
        """Return the scores and variances from statistics ``(s, r, n, k)``; a missing run is NaN.

        Raises OptionError if a system has a single run, or an item lacks one that others have.
        """
        scores, effects, seeds, held = [], [], [], []
        for name, runs in zip(names, statistics, strict=True):
            lacking = np.isnan(runs).any(axis=-1)
            runs = runs[~lacking.all(axis=1)]
            if len(runs) < 2:
                raise OptionError(
                    f"runs == 'crossed' needs two or more runs of each system, but {name} has one: "
                    f"{_as_mean('crossed')}."
                )
            if np.isnan(runs).any():
                raise OptionError(
                    f"runs == 'crossed' needs every item in every run, but {name} lacks some: leave these items out, "
                    "or use runs='nested' (--nested) if the runs are trials of single items."
                )
            mean, k = runs.mean(axis=0), len(runs)
            effects.append(influences(mean, metric))
            scores.append(metric.score(exact_sums(mean)))
            without = [metric.score(exact_sums(np.delete(runs, r, axis=0).mean(axis=0))) for r in range(k)]
            seeds.append((k - 1) ** 2 / k * float(np.var(without, ddof=1)))
            held.append(k)
        return cls(np.array(scores), np.array(effects), np.array(seeds), np.array(held))

    def score(self, system: int) -> Estimate:
        """Return one system's score."""
        return self._estimate(float(self.scores[system]), self.effects[system], [system])

    def difference(self, first: int, second: int) -> Estimate:
        """Return the first system's score minus the second's."""
        value = float(self.scores[first] - self.scores[second])
        return self._estimate(value, self.effects[first] - self.effects[second], [first, second])

    def _estimate(self, value: float, effects: Floats, systems: list[int]) -> Estimate:
        n = len(effects)
        parts = [(n / (n - 1) * math.fsum(effects**2) if n > 1 else 0.0, n - 1)]
        parts += [(float(self.seeds[i]), int(self.held[i]) - 1) for i in systems]
        rounding = ROUNDING * float(np.abs(self.scores[systems]).max())
        variance = math.fsum(part for part, _ in parts)
        if abs(value) <= rounding:
            value = 0.0
        if math.sqrt(variance) <= rounding:
            if value and len(systems) > 1:
                raise OptionError(
                    f"runs == 'crossed' needs scores that vary between items or runs: {_as_mean('crossed')}."
                )
            return Estimate(value, 0.0, 1.0)
        df = variance**2 / math.fsum(part**2 / df for part, df in parts if part > 0)
        return Estimate(value, math.sqrt(variance), df)


@dataclass(frozen=True, eq=False)
class NestedBootstrap(BootstrapDistribution):
    """The law of δ* if items are drawn with replacement, and then runs within each item."""

    runs: Floats  # (2, r, n, k)

    def computed_tail(self, side: str, threshold: Threshold, strict: bool = False, within: float = 0.0) -> Probability:
        raise NotExactError("items, and runs within each, are drawn")

    @property
    def is_listed(self) -> bool:
        return False

    @property
    def computed_distribution(self) -> Distribution:
        raise NotExactError("items, and runs within each, are drawn")

    def computed_quantile(self, q: float) -> float:
        raise NotExactError("items, and runs within each, are drawn")

    def edge_tail(self, side: str, x: float, strict: bool) -> Probability | None:
        return None

    def tiltable(self) -> TiltedDraws | None:
        return None

    def drawn(self) -> tuple[NestedDraws, Callable[[Floats], Floats]]:
        return NestedDraws.of(self.runs), lambda sums: np.diff(self._scores(sums))[:, 0]

    def own_scores(self, system: int, progress: Progress | None = None) -> Floats:
        return resample(NestedDraws.of(self.runs), self._scores, self.n_resamples, self.seed, progress)[:, system]

    def _is_backwards(self) -> bool:
        return False

    def _scores(self, sums: Floats) -> Floats:
        return self.observed.metric.score(sums.reshape(len(sums), 2, -1))


def spread_of_runs(statistics: Floats, metric: Metric) -> tuple[float, ...] | None:
    """Return the standard deviation of the runs' own scores in each system; None without complete runs.

    >>> from core.metrics import METRICS
    >>> two_runs = np.ones((1, 2, 4, 2))
    >>> two_runs[0, 0, :, 0] = [0, 0, 1, 1]
    >>> two_runs[0, 1, :, 0] = [0, 1, 1, 1]
    >>> [round(each, 4) for each in spread_of_runs(two_runs, METRICS["mean"])]
    [0.1768]
    """
    found = []
    for runs in statistics:
        lacking = np.isnan(runs).any(axis=-1)
        runs = runs[~lacking.any(axis=1)]
        if len(runs) < 2 or len(runs) < (~lacking.all(axis=1)).sum():
            return None
        scores = np.array([metric.score(exact_sums(run)) for run in runs])
        deviation = float(np.std(scores, ddof=1))
        found.append(deviation if deviation > ROUNDING * float(np.abs(scores).max()) else 0.0)
    return tuple(found)


def check_runs(runs: str, n_runs: int, grouped: str | None, metric: object) -> None:
    """Refuse a kind of runs that does not fit the data; ``grouped`` names clusters or strata, if any."""
    if runs != "mean" and n_runs < 2:
        why = f"{metric} makes one score of an item's runs" if is_pass(metric) else "there is one"
        raise OptionError(f"runs == {runs!r} needs two or more runs of each system, but {why}: {_as_mean(runs)}.")
    if runs != "mean" and grouped is not None:
        raise OptionError(
            f"runs == {runs!r} cannot be combined with {grouped}: leave the {grouped} out, or {_as_mean(runs)}."
        )


def _as_mean(runs: str) -> str:
    """Return the remedy in Python and on the command line."""
    return f"use runs='mean' (leave out --{runs})"
