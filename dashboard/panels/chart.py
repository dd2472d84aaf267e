"""One chart, with alternative text; on a projector, with larger letters, marks and plots."""

from collections.abc import Callable, Hashable
from itertools import chain
from typing import Any, Literal, TypeAlias

import pandas as pd
import pyarrow as pa
import streamlit as st

from dashboard.charts.figure import Panel
from dashboard.panels.projector import projecting
from dashboard.server import cache

Rows: TypeAlias = pd.DataFrame | pa.Table | list[dict[str, Any]]

# The factor of all lengths on a projector.
_LARGER = 1.5


def draw(
    author: Callable[..., dict],
    rows: Rows,
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
    drawn = sized(specification)
    # A fixed height, so that the page below does not move when the chart loads; Streamlit takes whole pixels.
    height: int | Literal["content", "stretch"] = round(drawn["height"]) if "height" in drawn else "content"
    if stretch:
        height = "stretch"
    st.vega_lite_chart(sent(rows), drawn, width="stretch", height=height, alt=alt)
    return specification


def draw_panel(
    title: str, author: Callable[..., dict], rows: pd.DataFrame | pa.Table, alt: str, caption: str, *arguments: Hashable
) -> Panel:
    """Draw the rows above a caption, which is Markdown; return the chart as a panel of a figure."""
    specification = draw(author, rows, alt, *arguments)
    st.caption(caption)
    return Panel(title, specification, rows)


def draw_cells(
    author: Callable[..., dict], rows: Rows, alt: str, key: str, *arguments: Hashable
) -> tuple[dict, dict[str, Any]]:
    """Draw a map with the specification of ``author(*arguments)``, whose parameter ``cell`` selects one of its rows.

    Returns the specification and the fields of the clicked cell, or {}.
    """
    specification = cache.specification(author, *arguments)
    event = st.vega_lite_chart(
        sent(rows), sized(specification), width="stretch", alt=alt, key=key, on_select="rerun", selection_mode="cell"
    )
    return specification, (event.selection.get("cell") or [{}])[0]


def sent(rows: Rows) -> pa.Table:
    """Return the rows as an Arrow table for the browser, without pandas metadata; missing values are null.

    Examples
    --------
    >>> sent(pd.DataFrame({"p": [0.5, float("nan")], "name": ["exact", None]})).to_pydict()
    {'p': [0.5, None], 'name': ['exact', None]}
    >>> sent([{"p": 0.5, "name": "exact"}, {"name": "sampled"}]).to_pydict()
    {'p': [0.5, None], 'name': ['exact', 'sampled']}
    """
    if isinstance(rows, pa.Table):
        return rows
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


# Keys of a specification whose values are lengths in pixels.
_LENGTHS = {"fontSize", "labelFontSize", "titleFontSize", "strokeWidth", "symbolSize", "height", "dx", "dy", "offset"}
_LENGTHS |= {"minExtent", "maxExtent", "titlePadding", "titleX", "titleY"}
# Vega-Lite's and Streamlit's defaults for lengths that a chart does not set.
_AXIS = {"labelFontSize": 12, "titleFontSize": 14}


def enlarged(specification: dict, by: float) -> dict:
    """Return the specification of layers with every length in pixels multiplied.

    Examples
    --------
    >>> enlarged({"height": 200, "layer": [{"mark": {"type": "text", "fontSize": 12}}]}, 1.5)["layer"]
    [{'mark': {'type': 'text', 'fontSize': 18.0}}]
    """
    larger = _larger(specification, by)
    larger["padding"] = {side: by * room for side, room in specification.get("padding", {}).items()}
    config = larger.get("config", {})
    defaults = {name: by * size for name, size in _AXIS.items()}
    named = {part: defaults | config.get(part, {}) for part in ("axis", "legend")}
    larger["config"] = config | named | {"text": {"fontSize": 11 * by} | config.get("text", {})}
    return larger


def _larger(value: Any, by: float, name: str = "", within: str = "") -> Any:
    """Return the value of a key with this name, in a part with the name ``within``, with all its lengths multiplied."""
    is_length = (
        name in _LENGTHS
        # The area of a mark, or a position in pixels.
        or (within == "mark" and name in ("size", "x", "y"))
        or (within in ("x", "y", "x2", "y2") and name == "value")
    )
    if is_length and isinstance(value, int | float) and not isinstance(value, bool):
        return value * (by * by if name in ("size", "symbolSize") else by)
    if is_length and isinstance(value, dict) and value.keys() == {"expr"}:
        return {"expr": f"{by} * ({value['expr']})"}
    if isinstance(value, list):
        return [_larger(each, by, name, within) for each in value]
    if isinstance(value, dict):
        return {key: _larger(each, by, key, name) for key, each in value.items()}
    return value
