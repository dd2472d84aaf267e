"""The p-values of helped/hurt data, for any number of cells (n, helped, hurt) in one call.

The tests and the p-values are those of `core.compare` with exact methods; computing all cells together is faster.
"""

import numpy as np
from numpy.typing import ArrayLike

from core.common.arguments import argument, check_choice
from core.common.arrays import Floats, Integers
from core.errors import OptionError
from core.significance import ALTERNATIVES, BOUNDARIES, TESTS

# Beyond this the squares of counts and the phases of a Fourier sum are not precise enough.
LARGEST_N = 10**7
# A p-value whose complement is below this is 1.
_ROUNDING = 1e-12


def helped_hurt_pvalues(
    n: ArrayLike,
    helped: ArrayLike,
    hurt: ArrayLike,
    *,
    test: str = "bootstrap",
    alternative: str = "greater",
    boundary: str = "include",
) -> Floats:
    """Return the exact p-value of every cell, that of `core.compare` with the same test and alternative.

    Parameters
    ----------
    n, helped, hurt : integers or integer arrays, broadcast against each other
        Items, items that only the experimental system has right, items that only the baseline has right.
    test, alternative, boundary : str
        As for `core.compare`.

    Returns
    -------
    float array
        In the broadcast shape. Relative precision 1e-9 or better, however small p is; below 1e-308 it is 0.

    Raises
    ------
    OptionError
        If a count is negative or not an integer, or more than n items changed.

    Examples
    --------
    The "approximately 0.13" of Jansen's primer, and its 5 % with 2 % hurt:

    >>> helped_hurt_pvalues(100, [2, 7], [0, 2]).round(4).tolist()
    [0.1326, 0.0584]
    """
    check_test(test, alternative)
    check_choice("boundary", boundary, BOUNDARIES)
    n, helped, hurt = helped_hurt_counts(n, helped, hurt)
    strict = int(boundary == "exclude")
    # "less" is "greater" with the two systems swapped.
    up, down = (hurt, helped) if alternative == "less" else (helped, hurt)
    pvalues = TESTS[test].of_counts(n, up, down, alternative == "two-sided", strict)
    return np.where(pvalues > 1 - _ROUNDING, 1.0, pvalues)


def helped_hurt_counts(n: ArrayLike, helped: ArrayLike, hurt: ArrayLike) -> tuple[Integers, ...]:
    """Return the counts broadcast against each other.

    Raises OptionError if a count is negative or not an integer, or more than n items changed.
    """
    counts = {name: _whole(name, value) for name, value in (("n", n), ("helped", helped), ("hurt", hurt))}
    try:
        n, helped, hurt = np.broadcast_arrays(*counts.values())
    except ValueError:
        shapes = ", ".join(f"{name} {each.shape}" for name, each in counts.items())
        raise OptionError(f"Shapes {shapes}: must be equal, or numbers beside arrays.") from None
    over = helped + hurt > n
    if over.any():
        first = np.flatnonzero(over.ravel())[0]
        changed, items = (helped + hurt).ravel()[first], n.ravel()[first]
        raise OptionError(f"helped + hurt == {changed}, must be <= n == {items}.")
    return n, helped, hurt


def check_test(test: str, alternative: str) -> None:
    """Raise OptionError unless the test and the alternative are known."""
    check_choice("test", test, TESTS)
    check_choice("alternative", alternative, ALTERNATIVES)


def _whole(name: str, value: ArrayLike) -> Integers:
    try:
        numbers = np.asarray(value)
    except ValueError:  # lists of different lengths
        numbers = np.asarray(None)
    least = int(name == "n")
    if numbers.dtype.kind not in "iuf" or not (numbers == np.floor(numbers)).all():
        raise OptionError(f"{argument(name, value)}, must be whole numbers.")
    for bound, outside, sign in ((least, numbers < least, ">="), (LARGEST_N, numbers > LARGEST_N, "<=")):
        if outside.any():
            raise OptionError(f"{name} == {numbers[outside][0]:,.0f}, must be {sign} {bound:,}.")
    return numbers.astype(np.int64)
