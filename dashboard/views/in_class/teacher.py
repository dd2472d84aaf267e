"""The pages of the teacher: a lobby with the code, then the chart for the projector, and a bar of controls."""

from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import Any
from urllib.parse import urlencode, urlsplit

import numpy as np
import pandas as pd
import segno
import streamlit as st
from streamlit.components.v2 import component

from core.planning.planning import RepeatedStudies
from dashboard.charts.distribution import distribution_spec
from dashboard.charts.studies import studies_spec, study_rows
from dashboard.guard import section
from dashboard.panels.chart import draw
from dashboard.panels.downloads import csv_file, draw_downloads
from dashboard.panels.projector import STATIC
from dashboard.server import cache
from dashboard.server.rooms import MOST_ITEMS, ROOMS, WORKER_COOKIE, RoomError, Snapshot, Task
from dashboard.views.in_class import words
from dashboard.views.in_class.chart import guess_rows, guesses_spec, pool_rows
from dashboard.wording.unbroken import unbroken

LOOK_SECONDS = 2
# The initial counts of each task: the primer's ten questions, and a truth without a difference.
_FIRST = {"guess": Task("guess"), "pool": Task("pool"), "study": Task("study", 70, 7, 7)}
_COUNTS = {"n": "Items", "helped": "Helped", "hurt": "Hurt"}


@partial(section, every=LOOK_SECONDS)
def draw_teacher(code: str, key: str) -> None:
    """Draw the room as its teacher sees it."""
    memory = st.session_state
    if not memory["room"] or memory.get("_as_student") == code:
        st.rerun()
    if not ROOMS.known(code):
        st.info(words.ENDED, icon=":material/meeting_room:")
        return
    room = ROOMS.look(code, key=key)
    if not room.begun:
        _draw_lobby(room)
    elif memory["remote"]:
        st.title(f"Room {code}", anchor=False)
        st.markdown(unbroken(words.gathered(room)))
    else:
        _draw_stage(room)
    with st.container(key="class_bar", horizontal=True, vertical_alignment="center", gap="small"):
        _draw_bar(room, key)


def _address(code: str, **more: str) -> str:
    # With several workers, the room is on the worker that this page's cookie names.
    worker = st.context.cookies.get(WORKER_COOKIE)
    return "?" + urlencode({"room": code} | ({"worker": worker} if worker else {}) | more)


def _draw_code(code: str) -> str:
    """Draw the QR code of the link for students; return the link."""
    address = (st.context.url or "").partition("?")[0] + _address(code)
    picture = cache.kept("qr", address, lambda: segno.make(address, micro=False).png_data_uri(scale=8, border=3))
    st.image(picture, alt=f"QR code of {address}", width="stretch")
    return address


def _draw_lobby(room: Snapshot) -> None:
    left, right = st.columns([1, 2], gap="large", vertical_alignment="center")
    with left.container(key="class_code"):
        address = "" if st.session_state["remote"] else _draw_code(room.code)
    with right:
        st.title(f"Room {room.code}", anchor=False)
        st.header(f"{room.people} joined", anchor=False)
        if address:
            st.code(address, None, wrap_lines=True)
        if urlsplit(address).hostname in ("localhost", "127.0.0.1", "::1"):
            st.caption(words.HERE_ONLY)


def _draw_stage(room: Snapshot) -> None:
    with st.container(key="class_stage"):
        st.title(words.TASKS[room.task.kind], anchor=False)
        st.markdown(unbroken(words.asked(room.task, revealed=room.revealed)))
        with st.container(key="class_picture", height=400, border=False):
            _draw_picture(room)
        said = words.gathered(room)
        if room.revealed:
            st.success(unbroken(f"{words.revealed(room)} {said}"), icon=":material/visibility:")
        else:
            st.markdown(unbroken(said))
    with st.container(key="class_chip"):
        _draw_code(room.code)
        st.markdown(f"**{room.code}**")


def _draw_picture(room: Snapshot) -> None:
    said = words.alt_text(room)
    if room.task.kind == "guess":
        exact = words.exact_pvalue(room.task) if room.revealed else None
        draw(guesses_spec, guess_rows((answer[0] for answer in room.answers), exact), said, stretch=True)
    elif room.task.kind == "pool":
        draw(distribution_spec, pool_rows(room), said, "difference in points: experimental − baseline", stretch=True)
    else:
        draw(studies_spec, study_rows(studies_of(room.task, room.answers)), said, stretch=True)


def studies_of(task: Task, answers: tuple[tuple[float, ...], ...]) -> RepeatedStudies:
    """Return the studies of the class as repeated studies with the same true difference."""
    helped, hurt = np.array(answers, dtype=int).reshape(-1, 2).T
    pvalue = words.study_pvalues(task, answers)
    return RepeatedStudies(task.n, helped, hurt, pvalue, words.ALPHA, words.power(task), "bootstrap", "greater", 0)


def gathered_table(gathered: dict[Task, Any]) -> pd.DataFrame:
    """Return the numbers sent as a table with a row for each guess, draw or study."""
    parts = []
    for task, answers in gathered.items():
        if task.kind == "guess":
            part = pd.DataFrame({"guess": [answer[0] for answer in answers]})
        elif task.kind == "pool":
            rows = [(i, int(draw)) for i, answer in enumerate(answers, 1) for draw in answer]
            part = pd.DataFrame(rows, columns=["person", "helped_minus_hurt"])
        else:
            studies = studies_of(task, tuple(answers))
            part = pd.DataFrame({"helped": studies.helped, "hurt": studies.hurt, "p": studies.pvalue})
        part.insert(0, "activity", words.TASKS[task.kind])
        parts.append(part.assign(n=task.n, true_helped=task.helped, true_hurt=task.hurt))
    return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=["activity"])


def _draw_bar(room: Snapshot, key: str) -> None:
    """Draw the controls of the room: the activity, Begin, Pause, Reveal and others; the room holds the choices."""
    memory, code, chosen = st.session_state, room.code, room.following or room.task
    # The bar may be open on two screens, so each shows the choices that the room holds.
    for name, value in asdict(chosen).items():
        if memory.get(f"_class_{name}") != value:
            memory[f"_class_{name}"] = value
    sent = f"**{len(room.answers)}** of {room.people} sent" if room.begun else f"**{room.people}** joined"
    st.markdown(sent, width="content")
    st.segmented_control(
        "What the class does",
        list(words.TASKS),
        default=chosen.kind,
        key="_class_kind",
        format_func=words.TASKS.__getitem__,
        required=True,
        label_visibility="collapsed",
        width="content",
        on_change=lambda: _follow(code, key, _FIRST[memory["_class_kind"]]),
    )
    # A closed menu is not on the page and would miss a value that the room changes, so it is drawn when it opens.
    numbers = st.popover("Numbers", icon=":material/tune:", width="content", key="_class_numbers", on_change="rerun")
    for name, label in _COUNTS.items() if numbers.open else ():
        numbers.number_input(
            label,
            int(name == "n"),
            MOST_ITEMS,
            getattr(chosen, name),
            step=1,
            key=f"_class_{name}",
            on_change=lambda: _follow(code, key, chosen.kind, **{name: memory[f"_class_{name}"] for name in _COUNTS}),
        )
    # Before the elements that come and go, so that an open menu stays open.
    with st.popover("Room", icon=":material/more_horiz:", width="content"):
        _draw_copy(_address(code, key=key, remote="1"))
        st.caption(words.KEY)
        st.button("See it as a student", key="_class_student", on_click=lambda: memory.update(_as_student=code))
        st.markdown(f"**End the room?** {words.ends(room)}")
        table = csv_file(lambda: gathered_table(ROOMS.gathered(code, key)), "class", "What was gathered (CSV)")
        draw_downloads([table])
        _button("End the room", "stop_circle", lambda: _end(code, key))
    if not room.begun or room.following:
        _button("Begin", "play_arrow", lambda: ROOMS.begin(code, key, chosen), primary=True)
    elif room.set_aside:
        _button("Undo", "undo", lambda: ROOMS.bring_back(code, key))
    else:
        with st.popover("Start over", icon=":material/restart_alt:", width="content"):
            st.markdown(unbroken(words.clears(room)))
            _button("Clear and start over", "restart_alt", lambda: ROOMS.start_over(code, key))
    if room.begun:
        pause = ("Go on", "play_circle") if room.paused else ("Pause", "pause")
        _button(*pause, lambda: ROOMS.change(code, key, paused=not room.paused))
        reveal = ("Hide", "visibility_off") if room.revealed else ("Reveal", "visibility")
        _button(*reveal, lambda: ROOMS.change(code, key, revealed=not room.revealed))
    if problem := memory.pop("_class_problem", ""):
        st.warning(problem)


def _button(label: str, icon: str, act: Callable[[], Any], primary: bool = False) -> None:
    key, icon = f"_class_{label}", f":material/{icon}:"
    st.button(label, key, icon=icon, type="primary" if primary else "secondary", on_click=_try, args=(act,))


def _follow(code: str, key: str, task: Task | str, **counts: int) -> None:
    _try(lambda: ROOMS.change(code, key, following=Task(task, **counts) if isinstance(task, str) else task))


def _end(code: str, key: str) -> None:
    ROOMS.end(code, key)
    st.session_state.update(room="", _leads="", remote=False)


def _try(act: Callable[[], Any]) -> None:
    try:
        act()
    except RoomError as problem:
        st.session_state["_class_problem"] = str(problem)


def _draw_copy(query: str) -> None:
    # Each new session has its own registry of components.
    script, style = ((STATIC / name).read_text(encoding="utf-8") for name in ("copy.js", "copy.css"))
    button = component("helped_hurt_copy", html="<button type='button'>Copy my link</button>", css=style, js=script)
    button(key="_class_link", data={"query": query}, height="content")
