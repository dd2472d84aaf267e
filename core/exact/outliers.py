"""The few values of a sum far from all others, and in which ways they come out."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.exact.sums import ResampledSum, SwappedSum

__all__ = ["Law", "Parts", "inversion_cost", "is_crowded", "without_outliers"]

Floats = NDArray[Any]
Law = ResampledSum | SwappedSum

# So much narrower the window of the rest must be.
_NARROWER = 8
# Where half a window times the density is no more, Fourier inversion tells neighbours apart by itself. That is looked
# up at so many frequencies, from the largest values and about so many of the others.
_SPREAD, _FREQUENCIES, _LARGEST, _SOME = 25, 160, 64, 512
# Half a window of so many standard deviations has no outliers.
_ORDINARY = 32
# Standard deviations beyond which φ of a smooth law is negligible.
_SMOOTH = 10.0
# At most so many outliers, and so many values of them in the bootstrap, where the rest has a law for each number drawn.
_MOST_SIGNS, _MOST_DRAWN, _MOST_VALUES = 10, 6, 6
# No outlier is drawn so often, and of many parts the unlikeliest are left out.
_MOST_TIMES, _MOST_PARTS = 60, 2**17
# What is left out of all parts together for a few outliers; of more the rounding of their sum hides it.
_LEFT_OUT, _FEW, _ROUNDING = 1e-17, 3, 1e-15


@dataclass(frozen=True, eq=False)
class Parts:
    """The ways that outliers come out, ``(m,)``: how likely each is, what it adds, and which law the rest has.

    ``laws`` holds None where outliers are all. ``left_out`` is how likely any other way is at most.
    """

    probabilities: Floats
    offsets: NDArray[Any]
    which: NDArray[np.intp]
    laws: Sequence[Law | None]
    left_out: float


def without_outliers(law: Law) -> Parts | None:
    """Return the parts of a law with a few outliers, or None where leaving out a few narrows no window."""
    reach = law.half_width()
    density = math.inf
    if isinstance(law, ResampledSum):
        if reach <= _ORDINARY * _core(law):
            return None
        density = _density(law)
    if reach * density <= _SPREAD:
        return None
    # Far from the median: the mean is where outliers pull it.
    sizes = np.abs(law.values - (_median(law) if isinstance(law, ResampledSum) else 0))
    order = np.argsort(-sizes, kind="stable")
    swaps = isinstance(law, SwappedSum)
    rests: list[Law] = []
    for m in range(1, min(_MOST_SIGNS if swaps else _MOST_VALUES, len(law.values) - 2) + 1):
        if law.counts[order[:m]].sum() > (_MOST_SIGNS if swaps else _MOST_DRAWN):
            break
        rest = np.sort(order[m:])
        rests.append(replace(law, values=law.values[rest], counts=law.counts[rest]))
    widths = np.array([rest.half_width() for rest in rests])
    enough = np.flatnonzero(widths * density <= _SPREAD)
    if not len(enough):
        # Outliers of many sizes are taken at once: each law of the rest would have its own again.
        enough = np.flatnonzero((widths * _NARROWER <= reach) & (widths <= 2 * widths.min(initial=np.inf)))
    if not len(enough):
        return None
    m = int(enough[0])
    some, narrow = order[: m + 1], rests[m]
    return _signs(law, some, narrow) if isinstance(narrow, SwappedSum) else _draws(law, some, narrow)


def is_crowded(law: ResampledSum) -> bool:
    """Whether sums lie so close together, for their window, that Fourier inversion cannot tell neighbours apart."""
    return law.half_width() * _density(law) > _SPREAD


def inversion_cost(law: ResampledSum) -> float:
    """About how many frequencies × values the inversion of a lattice takes, and a few for each frequency."""
    reach, core = law.half_width(), _core(law)
    return reach / 2 + len(law.values) * min(reach, 2 * _SMOOTH / math.pi * reach / core if core else math.inf)


def _core(law: ResampledSum) -> float:
    """About the standard deviation of a sum of the values but for the largest."""
    return float(np.median(np.abs(law.values - _median(law)))) * math.sqrt(law.n)


def _density(law: ResampledSum) -> float:
    """About what no density of the sum exceeds, ∫|φ|dt/π, from the largest values and some of the others."""
    off = np.abs(law.values - _median(law))
    order = np.argsort(-off, kind="stable")
    some = order[_LARGEST :: max(1, len(order) // _SOME)]
    core = _core(law)
    if not core > 0:
        return math.inf
    of_others = law.counts[order[_LARGEST:]].sum() / max(law.counts[some].sum(), 1.0)
    taken = np.append(order[:_LARGEST], some)
    weights = law.counts[taken] * np.where(np.arange(len(taken)) < _LARGEST, 1.0, of_others)
    t = np.geomspace(0.01 / law.half_width(), _SMOOTH / core, _FREQUENCIES)
    size = np.abs(np.exp(1j * np.multiply.outer(t, law.values[taken])) @ weights) / law.n
    phi = np.minimum(size, 1.0) ** law.n
    return float(t[0] + np.trapezoid(phi * t, np.log(t))) / math.pi


def _median(law: ResampledSum) -> Any:
    order = np.argsort(law.values)
    below = np.cumsum(law.counts[order])
    return law.values[order][np.searchsorted(below, below[-1] / 2)]


def _signs(law: Law, some: NDArray[np.intp], rest: SwappedSum) -> Parts:
    probabilities, offsets = np.ones(1), np.zeros(1, dtype=law.values.dtype)
    for value, count in zip(law.values[some], law.counts[some].astype(int).tolist(), strict=True):
        negative = np.arange(count + 1)
        chances = np.array([math.comb(count, k) / 2**count for k in range(count + 1)])
        probabilities = np.outer(probabilities, chances).ravel()
        offsets = np.add.outer(offsets, (count - 2 * negative) * value).ravel()
    return Parts(probabilities, offsets, np.zeros(len(offsets), dtype=np.intp), [rest], _LEFT_OUT)


def _draws(law: Law, some: NDArray[np.intp], rest: ResampledSum) -> Parts:
    assert isinstance(law, ResampledSum)
    n, least = law.n, math.log(_LEFT_OUT / 1_000)
    drawn, logs, offsets = np.zeros(1, dtype=np.int64), np.zeros(1), np.zeros(1, dtype=law.values.dtype)
    expected = law.counts[some] * (n / float(law.counts.sum()))
    for i, (value, of) in enumerate(zip(law.values[some], expected.tolist(), strict=True)):
        # An outlier of which c are expected is drawn k times with a chance of at most c^k/k!.
        chances = np.array([k * math.log(of) - math.lgamma(k + 1) for k in range(min(n, _MOST_TIMES) + 1)])
        k = np.flatnonzero(chances >= least - expected.sum())  # the others together add no more than that
        chances = chances[k]
        drawn, logs = np.add.outer(drawn, k).ravel(), np.add.outer(logs, chances).ravel()
        offsets = np.add.outer(offsets, k * value).ravel()
        kept = (drawn <= n) & (logs >= least - expected[i + 1 :].sum())
        if kept.sum() > _MOST_PARTS:
            kept &= logs >= np.partition(logs, -_MOST_PARTS)[-_MOST_PARTS]
        drawn, logs, offsets = drawn[kept], logs[kept], offsets[kept]
    # n!/(left!·n^drawn) by its factors: the logarithms of such factorials lose digits where n is large.
    falling = np.log1p(-np.arange(drawn.max()) / n).cumsum()
    logs += np.append(0.0, falling)[drawn] + (n - drawn) * math.log1p(-float(expected.sum()) / n)
    kept = logs >= least
    left, which = np.unique(n - drawn[kept], return_inverse=True)
    share = rest.counts / rest.counts.sum()
    laws = [replace(rest, counts=share * number) if number else None for number in left.tolist()]
    probabilities = np.exp(logs[kept])
    left_out = _LEFT_OUT if len(some) <= _FEW else max(1.0 - float(probabilities.sum()), 0.0) + _ROUNDING
    return Parts(probabilities, offsets[kept], which.ravel(), laws, left_out)
