"""Choice of the engine that computes the law of a sum: conditions in order, with the reason for each."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.common.cached import cached_property
from core.distributions.binomial import BinomialSum
from core.distributions.distribution import Distribution
from core.distributions.enumeration import FEW_OUTCOMES, EnumeratedSum, outcomes
from core.distributions.fourier import FourierSum
from core.distributions.lattice import LatticeSum
from core.distributions.probability import Probability
from core.distributions.sums import IndependentSum
from core.errors import NotExactError

# Try the lattice first if window × distinct values is small (for one part with many values: if the window is small).
SMALL_WINDOW_TIMES_PAIRS, SMALL_WINDOW = 2**23, 2**19
# Values below this are scaled to about 1, because their squares could underflow.
TINY = 1e-120


# Each is made from the law, or raises NotExactError. ``quantile`` is its inverse distribution function, or None where
# its ``points`` are the whole law rather than a grid.
Engine = BinomialSum | EnumeratedSum | FourierSum | LatticeSum


def engines_for(law: IndependentSum) -> Iterator[type[Engine]]:
    """Yield the engines that may compute the law, in the order to try them.

    An engine may refuse the law, or a tail whose relative error exceeds 0.2 %; then the next engine is used.
    """
    if len(law.draws) == 1 and len(law.values) <= 2:
        yield BinomialSum  # a closed form
        return
    if outcomes(law) <= FEW_OUTCOMES:
        yield EnumeratedSum  # a few thousand outcomes take less time than any inversion
    cheap = law.whole and _is_cheap_on_its_lattice(law)
    if cheap:
        yield LatticeSum  # exact, and fast where the window is small
    yield EnumeratedSum  # exact, and some tenths of a second at most
    yield FourierSum  # any values, to 0.2 %
    if law.whole and not cheap:
        yield LatticeSum  # exact but slow on a wide lattice


def _is_cheap_on_its_lattice(law: IndependentSum) -> bool:
    width = 2 * law.half_width()
    if len(law.draws) == 1:
        return width <= SMALL_WINDOW
    return width * len(law.values) <= 2 * SMALL_WINDOW_TIMES_PAIRS


class SumDistribution:
    """The distribution of a sum of independent draws, computed by the first suitable engine.

    Integers are first reduced to S = shift + step·S' with the smallest S' on the lattice.

    >>> from core.distributions.sums import bootstrap_sum
    >>> law = bootstrap_sum([(np.array([-1, 0, 1]), np.array([3, 3, 4]))])
    >>> round(SumDistribution(law).at_most(0).value, 9)
    0.421732332
    """

    def __init__(self, law: IndependentSum) -> None:
        self.is_symmetric = law.is_symmetric
        self.shift: int = 0
        self.step: int | float = 1
        if law.whole:
            law, self.shift, self.step = law.reduced()
        else:
            largest = float(np.abs(law.values).max(initial=0.0))
            if 0 < largest < TINY:
                self.step = 2.0 ** max(int(np.frexp(largest)[1]), -1_022)  # the reciprocal of less is infinite
                law = law.scaled(1 / self.step)
        self.law = law
        self._tried: list[Engine | NotExactError] = []
        self._answers: dict[tuple[Any, bool, float], Probability] = {}
        self._makers = tuple(engines_for(law))

    def at_least(self, x: float | Fraction, strict: bool = False, within: float = 0.0) -> Probability:
        """P(S ≥ x), or P(S > x).

        Raises NotExactError if no engine has a relative error below 0.2 %, or an absolute error of at most ``within``.
        """
        if (x, strict, within) not in self._answers:
            found = self._first(lambda engine: engine.at_least(self._inside(x), strict), within)
            self._answers[x, strict, within] = found
        return self._answers[x, strict, within]

    def at_most(self, x: float | Fraction, strict: bool = False, within: float = 0.0) -> Probability:
        """P(S ≤ x), or P(S < x)."""
        if self.is_symmetric:
            return self.at_least(-x, strict, within)
        return self._first(lambda engine: engine.at_most(self._inside(x), strict), within)

    def points(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """The sums and their probabilities; with very many, a grid of sums and the mass near each."""
        sums, mass = self._engine.points()
        return self.shift + self.step * sums, mass

    def distribution(self, unit: float) -> Distribution:
        """The distribution of ``unit`` times the sum."""
        sums, mass = self.points()
        searches = self._engine.quantile is not None
        return Distribution(sums * unit, mass, None, partial(self._quantile, unit) if searches else None)

    def _quantile(self, unit: float, q: float) -> float:
        inner = self._engine.quantile
        assert inner is not None
        return float(self.shift + self.step * inner(q)) * unit

    @cached_property
    def _engine(self) -> Engine:
        """The first engine that can compute the law."""
        for engine in self._engines():
            if not isinstance(engine, NotExactError):
                return engine
        raise NotExactError("; ".join(str(each) for each in self._tried))

    def _engines(self) -> Iterator[Engine | NotExactError]:
        for i, make in enumerate(self._makers):
            if i == len(self._tried):
                try:
                    self._tried.append(make(self.law))
                except NotExactError as error:
                    self._tried.append(error)
            yield self._tried[i]

    def _first(self, ask: Callable[[Engine], Probability], within: float) -> Probability:
        reasons = []
        for engine in self._engines():
            if isinstance(engine, NotExactError):
                reasons.append(str(engine))
                continue
            tail = ask(engine)
            if tail.is_certified or tail.error_bound <= within:
                return tail
            reasons.append(f"{tail.engine} knows p ≈ {tail.value:.2g} only within ±{tail.error_bound:.2g}")
        raise NotExactError("; ".join(dict.fromkeys(reasons)))

    def _inside(self, x: float | Fraction) -> float | Fraction:
        if self.law.whole:
            return (Fraction(x) - self.shift) / int(self.step)
        return float(x) / self.step
