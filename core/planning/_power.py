"""Power: how often a study with given true rates of helped and hurt items ends significant, exactly and replayed.

A study draws n items; each is helped with one probability, hurt with another, tied otherwise. Given the number of items
that changed, a test's p-value falls with those that were helped, so that significance begins at one critical number:
the power is a sum of binomial tails over the items changed, computed without simulation.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.common.arguments import check_number, check_share, check_whole
from core.common.display import Displayed
from core.errors import OptionError
from core.planning.rejections import Changes
from core.significance.cells import LARGEST_N, check_test, helped_hurt_pvalues

__all__ = ["RepeatedStudies", "power", "repeat_study"]

Integers = NDArray[np.int64]
Floats = NDArray[Any]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RepeatedStudies(Displayed):
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
    n_studies = check_whole("n_studies", n_studies, 1, 100_000, "; 200 is plenty for a picture")
    seed = check_whole("seed", seed, 0)
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
    rejections = Changes.of(helped_rate, hurt_rate, test, alternative, alpha).rejections(np.array([n]))
    return min(float((rejections.right + rejections.wrong)[0]), 1.0)


def _check(n: int, helped_rate: float, hurt_rate: float, alpha: float) -> None:
    check_whole("n", n, 1, LARGEST_N)
    for name, rate in (("helped_rate", helped_rate), ("hurt_rate", hurt_rate)):
        check_number(name, rate, 0, 1, ": 0.05 for 5 %")
    if helped_rate + hurt_rate > 1 + 1e-12:
        raise OptionError(f"helped_rate + hurt_rate == {helped_rate + hurt_rate:g}, must be <= 1.")
    check_share("alpha", alpha)
