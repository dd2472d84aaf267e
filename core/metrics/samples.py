"""pass@k and pass^k: the score of an item with several samples.

An item with c successes among n samples scores

    pass@k = 1 − C(n − c, k) / C(n, k)    at least one of k samples is right (Chen et al. 2021)
    pass^k = C(c, k) / C(n, k)            all of k samples are right (Yao et al. 2024, τ-bench)

which are unbiased for the probability that k new samples hold one success, or only successes. Both are rational: over
the common denominator of all items they are whole numbers, so that the exact methods apply. Items are resampled, never
samples with replacement, which would bias C(c, k).
"""

import math
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from core.common.arrays import Floats, Integers
from core.common.phrases import counted
from core.data.paired import PairedScores
from core.data.scores import Scores
from core.errors import OptionError
from core.metrics.record import Metric

Data = TypeVar("Data", PairedScores, Scores)

# The score of an item with c of n samples right, for any whole number K up to n.
FORMULAS = {
    "pass@K": "mean of 1 − C(n − c, K) / C(n, K): at least one of K samples is right",
    "pass^K": "mean of C(c, K) / C(n, K): all of K samples are right",
}

_NAME = re.compile(r"pass([@^])([1-9]\d{0,3})")
# Common denominators up to this are used; beyond, scores are floats.
_MAX_DENOMINATOR = 10**9


def is_pass(metric: Any) -> bool:
    """Whether a metric is pass@k or pass^k for some k.

    >>> is_pass("pass@5"), is_pass("pass^3"), is_pass("pass@0"), is_pass("mean")
    (True, True, False, False)
    """
    return isinstance(metric, str) and _NAME.fullmatch(metric) is not None


def most_tries(pair: PairedScores) -> int:
    """Return the largest k of the pair's data, the fewest samples of an item; 0 unless samples are right or wrong.

    >>> most_tries(PairedScores.from_scores([1, 0], [1, 1]))
    0
    """
    if pair.runs is None:
        return 0
    try:
        return min(int(_counts(runs, "pass@1", "")[1].min()) for runs in pair.runs.statistics)
    except OptionError:
        return 0


def pass_metric(metric: str) -> Metric:
    """Return the metric of that name: a mean of item scores from 0 to 1."""
    return Metric(metric, (metric, "of"), fraction=((1, 0), (0, 1)), per_item=True, words=metric, share=True)


def item_scores(successes: Sequence[int], samples: Sequence[int], metric: str) -> Floats:
    """Return each item's score as a numerator and a denominator, shape ``(n, 2)``.

    >>> item_scores([0, 1, 2], [2, 2, 2], "pass@2").tolist(), item_scores([0, 1, 2], [2, 2, 2], "pass^2").tolist()
    ([[0.0, 1.0], [1.0, 1.0], [1.0, 1.0]], [[0.0, 1.0], [0.0, 1.0], [1.0, 1.0]])
    """
    k, at_least_one = _k(metric), "@" in metric
    pairs = []
    for c, n in zip(map(int, successes), map(int, samples), strict=True):
        whole = math.comb(n, k)
        pairs.append((whole - math.comb(n - c, k) if at_least_one else math.comb(c, k), whole))
    common = math.lcm(*{whole // math.gcd(part, whole) for part, whole in set(pairs)})
    if common <= _MAX_DENOMINATOR:
        return np.array([(part * common // whole, common) for part, whole in pairs], dtype=float)
    return np.array([(part / whole, 1.0) for part, whole in pairs])


def _k(metric: str) -> int:
    found = _NAME.fullmatch(metric)
    assert found is not None
    return int(found[2])


def scored_by_samples(data: Data, metric: Any) -> Data:
    """Return the pair, or the scores of many systems, with each item's pass@k as its score.

    For any other metric the data are returned unchanged.

    Raises OptionError if an item has fewer than k samples, or a sample is neither right nor wrong (1 or 0).

    >>> tried = Scores.from_systems({"old": [[[0], [1]], [[1], [1]]], "new": [[[1], [1]], [[1], [0]]]})
    >>> scored_by_samples(tried.pair("old", "new"), "pass^2").experimental.tolist()
    [[1.0, 1.0], [0.0, 1.0]]
    """
    if not is_pass(metric) or data.columns[0] == metric:
        return data
    if isinstance(data, Scores):
        names, statistics = data.names, data.statistics
    else:
        names = data.baseline_name, data.experimental_name
        once = np.stack([data.baseline, data.experimental])[:, None]
        statistics = once if data.runs is None else data.runs.statistics
    if statistics.shape[1] == 1 and _k(metric) > 1:
        raise OptionError(
            f"metric == {metric!r} needs several samples of each item, but the data hold one score an item: give every "
            "sample a row with its item's id."
        )
    counts = (_counts(runs, metric, name) for name, runs in zip(names, statistics, strict=True))
    scored = [item_scores(successes.tolist(), samples.tolist(), metric) for successes, samples in counts]
    provenance = replace(data.provenance, fewest_runs=1, most_runs=1, share_of_runs=None)
    changes: dict[str, Any] = {"columns": (metric, "of"), "decimals": None, "runs": None, "lower_is_better": False}
    if isinstance(data, Scores):
        return replace(data, statistics=np.stack(scored)[:, None], provenance=provenance, **changes)
    return replace(data.listed(), baseline=scored[0], experimental=scored[1], provenance=provenance, **changes)


def _counts(runs: Floats, metric: str, name: str) -> tuple[Integers, Integers]:
    """Return the number of right samples and of all samples of each item; refuse fewer than k.

    ``runs`` ``(r, n, 2)`` are the statistics of one system's samples, NaN where one is lacking.
    """
    values = runs[..., 0] / np.where(runs[..., 1] == 0, 1, runs[..., 1]) if runs.shape[-1] == 2 else runs[..., 0]
    there = ~np.isnan(values)
    wrong = values[there & (values != 0) & (values != 1)]
    if len(wrong) or runs.shape[-1] > 2:
        held = f"{wrong[0]:g}" if len(wrong) else f"{runs.shape[-1]} numbers a sample"
        raise OptionError(f"metric == {metric!r} needs samples that are right or wrong, 1 or 0, but {name} has {held}.")
    samples = there.sum(axis=0)
    k = _k(metric)
    if samples.min() < k:
        few = int((samples < k).sum())
        raise OptionError(
            f"metric == {metric!r} needs {counted(k, 'sample')} of each item, but {counted(few, 'item')} of {name} "
            f"{'has' if few == 1 else 'have'} only {int(samples.min())}: take k of at most {int(samples.min())}."
        )
    return np.nansum(values, axis=0).astype(np.int64), samples
