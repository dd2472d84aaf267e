"""A place for one file: it is kept in the session, so that it survives a change of page."""

import streamlit as st

from core.readers import Upload

__all__ = ["place_for_file"]

_FILES = "_files"


def place_for_file(slot: str, label: str) -> Upload | None:
    """Draw the place for a file, and return the file in it.

    Streamlit forgets an uploaded file on a change of page, so its bytes are copied when it arrives. A place keeps its
    file when another kind of upload is chosen that has the same place.
    """
    held: Upload | None = st.session_state.setdefault(_FILES, {}).get(slot)
    if held is None:
        st.file_uploader(label, key=f"_upload_{slot}", on_change=_hold, args=(slot,))
        return None
    st.caption(label)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        # A file's name is shown as text, never as Markdown.
        st.text(f"Loaded: {held.name}", width="stretch")
        st.button("Remove", key=f"_remove_{slot}", help=f"Remove the {label.lower()}", on_click=_remove, args=(slot,))
    return held


def _hold(slot: str) -> None:
    uploaded = st.session_state[f"_upload_{slot}"]
    if uploaded is not None:
        st.session_state[_FILES][slot] = Upload(uploaded.name, uploaded.getvalue())


def _remove(slot: str) -> None:
    st.session_state[_FILES].pop(slot, None)
