"""Tilts that are learned from samples, where the gradient of a metric leads to none that is of use.

Round by round the resamples that come nearest to the threshold say how often each group of rows is drawn in such, and
the next round draws them so often: the cross-entropy method (Rubinstein & Kroese 2004, chapter 3). A perfect system's
F1 stays 1 whatever is drawn, so that nothing but a resample without the other's errors makes up for it.
"""

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.significance.resampling import block_sums
from core.significance.tilted_sampling import Score, Tiltable, TiltedDraws

__all__ = ["learned"]

Floats = NDArray[Any]

_ROUNDS, _SIZE = 40, 1_024
# So many rounds, of which many resamples hit, weigh those by their likelihood, so many of them at least.
_REFINED, _FEWEST = 6, 50
# The share of a round that the next learns from, and of hits that are enough.
_ELITE, _ENOUGH = 0.1, 0.3
# Rows are learned of alone where they are few; else those between the same quantiles of influence and difference.
_MOST_ALONE, _SHARES = 24, np.linspace(0, 1, 6)
# No group is drawn more seldom, so that hardly any resample that reaches the threshold is never drawn.
_SELDOM = 0.05


def learned(law: Tiltable, x: float, tolerance: float, seed: int) -> Tiltable | None:
    """Return draws of which many have a difference of x, or beyond; None where none are found.

    Parameters
    ----------
    law : Tiltable
        The draws as they are, or tilted as far as the gradient knows.
    x : float
        The threshold.
    tolerance : float
        How far apart rounding can put two equal differences.
    seed : int
        What fixes the samples to learn from.
    """
    above = x > float(law.difference(law.tilted(np.zeros(len(law.rows))).mean()))
    influence = np.array(np.broadcast_to(law.influence, len(law.rows)), dtype=float)
    group = _groups(law, influence)
    k, least = law.rows.shape[1], np.minimum(np.bincount(group, law.counts), _SELDOM)
    rows, refined = np.hstack([law.rows, np.eye(len(least))[group]]), 0
    for done in range(_ROUNDS):
        tilted = TiltedDraws(rows, law.counts, partial(_of_first, k, law.difference), influence)
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
    """How much each resample tells: by its likelihood, but no few of them more than all others."""
    high = 1.0
    while high > 1e-9:
        weights: Floats = np.exp(high * (logs - logs.max()))
        if weights.sum() ** 2 >= _FEWEST * (weights @ weights):
            return weights
        high /= 1.5
    return np.ones(len(logs))


def _groups(law: Tiltable, influence: Floats) -> NDArray[np.int64]:
    """The group of each row ``(u,)``: its own, or that of like influence and difference where there are many."""
    if len(law.rows) <= _MOST_ALONE:
        return np.arange(len(law.rows))
    kinds = [np.searchsorted(np.unique(np.quantile(each, _SHARES)), each) for each in (influence, _alone(law))]
    return np.unique(np.column_stack(kinds), axis=0, return_inverse=True)[1].ravel()


def _alone(law: Tiltable) -> Floats:
    return law.difference(law.rows)


def _of_first(k: int, difference: Score, sums: Floats) -> Floats:
    return difference(sums[..., :k])
