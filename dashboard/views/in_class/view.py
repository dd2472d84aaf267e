"""In class: what does the whole class draw, guess and find?"""

import streamlit as st

from dashboard.guard import guarded
from dashboard.panels.lesson import draw_questions, draw_steps
from dashboard.server.rooms import ROOMS
from dashboard.views.in_class.entrance import draw_entrance, draw_way_out
from dashboard.views.in_class.student import draw_student
from dashboard.views.in_class.teacher import draw_teacher

memory = st.session_state

if memory["room_key"]:
    # Out of the address again, which the class sees on the projector.
    memory["_leads"], memory["room_key"] = memory["room_key"], ""
code, key = memory["room"], memory.get("_leads", "")
if not code:
    draw_entrance()
    draw_steps()
    draw_questions()
elif ROOMS.leads(code, key):
    draw_teacher(code, key)
    draw_steps()
else:
    with guarded():
        draw_student(code)
    draw_way_out()
