"""Outliers in clusters: the few values of a sum far from all others, those near one another taken together.

How often each cluster is drawn, or how many of its values get a plus, is a *way* for the outliers to come out. A way
fixes where the sum lies but for the core, which is all ordinary values, and for how far the outliers lie from the
middles of their clusters.
"""

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln

from core.exact.fading import CROWDED, LARGEST, ORDINARY, Fading, Law, deviation, middle
from core.exact.jitter import jitter_of
from core.exact.sums import LOG_TAIL, ResampledSum, SwappedSum, bernstein

__all__ = ["Clusters", "Half", "beside_a_lattice", "in_clusters"]

Floats = NDArray[Any]

# In so many ways may half of the clusters come out.
_MOST_WAYS = 2**18
# So many numbers of outliers are tried, those before the widest gaps, and clusters so wide, as shares of the window
# that the other values have.
_GAPS, _WIDEST = 12, (1 / 8, 1.0, 8.0, 64.0, 512.0)
# Work in frequencies of a way that are multiplied out: of listing a way, and of a frequency of a value that is drawn.
_WAY, _VALUE, _MOST_WORK = 8, 1 / 64, 2.0**24
# Ways less likely than this are left out, and a cluster drawn more often than its mean by so many standard deviations
# and draws, which is as unlikely.
_LEFT_OUT, _DEVIATIONS, _DRAWS = 1e-14, 9.0, 12.0
_NONE = np.zeros(0)
# So few outliers beside a lattice are taken one by one, each such a share of its half window away, if they make the
# window so many times wider.
_MOST_SINGLE, _FAR, _WIDER = 8, 1 / 4, 2.0


@dataclass(frozen=True, eq=False)
class Cluster:
    """Outliers near one another: ``middle + mean + values``, so often as ``counts`` says."""

    middle: Any
    mean: float
    values: Floats
    counts: Floats

    @property
    def size(self) -> float:
        """How many outliers there are, or of a resampled sum how many are drawn on average."""
        return float(self.counts.sum())

    @property
    def width(self) -> float:
        """How far they lie apart."""
        return float(np.ptp(self.values))


@dataclass(frozen=True, eq=False)
class Half:
    """The w ways in which c clusters come out.

    ``times``, ``(w, c)``, says how often each is drawn, or how many of its values get a plus.
    """

    clusters: tuple[Cluster, ...]
    times: NDArray[np.int64]
    probabilities: Floats


@dataclass(frozen=True, eq=False)
class Clusters:
    """The core of a law, and its clusters of outliers in two halves, whose ways meet in the middle.

    ``core`` draws as often as the whole law, or has all other signs. All but 1e-16 of what a way leaves open lies
    within ``reach`` of its mean.
    """

    core: Law
    halves: tuple[Half, Half]
    reach: float


def in_clusters(law: Law) -> Clusters | None:
    """Return the clusters of a law's outliers that take the least work, or None where the law alone takes less."""
    if law.half_width() <= ORDINARY * deviation(law):
        return None
    fading = Fading(law)
    alone = math.inf if fading.crowded else fading.frequencies(0, law.half_width()) * len(law.values) * _VALUE
    least, best = min(alone, _MOST_WORK), None
    for m in _numbers(np.abs(fading.off[fading.order])):
        far, others = fading.order[:m], fading.order[m:]
        core, far = _window(law, fading.off[others], law.counts[others]), far[np.argsort(law.values[far])]
        if fading.density(m) * core.reach() > CROWDED:
            continue
        for share in _WIDEST:
            groups = _groups(law.values[far], share * core.reach())
            sizes, widths = _sizes(law, far, groups)
            reach = core.reach(sizes, widths)
            work = _work(law, sizes, reach, fading.frequencies(m, reach))
            if work < least:
                least, best = work, (far, groups, reach)
    return None if best is None else _clusters(law, *best)


def beside_a_lattice(law: Law) -> Clusters | None:
    """Return a law's few outliers, each by itself, where all other values are near a lattice, or else None."""
    off = np.abs(law.values - middle(law))
    order = np.argsort(-off, kind="stable")
    for m in reversed(_numbers(off[order])):
        far = np.sort(order[:m])
        if law.counts[far].sum() > _MOST_SINGLE:
            continue
        core = _without(law, far)
        reach = core.half_width()
        apart = float(off[far].min()) > _FAR * reach and law.half_width() > _WIDER * reach
        if apart and (jitter := jitter_of(core)) and jitter.alike:
            return _clusters(law, far[np.argsort(law.values[far])], [slice(i, i + 1) for i in range(m)], reach)
    return None


def _clusters(law: Law, far: NDArray[np.intp], groups: list[slice], reach: float) -> Clusters:
    expected = law.n / float(law.counts.sum()) if isinstance(law, ResampledSum) else 1.0
    clusters = sorted((_cluster(law.values[far[some]], law.counts[far[some]] * expected) for some in groups), key=_size)
    ways = _signs if isinstance(law, SwappedSum) else _draws
    return Clusters(_without(law, far), (ways(tuple(clusters[::2])), ways(tuple(clusters[1::2]))), reach)


def _numbers(sizes: Floats) -> list[int]:
    """How many of these sizes, from the largest down, may be outliers: those before the widest gaps."""
    most = min(LARGEST, len(sizes) - 2)
    with np.errstate(divide="ignore"):
        gaps = np.log(sizes[:most]) - np.log(sizes[1 : most + 1])
    return sorted((1 + np.argsort(-gaps, kind="stable")[:_GAPS]).tolist())


@dataclass(frozen=True)
class _Window:
    """What tells how wide the law without outliers is: its variance, how far a draw reaches or all signs together."""

    swapped: bool
    variance: float
    farthest: float

    def reach(self, sizes: Floats = _NONE, widths: Floats = _NONE) -> float:
        """Half a window around its mean that holds all but 1e-16 of what a way leaves open."""
        if self.swapped:
            # The k of m values of a cluster that get a plus, or the m − k others, are drawn without replacement, which
            # is no wider than with (Hoeffding 1963, Theorem 4): twice at most m/2 draws, by Hoeffding's bound.
            squares = 2 * self.variance + float(sizes @ widths**2)
            return min(math.sqrt(LOG_TAIL * squares), self.farthest + float(sizes @ widths))
        variance = self.variance + float(_most(sizes) @ widths**2) / 4
        return bernstein(variance, max(self.farthest, float(widths.max(initial=0.0))))


def _window(law: Law, values: Floats, counts: Floats) -> _Window:
    """Of the law of some of the values, so far from the middle of all."""
    if isinstance(law, SwappedSum):
        return _Window(True, float(counts @ values**2), float(counts @ np.abs(values)))
    shares = counts / counts.sum()
    mean = float(shares @ values)
    return _Window(False, law.n * float(shares @ (values - mean) ** 2), float(np.abs(values - mean).max()))


def _without(law: Law, outliers: NDArray[np.intp]) -> Law:
    """The law of all other values, which of a resampled sum are drawn as often."""
    ordinary = np.setdiff1d(np.arange(len(law.values)), outliers, assume_unique=True)
    counts = law.counts[ordinary]
    if isinstance(law, ResampledSum):
        counts = counts * (law.counts.sum() / counts.sum())
    return replace(law, values=law.values[ordinary], counts=counts)


def _groups(values: NDArray[Any], widest: float) -> list[slice]:
    """Sorted values in groups no wider than that."""
    starts = [0]
    for i, value in enumerate(values.tolist()):
        if value - values[starts[-1]] > widest:
            starts.append(i)
    return [slice(*ends) for ends in zip(starts, [*starts[1:], len(values)], strict=True)]


def _sizes(law: Law, far: NDArray[np.intp], groups: list[slice]) -> tuple[Floats, Floats]:
    """How many values each group has, or of a resampled sum how many are drawn on average, and how far apart."""
    expected = law.n / float(law.counts.sum()) if isinstance(law, ResampledSum) else 1.0
    values, counts = law.values[far], law.counts[far] * expected
    sizes = np.add.reduceat(counts, [group.start for group in groups])
    return sizes, np.array([float(values[group.stop - 1] - values[group.start]) for group in groups])


def _work(law: Law, sizes: Floats, reach: float, frequencies: float) -> float:
    """About how much work it is to list all ways, and to look at all frequencies of those near any threshold."""
    each = np.sort(sizes) + 1 if isinstance(law, SwappedSum) else 3 + 5 * np.sqrt(np.sort(sizes))
    ways = [float(np.prod(each[start::2])) for start in (0, 1)]
    if max(ways) > _MOST_WAYS:
        return math.inf
    near = 1 + ways[0] * ways[1] * min(1.0, reach / law.half_width())
    return _WAY * sum(ways) + (near + len(law.values) * _VALUE) * frequencies


def _cluster(values: NDArray[Any], counts: Floats) -> Cluster:
    middle = values[len(values) // 2]
    off = (values - middle).astype(float)
    mean = float(counts @ off / counts.sum())
    return Cluster(middle, mean, off - mean, counts)


def _most(sizes: Any) -> Any:
    """How often each cluster is drawn at most, but for what is left out."""
    return np.ceil(sizes + _DEVIATIONS * np.sqrt(sizes) + _DRAWS)


def _signs(clusters: tuple[Cluster, ...]) -> Half:
    times, shares = np.zeros((1, 0), dtype=np.int64), np.ones(1)
    for cluster in clusters:
        m = round(cluster.size)
        chances = np.array([math.comb(m, k) / 2**m for k in range(m + 1)])
        times, shares = _crossed(times, shares, chances, 0.0)
    return Half(clusters, times, shares)


def _draws(clusters: tuple[Cluster, ...]) -> Half:
    """Each cluster is drawn as often as by Poisson's law, of which the draws are given their number."""
    times, shares = np.zeros((1, 0), dtype=np.int64), np.ones(1)
    for cluster in clusters:
        k = np.arange(int(_most(cluster.size)) + 1)
        chances = np.exp(k * math.log(cluster.size) - cluster.size - gammaln(k + 1))
        times, shares = _crossed(times, shares, chances, _LEFT_OUT)
    return Half(clusters, times, shares)


def _crossed(
    times: NDArray[np.int64], shares: Floats, chances: Floats, least: float
) -> tuple[NDArray[np.int64], Floats]:
    """Each way with each number of another cluster behind it, but for the least likely."""
    product = np.outer(shares, chances).ravel()
    kept = np.flatnonzero(product > least)
    if len(kept) > _MOST_WAYS:
        kept = kept[np.argpartition(product[kept], -_MOST_WAYS)[-_MOST_WAYS:]]
    way, k = np.divmod(kept, len(chances))
    return np.column_stack([times[way], k]), product[kept]


def _size(cluster: Cluster) -> float:
    return cluster.size
