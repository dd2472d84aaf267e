"""Tests of equivalence: is a difference of a margin, or a larger one, ruled out?"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from core.common.claimed import claimable, pvalue_equation, small, told
from core.distributions import Threshold
from core.significance import Resampling
from core.significance.pvalue import Question
from core.significance.resampling import Progress

__all__ = ["Equivalence", "MarginPValue", "equivalence_tests"]


@dataclass(frozen=True, slots=True, repr=False)
class MarginPValue:
    """The p-value of a test against a margin, and how certain it is.

    ``method`` is ``"exact"``, with an ``error_bound``, or ``"monte-carlo"``, with the 99 % ``interval`` of its count.
    """

    value: float
    method: str
    error_bound: float | None
    interval: tuple[float, float] | None
    is_zero: bool  # whether a value of 0 is truly 0

    @property
    def claimed(self) -> float:
        """The smallest p-value that can be claimed: where no resample counted the upper end of the interval."""
        return self.interval[1] if self.interval is not None and self.interval[0] == 0 else self.value

    def claimable(self, form: Callable[[float, int], str] = small) -> str:
        """Return the number, or ``< …`` where no more can be claimed."""
        return claimable(self.value, interval=self.interval, bound=self.error_bound, zero=self.is_zero, form=form)

    def to_dict(self) -> dict[str, Any]:
        """Return what JSON has of it."""
        return {
            "pvalue": told(self.value, self.claimable()),
            "pvalue_text": self.claimable(),
            "method": self.method,
            "error_bound": self.error_bound,
            "pvalue_interval": None if self.interval is None else list(self.interval),
        }

    def __repr__(self) -> str:
        return f"{pvalue_equation(self.claimable('{:.6g}'.format))} ({self.method})"


@dataclass(frozen=True, slots=True)
class Equivalence:
    """Tests against a margin m > 0, from the bootstrap distribution of the difference δ*.

    A small ``noninferiority`` P(δ* ≤ −m) says that experimental is not worse by m, a small ``baseline_noninferiority``
    P(δ* ≥ m) that the baseline is not (the simpler-model story), and a small ``equivalence``, the larger of the two,
    that neither is. Each may be exact or sampled, whatever the method of the comparison's own p-value.
    """

    margin: float
    noninferiority: MarginPValue
    baseline_noninferiority: MarginPValue
    n_resamples: int | None  # None where both are exact
    seed: int | None

    @property
    def equivalence(self) -> MarginPValue:
        """The larger of the two, as far as either can be claimed."""
        return max(self.noninferiority, self.baseline_noninferiority, key=lambda each: (each.claimed, each.value))

    @property
    def noninferiority_pvalue(self) -> float:
        return self.noninferiority.value

    @property
    def baseline_noninferiority_pvalue(self) -> float:
        return self.baseline_noninferiority.value

    @property
    def equivalence_pvalue(self) -> float:
        return self.equivalence.value

    def to_dict(self) -> dict[str, Any]:
        """Return what JSON has of it: each test's p-value, method, error bound and interval."""
        tests = ("noninferiority", "baseline_noninferiority", "equivalence")
        values = {
            name if key == "test" else f"{name}_{key}": value
            for name in tests
            for key, value in getattr(self, name).to_dict().items()
        }
        return {"margin": self.margin, **values, "n_resamples": self.n_resamples, "seed": self.seed}


def equivalence_tests(resampling: Resampling, margin: float, method: str, progress: Progress | None) -> Equivalence:
    """Two one-sided tests against the margin (Schuirmann 1987), from the bootstrap distribution."""
    # How likely it is that the experimental system, and that the baseline, is worse by the margin or more.
    worse, better = (
        _margin_pvalue(resampling, Question(((side, Threshold(offset=offset)),)), method, progress)
        for side, offset in (("<=", -margin), (">=", margin))[:: resampling.observed.metric.sign]
    )
    sampled = "monte-carlo" in (worse.method, better.method)
    return Equivalence(
        margin, worse, better, resampling.n_resamples if sampled else None, resampling.seed if sampled else None
    )


def _margin_pvalue(
    resampling: Resampling, question: Question, method: str, progress: Progress | None
) -> MarginPValue:  # fmt: skip
    pvalue = resampling.pvalue(question, _unless_exact(method), progress=progress)
    is_zero = pvalue.reason is None and pvalue.log10 is None and not pvalue.error_bound
    return MarginPValue(pvalue.value, pvalue.method, pvalue.error_bound, pvalue.interval, is_zero)


def _unless_exact(method: str) -> str:
    # method="exact" is a demand on the test's own p-value; its companions may be sampled, as the interval may.
    return "auto" if method == "exact" else method
