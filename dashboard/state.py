"""The settings in the URL, the session and the widgets.

The URL contains the settings that differ from their defaults and nothing else: never a file, never a score. A page
begins with `adopt`, which reads the URL, and ends with `publish`, which writes it; in between, a widget only needs
``key=`` and ``persist_state="session"``.
"""

import time
from collections.abc import Mapping
from typing import Any

import streamlit as st

from dashboard.pages import PAGES
from dashboard.setting import Setting, Settings
from dashboard.settings import COMPARE, EVERYWHERE

# No two pages differ in a setting of the same name.
ALL = {name: setting for page in PAGES.values() for name, setting in page.settings.items()} | EVERYWHERE

# Prefixes of other typed or chosen values that several pages share.
_CARRIED = ("_paste_", "_option_")

# The settings that name the source of the scores; a page without them never has to ask for a missing value.
_SOURCES = ("source", "many", "judged")

# Longer than a browser takes to report a new URL, and shorter than the time until a visitor uses the browser's history.
_LATE_SECONDS = 1.5

# The settings of core.compare that have another name there.
_COMPARE_NAMES = {"resamples": "n_resamples", "over": "runs"}


def parse_query(settings: Settings, query: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the values that a URL gives, and a message for every value that is not allowed.

    Examples
    --------
    >>> parse_query(PAGES[""].settings, {"alpha": "0.01", "swap": "maybe"})
    ({'alpha': 0.01}, {'swap': 'The link says swap=maybe; that must be one of 1, true, 0, false'})
    """
    values: dict[str, Any] = {}
    problems = {}
    for name, setting in settings.items():
        parameter = setting.parameter or name
        if parameter not in query:
            continue
        try:
            values[name] = setting.parse(query[parameter])
        except ValueError as error:
            problems[name] = f"The link says {parameter}={query[parameter]}; that must be {error}"
    return values, problems


def format_query(settings: Settings, values: Mapping[Any, Any]) -> dict[str, str]:
    """Return the URL's parameters: the settings that matter and differ from their defaults.

    Examples
    --------
    >>> format_query(PAGES[""].settings, {"source": "sample", "n": 9, "alpha": 0.01})
    {'alpha': '0.01'}
    >>> format_query(PAGES["helped-and-hurt"].settings, {"source": "sample", "n": 9})
    {'n': '9'}
    """
    query = {}
    for name, setting in settings.items():
        # For speed: each access to the session takes time.
        value = values.get(name, setting.default) if _matters(setting, settings, values) else None
        # The metric that the data suggest is not written to the URL.
        known = name == "metric" and value == values.get("_metric_first")
        if value is not None and value != setting.default and not known:
            query[setting.parameter or name] = setting.format(value)
    return query


def _matters(setting: Setting, settings: Settings, values: Mapping[Any, Any]) -> bool:
    """Return whether a page with these settings and values uses the setting."""
    if setting.when is None or setting.when[0] not in settings:
        return True
    name, wanted = setting.when
    return values.get(name, settings[name].default) == wanted


def adopt(page: str) -> list[str]:
    """Read the settings from the URL if it changed outside the page; return a message for each that is not allowed.

    A link or the browser's history sets every setting of the page that matters with it; settings that it does not name
    get their defaults. Coming from another page without any parameter keeps the earlier settings. If a link has an
    invalid source of the data, no other data replace it: the setting is None until it is chosen.
    """
    memory = st.session_state
    settings = PAGES[page].settings
    asks = any(name in settings for name in _SOURCES)
    for name, setting in ALL.items():
        if memory.setdefault(name, setting.default) is None and not (asks and name in settings):
            memory[name] = setting.default
    _unnamed(settings)
    arrived = memory.get("_page") != page
    memory["_page"] = page
    if arrived:
        memory["_replaced"] = []  # what the browser reports late is a URL of the same page
        # The widgets of two pages are different widgets even if they share a key; setting the value again gives it to
        # the new page's widget.
        for key in list(memory):
            if key in ALL or str(key).startswith(_CARRIED):
                memory[key] = memory[key]
    query = st.query_params.to_dict()
    known = [memory.get("_written"), *(old for old, _ in _replaced_lately())]
    if query in known or (arrived and not query):
        return []
    memory.update(parse_query(EVERYWHERE, query)[0])
    values, problems = parse_query(settings, query)
    linked = {name: values.get(name, setting.default) for name, setting in settings.items()}
    for name, setting in settings.items():
        if name in values or _matters(setting, settings, linked):
            memory[name] = linked[name]
    for key in [key for key in memory if str(key).startswith("_option_")]:
        del memory[key]  # the link's columns replace the chosen ones
    refused = {name: problem for name, problem in problems.items() if asks and settings[name].asked}
    memory.update(dict.fromkeys(refused))
    memory["_refused"] = {name: (query[settings[name].parameter or name], refused[name]) for name in refused}
    used = {name: "none" if each.default is None else each.format(each.default) for name, each in settings.items()}
    return [f"{problem}, so {used[name]} is used." for name, problem in problems.items() if name not in refused]


def _unnamed(settings: Settings) -> None:
    """Restore the last value of a choice if the browser sent a label that is no longer among its options.

    Streamlit sends the label of a choice. A label that names a file is invalid once another file replaces it.
    """
    memory = st.session_state
    held = memory.setdefault("_chosen", {})
    for name, setting in settings.items():
        if memory[name] is not None and setting.choices and memory[name] not in setting.choices:
            memory[name] = held.get(name, setting.default)
        held[name] = memory[name]


def refused(name: str) -> str:
    """Return the message about the value that a link gave this setting, or nothing if it was chosen since."""
    held = st.session_state.get("_refused", {})
    return f"{held[name][1]}. " if name in held and st.session_state[name] is None else ""


def publish(page: str) -> None:
    """Write the page's settings to the URL; the invalid values of a link stay in it until a value is chosen."""
    memory = st.session_state
    settings = PAGES[page].settings
    query = format_query({**settings, **EVERYWHERE}, memory)
    for name, (text, _) in memory.get("_refused", {}).items():
        if name in settings and memory[name] is None:
            query[settings[name].parameter or name] = text
    changed = st.query_params.to_dict() != query
    if query != memory.get("_written"):
        # A URL that comes from the browser, as after Back, replaces none.
        if changed:
            memory["_replaced"] = [*_replaced_lately(), (memory.get("_written", {}), time.monotonic())]
        memory["_written"] = query
    if changed:
        st.query_params.from_dict(query)


def _replaced_lately() -> list[tuple[dict[str, str], float]]:
    """Return the URLs that were replaced just before; the browser may still send them while an arrow key is held."""
    return [each for each in st.session_state.get("_replaced", ()) if time.monotonic() - each[1] < _LATE_SECONDS]


def chosen() -> dict[str, Any]:
    """Return the keyword arguments of `core.compare` from the settings of the page."""
    return {_COMPARE_NAMES.get(name, name): st.session_state[name] for name in COMPARE}
