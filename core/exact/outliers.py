"""The few whole numbers of a sum far from all others, and in which ways they come out."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.exact.fading import Law, middle
from core.exact.sums import ResampledSum, SwappedSum

__all__ = ["Law", "Parts", "without_outliers"]

Floats = NDArray[Any]

# At most so many outliers, and so many values of them in the bootstrap, where the rest has a law for each number drawn.
_MOST_SIGNS, _MOST_DRAWN = 10, 6
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


def without_outliers(law: Law, narrow: float) -> Parts | None:
    """Return the parts of a law of whole numbers whose rest has half a window this narrow, or None for many."""
    order = np.argsort(-np.abs(law.values - middle(law)), kind="stable")
    most = _MOST_SIGNS if isinstance(law, SwappedSum) else _MOST_DRAWN
    for m in range(1, min(most, len(law.values) - 2) + 1):
        some, others = order[:m], np.sort(order[m:])
        if law.counts[some].sum() > most:
            break
        rest = replace(law, values=law.values[others], counts=law.counts[others])
        if rest.half_width() <= narrow:
            return _signs(law, some, rest) if isinstance(rest, SwappedSum) else _draws(law, some, rest)
    return None


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
