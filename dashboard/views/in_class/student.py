"""The page of a student in a class, on a phone: the task, one input, and the numbers sent."""

import secrets

import streamlit as st

from core.planning.planning import repeat_study
from dashboard.guard import section
from dashboard.server.rooms import ROOMS, RoomError, Snapshot, Task
from dashboard.views.in_class import words
from dashboard.wording.unbroken import unbroken

# Short enough to notice a pause or another task, and little work for the server.
LOOK_SECONDS = 4


def draw_student(code: str) -> None:
    """Take a seat, and draw the room as its students see it.

    Raises
    ------
    RoomError
        If the room is unknown or full.
    """
    st.title(f"Room {code[:8]}", anchor=False)
    memory = st.session_state
    held = memory.get("_seat")
    if held is None or held[0] != code or (ROOMS.known(code) and not ROOMS.sits(code, held[1])):
        held = (code, ROOMS.join(code))
        memory.update(_seat=held, _class_own="")
    _draw_room(*held)


def _room(code: str, seat: str) -> None:
    memory = st.session_state
    if not ROOMS.known(code):
        st.info(words.ENDED, icon=":material/meeting_room:")
        st.markdown(unbroken(memory["_class_own"]))
        return
    room, mine = ROOMS.look(code, seat=seat), ROOMS.numbers(code, seat)
    if not room.begun:
        st.info("You have joined. Look at the screen: your teacher will begin.", icon=":material/check:")
        return
    if memory.get("_class_task") != room.task:
        # Clear the input for the next guess
        memory.update(_class_task=room.task, _class_guess=None, _class_typed=None, _class_slid=0.5)
    st.markdown(unbroken(words.asked(room.task, revealed=room.revealed)))
    if room.following:
        st.info(f"Next: {words.TASKS[room.following.kind]}", icon=":material/hourglass_top:")
    elif room.paused:
        st.info("The room is paused. Look at the screen.", icon=":material/pause:")
    elif not (room.revealed and room.task.kind == "guess"):
        _draw_action(room, seat)
    if problem := memory.pop("_class_problem", ""):
        st.warning(problem)
    if mine:
        # What remains on the phone after the room has ended
        memory["_class_own"] = words.own(room.task, mine, revealed=True)
        st.markdown(unbroken(words.own(room.task, mine, revealed=room.revealed)))
    if room.revealed:
        st.success(unbroken(words.revealed(room, words.power(room.task))), icon=":material/visibility:")


_draw_room = section(_room, every=LOOK_SECONDS)


def _draw_action(room: Snapshot, seat: str) -> None:
    memory = st.session_state
    guess = room.task.kind == "guess"
    if guess:
        untouched = memory["_class_guess"] is None
        st.slider(
            "Your guess of p",
            0.0,
            1.0,
            step=0.01,
            key="_class_slid",
            format="?" if untouched else "%.2f",
            on_change=_touch,
            args=("_class_slid", "_class_typed"),
        )
        st.number_input(
            "or type it",
            0.0,
            1.0,
            value=None,
            step=0.01,
            key="_class_typed",
            placeholder="0 to 1",
            on_change=_touch,
            args=("_class_typed", "_class_slid"),
        )
    buttons = {"guess": {"Send my guess": 0}, "pool": {"Draw 1": 1, "Draw 10": 10}, "study": {"Be a study": 1}}
    with st.container(horizontal=True):
        for label, count in buttons[room.task.kind].items():
            st.button(
                label,
                key=f"_class_{label}",
                type="primary" if guess else "secondary",
                on_click=_send,
                args=(room.code, seat, room.task, count),
            )


def _touch(moved: str, other: str) -> None:
    """Take over the guess from the slider or the field, and set the other one to it."""
    memory = st.session_state
    memory["_class_guess"] = memory[moved]
    if memory[moved] is not None:
        memory[other] = memory[moved]


def _send(code: str, seat: str, task: Task, count: int) -> None:
    memory = st.session_state
    # The button is never disabled: the tap that leaves the field also has to send what was typed.
    if task.kind == "guess" and memory["_class_guess"] is None:
        memory["_class_problem"] = words.UNTOUCHED
        return
    try:
        ROOMS.answer(code, seat, [memory["_class_guess"]] if task.kind == "guess" else drawn(task, count))
    except RoomError as problem:
        # The next redraw shows the message.
        memory["_class_problem"] = str(problem)


def drawn(task: Task, count: int) -> list[int]:
    """Return the results of new draws: helped minus hurt of each draw, or helped and hurt of one study."""
    rates = (task.n, task.helped / task.n, task.hurt / task.n)
    studies = repeat_study(*rates, n_studies=count, seed=secrets.randbits(32))
    if task.kind == "study":
        return [int(studies.helped[0]), int(studies.hurt[0])]
    return [int(each) for each in studies.helped - studies.hurt]
