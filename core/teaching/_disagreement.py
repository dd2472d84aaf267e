"""Why tools disagree: one pair of systems under every definition of the p-value in `core.teaching.definitions`."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from core.common.arguments import check_progress, check_whole
from core.common.display import Displayed
from core.data.intake import as_units
from core.data.paired import PairedScores
from core.data.synthetic import helped_hurt
from core.metrics import Metric, resolve_metric
from core.significance.observed import Observed
from core.significance.resampling import Progress
from core.teaching.definitions import DEFINITIONS, Definition
from core.teaching.pair_tails import PairTails, Share

__all__ = ["LESSONS", "DefinedPValue", "Disagreement", "Lesson", "disagreement"]


@dataclass(frozen=True)
class Lesson:
    """A small data set on which the definitions part."""

    title: str
    n: int
    helped: int
    hurt: int
    both_correct: int

    def pair(self) -> PairedScores:
        """Make its 0/1 scores."""
        return helped_hurt(self.n, self.helped, self.hurt, self.both_correct)


LESSONS: dict[str, Lesson] = {
    "few-changes": Lesson("50 items, 6 helped, 1 hurt", 50, 6, 1, 30),
    "identical": Lesson("Two identical systems, 50 items", 50, 0, 0, 30),
    "ten-questions": Lesson("Ten questions", 10, 4, 3, 2),
}


@dataclass(frozen=True)
class DefinedPValue:
    """The p-value of one definition: ``method`` is ``"exact"``, ``"monte-carlo"``, or None where it has none.

    ``reason`` says why it was sampled or why there is none. ``interval`` is the 99 % interval of a sampled one; it
    begins at 0 where not one resample counted. ``error_bound`` bounds the error of an exact one.
    """

    definition: Definition
    pvalue: float | None
    method: str | None
    reason: str | None
    interval: tuple[float, float] | None = None
    error_bound: float = 0.0

    @property
    def none_counted(self) -> bool:
        """Whether not one resample counted, which leaves of the p-value only that it is small."""
        return self.interval is not None and self.interval[0] == 0

    @property
    def claimed_pvalue(self) -> float | None:
        """The smallest p-value that can be claimed: where none counted the upper end of its interval, elsewhere p."""
        return self.interval[1] if self.interval and self.none_counted else self.pvalue


@dataclass(frozen=True, repr=False)
class Disagreement(Displayed):
    """One pair of systems under every definition."""

    metric: str
    n_items: int
    helped: int | None
    hurt: int | None
    both_correct: int | None
    difference: float
    n_resamples: int
    seed: int
    digest: str
    rows: tuple[DefinedPValue, ...] = field(repr=False)
    unit: str = "item"  # or "cluster", of which n_items, helped and hurt then are the numbers

    def significant(self, alpha: float = 0.05) -> tuple[str, ...]:
        """Return the keys of the definitions by which p ≤ α."""
        return tuple(row.definition.key for row in self.rows if row.pvalue is not None and row.pvalue <= alpha)

    def null_design(self, most_items: int = 2_000) -> tuple[int, float, float | None] | None:
        """Return ``(n, changed, both_correct)`` of 0/1 data like these for `type_one_errors`, or None.

        The shares of items changed and both correct are those of the data; of more items only ``most_items`` are taken,
        because the type-I error hardly changes with n once hundreds of items changed.
        """
        if self.helped is None or self.hurt is None:
            return None
        changed = (self.helped + self.hurt) / self.n_items
        both = None if self.both_correct is None else self.both_correct / self.n_items
        return min(self.n_items, most_items), changed, both

    def records(self) -> list[dict[str, Any]]:
        """Return one row per definition, for a table or a file."""
        return [
            {
                "definition": row.definition.key,
                "name": row.definition.name,
                "formula": row.definition.formula,
                "sides": row.definition.sides,
                "pvalue": row.pvalue,
                "method": row.method,
                "reason": row.reason,
                "used_by": row.definition.used_by,
                "effect": row.definition.effect,
                "report": row.definition.report,
            }
            for row in self.rows
        ]


def disagreement(
    pair: PairedScores,
    *,
    metric: str | Metric = "mean",
    n_resamples: int = 10_000,
    seed: int = 0,
    progress: Progress | None = None,
) -> Disagreement:
    """Compute one pair's p-value under every definition in use.

    Parameters
    ----------
    pair : PairedScores
        Both systems' statistics.
    metric : str or Metric
        As in `core.compare`.
    n_resamples, seed : int
        For the definitions that sample, and wherever no exact engine applies.
    progress : callable, optional
        Called with (done, total) while sampling; returning False stops with `Stopped`.

    Raises
    ------
    OptionError
        If an argument is outside its range or the metric does not fit the data.

    Examples
    --------
    >>> result = disagreement(LESSONS["identical"].pair())
    >>> result.significant(0.05)
    ('bootstrap-strict', 'shifted-bootstrap-strict', 'permutation-strict', 'folded')
    """
    unit = "cluster" if isinstance(pair, PairedScores) and pair.clusters is not None else "item"
    pair = as_units(pair)
    n_resamples = check_whole("n_resamples", n_resamples, 1, 10_000_000, "; 10,000 is usual")
    seed = check_whole("seed", seed, 0)
    check_progress(progress)
    observed = Observed(pair, resolve_metric(metric, pair))
    tails = PairTails(observed, n_resamples, seed, progress)
    helped, hurt, _ = observed.helped_hurt_tied if observed.per_item else (None, None, None)
    return Disagreement(
        metric=observed.metric.name,
        n_items=len(pair),
        helped=helped,
        hurt=hurt,
        both_correct=_both_correct(observed),
        difference=observed.difference,
        n_resamples=n_resamples,
        seed=seed,
        digest=pair.digest,
        rows=tuple(_defined(row, tails) for row in DEFINITIONS.values()),
        unit=unit,
    )


def _defined(row: Definition, tails: PairTails) -> DefinedPValue:
    share: Share = row.value(tails)
    return DefinedPValue(row, share.value, share.method, share.reason, share.interval, share.error_bound)


def _both_correct(observed: Observed) -> int | None:
    """How many items both systems have right, or None where items are not simply right or wrong."""
    a, e, counts = observed.pair.collapsed
    right_or_wrong = observed.metric.per_item and a.shape[1] == 2 and (a[:, 1] == 1).all() and (e[:, 1] == 1).all()
    if not right_or_wrong or not np.isin(np.stack([a, e]), (0, 1)).all():
        return None
    return int(counts[(a[:, 0] == 1) & (e[:, 0] == 1)].sum())
