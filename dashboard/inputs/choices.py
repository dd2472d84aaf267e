"""Widgets that choose one of several titled values and keep the choice from page to page."""

from collections.abc import Mapping
from typing import Any

import streamlit as st


def choose_line(label: str, titles: Mapping[str, str], key: str, place: Any = st, **widget: Any) -> None:
    """Draw a drop-down list of titles and keep the chosen one."""
    options = {"format_func": titles.__getitem__, "persist_state": "session", "filter_mode": None}
    place.selectbox(label, list(titles), key=key, **options | widget)


def choose_segment(label: str, titles: Mapping[Any, str], key: str, place: Any = st, **widget: Any) -> None:
    """Draw a row of titles and keep the chosen one."""
    options = {"format_func": titles.__getitem__, "persist_state": "session", "required": True}
    place.segmented_control(label, list(titles), key=key, **options | widget)
