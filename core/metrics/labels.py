"""Metrics counted from gold labels and predictions: per label its true positives, predicted and gold."""

from functools import partial
from typing import Any

import numpy as np

from core.common.arrays import Floats
from core.common.phrases import first_few
from core.errors import OptionError
from core.metrics.averaging import side_by_side
from core.metrics.record import Metric, divide

# Per label, the weights of (tp, predicted, gold) in numerator and denominator.
_PRECISION = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)
_RECALL = (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)
_F1 = (2.0, 0.0, 0.0), (0.0, 1.0, 1.0)


def label_rows() -> list[Metric]:
    """Return the rows of the registry: of all labels, and of the one label that ``:LABEL`` stands for."""
    of_all = [
        _row("accuracy", _RECALL, "accuracy", "right labels / items", per_item=True),
        _row("micro-f1", _F1, "micro-F1", "2·Σ tp / (Σ predicted + Σ gold)"),
        Metric(
            "macro-f1", (), needs="labels", words="macro-F1", share=True, for_labels=_macro_f1_of,
            formula="mean over the labels of 2·tp / (predicted + gold)",
        ),
        Metric(
            "mcc", (), needs="labels", words="MCC", for_labels=_mcc_of,
            formula="correlation of predicted and gold labels (Matthews; Gorodkin for more than two labels)",
        ),
    ]  # fmt: skip
    of_one = {
        "f1:LABEL": (_F1, "F1", "2·tp / (predicted + gold) of LABEL"),
        "precision:LABEL": (_PRECISION, "precision", "tp / predicted of LABEL"),
        "recall:LABEL": (_RECALL, "recall", "tp / gold of LABEL"),
    }
    return [*of_all, *(_row(name, *about) for name, about in of_one.items())]


def _row(name: str, weights: Any, words: str, formula: str, per_item: bool = False) -> Metric:
    fitted = partial(_fraction_of, name, weights, words, per_item)
    return Metric(name, (), needs="labels", words=words, share=True, for_labels=fitted, formula=formula)


def _fraction_of(
    name: str, weights: Any, words: str, per_item: bool,
    labels: tuple[str, ...], columns: tuple[str, ...], label: str | None,
) -> Metric:  # fmt: skip
    if label is not None:
        name, words = name.replace(":LABEL", f":{label}"), f"{words} of {label}"
        if label not in labels:
            raise OptionError(
                f"metric == {name!r}, but the labels are {first_few(labels, width=40)}: choose one of them."
            )
    chosen = [label in (None, each) for each in labels]
    top, bottom = (tuple(w * use for use in chosen for w in side) for side in weights)
    return Metric(name, columns, fraction=(top, bottom), per_item=per_item, needs="labels", words=words, share=True)


def _macro_f1_of(labels: tuple[str, ...], columns: tuple[str, ...], label: str | None) -> Metric:
    mean = side_by_side(Metric("f1", ("right", "predicted", "gold"), fraction=_F1), len(labels))
    return Metric(
        "macro-f1", columns, mean["score"], rational=mean["rational"], needs="labels", words="macro-F1", share=True
    )


def _mcc_of(labels: tuple[str, ...], columns: tuple[str, ...], label: str | None) -> Metric:
    return Metric("mcc", columns, _mcc, needs="labels", words="MCC")


def _mcc(sums: Floats) -> Floats:
    """Matthews' correlation of predictions with gold labels; for more than two labels Gorodkin's (2004); 0/0 is 0."""
    right, predicted, gold = np.moveaxis(np.asarray(sums, dtype=float).reshape(*sums.shape[:-1], -1, 3), -1, 0)
    n = gold.sum(axis=-1)
    spread = (n**2 - (predicted**2).sum(axis=-1)) * (n**2 - (gold**2).sum(axis=-1))
    together = n * right.sum(axis=-1) - (predicted * gold).sum(axis=-1)
    return divide(together, np.sqrt(np.maximum(spread, 0.0)))
