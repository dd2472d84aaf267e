"""Printed forms of the numbers of a p-value grid."""

from core.common.claimed import claimable, pvalue_equation
from core.report.numbers import pvalue_words
from core.significance.pvalue import clopper_pearson
from core.teaching.grid import PvalueGrid


def effect_name(effect: float) -> str:
    """Return the printed form of an effect.

    Examples
    --------
    >>> effect_name(0.5), effect_name(-2.0)
    ('+0.5 %', '−2 %')
    """
    return f"{effect:+g} %".replace("-", "−")


def without_effect(grid: PvalueGrid, n: int) -> list[float]:
    """Return the effects below one item of n: after rounding down, as many items are helped as hurt.

    Examples
    --------
    >>> from core.teaching.grid import pvalue_grid
    >>> grid = pvalue_grid([100, 200], [0, "0.5", 1], range(20))
    >>> without_effect(grid, 100), without_effect(grid, 200)
    ([0.5], [])
    """
    gaps = {
        effect: grid.helped_items[chosen] - grid.hurt_items[chosen]
        for effect in sorted(set(grid.effect.tolist()))
        if (chosen := (grid.n == n) & (grid.effect == effect)).any()
    }
    return [effect for effect, gap in gaps.items() if effect and not gap.any()]


def pvalue_name(grid: PvalueGrid, pvalue: float) -> str:
    """Return the text after "p": a sampled count of 0 gives an upper bound, and so does an underflow.

    Examples
    --------
    >>> from core.teaching.grid import pvalue_grid
    >>> grid = pvalue_grid(100, 20, 0, method="monte-carlo")
    >>> pvalue_name(grid, 0.0584204605), pvalue_name(grid, 0.0)
    ('= 0.0584', '< 0.000530')
    """
    return pvalue_equation(claimable(pvalue, interval=_interval(grid, pvalue))).removeprefix("p ")


def pvalue_said(grid: PvalueGrid, pvalue: float) -> str:
    """Return ``p = …`` for a sentence; a tiny p-value has no digits."""
    return pvalue_words(pvalue, interval=_interval(grid, pvalue))


def _interval(grid: PvalueGrid, pvalue: float) -> tuple[float, float] | None:
    if pvalue > 0 or grid.n_resamples is None:
        return None
    sides = 2 if grid.alternative == "two-sided" else 1
    return (0.0, sides * clopper_pearson(0, grid.n_resamples)[1])
