"""One chart, in the page's theme."""

from collections.abc import Callable, Hashable

import pandas as pd
import streamlit as st

from dashboard import cache

__all__ = ["draw", "theme"]


def theme() -> str:
    """Return ``"dark"`` or ``"light"``, as the visitor sees the page."""
    return "dark" if st.context.theme.type == "dark" else "light"


def draw(author: Callable[..., dict], rows: pd.DataFrame, alt: str, *arguments: Hashable) -> None:
    """Draw the rows with the specification that ``author(*arguments, theme)`` gives; it is authored only once."""
    specification = cache.specification(author, author.__qualname__, *arguments, theme())
    st.vega_lite_chart(rows, specification, width="stretch", alt=alt)
