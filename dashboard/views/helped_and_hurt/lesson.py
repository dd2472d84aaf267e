"""The lesson about results that are "trending towards significance", step by step."""

import streamlit as st

from core.teaching.promising import follow_up
from dashboard.charts.studies import studies_spec, study_rows
from dashboard.guard import section
from dashboard.inputs.choices import choose_segment
from dashboard.panels.chart import draw
from dashboard.server import cache
from dashboard.views.helped_and_hurt import words
from dashboard.views.helped_and_hurt.chart import fate_rows, fates_spec
from dashboard.wording.unbroken import unbroken


def next_seed(name: str) -> None:
    """Increase a seed by one."""
    st.session_state[name] += 1


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
    st.caption(unbroken(words.lesson_caption(memory["lesson"])))
    st.button("Repeat with other studies", icon=":material/casino:", on_click=next_seed, args=("lesson_seed",))
