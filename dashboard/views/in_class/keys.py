"""The key of a room in a cookie of the browser that opened it: it leads after a reload, and in a second tab."""

import json
import re

import streamlit as st

from dashboard.server.rooms import LIFE_SECONDS

_COOKIE = "helped_hurt_room_"


def held_key(code: str) -> str:
    """Return the key that this browser keeps for the room, or nothing."""
    return str(st.context.cookies.get(_COOKIE + code.strip().upper(), ""))


def keep_key(code: str, key: str) -> None:
    """Have the browser keep the key for as long as a room lasts.

    Only the server can say what a cookie is worth, so no more is checked here than that it can be one.
    """
    if re.fullmatch(r"\w+", code.strip(), re.ASCII) and re.fullmatch(r"[\w-]+", key, re.ASCII):
        cookie = f"{_COOKIE}{code.strip().upper()}={key}; path=/; max-age={LIFE_SECONDS:.0f}; SameSite=Strict"
        st.html(f"<script>document.cookie = {json.dumps(cookie)}</script>", unsafe_allow_javascript=True)
