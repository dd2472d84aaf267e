"""Two of the systems of *Many systems*, as one pair."""

import streamlit as st

from core.data.paired import PairedScores
from core.data.scores import Scores
from core.report import Origin
from core.report.escape import markdown
from core.report.reproduce import pair_origin
from dashboard.inputs.at_hand import systems_at_hand
from dashboard.inputs.systems import draw_example
from dashboard.pages import PAGES
from dashboard.server import cache

__all__ = ["two_of_many"]

PARTS = {"first_system": "Baseline", "second_system": "Experimental"}


def two_of_many(swap: bool) -> tuple[PairedScores, Origin] | None:
    """Draw the choice of two systems; return their pair, or None while one is missing."""
    memory = st.session_state
    if memory["many"] == "sample":
        draw_example()
    page = PAGES["many-systems"]
    st.page_link(page.script, label="Two of the systems on *Many systems*", icon=f":material/{page.icon}:")
    found = systems_at_hand()
    if found is None:
        return None
    scores = found.scores
    names = []
    for place, (key, label) in zip(st.columns(2), PARTS.items(), strict=True):
        wanted = memory[key]
        widget = f"_option_{key}_{hash(scores.names)}"
        chosen = place.selectbox(
            label,
            scores.names,
            scores.names.index(wanted) if wanted in scores.names else None,
            key=widget,
            placeholder="Choose a system",
            persist_state="session",
            filter_mode="contains" if len(scores.names) > 8 else None,
        )
        if chosen is None and wanted:
            st.warning(markdown(f"There is no system {wanted}."), icon=":material/warning:")
        elif chosen:
            memory[key] = chosen
        names.append(chosen)
    first, second = names
    if first is None or second is None or first == second:
        st.info("**Still to choose:** two different systems.", icon=":material/view_column:")
        return None
    pair = cache.of_pair("pairs", scores, (first, second), lambda: _pair(scores, first, second))
    return (pair.swapped() if swap else pair), pair_origin(
        found.origin, *((second, first) if swap else (first, second))
    )


def _pair(scores: Scores, first: str, second: str) -> PairedScores:
    pair = scores.pair(first, second)
    # The cache measures a value only once, so these properties are computed before.
    _ = pair.collapsed, pair.digest
    return pair
