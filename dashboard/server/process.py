"""What runs in a process of the pool: one task after another, until the server lets go of it.

Nothing here draws: without Streamlit a process starts sooner, and holds less.
"""

import os
import pickle
import queue
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from threadpoolctl import threadpool_limits

from dashboard.server.limits import COMPUTATION_BYTES, hold_memory

__all__ = ["STOP", "main", "serve"]

# Sent instead of a task: the task at hand is to stop.
STOP = b""
# The server draws no more often.
_PAUSE_SECONDS = 0.1
# Whoever moves a slider goes first.
_NICENESS = 10


def main() -> None:
    """Compute what comes through the file descriptor in the first argument, after those who only redraw a page."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's, which then lets go of this process
    os.nice(_NICENESS)
    hold_memory(COMPUTATION_BYTES)
    with suppress(OSError):  # Where memory is short, Linux ends this process rather than the server.
        Path("/proc/self/oom_score_adj").write_text("500")
    import scipy  # noqa: F401  its linear algebra library is loaded by now, and so limited

    with threadpool_limits(1, user_api="blas"):
        serve(Connection(int(sys.argv[1])), lambda: os._exit(0))


def serve(connection: Connection, left: Callable[[], object]) -> None:
    """Compute one task after another; call ``left`` when the other side is gone, which may be in the midst of one."""
    tasks: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
    stop = threading.Event()

    def listen() -> None:
        with suppress(EOFError, OSError):
            while True:
                data = connection.recv_bytes()
                if data == STOP:
                    stop.set()
                else:
                    stop.clear()
                    tasks.put(data)
        stop.set()
        tasks.put(None)
        left()

    threading.Thread(target=listen, name="listen", daemon=True).start()
    for task in iter(tasks.get, None):
        with suppress(OSError):
            connection.send_bytes(_answer(task, _teller(connection, stop)))
        del task  # which may be large, and the next may come in an hour


def _teller(connection: Connection, stop: threading.Event) -> Callable[[int, int], bool]:
    """Return a progress callback that tells the server now and then, and is False once the task is to stop."""
    told = 0.0

    def progress(done: int, total: int) -> bool:
        nonlocal told
        now = time.monotonic()
        if now - told >= _PAUSE_SECONDS:
            told = now
            connection.send(("at", (done, total)))
        return not stop.is_set()

    return progress


def _answer(task: bytes, progress: Callable[[int, int], bool]) -> bytes:
    try:
        work: Callable[..., Any] = pickle.loads(task)
        return pickle.dumps(("done", work(progress=progress)), pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        # Of the traceback nothing else travels; the server's log has it.
        error.add_note("".join(traceback.format_exception(error)))
        try:
            answer = pickle.dumps(("failed", error))
            pickle.loads(answer)
        except Exception:
            answer = pickle.dumps(("failed", RuntimeError("\n".join(error.__notes__))))
        return answer


if __name__ == "__main__":
    main()
