"""In class: what does the whole class draw, guess and find?"""

import json
import re

import streamlit as st

from dashboard.guard import guarded
from dashboard.panels.lesson import draw_questions, draw_steps
from dashboard.server.rooms import LIFE_SECONDS, ROOMS, WORKER_COOKIE, Task
from dashboard.views.in_class import words
from dashboard.views.in_class.student import draw_student
from dashboard.views.in_class.teacher import draw_teacher
from dashboard.wording.unbroken import unbroken


def draw_entrance(code: str) -> None:
    """Draw the button that opens a room, and the form that joins one; ``code`` is an unknown code, or empty."""
    memory = st.session_state
    st.title("Run it with your class", anchor=False)
    st.markdown(unbroken(words.INTRODUCTION))
    left, right = st.columns(2, gap="large")
    with left:
        st.header("Teach", anchor=False)
        if st.button("Open a room", icon=":material/co_present:"):
            with guarded():
                memory["room"], memory["_leads"] = ROOMS.open(Task())
                st.rerun()
    with right:
        st.header("Join", anchor=False)
        memory.setdefault("_class_code", code)
        with st.form("_join", border=False):
            typed = st.text_input("Code of the room", max_chars=8, autocomplete="off", key="_class_code").strip()
            if WORKER_COOKIE in st.context.cookies:
                st.caption(words.BY_LINK)
            if st.form_submit_button("Join", icon=":material/login:") and typed:
                code = typed.upper()
                if ROOMS.known(code):
                    memory["room"] = code
                    st.rerun()
        if code:
            st.warning(unbroken(words.unknown(code)))
    st.caption(unbroken(words.ABOUT))
    # Remove an unknown code from the address.
    memory["room"] = ""


_COOKIE = "helped_hurt_room_"


def keep_key(code: str, key: str) -> None:
    """Let the browser keep the key for as long as a room can last.

    Only the rooms can verify a key, so this only checks its format.
    """
    if re.fullmatch(r"\w+", code.strip(), re.ASCII) and re.fullmatch(r"[\w-]+", key, re.ASCII):
        cookie = f"{_COOKIE}{code.strip().upper()}={key}; path=/; max-age={LIFE_SECONDS:.0f}; SameSite=Strict"
        st.html(f"<script>document.cookie = {json.dumps(cookie)}</script>", unsafe_allow_javascript=True)


memory = st.session_state

if memory["room_key"]:
    # Remove the key from the address, because the class sees the address on the projector.
    memory["_leads"], memory["room_key"] = memory["room_key"], ""
code = memory["room"]
# The browser keeps the key of a room that it leads.
key = memory.get("_leads") or str(st.context.cookies.get(_COOKIE + code.strip().upper(), ""))
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
    leave = memory.update
    st.button("Leave the room", icon=":material/logout:", type="tertiary", on_click=leave, kwargs={"room": ""})
