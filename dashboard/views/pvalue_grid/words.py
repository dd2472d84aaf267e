"""Captions of the p-value grid: the main results, computed from its cells."""

from typing import NamedTuple

import numpy as np
import pandas as pd

from core.common.claimed import claimable, pvalue_equation
from core.report.numbers import item_count, pvalue_words
from core.significance.pvalue import clopper_pearson
from core.teaching.grid import PvalueGrid
from dashboard.wording.settings import TERMS as _TERMS

INTRODUCTION = (
    "Each curve is one improvement, such as **+2 %**: of 100 items, two more right than before. Further to the right "
    "the new system also breaks more items that were right, so the same improvement is weaker evidence. Below the "
    "dashed line it is significant. What can a test set of your size show?"
)

MAP_INTRODUCTION = (
    "Blue is significant, orange is not, and the line is drawn where p crosses α. **Move the slider** and watch the "
    "line move; **click a cell**, or choose one below the map, to open it in *Helped and hurt*."
)

STAIRCASE = (
    "**Drag the slider under the picture** from 20 items to 1,000: all curves fall, because the same gain is stronger "
    "evidence on more items. Percentages are rounded down to whole items, so the curves of few items are stairs."
)
STAIRCASE_ALT = (
    "Exact p-values against the percentage hurt, a curve for each effect, on a test set whose size the slider sets: "
    "stairs on few items, smooth and lower on many."
)

TERMS = f"**p**: {_TERMS['pvalue']}\n\n**Significant**: {_TERMS['alpha']}"
EFFECT = "Items helped minus items hurt, as a percentage of all items: the gain in accuracy."
HURT = "Items that the baseline got right and the experimental system gets wrong, as a percentage of all items."
SAMPLED = "Draws 10,000 resamples for every point, as most tools do. When this is off, every p-value is exact."
SEED = "Uses the next seed. The link holds the seed, so that others see the same curves."
SIZES = "How many items the test set has."

# The maps, by their horizontal and vertical axes; the slider sets the third quantity.
MAPS = {
    "hurt-effect": "effect by % hurt, at one size",
    "hurt-n": "size by % hurt, for one effect",
    "n-effect": "effect by size, at one % hurt",
}


class _Reach(NamedTuple):
    """The largest % hurt at which an effect is significant, and the next % hurt with its p-value."""

    effect: float
    hurt: float | None
    next_hurt: float | None
    next_pvalue: float | None


def _reaches(grid: PvalueGrid, n: int, alpha: float) -> list[_Reach]:
    reaches = []
    table = pd.DataFrame(grid.columns())
    for effect, curve in table[table["n"] == n].groupby("effect"):
        hurts, pvalues = curve["hurt"].tolist(), curve["pvalue"].tolist()
        count = next((i for i, p in enumerate(pvalues) if p > alpha), len(pvalues))
        last = hurts[count - 1] if count else None
        following = (hurts[count], pvalues[count]) if count < len(hurts) else (None, None)
        reaches.append(_Reach(float(str(effect)), last, *following))
    return reaches


def curves_caption(grid: PvalueGrid, n: int, alpha: float) -> str:
    """Return the caption for n items: the largest effect that is never significant, and the reach of the next effect.

    Examples
    --------
    >>> from core.teaching.grid import pvalue_grid
    >>> print(curves_caption(pvalue_grid(100, [2, 5], range(20)), 100, 0.05))
    +2 % is never significant: p = 0.1326 even if none are hurt. +5 % is significant only up to 1 % hurt: at 2 %, p = 0.0584.
    >>> print(curves_caption(pvalue_grid(100, ["0.5"], range(20)), 100, 0.05))
    +0.5 % of 100 items is 0.5 items, rounded down to none: as many are helped as hurt (dotted).
    """  # noqa: E501
    none = without_effect(grid, n)
    reaches = [reach for reach in _reaches(grid, n, alpha) if reach.effect not in none]
    never = [reach for reach in reaches if reach.hurt is None]
    lowest = float(grid.hurt.min())
    parts = []
    if never:
        largest = never[-1]
        still = "even if none are hurt" if lowest == 0 else f"even with only {lowest:g} % hurt"
        pvalue = pvalue_said(grid, largest.next_pvalue)
        parts.append(f"{effect_name(largest.effect)} is never significant: {pvalue} {still}.")
    # The smallest effect that is significant with some items hurt; without one, the smallest that is ever significant.
    reaching = [reach for reach in reaches if reach.hurt is not None]
    surviving = [reach for reach in reaching if reach.hurt > lowest] or reaching
    if surviving:
        reach = surviving[0]
        if reach.next_hurt is None:
            parts.append(f"{effect_name(reach.effect)} is significant at every % hurt shown.")
        else:
            parts.append(
                f"{effect_name(reach.effect)} is significant only up to {reach.hurt:g} % hurt: "
                f"at {reach.next_hurt:g} %, {pvalue_said(grid, reach.next_pvalue)}."
            )
    for effect in none:
        share = f"{effect_name(effect)} of {item_count(n)} is {abs(n * effect / 100):g} items"
        parts.append(f"{share}, rounded down to none: as many are helped as hurt (dotted).")
    return " ".join(parts)


def reach_table(grid: PvalueGrid, alpha: float) -> pd.DataFrame:
    """Return, for each effect and n, the largest percentage hurt up to which the effect is significant.

    Examples
    --------
    >>> from core.teaching.grid import pvalue_grid
    >>> table = reach_table(pvalue_grid([100, 500], [2, 10], range(20)), 0.05)
    >>> table["effect"].tolist(), table["100 items"].tolist(), table["500 items"].tolist()
    (['+2 %', '+10 %'], ['never', '12 %'], ['2 %', '≥ 19 %'])
    """
    columns = {
        item_count(n): {effect_name(reach.effect): _hurt_text(reach) for reach in _reaches(grid, n, alpha)}
        for n in sorted(set(grid.n.tolist()))
    }
    return pd.DataFrame(columns).fillna("").rename_axis("effect").reset_index()


def _hurt_text(reach: _Reach) -> str:
    if reach.hurt is None:
        return "never"
    return f"{reach.hurt:g} %" if reach.next_hurt is not None else f"≥ {reach.hurt:g} %"


def map_caption(grid: PvalueGrid, axes: tuple[str, str], alpha: float) -> str:
    """Return the caption of the map: the effect or size needed at its left and at its right end.

    Examples
    --------
    >>> from core.teaching.grid import pvalue_grid
    >>> print(map_caption(pvalue_grid(500, range(1, 11), range(20)), ("hurt", "effect"), 0.05))
    On 500 items it takes an effect of +1 % to be significant if none are hurt, and +5 % if 19 % are.
    >>> print(map_caption(pvalue_grid([100, 200, 5000], 2, range(20)), ("hurt", "n"), 0.05))
    An effect of +2 % takes 200 items to be significant if none are hurt, and 5,000 if 19 % are.
    >>> both = pvalue_grid(500, [-5, -2, 2, 5], range(6, 20), alternative="two-sided")
    >>> print(map_caption(both, ("hurt", "effect"), 0.05))
    On 500 items it takes an effect of +5 % or −5 % to be significant if 6 % are hurt, and more than +5 % or less than \
−5 % if 19 % are.
    >>> print(map_caption(pvalue_grid([100, 5000], -3, range(3, 20)), ("hurt", "n"), 0.05))
    No number of items makes an effect of −3 % significant: greater asks for an effect above 0.
    """
    table = pd.DataFrame(grid.columns())
    across, up = axes
    least, most = table[across].min(), table[across].max()
    asked, sides = _SIDES[grid.alternative]
    ends = (table[table[across] == end] for end in (least, most))
    first, last = (_takes(cells, "n", alpha) if up == "n" else _takes_effect(cells, alpha, sides) for cells in ends)
    if axes == ("hurt", "effect"):
        items = item_count(int(table["n"].iloc[0]))
        needed = f"{first} to be significant {_if_hurt(least)}"
        return f"On {items} it takes an effect of {needed}, and {last} if {most:g} % are."
    if axes == ("hurt", "n"):
        gain = table["effect"].iloc[0]
        effect = effect_name(gain)
        if np.sign(gain) not in sides:
            return f"No number of items makes an effect of {effect} significant: {grid.alternative} asks for {asked}."
        needed = f"{first} items to be significant {_if_hurt(least)}"
        return f"An effect of {effect} takes {needed}, and {last} if {most:g} % are."
    hurt = table["hurt"].iloc[0]
    needed = f"{first} to be significant on {item_count(int(least))}"
    return f"With {hurt:g} % hurt it takes an effect of {needed}, and {last} on {most:,.0f}."


# The effects that each alternative tests for, and their signs.
_SIDES = {
    "greater": ("an effect above 0", (1,)),
    "less": ("an effect below 0", (-1,)),
    "two-sided": ("an effect other than 0", (1, -1)),
}


def _takes_effect(cells: pd.DataFrame, alpha: float, signs: tuple[int, ...]) -> str:
    """Return the effect from which on all effects are significant, on each side that the alternative tests."""
    if len(signs) == 1:
        return _takes(cells, "effect", alpha, signs[0])
    sides = [(sign, cells[np.sign(cells["effect"]) == sign]) for sign in signs]
    return " or ".join(_takes(side, "effect", alpha, sign) for sign, side in sides if len(side)) or "another size"


def _takes(cells: pd.DataFrame, column: str, alpha: float, sign: int = 1) -> str:
    """Return the value from which on all are significant, or that it takes more than the last one shown."""
    cells = cells.sort_values(column, ascending=sign < 0)
    named = effect_name if column == "effect" else "{:,.0f}".format
    enough = cells.loc[(cells["pvalue"] <= alpha).cummin(), column]
    if enough.empty:
        return f"{'more' if sign > 0 else 'less'} than {named(cells[column].iloc[0])}"
    return named(enough.iloc[-1])


def _if_hurt(hurt: float) -> str:
    return "if none are hurt" if hurt == 0 else f"if {hurt:g} % are hurt"


def map_title(grid: PvalueGrid, axes: tuple[str, str]) -> str:
    """Return the title of the map in a file.

    Examples
    --------
    >>> from core.teaching.grid import pvalue_grid
    >>> map_title(pvalue_grid(500, [1, 2], [0, 1]), ("hurt", "effect"))
    'p-values on 500 items (bootstrap, greater)'
    """
    [fixed] = {"n", "effect", "hurt"} - set(axes)
    value = getattr(grid, fixed)[0]
    where = {
        "n": f"on {item_count(int(value))}",
        "effect": f"of an effect of {effect_name(value)}",
        "hurt": f"with {value:g} % hurt",
    }
    return f"p-values {where[fixed]} ({grid.test}, {grid.alternative})"


def empty_cells(grid: PvalueGrid) -> str:
    """Return the reason for missing cells, or an empty text."""
    if not grid.left_out:
        return ""
    cells = "1 cell is" if grid.left_out == 1 else f"{grid.left_out:,} cells are"
    return f"{cells} empty: more items would change than there are, or fewer than none would be helped."


def cell_sentence(grid: PvalueGrid, n: int, helped: int, hurt: int, pvalue: float) -> str:
    """Return the result of one cell as a sentence.

    Examples
    --------
    >>> from core.teaching.grid import pvalue_grid
    >>> cell_sentence(pvalue_grid(100, 5, 2), 100, 7, 2, 0.0584204605)
    '7 helped and 2 hurt of 100 items: p = 0.0584.'
    """
    return f"{helped:,} helped and {hurt:,} hurt of {item_count(n)}: {pvalue_said(grid, pvalue)}."


def sampled_words(grid: PvalueGrid) -> str:
    """Return how the p-values were computed."""
    if grid.n_resamples is None:
        return "Every p-value is exact: no random sampling was used."
    return (
        f"Every p-value is sampled, with {grid.n_resamples:,} resamples. That makes the curves uneven; *Draw again* "
        "makes them uneven in another way."
    )


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
