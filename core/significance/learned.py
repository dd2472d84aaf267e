"""Tilts learned from samples, for metrics whose gradient gives no useful tilt.

Each round estimates how often each group of rows occurs in the resamples nearest to the threshold, and the next round
draws with those frequencies: the cross-entropy method (Rubinstein & Kroese 2004, chapter 3). For example, the F1 of a
perfect system is 1 on every resample, so that only resamples without the other system's errors reach the threshold.
"""

import numpy as np

from core.common.arrays import Floats, Integers
from core.significance.resampling import block_sums
from core.significance.tilted_sampling import Tiltable, TiltedDraws

_ROUNDS, _SIZE = 40, 1_024
# Rounds weighted by likelihood after many resamples hit, and fewest resamples with weight.
_REFINED, _FEWEST = 6, 50
# Share of a round used to fit the next round, and share of hits that is enough.
_ELITE, _ENOUGH = 0.1, 0.3
# Each row is a group if there are few; else rows between the same quantiles of influence and difference are.
_MOST_ALONE, _SHARES = 24, np.linspace(0, 1, 6)
# Lower bound of a group's expected number of draws, so that almost every resample at the threshold is possible.
_SELDOM = 0.05


def learned(law: Tiltable, x: float, tolerance: float, seed: int) -> Tiltable | None:
    """Return tilted draws that often have a difference of x or beyond; None if none are found.

    ``law`` is untilted, or tilted by the gradient; differences closer than ``tolerance`` are equal.
    """
    above = x > float(law.difference(law.tilted(np.zeros(len(law.rows))).mean()))
    influence, group = law.influence, _groups(law)
    k, least = law.rows.shape[1], np.minimum(np.bincount(group, law.counts), _SELDOM)
    rows, refined = np.hstack([law.rows, np.eye(len(least))[group]]), 0
    for done in range(_ROUNDS):
        tilted = TiltedDraws(rows, law.counts, lambda sums: law.difference(sums[..., :k]), influence)
        sums = np.concatenate(list(block_sums(tilted, done, _SIZE, seed)))
        short = (x - law.difference(sums[:, :k])) * (1 if above else -1)
        elite = short <= max(float(np.quantile(short, _ELITE)), tolerance)
        weights = np.ones(int(elite.sum()))
        if (short <= tolerance).mean() >= _ENOUGH:
            if refined == _REFINED:
                return law.tilted(influence)
            weights, refined = _weights(sums[elite, -1]), refined + 1
        drawn = np.maximum(weights @ sums[elite, k:-1] / weights.sum(), least)
        influence = influence + np.log(drawn / np.maximum(tilted.mean()[k:], least))[group]
    return None


def _weights(logs: Floats) -> Floats:
    """The weight of each resample: its likelihood, limited so that a few do not outweigh all others."""
    high = 1.0
    while high > 1e-9:
        weights: Floats = np.exp(high * (logs - logs.max()))
        if weights.sum() ** 2 >= _FEWEST * (weights @ weights):
            return weights
        high /= 1.5
    return np.ones(len(logs))


def _groups(law: Tiltable) -> Integers:
    """The group of each row ``(u,)``: one per row, or by similar influence and difference if there are many."""
    if len(law.rows) <= _MOST_ALONE:
        return np.arange(len(law.rows))
    by_row = (law.influence, law.difference(law.rows))
    kinds = [np.searchsorted(np.unique(np.quantile(each, _SHARES)), each) for each in by_row]
    return np.unique(np.column_stack(kinds), axis=0, return_inverse=True)[1].ravel()
