"""One chart, with alternative text."""

from collections.abc import Callable, Hashable
from itertools import chain
from typing import Any, Literal

import pandas as pd
import pyarrow as pa
import streamlit as st

from dashboard.charts.enlarged import enlarged
from dashboard.panels.projector import projecting
from dashboard.server import cache

# The factor of all lengths on a projector.
_LARGER = 1.5


def draw(
    author: Callable[..., dict],
    rows: pd.DataFrame | pa.Table | list[dict[str, Any]],
    alt: str,
    *arguments: Hashable,
    dragged: dict[str, Any] | None = None,
    stretch: bool = False,
) -> dict:
    """Draw the rows with the specification of ``author(*arguments)``.

    ``dragged`` is the Vega-Lite parameter of a slider that belongs to the chart: the browser moves it without the
    server. With ``stretch`` the chart fills the height of its container. Returns the specification, for a figure:
    building it again for each run would take longer than the rest of the page.
    """
    specification = cache.specification(author, *arguments)
    if dragged is not None:
        specification = specification | {"params": [*specification.get("params", []), dragged]}
    table = rows if isinstance(rows, pa.Table) else sent(rows)
    drawn = sized(specification)
    # A fixed height, so that the page below does not move when the chart loads; Streamlit takes whole pixels.
    height: int | Literal["content", "stretch"] = round(drawn["height"]) if "height" in drawn else "content"
    if stretch:
        height = "stretch"
    st.vega_lite_chart(table, drawn, width="stretch", height=height, alt=alt)
    return specification


def draw_cells(
    author: Callable[..., dict], rows: pd.DataFrame, alt: str, key: str, *arguments: Hashable
) -> tuple[dict, dict[str, Any]]:
    """Draw a map with the specification of ``author(*arguments)``, whose parameter ``cell`` selects one of its rows.

    Returns the specification and the fields of the clicked cell, or {}.
    """
    specification = cache.specification(author, *arguments)
    event = st.vega_lite_chart(
        rows, sized(specification), width="stretch", alt=alt, key=key, on_select="rerun", selection_mode="cell"
    )
    return specification, (event.selection.get("cell") or [{}])[0]


def sent(rows: pd.DataFrame | list[dict[str, Any]]) -> pa.Table:
    """Return the rows as an Arrow table for the browser, without pandas metadata; missing values are null.

    Examples
    --------
    >>> sent(pd.DataFrame({"p": [0.5, float("nan")], "name": ["exact", None]})).to_pydict()
    {'p': [0.5, None], 'name': ['exact', None]}
    >>> sent([{"p": 0.5, "name": "exact"}, {"name": "sampled"}]).to_pydict()
    {'p': [0.5, None], 'name': ['exact', 'sampled']}
    """
    if isinstance(rows, list):  # few rows: a data frame would take longer than the rest
        return pa.table({name: [row.get(name) for row in rows] for name in dict.fromkeys(chain(*rows))})
    # Streamlit's own conversion adds metadata for pandas, which takes longer than the rest.
    return pa.table({name: pa.array(column, from_pandas=True) for name, column in rows.items()})


def sized(specification: dict) -> dict:
    """Return the specification enlarged as the page is: on a projector by `_LARGER`."""
    return enlarged(specification, _LARGER) if projecting() else specification


def by_slider(name: str, label: str, value: float, **ends: float) -> dict[str, Any]:
    """Return the chart's parameter for a slider below it, from ``min`` to ``max`` by ``step``."""
    return {"name": name, "value": value, "bind": {"input": "range", "name": label, **ends}}
