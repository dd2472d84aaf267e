"""The visitor's own scores on a learning page: those that *Two systems* compares."""

import streamlit as st

from core.paired import PairedScores
from dashboard.inputs.settings import choose_metric
from dashboard.inputs.sources import choose_source, first_source

__all__ = ["choose_own"]


def choose_own() -> tuple[PairedScores, str]:
    """Draw the source's and the metric's widgets; return the pair and the metric's name.

    The source is that of *Two systems*, so both pages speak of the same data.
    """
    with st.expander("Which scores", expanded=True, icon=":material/table_rows:"):
        source = choose_source() or st.session_state.get("_last_source") or first_source()
        st.session_state["_last_source"] = source
        choose_metric(source.pair)
    return source.pair, st.session_state["metric"]
