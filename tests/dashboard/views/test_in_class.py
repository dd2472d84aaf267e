"""In class: what the teacher and a student see, and what the room then holds."""

import numpy as np
import pytest

import core
from dashboard.server.rooms import ROOMS, RoomError, Snapshot, Task
from dashboard.views.in_class import words
from dashboard.views.in_class.chart import guess_rows, pool_rows
from dashboard.views.in_class.student import drawn
from dashboard.views.in_class.teacher import gathered_table
from tests.dashboard.steps import opened, query_of, said, told


@pytest.fixture
def room():
    code, key = ROOMS.open(Task())
    ROOMS._opened.clear()
    yield code, key
    if ROOMS.leads(code, key):
        ROOMS.end(code, key)


def visit(**query):
    return opened("in_class", **query)


def press(app, label):
    return next(button for button in app.button if button.label == label).click().run()


def test_a_teacher_opens_a_room_and_a_student_guesses():
    teacher = press(visit(), "Open a room")
    code = teacher.title[0].value.removeprefix("Room ")
    student = visit(room=code.lower())
    student.slider[0].set_value(0.25).run()
    press(student, "Send my guess")
    assert "Your guess: **0.25**" in said(student)
    teacher.run()
    assert {each.label: each.value for each in teacher.metric}["Sent something"] == "1"
    assert "from 0.25 to 0.25" in said(teacher)
    press(teacher, "Reveal the answer")
    student.run()
    assert "p = 0.4217" in student.success[0].value.replace("\N{NO-BREAK SPACE}", " ")
    assert not student.slider
    press(teacher, "End the room")
    student.run()
    assert f"There is no room {code}" in student.error[0].value


def test_the_key_leaves_the_address_and_leads(room):
    code, key = room
    teacher = visit(room=code, key=key)
    assert teacher.button
    assert query_of(teacher) == {"room": code}
    assert "Pause" in [button.label for button in teacher.button]
    other = visit(room=code, key="wrong")
    assert "Pause" not in [button.label for button in other.button]
    assert query_of(other) == {"room": code}
    # The students' link holds no key; the teacher's own does.
    assert [block.value.endswith(key) for block in teacher.code] == [False, True]


def test_a_pause_is_seen_and_pooled_draws_add_up(room):
    code, key = room
    ROOMS.change(code, key, task=Task("pool"))
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
    assert [each.value for each in teacher.number_input] == [70, 7, 7]
    press(teacher, "Begin")
    student = press(visit(room=code), "Be a study")
    assert "You found" in said(student)
    table = gathered_table(ROOMS.look(code))
    [study] = table.to_dict("records")
    pair = core.helped_hurt(study["n"], int(study["helped"]), int(study["hurt"]))
    expected = core.compare(pair, test="bootstrap", alternative="greater").pvalue
    assert study["p"] == pytest.approx(expected)


def test_impossible_counts_and_unknown_rooms_are_sentences(room):
    code, key = room
    teacher = visit(room=code, key=key)
    teacher.number_input[1].set_value(11)
    press(teacher, "Begin")
    assert "no more helped and hurt than items" in told(teacher)
    assert ROOMS.look(code).task == Task()
    assert "There is no room NOPE" in told(visit(room="NOPE"))


def snapshot(task, *answers):
    return Snapshot("BCDF", task, False, False, len(answers), answers, 0)


def test_dots_of_close_guesses_stand_above_each_other():
    rows = guess_rows([0.5, 0.501, 0.1, 1.0], 0.42)
    dots = rows[rows["part"] == "guess"]
    assert sorted(dots["height"]) == [1, 1, 1, 2]
    assert dots["p"].max() < 1
    assert rows[rows["part"] == "exact"]["label"].tolist() == ["p = 0.4200"]
    assert guess_rows([], None)["part"].tolist() == ["edge", "edge"]


def test_pooled_draws_are_shares_and_orange_up_to_zero():
    rows = pool_rows(snapshot(Task("pool"), (1, 0, -2), (4,)))
    bars = rows[rows["part"].isin(["tail", "body"])]
    assert bars["share"].sum() == pytest.approx(1)
    assert bars[bars["part"] == "tail"]["share"].sum() == pytest.approx(0.5)
    assert set(pool_rows(snapshot(Task("pool")))["part"]) == {"zero", "observed", "edge"}


def test_draws_follow_the_primer_s_law():
    draws = np.array(drawn(Task("pool"), 4_000))
    assert (draws <= 0).mean() == pytest.approx(0.4217, abs=0.04)  # five standard errors
    helped, hurt = drawn(Task("study", 70, 7, 7), 1)
    assert 0 <= helped + hurt <= 70


def test_the_answers_are_exact():
    assert words.revealed(snapshot(Task()), 0) == "The exact answer: **p = 0.4217** (one-sided bootstrap)."
    truth = Task("study", 70, 7, 7)
    assert "every one of these finds is a false alarm" in words.revealed(snapshot(truth), words.power(truth))
    assert "that is the power" in words.revealed(snapshot(Task("study", 70, 9, 7)), 0.1)


def test_the_server_of_another_room_refuses_its_key(room):
    code, _ = room
    with pytest.raises(RoomError):
        ROOMS.end(code, "another")
