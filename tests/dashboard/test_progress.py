"""Long work: stopped, limited, and begun again only when asked."""

from streamlit.testing.v1 import AppTest

import core
from core.errors import Stopped
from dashboard.progress import stoppable


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
    monkeypatch.setattr("dashboard.progress.LIMIT_SECONDS", -1)
    app = AppTest.from_function(_long_work).run()
    for _ in range(2):
        assert "Counting was ended after" in app.text[0].value
        assert "at 1 of 2: others wait for the same server. The command line has no limit." in app.text[0].value
        app.run()
    monkeypatch.setattr("dashboard.progress.LIMIT_SECONDS", 100)
    app.button[0].click().run()
    assert app.text[-1].value == "worked"


def test_stopping_is_an_error_of_core():
    assert issubclass(Stopped, core.ComparisonError)
    assert callable(stoppable)
