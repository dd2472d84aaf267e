"""Long work runs in another process, can be stopped, has a time limit, and starts again only on request."""

import os

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from dashboard.server.pool import Pool


@pytest.fixture
def pool(monkeypatch):
    pool = Pool(1)
    monkeypatch.setattr("dashboard.server.progress.POOL", pool)
    yield pool
    pool.close()


@pytest.fixture
def long(monkeypatch):
    """Make all work count as long."""
    monkeypatch.setattr("dashboard.server.progress.PATIENCE_SECONDS", -1)


def _work():
    import streamlit as st

    from core.errors import Stopped
    from dashboard.server.progress import stoppable
    from tests.dashboard.server import slow_work

    try:
        with stoppable("work", "Counting") as run:
            st.text(f"worked in {run(slow_work.count)}")
    except Stopped as stopped:
        st.text(str(stopped))


def _until_stopped():
    from dashboard.guard import guarded
    from dashboard.server.progress import stoppable
    from tests.dashboard.server import slow_work

    with guarded(), stoppable("work", "Counting") as run:
        run(slow_work.until_stopped)


def _worked(app):
    assert not app.exception
    return int(app.text[-1].value.removeprefix("worked in "))


def test_short_work_stays_in_the_thread_of_its_page(monkeypatch, pool):
    monkeypatch.setattr("dashboard.server.progress.PATIENCE_SECONDS", 1e9)
    app = AppTest.from_function(_work, default_timeout=60).run()
    assert _worked(app) == os.getpid()
    assert not app.button


def test_long_work_is_done_in_a_process(pool, long):
    assert _worked(AppTest.from_function(_work, default_timeout=60).run()) != os.getpid()
    assert len(pool) == 1


def test_stopped_work_starts_again_only_when_asked(pool, long):
    app = AppTest.from_function(_work, default_timeout=60).run()
    assert _worked(app)
    app.session_state["_stopped"] = "work"
    app.run()
    assert [text.value for text in app.text] == [
        "Counting was stopped. Start again, or ask for fewer resamples.",
        "Counting was stopped.",
    ]
    app.button[0].click().run()
    assert _worked(app)


def test_work_beyond_the_limit_ends_and_is_not_begun_again(monkeypatch, pool, long):
    monkeypatch.setattr("dashboard.server.progress.COMPUTATION_SECONDS", -1)
    app = AppTest.from_function(_until_stopped, default_timeout=60).run()
    for _ in range(2):
        assert "Counting was stopped after" in app.text[0].value
        assert ", because other people use this server too. The command line has no time limit." in app.text[0].value
        app.run()
    assert pool._free.acquire(timeout=1)
    assert [button.label for button in app.button] == ["Start again"]


def test_whoever_leaves_or_changes_the_page_stops_its_work(monkeypatch, pool, long):
    drawn = []

    def leave(bar, done, total):
        drawn.append(done)
        if done:
            st.stop()

    monkeypatch.setattr("dashboard.server.progress._Bar.progress", leave)
    app = AppTest.from_function(_until_stopped, default_timeout=60).run()
    assert not app.exception
    assert drawn[-1] > 0
    assert pool._free.acquire(timeout=1)
