"""What somebody in the class sees, on a phone: the task, one thing to do, and what they sent."""

import secrets

import streamlit as st

from core.planning.planning import repeat_study
from dashboard.guard import section
from dashboard.server.rooms import ROOMS, RoomError, Snapshot, Task
from dashboard.views.in_class import words
from dashboard.wording.unbroken import unbroken

# Often enough to learn of a pause or of another task, and little work for the server.
LOOK_SECONDS = 4


def draw_student(code: str) -> None:
    """Take a seat, and draw the room as its people see it.

    Raises
    ------
    RoomError
        If the room is unknown or full.
    """
    held = st.session_state.get("_seat")
    if held is None or held[0] != code or not ROOMS.sits(code, held[1]):
        st.title(f"Room {code[:8]}", anchor=False)
        held = st.session_state["_seat"] = (code, ROOMS.join(code))
        st.rerun()
    st.title(f"Room {code}", anchor=False)
    _draw_room(*held)


def _room(code: str, seat: str) -> None:
    room = ROOMS.look(code, seat=seat)
    st.markdown(unbroken(words.asked(room.task)))
    if room.paused:
        st.info("The room is paused. Look at the screen.", icon=":material/pause:")
    elif not (room.revealed and room.task.kind == "guess"):
        _draw_action(room, seat)
    if problem := st.session_state.pop("_class_problem", ""):
        st.warning(problem)
    mine = words.own(room.task, ROOMS.numbers(code, seat))
    if mine:
        st.markdown(unbroken(mine))
    if room.revealed:
        st.success(unbroken(words.revealed(room, words.power(room.task))), icon=":material/visibility:")


_draw_room = section(_room, every=LOOK_SECONDS)


def _draw_action(room: Snapshot, seat: str) -> None:
    if room.task.kind == "guess":
        st.slider("Your guess of p", 0.0, 1.0, 0.5, 0.01, key="_class_guess")
        buttons = {"Send my guess": 0}
    elif room.task.kind == "pool":
        buttons = {"Draw 1": 1, "Draw 10": 10}
    else:
        buttons = {"Be a study": 1}
    with st.container(horizontal=True):
        for label, count in buttons.items():
            st.button(label, key=f"_class_{label}", on_click=_send, args=(room.code, seat, room.task, count))


def _send(code: str, seat: str, task: Task, count: int) -> None:
    try:
        numbers = [st.session_state["_class_guess"]] if task.kind == "guess" else drawn(task, count)
        ROOMS.answer(code, seat, numbers)
    except RoomError as problem:
        # Said where the next drawing has room for it.
        st.session_state["_class_problem"] = str(problem)


def drawn(task: Task, count: int) -> list[int]:
    """Return what new items give: helped minus hurt of each draw, or helped and hurt of one study."""
    rates = (task.n, task.helped / task.n, task.hurt / task.n)
    studies = repeat_study(*rates, n_studies=count, seed=secrets.randbits(32))
    if task.kind == "study":
        return [int(studies.helped[0]), int(studies.hurt[0])]
    return [int(each) for each in studies.helped - studies.hurt]
