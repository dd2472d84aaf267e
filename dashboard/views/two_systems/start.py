"""The choice of the scores and of the settings, in one closed line once there are data, and example files."""

from functools import partial

import streamlit as st

from core.common.phrases import first_few
from core.data.paired import PairedScores
from core.readers import FORMATS
from core.report import Origin
from core.report.escape import markdown
from dashboard.guard import needed
from dashboard.inputs import choose_settings, choose_source
from dashboard.inputs.settings import fit_metric
from dashboard.inputs.uploaded import readable
from dashboard.inputs.uploads import held
from dashboard.pages import PAGES
from dashboard.panels.downloads import Download, draw_downloads
from dashboard.panels.projector import settings_place
from dashboard.samples import SAMPLES
from dashboard.samples.examples import EXAMPLES
from dashboard.wording.settings import asked_words
from dashboard.wording.unbroken import unbroken


def choose_pair() -> tuple[PairedScores, Origin]:
    """Draw the ways to start, the choice of the scores, and the settings; return the scores.

    The settings are one line that opens. For a visitor's own scores, the choice of the scores is part of that line; for
    an example it stays visible.
    """
    memory = st.session_state
    above = st.container()
    with settings_place("source"):
        with st.container(key="ways"):
            st.markdown("Is one system really better than another? Exact answers from two score files.")
            _draw_ways_in()
        pair, origin = needed(choose_source(beside=draw_examples))
    own = memory["source"] in ("upload", "paste", "systems")
    with above if own else st.container(), settings_place("asked"):
        metrics = fit_metric(pair)
        asked = asked_words(memory["metric"], memory["test"], memory["alternative"], memory["alpha"])
        label = f"{markdown(f'{_what(pair)} · {asked}')} · **change**"
        # While the line of a visitor's own scores is closed, their choice is hidden (style.css).
        with st.expander(label, key="_own" if own else "_settings", icon=":material/tune:"):
            choose_settings(pair, metrics)
    return pair, origin


def _draw_ways_in() -> None:
    # The widths are in pixels, because buttons load later and would otherwise wrap and move the page below.
    with st.container(horizontal=True, gap="small"):
        bring, own = st.session_state.update, {"source": "upload"}
        st.button("I have score files", icon=":material/upload_file:", on_click=bring, args=(own,), width=180)
        ways = (("I have two printed accuracies", "check-a-claim", 260), ("I teach", "in-class", 110))
        for label, address, width in ways:
            if st.button(label, icon=f":material/{PAGES[address].icon}:", width=width):
                st.switch_page(PAGES[address].script)


def _what(pair: PairedScores) -> str:
    """Return the name of the data: the files, the example, or the two systems."""
    memory = st.session_state
    if memory["source"] == "upload":
        return first_few([upload.name for upload in readable(held(), say=False)], limit=3, width=30)
    if memory["source"] == "sample":
        return SAMPLES[memory["sample"]].title
    if memory["source"] == "synthetic":
        return f"{memory['n']:,} items, {memory['helped']:,} helped, {memory['hurt']:,} hurt"
    return first_few([pair.baseline_name, pair.experimental_name], width=30)


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
