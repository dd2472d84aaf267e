"""The p-value of a test: the probability of its rejection region under the sampling distribution of the difference.

`SamplingDistribution` is the base class of the bootstrap's and the permutation test's distribution. Its method `pvalue`
asks an engine for the tails of the region, and samples if none can compute them.
"""

import math
import operator
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial, reduce
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from scipy.special import betaincinv

from core.common.arrays import Floats
from core.common.claimed import claimable, claimed, json_pvalue, pvalue_equation, small
from core.distributions import Probability, Threshold, certified, total
from core.distributions.distribution import Distribution
from core.distributions.probability import EXACT
from core.errors import NotExactError
from core.significance.learned import learned
from core.significance.observed import ROUNDING, Observed
from core.significance.resampling import BLOCK, Progress, Resampled, resample, seed_from
from core.significance.tilted_sampling import Estimate, Tiltable, TiltedDraws, estimate

if TYPE_CHECKING:
    from core.significance.record import Test

METHODS = ("auto", "exact", "monte-carlo")

_LEVEL = 0.99
# If fewer samples count, tilted samples replace them.
_FEW = 100
# A p-value whose complement is below the first, or below the second and its error, is 1: systems with equal scores
# must have p = 1 exactly.
_ROUNDING, _NEARLY = 1e-12, 1e-8
# Values of a distribution are sums times a unit: they are equal within this fraction of the largest.
_OF_THE_LARGEST = 1e-9


@dataclass(frozen=True)
class RejectionRegion:
    """The differences that count towards a p-value: those at or beyond a threshold, in one tail or in two.

    >>> region = RejectionRegion((("<=", Threshold(-1)), (">=", Threshold(1))), observed=0.1, tolerance=1e-12)
    >>> region.contains(np.array([-0.2, 0.05, 0.1])).tolist()
    [True, False, True]
    """

    # The tails; their thresholds are multiples of the observed difference, or constants.
    tails: tuple[tuple[str, Threshold], ...]
    observed: float = 0.0  # the observed difference δ
    strict: bool = False  # whether differences on a threshold are excluded, as by ``boundary="exclude"``
    tolerance: float = 0.0  # rounding error of a difference: closer differences are equal
    # Whether p is twice the probability of the less probable tail, rather than that of all tails.
    double_the_smaller: bool = False

    @classmethod
    def of(
        cls, test: "Test", alternative: str, observed: float, strict: bool = False, tolerance: float = 0.0
    ) -> "RejectionRegion":
        """Return the differences that count towards the p-value of a test, given the observed difference."""
        tails: tuple[tuple[str, Threshold], ...]
        if alternative == "two-sided":
            tails = (("<=", test.near), (">=", test.far)) if observed >= 0 else (("<=", test.far), (">=", test.near))
        else:
            tails = ((">=" if (alternative == "greater") != test.reverses else "<=", test.far),)
        return cls(tails, observed, strict, tolerance, test.reverses and alternative == "two-sided")

    @property
    def ends(self) -> list[tuple[str, float]]:
        """The tails with their thresholds as numbers."""
        return [(side, threshold.value(self.observed)) for side, threshold in self.tails]

    @property
    def is_everything(self) -> bool:
        """Whether every difference counts, as in a two-sided test of δ = 0."""
        if self.strict or self.double_the_smaller:
            return False
        below, above = ([x for each, x in self.ends if each == side] for side in ("<=", ">="))
        return bool(below and above) and max(below) + self.tolerance >= min(above) - self.tolerance

    @property
    def sides(self) -> list["RejectionRegion"]:
        """One region for each tail if p is twice the smaller, else this region."""
        return self.of_each_tail if self.double_the_smaller else [self]

    @property
    def of_each_tail(self) -> list["RejectionRegion"]:
        """One region for each tail."""
        return [replace(self, tails=(tail,), double_the_smaller=False) for tail in self.tails]

    def contains(self, differences: Floats, tolerance: float | None = None) -> NDArray[np.bool_]:
        """Return whether each difference lies in one of the tails."""
        slack = self.tolerance if tolerance is None else tolerance
        inside = np.zeros(differences.shape, dtype=bool)
        for side, x in self.ends:
            if self.strict:
                inside |= differences < x - slack if side == "<=" else differences > x + slack
            else:
                inside |= differences <= x + slack if side == "<=" else differences >= x - slack
        return inside

    def among(self, distribution: Distribution) -> NDArray[np.bool_]:
        """Return which values of a distribution count."""
        largest = float(np.abs(distribution.values).max(initial=0.0))
        return self.contains(distribution.values, max(self.tolerance, _OF_THE_LARGEST * largest))

    def share(self, distribution: Distribution) -> float:
        """Return the probability that a value counts."""
        return min(float(distribution.mass[self.among(distribution)].sum()), 1.0)

    def shifted(self, by: float) -> "RejectionRegion":
        """Return the region of values increased by ``by``."""
        return replace(self, tails=tuple((side, Threshold(offset=x + by)) for side, x in self.ends))


@dataclass(frozen=True, repr=False)
class PValue:
    """A p-value with its ``error_bound`` if computed, or the 99 % ``interval`` of its count if sampled.

    ``method`` is "exact" (error at most 1e-6 of p), "numerical" (2e-3 of p), "monte-carlo" or
    "approximate". ``engine`` names the method: the engines of both tails, joined by "+", ``"sampling"``,
    ``"tilted-sampling"`` or an approximation, and ``reason`` says why it was sampled. ``log10`` is None if p is exactly
    0. Tilted samples have weights: ``effective`` is the effective sample size.
    """

    value: float
    log10: float | None
    engine: str
    error_bound: float | None = None
    interval: tuple[float, float] | None = None
    reason: str | None = None
    effective: float | None = None
    method: str = "monte-carlo"

    @property
    def claimed(self) -> float:
        """The smallest p-value that can be claimed: the upper end of the interval if no resample counted."""
        return claimed(self.value, self.interval)

    @property
    def is_zero(self) -> bool:
        """Whether a value of 0 is exact, rather than an underflow or a count of no resample."""
        return self.reason is None and self.log10 is None and not self.error_bound

    @property
    def approximation(self) -> str | None:
        """The name of an approximation; None if p was computed or sampled."""
        return self.engine if self.method == "approximate" else None

    def claimable(self, form: Callable[[float, int], str] = small) -> str:
        """Return the number, or ``< …`` if only an upper bound is known."""
        return claimable(self.value, interval=self.interval, bound=self.error_bound, zero=self.is_zero, form=form)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields of a test against a margin for JSON."""
        return {
            "pvalue": json_pvalue(self.value, self.claimable()),
            "pvalue_text": self.claimable(),
            "method": self.method,
            "error_bound": self.error_bound,
            "pvalue_interval": None if self.interval is None else list(self.interval),
        }

    def of_comparison(self) -> dict[str, Any]:
        """Return the fields of a comparison that its p-value fills."""
        return {
            "method": self.method,
            "engine": self.engine,
            "reason": self.reason,
            "pvalue": self.value,
            "log10_pvalue": self.log10,
            "error_bound": self.error_bound,
            "pvalue_interval": self.interval,
            "effective_sample_size": self.effective,
        }

    def __repr__(self) -> str:
        return f"{pvalue_equation(self.claimable('{:.6g}'.format))} ({self.method})"


@dataclass(frozen=True, eq=False)
class SamplingDistribution(ABC):
    """The distribution of the difference on resampled data; a subclass defines the resampling."""

    observed: Observed
    n_resamples: int
    seed: int

    # Whether a sampled p-value counts the observed data among the resamples, (count + 1)/(R + 1).
    plus_one: ClassVar[bool]

    @abstractmethod
    def computed_tail(self, side: str, threshold: Threshold, strict: bool = False) -> Probability:
        """P(difference ≤ threshold) or P(difference ≥ threshold); raises NotExactError with the reason."""

    @property
    @abstractmethod
    def computed_distribution(self) -> Distribution:
        """The whole distribution; raises NotExactError with the reason."""

    @abstractmethod
    def drawn(self) -> tuple[Resampled, Callable[[Floats], Floats]]:
        """What is drawn, and the differences as a function of its sums."""

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
        self, region: RejectionRegion, method: str = "auto", *, plain: bool = False, progress: Progress | None = None
    ) -> PValue:
        """Return the probability of the region: computed if possible, else sampled.

        If few samples count, tilted samples replace them unless ``plain`` is true.

        Raises NotExactError if ``method="exact"`` is not possible; the message gives the reason.
        """
        reason = "method='monte-carlo' was asked for"
        if method != "monte-carlo":
            try:
                found = computed_pvalue(region, self.computed_tail)
                return PValue(1.0, 0.0, found.engine, 0.0, method="exact") if region.is_everything else found
            except NotExactError as error:
                if region.is_everything:
                    return PValue(1.0, 0.0, "enumeration", 0.0, method="exact")
                reason = str(error)
                if method == "exact":
                    raise NotExactError(
                        f"method == 'exact' is not possible here: {reason}. Use method='auto'."
                    ) from None
        one_tail = cache(partial(self._estimate, region.strict))
        plain = plain or method == "monte-carlo"
        if not plain and self.n_resamples > BLOCK:
            # If none of the first samples counts, skip the others.
            tilted = tilted_pvalue(region, self.samples(progress, BLOCK), one_tail, reason, few=1)
            if tilted is not None:
                return tilted
        sampled = sampled_pvalue(region, self.samples(progress), plus_one=self.plus_one, reason=reason)
        if plain:
            return sampled
        return tilted_pvalue(region, self.samples(), one_tail, reason) or sampled

    def _estimate(self, strict: bool, side: str, x: float) -> Estimate | None:
        """One tail by tilted sampling, oriented like `samples`: the worse system is the baseline."""
        sign, law = self._oriented()
        if sign < 0:
            return law._estimate(strict, {"<=": ">=", ">=": "<="}[side], -x)
        edge = self.edge_tail(side, x, strict)
        if edge is not None:
            return Estimate(edge.log, 0.0, math.inf)
        tiltable = self.tiltable()
        if tiltable is None:
            return None
        tail = RejectionRegion(((side, Threshold(offset=x)),), strict=strict, tolerance=self.rounding)
        seed = seed_from(self.seed, int(side == ">="))
        towards = tiltable.towards(x)
        found = None if towards is None else estimate(towards, tail.contains, self.n_resamples, seed)
        if found is None and isinstance(tiltable, TiltedDraws):
            near = learned(tiltable if towards is None else towards, x, self.rounding, seed)
            found = None if near is None else estimate(near, tail.contains, self.n_resamples, seed)
        return found

    def samples(self, progress: Progress | None = None, first: int | None = None) -> Floats:
        """The sampled differences ``(n_resamples,)``, drawn once; or the ``first``, a multiple of the block size."""
        n, found = first or self.n_resamples, self.__dict__.get("_samples", np.zeros(0))
        if len(found) < n:
            of_all = None if progress is None else lambda done, _: progress(done, self.n_resamples)
            sign, law = self._oriented()
            found = np.concatenate([found, sign * resample(*law.drawn(), n, self.seed, of_all, len(found))])
            found.setflags(write=False)
            object.__setattr__(self, "_samples", found)
        return found[:n]

    def sampled_distribution(self) -> Distribution:
        """The distribution of the sampled differences."""
        return Distribution.from_samples(self.samples())

    def _oriented(self) -> tuple[int, "SamplingDistribution"]:
        """The worse system first, so that exchanging the two mirrors every sample; and the sign of its differences."""
        return (-1, replace(self, observed=self.observed.swapped())) if self._is_backwards() else (1, self)

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


def computed_pvalue(region: RejectionRegion, tail: Callable[[str, Threshold, bool], Probability]) -> PValue:
    """Combine the tails of the region, which an engine computes: ``(side, threshold, strict)``.

    Raises NotExactError if an engine cannot compute a tail, or the error of their sum is too large.
    """
    if region.double_the_smaller:
        tails = _smaller(region, tail)
    else:
        tails = [tail(side, threshold, region.strict) for side, threshold in region.tails]
    engine = "+".join(dict.fromkeys(each.engine for each in tails))
    if not region.double_the_smaller and math.fsum(each.value - each.error_bound for each in tails) > 1:
        return PValue(1.0, 0.0, engine, 0.0, method="exact")
    # Double the smaller of two tails, as for sampled p-values.
    smaller = min(tails, key=lambda each: each.log)
    both = certified(smaller).doubled() if region.double_the_smaller else certified(total(*tails))
    method = "exact" if both.relative_error <= EXACT else "numerical"
    if 1 - both.value <= max(_ROUNDING, min(both.error_bound, _NEARLY)):
        return PValue(1.0, 0.0, engine, both.error_bound + max(0.0, 1 - both.value), method=method)
    log10 = both.log / math.log(10) if math.isfinite(both.log) else None
    return PValue(both.value, log10, engine, both.error_bound, method=method)


def _smaller(region: RejectionRegion, tail: Callable[[str, Threshold, bool], Probability]) -> list[Probability]:
    """All tails, or only an empty one: it is the smallest, even if the others cannot be computed."""
    tails, failed = [], None
    for side, threshold in region.tails:
        try:
            tails.append(tail(side, threshold, region.strict))
        except NotExactError as error:
            failed = failed or error
        else:
            if tails[-1].relative_error == 0 and math.isinf(tails[-1].log):
                return tails[-1:]
    if failed is not None:
        raise failed
    return tails


def sampled_pvalue(
    region: RejectionRegion, differences: Floats, *, plus_one: bool, reason: str = "samples were given"
) -> PValue:
    """Count the sampled differences in the region.

    With ``plus_one`` the observed assignment counts as one of the resamples, so that p is never 0 (Phipson & Smyth
    2010).
    """
    total = len(differences)
    count = min(int(each.contains(differences).sum()) for each in region.sides)
    if region.double_the_smaller:
        value = 2 * count / total
        low, high = (min(1.0, 2 * end) for end in clopper_pearson(count, total))
    else:
        value = (count + 1) / (total + 1) if plus_one else count / total
        low, high = clopper_pearson(count, total)
    value = min(value, 1.0)
    return PValue(value, math.log10(value) if value > 0 else None, "sampling", interval=(low, high), reason=reason)


def tilted_pvalue(
    region: RejectionRegion,
    differences: Floats,
    estimate: Callable[[str, float], Estimate | None],
    reason: str,
    few: int = _FEW,
) -> PValue | None:
    """Estimate the tails from tilted samples; None if enough plain samples count or no tilt helps.

    The arguments are `sampled_pvalue`'s; ``estimate`` estimates one tail, ``(side, threshold)``, and fewer
    than ``few`` plain samples are not enough.
    """
    tails = region.ends
    counts = [int(each.contains(differences).sum()) for each in region.of_each_tail]
    if region.double_the_smaller:
        smaller = counts.index(min(counts))
        tails, counts = [tails[smaller]], [counts[smaller]]
    if sum(counts) >= few:
        return None
    found = [each for each in (estimate(*tail) for tail in tails) if each is not None]
    if len(found) < len(tails):
        return None
    both = reduce(operator.add, found)
    times = 2 if region.double_the_smaller else 1
    low, high = (min(max(times * end, math.ulp(0.0)), 1.0) for end in both.interval())
    log = min(both.log + math.log(times), 0.0)
    return PValue(math.exp(log), log / math.log(10), "tilted-sampling", None, (low, high), reason, both.effective)


def clopper_pearson(count: int, total: int, level: float = _LEVEL) -> tuple[float, float]:
    """Return the Clopper–Pearson interval of a proportion (Clopper & Pearson 1934).

    >>> low, high = clopper_pearson(0, 10_000)
    >>> low, round(high, 7)
    (0.0, 0.0005297)
    """
    tail = (1 - level) / 2
    low = 0.0 if count == 0 else float(betaincinv(count, total - count + 1, tail))
    high = 1.0 if count == total else float(betaincinv(count + 1, total - count, 1 - tail))
    return low, high
