"""The main loop of a process of the pool: it computes tasks one after another until the server closes its input.

Tasks arrive on standard input and answers go to standard output, as pickles. Nothing here imports Streamlit, so a
process starts faster and takes less memory.
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
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO

from dashboard.server.limits import COMPUTATION_BYTES, hold_memory

# The server sends this instead of a task to stop the current task.
STOP = b""
# Seconds between two progress messages. Each leads to a message to the browser, and only then does Streamlit notice a
# click or a closed page.
_PAUSE_SECONDS = 0.2
# Redraws of pages have priority.
_NICENESS = 10


def main() -> None:
    """Compute tasks with lower priority and limited memory."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server handles Ctrl-C, and then closes the input
    hold_memory(COMPUTATION_BYTES)
    with suppress(OSError):  # if memory is short, Linux kills this process and not the server
        Path("/proc/self/oom_score_adj").write_text("500")
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # keep the output of libraries out of the answers
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
        os._exit(0)  # the server has ended, perhaps during a task

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


@cache
def _lower_priority() -> None:
    """Lower the priority of this process below the pages', which visitors wait for."""
    if hasattr(os, "nice"):
        os.nice(_NICENESS)


def _answer(task: bytes, progress: Callable[[int, int], bool]) -> bytes:
    try:
        work: Callable[..., Any] = pickle.loads(task)
        _lower_priority()
        return pickle.dumps(("done", work(progress=progress)), pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        # A pickle holds no traceback, so a note keeps it for the server's log.
        error.add_note("".join(traceback.format_exception(error)))
        try:
            answer = pickle.dumps(("failed", error))
            pickle.loads(answer)
        except Exception:
            answer = pickle.dumps(("failed", RuntimeError("\n".join(error.__notes__))))
        return answer


if __name__ == "__main__":
    main()
