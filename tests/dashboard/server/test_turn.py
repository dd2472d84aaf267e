"""Few redraws run at the same time, and long ones do not delay the others."""

import threading

import pytest

from dashboard.server import turn
from dashboard.server.turn import in_turn


class Drawing:
    """A thread that holds a turn until ``end`` is set."""

    def __init__(self):
        self.begun, self.end = threading.Event(), threading.Event()
        self.thread = threading.Thread(target=self._draw, daemon=True)
        self.thread.start()

    def _draw(self):
        with in_turn():
            self.begun.set()
            self.end.wait(20)


@pytest.fixture
def drawing():
    """Return a function that starts another redraw; all end after the test."""
    every = []

    def begin():
        every.append(Drawing())
        return every[-1]

    yield begin
    for each in every:
        each.end.set()
        each.thread.join(20)
    assert not turn._DRAWING


def test_the_next_begins_when_one_is_done(drawing, monkeypatch):
    monkeypatch.setattr(turn, "_LONG_SECONDS", 60.0)
    first = drawing()
    assert first.begun.wait(20)
    following = drawing()
    assert not following.begun.wait(0.2)
    first.end.set()
    assert following.begun.wait(20)


def test_nobody_waits_for_what_takes_long(drawing, monkeypatch):
    monkeypatch.setattr(turn, "_LONG_SECONDS", 0.05)
    assert all(drawing().begun.wait(20) for _ in range(5))


def test_a_turn_ends_with_a_mistake():
    with pytest.raises(ZeroDivisionError), in_turn():
        _ = 1 / 0
    assert not turn._DRAWING
