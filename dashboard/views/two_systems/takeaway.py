"""Texts to copy, and downloads."""

from collections.abc import Callable
from typing import Any

import pandas as pd
import streamlit as st

from core import report
from core.inference.result import Comparison
from core.report.phrases import short_names
from dashboard.charts.distribution import distribution_spec
from dashboard.charts.figure import Panel, column_figure
from dashboard.guard import section
from dashboard.panels.downloads import Download, csv_file, draw_downloads, file_stem, paper_files
from dashboard.panels.links import address_of
from dashboard.server.work import Texts
from dashboard.wording.pictures import SPREAD, figure_caption, short_title


def draw_takeaway(
    texts: Callable[[], Texts],
    result: Comparison,
    unit: report.Unit,
    origin: report.Origin,
    options: dict[str, Any],
    table: Callable[[], pd.DataFrame],
    panels: list[Panel],
) -> None:
    """Draw the downloads, and the texts to copy; the texts are made when their expander is opened."""
    st.header("Take it with you", anchor=False)
    stem = file_stem(f"{result.experimental_name}-vs-{result.baseline_name}", result.metric)
    files = [
        Download(
            "Report (Markdown)", f"{stem}_report.md", lambda: report.markdown_report(result, unit, origin, options)
        ),
        Download("Result (JSON)", f"{stem}_result.json", lambda: report.to_json(result)),
        csv_file(table, f"{stem}_items", "Items (CSV)"),
    ]
    spread = [panel for panel in panels if panel.title == SPREAD]
    if spread:
        files += paper_files(lambda: _for_a_paper(spread[0], result, unit), f"{stem}_difference")
    draw_downloads(files, panels, f"{stem}_pictures")
    _draw_texts(texts, result, unit, origin, options)


@section
def _draw_texts(
    texts: Callable[[], Texts],
    result: Comparison,
    unit: report.Unit,
    origin: report.Origin,
    options: dict[str, Any],
) -> None:
    folded = st.expander(
        "Texts for a paper, code and link", icon=":material/content_copy:", key="_texts", on_change="rerun"
    )
    if not folded.open:
        return
    with folded:
        written = texts()
        tabs: dict[str, dict[str, tuple[str, str | None]]] = {
            "Methods": {"": (written.methods, None)},
            # A highlighter would show the text after \% as a comment.
            "LaTeX": {title: (text, None) for title, text in written.latex.items()},
            "Caption": {"Of the figure for a paper": (figure_caption(result, unit), None)},
            "Checklist": {"": (written.checklist, None)},
            "Python": {"": (report.python_code(origin, options), "python")},
            "Command line": {"": (report.command_line(origin, options), "bash")},
            "JSON": {"": (report.to_json(result), "json")},
            "Link": {"": (address_of(""), None)},
        }
        if not result.changed:
            del tabs["Caption"]
        for tab, (name, blocks) in zip(st.tabs(list(tabs)), tabs.items(), strict=True):
            with tab:
                for title, (text, language) in blocks.items():
                    if title:
                        st.caption(title)
                    st.code(text, language=language, wrap_lines=True)
                if name in _NOTES:
                    st.caption(_NOTES[name])


# In points
_HEIGHT = 160


def _for_a_paper(spread: Panel, result: Comparison, unit: report.Unit) -> dict:
    baseline, experimental = short_names(result, 20)
    axis = (short_title(unit, result.metric), f"{experimental} − {baseline}")
    specification = distribution_spec(axis, _HEIGHT, "share of resamples")
    return column_figure(Panel(spread.title, specification, spread.rows))


_NOTES = {
    "Link": "The link holds every setting but never the data: upload or paste the scores again.",
    "Python": "Options at their defaults are left out.",
}
