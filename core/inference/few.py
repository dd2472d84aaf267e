"""Notes on comparisons of few changed items or few clusters, for which the bootstrap rejects too often.

With a handful of changed items, resamples vary too little: 5 helped and none hurt give a bootstrap p-value of .0066,
while the permutation test's is at least .0625, and the coverage of a 95 % interval is far below 95 %.
"""

from collections.abc import Sequence

from core.common.phrases import counted

# With fewer changed items than this, the bootstrap rejects too often.
FEW_CHANGED = 10
# With fewer clusters than this, intervals are too short and p-values too small.
FEW_CLUSTERS = 30


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
