"""What was read: how many items, means, ranges, ties, a few rows, and what the reader did."""

import numpy as np
import pandas as pd
import streamlit as st

from core.paired import PairedScores
from core.report.escape import markdown
from core.report.items import labels_of
from core.report.numbers import item_count
from dashboard.panels.table import draw_table

__all__ = ["draw_reading"]


def draw_reading(pair: PairedScores, rows: int = 5) -> None:
    """Draw a line that names the systems, with the details folded away."""
    if (pair.baseline_name, pair.experimental_name) != ("baseline", "experimental"):
        st.text(f"Experimental: {pair.experimental_name}\nBaseline: {pair.baseline_name}")
    with st.expander(f"What was read: {item_count(len(pair))}", icon=":material/table_view:"):
        draw_table(_summary(pair))
        same = int((pair.baseline == pair.experimental).all(axis=1).sum())
        st.caption(f"On {same:,} of {item_count(len(pair))} both systems have the same values. The first rows:")
        st.dataframe(_first(pair, rows), hide_index=True, height="content")
        for note in pair.notes:
            st.caption(markdown(note))


def _summary(pair: PairedScores) -> pd.DataFrame:
    if pair.labels:
        return _of_labels(pair)
    return pd.DataFrame(
        {
            f"{role}: {pair.columns[i]}": {
                "mean": f"{np.mean(statistics[:, i]):.6g}",
                "lowest": f"{statistics[:, i].min():.6g}",
                "highest": f"{statistics[:, i].max():.6g}",
            }
            for role, statistics in (("baseline", pair.baseline), ("experimental", pair.experimental))
            for i in _columns(pair)
        }
    ).T


def _of_labels(pair: PairedScores) -> pd.DataFrame:
    before, after = (
        statistics.sum(axis=0).reshape(-1, 3).astype(int) for statistics in (pair.baseline, pair.experimental)
    )
    return pd.DataFrame(
        {
            "gold": before[:, 2],
            "baseline: predicted": before[:, 1],
            "right": before[:, 0],
            "experimental: predicted": after[:, 1],
            "right ": after[:, 0],
        },
        index=list(pair.labels or ()),
    )


def _first(pair: PairedScores, rows: int) -> pd.DataFrame:
    items = list(pair.ids[:rows]) if pair.ids else list(range(1, min(rows, len(pair)) + 1))
    labels = labels_of(pair)
    if labels is not None:
        return pd.DataFrame({"item": items, **{name: column[:rows] for name, column in labels.items()}})
    frame = {"item": items}
    for i in _columns(pair):
        frame[f"baseline: {pair.columns[i]}"] = pair.baseline[:rows, i]
        frame[f"experimental: {pair.columns[i]}"] = pair.experimental[:rows, i]
    return pd.DataFrame(frame)


def _columns(pair: PairedScores) -> list[int]:
    # Of a single score only the score is worth showing: the other column counts one for each item.
    alone = pair.columns == ("score", "items") and bool((pair.baseline[:, 1] == 1).all())
    return [0] if alone else list(range(len(pair.columns)))
