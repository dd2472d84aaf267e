"""Scores of each item, whether it was helped or hurt, and its contribution to the difference."""

from typing import NamedTuple

import numpy as np

from core.common.arrays import Floats, Integers
from core.data.item_statistics import strata_of
from core.data.paired import PairedScores
from core.metrics import resolve_metric
from core.metrics.samples import scored_by_samples
from core.significance.observed import Observed


class Items(NamedTuple):
    """One value per item, shape ``(n,)`` each.

    ``baseline`` and ``experimental`` are the items' own scores (None if single items have none). ``pull`` is the
    item's contribution to the difference: its term if the difference is a sum over the items (``additive``), else half
    of the decrease of the difference when the item's outputs are swapped; for items in strata, the contribution to
    the stratum's difference divided by the number of strata. ``change`` is the item's own
    difference, or its pull if it has no score. ``change * sign`` is > 0 if the item was helped; ``sign`` is −1 if
    lower is better.
    """

    baseline: Floats | None
    experimental: Floats | None
    change: Floats
    pull: Floats
    additive: bool
    sign: int = 1

    def gain_and_loss(self) -> tuple[float, float]:
        """Return the contribution of the helped items to the difference, and that of the hurt items (negative)."""
        better = self.sign * self.pull
        return float(self.pull[better > 0].sum()), float(self.pull[better < 0].sum())


def items_of(pair: PairedScores, metric: str) -> Items:
    """Return the scores and contributions of each item under the metric.

    >>> items = items_of(PairedScores.from_scores([0, 1, 0, 1], [1, 1, 1, 0]), "mean")
    >>> items.change.tolist(), items.pull.tolist(), items.additive
    ([1.0, 0.0, 1.0, -1.0], [0.25, 0.0, 0.25, -0.25], True)
    """
    pair = scored_by_samples(pair, metric)
    row = resolve_metric(metric, pair)
    pair = pair.only(row.columns)
    observed = Observed(pair, row)
    change = observed.item_differences
    before = None if change is None else row.score(pair.baseline)
    after = None if change is None else row.score(pair.experimental)
    strata, places = ((), np.zeros(len(pair), dtype=np.int64)) if pair.strata is None else strata_of(pair.strata)
    pull, additive = np.empty(len(pair)), True
    for stratum in range(len(strata) or 1):  # each has as much of the macro average
        of = places == stratum
        pulls, is_sum = _pulls(Observed(pair.with_items(pair.baseline[of], pair.experimental[of], None), row))
        pull[of] = pulls / (len(strata) or 1)
        additive = additive and is_sum
    own = pull if change is None else change
    return Items(before, after, own, pull, additive, row.sign)


def _pulls(observed: Observed) -> tuple[Floats, bool]:
    """Return each item's contribution, and whether the difference is the sum of the contributions."""
    pair, fraction = observed.pair, observed.metric.fraction
    if fraction is None or observed.linear is None:
        return observed.contributions(pair.baseline, pair.experimental), observed.linear is not None
    numerator, denominator = map(np.array, fraction)
    pulls: Floats = (pair.experimental - pair.baseline) @ numerator / (pair.baseline.sum(axis=0) @ denominator)
    return pulls, True


def labels_of(pair: PairedScores, rows: Integers | None = None) -> dict[str, list[str]] | None:
    """Return each item's gold label and both predictions, or None if the pair was not counted from single labels.

    ``rows`` selects items.
    """
    if not pair.labels:
        return None
    # Per label the statistics are right, predicted and gold.
    marks = {
        "gold": pair.baseline[:, 2::3],
        "baseline": pair.baseline[:, 1::3],
        "experimental": pair.experimental[:, 1::3],
    }
    if any((counts.sum(axis=1) != 1).any() for counts in marks.values()):
        return None  # clusters hold several items
    names = np.array(pair.labels)
    wanted = slice(None) if rows is None else rows
    return {name: names[counts[wanted].argmax(axis=1)].tolist() for name, counts in marks.items()}
