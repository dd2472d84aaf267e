"""The form that opens or joins a room, the button that leaves it, and the cookie that keeps the key of a room."""

import json
import re

import streamlit as st

from dashboard.guard import guarded
from dashboard.server.rooms import LIFE_SECONDS, ROOMS, Task
from dashboard.views.in_class import words
from dashboard.wording.unbroken import unbroken

# The cookie of the proxy for several workers.
WORKER_COOKIE = "helped_hurt_worker"


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


def draw_way_out() -> None:
    """Draw the button that returns to the form."""
    leave, none = st.session_state.update, {"room": ""}
    st.button("Leave the room", icon=":material/logout:", type="tertiary", on_click=leave, args=(none,))


_COOKIE = "helped_hurt_room_"


def held_key(code: str) -> str:
    """Return the key that this browser keeps for the room, or an empty string."""
    return str(st.context.cookies.get(_COOKIE + code.strip().upper(), ""))


def keep_key(code: str, key: str) -> None:
    """Let the browser keep the key for as long as a room can last.

    Only the rooms can verify a key, so this only checks its format.
    """
    if re.fullmatch(r"\w+", code.strip(), re.ASCII) and re.fullmatch(r"[\w-]+", key, re.ASCII):
        cookie = f"{_COOKIE}{code.strip().upper()}={key}; path=/; max-age={LIFE_SECONDS:.0f}; SameSite=Strict"
        st.html(f"<script>document.cookie = {json.dumps(cookie)}</script>", unsafe_allow_javascript=True)
