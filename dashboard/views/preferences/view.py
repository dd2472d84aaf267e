"""Preferences: which of two systems, or of many, do the judges prefer?"""

import streamlit as st

from core.preferences import PreferenceResult, prefer
from dashboard import state
from dashboard.guard import needed
from dashboard.server import cache
from dashboard.server.progress import stoppable
from dashboard.views.preferences.judged import choose_judgments
from dashboard.views.preferences.panel import choose_asked, draw_many, draw_takeaway, draw_two, draw_verdict
from dashboard.wording.unbroken import unbroken

st.title("Which do the judges prefer?", anchor=False)
st.markdown(
    unbroken(
        "People or a model saw two answers and named the better one, or a tie. All judgments of an item, in both "
        "orders and by all judges, count as one."
    )
)
data, origin = needed(choose_judgments())
options = choose_asked(len(data.names) > 2)
state.publish("preferences")
with stoppable(f"{data.digest}{sorted(options.items())}", "Resampling the items") as run:
    key = ("prefer", data.digest, data.names, data.notes, tuple(sorted(options.items())))
    found = cache.of_session(key, lambda: run(prefer, data, **options))
draw_verdict(found)
picture = draw_two(found) if isinstance(found, PreferenceResult) else draw_many(found)

st.header("Take it with you", anchor=False)
draw_takeaway(found, origin, options, picture)
