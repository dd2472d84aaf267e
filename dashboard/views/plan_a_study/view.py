"""Plan a study: how many items do I need?"""

from functools import partial

import streamlit as st

from core import report
from core.planning.planning import plan
from core.report.numbers import POINTS
from dashboard import state
from dashboard.guard import guarded
from dashboard.server import cache, work
from dashboard.server.progress import stoppable
from dashboard.views.plan_a_study import words
from dashboard.views.plan_a_study.panel import (
    choose_design,
    choose_test,
    choose_truth,
    draw_curve,
    draw_plan,
    draw_takeaway,
)
from dashboard.wording.unbroken import unbroken

st.title("How many items do I need?", anchor=False)
st.markdown(unbroken(words.INTRODUCTION))
with guarded("The rest of the page needs this result. Start again, or change a setting."):
    with st.container():
        truth, source = choose_truth()
    asked = truth | choose_test() | choose_design()
    n = st.session_state["planned_n"]
    state.publish("plan-a-study")
    key = (n, *sorted(asked.items()))
    if source is None:
        unit, origin = POINTS, None
        study = cache.kept("plans", key, lambda: plan(n, **asked))
        keep, name = cache.kept, f"curve{key}"
    else:
        pilot, origin = source.pair, source.origin.python
        unit = report.unit_of(pilot, asked["metric"])
        with stoppable(f"plan{pilot.digest}{key}", "Simulating studies") as run:
            study = cache.of_pair("plans", pilot, key, lambda: run(plan, n, pilot=pilot, **asked))
        keep, name = partial(cache.of_pair, pair=pilot), f"curve{pilot.digest}{key}"
    draw_plan(study, unit)
    with stoppable(name, "Computing the curve") as run:
        curve = keep("curves of plans", key=key, make=lambda: run(work.curve, study))
    panel = draw_curve(study, curve, unit)
    st.subheader("Take it with you", anchor=False)
    draw_takeaway(study, curve, unit, panel, asked, origin)
