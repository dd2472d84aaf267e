"""Tests of equivalence: do the data rule out a difference as large as a margin?

Right-or-wrong items use Tango's score test (`core.inference.tango`), crossed runs use Student's t, and other scores use
the bootstrap distribution of the difference.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.data.paired import PairedScores
from core.distributions import Threshold
from core.errors import OptionError
from core.inference import tango
from core.inference.effect_size import changes_alike
from core.inference.runs import Estimate
from core.metrics import Metric
from core.significance import BootstrapDistribution, RejectionRegion
from core.significance.pvalue import PValue
from core.significance.resampling import Progress


@dataclass(frozen=True, slots=True)
class Equivalence:
    """Tests against a margin m > 0.

    A small ``noninferiority`` shows that experimental is not worse by m; a small ``baseline_noninferiority`` shows that
    the baseline is not worse by m (and may be preferred if simpler); a small ``equivalence``, the larger of the two,
    shows both. The bootstrap p-values are P(δ* ≤ −m) and P(δ* ≥ m). A small ``inferiority``, P(δ* ≥ −m), shows that
    experimental is worse by more than m. Each p-value has its own ``method``.
    """

    margin: float
    noninferiority: PValue
    baseline_noninferiority: PValue
    inferiority: PValue
    n_resamples: int | None  # None if both are exact
    seed: int | None

    @property
    def equivalence(self) -> PValue:
        """The larger of the two one-sided p-values, or of their upper bounds."""
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
        """Return the fields for JSON: each test's p-value, method, error bound and interval."""
        tests = ("noninferiority", "baseline_noninferiority", "equivalence")
        values = {
            name if key == "test" else f"{name}_{key}": value
            for name in tests
            for key, value in getattr(self, name).to_dict().items()
        }
        return {"margin": self.margin, **values, "n_resamples": self.n_resamples, "seed": self.seed}


def check_possible(margin: float, metric: Metric, pair: PairedScores) -> None:
    """Refuse a margin that no difference can reach, because every score is a share of 1.

    >>> from core.metrics import METRICS
    >>> check_possible(0.99, METRICS["mean"], PairedScores.from_scores([0, 1], [1, 1]))
    >>> check_possible(1, METRICS["mean"], PairedScores.from_scores([0, 2], [1, 1]))
    """
    is_share = metric.share
    if metric.fraction is not None and not is_share:
        rows = np.vstack([pair.collapsed.baseline, pair.collapsed.experimental])
        part, whole = (rows @ np.array(weights) for weights in metric.fraction)
        is_share = bool(((part >= 0) & (part <= whole)).all())
    if margin >= 1 and is_share:
        raise OptionError(
            f"margin == {margin:g} is {100 * margin:,.10g} points, but scores from 0 to 1 differ by at most 100: give "
            "it in the scores' own unit, such as 0.01 for one point."
        )


def equivalence_tests(
    resampling: BootstrapDistribution,
    margin: float,
    method: str,
    progress: Progress | None,
    crossed: Estimate | None = None,
) -> Equivalence:
    """Two one-sided tests against the margin (Schuirmann 1987): by Tango's test, Student's t or the bootstrap."""
    sign, counts = resampling.observed.metric.sign, right_or_wrong(resampling)
    if crossed is not None:
        lead = crossed if sign > 0 else crossed.negative()
        worse, better = (_student(each, margin) for each in (lead, lead.negative()))
        shown_worse = _student(lead.negative(), -margin)
    elif counts is not None:
        helped, hurt, n = counts
        worse, better = (_tango(tango.noninferiority(*pair, n, margin)) for pair in ((helped, hurt), (hurt, helped)))
        shown_worse = _tango(tango.inferiority(helped, hurt, n, margin))
    else:
        below, above = ("<=", ">=")[::sign]
        worse, better, shown_worse = (
            _bootstrap(resampling, side, sign * offset, method, progress)
            for side, offset in ((below, -margin), (above, margin), (above, -margin))
        )
    if "monte-carlo" in (worse.method, better.method):
        return Equivalence(margin, worse, better, shown_worse, resampling.n_resamples, resampling.seed)
    return Equivalence(margin, worse, better, shown_worse, None, None)


def right_or_wrong(resampling: BootstrapDistribution) -> tuple[int, int, int] | None:
    """Return the numbers of helped items, hurt items and all items if each is right or wrong.

    None for other scores, and if clusters, strata or runs are resampled.
    """
    observed = resampling.observed
    linear, (helped, hurt, tied) = observed.linear, observed.helped_hurt_tied
    if type(resampling) is not BootstrapDistribution or observed.strata is not None or not changes_alike(observed):
        return None
    if linear is None or helped is None or hurt is None or tied is None:
        return None
    if linear.w[0] != 1:  # an item represents a cluster of several items
        return None
    a, e, _ = observed.rows
    if not np.isin(observed.metric.score(np.vstack([a, e])), (0.0, 1.0)).all():
        return None
    return helped, hurt, helped + hurt + tied


def _approximate(value: float, name: str, zero: bool = False) -> PValue:
    """The p-value of an approximation; ``zero`` says whether a value of 0 is exact."""
    return PValue(value, None if zero else math.log10(value or math.ulp(0.0)), name, method="approximate")


def _tango(value: float) -> PValue:
    return _approximate(value, "Tango's score test")


def _student(lead: Estimate, margin: float) -> PValue:
    return _approximate(lead.at_least(-margin), "Student's t", zero=not lead.error)


def _bootstrap(
    resampling: BootstrapDistribution, side: str, x: float, method: str, progress: Progress | None
) -> PValue:
    region = RejectionRegion(((side, Threshold(offset=x)),), tolerance=resampling.observed.tolerance)
    # method="exact" applies to the test's p-value; the p-values against the margin and the interval may be sampled.
    return resampling.pvalue(region, "auto" if method == "exact" else method, progress=progress)
