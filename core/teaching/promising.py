"""The cautionary tale of results "trending towards significance" in Jansen's primer: many small studies of no effect.

Some look promising. Their authors collect more data, and the effect that was never there disappears.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.common.arguments import check_share
from core.common.arrays import Floats, Integers
from core.errors import OptionError
from core.planning.planning import RepeatedStudies, repeat_study
from core.significance.cells import helped_hurt_pvalues

# A stream of the seed that the first studies do not draw from.
_LATER = 24


@dataclass(frozen=True, slots=True, eq=False)
class FollowedUp:
    """Small studies, a mask of the promising ones, and their results after more items were collected.

    ``first`` holds all studies; ``promising`` marks those with p ≤ ``trending``. ``helped``, ``hurt`` and ``pvalue``
    are of the promising ones on all ``n`` items, the first ones included.
    """

    first: RepeatedStudies
    trending: float
    promising: NDArray[np.bool_]
    n: int
    helped: Integers
    hurt: Integers
    pvalue: Floats

    @property
    def gain_before(self) -> Floats:
        """The promising studies' differences on the first items."""
        return (self.first.helped - self.first.hurt)[self.promising] / self.first.n

    @property
    def gain_after(self) -> Floats:
        """Their differences on all items."""
        return (self.helped - self.hurt) / self.n


def follow_up(
    n: int = 68,
    later: int = 3_000,
    *,
    rate: float = 0.1,
    trending: float = 0.2,
    alpha: float = 0.05,
    n_studies: int = 200,
    seed: int = 0,
) -> FollowedUp:
    """Repeat a small study in which neither system is better, and extend the promising ones.

    Each item is helped, and hurt, with probability ``rate``; ``n`` items are collected at first and ``later`` in all,
    by default as many as in the primer. ``trending`` is the largest p-value that still looks promising.

    Raises OptionError if an argument is outside its range.

    Of 200 studies without any effect 34 look promising, with gains of 8 points; of those 3 are significant later.

    >>> tale = follow_up(seed=2)
    >>> int(tale.promising.sum()), int((tale.pvalue <= 0.05).sum())
    (34, 3)
    >>> round(float(tale.gain_before.mean()), 3), round(float(tale.gain_after.mean()), 3)
    (0.083, 0.002)
    """
    if later <= n:
        raise OptionError(f"later == {later}, must be > n == {n}: more items are collected.")
    check_share("trending", trending, example=0.2)
    first = repeat_study(n, rate, rate, n_studies=n_studies, seed=seed, alpha=alpha)
    promising = first.pvalue <= trending
    more = np.random.default_rng([seed, _LATER]).multinomial(
        later - n, [rate, rate, 1 - 2 * rate], size=int(promising.sum())
    )
    helped, hurt = first.helped[promising] + more[:, 0], first.hurt[promising] + more[:, 1]
    return FollowedUp(first, trending, promising, later, helped, hurt, helped_hurt_pvalues(later, helped, hurt))
