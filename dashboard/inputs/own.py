"""The visitor's own scores on a learning page: those that *Two systems* compares."""

import streamlit as st

from dashboard.guard import needed
from dashboard.inputs.settings import choose_metric
from dashboard.inputs.sources import Source, choose_source, choose_swap

__all__ = ["choose_own"]


def choose_own() -> tuple[Source, str]:
    """Draw the source's and the metric's widgets; return the source and the metric's name.

    The source is that of *Two systems*, so both pages speak of the same data.
    """
    with st.expander("Which scores", expanded=True, icon=":material/table_rows:"):
        source = needed(choose_source())
        choose_swap()
        choose_metric(source.pair)
    return source, st.session_state["metric"]
