"""One table, whose cells show what they hold."""

from collections.abc import Collection
from typing import Any

import pandas as pd
import streamlit as st

from core.report.escape import markdown
from dashboard.wording.unbroken import shown

__all__ = ["draw_table", "literal"]


def draw_table(frame: pd.DataFrame, *, markup: Collection[str] = (), alt: str | None = None) -> None:
    """Draw the frame, its index only where that names the rows.

    Parameters
    ----------
    frame : pandas.DataFrame
    markup : strings
        The columns whose cells are Markdown; Streamlit reads all as Markdown, where "> 0.9999" is a quotation.
    alt : str, optional
        The table in words.
    """
    st.table(
        literal(frame, markup), hide_index=isinstance(frame.index, pd.RangeIndex), border="horizontal", alt=alt
    )  # fmt: skip


def literal(frame: pd.DataFrame, markup: Collection[str] = ()) -> pd.DataFrame:
    r"""Return the frame with every text escaped, in the headings too, save the cells of the columns in ``markup``.

    Examples
    --------
    >>> literal(pd.DataFrame({"formula": ["P(δ*)"], "name": ["**bold**"]}), ["name"]).iloc[0].tolist()
    ['P(δ\\*)', '**bold**']
    """
    cells = {
        # Headings may break between a number and its unit: on a phone columns are narrow.
        _escaped(name): list(column) if name in markup else [_shown(cell) for cell in column]
        for name, column in frame.items()
    }
    return pd.DataFrame(cells, index=frame.index.map(_shown))


def _shown(value: Any) -> Any:
    return shown(value) if isinstance(value, str) else value


def _escaped(value: Any) -> Any:
    return markdown(value) if isinstance(value, str) else value
