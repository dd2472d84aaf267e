"""The page of a student in a class, on a phone: the task, one input, and the numbers sent."""

import secrets
from functools import partial

import streamlit as st

from core.planning.planning import repeat_study
from dashboard.guard import section
from dashboard.server.rooms import ROOMS, RoomError, Snapshot, Task
from dashboard.views.in_class import words
from dashboard.wording.unbroken import unbroken

# Short enough to notice a pause or another task, and little work for the server.
LOOK_SECONDS = 4
# Where a slider stands that was not moved
_UNMOVED = 0.5


def draw_student(code: str) -> None:
    """Take a seat, and draw the room as its students see it; a RoomError says that it is unknown or full."""
    st.title(f"Room {code[:8]}", anchor=False)
    memory = st.session_state
    held = memory.get("_seat")
    if held is None or held[0] != code or (ROOMS.known(code) and not ROOMS.sits(code, held[1])):
        held = (code, ROOMS.join(code))
        memory.update(_seat=held, _class_own="")
    _draw_room(*held)


@partial(section, every=LOOK_SECONDS)
def _draw_room(code: str, seat: str) -> None:
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
        memory.update(_class_task=room.task, _class_guess=None, _class_tasks=memory.get("_class_tasks", 0) + 1)
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
        st.success(unbroken(words.revealed(room)), icon=":material/visibility:")


def _draw_action(room: Snapshot, seat: str) -> None:
    guess = room.task.kind == "guess"
    if guess:
        _draw_guess()
    buttons = {"guess": {"Send my guess": 0}, "pool": {"Draw 1": 1, "Draw 10": 10}, "study": {"Be a study": 1}}
    with st.container(horizontal=True):
        for label, count in buttons[room.task.kind].items():
            args = (room.code, seat, room.task, count)
            st.button(label, f"_class_{label}", type="primary" if guess else "secondary", on_click=_send, args=args)


def _draw_guess() -> None:
    """Draw the slider, or the field in its place.

    Nothing sets the value of a widget here: on a slow phone the message that sets it can be lost, and the phone then
    sends the value that the widget had before.
    """
    memory = st.session_state
    guess, key = memory["_class_guess"], _guess_key()

    def keep() -> None:
        memory["_class_guess"] = memory[key]

    label, limits = "Your guess of p", (0.0, 1.0)
    if memory.get("_class_typing"):
        st.number_input(label, *limits, guess, step=0.01, key=key, placeholder="0 to 1", on_change=keep)
    else:
        at, form = (_UNMOVED, "?") if guess is None else (guess, "%.2f")
        st.slider(label, *limits, at, step=0.01, key=key, format=form, on_change=keep)
    st.toggle("Type a number instead", key="_class_typing")


def _guess_key() -> str:
    """Return the key of the input that is drawn; a new task gets new inputs."""
    memory = st.session_state
    return f"_class_{'typed' if memory.get('_class_typing') else 'slid'}_{memory['_class_tasks']}"


def _guess() -> float | None:
    """Return the guess that the input holds, or None for a slider that was not moved and an empty field.

    The callback of the button can run before that of the input.
    """
    memory = st.session_state
    value = memory.get(_guess_key())
    unmoved = memory["_class_guess"] is None and not memory.get("_class_typing") and value == _UNMOVED
    return None if unmoved else value


def _send(code: str, seat: str, task: Task, count: int) -> None:
    memory = st.session_state
    # The button is never disabled: the tap that leaves the field also has to send what was typed.
    numbers = [_guess()] if task.kind == "guess" else drawn(task, count)
    if numbers == [None]:
        memory["_class_problem"] = words.UNTOUCHED
        return
    try:
        ROOMS.answer(code, seat, numbers)
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
