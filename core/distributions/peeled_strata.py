"""The bootstrap's sum over strata beside one value far from all others: by how often that is drawn.

Drawn k times, it leaves the sum of all other draws, whose window is so narrow beside one step of it that most k are
decided. What the others leave may have such a value again.
"""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.common.cached import cached_property
from core.distributions.brackets import AimedSum, BackedSum, OfPValue, OfQuantile
from core.distributions.stratified import SumOfResamples
from core.distributions.sums import LOG_TAIL, ResampledSum, bernstein
from core.distributions.tail import Tail
from core.errors import NotExactError

__all__ = ["PeeledStrata"]

Floats = NDArray[Any]

# Of a value that is drawn more often than so, too many numbers of draws are likely.
_SELDOM = 8.0
# A value is far from all others from such a share of half their window on.
_FAR = 1 / 4
# Less likely numbers of draws are left out; what lies outside a window, which half as wide leaves out more than 1e-16.
_LEFT_OUT, _OUTSIDE, _WIDER = 1e-24, 1e-22, math.log(1e6)
# The rounding of a few operations.
_ROUNDING = 4e-16


class _State(NamedTuple):
    """What is left where the value was drawn so often."""

    probability: float
    drawn: Any  # what those draws add up to
    rest: SumOfResamples | ResampledSum
    reach: float


class PeeledStrata(BackedSum):
    """The law of such a sum, as a bracket around each tail that provably holds, or as another engine has it.

    Parameters
    ----------
    law : SumOfResamples
        The whole sum.
    otherwise : callable
        The engine of the law where this one leaves too much open.
    engine_of : callable
        The engine of what is left.

    Raises
    ------
    NotExactError
        If no value is far from the others of its stratum beside the window of all others.
    """

    law: SumOfResamples

    def __init__(self, law: SumOfResamples, otherwise: Callable[[Any], Any], engine_of: Callable[[Any], Any]) -> None:
        super().__init__(law, otherwise)
        self._engine_of = engine_of
        self._engines: dict[int, Any] = {}
        of, at = _farthest(law)
        part = law.parts[of]
        share = float(part.counts[at]) / float(part.counts.sum())
        others = np.delete(np.arange(len(part.values)), at)
        if not len(others) or part.n * share > _SELDOM:
            raise NotExactError("no value is far from all others")
        k, probability = _draws(part.n, share)
        rest = [self._without(of, others, part.n - int(each)) for each in k]
        self._states = [
            _State(float(p), each * part.values[at].item(), law, _reach(law))
            for each, p, law in zip(k.tolist(), probability, rest, strict=True)
        ]
        middle = float(part.counts[others] @ part.values[others]) / float(part.counts[others].sum())
        if abs(float(part.values[at]) - middle) <= _FAR * self._states[0].reach:
            raise NotExactError("no value is far from all others")

    def _without(self, of: int, others: NDArray[Any], draws: int) -> SumOfResamples:
        """The law where so many draws of that stratum are left, of its other values."""
        part = self.law.parts[of]
        counts = part.counts[others] * (draws / float(part.counts[others].sum()))
        rest = [ResampledSum(part.values[others], counts, part.tolerance)] if draws else []
        return SumOfResamples((*self.law.parts[:of], *rest, *self.law.parts[of + 1 :]), self.law.tolerance)

    def _own(self, x: float, strict: bool, upper: bool, aim: OfPValue) -> Tail | None:
        probability, error = 0.0, _LEFT_OUT + _OUTSIDE * len(self._states)
        because = ""
        for i, state in enumerate(self._states):
            at = x - state.drawn
            margin = state.reach + self.law.tolerance + _ROUNDING * (abs(x) + abs(state.drawn) + abs(state.rest.mean))
            if abs(at - state.rest.mean) > margin:
                probability += state.probability * ((at < state.rest.mean) == upper)
                continue
            tail = self._asked(i, at, strict, upper, aim)
            probability += state.probability * tail.probability
            error += state.probability * tail.error_bound
            because = because or tail.because
        return Tail.of(min(probability, 1.0), error + _ROUNDING * probability, self.engine)._replace(because=because)

    def _asked(self, i: int, x: float, strict: bool, upper: bool, aim: OfPValue) -> Tail:
        if i not in self._engines:
            self._engines[i] = self._engine_of(self._states[i].rest)
        engine = self._engines[i]
        if isinstance(aim, OfQuantile) and isinstance(engine, AimedSum):
            return engine._aimed(x, strict, upper, aim)
        tail: Tail = (engine.at_least if upper else engine.at_most)(x, strict)
        return tail

    @cached_property
    def _picture(self) -> tuple[Floats, Floats]:
        found: tuple[Floats, Floats] = self._other.points()
        return found


def _farthest(law: SumOfResamples) -> tuple[int, int]:
    """The stratum and the place in it of the value that lies farthest from the mean of the others there."""
    best, found = -1.0, (0, 0)
    for of, part in enumerate(law.parts):
        total, counts = float(part.counts.sum()), part.counts.astype(float)
        if len(part.values) > 1:
            others = (float(part.counts @ part.values) - counts * part.values) / np.maximum(total - counts, 1e-300)
            off = np.abs(part.values - others)
            at = int(np.argmax(off))
            if off[at] > best:
                best, found = float(off[at]), (of, at)
    return found


def _draws(n: int, share: float) -> tuple[NDArray[np.int64], Floats]:
    """How often a value may be drawn, and how likely each is, but for unlikely ones together."""
    k = np.arange(min(n, int(n * share + 20 * math.sqrt(n * share) + 40)) + 1)
    ratios = (n - k[:-1]) / (k[1:]) * (share / (1 - share))
    probability = math.exp(n * math.log1p(-share)) * np.append(1.0, np.cumprod(ratios))
    likely = np.cumsum(probability[::-1])[::-1] > _LEFT_OUT
    return k[likely], probability[likely]


def _reach(law: SumOfResamples) -> float:
    """Half a window of all but 1e-22 of the mass."""
    spreads = [(part.n, *part.spread(None)) for part in law.parts if len(part.values) > 1]
    if not spreads:
        return 0.0
    draws, variances, steps = (np.array(each) for each in zip(*spreads, strict=True))
    return min(float(bernstein(variances.sum(), steps.max(), LOG_TAIL + _WIDER)), float(draws @ steps))
