"""Notes that a comparison or a ranking adds to its result.

With a handful of changed items, resamples vary too little: 5 helped and none hurt give a bootstrap p-value of .0066,
while the permutation test's is at least .0625, and the coverage of a 95 % interval is far below 95 %.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.common.phrases import counted, first_few
from core.data.item_statistics import strata_of_clusters, stratum_sizes

# With fewer changed items than this, the bootstrap rejects too often.
FEW_CHANGED = 10
# With fewer clusters than this, intervals are too short and p-values too small.
FEW_CLUSTERS = 30
# Thresholds: per cent are 100 times as large, but the systems' largest scores and means may differ too.
_BEYOND, _LARGER, _MUCH_LARGER, _ON_AVERAGE = 2.0, 20.0, 1_000.0, 10.0


def few_changed_note(changed: int, unit: str = "item") -> str | None:
    """Return a note on a comparison with few changed items; None if there are enough, or none.

    For clustered items, ``unit`` is the cluster.
    """
    if not 0 < changed < FEW_CHANGED:
        return None
    return (
        f"Only {counted(changed, unit)} changed. With so few, the bootstrap calls too many differences significant "
        "and its intervals are too narrow: go by the permutation test."
    )


def few_changed_pairs_note(changed: Sequence[int], unit: str = "item") -> str | None:
    """Return a note on a ranking with pairs of systems that differ on few items; None without such pairs."""
    if len(changed) == 1:
        return few_changed_note(changed[0], unit)
    few = sum(0 < each < FEW_CHANGED for each in changed)
    if not few:
        return None
    return (
        f"In {few:,} of {counted(len(changed), 'pair')} fewer than {FEW_CHANGED} {unit}s changed. With so few, the "
        "bootstrap calls too many differences significant: go by the permutation test."
    )


def few_clusters_note(clusters: int) -> str | None:
    """Return a note on a comparison with few clusters; None if there are enough."""
    if clusters >= FEW_CLUSTERS:
        return None
    return (
        f"There are only {counted(clusters, 'cluster')}. Under about {FEW_CLUSTERS}, intervals are too short, and a "
        "standard error from clusters cannot be trusted."
    )


def few_units_notes(n: int, changed: Sequence[int], unit: str) -> list[str]:
    """Return the notes on few items or clusters, or on few that changed in a comparison or in pairs of a ranking."""
    if n == 1:
        return [f"There is only one {unit}: p-values and intervals say nothing about other {unit}s."]
    few = few_clusters_note(n) if unit == "cluster" else None
    return [*filter(None, [few, few_changed_pairs_note(changed, unit)])]


def rounding_notes(steps: Sequence[int]) -> list[str]:
    """Return a note for each L whose multiples of 1/L 32-bit rounding had moved."""
    units = ("1" if step == 1 else f"1/{step:,}" for step in steps)
    return [
        f"Scores that 32-bit rounding had moved off multiples of {unit} were moved back, so that equal scores tie."
        for unit in units
    ]


def scales_note(names: Sequence[str], scores: Sequence[NDArray[Any]], counts: NDArray[Any] | None = None) -> str | None:
    """Return a note if the scores of only some systems appear to be in per cent, else None.

    ``counts`` is the number of items with each score.

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


def lone_note(strata: Sequence[str] | None, clusters: Sequence[str] | None) -> str | None:
    """Return a note on strata with only one item or one cluster; None if there are none."""
    if strata is None:
        return None
    sizes = stratum_sizes(strata if clusters is None else strata_of_clusters(strata, clusters))
    lone, unit = [name for name, size in sizes.items() if size == 1], "item" if clusters is None else "cluster"
    if not lone:
        return None
    have = "has" if len(lone) == 1 else "have"
    return (
        f"{counted(len(lone), 'task')} {have} only one {unit} ({first_few(lone)}), which drawing within tasks cannot "
        "vary: intervals are too short, and a bootstrap p-value too small."
    )


def shared_runs_note(names: Sequence[str] | None) -> str | None:
    """Return a note on nested runs that have names; None if they have none."""
    if names is None:
        return None
    listed = ", ".join(names[:3]) + (" …" if len(names) > 3 else "")
    return (
        f"The runs have the same names for all items ({listed}), as seeds have: if each is one trained model, prompt "
        "or judge, nested takes a difference between seeds for one between systems. Use runs='crossed' (--crossed)."
    )
