"""Links to other pages, with the settings that they begin with, and to the documentation."""

import os
from collections import ChainMap
from collections.abc import Mapping
from typing import Any, NoReturn, cast
from urllib.parse import urlencode, urlsplit

import streamlit as st

from dashboard.pages import PAGES
from dashboard.panels.projector import projecting
from dashboard.state import format_query


def link_to(
    address: str, label: str, values: Mapping[str, Any], *, others: bool = False, icon: str | None = None
) -> None:
    """Draw the link to a page, by its key in `PAGES`, with these settings.

    Settings that the other page does not have are ignored. With ``others``, the page's remaining settings keep their
    present values instead of their defaults. ``icon`` is a Material symbol other than the page's own.
    """
    page = PAGES[address]
    # For speed: a copy of the session would take longer than the rest of a small page.
    known = ChainMap(dict(values), cast(dict[str, Any], st.session_state)) if others else values
    query, icon = format_query(page.settings, known), f":material/{icon or page.icon}:"
    st.page_link(page.script, label=label, icon=icon, query_params=query)


def open_page(address: str, values: Mapping[str, Any]) -> NoReturn:
    """Open a page with these settings; ``address`` is its key in `PAGES`."""
    page = PAGES[address]
    st.switch_page(page.script, query_params=format_query(page.settings, values))


def address_of(page: str) -> str:
    """Return the whole address of the page that is drawn, with its settings; ``page`` is its key in `PAGES`."""
    here = urlsplit(st.context.url or f"http://localhost:8501/{page}")
    # The path may begin with the prefix of all pages (server.baseUrlPath).
    prefix = here.path.rstrip("/").removesuffix(f"/{page}")
    query = urlencode(format_query(PAGES[page].settings, st.session_state.to_dict()))
    return f"{here.scheme}://{here.netloc}{prefix}/{page}" + (f"?{query}" if query else "")


# The chapter of each page, by the page's address; the link of the others leads to the first page of the documentation.
CHAPTERS = {
    "": "numbers/tests",
    "many-systems": "numbers/many-systems",
    "preferences": "numbers/preferences",
    "exact-or-sampled": "numbers/contract",
    "why-tools-disagree": "numbers/tests",
    "check-a-claim": "how-to/review",
    "plan-a-study": "how-to/plan",
    "methods": "which-test",
    **dict.fromkeys(("resample-by-hand", "helped-and-hurt", "pvalue-grid", "in-class"), "teach"),
}


def draw_chapter(address: str) -> None:
    """Draw the link of a page, unless it is on a projector or within another site."""
    # The address of the documentation, such as https://lab.example.org/docs or /docs
    site = os.environ.get("HELPED_HURT_DOCS", "").rstrip("/")
    if site and not projecting() and not st.context.is_embedded:
        st.caption(f"[This page in the documentation]({site}/{CHAPTERS.get(address, 'index')}.html)")
