"""The visitor's own scores on a learning page: the scores that *Two systems* compares."""

from dataclasses import replace

import streamlit as st

from dashboard.guard import needed
from dashboard.inputs.settings import choose_metric
from dashboard.inputs.sources import Source, choose_source, choose_swap

__all__ = ["as_one_list", "choose_own"]


def choose_own() -> tuple[Source, str]:
    """Draw the widgets of the source and of the metric; return the source and the metric's name.

    The source is the one of *Two systems*, so both pages show the same data.
    """
    with st.expander("Which scores", expanded=True, icon=":material/table_rows:"):
        source = as_one_list(needed(choose_source()))
        choose_swap()
        choose_metric(source.pair)
    return source, st.session_state["metric"]


def as_one_list(source: Source) -> Source:
    """Return the source without tasks, which only comparisons use, and say so if it has any."""
    if source.pair.strata is None:
        return source
    st.caption("This page takes the items of all tasks as one list.")
    origin = replace(source.origin, python=f"{source.origin.python}.with_strata(None)")
    return Source(source.pair.with_strata(None), origin)
