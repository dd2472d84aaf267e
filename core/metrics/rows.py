"""The registry of metrics; the first that fits the data is the default."""

import numpy as np

from core.common.arrays import Floats, Integers
from core.data.item_statistics import DEFAULT_COLUMNS
from core.metrics.averaging import side_by_side
from core.metrics.labels import label_rows
from core.metrics.record import Metric, divide, quotient
from core.metrics.translation import translation_rows

_RECALL = (1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0)
_PRECISION = (0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 0.0, 1.0)


def _harmonic(sums: Floats) -> Floats:
    recall = divide(sums[..., 0], sums[..., 1])
    precision = divide(sums[..., 2], sums[..., 3])
    return divide(2 * precision * recall, precision + recall)


def _rational_harmonic(sums: Integers) -> tuple[Integers, Integers]:
    recall, precision = quotient(sums[..., 0], sums[..., 1]), quotient(sums[..., 2], sums[..., 3])
    return quotient(2 * precision[0] * recall[0], precision[0] * recall[1] + recall[0] * precision[1])


# The three whose F1 the CoNLL shared tasks of 2011 and 2012 averaged.
_CONLL = ("muc", "bcub", "ceafe")
_CONLL_COLUMNS = tuple(f"{name}:{column}" for name in _CONLL for column in DEFAULT_COLUMNS[4])


_F1 = Metric(
    "f1", DEFAULT_COLUMNS[4], _harmonic, parts=(_RECALL, _PRECISION), rational=_rational_harmonic,
    words="F1", share=True, formula="2PR / (P + R) of precision P and recall R",
)  # fmt: skip
_QUOTIENT = (1.0, 0.0), (0.0, 1.0)
# A language model's loss on an item, and the item's words or bytes.
_LIKELIHOODS = ("negative_log_likelihood", "units")
# Logarithms are clipped here, because exp overflows above 709.
_LARGEST = 700.0


def _exponential(logarithm: Floats) -> Floats:
    return np.exp(np.minimum(logarithm, _LARGEST))


_ROWS = (
    Metric("mean", DEFAULT_COLUMNS[1], fraction=((1, 0), (0, 1)), formula="sum of scores / items"),
    Metric(
        "ratio", DEFAULT_COLUMNS[2], fraction=((1, 0), (0, 1)), formula="sum of numerators / sum of denominators"
    ),
    _F1,
    Metric(
        "recall", DEFAULT_COLUMNS[4], fraction=_RECALL, words="recall", share=True,
        formula="sum of recall numerators / sum of recall denominators",
    ),
    Metric(
        "precision", DEFAULT_COLUMNS[4], fraction=_PRECISION, words="precision", share=True,
        formula="sum of precision numerators / sum of precision denominators",
    ),
    Metric(
        "f1-errors", ("true_positives", "errors"), fraction=((1, 0), (1, 0.5)), per_item=False,
        words="F1", share=True, formula="tp / (tp + ½ errors), errors = false positives + false negatives",
    ),
    Metric(
        "conll", _CONLL_COLUMNS, **side_by_side(_F1, len(_CONLL)),
        words="CoNLL F1", share=True, formula="mean of the F1 of MUC, B³ and CEAFe",
    ),
    Metric(
        "perplexity", _LIKELIHOODS, link=(Metric("log-perplexity", _LIKELIHOODS, fraction=_QUOTIENT), _exponential),
        parts=(_QUOTIENT,), per_item=True, words="perplexity", higher_is_better=False,
        formula="exp(negative log-likelihood / words or bytes)",
    ),
    *label_rows(),
    *translation_rows(),
)  # fmt: skip

METRICS: dict[str, Metric] = {row.name: row for row in _ROWS}


def counts_columns() -> list[tuple[str, ...]]:
    """Return the columns of each metric of counts, which a table may name; those with the most columns first."""
    counted = (row for row in METRICS.values() if row.columns and row.name != "mean" and row.needs != "text")
    return sorted(dict.fromkeys(row.columns for row in counted), key=len, reverse=True)
