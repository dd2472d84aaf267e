"""Power: how often a study with given true rates of helped and hurt items ends significant, exactly and replayed.

A study draws n items; each is helped with one probability, hurt with another, tied otherwise. Given the number of items
that changed, a test's p-value falls with those that were helped, so that significance begins at one critical number:
the power is a sum of binomial tails over the items changed, computed without simulation.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import betainc, ndtri

from core.arguments import check_share, check_whole
from core.errors import OptionError
from core.studies.cells import check_test, helped_hurt_pvalues

__all__ = ["RepeatedStudies", "power", "repeat_study"]

Integers = NDArray[np.int64]
Floats = NDArray[Any]

# ln(2/1e-16): Bernstein's inequality leaves 1e-16 of the numbers of changed items outside the window.
_LOG_TAIL = float(np.log(2e16))
# Up to here critical numbers are kept: half a megabyte for each n, test and α.
_LARGEST_KNOWN = 100_000


@dataclass(frozen=True, slots=True, eq=False)
class RepeatedStudies:
    """New data sets from the same true rates, one row each, and the power that they estimate."""

    n: int
    helped: Integers
    hurt: Integers
    pvalue: Floats
    alpha: float
    power: float  # exact
    test: str
    alternative: str
    seed: int

    @property
    def share_significant(self) -> float:
        """The share of the studies with p ≤ α."""
        return float((self.pvalue <= self.alpha).mean())


def repeat_study(
    n: int,
    helped_rate: float,
    hurt_rate: float,
    *,
    n_studies: int = 200,
    seed: int = 0,
    alpha: float = 0.05,
    test: str = "bootstrap",
    alternative: str = "greater",
) -> RepeatedStudies:
    """Draw new data sets from the same true rates and compute the exact p-value of each.

    Parameters
    ----------
    n : int
        Items in every study.
    helped_rate, hurt_rate : float
        The true probabilities that an item is helped and hurt, 0.05 for 5 %.
    n_studies, seed : int
        How many studies, and what fixes them.
    alpha : float
        The significance level.
    test, alternative : str
        As for `core.compare`.

    Raises
    ------
    OptionError
        If an argument is outside its range.

    Examples
    --------
    No true effect, yet some studies look promising:

    >>> studies = repeat_study(68, 0.1, 0.1, n_studies=200, seed=1)
    >>> int((studies.pvalue <= 0.05).sum()), round(studies.power, 4)
    (9, 0.0438)
    """
    check_whole("n_studies", n_studies, 1, 100_000, "; 200 is plenty for a picture")
    check_whole("seed", seed, 0)
    exact = power(n, helped_rate, hurt_rate, alpha=alpha, test=test, alternative=alternative)
    rates = [helped_rate, hurt_rate, max(0.0, 1 - helped_rate - hurt_rate)]
    helped, hurt, _ = np.random.default_rng(seed).multinomial(n, rates, size=n_studies).T
    pvalue = helped_hurt_pvalues(n, helped, hurt, test=test, alternative=alternative)
    return RepeatedStudies(n, helped, hurt, pvalue, alpha, exact, test, alternative, seed)


def power(
    n: int,
    helped_rate: float,
    hurt_rate: float,
    *,
    alpha: float = 0.05,
    test: str = "bootstrap",
    alternative: str = "greater",
) -> float:
    """Return the exact probability that p ≤ α where the true rates are these; with equal rates, the type-I error.

    Raises
    ------
    OptionError
        If an argument is outside its range.

    Examples
    --------
    500 items, truly 4 % helped and 2 % hurt:

    >>> round(power(500, 0.04, 0.02), 4)
    0.5558
    """
    check_test(test, alternative)
    _check(n, helped_rate, hurt_rate, alpha)
    # "less" is "greater" with the two systems swapped.
    up, down = (hurt_rate, helped_rate) if alternative == "less" else (helped_rate, hurt_rate)
    changed, mass = _changed(n, up + down)
    two_sided = alternative == "two-sided"
    critical = _critical(n, changed, test, two_sided, alpha)
    share = up / (up + down) if up + down else 0.5
    beyond = _binomial_at_least(changed, share, critical)
    if two_sided:
        beyond = beyond + _binomial_at_least(changed, 1 - share, critical)
    return min(float(mass @ beyond), 1.0)


def _changed(n: int, rate: float) -> tuple[Integers, Floats]:
    """Numbers of changed items that hold all but 1e-16 of the mass, and their probabilities."""
    rate = min(rate, 1.0)
    third = _LOG_TAIL / 3
    reach = third + np.sqrt(third**2 + 2 * _LOG_TAIL * n * rate * (1 - rate))
    changed = np.arange(max(0, int(n * rate - reach)), min(n, int(np.ceil(n * rate + reach))) + 1)
    at_least = _binomial_at_least(np.full(len(changed) + 1, n), rate, np.append(changed, changed[-1] + 1))
    return changed, -np.diff(at_least)


def _binomial_at_least(trials: Integers, rate: float, least: Integers) -> Floats:
    """P(Binomial(trials, rate) ≥ least)."""
    k, above = np.maximum(least, 1), np.maximum(trials - least + 1, 1)
    return np.select([least <= 0, least > trials], [1.0, 0.0], betainc(k, above, rate))


def _critical(n: int, changed: Integers, test: str, two_sided: bool, alpha: float) -> Integers:
    """Return, for each number of changed items, the least number helped with p ≤ α (one more than all if none).

    It does not depend on the rates, so that a slider which moves them is answered from what is known already.
    """
    if n > _LARGEST_KNOWN:
        return _search(n, changed, test, two_sided, alpha)
    known = _known(n, test, two_sided, alpha)
    missing = changed[known[changed] < 0]
    if missing.size:
        known[missing] = _search(n, missing, test, two_sided, alpha)
    return known[changed].astype(np.int64)


@lru_cache(maxsize=64)
def _known(n: int, test: str, two_sided: bool, alpha: float) -> NDArray[np.int32]:
    """The critical numbers found so far, −1 where not yet; threads may fill it at once, with the same numbers."""
    return np.full(n + 1, -1, dtype=np.int32)


def _search(n: int, changed: Integers, test: str, two_sided: bool, alpha: float) -> Integers:
    """Find the critical numbers.

    The normal approximation is nearly always right or off by one; the whole range is bisected where it is not.
    Two-sided, the search begins at the middle and the other side mirrors it.
    """
    alternative = "two-sided" if two_sided else "greater"

    def significant(helped: Integers, of: Integers) -> NDArray[np.bool_]:
        return helped_hurt_pvalues(n, helped, of - helped, test=test, alternative=alternative) <= alpha

    least = (changed + 1) // 2 if two_sided else np.zeros_like(changed)
    # Resampled differences are a step of 1 apart, swapped ones of 2; half a step corrects for continuity.
    z, half_step = -ndtri(alpha / 2 if two_sided else alpha), 1.0 if test == "permutation" else 0.5
    guess = np.ceil((changed + half_step + z * np.sqrt(changed)) / 2).astype(np.int64)
    low, high = np.clip(guess - 1, least, changed), np.clip(guess, least, changed)
    low = np.where(significant(low, changed), least, low + 1)
    high = np.where(significant(high, changed), high, changed + 1)
    while (searching := np.flatnonzero(low < high)).size:
        middle = (low[searching] + high[searching]) // 2
        enough = significant(middle, changed[searching])
        high[searching] = np.where(enough, middle, high[searching])
        low[searching] = np.where(enough, low[searching], middle + 1)
    return high


def _check(n: int, helped_rate: float, hurt_rate: float, alpha: float) -> None:
    check_whole("n", n, 1)
    for name, rate in (("helped_rate", helped_rate), ("hurt_rate", hurt_rate)):
        if not isinstance(rate, float | int | np.floating) or not 0 <= rate <= 1:
            raise OptionError(f"{name} == {rate!r}, must be a number >= 0 and <= 1: 0.05 for 5 %.")
    if helped_rate + hurt_rate > 1 + 1e-12:
        raise OptionError(f"helped_rate + hurt_rate == {helped_rate + hurt_rate:g}, must be <= 1.")
    check_share("alpha", alpha)
