"""In class: what does the whole class draw, guess and find?"""

import streamlit as st

from dashboard.guard import guarded
from dashboard.panels.lesson import draw_questions, draw_steps
from dashboard.server.rooms import ROOMS
from dashboard.views.in_class.entrance import draw_entrance, draw_way_out, held_key, keep_key
from dashboard.views.in_class.student import draw_student
from dashboard.views.in_class.teacher import draw_teacher

memory = st.session_state

if memory["room_key"]:
    # Remove the key from the address, because the class sees the address on the projector.
    memory["_leads"], memory["room_key"] = memory["room_key"], ""
code = memory["room"]
key = memory.get("_leads") or held_key(code)
if not code or ((memory.get("_seat") or ("",))[0] != code and not ROOMS.known(code)):
    with st.container(key="entrance"):
        draw_entrance(code)
    draw_steps()
    draw_questions()
elif ROOMS.leads(code, key) and memory.get("_as_student") != code:
    memory["_leads"] = key
    keep_key(code, key)
    draw_teacher(code, key)
    if not memory["remote"]:
        draw_steps()
else:
    with guarded():
        draw_student(code)
    if ROOMS.leads(code, key):
        st.button("Lead this room again", icon=":material/co_present:", on_click=memory.pop, args=("_as_student", None))
    draw_way_out()
