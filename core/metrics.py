"""Metrics: pure functions of summed statistics.

===============  =============================================  ==========================================
name             statistics of an item                          score of their sums S
===============  =============================================  ==========================================
mean             score, 1                                       S0 / S1
ratio            numerator, denominator                         S0 / S1
f1               recall num., den., precision num., den.        2PR / (P + R), P = S2 / S3, R = S0 / S1
recall           as f1                                          S0 / S1
precision        as f1                                          S2 / S3
f1-errors        true positives, errors (fp + fn)               S0 / (S0 + ½·S1)
accuracy         per label: tp, predicted, gold                 Σ tp / Σ gold
micro-f1         per label: tp, predicted, gold                 2·Σ tp / (Σ predicted + Σ gold)
macro-f1         per label: tp, predicted, gold                 mean over the labels of 2·tp / (pred. + gold)
precision:LABEL  per label: tp, predicted, gold                 tp / predicted of LABEL
recall:LABEL     per label: tp, predicted, gold                 tp / gold of LABEL
f1:LABEL         per label: tp, predicted, gold                 2·tp / (predicted + gold) of LABEL
===============  =============================================  ==========================================

0/0 is 0. A new metric is one row of `METRICS`: either the weights of a fraction of sums, which lets the exact engines
see that it is one, or any function of the sums.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.arguments import argument
from core.errors import DataError, OptionError
from core.item_statistics import DEFAULT_COLUMNS
from core.paired import PairedScores
from core.phrases import first_few, metric_words, shown

__all__ = ["METRICS", "Metric", "divide", "fitting_metrics", "resolve_metric"]

Floats = NDArray[Any]
Integers = NDArray[Any]


@dataclass(frozen=True)
class Metric:
    """A named score of summed statistics.

    Parameters
    ----------
    name : str
        As used in `compare`, on the command line and on the page.
    columns : strings
        What each of the ``k`` statistics of an item counts.
    score : callable
        Maps sums of shape ``(..., k)`` to scores of shape ``(...)``, vectorised over the leading axes.
    fraction : pair of k-tuples, optional
        The weights ``(numerator, denominator)`` where the score is ``S·numerator / S·denominator``.
    per_item : bool
        Whether the score of one item alone has a meaning, so that items can be called helped or hurt.
    parts : pairs of k-tuples
        The weights of the fractions that the score is made of, where it is none itself: an item's 1/0 is refused.
    rational : callable, optional
        Where the score is no such fraction: maps whole sums, an object array of Python's integers ``(..., k)``, to the
        score's numerator and denominator, so that ties are told without rounding.

    Examples
    --------
    >>> METRICS["mean"].score(np.array([3.0, 4.0]))
    array(0.75)
    """

    name: str
    columns: tuple[str, ...]
    score: Callable[[Floats], Floats]
    fraction: tuple[tuple[float, ...], tuple[float, ...]] | None = None
    per_item: bool = False
    parts: tuple[tuple[tuple[float, ...], tuple[float, ...]], ...] = ()
    rational: Callable[[Integers], tuple[Integers, Integers]] | None = None

    @property
    def quotients(self) -> tuple[tuple[tuple[float, ...], tuple[float, ...]], ...]:
        """The weights of every fraction that the score is made of, as far as they are known."""
        return self.parts if self.fraction is None else (self.fraction,)

    def rational_score(self, sums: Integers) -> tuple[Integers, Integers] | None:
        """Return numerator and denominator > 0 of the score of whole sums of any size, or None where it is unknown.

        Multiplying all sums by one number must not change the score.
        """
        if self.fraction is None:
            return None if self.rational is None else self.rational(sums)
        top, bottom = ([Fraction(weight) for weight in weights] for weights in self.fraction)
        whole = math.lcm(*(weight.denominator for weight in (*top, *bottom)))
        return quotient(
            *(sums @ np.array([int(w * whole) for w in weights], dtype=object) for weights in (top, bottom))
        )


def divide(numerator: Floats, denominator: Floats) -> Floats:
    """Divide elementwise, with 0/0 (and x/0) as 0, as the field does for precision, recall and F1."""
    numerator, denominator = np.asarray(numerator, dtype=float), np.asarray(denominator, dtype=float)
    out = np.zeros(np.broadcast_shapes(numerator.shape, denominator.shape))
    return np.divide(numerator, denominator, out=out, where=denominator != 0)


def quotient(numerator: Integers, denominator: Integers) -> tuple[Integers, Integers]:
    """Return numerator and denominator with the sign above and x/0 as 0/1, of Python's integers elementwise.

    Examples
    --------
    >>> [each.tolist() for each in quotient(np.array([1, 2, 0], dtype=object), np.array([-3, 0, 0], dtype=object))]
    [[-1, 0, 0], [3, 1, 1]]
    """
    zero = denominator == 0
    sign = np.where(denominator < 0, -1, 1).astype(object)
    return np.where(zero, 0, sign * numerator), np.where(zero, 1, sign * denominator)


def _fraction(
    name: str,
    columns: tuple[str, ...],
    numerator: tuple[float, ...],
    denominator: tuple[float, ...],
    per_item: bool = False,
) -> Metric:
    # A partial function, unlike a lambda, can be pickled, and so can what holds the metric.
    weights = np.array([numerator, denominator])
    weights.setflags(write=False)
    score = partial(_share, *weights)
    return Metric(name, columns, score, (numerator, denominator), per_item)


def _share(top: Floats, bottom: Floats, sums: Floats) -> Floats:
    return divide(sums @ top, sums @ bottom)


def _harmonic(sums: Floats) -> Floats:
    recall = divide(sums[..., 0], sums[..., 1])
    precision = divide(sums[..., 2], sums[..., 3])
    return divide(2 * precision * recall, precision + recall)


def _rational_harmonic(sums: Integers) -> tuple[Integers, Integers]:
    recall, precision = quotient(sums[..., 0], sums[..., 1]), quotient(sums[..., 2], sums[..., 3])
    return quotient(2 * precision[0] * recall[0], precision[0] * recall[1] + recall[0] * precision[1])


def _rational_macro_f1(sums: Integers) -> tuple[Integers, Integers]:
    triples = sums.reshape(*sums.shape[:-1], -1, 3)
    top, bottom = quotient(2 * triples[..., 0], triples[..., 1] + triples[..., 2])
    n_labels = triples.shape[-2]
    numerator, denominator = top[..., 0], bottom[..., 0]
    for label in range(1, n_labels):
        numerator = numerator * bottom[..., label] + top[..., label] * denominator
        denominator = denominator * bottom[..., label]
    return numerator, denominator * n_labels


def _macro_f1(sums: Floats) -> Floats:
    triples = sums.reshape(*sums.shape[:-1], -1, 3)
    per_label: Floats = divide(2 * triples[..., 0], triples[..., 1] + triples[..., 2]).mean(axis=-1)
    return per_label


# Of statistics counted from labels: per label the weights of (tp, predicted, gold) above and below the line.
_OF_LABELS = {
    "accuracy": ((1.0, 0.0, 0.0), (0.0, 0.0, 1.0)),
    "micro-f1": ((2.0, 0.0, 0.0), (0.0, 1.0, 1.0)),
    "precision": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0)),
    "recall": ((1.0, 0.0, 0.0), (0.0, 0.0, 1.0)),
    "f1": ((2.0, 0.0, 0.0), (0.0, 1.0, 1.0)),
}


def _of_labels(name: str, label: str | None = None) -> Callable[[PairedScores], Metric]:
    def bind(pair: PairedScores) -> Metric:
        labels = pair.labels or ()
        if label is not None and label not in labels:
            raise OptionError(
                f"metric == {f'{name}:{label}'!r}, but the labels are {first_few(labels, width=40)}: choose one of "
                "them."
            )
        top, bottom = _OF_LABELS[name]
        chosen = [label is None or label == each for each in labels]
        weights = [tuple(w * use for use in chosen for w in side) for side in (top, bottom)]
        full_name = name if label is None else f"{name}:{label}"
        return _fraction(full_name, pair.columns, weights[0], weights[1], per_item=name == "accuracy")

    return bind


_FOUR_COUNTS = DEFAULT_COLUMNS[4]
_RECALL = (1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0)
_PRECISION = (0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 0.0, 1.0)

METRICS: dict[str, Metric | Callable[[PairedScores], Metric]] = {
    "mean": _fraction("mean", ("score", "items"), (1.0, 0.0), (0.0, 1.0), per_item=True),
    "ratio": _fraction("ratio", ("numerator", "denominator"), (1.0, 0.0), (0.0, 1.0), per_item=True),
    "f1": Metric("f1", _FOUR_COUNTS, _harmonic, parts=(_RECALL, _PRECISION), rational=_rational_harmonic),
    "recall": _fraction("recall", _FOUR_COUNTS, *_RECALL, per_item=True),
    "precision": _fraction("precision", _FOUR_COUNTS, *_PRECISION, per_item=True),
    "f1-errors": _fraction("f1-errors", ("true_positives", "errors"), (1.0, 0.0), (1.0, 0.5)),
    "accuracy": _of_labels("accuracy"),
    "micro-f1": _of_labels("micro-f1"),
    "macro-f1": lambda pair: Metric("macro-f1", pair.columns, _macro_f1, rational=_rational_macro_f1),
}

# What the user has to bring for a metric that does not fit the data at hand.
_NEEDS = {
    "mean": "one number an item",
    "ratio": "two numbers an item (numerator, denominator)",
    **dict.fromkeys(
        ("f1", "recall", "precision"),
        "four numbers an item (recall numerator and denominator, precision numerator and denominator)",
    ),
    "f1-errors": "two numbers an item (true positives, errors)",
}


def resolve_metric(metric: str | Metric, pair: PairedScores) -> Metric:
    """Return the metric of that name, fitted to the pair's columns.

    Raises
    ------
    OptionError
        If the name is unknown, or the pair holds other statistics than the metric needs.
    DataError
        If a numerator stands over a denominator of 0, or a denominator is below 0.
    """
    row = _fitted(metric, pair)
    for numerator, denominator in row.quotients:
        _check_quotient(row.name, pair, np.array(numerator), np.array(denominator))
    return row


def _check_quotient(name: str, pair: PairedScores, numerator: Floats, denominator: Floats) -> None:
    """Refuse 1/0 of an item: 0/0 is 0, but of 1/0 nobody knows what it says."""
    a, e, _ = pair.collapsed
    for system, rows, side in ((pair.baseline_name, a, "baseline"), (pair.experimental_name, e, "experimental")):
        top, bottom = rows @ numerator, rows @ denominator
        wrong = np.flatnonzero((bottom < 0) | ((bottom == 0) & (top != 0)))
        if not len(wrong):
            continue
        at = int(np.flatnonzero((getattr(pair, side) == rows[wrong[0]]).all(axis=1))[0])
        which = f"item {at + 1}" if pair.ids is None else f"item {shown(pair.ids[at])}"
        raise DataError(
            f"{system}: {which} has {top[wrong[0]]:g} over {bottom[wrong[0]]:g} in its {metric_words(name)}: a "
            "denominator must be above 0, or 0 below a 0. Correct the item, or leave it out."
        )


def _fitted(metric: str | Metric, pair: PairedScores) -> Metric:
    if not isinstance(metric, str | Metric):
        raise OptionError(f"{argument('metric', metric)}, must be the name of a metric: {', '.join(METRICS)}.")
    if isinstance(metric, Metric):
        if len(metric.columns) != len(pair.columns):
            raise OptionError(
                f"metric == {metric.name!r} needs {len(metric.columns)} statistics an item "
                f"({', '.join(metric.columns)}), but the data have {len(pair.columns)} ({', '.join(pair.columns)})."
            )
        return metric
    family, colon, label = metric.partition(":")
    if colon and family in ("precision", "recall", "f1"):
        _require_labels(metric, pair)
        return _of_labels(family, label)(pair)
    if metric not in METRICS:
        known = ", ".join(METRICS)
        raise OptionError(f"metric == {metric!r}, must be one of {known}, or precision:LABEL, recall:LABEL, f1:LABEL.")
    row = METRICS[metric]
    if not isinstance(row, Metric):
        _require_labels(metric, pair)
        return row(pair)
    if not _fits(row, pair):
        raise OptionError(
            f"metric == {metric!r} needs {_NEEDS[metric]}, but the data hold {_held(pair)}: "
            f"{_suggestion(pair)}, or choose other columns."
        )
    return row


def fitting_metrics(pair: PairedScores) -> list[str]:
    """Return the metrics that can be computed from these statistics, the usual one first.

    Examples
    --------
    >>> fitting_metrics(PairedScores.from_scores([[1, 2], [3, 4]], [[2, 2], [3, 4]]))
    ['ratio', 'f1-errors']
    """
    of_one_label = [f"{family}:{label}" for label in pair.labels or () for family in ("f1", "precision", "recall")]
    return [*_fitting_rows(pair), *of_one_label]


def _fitting_rows(pair: PairedScores) -> list[str]:
    return [name for name, row in METRICS.items() if _fits(row, pair)]


def _fits(row: Metric | Callable[[PairedScores], Metric], pair: PairedScores) -> bool:
    if pair.labels or not isinstance(row, Metric):
        return bool(pair.labels) and not isinstance(row, Metric)
    is_score = pair.columns == ("score", "items")
    return len(row.columns) == len(pair.columns) and (row.name == "mean") == is_score


def _require_labels(metric: str, pair: PairedScores) -> None:
    if not pair.labels:
        raise OptionError(
            f"metric == {metric!r} needs gold labels and both systems' predictions, but the data hold {_held(pair)}: "
            f"read labels (--gold), or {_suggestion(pair)}."
        )


def _held(pair: PairedScores) -> str:
    return f"labels {first_few(pair.labels, width=40)}" if pair.labels else ", ".join(pair.columns)


def _suggestion(pair: PairedScores) -> str:
    *others, last = _fitting_rows(pair) or ["other statistics"]
    return f"use {', '.join(others)} or {last}" if others else f"use {last}"
