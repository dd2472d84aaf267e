"""How precise a sampled p-value is: binomial theory of a count among K resamples."""

import math

import numpy as np
from scipy.special import bdtr, bdtrik, ndtri

from core.errors import OptionError

__all__ = ["likely_range", "misjudged", "resamples_needed"]

_MOST_RESAMPLES = 5_000_000


def resamples_needed(pvalue: float, within: float, level: float = 0.99) -> int:
    """Return how many resamples put the sampled p-value within so much of the exact one, with this probability.

    The smallest K from which on P(|count/K − p| ≤ within) ≥ level, count being Binomial(K, p).

    Raises
    ------
    OptionError
        If an argument is out of range, or more than 5,000,000 resamples would be needed.

    Examples
    --------
    >>> resamples_needed(0.05, within=0.005)
    12691
    """
    for name, value in (("pvalue", pvalue), ("within", within), ("level", level)):
        if not 0 < value < 1:
            raise OptionError(f"{name} == {value}, must be > 0 and < 1.")
    about = float(ndtri((1 + level) / 2)) ** 2 * pvalue * (1 - pvalue) / within**2
    if about > _MOST_RESAMPLES:
        raise OptionError(
            f"within == {within} takes about {about:,.0f} resamples, more than {_MOST_RESAMPLES:,}: compute p exactly."
        )
    # Coverage swings with K, because a count is whole; below a hundred expected counts it swings widely.
    k = np.arange(1, int(1.5 * about + 20 / within) + 1)
    low, high = np.ceil(k * (pvalue - within) - 1e-9), np.floor(k * (pvalue + within) + 1e-9)
    below = np.where(low > 0, bdtr(np.maximum(low - 1, 0), k, pvalue), 0.0)
    covered = bdtr(np.minimum(high, k), k, pvalue) - below >= level
    return int(k[~covered].max(initial=0)) + 1


def misjudged(pvalue: float, alpha: float, n_resamples: int) -> float:
    """Return the probability that a sampled p-value falls on the other side of α than the exact one.

    Examples
    --------
    >>> round(misjudged(0.045, alpha=0.05, n_resamples=1_000), 3)
    0.199
    """
    most = math.floor(alpha * n_resamples + 1e-9)
    significant = float(bdtr(most, n_resamples, pvalue))
    return 1 - significant if pvalue <= alpha else significant


def likely_range(pvalue: float, n_resamples: int, level: float = 0.99) -> tuple[float, float]:
    """Return between which values a sampled p-value falls with this probability, half of the rest on each side.

    Examples
    --------
    >>> likely_range(0.05, n_resamples=1_000)
    (0.033, 0.069)
    """
    tail = (1 - level) / 2
    low, high = (math.ceil(bdtrik(q, n_resamples, pvalue)) / n_resamples for q in (tail, 1 - tail))
    return low, high
