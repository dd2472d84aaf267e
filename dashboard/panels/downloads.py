"""Files to take along from a learning page."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pandas as pd
import streamlit as st

from core.report.escape import csv_text
from dashboard.charts.figure import Panel, figure, to_png, to_svg

__all__ = ["Download", "csv_file", "draw_downloads", "picture_files"]


class Download(NamedTuple):
    """A file: its button, its name and type, and what makes its bytes when the button is pressed."""

    title: str
    file: str
    mime: str
    data: Callable[[], bytes]


def csv_file(table: Callable[[], pd.DataFrame], name: str, title: str = "Values (CSV)") -> Download:
    """Return the file of a table, which ``table`` gives when it is asked for."""

    def text() -> str:
        frame = table()
        return csv_text(frame.columns, frame.itertuples(index=False, name=None))

    return Download(title, f"{name}.csv", "text/csv", lambda: text().encode())


def picture_files(drawn: Callable[[], dict], name: str) -> list[Download]:
    """Return the two files of a figure, whose specification ``drawn`` gives when it is asked for."""
    return [
        Download("Picture (PNG)", f"{name}.png", "image/png", lambda: to_png(drawn())),
        Download("Picture (SVG)", f"{name}.svg", "image/svg+xml", lambda: to_svg(drawn()).encode()),
    ]


def draw_downloads(files: list[Download], panels: Sequence[Panel] = (), name: str = "") -> None:
    """Draw one button a file, and two for the panels as one picture."""
    pictures = picture_files(lambda: figure(list(panels)), name) if panels else []
    with st.container(horizontal=True):
        for download in [*files, *pictures]:
            st.download_button(
                download.title,
                download.data,
                download.file,
                download.mime,
                key=f"_download_{download.file}",
                on_click="ignore",
                icon=":material/download:",
            )
