"""Compute p-values from a distribution and the observed difference.

The `Question` of a test names the tails of its distribution and how they combine. The tails are computed by an exact
engine or counted among sampled differences.
"""

import math
import operator
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from typing import Any

from numpy.typing import NDArray
from scipy.special import betaincinv

from core.distributions import Probability, Threshold, certified, total
from core.distributions.probability import method_of
from core.distributions.threads import on_one_thread
from core.errors import NotExactError
from core.significance.outcomes import Counted
from core.significance.tilted_sampling import Estimate

__all__ = ["PValue", "Question", "clopper_pearson", "exact_pvalue", "sampled_pvalue", "tilted_pvalue"]

Floats = NDArray[Any]

_LEVEL = 0.99
# If fewer samples count, tilted samples replace them.
_FEW = 100
# A p-value whose complement is below the first, or below the second and its error, is 1: systems with equal scores
# must have p = 1 exactly.
_ROUNDING, _NEARLY = 1e-12, 1e-8


@dataclass(frozen=True)
class Question:
    """Tails of the distribution: ``"<="`` or ``">="`` a threshold, added up or the smaller one doubled."""

    tails: tuple[tuple[str, Threshold], ...]
    double_the_smaller: bool = False

    def everything(self, observed: float, tolerance: float) -> bool:
        """Whether every difference counts, as in a two-sided test of δ = 0."""
        ends = [(side, each.value(observed)) for side, each in self.tails]
        below, above = ([x for each, x in ends if each == side] for side in ("<=", ">="))
        return (
            not self.double_the_smaller and bool(below and above) and max(below) + tolerance >= min(above) - tolerance
        )

    def counted(self, observed: float, strict: bool, tolerance: float) -> list[Counted]:
        """Return the predicates of the tails: one for all tails, or one per tail if only the smaller is used."""
        tails = [(side, each.value(observed)) for side, each in self.tails]
        together = [[tail] for tail in tails] if self.double_the_smaller else [tails]
        return [Counted(tuple(each), strict, tolerance) for each in together]


@dataclass(frozen=True)
class PValue:
    """A p-value with its ``error_bound`` if computed, or the 99 % ``interval`` of its count if sampled.

    ``method`` is "exact" (error at most 1e-6 of p), "numerical" (2e-3 of p) or "monte-carlo". ``engine`` names the
    method: the engines of both tails, joined by "+", or ``"sampling"`` or ``"tilted-sampling"``, and ``reason``
    says why it was sampled. Tilted samples have weights: ``effective`` is the effective sample size.
    """

    value: float
    log10: float | None
    engine: str
    error_bound: float | None = None
    interval: tuple[float, float] | None = None
    reason: str | None = None
    effective: float | None = None
    method: str = "monte-carlo"


@on_one_thread()
def exact_pvalue(question: Question, tail: Callable[[str, Threshold], Probability]) -> PValue:
    """Combine the tails computed by an engine.

    Raises
    ------
    NotExactError
        If an engine cannot compute a tail, or the error of their sum is too large.
    """
    tails = _smaller(question, tail) if question.double_the_smaller else [tail(*each) for each in question.tails]
    engine = "+".join(dict.fromkeys(each.engine for each in tails))
    if not question.double_the_smaller and math.fsum(each.value - each.error_bound for each in tails) > 1:
        return PValue(1.0, 0.0, engine, 0.0, method="exact")
    # Double the smaller of two tails, as for sampled p-values.
    smaller = min(tails, key=lambda each: each.log)
    both = certified(smaller).doubled() if question.double_the_smaller else certified(total(*tails))
    method = method_of(both.relative_error)
    if 1 - both.value <= max(_ROUNDING, min(both.error_bound, _NEARLY)):
        return PValue(1.0, 0.0, engine, both.error_bound + max(0.0, 1 - both.value), method=method)
    log10 = both.log / math.log(10) if math.isfinite(both.log) else None
    return PValue(both.value, log10, engine, both.error_bound, method=method)


def _smaller(question: Question, tail: Callable[[str, Threshold], Probability]) -> list[Probability]:
    """All tails, or only an empty one: it is the smallest, even if the others cannot be computed."""
    tails, failed = [], None
    for side, threshold in question.tails:
        try:
            tails.append(tail(side, threshold))
        except NotExactError as error:
            failed = failed or error
        else:
            if tails[-1].relative_error == 0 and math.isinf(tails[-1].log):
                return tails[-1:]
    if failed is not None:
        raise failed
    return tails


def sampled_pvalue(
    question: Question,
    differences: Floats,
    observed: float,
    *,
    strict: bool,
    tolerance: float,
    plus_one: bool,
    reason: str = "samples were given",
) -> PValue:
    """Count the tails among sampled differences.

    Parameters
    ----------
    question : Question
        The tails, in multiples of the observed difference.
    differences : (R,) float array
        The sampled differences.
    observed : float
        The observed difference δ.
    strict : bool
        Whether values on the boundary are excluded.
    tolerance : float
        Rounding error of a difference: closer differences are equal.
    plus_one : bool
        Whether the observed assignment counts as one of the resamples, so that p is never 0 (Phipson & Smyth 2010).
    reason : str
        The reason for sampling.
    """
    total = len(differences)
    if question.double_the_smaller:
        count = min(int(each(differences).sum()) for each in question.counted(observed, strict, tolerance))
        value = 2 * count / total
        low, high = (min(1.0, 2 * end) for end in clopper_pearson(count, total))
    else:
        [counted] = question.counted(observed, strict, tolerance)
        count = int(counted(differences).sum())
        value = (count + 1) / (total + 1) if plus_one else count / total
        low, high = clopper_pearson(count, total)
    value = min(value, 1.0)
    return PValue(value, math.log10(value) if value > 0 else None, "sampling", interval=(low, high), reason=reason)


def tilted_pvalue(
    question: Question,
    differences: Floats,
    estimate: Callable[[str, float], Estimate | None],
    observed: float,
    *,
    strict: bool,
    tolerance: float,
    reason: str,
    few: int = _FEW,
) -> PValue | None:
    """Estimate the tails from tilted samples; None if enough plain samples count or no tilt helps.

    The arguments are `sampled_pvalue`'s; ``estimate`` estimates one tail, ``(side, threshold)``, and fewer
    than ``few`` plain samples are not enough.
    """
    tails = [(side, each.value(observed)) for side, each in question.tails]
    counts = [int(Counted((tail,), strict, tolerance)(differences).sum()) for tail in tails]
    if question.double_the_smaller:
        smaller = counts.index(min(counts))
        tails, counts = [tails[smaller]], [counts[smaller]]
    if sum(counts) >= few:
        return None
    found = [each for each in (estimate(*tail) for tail in tails) if each is not None]
    if len(found) < len(tails):
        return None
    both = reduce(operator.add, found)
    times = 2 if question.double_the_smaller else 1
    low, high = (min(max(times * end, math.ulp(0.0)), 1.0) for end in both.interval())
    log = min(both.log + math.log(times), 0.0)
    return PValue(math.exp(log), log / math.log(10), "tilted-sampling", None, (low, high), reason, both.effective)


def clopper_pearson(count: int, total: int, level: float = _LEVEL) -> tuple[float, float]:
    """Return the Clopper–Pearson interval of a proportion (Clopper & Pearson 1934).

    Examples
    --------
    >>> low, high = clopper_pearson(0, 10_000)
    >>> low, round(high, 7)
    (0.0, 0.0005297)
    """
    tail = (1 - level) / 2
    low = 0.0 if count == 0 else float(betaincinv(count, total - count + 1, tail))
    high = 1.0 if count == total else float(betaincinv(count + 1, total - count, 1 - tail))
    return low, high


def thresholds(*tails: tuple[str, int]) -> tuple[tuple[str, Threshold], ...]:
    """Write tails by multiples of the observed difference."""
    return tuple((side, Threshold(multiple)) for side, multiple in tails)
