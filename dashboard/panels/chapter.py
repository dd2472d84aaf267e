"""The link from a page to its chapter of the documentation; drawn only if the address of the documentation is set."""

import os

import streamlit as st

from dashboard.panels.projector import projecting

# The environment variable with that address, such as https://lab.example.org/docs or /docs.
SITE = "HELPED_HURT_DOCS"
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
    site = os.environ.get(SITE, "").rstrip("/")
    if site and not projecting() and not st.context.is_embedded:
        st.caption(f"[This page in the documentation]({site}/{CHAPTERS.get(address, 'index')}.html)")
