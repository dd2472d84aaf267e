"""What the teacher shows: the room's code, what the class sends as it comes in, and the buttons that lead it."""

import io
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode, urlsplit

import numpy as np
import pandas as pd
import segno
import streamlit as st

from core.planning.planning import RepeatedStudies
from dashboard.charts.distribution import distribution_spec
from dashboard.charts.studies import studies_spec, study_rows
from dashboard.guard import section
from dashboard.panels.chart import draw
from dashboard.panels.downloads import csv_file, draw_downloads
from dashboard.server import cache
from dashboard.server.rooms import MOST_ITEMS, ROOMS, RoomError, Snapshot, Task
from dashboard.views.in_class import words
from dashboard.views.in_class.chart import guess_rows, guesses_spec, pool_rows
from dashboard.views.in_class.entrance import WORKER_COOKIE
from dashboard.wording.unbroken import unbroken

LOOK_SECONDS = 2
# What each task begins with: the primer's ten questions, and a truth without a difference.
_FIRST = {"guess": Task("guess"), "pool": Task("pool"), "study": Task("study", 70, 7, 7)}
_COUNTS = {"n": "Items", "helped": "Helped", "hurt": "Hurt"}


def draw_teacher(code: str, key: str) -> None:
    """Draw the room for the projector: how to join beside what comes in, and the controls below."""
    left, right = st.columns([1, 3], gap="large")
    with left:
        _draw_way_in(code, key)
    with right:
        _draw_live(code, key)
    _draw_controls(code, key)


def _draw_way_in(code: str, key: str) -> None:
    # Where several workers share the work, the room is on the one that this page's cookie names.
    worker = st.context.cookies.get(WORKER_COOKIE)
    named = {"room": code} | ({"worker": worker} if worker else {})
    address = f"{st.context.url or ''}?{urlencode(named)}"
    st.title(f"Room {code}", anchor=False)
    st.image(cache.kept("qr", address, lambda: _qr(address)), alt=f"QR code of {address}", width="stretch")
    st.code(address, None, wrap_lines=True)
    if urlsplit(address).hostname in ("localhost", "127.0.0.1", "::1"):
        st.caption(words.HERE_ONLY)
    with st.expander("Your own link"):
        st.caption(words.KEY)
        st.code(f"{address}&{urlencode({'key': key})}", None, wrap_lines=True)


def _qr(address: str) -> bytes:
    out = io.BytesIO()
    segno.make(address, micro=False).save(out, kind="png", scale=8, border=3)
    return out.getvalue()


def _live(code: str, key: str) -> None:
    room = ROOMS.look(code, key=key)
    st.markdown(unbroken(words.asked(room.task)))
    sent, people, state = st.columns(3)
    sent.metric("Sent something", len(room.answers))
    people.metric("In the room", room.people)
    state.metric("Now", "paused" if room.paused else "revealed" if room.revealed else "open")
    _draw_picture(room)
    st.markdown(unbroken(words.gathered(room)))
    if room.revealed:
        st.success(unbroken(words.revealed(room, words.power(room.task))), icon=":material/visibility:")


_draw_live = section(_live, every=LOOK_SECONDS)


def _draw_picture(room: Snapshot) -> None:
    said = words.alt_text(room)
    if room.task.kind == "guess":
        exact = words.exact_pvalue(room.task) if room.revealed else None
        draw(guesses_spec, guess_rows((answer[0] for answer in room.answers), exact), said)
    elif room.task.kind == "pool":
        draw(distribution_spec, pool_rows(room), said, "difference in points: experimental − baseline")
    else:
        draw(studies_spec, study_rows(studies_of(room)), said)


def studies_of(room: Snapshot) -> RepeatedStudies:
    """Return the studies of the class as those of one truth."""
    helped, hurt = np.array(room.answers, dtype=int).reshape(-1, 2).T
    pvalue = words.study_pvalues(room)
    return RepeatedStudies(
        room.task.n, helped, hurt, pvalue, words.ALPHA, words.power(room.task), "bootstrap", "greater", 0
    )


def gathered_table(room: Snapshot) -> pd.DataFrame:
    """Return what was gathered, a row for each guess, draw or study."""
    if room.task.kind == "guess":
        return pd.DataFrame({"guess": [answer[0] for answer in room.answers]})
    if room.task.kind == "pool":
        rows = [(i, int(draw)) for i, answer in enumerate(room.answers, 1) for draw in answer]
        return pd.DataFrame(rows, columns=["person", "helped_minus_hurt"])
    studies = studies_of(room)
    return pd.DataFrame({"n": room.task.n, "helped": studies.helped, "hurt": studies.hurt, "p": studies.pvalue})


@section
def _draw_controls(code: str, key: str) -> None:
    memory = st.session_state
    if not memory["room"]:
        st.rerun()
    room = ROOMS.look(code, key=key)
    if "_class_kind" not in memory:
        _fill(room.task)
    st.segmented_control(
        "What the class does",
        list(words.TASKS),
        key="_class_kind",
        format_func=words.TASKS.__getitem__,
        required=True,
        on_change=lambda: _fill(_FIRST[memory["_class_kind"]]),
    )
    *places, begin = st.columns(4, vertical_alignment="bottom")
    for place, (name, label) in zip(places, _COUNTS.items(), strict=True):
        place.number_input(label, int(name == "n"), MOST_ITEMS, step=1, key=f"_class_{name}")
    begin.button("Begin", icon=":material/play_arrow:", on_click=_begin, args=(code, key), width="stretch")
    if problem := memory.pop("_class_problem", ""):
        st.warning(problem)
    with st.container(horizontal=True):
        pause = ("Go on", "play_circle") if room.paused else ("Pause", "pause")
        reveal = ("Hide the answer", "visibility_off") if room.revealed else ("Reveal the answer", "visibility")
        for (label, icon), act in (
            (pause, lambda: ROOMS.change(code, key, paused=not room.paused)),
            (reveal, lambda: ROOMS.change(code, key, revealed=not room.revealed)),
            (("Clear", "delete_sweep"), lambda: ROOMS.change(code, key, task=room.task)),
            (("End the room", "stop_circle"), lambda: _end(code, key)),
        ):
            st.button(label, icon=f":material/{icon}:", on_click=_try, args=(act,))
    draw_downloads([csv_file(lambda: gathered_table(ROOMS.look(code, key=key)), "class", "What was gathered (CSV)")])


def _fill(task: Task) -> None:
    st.session_state["_class_kind"] = task.kind
    for name in _COUNTS:
        st.session_state[f"_class_{name}"] = getattr(task, name)


def _begin(code: str, key: str) -> None:
    memory = st.session_state
    counts = {name: memory[f"_class_{name}"] for name in _COUNTS}
    _try(lambda: ROOMS.change(code, key, task=Task(memory["_class_kind"], **counts)))


def _end(code: str, key: str) -> None:
    ROOMS.end(code, key)
    st.session_state.update(room="", _leads="")


def _try(act: Callable[[], Any]) -> None:
    try:
        act()
    except RoomError as problem:
        st.session_state["_class_problem"] = str(problem)
