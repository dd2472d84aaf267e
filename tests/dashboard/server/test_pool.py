"""Long computations run in another process, and end when their page is closed."""

import os
import select
import subprocess
import sys
import threading
from contextlib import closing
from functools import partial

import pytest

import core
from core.errors import ComparisonError, OptionError, Stopped
from dashboard.server import work
from dashboard.server.limits import COMPUTATION_BYTES
from dashboard.server.pool import Pool
from tests.dashboard.server import slow_work


class Left(BaseException):
    """Raised as Streamlit stops a script."""


pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module")
def pool():
    """A pool for all tests, because to start a process takes seconds."""
    with closing(Pool(1)) as pool:
        yield pool


def run(pool, function, progress=lambda done, total: True):
    return pool.run(function, progress, lambda: None)


def test_a_process_is_polite_and_bounded_and_small(pool):
    found = run(pool, slow_work.settings)
    assert found["nice"] >= min(os.nice(0) + 10, 19)
    assert 0 < found["bytes"] <= COMPUTATION_BYTES
    assert found["blas"] <= {1}
    assert not found["streamlit"]


@pytest.mark.parametrize("test", ["permutation", "bootstrap"])
def test_the_result_is_the_same_to_the_last_bit_and_nothing_is_left_to_compute(pool, test, monkeypatch):
    pair = core.PairedScores.from_scores(
        [[i % 3, 2 + i % 2, i % 5, 4] for i in range(40)], [[i % 2, 2 + i % 2, i % 4, 4] for i in range(40)]
    )
    options = {"metric": "f1", "test": test, "method": "monte-carlo", "n_resamples": 3000, "seed": 7}
    here = work.compared(pair, options).result
    there = run(pool, partial(work.compared, pair, options)).result
    assert there.to_dict() == here.to_dict()

    def again(*_, **__):
        raise AssertionError("resampled again")

    monkeypatch.setattr("core.significance.resampling.resampled_sums", again)
    for name in ("bootstrap_distribution", "null_distribution"):
        one, other = getattr(here, name), getattr(there, name)
        assert (one is None) == (other is None)
        if one is not None:
            assert one.values.tobytes() == other.values.tobytes()
            assert one.mass.tobytes() == other.mass.tobytes()
    assert there.confidence_interval() == here.confidence_interval()
    assert there.counted_in_bootstrap == here.counted_in_bootstrap
    assert there.counted_in_null == here.counted_in_null


def test_progress_arrives_and_false_stops_the_work_and_keeps_the_process(pool):
    process, seen = run(pool, slow_work.where), []

    def progress(done, total):
        seen.append((done, total))
        return done == 0

    with pytest.raises(Stopped):
        run(pool, slow_work.until_stopped, progress)
    assert seen[-1][0] > 0
    assert seen[-1][1] == slow_work.MANY
    assert run(pool, slow_work.where) == process


def test_leaving_the_page_stops_the_work_and_keeps_the_process(pool):
    process = run(pool, slow_work.where)

    def leave(done, total):
        raise Left

    with pytest.raises(Left):
        run(pool, slow_work.until_stopped, leave)
    assert run(pool, slow_work.where) == process


def test_work_that_does_not_listen_is_ended_with_its_process(monkeypatch):
    monkeypatch.setattr("dashboard.server.pool._LISTEN_SECONDS", 0.1)
    with closing(Pool(1)) as pool:
        process = run(pool, slow_work.where)
        with pytest.raises(Stopped):
            run(pool, slow_work.deaf, lambda done, total: done == 0)
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)
        assert run(pool, slow_work.where) != process
        assert len(pool) == 1


@pytest.mark.parametrize(
    ("work", "kind", "says"),
    [
        (slow_work.refuse, OptionError, "n == 0, must be >= 1."),
        (slow_work.run_out_of_memory, MemoryError, ""),
        (slow_work.fail_oddly, RuntimeError, "Odd: 1"),
        (slow_work.return_a_lock, TypeError, "lock"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_an_error_stays_itself_and_tells_where_it_was_raised(pool, work, kind, says):
    with pytest.raises(kind) as caught:
        run(pool, work)
    assert type(caught.value) is kind
    assert says in str(caught.value)
    assert any("process.py" in note for note in getattr(caught.value, "__notes__", [str(caught.value)]))
    assert run(pool, partial(slow_work.add, 1, 2)) == 3


def test_a_process_that_dies_is_a_sentence_and_is_replaced(pool):
    with pytest.raises(ComparisonError, match="was ended, most likely because it took too much memory"):
        run(pool, slow_work.die)
    assert run(pool, partial(slow_work.add, 1, 2)) == 3


def test_there_are_no_more_processes_than_turns():
    pool, at_once, seen = Pool(2), threading.Barrier(5), []

    def ask():
        at_once.wait()
        seen.extend((run(pool, slow_work.where), len(pool)) for _ in range(3))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    try:
        for thread in threads:
            thread.start()
        at_once.wait()
        for thread in threads:
            thread.join()
        assert len(pool) == 1
    finally:
        pool.close()
    assert len(seen) == 12
    assert max(alive for _, alive in seen) <= 2


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="only Linux lets a process wait for another's child")
def test_a_server_that_is_killed_leaves_no_process():
    script = """
from dashboard.server.pool import Pool
from tests.dashboard.server import slow_work
pool = Pool(1)
print(pool.run(slow_work.where, lambda *at: True, lambda: None), flush=True)
pool.run(slow_work.until_stopped, lambda *at: at[0] and print("at work", flush=True), lambda: None)
"""
    path = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, env=path) as server:
        process = int(server.stdout.readline())
        descriptor = os.pidfd_open(process)
        assert server.stdout.readline() == "at work\n"
        server.kill()
    ended, _, _ = select.select([descriptor], [], [], 60)
    os.close(descriptor)
    assert ended


def test_a_task_waits_for_a_free_process_and_may_leave(pool):
    at_work, done = threading.Event(), threading.Event()

    def progress(done_steps, total):
        at_work.set()
        return not done.is_set()

    def occupy():
        with pytest.raises(Stopped):
            run(pool, slow_work.until_stopped, progress)

    def leave():
        raise Left

    thread = threading.Thread(target=occupy)
    thread.start()
    assert at_work.wait(60)
    with pytest.raises(Left):
        pool.run(slow_work.where, progress, leave)
    waited = []

    def wait():
        waited.append(len(pool))
        done.set()

    assert pool.run(slow_work.where, lambda *_: True, wait) != os.getpid()
    assert waited
    thread.join()
