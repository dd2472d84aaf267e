"""Base class of both resampling schemes: the law of a difference, exact if possible, else sampled."""

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from core.distributions import Probability, Threshold
from core.distributions.distribution import Distribution
from core.errors import NotExactError
from core.significance.learned import learned
from core.significance.observed import ROUNDING, Observed
from core.significance.outcomes import Counted
from core.significance.pvalue import PValue, Question, exact_pvalue, sampled_pvalue, tilted_pvalue
from core.significance.resampling import BLOCK, Progress, seed_from
from core.significance.tilted_sampling import Estimate, Tiltable, TiltedDraws, estimate

__all__ = ["METHODS", "Law"]

METHODS = ("auto", "exact", "monte-carlo")

Floats = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Law(ABC):
    """The law of the difference on resampled data; a subclass defines the resampling."""

    observed: Observed
    n_resamples: int
    seed: int

    # Whether a sampled p-value counts the observed data among the resamples, (count + 1)/(R + 1).
    plus_one: ClassVar[bool]

    @abstractmethod
    def exact_tail(self, side: str, threshold: Threshold, strict: bool = False) -> Probability:
        """P(difference ≤ threshold) or P(difference ≥ threshold); raises NotExactError with the reason."""

    @property
    @abstractmethod
    def exact_distribution(self) -> Distribution:
        """The whole exact distribution; raises NotExactError with the reason."""

    @abstractmethod
    def draw(self, progress: Progress | None, begin: int = 0) -> Floats:
        """Sample the differences ``(n_resamples − begin,)`` that follow the first ``begin``, whole blocks of them."""

    @property
    def rounding(self) -> float:
        """Rounding error of a difference of scores computed from resampled sums."""
        return max(self.observed.tolerance, ROUNDING * self.observed.size)

    def edge_tail(self, side: str, x: float, strict: bool) -> Probability | None:
        """A tail at or beyond the edge of all differences in closed form, or None."""
        return None

    @abstractmethod
    def tiltable(self) -> Tiltable | None:
        """The draws that can be tilted towards a threshold; None if they cannot be tilted."""

    def pvalue(
        self,
        question: Question,
        method: str = "auto",
        *,
        strict: bool = False,
        plain: bool = False,
        progress: Progress | None = None,
    ) -> PValue:
        """Return the probability of the question's tails: exact if possible, else sampled.

        If few samples count, tilted samples replace them unless ``plain`` is true.

        Raises
        ------
        NotExactError
            If ``method="exact"`` is not possible; the message gives the reason.
        """
        reason = "method='monte-carlo' was asked for"
        if method != "monte-carlo":
            everything = not strict and question.everything(self.observed.reference, self.observed.tolerance)
            try:
                found = exact_pvalue(question, lambda side, threshold: self.exact_tail(side, threshold, strict))
                return PValue(1.0, 0.0, found.engine, 0.0, method="exact") if everything else found
            except NotExactError as error:
                if everything:
                    return PValue(1.0, 0.0, "enumeration", 0.0, method="exact")
                reason = str(error)
                if method == "exact":
                    raise NotExactError(
                        f"method == 'exact' is not possible here: {reason}. Use method='auto'."
                    ) from None
        one_tail = cache(partial(self._estimate, strict))
        told: dict[str, Any] = {"strict": strict, "tolerance": self.observed.tolerance, "reason": reason}
        plain = plain or method == "monte-carlo"
        if not plain and self.n_resamples > BLOCK:
            # If none of the first samples counts, skip the others.
            tilted = tilted_pvalue(question, self._first(progress), one_tail, self.observed.reference, few=1, **told)
            if tilted is not None:
                return tilted
        sampled = sampled_pvalue(
            question, self.samples(progress), self.observed.reference, plus_one=self.plus_one, **told
        )
        if plain:
            return sampled
        return tilted_pvalue(question, self.samples(), one_tail, self.observed.reference, **told) or sampled

    def _estimate(self, strict: bool, side: str, x: float) -> Estimate | None:
        """One tail by tilted sampling, drawn as `samples` are: the worse system first, and each side separately."""
        if self._is_backwards():
            mirrored = replace(self, observed=self.observed.swapped())
            return mirrored._estimate(strict, {"<=": ">=", ">=": "<="}[side], -x)
        edge = self.edge_tail(side, x, strict)
        if edge is not None:
            return Estimate(edge.log, 0.0, math.inf)
        tiltable = self.tiltable()
        if tiltable is None:
            return None
        counted = Counted(((side, x),), strict, self.rounding)
        seed = seed_from(self.seed, int(side == ">="))
        towards = tiltable.towards(x)
        found = None if towards is None else estimate(towards, counted, self.n_resamples, seed)
        if found is None and isinstance(tiltable, TiltedDraws):
            near = learned(tiltable if towards is None else towards, x, self.rounding, seed)
            found = None if near is None else estimate(near, counted, self.n_resamples, seed)
        return found

    def samples(self, progress: Progress | None = None) -> Floats:
        """The sampled differences ``(n_resamples,)``, drawn once."""
        if "_samples" not in self.__dict__:
            first = self.__dict__.get("_drawn_first", np.zeros(0))
            samples = np.concatenate([first, self._mirrored(progress, len(first))])
            samples.setflags(write=False)
            object.__setattr__(self, "_samples", samples)
        drawn: Floats = self.__dict__["_samples"]
        return drawn

    def _first(self, progress: Progress | None) -> Floats:
        """The first block of samples."""
        if "_samples" in self.__dict__:
            return self.samples()[:BLOCK]
        told = None if progress is None else lambda done, _: progress(done, self.n_resamples)
        first = replace(self, n_resamples=BLOCK)._mirrored(told)
        object.__setattr__(self, "_drawn_first", first)
        return first

    def sampled_distribution(self) -> Distribution:
        """The distribution of the sampled differences."""
        return Distribution.from_samples(self.samples())

    def _mirrored(self, progress: Progress | None, begin: int = 0) -> Floats:
        # The worse system first, so that exchanging the two mirrors every sample.
        if self._is_backwards():
            mirrored: Floats = -replace(self, observed=self.observed.swapped()).draw(progress, begin)
            return mirrored
        return self.draw(progress, begin)

    def _is_backwards(self) -> bool:
        """Whether the systems are in the reverse of the sampled order.

        If the scores are equal, the data determine the order. Symmetric data, such as 7 helped and 7 hurt, do not
        change when the systems are exchanged: "greater" and "less" then count the two sides of one set of samples,
        which differ by chance.
        """
        if self.observed.reference != 0:
            return self.observed.reference < 0
        rows, exchanged = self.observed.rows, self.observed.swapped().rows
        return [array.tobytes() for array in rows] > [array.tobytes() for array in exchanged]
