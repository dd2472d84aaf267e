"""What a process of the pool does with its tasks, seen from within."""

import pickle
import threading
from functools import partial
from multiprocessing.connection import Pipe

import pytest

from core.errors import OptionError, Stopped
from dashboard.server.process import STOP, serve
from tests.dashboard.server import slow_work


@pytest.fixture
def served():
    """One end of a pipe whose other end is served, and whether that has been left."""
    ours, theirs = Pipe()
    left = threading.Event()
    thread = threading.Thread(target=serve, args=(theirs, left.set))
    thread.start()
    yield ours, left
    ours.close()
    thread.join()
    theirs.close()
    assert left.is_set()


def final(connection):
    while (answer := connection.recv())[0] == "at":
        pass
    return answer


def test_it_answers_one_task_after_the_other(served):
    connection, _ = served
    for b in (2, 3):
        connection.send_bytes(pickle.dumps(partial(slow_work.add, 1, b)))
        assert connection.recv() == ("at", (1, 2))
        assert connection.recv() == ("done", 1 + b)


def test_it_stops_when_told_and_takes_the_next_task(served):
    connection, _ = served
    connection.send_bytes(pickle.dumps(slow_work.until_stopped))
    assert connection.recv()[0] == "at"
    connection.send_bytes(STOP)
    kind, error = final(connection)
    assert (kind, type(error)) == ("failed", Stopped)
    connection.send_bytes(pickle.dumps(slow_work.count))
    assert final(connection)[0] == "done"


def test_told_to_stop_too_late_it_does_the_next_task(served):
    connection, _ = served
    connection.send_bytes(pickle.dumps(slow_work.count))
    assert final(connection)[0] == "done"
    connection.send_bytes(STOP)
    connection.send_bytes(pickle.dumps(slow_work.count))
    assert final(connection)[0] == "done"


def test_an_error_travels_with_its_traceback(served):
    connection, _ = served
    connection.send_bytes(pickle.dumps(slow_work.refuse))
    kind, error = final(connection)
    assert (kind, type(error)) == ("failed", OptionError)
    assert "slow_work.py" in "".join(error.__notes__)
    connection.send_bytes(pickle.dumps(slow_work.fail_oddly))
    kind, error = final(connection)
    assert (kind, type(error)) == ("failed", RuntimeError)
    assert "Odd: 1" in str(error)


def test_whoever_goes_in_the_midst_of_a_task_ends_it(served):
    connection, left = served
    connection.send_bytes(pickle.dumps(slow_work.until_stopped))
    assert connection.recv()[0] == "at"
    connection.close()
    assert left.wait(60)
