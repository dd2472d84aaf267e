"""The lesson about results that are "trending towards significance", step by step."""

import altair as alt
import numpy as np
import pandas as pd
import streamlit as st

from core.report import POINTS
from core.teaching.promising import FollowedUp, follow_up
from dashboard.charts.axis import LEFT_MARGIN, layered, rows_of
from dashboard.charts.palette import MUTED, TEXT
from dashboard.charts.studies import COLOURS, SHAPES, studies_spec, study_rows
from dashboard.guard import section
from dashboard.inputs.choices import choose_segment, next_one
from dashboard.panels.chart import draw
from dashboard.server import cache
from dashboard.views.helped_and_hurt import words
from dashboard.wording.unbroken import unbroken


@section
def draw_lesson() -> None:
    """Draw the chosen step of the lesson."""
    memory = st.session_state
    st.header("A cautionary tale: “trending towards significance”", anchor=False)
    st.markdown(unbroken(words.LESSON))
    choose_segment("Step", words.STEPS, "lesson", label_visibility="collapsed")
    seed = memory["lesson_seed"]
    tale = cache.kept("tales", seed, lambda: follow_up(seed=seed))
    st.markdown(unbroken(words.lesson_sentence(tale, memory["lesson"])))
    if memory["lesson"] == 3:
        draw(fates_spec, fate_rows(tale), words.lesson_alt(tale))
    else:
        trending = tale.trending if memory["lesson"] == 2 else None
        draw(studies_spec, study_rows(tale.first, trending), words.studies_alt(tale.first))
    st.caption(unbroken(words.STEP_CAPTIONS[memory["lesson"]]))
    st.button("Repeat with other studies", icon=":material/casino:", on_click=next_one, args=("lesson_seed",))


def fate_rows(tale: FollowedUp) -> pd.DataFrame:
    """Return two rows for each promising study: its difference at first, and with more items."""
    fate = np.where(tale.pvalue <= tale.first.alpha, "significant", "promising")
    before, after = (f"{n:,} questions" for n in (tale.first.n, tale.n))
    zero = pd.DataFrame({"part": "zero", "when": [before, after], "difference": 0.0})
    studies = pd.DataFrame({"part": "study", "study": np.flatnonzero(tale.promising) + 1, "kind": fate})
    first = studies.assign(when=before, difference=POINTS.scale * tale.gain_before, p=tale.first.pvalue[tale.promising])
    last = studies.assign(when=after, difference=POINTS.scale * tale.gain_after, p=tale.pvalue)
    return pd.concat([zero, first, last], ignore_index=True)


def fates_spec() -> dict:
    axis = alt.Axis(labelAngle=0, labelFontSize=13, labelColor=TEXT, domain=False, ticks=False)
    x = alt.X("when:N", sort=None, title=None, scale=alt.Scale(padding=0.15), axis=axis)
    axis = alt.Axis(tickCount=5, minExtent=LEFT_MARGIN - 20)
    y = alt.Y("difference:Q", title="difference in points", scale=alt.Scale(zero=True, nice=True), axis=axis)
    studies = rows_of("study")
    layers = [
        rows_of("zero").mark_line(color=MUTED, strokeDash=[4, 4], strokeWidth=1.5).encode(x=x, y=y),
        studies.mark_line(strokeWidth=1.2).encode(x=x, y=y, detail="study:N", color=COLOURS),
        studies.mark_point(filled=True, size=55, opacity=1).encode(
            x=x,
            y=y,
            color=COLOURS,
            shape=SHAPES,
            tooltip=[
                alt.Tooltip("study:Q"),
                alt.Tooltip("difference:Q", title="difference in points", format="+.1f"),
                alt.Tooltip("p:Q", format=".4f"),
            ],
        ),
    ]
    return layered(layers, 260)
