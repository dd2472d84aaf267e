"""Widgets that choose a titled value or a number and keep the choice from page to page."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from core.report.escape import markdown
from dashboard.state import ALL, refused
from dashboard.wording.settings import HELP


def choose_line(label: str, titles: Mapping[str, str], key: str, place: Any = st, **widget: Any) -> None:
    """Draw a drop-down list of titles, with the setting's help text if there is one, and keep the chosen one."""
    widget = {"help": HELP.get(key), "filter_mode": None} | widget
    place.selectbox(label, list(titles), key=key, format_func=titles.__getitem__, persist_state="session", **widget)


def choose_segment(label: str, titles: Mapping[Any, str], key: str, place: Any = st, **widget: Any) -> None:
    """Draw a row of titles and keep the chosen one."""
    options = {"format_func": titles.__getitem__, "persist_state": "session", "required": True}
    place.segmented_control(label, list(titles), key=key, **options | widget)


def choose_optional(label: str, choices: tuple[str, ...], key: str, placeholder: str, **widget: Any) -> None:
    """Draw a list from which one value may be chosen; a missing value that a link names is shown until another is."""
    wanted = st.session_state[key]
    offered = choices if wanted in (None, *choices) else (*choices, wanted)
    st.selectbox(label, offered, None, key=key, placeholder=placeholder, persist_state="session", **widget)


def exchange(key: str, other: str, before: Any) -> None:
    """If a list took the value of another list, give the other one the value that the list had before."""
    memory = st.session_state
    chosen = memory[key]
    if key == other or not chosen or chosen != memory.get(other):
        return
    several = isinstance(chosen, list)
    if given := [each for each in before or () if each not in chosen] if several else before:
        memory[other] = given


def choose_number(label: str, key: str, place: Any = st, **widget: Any) -> None:
    """Draw the field of a numeric setting within its bounds, with its help text if any, and keep the number."""
    setting = ALL[key]
    ends = {"min_value": setting.low, "max_value": setting.high}
    options: dict[str, Any] = {name: setting.kind(end) for name, end in ends.items() if end is not None}
    options["help"] = HELP.get(key)
    if setting.kind is float:
        options |= {"step": 0.01, "format": "%.4g"}
    place.number_input(label, key=key, persist_state="session", **options | widget)


def next_one(name: str) -> None:
    """Increase a setting by one, such as a seed."""
    st.session_state[name] += 1


def ask(name: str, sentence: str) -> None:
    """Draw what to choose for a setting, after the message about a link's invalid value for it."""
    st.error(markdown(f"{refused(name)}{sentence}"), icon=":material/link_off:")
