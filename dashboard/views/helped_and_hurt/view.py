"""Helped and hurt: how do n, helped and hurt make a p-value?"""

from typing import Any

import pyarrow as pa
import streamlit as st

from core.data.synthetic import helped_hurt
from core.inference.result import Comparison
from core.planning.planning import repeat_study
from core.report.numbers import unit_of_result
from core.report.sentences import chance_sentence, changes_sentence, conclusion_sentence, headline
from dashboard.charts.studies import studies_spec, study_rows
from dashboard.guard import section
from dashboard.inputs.choices import next_one
from dashboard.inputs.settings import choose_question
from dashboard.panels.chart import by_slider, draw
from dashboard.panels.lesson import draw_introduction, draw_questions, draw_steps
from dashboard.panels.links import link_to
from dashboard.panels.projector import projecting, settings_place, verdict_and_picture
from dashboard.panels.tests import draw_tests
from dashboard.server import cache
from dashboard.server.work import decided_by_each
from dashboard.views.helped_and_hurt import words
from dashboard.views.helped_and_hurt.counts import Counts, choose_counts, choose_preset, slider_shape
from dashboard.views.helped_and_hurt.lesson import draw_lesson
from dashboard.views.helped_and_hurt.live import FRAME, frame_rows, frames, live_spec
from dashboard.wording.pictures import axis_title, spread_caption
from dashboard.wording.settings import TERMS
from dashboard.wording.unbroken import shown, unbroken

memory = st.session_state


def draw_live(counts: Counts, question: dict[str, Any], spread: Comparison, alt: str, title: str) -> None:
    """Draw the chart with the frames of all sliders, which the browser updates while a slider is dragged.

    ``spread`` is the bootstrap of the counts.
    """
    shape = slider_shape(counts)

    def make() -> tuple[int, pa.Table]:
        passed = frames(counts, *shape)
        return int(passed.numbers[0]), frame_rows(passed, spread.bootstrap_distribution, **question)

    own, rows = cache.kept("frames", (*counts, *shape, *question.values()), make)
    draw(live_spec, rows, alt, title, dragged=by_slider(FRAME, "frame", own, min=own, max=4_000, step=1))


@section
def draw_study(question: dict[str, Any]) -> None:
    """Draw the sliders and everything that depends on them; the rest of the page does not."""
    if projecting():
        beside, picture = verdict_and_picture()
        said, settings = beside.container(key="verdict"), beside.container(key="sliders")
        said.empty()  # the client gives an empty container no place
    else:
        # On a phone the left column comes first.
        beside, settings = st.columns([3, 2], gap="medium")
        settings = settings.container(key="sliders")
        said = picture = beside
    with settings:
        # The steps are here, because most of them use the sliders.
        draw_steps()
        if not projecting():
            choose_preset()
        counts = choose_counts()
        if not projecting():
            sent = question | {"source": "synthetic", "both": 0, "swap": False, "metric": "mean"}
            link_to("", "Send to *Two systems*", sent, others=True, icon="send")
    # Only the chosen alternative and no chart of each test, for speed: a slider waits for this.
    key, options = (*counts, *question.values()), question | {"metric": "mean"}
    asked = cache.kept("tests", key, lambda: decided_by_each(helped_hurt(*counts), options))
    result = asked[question["test"]].result
    unit = unit_of_result(result)
    with said:
        st.header(shown(headline(result, unit)), anchor=False)
    with picture:
        spread = asked["bootstrap"].result
        caption = spread_caption(spread, unit)
        draw_live(counts, question, spread, caption, axis_title(unit, "mean"))
        st.caption(shown(caption))
    with said if projecting() else picture:
        if result.changed:
            verdict = f"{changes_sentence(result)} {chance_sentence(result)} {conclusion_sentence(result)}"
            st.markdown(shown(verdict), help=TERMS["alpha"])
        if few := words.few_changed(asked["bootstrap"].result, asked["permutation"].result):
            st.caption(unbroken(few))

    st.header("Every test side by side", anchor=False, help=TERMS["tests"])
    draw_tests(asked)

    st.header("Repeat this study", anchor=False, help=TERMS["rates"])
    rates = (counts.n, counts.helped / counts.n, counts.hurt / counts.n)
    options = question | {"seed": memory["repeat_seed"]}
    studies = cache.kept("repeats", (rates, *options.values()), lambda: repeat_study(*rates, **options))
    st.markdown(unbroken(words.repeat_introduction(studies, counts.helped, counts.hurt)))
    st.button("Another 200 studies", icon=":material/casino:", on_click=next_one, args=("repeat_seed",))
    st.markdown(unbroken(words.repeat_sentence(studies)), help=TERMS["power"])
    draw(studies_spec, study_rows(studies), words.studies_alt(studies))
    st.caption(unbroken(words.repeat_caption(studies)))


# With the title in it, because the client gives an empty container no place.
place = st.container(key="opening_study")
with place:
    st.title(unbroken("How do helped and hurt items make a p-value?"), anchor=False)
    draw_introduction(words.INTRODUCTION, TERMS["pvalue"])
with settings_place("question"):
    question = choose_question()
with place:
    draw_study(question)
draw_lesson()
draw_questions()
