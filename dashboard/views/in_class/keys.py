"""The key of a room, kept in a cookie of the browser that opened it: a reload or a second tab still leads the room."""

import json
import re

import streamlit as st

from dashboard.server.rooms import LIFE_SECONDS

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
