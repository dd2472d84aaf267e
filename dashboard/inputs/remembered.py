"""What one tab of a browser remembers while its page is loaded again, which begins a new session."""

import streamlit as st

_JS = """export default function ({ data, setStateValue }) {
  if (data.text !== null) sessionStorage.setItem(data.name, data.text)
  else setStateValue("text", sessionStorage.getItem(data.name))
}"""
_TAB = st.components.v2.component("tab_memory", js=_JS)


def remembered(name: str, text: str | None) -> str | None:
    """Keep a text in the visitor's tab under a name; without a text return what the tab has kept.

    It is None in the run in which the tab is asked; the page runs again once the tab has answered.
    """
    found = _TAB(key=f"tab{name}", data={"name": name, "text": text}, on_text_change=lambda: None, height=1)
    return None if text is not None else found.text
