"""Resampling by hand: the resamples of a few items, one after the other, as a person would draw them.

The seed and the number of draws fix everything, and the draws of a smaller number are the first ones of a larger.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.common.arguments import check_choice, check_whole
from core.common.arrays import Floats, Integers
from core.data.paired import PairedScores, as_units
from core.errors import OptionError
from core.inference.compare import compare
from core.inference.result import Comparison
from core.metrics import METRICS, resolve_metric
from core.significance.observed import Observed
from core.significance.resampling import ItemDraws, ItemSwaps, resampled_sums, seed_from

# With more items, resamples are not readable and the 2^n sign flips cannot be enumerated.
LARGEST_BY_HAND = 40
_MOST_DRAWS = 1_000_000
# Independent streams of one seed: draws do not depend on flips.
_STREAMS = {"bootstrap": 21, "permutation": 22}
_CHOICE_OF_ITEMS = 23


@dataclass(frozen=True, slots=True, eq=False)
class HandDraws:
    """Resamples drawn one by one, with a mask of those that count."""

    test: str  # "bootstrap" (items drawn with replacement) or "permutation" (each item's sign flipped by a coin)
    seed: int  # with the number of draws it fixes all the rest
    # (n,) by how much each item got better, which is experimental minus baseline unless lower is better.
    changes: Floats
    # (n,) what the last draw did with each item: how often it was drawn, or its sign, 1 or −1. None before the first.
    latest: Integers | None
    differences: Floats  # (B,) the mean difference of each resample
    # (B,) whether it is at or below zero (bootstrap), or reaches the observed difference (permutation).
    counted: NDArray[np.bool_]

    @property
    def n_draws(self) -> int:
        """The number of resamples."""
        return len(self.differences)

    @property
    def count(self) -> int:
        """The number of resamples that count."""
        return int(self.counted.sum())

    @property
    def pvalue(self) -> float | None:
        """The p-value after all draws, as `core.compare` samples it; None before the first."""
        return float(self.running()[-1]) if self.n_draws else None

    def running(self) -> Floats:
        """Return the p-value after each draw, ``(B,)``.

        The bootstrap's is k/B. Among sign flips the data count as one more, (k + 1)/(B + 1), so that p is never 0
        (Phipson & Smyth 2010).
        """
        one = int(self.test == "permutation")
        return (np.cumsum(self.counted) + one) / (np.arange(1, self.n_draws + 1) + one)


@dataclass(frozen=True, slots=True, eq=False)
class AllFlips:
    """All 2^n ways to flip the signs of n differences: ``count`` of ``total`` reach the observed one."""

    count: int
    total: int
    comparison: Comparison

    @property
    def pvalue(self) -> float:
        """The exact p-value, count/total."""
        return self.count / self.total


def draw_by_hand(
    pair: PairedScores, *, n_draws: int, test: str = "bootstrap", seed: int = 0, metric: str = "mean"
) -> HandDraws:
    """Draw resamples of at most 40 items, and keep the details of each.

    Both tests ask whether experimental is better (``alternative="greater"``).

    ``test`` is "bootstrap" or "permutation"; the metric is one whose difference is the mean of the items' own
    (`metric_by_hand`).

    Raises OptionError if there are too many items or draws, or the items have no differences of their own.

    >>> from core import helped_hurt
    >>> drawn = draw_by_hand(helped_hurt(10, 4, 3), n_draws=100)
    >>> drawn.count, drawn.pvalue, drawn.latest.tolist()
    (45, 0.45, [0, 3, 1, 2, 0, 0, 2, 0, 1, 1])
    """
    pair = as_units(pair)
    check_choice("test", test, _STREAMS)
    n_draws, seed = check_whole("n_draws", n_draws, 0, _MOST_DRAWS), check_whole("seed", seed, 0)
    if len(pair) > LARGEST_BY_HAND:
        raise OptionError(f"{len(pair):,} items, must be <= {LARGEST_BY_HAND} by hand: pick some with few_items.")
    steps, changes, unit, tolerance = _steps(pair, metric)
    # One row per item: the sums are the number of draws of each item, or whether it was swapped.
    each, once = np.eye(len(pair)), np.ones(len(pair), dtype=int)
    drawn = ItemDraws(each, once) if test == "bootstrap" else ItemSwaps(each, once)
    sums, latest, done = np.empty(n_draws), None, 0
    for taken in resampled_sums(drawn, n_draws, seed_from(seed, _STREAMS[test])):
        places = taken if test == "bootstrap" else 1 - 2 * taken
        sums[done : done + len(places)] = (places * steps).sum(axis=1)
        latest, done = places[-1].astype(np.int64), done + len(places)
    counted = sums <= tolerance if test == "bootstrap" else sums >= steps.sum() - tolerance
    return HandDraws(test, seed, changes, latest, sums * unit, counted)


def all_flips(pair: PairedScores, metric: str = "mean") -> AllFlips:
    """Count all 2^n sign flips of at most 40 items, the exact permutation test.

    Raises OptionError if there are more items.

    >>> from core import helped_hurt
    >>> flips = all_flips(helped_hurt(10, 4, 3))
    >>> flips.count, flips.total, flips.pvalue
    (512, 1024, 0.5)
    """
    pair = as_units(pair)
    if len(pair) > LARGEST_BY_HAND:
        raise OptionError(f"{len(pair):,} items, must be <= {LARGEST_BY_HAND}: 2^n sign flips are counted.")
    result = compare(pair, metric=metric, test="permutation", alternative="greater", method="exact")
    total = 2 ** len(pair)
    # Up to 2^40 a whole number of flips is exact in double precision.
    return AllFlips(round(result.pvalue * total), total, result)


def few_items(pair: PairedScores, n: int = 12, seed: int = 0) -> PairedScores:
    """Return n items of the pair in their order, or all of them if there are fewer.

    They are picked at random, except that at least half of them are items that changed, or all of those where they are
    fewer: among items that are all tied there is nothing to see.

    Raises OptionError if n is not from 1 to 40, or the seed no whole number.
    """
    pair = as_units(pair)
    n, seed = check_whole("n", n, 1, LARGEST_BY_HAND), check_whole("seed", seed, 0)
    if len(pair) <= n:
        return pair
    random, changed = np.random.default_rng([seed, _CHOICE_OF_ITEMS]), _changed(pair)
    rows = random.choice(len(pair), n, replace=False)
    kept, tied = rows[changed[rows]], rows[~changed[rows]]
    others = np.setdiff1d(np.flatnonzero(changed), kept)
    missing = max(0, min(n // 2 - len(kept), len(others)))
    rows = np.sort(np.concatenate([kept, random.choice(others, missing, replace=False), tied[missing:]]).astype(int))
    ids = [str(i + 1) if pair.ids is None else pair.ids[i] for i in rows]
    return pair.with_items(pair.baseline[rows], pair.experimental[rows], tuple(ids))


def _changed(pair: PairedScores) -> NDArray[np.bool_]:
    try:
        changes = _steps(pair, metric_by_hand(pair))[1]
    except OptionError:  # no item has a score of its own
        return np.asarray((pair.baseline != pair.experimental).any(axis=1))
    return np.asarray(changes != 0)


def metric_by_hand(pair: PairedScores) -> str:
    """Return the first metric whose difference is the mean of the items' own differences.

    Raises OptionError if there is none.
    """
    for metric in METRICS:
        try:
            _steps(pair, metric)
        except OptionError:
            continue
        return metric
    raise OptionError(
        "Resampling by hand needs items that have a score of their own, each with the same weight: these data have "
        f"{', '.join(pair.columns[:4])}. Use one score for each item, or accuracy from labels."
    )


def _steps(pair: PairedScores, metric: str) -> tuple[Floats, Floats, float, float]:
    """The items' differences in lattice units and as given, the value of one unit of their sum, and its rounding."""
    observed = Observed(pair, resolve_metric(metric, pair))
    linear, changes = observed.linear, observed.item_differences
    if linear is None or changes is None or not linear.constant_weight:
        raise OptionError(f"metric == {metric!r}, must be one whose difference is the mean of the items' own.")
    changes = observed.metric.sign * changes + 0.0  # no −0
    steps = changes * linear.w[0]
    if linear.lattice is not None:
        # Integers, so that three times 0.333333 is 1 and ties at the boundary stay ties.
        steps = np.rint(steps * linear.lattice)
    tolerance = linear.tolerance * float(1 if linear.lattice else linear.step or 1)
    return steps, changes, 1 / (linear.total_weight * (linear.lattice or 1)), tolerance
