"""Links from one page to another, with what the other begins with."""

from collections import ChainMap
from collections.abc import Mapping
from typing import Any, cast

import streamlit as st

from dashboard.pages import PAGES
from dashboard.state import format_query


def link_to(
    address: str,
    label: str,
    values: Mapping[str, Any],
    *,
    others: bool = False,
    icon: str | None = None,
    help: str | None = None,
) -> None:
    """Draw the link to a page that begins with these values.

    Parameters
    ----------
    address : str
        The page's key in `PAGES`.
    label : str
        What the link says.
    values : mapping
        Settings by name; those that the page does not have do not matter.
    others : bool
        Whether its other settings are as they are here, and not its defaults.
    icon : str, optional
        A Material symbol other than the page's own.
    help : str, optional
        What the page is for.
    """
    page = PAGES[address]
    # A copy of the session would take longer than the rest of a small page.
    known = ChainMap(dict(values), cast(dict[str, Any], st.session_state)) if others else values
    st.page_link(
        page.script,
        label=label,
        icon=f":material/{icon or page.icon}:",
        query_params=format_query(page.settings, known),
        help=help,
    )
