"""Long work: stopped, limited, and begun again only when asked."""

import pytest
from streamlit.testing.v1 import AppTest

import core
from core.errors import Stopped
from dashboard.progress import Turns, stoppable


def _long_work():
    import streamlit as st

    from core.errors import Stopped
    from dashboard.progress import stoppable

    try:
        with stoppable("work", "Counting") as progress:
            progress(1, 2)
            st.text("worked")
    except Stopped as stopped:
        st.text(str(stopped))


def test_stopped_work_starts_again_only_when_asked(monkeypatch):
    monkeypatch.setattr("dashboard.progress.PATIENCE_SECONDS", -1)
    app = AppTest.from_function(_long_work).run()
    assert app.text[-1].value == "worked"
    app.session_state["_stopped"] = "work"
    app.run()
    assert [text.value for text in app.text] == [
        "Counting was stopped. Start again, or ask for fewer resamples.",
        "Counting was stopped.",
    ]
    app.button[0].click().run()
    assert app.text[-1].value == "worked"


def test_work_beyond_the_limit_ends_and_is_not_begun_again(monkeypatch):
    monkeypatch.setattr("dashboard.progress.COMPUTATION_SECONDS", -1)
    app = AppTest.from_function(_long_work).run()
    for _ in range(2):
        assert "Counting was ended after" in app.text[0].value
        assert "at 1 of 2: others wait for the same server. The command line has no limit." in app.text[0].value
        app.run()
    monkeypatch.setattr("dashboard.progress.COMPUTATION_SECONDS", 100)
    app.button[0].click().run()
    assert app.text[-1].value == "worked"


def test_stopping_is_an_error_of_core():
    assert issubclass(Stopped, core.ComparisonError)
    assert callable(stoppable)


def test_long_work_waits_its_turn_and_gives_it_back(monkeypatch):
    monkeypatch.setattr("dashboard.progress.PATIENCE_SECONDS", -1)
    monkeypatch.setattr("dashboard.progress._PAUSE_SECONDS", 0.01)
    turns = Turns(1)
    monkeypatch.setattr("dashboard.progress.TURNS", turns)
    turns.take(lambda: None)
    said = []

    def wait(doing):
        said.append((doing, turns.taken, turns.waiting))
        if len(said) == 3:
            turns.give_back()

    turns.take(lambda: wait("others"))
    assert said == [("others", 1, 1)] * 3
    turns.give_back()
    app = AppTest.from_function(_long_work).run()
    assert app.text[-1].value == "worked"
    assert (turns.taken, turns.waiting) == (0, 0)


def test_whoever_leaves_while_waiting_takes_no_turn(monkeypatch):
    monkeypatch.setattr("dashboard.progress._PAUSE_SECONDS", 0.01)
    turns = Turns(1)
    turns.take(lambda: None)

    def leave():
        raise Stopped("left")

    with pytest.raises(Stopped):
        turns.take(leave)
    assert (turns.taken, turns.waiting) == (1, 0)
    turns.give_back()
    turns.take(leave)
    assert (turns.taken, turns.waiting) == (1, 0)


def test_work_that_fails_gives_its_turn_back(monkeypatch):
    monkeypatch.setattr("dashboard.progress.PATIENCE_SECONDS", -1)
    monkeypatch.setattr("dashboard.progress.TURNS", turns := Turns(1))

    def work():
        from dashboard.progress import stoppable

        with stoppable("work", "Counting") as progress:
            progress(1, 2)
            raise ValueError("no")

    app = AppTest.from_function(work).run()
    assert len(app.exception) == 1
    assert (turns.taken, turns.waiting) == (0, 0)
