"""Reliability of items over their samples: flips, ICC(1), and the effect of more items or more samples."""

import math
from typing import NamedTuple

import numpy as np

from core.common.arrays import Floats
from core.common.phrases import counted
from core.data.paired import PairedScores


class Reliability(NamedTuple):
    """Reliability statistics from several samples of each item.

    ``flips`` is the share of items whose samples are not all equal, and ``icc`` the intraclass correlation ICC(1)
    (Shrout and Fleiss 1979), for baseline and experimental; None if all samples are equal. ``share_of_samples`` is
    the share of the variance of the difference that is due to sampling within items rather than between items.
    """

    flips: tuple[float, float]
    icc: tuple[float | None, float | None]
    share_of_samples: float


def reliability(pair: PairedScores) -> Reliability | None:
    """Return the reliability statistics of the pair; None without samples.

    >>> from core.data.scores import Scores
    >>> tried = Scores.from_systems({"old": [[[0], [1]], [[1], [1]]], "new": [[[1], [1]], [[1], [1]]]})
    >>> reliability(tried.pair("old", "new")).flips
    (0.5, 0.0)
    """
    if pair.runs is None:
        return None
    values = pair.runs.statistics[..., 0]  # (2, r, n)
    within = [_within(runs) for runs in values]
    flips = tuple(float((np.nanmax(runs, axis=0) > np.nanmin(runs, axis=0)).mean()) for runs in values)
    of_samples = float(sum(np.mean(variance / count) for variance, count in within))
    differences = np.nanmean(values[1], axis=0) - np.nanmean(values[0], axis=0)
    total = float(np.var(differences, ddof=1)) if len(differences) > 1 else 0.0
    share = min(1.0, of_samples / total) if total > 0 else 0.0
    return Reliability((flips[0], flips[1]), (_icc(values[0]), _icc(values[1])), share)


def _within(runs: Floats) -> tuple[Floats, Floats]:
    """Return each item's variance between samples (n − 1), pooled if it has one sample, and its number of samples."""
    count = (~np.isnan(runs)).sum(axis=0)
    squares = np.nansum((runs - np.nanmean(runs, axis=0)) ** 2, axis=0)
    pooled = squares.sum() / max(1, (count - 1).sum())
    return np.where(count > 1, squares / np.maximum(1, count - 1), pooled), count


def _icc(runs: Floats) -> float | None:
    """Return ICC(1) = (MSB − MSW) / (MSB + (k₀ − 1)·MSW), with k₀ for unequal numbers of samples."""
    count = (~np.isnan(runs)).sum(axis=0)
    n, total = len(count), count.sum()
    means = np.nanmean(runs, axis=0)
    centre = np.nansum(runs) / total
    if n < 2 or total <= n:
        return None
    between = float((count * (means - centre) ** 2).sum() / (n - 1))
    inside = float(np.nansum((runs - means) ** 2) / (total - n))
    k = float((total - (count**2).sum() / total) / (n - 1))
    bottom = between + (k - 1) * inside
    return (between - inside) / bottom if bottom > 0 else None


def reliability_note(pair: PairedScores) -> str | None:
    """Return a sentence on flips, ICC(1), and the decrease of the standard error with more items or samples."""
    found = reliability(pair)
    if found is None:
        return None
    names = f"{pair.baseline_name}, {pair.experimental_name}"
    flips = " and ".join(f"{100 * share:.3g} %" for share in found.flips)
    icc = " and ".join("not defined" if each is None else f"{each:.2f}" for each in found.icc)
    taken_off = 100 * (1 - math.sqrt(1 - found.share_of_samples))
    return (
        f"{flips} of {counted(len(pair), 'item')} flip between samples ({names}); ICC(1) {icc}. Twice the items would "
        f"take 29 % off the standard error of the mean difference, any number of further samples at most "
        f"{round(taken_off, 1):g} %."
    )
