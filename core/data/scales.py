"""Detect systems with scores on different scales, such as per cent in one file only."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

# Thresholds: per cent are 100 times as large, but the systems' largest scores and means may differ too.
_BEYOND, _LARGER, _MUCH_LARGER, _ON_AVERAGE = 2.0, 20.0, 1_000.0, 10.0


def scales_note(names: Sequence[str], scores: Sequence[NDArray[Any]], counts: NDArray[Any] | None = None) -> str | None:
    """Return a note if the scores of only some systems appear to be in per cent, else None.

    Parameters
    ----------
    names, scores : strings and arrays (n,)
        The systems and their scores, of at least one item.
    counts : (n,) array, optional
        The number of items with each score.

    Examples
    --------
    >>> scales_note(["A", "B"], [np.array([0, 1, 1]), np.array([12.5, 80, 95])])
    'The scores of A go from 0 to 1, those of B from 12.5 to 95. If only one of them is in per cent, bring both to one \
scale.'
    >>> scales_note(["A", "B"], [np.array([0, 1, 1]), np.array([0, 0, 1])])
    """
    absolute = [np.abs(each) for each in scores]
    largest = [float(each.max()) for each in absolute]
    if max(largest) <= _BEYOND:
        return None
    sizes = [float(np.average(each, weights=counts)) for each in absolute]
    pair = int(np.argmin(sizes)), int(np.argmax(sizes))
    small, large = (largest[i] for i in pair)
    like_per_cent = large > _BEYOND and _LARGER * small <= large <= _MUCH_LARGER * small
    if not like_per_cent or sizes[pair[1]] < _ON_AVERAGE * sizes[pair[0]]:
        return None
    (one, first), (other, second) = (
        (names[i], f"from {scores[i].min():.4g} to {scores[i].max():.4g}") for i in sorted(pair)
    )
    return (
        f"The scores of {one} go {first}, those of {other} {second}. If only one of them is in per cent, bring both to "
        "one scale."
    )
