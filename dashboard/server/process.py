"""The main loop of a process of the pool: it computes one task after another until the server closes its input.

Tasks come through standard input and answers go to standard output, as pickles. Nothing here imports Streamlit, so that
a process starts sooner and holds less.
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
from pathlib import Path
from typing import Any, BinaryIO

from dashboard.server.limits import COMPUTATION_BYTES, hold_memory

# Sent instead of a task: the current task is to stop.
STOP = b""
# Between two messages about progress.
_PAUSE_SECONDS = 0.1
# Redraws of pages come first.
_NICENESS = 10


def main() -> None:
    """Compute tasks with lower priority and limited memory."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's, which then closes the input
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    hold_memory(COMPUTATION_BYTES)
    with suppress(OSError):  # Where memory is short, Linux ends this process rather than the server.
        Path("/proc/self/oom_score_adj").write_text("500")
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is no answer
    _serve(sys.stdin.buffer, answers)


def _serve(requests: BinaryIO, answers: BinaryIO) -> None:
    tasks: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    stop = threading.Event()

    def listen() -> None:
        with suppress(EOFError, OSError):
            while True:
                data = pickle.load(requests)
                if data == STOP:
                    stop.set()
                else:
                    stop.clear()
                    tasks.put(data)
        os._exit(0)  # the server is gone, perhaps during a task

    def send(answer: bytes) -> None:
        answers.write(answer)
        answers.flush()

    sent = 0.0

    def progress(done: int, total: int) -> bool:
        nonlocal sent
        now = time.monotonic()
        if now - sent >= _PAUSE_SECONDS:
            sent = now
            send(pickle.dumps(("at", (done, total))))
        return not stop.is_set()

    threading.Thread(target=listen, name="listen", daemon=True).start()
    while True:
        send(_answer(tasks.get(), progress))


def _answer(task: bytes, progress: Callable[[int, int], bool]) -> bytes:
    try:
        work: Callable[..., Any] = pickle.loads(task)
        return pickle.dumps(("done", work(progress=progress)), pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        # A pickle holds no traceback, and the server's log should.
        error.add_note("".join(traceback.format_exception(error)))
        try:
            answer = pickle.dumps(("failed", error))
            pickle.loads(answer)
        except Exception:
            answer = pickle.dumps(("failed", RuntimeError("\n".join(error.__notes__))))
        return answer


if __name__ == "__main__":
    main()
