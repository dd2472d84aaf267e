"""BLEU, chrF, chrF++ and TER: sacreBLEU's formulas on sacreBLEU's statistics, for many resamples at once.

`core.readers.segments` has sacreBLEU count the statistics of each segment; here its scores are computed from their
sums, with its default settings: four n-gram orders and "exp" smoothing for BLEU, β = 2 for chrF, per cent everywhere.
"""

from typing import Any

import numpy as np

from core.common.arrays import Floats
from core.metrics.record import Metric, divide

_BLEU_ORDERS = 4
_CHARACTER_ORDERS, _WORD_ORDERS = 6, 2
# β² in the F score of chrF.
_RECALL_COUNTS = 4


def translation_rows() -> list[Metric]:
    """Return the rows of the registry; each needs its own statistics among those of the segments."""
    orders = range(1, _BLEU_ORDERS + 1)
    of_bleu = ("hypothesis", "reference", *(f"correct_{n}" for n in orders), *(f"total_{n}" for n in orders))
    of_chrf = [f"{what}_c{n}" for n in range(1, _CHARACTER_ORDERS + 1) for what in ("hypothesis", "reference", "match")]
    of_words = [f"{what}_w{n}" for n in range(1, _WORD_ORDERS + 1) for what in ("hypothesis", "reference", "match")]
    return [
        Metric("bleu", _named("bleu", of_bleu), _bleu, needs="text", words="BLEU", formula="sacreBLEU's BLEU"),
        Metric("chrf", _named("chrf", of_chrf), _chrf, needs="text", words="chrF", formula="sacreBLEU's chrF2"),
        Metric(
            "chrf++", _named("chrf++", [*of_chrf, *of_words]), _chrf, needs="text", words="chrF++",
            formula="sacreBLEU's chrF2++",
        ),
        Metric(
            "ter", _named("ter", ("edits", "reference")), fraction=((100, 0), (0, 1)), needs="text", words="TER",
            higher_is_better=False, formula="100 · edits / words of the reference",
        ),
    ]  # fmt: skip


def _named(metric: str, statistics: Any) -> tuple[str, ...]:
    return tuple(f"{metric}:{each}" for each in statistics)


def _bleu(sums: Floats) -> Floats:
    """The brevity penalty times the geometric mean of the n-gram precisions (Papineni et al. 2002).

    Smoothing "exp" replaces the k-th precision of 0 by 1/2ᵏ of an n-gram.
    """
    sums = np.asarray(sums, dtype=float)
    hypothesis, reference = sums[..., 0], sums[..., 1]
    correct, total = sums[..., 2 : 2 + _BLEU_ORDERS], sums[..., 2 + _BLEU_ORDERS :]
    halved = 0.5 ** np.cumsum(correct <= 0, axis=-1)
    precisions = 100 * divide(np.where(correct > 0, correct, halved), np.maximum(total, 0))
    logs = np.log(np.where(precisions > 0, precisions, 1.0)).mean(axis=-1)
    brevity = np.where(hypothesis > 0, 1 - divide(np.maximum(reference, hypothesis), hypothesis), 0.0)
    scored = np.any(correct > 0, axis=-1) & np.all(total > 0, axis=-1) & ((hypothesis > 0) | (reference <= 0))
    return np.where(scored, np.exp(brevity + logs), 0.0)


def _chrf(sums: Floats) -> Floats:
    """The F score of mean precision and mean recall over the n-gram orders that both sides have (Popović 2015)."""
    sums = np.asarray(sums, dtype=float)
    hypothesis, reference, match = np.moveaxis(sums.reshape(*sums.shape[:-1], -1, 3), -1, 0)
    counted = (hypothesis > 0) & (reference > 0)
    orders = counted.sum(axis=-1)
    precision = divide(divide(match, np.where(counted, hypothesis, 0)).sum(axis=-1), orders)
    recall = divide(divide(match, np.where(counted, reference, 0)).sum(axis=-1), orders)
    return 100 * divide((1 + _RECALL_COUNTS) * precision * recall, _RECALL_COUNTS * precision + recall)
