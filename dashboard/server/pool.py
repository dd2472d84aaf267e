"""A pool of processes for long computations, so that the server's threads are free for redraws.

Python runs one thread of a process at a time, so a thread that computes for a minute would delay every redraw. With
four computations in the pool, the 95th percentile of a redraw stays below 0.2 s (`benchmarks.load --computing 4`).

The executors of the standard library do not fit: they cannot stop a running task, and their processes import the main
module again, which under Streamlit is the page being drawn.
"""

import atexit
import os
import pickle
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from core.errors import ComparisonError, Stopped
from dashboard.server.limits import COMPUTATIONS_AT_ONCE
from dashboard.server.process import STOP

T = TypeVar("T")

# Seconds between two calls of the progress function.
_PAUSE_SECONDS = 0.2
# A process whose task does not stop within this time is killed.
_LISTEN_SECONDS = 1.0


class Pool:
    """At most ``most`` processes with one task each; safe to share between threads."""

    def __init__(self, most: int) -> None:
        self._free = threading.BoundedSemaphore(most)
        self._lock = threading.Lock()
        self._idle: list[_Process] = []
        self._all: set[_Process] = set()

    def __len__(self) -> int:
        return len(self._all)

    def run(
        self, work: Callable[..., T], progress: Callable[[int, int], object], while_waiting: Callable[[], object]
    ) -> T:
        """Return ``work(progress=...)``, computed in a process; the function and its result are pickled.

        This thread calls ``progress`` with (done, total) several times a second, and with (0, 0) until the task reports
        progress. If it returns False or raises an error, the task is stopped. While all processes are busy,
        ``while_waiting`` is called instead; it may raise an error too.

        Raises
        ------
        Stopped
            If ``progress`` returns False.
        ComparisonError
            If the process ends before the task does. An error that the task raises is raised here unchanged.
        """
        while not self._free.acquire(timeout=_PAUSE_SECONDS):
            while_waiting()
        try:
            process = self._take()
            try:
                return process.run(pickle.dumps(work, pickle.HIGHEST_PROTOCOL), progress)
            finally:
                self._give_back(process)
        finally:
            self._free.release()

    def close(self) -> None:
        """End all processes and the tasks that they run."""
        with self._lock:
            self._idle.clear()
            while self._all:
                self._all.pop().end()

    def _take(self) -> "_Process":
        with self._lock:
            while self._idle:
                process = self._idle.pop()
                if process.lives():
                    return process
                self._drop(process)
            process = _Process()
            self._all.add(process)
            return process

    def _give_back(self, process: "_Process") -> None:
        free = process.stop()
        with self._lock:
            # One idle process is kept for the next task; more would only take memory.
            if free and process in self._all and not self._idle:
                self._idle.append(process)
            else:
                self._drop(process)

    def _drop(self, process: "_Process") -> None:
        self._all.discard(process)
        process.end()


class _Process:
    """A process, the answers that it sent, and whether it runs a task."""

    def __init__(self) -> None:
        # The process has the modules of this one, none from the folder where the server was started, and one thread.
        environment = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "OPENBLAS_NUM_THREADS": "1"}
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "dashboard.server.process"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | environment,
        )
        self._answers: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
        threading.Thread(target=self._listen, name="answers", daemon=True).start()
        self._works = False

    def _listen(self) -> None:
        with suppress(EOFError, OSError, ValueError, pickle.UnpicklingError):
            while True:
                self._answers.put(pickle.load(self._process.stdout))
        self._answers.put(("ended", None))

    def _send(self, data: bytes) -> None:
        with suppress(OSError):  # if the process has ended, the loop that reads answers reports it
            pickle.dump(data, self._process.stdin)
            self._process.stdin.flush()

    def lives(self) -> bool:
        return self._process.poll() is None

    def run(self, task: bytes, progress: Callable[[int, int], object]) -> Any:
        self._works = True
        self._send(task)
        at = (0, 0)
        while True:
            try:
                kind, value = self._answers.get(timeout=_PAUSE_SECONDS)
            except queue.Empty:
                kind, value = "at", at
            if kind == "at":
                at = value
                if progress(*at) is False:
                    raise Stopped(f"Stopped after {at[0]:,} of {at[1]:,} steps.")
                continue
            if kind == "ended":
                raise ComparisonError(
                    "The process that computed this was ended, most likely because it took too much memory. Ask for "
                    "fewer resamples or bring fewer items, or use the package on your own machine."
                )
            self._works = False
            if kind == "failed":
                raise value
            return value

    def stop(self) -> bool:
        """Ask the running task to stop, if there is one, and return whether the process is free now."""
        if not self._works:
            return True
        self._send(STOP)
        end = time.monotonic() + _LISTEN_SECONDS
        with suppress(queue.Empty):
            kind = "at"
            while kind == "at":
                kind, _ = self._answers.get(timeout=max(0.001, end - time.monotonic()))
            self._works = kind == "ended"
        return not self._works

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                pipe.close()


# The processes of this server.
POOL = Pool(COMPUTATIONS_AT_ONCE)
atexit.register(POOL.close)
