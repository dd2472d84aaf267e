"""Charts as files: specifications and rows become one picture, PNG or SVG, made offline."""

import copy
import math
from typing import Any, NamedTuple

import pandas as pd
import vl_convert

from dashboard.charts.palette import THEMES

__all__ = ["Panel", "figure", "to_png", "to_svg"]


class Panel(NamedTuple):
    """One chart of a figure: its question, its specification and its rows."""

    title: str
    specification: dict
    rows: pd.DataFrame


def figure(panels: list[Panel], width: int = 640) -> dict:
    """Return one specification that holds the panels one below the other, data included."""
    charts = []
    for panel in panels:
        chart = copy.deepcopy(panel.specification)
        config = chart.pop("config", {})
        chart.pop("$schema", None)
        chart |= {"title": panel.title, "width": width, "data": {"values": _records(panel.rows)}}
        charts.append(chart)
    colours = THEMES["light"]
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
        "vconcat": charts,
        "resolve": {"scale": {"color": "independent"}},
        "config": config
        | {
            "background": colours.background,
            "font": "sans-serif",
            # Titles begin where the plots begin, which stand exactly below each other.
            "title": {"anchor": "start", "frame": "group", "fontSize": 14, "color": colours.text},
            "axis": config.get("axis", {}) | {"titleFontWeight": "normal"},
            "view": {"stroke": None},
        },
    }


def _records(rows: pd.DataFrame) -> list[dict[str, Any]]:
    records = rows.to_dict("records")
    return [{k: v for k, v in row.items() if not (isinstance(v, float) and math.isnan(v))} for row in records]


def to_png(specification: dict) -> bytes:
    """Draw the figure at twice its size in pixels."""
    return vl_convert.vegalite_to_png(specification, scale=2)


def to_svg(specification: dict) -> str:
    """Draw the figure as SVG."""
    return vl_convert.vegalite_to_svg(specification)
