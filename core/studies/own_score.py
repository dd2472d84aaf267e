"""The confidence interval of one system's own score."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import NotExactError
from core.metrics import Metric
from core.observed import Observed
from core.paired import PairedScores
from core.scores import Scores
from core.stratified import resampled_units
from core.tests.bootstrap import Resampling
from core.tests.pvalue import clopper_pearson

__all__ = ["own_interval"]

Floats = NDArray[Any]


def own_interval(
    scores: Scores, system: int, metric: Metric, drawn: Floats, level: float, *, sampled: bool = False
) -> tuple[float, float]:
    """Return the interval of one system's score over items.

    Clopper and Pearson's where each item is right or wrong (1934), elsewhere, and of the mean of several strata, the
    bootstrap percentiles: exact where the distribution is, else those of the resampled scores.

    Parameters
    ----------
    scores : Scores
        One run of each system.
    system : int
        Which of them.
    metric : Metric
        What is scored.
    drawn : (R,) float array
        The system's score on resamples.
    level : float
        The confidence level.
    sampled : bool
        Whether the resamples cover more than the items, such as their runs, so that nothing else will do.

    Examples
    --------
    >>> from core.metrics import METRICS
    >>> low, high = own_interval(Scores.from_systems({"a": [1, 1, 1, 0]}), 0, METRICS["mean"], np.zeros(1), 0.95)
    >>> round(low, 4), round(high, 4)
    (0.1941, 0.9937)
    """
    statistics = scores.statistics[system, 0]
    tails = ((1 - level) / 2, (1 + level) / 2)
    if (
        not sampled
        and scores.strata is None
        and metric.fraction == ((1, 0), (0, 1))
        and np.isin(statistics[:, 0], (0, 1)).all()
        and (statistics[:, 1] == 1).all()
    ):
        low, high = clopper_pearson(int(statistics[:, 0].sum()), len(statistics), level)
        return low, high
    if metric.fraction is not None and not sampled:
        # A baseline that has nothing above the line makes the difference the system's own score.
        counted = np.array(metric.fraction[0]) != 0
        nothing = PairedScores(
            np.where(counted, 0, statistics), statistics, scores.columns,
            decimals=scores.decimals, strata=scores.strata,
        )  # fmt: skip
        observed = Observed(nothing, metric) if scores.strata is None else resampled_units(nothing, metric)
        try:
            distribution = Resampling(observed, 1, 0).exact_distribution
            return distribution.quantile(tails[0]), distribution.quantile(tails[1])
        except NotExactError:
            pass
    low, high = np.quantile(drawn, tails, method="inverted_cdf")
    return float(low), float(high)
