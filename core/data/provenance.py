"""Origin of scores for reports: omitted items and runs."""

from dataclasses import dataclass, replace

import numpy as np

from core.common.arrays import Floats


@dataclass(frozen=True, slots=True)
class Provenance:
    """How items were paired, omitted and averaged."""

    left_out: int = 0  # the number of items omitted because they had no partner or no score
    by_position: bool = False  # whether items were paired by position although they have names
    # The fewest and the most runs in an item's mean score.
    fewest_runs: int = 1
    most_runs: int = 1
    share_of_runs: float | None = None  # the share of the variance of single scores that is between the runs of an item

    def over_runs(self, statistics: Floats) -> "Provenance":
        """Return the provenance of means over the runs of these statistics ``(systems, runs, items, k)``."""
        if statistics.shape[1] == 1:
            return self
        held = (~np.isnan(statistics[..., 0])).sum(axis=1)
        return replace(
            self, fewest_runs=int(held.min()), most_runs=int(held.max()), share_of_runs=share_of_runs(statistics)
        )


AS_GIVEN = Provenance()


def share_of_runs(statistics: Floats) -> float | None:
    """Return the share of the variance of single scores that is between the runs of an item, over all systems.

    None for a single run, or if an item's score is not one number.

    >>> score = np.ones((1, 2, 2, 2))
    >>> score[..., 0] = [[0, 1], [1, 0]]
    >>> share_of_runs(score)
    1.0
    >>> score[..., 0] = [[0, 1], [0, 1]]
    >>> share_of_runs(score)
    0.0
    """
    if statistics.shape[1] == 1 or not (statistics[..., -1][~np.isnan(statistics[..., -1])] == 1).all():
        return None
    values = statistics[..., 0]
    held = (~np.isnan(values)).sum(axis=1)
    several = held > 1
    if not several.any() or values.shape[2] < 2:
        return None
    means = np.nanmean(values, axis=1)
    squares = np.nansum((values - means[:, None]) ** 2, axis=1)
    within = float((squares[several] / (held[several] - 1)).mean())
    # The variance of items' means includes that of the runs, divided by their number.
    between = max(0.0, float(means.var(axis=1, ddof=1).mean()) - within * float((1 / held).mean()))
    return within / (within + between) if within + between > 0 else None
