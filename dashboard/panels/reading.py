"""What was read: how many items, means, ranges, ties, a few rows, and what the reader did."""

import numpy as np
import pandas as pd
import streamlit as st

from core.paired import PairedScores
from core.report.escape import markdown

__all__ = ["draw_reading"]


def draw_reading(pair: PairedScores, rows: int = 5) -> None:
    """Draw a line that names the systems, with the details folded away."""
    if (pair.baseline_name, pair.experimental_name) != ("baseline", "experimental"):
        st.text(f"Experimental: {pair.experimental_name}\nBaseline: {pair.baseline_name}")
    with st.expander(f"What was read: {len(pair):,} items", icon=":material/table_view:"):
        st.table(_summary(pair), border="horizontal")
        same = int((pair.baseline == pair.experimental).all(axis=1).sum())
        st.caption(f"On {same:,} of {len(pair):,} items both systems have the same values. The first rows:")
        st.dataframe(_first(pair, rows), hide_index=True, height="content")
        for note in pair.notes:
            st.caption(markdown(note))


def _columns(pair: PairedScores) -> list[int]:
    # Of a single score only the score is worth showing: the other column counts one for each item.
    return (
        [0]
        if pair.columns == ("score", "items") and (pair.baseline[:, 1] == 1).all()
        else list(range(len(pair.columns)))
    )


def _summary(pair: PairedScores) -> pd.DataFrame:
    summary = {}
    for role, statistics in (("baseline", pair.baseline), ("experimental", pair.experimental)):
        for i in _columns(pair):
            column = statistics[:, i]
            summary[f"{role}: {pair.columns[i]}"] = {
                "mean": f"{np.mean(column):.6g}",
                "lowest": f"{column.min():.6g}",
                "highest": f"{column.max():.6g}",
            }
    return pd.DataFrame(summary).T


def _first(pair: PairedScores, rows: int) -> pd.DataFrame:
    frame = {"item": list(pair.ids[:rows]) if pair.ids else list(range(1, min(rows, len(pair)) + 1))}
    for i in _columns(pair):
        frame[f"baseline: {pair.columns[i]}"] = pair.baseline[:rows, i]
        frame[f"experimental: {pair.columns[i]}"] = pair.experimental[:rows, i]
    return pd.DataFrame(frame)
