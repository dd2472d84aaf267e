"""Choose the metrics that fit given statistics, and fit a metric to them."""

from dataclasses import replace

import numpy as np

from core.common.arguments import argument
from core.common.arrays import Floats
from core.common.phrases import first_few, shown
from core.data.paired import PairedScores
from core.errors import DataError, OptionError
from core.metrics.record import Metric
from core.metrics.rows import METRICS
from core.metrics.samples import is_pass, most_tries, pass_metric

_ANY_LABEL = ":LABEL"
_NUMBERS = ("no number", "one number", "two numbers", "three numbers", "four numbers")


def resolve_metric(metric: str | Metric, pair: PairedScores) -> Metric:
    """Return the metric of that name, fitted to the pair's columns and the direction of its scores.

    Raises OptionError if the name is unknown, or the pair does not have the statistics of the metric, and DataError if
    a denominator is 0 with a nonzero numerator, or below 0.
    """
    row = _fitted(metric, pair)
    if pair.lower_is_better and isinstance(metric, str) and not pair.labels:
        row = replace(row, higher_is_better=False)
    for numerator, denominator in row.quotients:
        _check_quotient(row, pair, np.array(numerator), np.array(denominator))
    return row


def fitting_metrics(pair: PairedScores) -> list[str]:
    """Return the metrics that can be computed from these statistics, the default first.

    >>> fitting_metrics(PairedScores.from_scores([[1, 2], [3, 4]], [[2, 2], [3, 4]]))[:3]
    ['ratio', 'f1-errors', 'perplexity']
    """
    # Statistics with the names of a metric's statistics belong to that metric.
    names = sorted(_fitting_rows(pair), key=lambda name: METRICS[name].columns != pair.columns)
    whole = [name for name in names if not name.endswith(_ANY_LABEL)]
    families = [name.removesuffix("LABEL") for name in names if name.endswith(_ANY_LABEL)]
    k = most_tries(pair)
    of_samples = [f"pass@{k}", f"pass^{k}"] if k else []
    return [*whole, *of_samples, *(f"{family}{label}" for label in pair.labels or () for family in families)]


def metric_words(metric: str) -> str:
    """Return the metric's name for use in a sentence.

    >>> metric_words("macro-f1"), metric_words("f1:positive"), metric_words("mean")
    ('macro-F1', 'F1 of positive', 'mean')
    """
    row, label = _registered(metric)
    if row is None:
        return metric
    return row.label if label is None else f"{row.label} of {label}"


def _registered(metric: str) -> tuple[Metric | None, str | None]:
    """The row of that name, and the label after the colon."""
    if metric in METRICS and not metric.endswith(_ANY_LABEL):
        return METRICS[metric], None
    family, colon, label = metric.partition(":")
    return (METRICS.get(family + _ANY_LABEL), label) if colon else (None, None)


def _fitted(metric: str | Metric, pair: PairedScores) -> Metric:
    if not isinstance(metric, str | Metric):
        raise OptionError(f"{argument('metric', metric)}, must be the name of a metric: {', '.join(METRICS)}.")
    if isinstance(metric, str):
        row, label = _registered(metric)
    else:
        row, label = metric, "LABEL" if metric.name.endswith(_ANY_LABEL) else None
    if row is None and is_pass(metric):
        if pair.columns[0] != metric:
            raise OptionError(
                f"metric == {metric!r} needs each item's {metric} as its score: pass "
                f"core.metrics.samples.scored_by_samples(pair, {metric!r})."
            )
        return pass_metric(str(metric))
    if row is None:
        known = [name for name in METRICS if not name.endswith(_ANY_LABEL)]
        of_one_label = [name for name in METRICS if name.endswith(_ANY_LABEL)]
        raise OptionError(f"metric == {metric!r}, must be one of {', '.join(known)}, or {', '.join(of_one_label)}.")
    if row.for_labels is not None:
        if not pair.labels:
            raise OptionError(
                f"metric == {(row.name if isinstance(metric, Metric) else metric)!r} needs gold labels and both "
                f"systems' predictions, but the data hold {_held(pair)}: read labels (--gold), or {_suggestion(pair)}."
            )
        return row.for_labels(pair.labels, pair.columns, label)
    if isinstance(metric, Metric):
        if len(row.columns) != len(pair.only(row.columns).columns):
            raise OptionError(
                f"metric == {row.name!r} needs {len(row.columns)} statistics an item ({', '.join(row.columns)}), but "
                f"the data have {len(pair.columns)} ({', '.join(pair.columns)})."
            )
    elif not _fits(row, pair):
        raise OptionError(
            f"metric == {metric!r} needs {_needed(row)}, but the data hold {_held(pair)}: "
            f"{_suggestion(pair, metric)}, or choose other columns."
        )
    return row


def _fitting_rows(pair: PairedScores) -> list[str]:
    return [name for name, row in METRICS.items() if _fits(row, pair)]


def _fits(row: Metric, pair: PairedScores) -> bool:
    if row.needs == "text" or _of_text(pair):
        return _counted_from_text(row, pair)
    if pair.labels or row.for_labels is not None:
        return bool(pair.labels) and row.for_labels is not None
    # Scores have a column of ones, which is not a denominator.
    of_scores = METRICS["mean"].columns
    return len(row.columns) == len(pair.columns) and (row.columns == of_scores) == (pair.columns == of_scores)


def _counted_from_text(row: Metric, pair: PairedScores) -> bool:
    """Whether the pair has the row's segment statistics; several metrics' statistics are side by side."""
    return row.needs == "text" and set(row.columns) <= set(pair.columns)


def _of_text(pair: PairedScores) -> bool:
    return any(_counted_from_text(row, pair) for row in METRICS.values())


def _check_quotient(row: Metric, pair: PairedScores, numerator: Floats, denominator: Floats) -> None:
    """Refuse items with the score 1/0: 0/0 is 0, but 1/0 has no meaning."""
    pair = pair.only(row.columns)
    a, e, _ = pair.collapsed
    for system, rows, side in ((pair.baseline_name, a, "baseline"), (pair.experimental_name, e, "experimental")):
        top, bottom = rows @ numerator, rows @ denominator
        wrong = np.flatnonzero((bottom < 0) | ((bottom == 0) & (top != 0)))
        if not len(wrong):
            continue
        at = int(np.flatnonzero((getattr(pair, side) == rows[wrong[0]]).all(axis=1))[0])
        which = f"item {at + 1}" if pair.ids is None else f"item {shown(pair.ids[at])}"
        raise DataError(
            f"{system}: {which} has {top[wrong[0]]:g} over {bottom[wrong[0]]:g} in its {row.label}: a "
            "denominator must be above 0, or 0 below a 0. Correct the item, or leave it out."
        )


def _needed(row: Metric) -> str:
    """The data that a metric needs, if it does not fit the given data."""
    if row.needs == "text":
        return f"segments with references, of which {row.label} is counted (--reference)"
    if row.columns == METRICS["mean"].columns:
        return f"{_NUMBERS[1]} an item"
    k = len(row.columns)
    count = _NUMBERS[k] if k < len(_NUMBERS) else f"{k} numbers"
    return f"{count} an item ({', '.join(column.replace('_', ' ') for column in row.columns)})"


def _held(pair: PairedScores) -> str:
    if _of_text(pair):
        return "what is counted of segments"
    return f"labels {first_few(pair.labels, width=40)}" if pair.labels else ", ".join(pair.columns)


def _suggestion(pair: PairedScores, metric: object = None) -> str:
    if pair.labels and f"{metric}{_ANY_LABEL}" in METRICS:
        return f"use {' or '.join(f'{metric}:{label}' for label in pair.labels[-1:-4:-1])}"
    whole = [name for name in _fitting_rows(pair) if not name.endswith(_ANY_LABEL)]
    *others, last = whole or ["other statistics"]
    return f"use {', '.join(others)} or {last}" if others else f"use {last}"
