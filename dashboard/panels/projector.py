"""The layout of a page on a projector: larger, with the picture beside the verdict, and without settings."""

from contextlib import AbstractContextManager
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

STATIC = Path(__file__).parents[1] / "static"


def projecting() -> bool:
    """Return whether the page is for a projector."""
    return bool(st.session_state.get("projector"))


def settings_place(name: str) -> AbstractContextManager[DeltaGenerator]:
    """Return the container of settings, hidden on a projector and in print if there is a picture; they still apply."""
    return st.container(key=f"settings_{name}")


def verdict_and_picture() -> tuple[DeltaGenerator, DeltaGenerator]:
    """Return the containers of the verdict and of its picture: side by side on a projector, else in one column."""
    if projecting():
        left, right = st.columns([2, 3], gap="large")
        return left, right
    return st.container(), st.container()


def draw_switch() -> None:
    """Draw the button that switches the projector layout on or off."""
    if st.context.is_embedded:
        return
    on = projecting()
    label, icon = ("Leave the projector's view", "fullscreen_exit") if on else ("For a projector", "present_to_all")
    with st.container(key="leave_projector" if on else "to_projector"):
        switch, other = st.session_state.update, {"projector": not on}
        st.button(label, icon=f":material/{icon}:", type="tertiary", key="_switch", on_click=switch, args=(other,))
