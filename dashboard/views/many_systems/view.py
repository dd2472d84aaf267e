"""Many systems: which of them differ, and which do not differ significantly from the best?"""

import streamlit as st

from core.report.numbers import item_count
from dashboard import state
from dashboard.charts.ranked import MOST_SYSTEMS
from dashboard.guard import needed
from dashboard.inputs.systems import choose_systems
from dashboard.server import cache, work
from dashboard.server.progress import stoppable
from dashboard.views.many_systems.panel import (
    choose_asked,
    draw_matrix,
    draw_pair,
    draw_pairs,
    draw_ranking,
    draw_takeaway,
    draw_verdict,
    open_pair,
)
from dashboard.views.many_systems.words import INTRODUCTION
from dashboard.wording.unbroken import shown, unbroken

st.title("Which of many systems differ?", anchor=False)
st.markdown(unbroken(INTRODUCTION))
scores, origin = needed(choose_systems())
options = needed(choose_asked(scores))
state.publish("many-systems")
with stoppable(f"{scores.digest}{sorted(options.items(), key=str)}", "Testing the pairs") as run:
    key = tuple(sorted(options.items(), key=str))
    ranking, unit = cache.of_pair("rankings", scores, key, lambda: run(work.ranked, scores, options))
draw_verdict(ranking, unit)
if ranking.notes:
    with st.expander(f"What was read: {item_count(ranking.n_items)}", icon=":material/table_view:"):
        for note in ranking.notes:
            st.caption(shown(note))

st.header("The ranking", anchor=False)
picture = draw_ranking(ranking, unit)

st.header("The pairs" if ranking.baseline is None else f"All against {shown(ranking.baseline)}", anchor=False)
matrix = None
if ranking.baseline is None and len(ranking.systems) <= MOST_SYSTEMS:
    matrix, picked = draw_matrix(ranking, unit)
    if picked is not None:
        open_pair(ranking, picked)
draw_pair(ranking, unit)
if matrix is None:
    draw_pairs(ranking, unit)
else:
    with st.expander("All pairs as a table"):
        draw_pairs(ranking, unit)

st.header("Take it with you", anchor=False)
draw_takeaway(ranking, unit, origin, options, picture, matrix)
