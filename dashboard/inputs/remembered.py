"""A browser tab's memory of a text across a reload of the page, which begins a new session."""

import streamlit as st

_JS = """export default function ({ data, setStateValue }) {
  if (data.text !== null) sessionStorage.setItem(data.name, data.text)
  else setStateValue("text", sessionStorage.getItem(data.name))
}"""
_TAB = st.components.v2.component("tab_memory", js=_JS)


def remembered(name: str, text: str | None) -> str | None:
    """Keep a text in the visitor's tab under a name; without a text, return the text that the tab has kept.

    The first run after a reload returns None, because the tab is only asked then. The page runs again after the answer.
    """
    found = _TAB(key=f"tab{name}", data={"name": name, "text": text}, on_text_change=lambda: None, height=1)
    return None if text is not None else found.text
