"""The p-value grid: the p-values that a test set of a given size can have (Jansen's primer, example 3).

A cell has n items, ``hurt`` percent of them hurt and an ``effect`` in percentage points; its counts are those of the
primer, ⌊n·hurt/100⌋ hurt and ⌊n·(hurt + effect)/100⌋ helped, in rational arithmetic (in floating point 0.29·100 is 28).
Lists of numbers are typed as ``1, 2, 5``, ``0:20`` or ``0.5:10.5:0.5``.
"""

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.common.arguments import argument, check_choice, check_resamples
from core.common.arrays import Floats, Integers
from core.common.display import Displayed, attributes
from core.common.phrases import shown
from core.errors import OptionError
from core.significance import TESTS
from core.significance.cells import LARGEST_N, check_test, helped_hurt_pvalues

# Most digits of a number; exponents keep numbers such as 1e4 short.
_NUMBER = re.compile(r"[-+]?([0-9]{1,20}\.?[0-9]{0,20}|\.[0-9]{1,20})([eE][-+]?[0-9]{1,2})?", re.ASCII)


def read_list(name: str, text: str, most: int = 60) -> tuple[Fraction, ...]:
    """Return the numbers of a list, each once; ``a:b:step`` is Python's range, from a up to but without b.

    Raises OptionError if it is not such a list, is empty or has more than ``most`` numbers.

    >>> [float(number) for number in read_list("effects", "5, 0.5, 1:3, 10:8:-1")]
    [5.0, 0.5, 1.0, 2.0, 10.0, 9.0]
    """
    numbers: dict[Fraction, None] = {}
    for part in filter(None, re.split(r"[\s,;]+", text.strip())):
        numbers.update(dict.fromkeys(_part(name, part, most)))
        if len(numbers) > most:
            raise OptionError(f"{name} has more than {most:,} values: take fewer, or larger steps.")
    if not numbers:
        raise OptionError(f"{name} is empty: give at least one number, for example 1, 2, 5 or 0:20.")
    return tuple(numbers)


def _part(name: str, part: str, most: int) -> list[Fraction]:
    ends = part.split(":")
    if len(ends) > 3 or not all(_NUMBER.fullmatch(end) for end in ends):
        raise OptionError(f"{name}: {shown(part)} must be a number, or a range such as 0:20 (0 to 19) or 0:10:0.5.")
    first, *more = map(Fraction, ends)
    if not more:
        return [first]
    end, step = (*more, Fraction(1))[:2]
    if step == 0:
        raise OptionError(f"{name}: the step of {part!r} must not be 0.")
    if (end - first) * step <= 0:
        down = f"{written_number(first)}:{written_number(end)}:{written_number(-step)}"
        way = "ends where it begins, and its end is left out" if end == first else f"goes the other way, as {down} does"
        raise OptionError(f"{name}: the range {part!r} has no numbers: it {way}.")
    # Stop at one more than allowed, which is refused.
    count = min(math.ceil((end - first) / step), most + 1)
    return [first + i * step for i in range(count)]


def written(values: Sequence[Fraction | float]) -> str:
    """Return a list as text, evenly spaced numbers as a range; the inverse of `read_list`."""
    exact = [Fraction(str(value)) for value in values]
    steps = {after - before for before, after in pairwise(exact)}
    if len(exact) > 3 and len(steps) == 1:
        [step] = steps
        ends = [exact[0], exact[-1] + step, *([step] if step != 1 else [])]
        return ":".join(map(written_number, ends))
    return ",".join(map(written_number, exact))


def written_number(value: Fraction) -> str:
    """Return a number without exponent or fraction bar."""
    return f"{Decimal(value.numerator) / value.denominator:f}"


Percent = int | float | str | Decimal | Fraction

# The primer's four figures: one panel for each n, one curve for each effect.
PRIMER: dict[str, tuple[Percent, ...]] = {
    "n": (100, 500, 2_000, 10_000),
    "effects": ("0.5", 1, 2, 3, 5, 10),
    "hurts": tuple(range(20)),
}
_MOST_CELLS = 250_000


@dataclass(frozen=True, slots=True, eq=False)
class PvalueGrid(Displayed):
    """The cells of a grid, one row each, in the order n, effect, hurt; ``effect`` and ``hurt`` in percent.

    ``left_out`` counts the cells that no data can have: more items changed than there are, or fewer than 0 helped.
    """

    n: Integers
    effect: Floats
    hurt: Floats
    helped_items: Integers
    hurt_items: Integers
    pvalue: Floats
    left_out: int
    test: str
    alternative: str
    n_resamples: int | None  # None if exact
    seed: int | None

    def columns(self) -> dict[str, NDArray[Any]]:
        """Return the table's columns by name."""
        return attributes(self, "n", "effect", "hurt", "helped_items", "hurt_items", "pvalue")

    def records(self) -> list[dict[str, Any]]:
        """Return one row per cell, with effects and hurts as they were written: 2 rather than 2.0."""
        columns = {name: values.tolist() for name, values in self.columns().items()}
        for name in ("effect", "hurt"):
            columns[name] = [int(value) if value.is_integer() else value for value in columns[name]]
        return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]

    def __len__(self) -> int:
        return len(self.pvalue)

    def __repr__(self) -> str:
        how = "exact" if self.n_resamples is None else f"{self.n_resamples:,} resamples"
        return f"PvalueGrid({len(self):,} cells, {self.test}, {self.alternative}, {how})"


def pvalue_grid(
    n: Percent | Iterable[Percent],
    effects: Percent | Iterable[Percent],
    hurts: Percent | Iterable[Percent],
    *,
    test: str = "bootstrap",
    alternative: str = "greater",
    method: str = "exact",
    n_resamples: int = 10_000,
    seed: int = 0,
) -> PvalueGrid:
    """Compute the p-value of every combination of n, effect and percent hurt.

    Parameters
    ----------
    n : whole number, or an iterable of them
        Test set sizes.
    effects, hurts : number, str, Decimal or Fraction, or an iterable of them
        In percent; a float counts as what it prints (0.5 is one half, 0.1 one tenth).
    test, alternative : str
        As for `core.compare`.
    method : {"exact", "monte-carlo"}
        "monte-carlo" gives what the primer's program prints, with its wiggle.
    n_resamples, seed : int
        Of each cell's sampled p-value, which does not depend on the other cells.

    Returns
    -------
    PvalueGrid
        Without the cells that no data can have.

    Raises
    ------
    OptionError
        If a value is outside its range, or no cell is possible.

    Examples
    --------
    Ten more of 500 items right is significant only while few items are hurt:

    >>> grid = pvalue_grid(500, 2, range(4))
    >>> grid.helped_items.tolist(), grid.hurt_items.tolist()
    ([10, 15, 20, 25], [0, 5, 10, 15])
    >>> grid.pvalue.round(4).tolist()
    [0.0, 0.0139, 0.0392, 0.0649]
    """
    check_test(test, alternative)
    check_choice("method", method, ("exact", "monte-carlo"))
    n_resamples, seed = check_resamples(n_resamples, seed)
    sizes = [_size(each) for each in _several("n", n)]
    gains = [_percent("effect", each, -100) for each in _several("effects", effects)]
    losses = [_percent("hurt", each, 0) for each in _several("hurts", hurts)]
    total = len(sizes) * len(gains) * len(losses)
    if total > _MOST_CELLS:
        raise OptionError(f"The grid has {total:,} cells, must be <= {_MOST_CELLS:,}: take fewer values.")
    rows = [
        (size, float(gain), float(loss), size * (loss + gain) // 100, size * loss // 100)
        for size in sizes
        for gain in gains
        for loss in losses
    ]
    possible = [row for row in rows if row[3] >= 0 and row[3] + row[4] <= row[0]]
    if not possible:
        raise OptionError("No cell is possible: helped = hurt + effect must be >= 0, helped + hurt <= 100 percent.")
    items, effect, hurt, helped_items, hurt_items = (np.array(column) for column in zip(*possible, strict=True))
    exact = method == "exact"
    if exact:
        pvalues = helped_hurt_pvalues(items, helped_items, hurt_items, test=test, alternative=alternative)
    else:
        pvalues = _sampled(items, helped_items, hurt_items, test, alternative, n_resamples, seed)
    return PvalueGrid(
        n=items,
        effect=effect,
        hurt=hurt,
        helped_items=helped_items,
        hurt_items=hurt_items,
        pvalue=pvalues,
        left_out=total - len(possible),
        test=test,
        alternative=alternative,
        n_resamples=None if exact else n_resamples,
        seed=None if exact else seed,
    )


def _sampled(
    n: NDArray[Any], helped: NDArray[Any], hurt: NDArray[Any], test: str, alternative: str, n_resamples: int, seed: int
) -> Floats:
    """Draw each cell's count of resamples beyond the threshold.

    Among R resamples that number is Binomial(R, p) with the exact p, so it is drawn at once instead of in a loop.
    """
    doubled = TESTS[test].reverses and alternative == "two-sided"
    # The bootstrap's two sides share the resamples at zero: P(δ* < 0), P(δ* = 0), P(δ* > 0).
    asked = ("greater", "less") if doubled else (alternative,)
    tails = [helped_hurt_pvalues(n, helped, hurt, test=test, alternative=side) for side in asked]
    pvalues = np.empty(len(n))
    for i, cell in enumerate(zip(n.tolist(), helped.tolist(), hurt.tolist(), strict=True)):
        random = np.random.default_rng([seed, *cell])
        if doubled:
            at_most, at_least = tails[0][i], tails[1][i]
            below, at, above = random.multinomial(
                n_resamples, [1 - at_least, max(at_most + at_least - 1, 0), 1 - at_most]
            )
            pvalues[i] = min(1.0, 2 * min(below + at, at + above) / n_resamples)
        else:
            # Approximate randomization counts the data as one of the resamples (Phipson & Smyth 2010).
            one = int(TESTS[test].distribution.plus_one)
            pvalues[i] = (random.binomial(n_resamples, tails[0][i]) + one) / (n_resamples + one)
    return pvalues


def _several(name: str, values: Any) -> list[Any]:
    several = list(values) if isinstance(values, Iterable) and not isinstance(values, str | bytes) else [values]
    if not several:
        raise OptionError(f"{name} is empty: give at least one value.")
    return several


def _size(value: Any) -> int:
    number = _fraction("n", value)
    if number.denominator != 1 or not 1 <= number <= LARGEST_N:
        raise OptionError(f"n == {written_number(number)}, must be a whole number >= 1 and <= {LARGEST_N:,}.")
    return int(number)


def _percent(name: str, value: Percent, least: int) -> Fraction:
    number = _fraction(name, value)
    if not least <= number <= 100:
        raise OptionError(f"{name} == {written_number(number)}, must be >= {least} and <= 100 (percent).")
    return number


def _fraction(name: str, value: Percent) -> Fraction:
    try:
        return value if isinstance(value, Fraction) else Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        raise OptionError(f"{argument(name, value)}, must be a number.") from None
