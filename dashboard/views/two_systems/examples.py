"""Example files of each format."""

from functools import partial

import streamlit as st

from core.readers import FORMATS
from core.report.escape import markdown
from dashboard.panels.downloads import Download, draw_downloads
from dashboard.samples.examples import EXAMPLES
from dashboard.wording.unbroken import unbroken


def draw_examples() -> None:
    """Draw a button that opens a list of formats with example files to download."""
    with st.popover("Example files", icon=":material/draft:", help="What files of each format look like."):
        key = st.selectbox(
            "Format of the example",
            list(EXAMPLES),
            key="_example",
            format_func=lambda name: FORMATS[name].title,
            filter_mode=None,
        )
        st.caption(unbroken(FORMATS[key].explanation))
        draw_downloads(
            [Download(markdown(file.name), file.name, partial(bytes, file.data)) for file in EXAMPLES[key]()]
        )
