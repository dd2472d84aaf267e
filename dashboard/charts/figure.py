"""Charts as files: specifications and rows become one picture, PNG, SVG or PDF, made offline."""

import copy
import re
from typing import Any, NamedTuple

import pandas as pd
import pyarrow as pa
import vl_convert

from dashboard.charts.axis import AXIS
from dashboard.charts.palette import THEMES

# Width of a column of a paper in points: 3.3 inches
COLUMN = 238


class Panel(NamedTuple):
    """One chart of a figure: its question, its specification and its rows."""

    title: str
    specification: dict
    rows: pd.DataFrame | pa.Table


def figure(panels: list[Panel], width: int = 640) -> dict:
    """Return one specification with the panels below each other, data included."""
    charts = []
    for panel in panels:
        chart = copy.deepcopy(panel.specification)
        config = chart.pop("config", {})
        chart.pop("$schema", None)
        chart |= {"title": panel.title, "width": width, "data": {"values": _records(panel.rows)}}
        charts.append(chart)
    light = THEMES["light"]
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
        "vconcat": charts,
        "resolve": {"scale": {"color": "independent"}},
        "config": config
        | {
            "background": light.background,
            "font": "sans-serif",
            # Titles begin at the left end of the plots, which are aligned.
            "title": {"anchor": "start", "frame": "group", "fontSize": 14, "color": light.text},
            "axis": config.get("axis", {}) | {"titleFontWeight": "normal"},
            "view": {"stroke": None},
        },
    }


def _records(rows: pd.DataFrame | pa.Table) -> list[dict[str, Any]]:
    table = rows if isinstance(rows, pa.Table) else pa.Table.from_pandas(rows)
    return [{name: value for name, value in row.items() if value is not None} for row in table.to_pylist()]


def alone(panel: Panel, width: int = 900) -> dict:
    """Return one chart, data included, for a file."""
    drawn = figure([panel], width)
    # In a concatenation Altair renames scales and sizes, so the space for labels could not be set.
    [chart] = drawn.pop("vconcat")
    return drawn | chart | {"padding": 10}


def column_figure(panel: Panel) -> dict:
    """Return one chart without a title, as wide as a column of a paper including labels; its unit is a point."""
    drawn = alone(panel, COLUMN)
    drawn["height"] -= AXIS  # here the height is that of the plot alone
    # The caption of the paper replaces the title; its letters are smaller than those of a page.
    del drawn["title"]
    for layer in drawn["layer"]:
        if layer["mark"]["type"] == "text":
            layer["mark"]["fontSize"] = 8
    small = {"labelFontSize": 8, "titleFontSize": 8}
    config = drawn["config"] | {name: drawn["config"].get(name, {}) | small for name in ("axis", "legend")}
    drawn |= {"padding": panel.specification["padding"], "config": config}
    return drawn | {"autosize": {"type": "fit-x", "contains": "padding"}}


def to_png(specification: dict) -> bytes:
    """Draw the figure, whose unit is a point, as PNG with 300 pixels an inch."""
    return vl_convert.vegalite_to_png(specification, ppi=300)


def printed_svg(specification: dict) -> str:
    """Draw a figure whose unit is a point as SVG; without a unit, SVG would use pixels of 1/96 inch."""
    head, middle, rest = vl_convert.vegalite_to_svg(specification).partition(">")
    return re.sub(r' (width|height)="([\d.]+)"', r' \1="\2pt"', head) + middle + rest
