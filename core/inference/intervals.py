"""Confidence intervals: of the difference (percentile, basic and BCa), and of one system's own score."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from scipy.special import ndtr, ndtri

from core.common.arrays import Floats
from core.distributions import Threshold, certified
from core.errors import NotExactError
from core.significance.bootstrap import BootstrapDistribution
from core.significance.observed import Observed
from core.significance.pvalue import clopper_pearson
from core.significance.resampling import Progress

INTERVALS = ("basic", "bca", "percentile")


@dataclass(frozen=True, slots=True)
class ConfidenceInterval:
    """An interval of the difference, in the metric's own unit.

    The ends of an exact interval are the quantiles; those of a numerical one are quantiles to 0.2 % of the probability
    beyond them.
    """

    level: float
    low: float
    high: float
    kind: str  # "percentile", "basic" or "bca", "t" of crossed runs, "Clopper-Pearson" of one system
    method: str  # "exact", "numerical", "monte-carlo" or "approximate"
    n_resamples: int | None = None  # None unless sampled


def confidence_interval(
    scheme: BootstrapDistribution, allow_exact: bool, level: float, kind: str, progress: Progress | None = None
) -> ConfidenceInterval:
    """Return the interval of that level and kind, from the exact distribution if possible, else from samples."""
    if allow_exact:
        try:
            low, high = _ends(kind, level, scheme.observed, scheme.computed_quantile, partial(_below, scheme))
            return ConfidenceInterval(level, float(low), float(high), kind, scheme.quantile_method)
        except NotExactError:
            pass
    scheme.samples(progress)
    distribution = scheme.sampled_distribution()
    low, high = _ends(kind, level, scheme.observed, distribution.quantile, partial(_sampled_below, scheme))
    return ConfidenceInterval(level, low, high, kind, "monte-carlo", scheme.n_resamples)


def _ends(
    kind: str, level: float, observed: Observed, quantile: Callable[[float], float], below: Callable[[], float]
) -> tuple[float, float]:
    """Return the ends of an interval from the quantiles of the difference on resamples.

    A percentile interval ends at the quantiles (Efron & Tibshirani 1993, 13.3), a basic one at the quantiles reflected
    about the observed difference (Davison & Hinkley 1997, 5.6). BCa is bias-corrected and accelerated (Efron &
    Tibshirani 1993, 14.3), which needs ``below``, P(δ* < δ) + ½·P(δ* = δ); if the jackknife variance is 0, the interval
    is [δ, δ].
    """
    levels = [(1 - level) / 2, (1 + level) / 2]
    if kind == "bca":
        acceleration = _acceleration(observed)
        if acceleration is None:
            return observed.reference, observed.reference
        bias = float(ndtri(below()))
        shifted = [bias + float(ndtri(q)) for q in levels]
        levels = [float(ndtr(bias + z / (1 - acceleration * z))) if math.isfinite(z) else float(z > 0) for z in shifted]
    low, high = map(quantile, levels)
    if kind == "basic":
        return 2 * observed.reference - high, 2 * observed.reference - low
    return low, high


def _below(scheme: BootstrapDistribution) -> float:
    at_most, less = (certified(scheme.computed_tail("<=", Threshold(1), strict)).value for strict in (False, True))
    return (at_most + less) / 2


def _sampled_below(scheme: BootstrapDistribution) -> float:
    samples, at, tolerance = scheme.samples(), scheme.observed.reference, scheme.observed.tolerance
    return float(((samples < at - tolerance).mean() + (samples <= at + tolerance).mean()) / 2)


def _acceleration(observed: Observed) -> float | None:
    """Σ(θ̄ − θᵢ)³ / 6(Σ(θ̄ − θᵢ)²)^1.5 over the n leave-one-out differences, which equal rows share.

    Differences in a stratum of m items are centred within it and weighted by (m − 1)/m (Davison & Hinkley 1997, 5.4).
    """
    a, e, counts = observed.rows
    strata = np.zeros(len(counts), dtype=np.int64) if observed.strata is None else observed.strata
    starts = np.flatnonzero(np.diff(strata, prepend=-1))
    score = observed.row_metric.score  # per stratum: the mean over strata changes by a fixed fraction of it

    def without(rows: Floats) -> Floats:
        return score(np.add.reduceat(counts[:, None] * rows, starts)[strata] - rows)

    left_out = without(e) - without(a)
    sizes = np.bincount(strata, counts)[strata]
    centred = np.bincount(strata, counts * left_out)[strata] / sizes - left_out
    if observed.strata is not None:
        centred *= (sizes - 1) / sizes
    spread = float(counts @ centred**2)
    scale = float(np.abs(left_out).max(initial=0.0))
    if spread <= counts.sum() * (1e-15 * scale) ** 2:
        return None
    return float(counts @ centred**3) / (6 * spread**1.5)


def own_interval(
    resampling: BootstrapDistribution,
    system: int,
    level: float,
    drawn: Floats | None = None,
    progress: Progress | None = None,
) -> ConfidenceInterval:
    """Return the interval of one system's score over the resampled units: items, clusters, or items within strata.

    If each item is right or wrong, the interval is Clopper and Pearson's (1934). For other scores, and for the mean of
    several strata, it consists of bootstrap percentiles: exact if possible, else from resampled scores.

    ``system`` is 0 for the baseline and 1 for the experimental system; ``drawn`` ``(R,)`` are its scores on resamples,
    if they are already known.

    >>> from core.metrics import METRICS
    >>> from core.data.paired import PairedScores
    >>> seen = Observed(PairedScores.from_scores([1, 1, 1, 0], [1, 1, 1, 1]), METRICS["mean"])
    >>> interval = own_interval(BootstrapDistribution(seen, 1000, seed=0), 0, 0.95)
    >>> round(interval.low, 4), round(interval.high, 4), interval.kind
    (0.1941, 0.9937, 'Clopper-Pearson')
    """
    observed = resampling.observed
    baseline, experimental, counts = observed.rows
    rows = (baseline, experimental)[system]
    of_runs = type(resampling) is not BootstrapDistribution  # runs vary too
    if (
        not of_runs
        and observed.metric.fraction == ((1, 0), (0, 1))
        and np.isin(rows[:, 0], (0, 1)).all()
        and (rows[:, 1] == 1).all()
    ):
        low, high = clopper_pearson(int(counts @ rows[:, 0]), int(counts.sum()), level)
        return ConfidenceInterval(level, low, high, "Clopper-Pearson", "exact")
    if observed.row_metric.fraction is not None and not of_runs:
        # With a baseline whose numerators are 0, the difference is the system's own score.
        nothing = np.where(np.array(observed.row_metric.fraction[0]) != 0, 0, rows)
        alone = BootstrapDistribution(observed.with_rows(nothing, rows), 1, 0)
        try:
            low, high = map(alone.computed_quantile, ((1 - level) / 2, (1 + level) / 2))
            return ConfidenceInterval(level, low, high, "percentile", alone.quantile_method)
        except NotExactError:
            pass
    return sampled_interval(resampling.own_scores(system, progress) if drawn is None else drawn, level)


def sampled_interval(scores: Floats, level: float) -> ConfidenceInterval:
    """Return the bootstrap percentiles of one system's scores on resamples ``(R,)``."""
    low, high = map(float, np.quantile(scores, ((1 - level) / 2, (1 + level) / 2), method="inverted_cdf"))
    return ConfidenceInterval(level, low, high, "percentile", "monte-carlo", len(scores))
