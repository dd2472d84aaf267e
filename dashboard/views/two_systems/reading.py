"""A summary of the data read: number of items, means, ranges, ties, a few rows, and the reader's notes."""

from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from core.data.paired import PairedScores
from core.metrics import METRICS
from core.report.items import labels_of
from core.report.numbers import item_count
from core.report.phrases import short_names
from dashboard.panels.table import draw_table
from dashboard.wording.unbroken import shown, unbroken

# The first counts of a segment are its lengths.
_OF_TEXT = 2
_ROWS = 5


def draw_reading(pair: PairedScores) -> None:
    """Draw the summary in an expander."""
    label = f"What was read: {item_count(len(pair))}"
    folded = st.expander(label, icon=":material/table_view:", key="_reading", on_change="rerun")
    if not folded.open:
        return
    with folded:
        draw_table(_summary(pair))
        same = int((pair.baseline == pair.experimental).all(axis=1).sum())
        st.caption(
            unbroken(f"On {same:,} of {item_count(len(pair))} both systems have the same values. The first rows:")
        )
        st.dataframe(_first(pair), hide_index=True, height="content")
        for note in pair.notes:
            st.caption(shown(note))


def _summary(pair: PairedScores) -> pd.DataFrame:
    if pair.labels:
        return _of_labels(pair)
    if pair.signatures:
        return _of_text(pair)
    return pd.DataFrame(
        {
            f"{role}: {pair.columns[i]}": {
                "mean": f"{np.mean(statistics[:, i]):.6g}",
                "lowest": f"{statistics[:, i].min():.6g}",
                "highest": f"{statistics[:, i].max():.6g}",
            }
            for role, statistics in zip(short_names(pair), (pair.baseline, pair.experimental), strict=True)
            for i in _columns(pair)
        }
    ).T


def _of_labels(pair: PairedScores) -> pd.DataFrame:
    names = short_names(pair)
    before, after = (
        statistics.sum(axis=0).reshape(-1, 3).astype(int) for statistics in (pair.baseline, pair.experimental)
    )
    return pd.DataFrame(
        {
            "gold": before[:, 2],
            f"{names[0]}: predicted": before[:, 1],
            "right": before[:, 0],
            f"{names[1]}: predicted": after[:, 1],
            "right ": after[:, 0],
        },
        index=list(pair.labels or ()),
    )


def _of_text(pair: PairedScores) -> pd.DataFrame:
    rows = {}
    for name, signature in pair.signatures:
        counted = pair.only(METRICS[name].columns)
        scores = METRICS[name].score(np.stack([counted.baseline.sum(axis=0), counted.experimental.sum(axis=0)]))
        rows[METRICS[name].label] = [*(f"{score:.2f}" for score in scores), signature]
    return pd.DataFrame.from_dict(rows, "index", columns=[*short_names(pair), "signature"])


def _first(pair: PairedScores) -> pd.DataFrame:
    items = list(pair.ids[:_ROWS]) if pair.ids else list(range(1, min(_ROWS, len(pair)) + 1))
    labels, names = labels_of(pair), short_names(pair)
    if labels is not None:
        called = {"gold": "gold", "baseline": f"{names[0]}: predicted", "experimental": f"{names[1]}: predicted"}
        return pd.DataFrame({"item": items, **{called[name]: column[:_ROWS] for name, column in labels.items()}})
    frame: dict[str, Any] = {"item": items}
    for i in _columns(pair):
        frame[f"{names[0]}: {pair.columns[i]}"] = pair.baseline[:_ROWS, i]
        frame[f"{names[1]}: {pair.columns[i]}"] = pair.experimental[:_ROWS, i]
    return pd.DataFrame(frame)


def _columns(pair: PairedScores) -> list[int]:
    if pair.signatures:
        return list(range(_OF_TEXT))
    # If each score counts one item, the column of items is not shown.
    alone = pair.columns == ("score", "items") and bool((pair.baseline[:, 1] == 1).all())
    return [0] if alone else list(range(len(pair.columns)))
