"""Tables: one whose cells are shown as plain text, and one that can be sorted."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import pandas as pd
import pyarrow as pa
import streamlit as st

from core.report.escape import markdown
from dashboard.wording.unbroken import shown


def draw_table(
    rows: pd.DataFrame | list[dict[str, Any]], *, markup: Collection[str] = (), alt: str | None = None
) -> None:
    """Draw the rows; the index is shown only if it names them. The keys of the first dict are the columns.

    The cells of the columns in ``markup`` are Markdown. Streamlit reads all cells as Markdown, in which "> 0.9999" is a
    quotation, so the others are escaped. ``alt`` is the table in words.
    """
    if isinstance(rows, list):
        cells = {name: [row[name] for row in rows] for name in rows[0]}
        named, table = False, pa.table(_literal(cells, markup))
    else:
        named, table = not isinstance(rows.index, pd.RangeIndex), literal(rows, markup)
    st.table(table, hide_index=not named, border="horizontal", alt=alt)


def draw_sortable(frame: pd.DataFrame) -> None:
    """Draw a table whose columns sort on a click; a long one scrolls."""
    st.dataframe(frame, hide_index=True, height=360 if len(frame) > 9 else "content")


def literal(frame: pd.DataFrame, markup: Collection[str] = ()) -> pd.DataFrame:
    r"""Return the frame with every text and heading escaped, except the cells of the columns in ``markup``.

    Examples
    --------
    >>> literal(pd.DataFrame({"formula": ["P(δ*)"], "name": ["**bold**"]}), ["name"]).iloc[0].tolist()
    ['P(δ\\*)', '**bold**']
    """
    return pd.DataFrame(_literal(dict(frame.items()), markup), index=frame.index.map(_shown))


def _literal(columns: Mapping[Any, Iterable[Any]], markup: Collection[str]) -> dict[Any, list[Any]]:
    return {
        # Headings may break between a number and its unit, because columns are narrow on a phone.
        markdown(name): list(column) if name in markup else [_shown(cell) for cell in column]
        for name, column in columns.items()
    }


def _shown(value: Any) -> Any:
    return shown(value) if isinstance(value, str) else value
