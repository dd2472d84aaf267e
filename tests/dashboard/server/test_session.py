"""A session ends some time after its page was closed, unless it is open again."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from dashboard.server import session
from dashboard.server.store import STORE


class Runtime:
    """A replacement for Streamlit's runtime."""

    def __init__(self, active):
        self.active, self.closed = active, []

    def is_active_session(self, name):
        return name in self.active

    def close_session(self, name):
        self.closed.append(name)


class State(dict):
    """A replacement for Streamlit's session state, which shows all keys except its own."""

    filtered_state = property(dict)


def left(monkeypatch, active):
    """Return the sessions that were ended after the page of session ``one`` was closed."""
    runtime = Runtime(active)
    monkeypatch.setattr(session.runtime, "exists", lambda: True)
    monkeypatch.setattr(session.runtime, "get_instance", lambda: runtime)
    # An event loop that ends early leaves the garbage collection undone.
    monkeypatch.setattr(session, "_SWEEPING", threading.Lock())
    monkeypatch.setattr(session, "GRACE_SECONDS", 0.01)
    monkeypatch.setattr(session, "_SWEEP_SECONDS", 0.01)

    state = State(_files="secret")

    async def leave():
        session.leave(session.Visit("one", state))
        assert (runtime.closed, state) == ([], {"_files": "secret"})
        await asyncio.sleep(0.05)

    with ThreadPoolExecutor(1) as thread:  # Playwright's event loop runs in this one.
        thread.submit(asyncio.run, leave()).result()
    assert ("_files" in state) == ("one" in active)
    return runtime.closed


@pytest.mark.thorough
@pytest.mark.parametrize(("active", "ended"), [([], ["one"]), (["two"], ["one"]), (["one", "two"], [])])
def test_only_who_does_not_come_back_is_ended(monkeypatch, active, ended):
    assert left(monkeypatch, active) == ended


def test_what_was_computed_for_it_goes_at_once(monkeypatch):
    STORE.get_or_make("computed", lambda: "secret", "one")
    before = len(STORE)
    left(monkeypatch, ["one"])
    assert len(STORE) == before - 1
