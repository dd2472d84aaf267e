"""The confidence interval of one system's own score."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import NotExactError
from core.inference.result import ConfidenceInterval
from core.significance.bootstrap import Resampling
from core.significance.pvalue import clopper_pearson
from core.significance.resampling import Progress

__all__ = ["own_interval"]

Floats = NDArray[Any]


def own_interval(
    resampling: Resampling, system: int, level: float, drawn: Floats | None = None, progress: Progress | None = None
) -> ConfidenceInterval:
    """Return the interval of one system's score over what is resampled: items, clusters, or items within strata.

    Clopper and Pearson's where each item is right or wrong (1934), elsewhere, and of the mean of several strata, the
    bootstrap percentiles: exact where the distribution is, else those of the resampled scores.

    Parameters
    ----------
    resampling : Resampling
        The pair that the system is of, with its metric, resamples and seed.
    system : {0, 1}
        The baseline or the experimental system.
    level : float
        The confidence level.
    drawn : (R,) float array, optional
        The system's score on resamples, where they were drawn already.
    progress : callable, optional
        Called with (done, total) while sampling; returning False stops with `Stopped`.

    Examples
    --------
    >>> from core.metrics import METRICS
    >>> from core.significance.observed import Observed
    >>> from core.data.paired import PairedScores
    >>> seen = Observed(PairedScores.from_scores([1, 1, 1, 0], [1, 1, 1, 1]), METRICS["mean"])
    >>> interval = own_interval(Resampling(seen, 1000, seed=0), 0, 0.95)
    >>> round(interval.low, 4), round(interval.high, 4), interval.kind
    (0.1941, 0.9937, 'Clopper-Pearson')
    """
    observed = resampling.observed
    baseline, experimental, counts = observed.rows
    rows = (baseline, experimental)[system]
    of_runs = type(resampling) is not Resampling  # which vary too
    if (
        not of_runs
        and observed.metric.fraction == ((1, 0), (0, 1))
        and np.isin(rows[:, 0], (0, 1)).all()
        and (rows[:, 1] == 1).all()
    ):  # fmt: skip
        low, high = clopper_pearson(int(counts @ rows[:, 0]), int(counts.sum()), level)
        return ConfidenceInterval(level, low, high, "Clopper-Pearson", "exact")
    tails = ((1 - level) / 2, (1 + level) / 2)
    if observed.one.fraction is not None and not of_runs:
        # A baseline that has nothing above the line makes the difference the system's own score.
        nothing = np.where(np.array(observed.one.fraction[0]) != 0, 0, rows)
        alone = Resampling(observed.with_rows(nothing, rows), 1, 0)
        try:
            low, high = map(alone.exact_quantile, tails)
            return ConfidenceInterval(level, low, high, "percentile", "exact")
        except NotExactError:
            pass
    scores = resampling.own_scores(system, progress) if drawn is None else drawn
    low, high = map(float, np.quantile(scores, tails, method="inverted_cdf"))
    return ConfidenceInterval(level, low, high, "percentile", "monte-carlo", len(scores))
