"""In class: the pages of the teacher and of a student, and the numbers in the room."""

import numpy as np
import pytest

import core
from dashboard.server.rooms import ROOMS, Task
from dashboard.views.in_class.student import drawn
from dashboard.views.in_class.teacher import gathered_table
from tests.dashboard.steps import opened, press, query_of, said, told


@pytest.fixture
def room():
    code, key = ROOMS.open(Task())
    ROOMS._opened.clear()
    yield code, key
    if ROOMS.leads(code, key):
        ROOMS.end(code, key)


def visit(**query):
    return opened("in_class", **query)


def test_the_key_leaves_the_address_and_leads(room):
    code, key = room
    teacher = visit(room=code, key=key)
    assert teacher.button
    assert query_of(teacher) == {"room": code}
    assert "Begin" in [button.label for button in teacher.button]
    other = visit(room=code, key="wrong")
    assert "Begin" not in [button.label for button in other.button]
    assert query_of(other) == {"room": code}
    # The projector does not show the key.
    assert not any(key in block.value for block in [*teacher.code, *teacher.caption, *teacher.markdown])


def test_a_pause_is_seen_and_pooled_draws_add_up(room):
    code, key = room
    ROOMS.begin(code, key, Task("pool"))
    student = press(press(visit(room=code), "Draw 10"), "Draw 1")
    assert len(ROOMS.look(code).answers[0]) == 11
    assert "of your 11 draws" in said(student)
    ROOMS.change(code, key, paused=True)
    student.run()
    assert "paused" in student.info[0].value
    assert not [button.label for button in student.button if "Draw" in button.label]


def test_a_class_is_a_study_and_its_numbers_are_a_table(room):
    code, key = room
    teacher = visit(room=code, key=key)
    teacher.get("button_group")[0].set_value("study").run()
    assert ROOMS.look(code).following == Task("study", 70, 7, 7)
    press(teacher, "Begin")
    student = press(visit(room=code), "Be a study")
    assert "You found" in said(student)
    assert "The truth is hidden" in said(student)
    ROOMS.change(code, key, revealed=True)
    assert "helps 10 % of all items" in said(student.run())
    # Another task is chosen and begun, and the numbers of the first one are kept.
    teacher.get("button_group")[0].set_value("guess").run()
    assert "Next: Guess p" in told(student.run())
    press(teacher, "Begin")
    study, *others = gathered_table(ROOMS.gathered(code, key)).to_dict("records")
    assert not others
    pair = core.helped_hurt(study["n"], int(study["helped"]), int(study["hurt"]))
    expected = core.compare(pair, test="bootstrap", alternative="greater").pvalue
    assert study["p"] == pytest.approx(expected)


def test_impossible_counts_and_unknown_rooms_are_sentences(room):
    code, key = room
    teacher = visit(room=code, key=key)
    teacher.session_state["_class_numbers"] = True  # Open the menu.
    teacher.run().number_input[1].set_value(11).run()
    assert "no more helped and hurt than items" in told(teacher)
    assert ROOMS.look(code).task == Task()
    assert "There is no room NOPE" in told(visit(room="NOPE"))


def test_draws_follow_the_primer_s_law():
    draws = np.array(drawn(Task("pool"), 4_000))
    assert (draws <= 0).mean() == pytest.approx(0.4217, abs=0.04)  # five standard errors
    helped, hurt = drawn(Task("study", 70, 7, 7), 1)
    assert 0 <= helped + hurt <= 70


def test_a_host_looks_as_a_student_and_leads_again(room):
    code, key = room
    host = press(visit(room=code, key=key), "See it as a student")
    assert "You have joined" in told(host)
    press(host, "Lead this room again")
    assert "Begin" in [button.label for button in host.button]
