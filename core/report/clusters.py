"""Clusters in words: how many, of what sizes, and what they do to a standard error."""

from core.common.phrases import counted
from core.inference.standard_error import ClusterErrors
from core.report.numbers import Unit, decimals_for, number

__all__ = ["errors_words", "sizes_words"]


def sizes_words(clusters: ClusterErrors) -> str:
    """Return how many clusters there are, and how many items they hold.

    Examples
    --------
    >>> from core.inference.standard_error import Sizes
    >>> sizes_words(ClusterErrors(40, Sizes(1, 3.0, 12), 0.1, 0.2))
    '40 clusters of 1 to 12 items (median 3)'
    """
    sizes = clusters.sizes
    some = counted(clusters.n_clusters, "cluster")
    if sizes.smallest == sizes.largest:
        return f"{some} of {counted(sizes.largest, 'item')} each"
    return f"{some} of {sizes.smallest:,} to {counted(sizes.largest, 'item')} (median {sizes.median:g})"


def errors_words(clusters: ClusterErrors, unit: Unit) -> str:
    """Return the standard error by clusters and by single items, and the design effect.

    Examples
    --------
    >>> from core.report.numbers import POINTS
    >>> from core.inference.standard_error import Sizes
    >>> errors_words(ClusterErrors(40, Sizes(1, 3.0, 12), 0.01, 0.02), POINTS)
    '2.0 points by clusters and 1.0 by single items, a design effect of 4'
    """
    naive, clustered = (unit.scale * error for error in (clusters.naive, clusters.clustered or 0.0))
    decimals = decimals_for(min((error for error in (naive, clustered) if error > 0), default=0.0))
    said = f"{unit.of(number(clustered, decimals))} by clusters and {number(naive, decimals)} by single items"
    effect = clusters.design_effect
    return said if not effect else f"{said}, a design effect of {effect:.2g}"
