"""Joint resamples of many systems: the same items for all, which preserves the correlation of their scores."""

from collections.abc import Iterable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from core.common.arrays import Floats, Integers
from core.common.parallel import in_order
from core.common.progress import report_progress
from core.data.item_statistics import strata_of
from core.data.scores import Scores
from core.inference.runs import NestedDraws, by_name
from core.metrics import Metric
from core.significance.observed import ROUNDING
from core.significance.resampling import BLOCK, Progress, Resampled, StratifiedDraws, block_sums


def joint_scores(
    scores: Scores, metric: Metric, *, n_resamples: int, seed: int, progress: Progress | None = None, n_jobs: int = 1
) -> Floats:
    """Return every system's score on each bootstrap resample of the items, ``(n_resamples, systems)``.

    Several runs are drawn within each item. The result does not depend on ``n_jobs``, the number of processes.

    >>> from core.metrics import METRICS
    >>> scores = Scores.from_systems({"old": [0, 1, 1], "same": [0, 1, 1]})
    >>> drawn = joint_scores(scores, METRICS["mean"], n_resamples=100, seed=0)
    >>> drawn.shape, bool((drawn[:, 0] == drawn[:, 1]).all())
    ((100, 2), True)
    """
    s, _, n, k = scores.statistics.shape
    strata = np.zeros(n, dtype=np.int64) if scores.strata is None else strata_of(scores.strata)[1]
    draws: Resampled
    if scores.n_runs > 1:
        draws, place = NestedDraws.of(by_name(scores.statistics, scores.ids)), np.arange(s * k)
    else:
        table = np.moveaxis(scores.statistics[:, 0], 0, 1).reshape(n, s * k)
        # Columns that all systems share, such as ones, are drawn once.
        kept, place = np.unique(table, axis=1, return_inverse=True)
        rows, counts = np.unique(np.column_stack([strata, kept]), axis=0, return_counts=True)
        draws = StratifiedDraws.of(rows[:, 1:], counts, rows[:, 0].astype(np.int64), beside=True)
    of_block = partial(_of_block, draws, metric, place.ravel(), (int(strata.max()) + 1, s, k), seed)
    sizes = [min(BLOCK, n_resamples - start) for start in range(0, n_resamples, BLOCK)]
    parts: list[Floats] = []
    for part in in_order(of_block, list(enumerate(sizes)), n_jobs):
        parts.append(part)
        report_progress(progress, min(len(parts) * BLOCK, n_resamples), n_resamples)
    return np.concatenate(parts)


def _of_block(
    drawn: Resampled, metric: Metric, place: NDArray[np.intp], shape: tuple[int, int, int], seed: int,
    block: int, size: int,
) -> Floats:  # fmt: skip
    """Return the scores on one block of resamples, macro averages over the strata."""
    parts = []
    for sums in block_sums(drawn, block, size, seed):
        apart = sums.reshape(len(sums), shape[0], -1)[..., place]
        parts.append(metric.score(apart.reshape(len(sums), *shape)).mean(axis=1))
    return np.concatenate(parts)


def ranks(values: Floats) -> Integers:
    """Return the ranks, 1 for the highest; scores that are equal up to rounding share the better rank."""
    order = np.argsort(-values, kind="stable")
    place = np.arange(1, len(values) + 1)
    place[1:][-np.diff(values[order]) <= ROUNDING * np.abs(values).max()] = 0
    found = np.empty_like(place)
    found[order] = np.maximum.accumulate(place)
    return found


def rank_ranges(n_systems: int, better: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the range of ranks of each system, given the pairs that differ significantly after correction.

    The range is from 1 plus the number of significantly better systems to the number of systems minus the number of
    significantly worse ones (Mogstad, Romano, Shaikh & Wilhelm 2024). If the correction controls the family-wise error
    rate at α, all ranges hold simultaneously with probability 1 − α.

    Of the two systems of a pair the better one comes first.

    >>> rank_ranges(3, [(0, 2)])
    [(1, 2), (1, 3), (2, 3)]
    """
    ends = [[1, n_systems] for _ in range(n_systems)]
    for above, below in better:
        ends[below][0] += 1
        ends[above][1] -= 1
    return [(first, last) for first, last in ends]
