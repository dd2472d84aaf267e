"""Downloads, and texts to copy."""

import re
from collections.abc import Callable, Mapping, Sequence
from mimetypes import guess_type
from threading import Thread
from typing import NamedTuple

import pandas as pd
import streamlit as st
from streamlit.runtime import get_instance
from streamlit.runtime.scriptrunner import add_script_run_ctx, get_script_run_ctx
from vl_convert import vegalite_to_pdf, vegalite_to_svg

from core.report.escape import csv_text
from dashboard.charts.figure import Panel, figure, printed_svg, to_png


class Download(NamedTuple):
    """A file: its button, its name, and the function that returns its contents when the button is pressed."""

    title: str
    file: str
    data: Callable[[], bytes | str]

    @property
    def mime(self) -> str:
        """The media type, as the ending of the name says."""
        return guess_type(self.file)[0] or "application/octet-stream"


def file_stem(*parts: str) -> str:
    """Return the beginning of a file name that describes the contents.

    Examples
    --------
    >>> file_stem("linear SVM-vs-rules/2", "macro-f1")
    'linear-SVM-vs-rules-2_macro-f1'
    """
    return "_".join(re.sub(r"[^\w.+-]+", "-", part).strip("-.")[:80] for part in parts)


def csv_file(table: Callable[[], pd.DataFrame], name: str, title: str = "Values (CSV)") -> Download:
    """Return the file of a table; ``table`` is called when the file is downloaded."""

    def text() -> str:
        frame = table()
        return csv_text(frame.columns, frame.itertuples(index=False, name=None))

    return Download(title, f"{name}.csv", text)


def picture_files(drawn: Callable[[], dict], name: str, title: str = "Picture") -> list[Download]:
    """Return the two files of a figure; ``drawn`` is called when a file is downloaded and returns the specification."""
    return [
        Download(f"{title} (PNG)", f"{name}.png", lambda: to_png(drawn())),
        Download(f"{title} (SVG)", f"{name}.svg", lambda: vegalite_to_svg(drawn())),
    ]


def paper_files(drawn: Callable[[], dict], name: str) -> list[Download]:
    """Return the three files of a paper's figure; ``drawn`` is called on download and returns the specification."""
    return [
        Download("Figure for a paper (PDF)", f"{name}.pdf", lambda: vegalite_to_pdf(drawn())),
        Download("Figure for a paper (PNG)", f"{name}.png", lambda: to_png(drawn())),
        Download("Figure for a paper (SVG)", f"{name}.svg", lambda: printed_svg(drawn())),
    ]


def draw_downloads(files: list[Download], panels: Sequence[Panel] = (), name: str = "") -> None:
    """Draw one button for each file, and two for the panels as one picture."""
    pictures = picture_files(lambda: figure(list(panels)), name) if panels else []
    with st.container(horizontal=True):
        for download in [*files, *pictures]:
            file, icon = (_held(download), download.file, download.mime), ":material/download:"
            key = f"_download_{download.file}"
            st.download_button(download.title, *file, key=key, on_click="ignore", icon=icon)


def draw_texts(texts: Mapping[str, tuple[str, str | None]]) -> None:
    """Draw each text with its language in a tab of its own, with a copy button; a long text scrolls."""
    for tab, (text, language) in zip(st.tabs(list(texts)), texts.values(), strict=True):
        tab.code(text, language, wrap_lines=True, height=420 if text.count("\n") > 20 else "content")


def _held(download: Download) -> Callable[[], bytes]:
    """Return a function that makes the bytes, and keeps them for this session until its page runs again.

    Streamlit makes the file on the click and sends its address to the browser, but no session holds the file. After the
    next two runs of pages in any session the file is deleted, and a browser that asks later gets "not found".
    """
    context = get_script_run_ctx()

    def data() -> bytes:
        made = download.data()
        content = made.encode() if isinstance(made, str) else made
        files = get_instance().media_file_mgr
        # A separate thread is needed because a thread's context names its session, and Streamlit's own thread has none.
        hold = Thread(
            target=files.add,
            args=(content, download.mime, f"_download_{download.file}", download.file),
            kwargs={"is_for_static_download": True},
        )
        add_script_run_ctx(hold, context).start()
        hold.join()
        return content

    return data
