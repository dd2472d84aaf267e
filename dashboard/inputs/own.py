"""The visitor's own scores on a learning page: those that *Two systems* compares."""

from dataclasses import replace

import streamlit as st

from dashboard.guard import needed
from dashboard.inputs.settings import choose_metric
from dashboard.inputs.sources import Source, choose_source, choose_swap

__all__ = ["as_one_list", "choose_own"]


def choose_own() -> tuple[Source, str]:
    """Draw the source's and the metric's widgets; return the source and the metric's name.

    The source is that of *Two systems*, so both pages speak of the same data.
    """
    with st.expander("Which scores", expanded=True, icon=":material/table_rows:"):
        source = as_one_list(needed(choose_source()))
        choose_swap()
        choose_metric(source.pair)
    return source, st.session_state["metric"]


def as_one_list(source: Source) -> Source:
    """Return the source without tasks, which only comparisons know, and say so where there are some."""
    if source.pair.strata is None:
        return source
    st.caption("This page takes the items of all tasks as one list.")
    origin = replace(source.origin, python=f"{source.origin.python}.with_strata(None)")
    return Source(source.pair.with_strata(None), origin)
